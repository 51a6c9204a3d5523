//! A game in progress from one player's side: which one is meant, how it changes, and when its flag falls.

use rules_core::{ByColor, Color, Game, Move, Outcome, Position, Variant};
use text::Message;

use crate::context::{Change, Ctx, Loaded, Reader, Result, allowed, private, refuse_if};
use crate::game::display;
use crate::messages;
use crate::model::{
    EffectiveSettings, End, GameId, GameRecord, GameResult, Index, Key, Moment, Person, PlayerId,
    Record, without_thread,
};
use crate::protocol::{
    Answer, Candidate, Effect, Manner, Notice, OfferStep, Refusal, Request, Which,
};
use crate::store::{Page, StoreError};

/// A game in progress with its position, from the side of one of its players.
pub(crate) struct ActiveGame {
    pub(crate) record: Loaded<GameRecord>,
    pub(crate) game: Game,
    pub(crate) side: Color,
}

/// The game with this code, from the side of `who`.
pub(crate) fn by_id(reader: &Reader<'_>, who: &Person, id: GameId) -> Result<ActiveGame> {
    let active = one_of(reader, who, id)?;
    reader.foresee_players(&active.record.value);
    Ok(active)
}

fn one_of(reader: &Reader<'_>, who: &Person, id: GameId) -> Result<ActiveGame> {
    let record = reader.game(id)?;
    let side = record.value.side_of(&who.id);
    let mut side = side.ok_or(Refusal::NotAPlayer(id))?;
    if let Some(result) = record.value.result {
        return Err(Refusal::GameOver(id, result).into());
    }
    let game = replayed(&record.value)?;
    // A player of both sides always acts for the side to move.
    let to_move = record.value.seats[game.turn()].person();
    if to_move.is_some_and(|person| person.id == who.id) {
        side = game.turn();
    }
    Ok(ActiveGame { record, game, side })
}

/// The games that could be meant: those in this room if there are any, otherwise all.
pub(crate) fn candidates(reader: &Reader<'_>, request: &Request) -> Result<Vec<ActiveGame>> {
    let who = &request.who;
    let mine = listed(reader, who)?;
    reader.foresee_rows(&mine);
    let mut games = Vec::new();
    for (_, key) in mine {
        if let Key::Game(id) = key {
            // It may have ended after it was listed.
            games.extend(allowed(one_of(reader, who, id))?.ok());
        }
    }
    let here = |game: &ActiveGame| game.record.value.is_shown_in(&request.venue.room);
    if games.iter().any(here) {
        games.retain(here);
    }
    Ok(games)
}

fn listed(reader: &Reader<'_>, who: &Person) -> Result<Vec<(i64, Key)>> {
    let mine = Index::OngoingOf(who.id.clone());
    Ok(reader.list(&mine, Page::last(reader.limits.games))?)
}

/// Notes that all games that `who` could mean are read soon.
pub(crate) fn foresee_candidates(reader: &Reader<'_>, who: &Person) -> Result<()> {
    reader.foresee_rows(&listed(reader, who)?);
    Ok(())
}

/// The one game that is meant; each of `narrowings` that some candidates pass leaves only these.
pub(crate) fn choose(
    reader: &Reader<'_>,
    request: &Request,
    which: Which,
    narrowings: &[&dyn Fn(&ActiveGame) -> bool],
) -> Result<ActiveGame> {
    if let Which::Id(id) = which {
        return by_id(reader, &request.who, id);
    }
    let mut games = candidates(reader, request)?;
    for fits in narrowings {
        if games.len() > 1 && games.iter().any(fits) {
            games.retain(|game| fits(game));
        }
    }
    if games.len() > 1 {
        return Err(Refusal::WhichGame(games.iter().map(ActiveGame::candidate).collect()).into());
    }
    let active = games.pop().ok_or(Refusal::NoGame)?;
    reader.foresee_players(&active.record.value);
    Ok(active)
}

/// Replays a record's moves.
///
/// # Errors
/// When the store holds an illegal move.
pub(crate) fn replayed(record: &GameRecord) -> Result<Game, StoreError> {
    let game = record.replay();
    game.map_err(|error| StoreError::Unreadable(Key::Game(record.id), error.to_string()))
}

/// Maximum number of legal moves in a set-up position, three times as many as in any test vector. Random play reaches 158, with
/// chains of captures. A constructed position may have millions.
const MOST_MOVES: usize = 500;

/// A game from the set-up position of this FEN, if it can be played.
pub(crate) fn playable(variant: Variant, fen: &str) -> Result<Game, Refusal> {
    let position = Position::from_fen(variant, fen).map_err(Refusal::BadStart)?;
    let game = Game::from_position(position);
    refuse_if(game.outcome().is_some(), Refusal::StartIsOver)?;
    refuse_if(game.legal_moves().len() > MOST_MOVES, Refusal::StartTooWide)?;
    Ok(game)
}

/// Ends a game whose flag has fallen, or reminds the player to move, if time passes there by this process.
pub(crate) fn ring(ctx: &Ctx<'_>, id: GameId) -> Result<Change> {
    let record = ctx.game(id)?;
    if !ctx.serves(record.value.home()) {
        return Ok(Change::nothing(Answer::Seen));
    }
    let game = replayed(&record.value)?;
    let side = game.turn();
    ActiveGame { record, game, side }.in_time(ctx, |active| {
        let mut record = active.record;
        let (game, ply) = (id, record.value.ply());
        let is_due = record.value.remind(ctx.moment.now);
        let Some(player) = record.value.seats[side].person().filter(|_| is_due) else {
            return Ok(Change::nothing(Answer::Seen));
        };
        let tell = Effect::tell(&player.id, Notice::TimeRunsOut { game, ply });
        Ok(record.silent_change(vec![tell], Answer::Seen))
    })
}

impl ActiveGame {
    /// The settings of `who` where they play it.
    pub(crate) fn settings(&self, reader: &Reader<'_>, who: &Person) -> Result<EffectiveSettings> {
        let server = self.record.value.server_of(&who.id);
        reader.settings(Some(&who.id), server)
    }

    pub(crate) fn my_turn(&self) -> bool {
        self.game.turn() == self.side
    }

    fn candidate(&self) -> Candidate {
        let record = &self.record.value;
        Candidate {
            game: record.id,
            variant: record.variant,
            opponent: record.seats[!self.side].clone(),
            is_your_turn: self.my_turn(),
            touched: record.touched,
        }
    }

    /// Refuses a player who is not to move, and one who saw another board than the present one, if `seen` is known.
    pub(crate) fn must_be_to_move(&self, seen: Option<u32>) -> Result<(), Refusal> {
        self.must_not_be_stale(seen)?;
        if self.my_turn() {
            return Ok(());
        }
        Err(Refusal::NotYourTurn {
            waiting_for: self.record.value.seats[self.game.turn()].clone(),
        })
    }

    /// Refuses a player who saw the board after another number of half-moves than now.
    pub(crate) fn must_not_be_stale(&self, seen: Option<u32>) -> Result<(), Refusal> {
        match seen.filter(|&seen| seen != self.record.value.ply()) {
            None => Ok(()),
            Some(seen) => Err(self.stale(seen)),
        }
    }

    /// The refusal of a player who saw the board after this number of half-moves.
    pub(crate) fn stale(&self, seen: u32) -> Refusal {
        let (game, now) = (self.record.value.id, self.record.value.ply());
        Refusal::Stale { game, seen, now }
    }

    /// Runs `act` if the player to move has time left; otherwise ends the game on time.
    ///
    /// In a home that another process serves, refuses instead: the flag falls there.
    pub(crate) fn in_time(
        mut self,
        ctx: &Ctx<'_>,
        act: impl FnOnce(Self) -> Result<Change>,
    ) -> Result<Change> {
        let record = &mut self.record.value;
        let (home, now) = (record.home(), ctx.moment.now);
        if record.clock.is_some()
            && let Some(paused) = ctx.paused_since(home)?
        {
            // Otherwise a move would cost the time in which people could not reach the game.
            record.make_up_for_downtime(paused, now);
        }
        match record.flag().filter(|&flag| flag <= now) {
            None => act(self),
            Some(_) if !ctx.serves(home) => Err(Refusal::TimeUp(record.id).into()),
            Some(flag) => {
                record.fall(&self.game, flag);
                Ok(self.change(ctx, Answer::Seen))
            }
        }
    }

    /// Plays a move into the record, which may end the game.
    pub(crate) fn play(&mut self, mv: Move, moment: Moment) -> Result<()> {
        let uci = mv.uci(self.game.variant().shape()).to_string();
        let key = Key::Game(self.record.value.id);
        let played = self.game.play(mv);
        played.map_err(|error| StoreError::Unreadable(key, error.to_string()))?;
        let record = &mut self.record.value;
        let mover = record.turn();
        record.press_clock(moment.now);
        record.moves.push(uci);
        record.answered = 0;
        // FIDE Laws 9.1.2: an offer is open until the opponent answers it in words or by a move.
        record.draw_offer = record
            .draw_offer
            .filter(|offer| offer.by == mover && offer.is_open());
        record.take_back_offer = None;
        record.taken_back = None;
        record.gap = None;
        if let Some(Outcome { winner, reason }) = self.game.outcome() {
            self.set_result(winner, End::Board(reason), moment);
        }
        Ok(())
    }

    pub(crate) fn rewind(&mut self, plies: usize, moment: Moment) -> Result<()> {
        self.record.value.rewind(plies, moment.now);
        self.game = replayed(&self.record.value)?;
        Ok(())
    }

    pub(crate) fn set_result(
        &mut self,
        winner: Option<Color>,
        end: End,
        moment: Moment,
    ) -> GameResult {
        let at = moment.now;
        let result = GameResult { winner, end, at };
        self.record.value.result = Some(result);
        result
    }

    /// The answer to a command: nothing where the board is seen; elsewhere `done`, or how the game ended.
    fn answer(&self, request: &Request, done: Message) -> Answer {
        let record = &self.record.value;
        // A message in the board's thread appears next to the board.
        let room = without_thread(&request.venue.room);
        if record.is_shown_in(&request.venue.room) || record.is_shown_in(&room) {
            return Answer::Seen;
        }
        let result = record.result.as_ref();
        let done = result.map_or(done, |result| messages::result_line(record, result));
        private(messages::done_elsewhere(record, self.side, done))
    }

    /// Returns the change for an offer that was made, declined or withdrawn. It edits the board in place and notifies the opponent.
    pub(crate) fn negotiated(
        self,
        ctx: &Ctx<'_>,
        request: &Request,
        done: Message,
        step: Option<OfferStep>,
    ) -> Change {
        let answer = self.answer(request, done);
        let told = step.zip(self.record.value.seats[!self.side].person());
        let (game, ply) = (self.record.value.id, self.record.value.ply());
        let tell =
            told.map(|(step, person)| Effect::tell(&person.id, Notice::Offer { game, ply, step }));
        let manner = if self.record.value.is_between_people() {
            Manner::InPlace
        } else {
            self.manner(ctx.pressed)
        };
        let mut change = self.change_shown(&manner, ctx.moment, answer);
        change.effects.extend(tell);
        change
    }

    /// The change, with the answer to the player who made it.
    pub(crate) fn answered(self, ctx: &Ctx<'_>, request: &Request, done: Message) -> Change {
        let answer = self.answer(request, done);
        self.change(ctx, answer)
    }

    /// The change that ends the game, answered by how it ended.
    pub(crate) fn ended(
        mut self,
        ctx: &Ctx<'_>,
        request: &Request,
        winner: Option<Color>,
        end: End,
    ) -> Change {
        let result = self.set_result(winner, end, ctx.moment);
        let done = messages::result_line(&self.record.value, &result);
        self.answered(ctx, request, done)
    }

    /// The write, the board for the player who acts next, and the engine's turn if it is.
    pub(crate) fn change(self, ctx: &Ctx<'_>, answer: Answer) -> Change {
        let manner = self.manner(ctx.pressed);
        self.change_shown(&manner, ctx.moment, answer)
    }

    /// [`ActiveGame::change`], shown in this manner. A new message for the only player waits for the engine's answer.
    pub(crate) fn change_shown(
        mut self,
        manner: &Manner,
        moment: Moment,
        answer: Answer,
    ) -> Change {
        let record = &mut self.record.value;
        record.touched = record.result.map_or(moment.now, |result| result.at);
        record.note_shown_change();
        if record.result.is_some() {
            record.conditional = ByColor::default();
        }
        let is_fresh = !record.is_between_people() && *manner != Manner::InPlace;
        let thinks = display::think_effect(record, is_fresh);
        let mut effects = Vec::new();
        if !is_fresh || thinks.is_none() {
            effects = display::show_effects(record, self.record.version + 1, manner);
        }
        effects.extend(thinks);
        Change::writing(self.record.write(), answer).with_effects(effects)
    }

    /// How the board is shown next. Between two people, it's a new message that mentions the player who acts next. For a person
    /// against the engine, a press edits it, and typed text gets a new one below. A result is always a new message.
    pub(crate) fn manner(&self, pressed: bool) -> Manner {
        let record = &self.record.value;
        let call = match record.result {
            None if pressed && !record.is_between_people() => return Manner::InPlace,
            _ if !record.is_between_people() => Vec::new(),
            // No one acted when time ended the game, so both players are called. A player who aborted it knows.
            Some(result) if result.end.is_by_time() && record.aborted_by.is_none() => {
                record.people().map(|person| person.id.clone()).collect()
            }
            Some(_) => record.called(!self.side),
            // After a premove the turn may be back with the player who moved.
            None => record.called(record.awaited_side()),
        };
        Manner::Fresh { call }
    }
}

impl GameRecord {
    pub(crate) fn is_between_people(&self) -> bool {
        self.people().count() == Color::ALL.len()
    }

    /// Whom a message for this side mentions: its player, unless that is the engine.
    pub(crate) fn called(&self, side: Color) -> Vec<PlayerId> {
        let person = self.seats[side].person();
        person.map(|person| person.id.clone()).into_iter().collect()
    }
}

impl Change {
    /// The games that it writes.
    pub(crate) fn games(&self) -> impl Iterator<Item = &GameRecord> {
        self.writes.iter().filter_map(|write| match &write.record {
            Record::Game(game) => Some(game),
            _ => None,
        })
    }
}

impl Loaded<GameRecord> {
    /// A change that the board does not show.
    pub(crate) fn silent_change(mut self, effects: Vec<Effect>, answer: Answer) -> Change {
        self.value.note_silent_change();
        Change::writing(self.write(), answer).with_effects(effects)
    }
}
