//! A game in progress: moves, the engine's answer, a look at the board.

use rules_core::{Color, Move, Outcome};
use text::Text;

use crate::context::failure::Failure;
use crate::context::{Change, Ctx, Loaded, Reader, private, transaction};
use crate::game::active_game::{Table, replayed};
use crate::game::illegal_move::no_move;
use crate::game::{active_game, confirmation, message, premove};
use crate::messages;
use crate::model::ids::{Person, Venue};
use crate::model::key::{Index, Key};
use crate::model::moment::Moment;
use crate::model::record::{End, GameRecord, GameResult, Offer, Seat};
use crate::protocol::card::Card;
use crate::protocol::command::Which;
use crate::protocol::effect::{Answer, Effect, EffectId, Manner, Outgoing, Show, Subject, Think};
use crate::protocol::engine_move::Found;
use crate::protocol::refusal::Refusal;
use crate::store::{Page, StoreError};

/// Games and challenges listed at once.
const LISTED: usize = 20;

/// Half-moves after which a game of the engine's with itself is drawn: nobody is there to agree to that.
const LONGEST_ALONE: u32 = 400;

impl<'a> From<&'a str> for Found<'a> {
    fn from(uci: &'a str) -> Self {
        Self { uci, score: None }
    }
}

impl<'a> From<&'a String> for Found<'a> {
    fn from(uci: &'a String) -> Self {
        uci.as_str().into()
    }
}

pub(crate) fn play_move(
    ctx: &Ctx<'_>,
    who: &Person,
    venue: &Venue,
    which: Which,
    text: &str,
    seen: Option<u32>,
) -> Result<Change, Failure> {
    let reads = |table: &Table| table.game.read(text).is_ok();
    let table = active_game::choose(ctx, who, venue, which, &[&Table::my_turn, &reads])?;
    let table = match table.fallen(ctx.moment) {
        Ok(table) => table,
        Err(over) => return Ok(*over),
    };
    table.must_be_to_move(seen)?;
    let mv = match table.game.read(text) {
        Ok(mv) => mv,
        Err(why) => return Err(no_move(&table, text, why).into()),
    };
    if let Some(question) = confirmation::asked_first(ctx, who, &table, mv)? {
        return Ok(question);
    }
    make_move(ctx, table, mv, venue)
}

pub(crate) fn make_move(
    ctx: &Ctx<'_>,
    mut table: Table,
    mv: Move,
    venue: &Venue,
) -> Result<Change, Failure> {
    if table.record.value.moves.len() >= GameRecord::MAX_PLIES {
        return Err(Refusal::TooLong.into());
    }
    table.play(mv, ctx.moment)?;
    let made = messages::moved(&table.game);
    premove::reply(ctx, &mut table)?;
    let answer = table.answer(venue, made);
    Ok(table.change(ctx.moment, answer))
}

/// Makes the engine's move, and settles the effect that asked for it. Nothing happens when the game has moved on.
///
/// # Errors
/// When the store fails, or the move is not legal: a fault of the engine.
pub(crate) fn thought(
    ctx: &Ctx<'_>,
    asked: &EffectId,
    think: &Think,
    found: Found<'_>,
) -> Result<Vec<Outgoing>, Failure> {
    let handled = transaction::commit(ctx, |ctx| {
        let mut change = engine_move(ctx, think, found)?;
        change.settled.push(asked.clone());
        Ok(change)
    })?;
    Ok(handled.outgoing)
}

fn engine_move(ctx: &Ctx<'_>, think: &Think, found: Found<'_>) -> Result<Change, Failure> {
    let record = ctx.game(think.game)?;
    let game = replayed(&record.value)?;
    let side = game.turn();
    let over = record.value.result.is_some()
        || (record.value.ply(), record.value.take_backs) != (think.ply, think.take_backs);
    if over || !matches!(record.value.seats[side], Seat::Engine(_)) {
        return Ok(Change::nothing(Answer::Seen));
    }
    let mut table = Table { record, game, side };
    let mv = table.game.read(found.uci).map_err(Refusal::Illegal)?;
    let alone = table.record.value.people().next().is_none();
    let record = &mut table.record.value;
    // Only what one side thinks can be compared from move to move.
    if let Some(score) = found.score.filter(|_| !alone) {
        record.note_score(score);
    }
    if record.engine_resigns() {
        record.result = Some(GameResult {
            winner: Some(!side),
            end: End::Resignation,
            at: ctx.moment.now,
        });
        return Ok(table.change(ctx.moment, Answer::Seen));
    }
    table.play(mv, ctx.moment)?;
    let record = &mut table.record.value;
    if alone && record.result.is_none() && record.ply() >= LONGEST_ALONE {
        record.result = Some(GameResult {
            winner: None,
            end: End::Adjudication,
            at: ctx.moment.now,
        });
    }
    if record.result.is_none() && record.engine_offers() {
        record.draw_offer = Some(Offer::of(side));
    }
    premove::reply(ctx, &mut table)?;
    Ok(table.change(ctx.moment, Answer::Seen))
}

pub(crate) fn look(
    reader: &Reader<'_>,
    who: &Person,
    venue: &Venue,
    which: Which,
) -> Result<Change, Failure> {
    let record = game_to_see(reader, who, venue, which)?;
    let game = replayed(&record)?;
    let card = message::game_card(reader, &record, game, Some(who))?;
    Ok(Change::nothing(Answer::Private(Box::new(card))))
}

/// The board in words alone, whatever they chose for themselves.
pub(crate) fn describe(
    reader: &Reader<'_>,
    who: &Person,
    venue: &Venue,
    which: Which,
) -> Result<Change, Failure> {
    let record = game_to_see(reader, who, venue, which)?;
    let game = replayed(&record)?;
    let words = messages::board(&record, &game).line(messages::position(game.position()));
    let card = Card {
        controls: message::game_card(reader, &record, game, Some(who))?.controls,
        ..Card::words(words)
    };
    Ok(Change::nothing(Answer::Private(Box::new(card))))
}

fn game_to_see(
    reader: &Reader<'_>,
    who: &Person,
    venue: &Venue,
    which: Which,
) -> Result<GameRecord, Failure> {
    match which {
        Which::Id(id) => Ok(reader.game(id)?.value),
        Which::Mine => Ok(
            active_game::choose(reader, who, venue, which, &[&Table::my_turn])?
                .record
                .value,
        ),
    }
}

pub(crate) fn list_games(reader: &Reader<'_>, who: &Person) -> Result<Change, Failure> {
    let mine = reader
        .store
        .list(&Index::OngoingOf(who.id.clone()), Page::last(LISTED + 1))?;
    let mut games = Vec::new();
    for (_, key) in mine.iter().take(LISTED) {
        if let Key::Game(id) = key {
            let record = reader.game(*id)?.value;
            if let Some(side) = record.side_of(&who.id) {
                games.push((record, side));
            }
        }
    }
    let mut challenges = Vec::new();
    for index in [
        Index::ChallengesTo(who.id.clone()),
        Index::ChallengesBy(who.id.clone()),
    ] {
        for (_, key) in reader.store.list(&index, Page::first(LISTED))? {
            if let Key::Challenge(id) = key {
                challenges.push(reader.challenge(id)?.value);
            }
        }
    }
    Ok(Change::nothing(private(messages::games(
        &games,
        &challenges,
        mine.len() > LISTED,
    ))))
}

impl Loaded<GameRecord> {
    /// The effect by which its message shows what has changed in it, once that is written.
    pub(crate) fn shown_in_place(&self) -> Effect {
        Effect::Show(Show {
            subject: Subject::Game(self.value.id),
            version: self.version + 1,
            manner: Manner::InPlace,
            ply: Some(self.value.ply()),
        })
    }
}

impl Table {
    /// Refuses who is not to move, and whoever saw another board, if it is known which one they saw.
    pub(crate) fn must_be_to_move(&self, seen: Option<u32>) -> Result<(), Refusal> {
        self.must_not_be_stale(seen)?;
        if self.my_turn() {
            return Ok(());
        }
        Err(Refusal::NotYourTurn {
            waiting_for: self.record.value.seats[self.game.turn()].clone(),
        })
    }

    /// Refuses whoever saw another board, if it is known which one they saw.
    pub(crate) fn must_not_be_stale(&self, seen: Option<u32>) -> Result<(), Refusal> {
        let record = &self.record.value;
        let now = record.ply();
        match seen.filter(|&seen| seen != now) {
            None => Ok(()),
            Some(seen) => Err(Refusal::Stale {
                game: record.id,
                seen,
                now,
            }),
        }
    }

    /// Plays a move into the record; the game may end by it.
    pub(crate) fn play(&mut self, mv: rules_core::Move, moment: Moment) -> Result<(), Failure> {
        let uci = mv.uci(self.game.variant().shape()).to_string();
        let key = Key::Game(self.record.value.id);
        self.game
            .play(mv)
            .map_err(|error| StoreError::Unreadable(key, error.to_string()))?;
        let record = &mut self.record.value;
        let mover = record.turn();
        record.press_clock(moment.now);
        record.moves.push(uci);
        record.answered = 0;
        // As in the FIDE Laws (9.1.2): an offer stands until the other side answers it, by a word or by a move.
        record.draw_offer = record
            .draw_offer
            .filter(|offer| offer.by == mover && !offer.declined);
        record.take_back_offer = None;
        if let Some(Outcome { winner, reason }) = self.game.outcome() {
            record.result = Some(GameResult {
                winner,
                end: End::Board(reason),
                at: moment.now,
            });
        }
        Ok(())
    }

    /// What whoever gave a command is told: nothing where the board is seen, `words` elsewhere, or how the game ended.
    pub(crate) fn answer(&self, venue: &Venue, words: Text) -> Answer {
        let record = &self.record.value;
        if record.venue.room == venue.room {
            return Answer::Seen;
        }
        let result = record.result.as_ref();
        let words = result.map_or(words, |result| messages::result_line(record, result));
        private(messages::done_elsewhere(record, words))
    }

    /// The change, answered like this.
    pub(crate) fn answered(self, venue: &Venue, words: Text, moment: Moment) -> Change {
        let answer = self.answer(venue, words);
        self.change(moment, answer)
    }

    /// The change that ends the game by this; how it ended is all that is told.
    pub(crate) fn ended(
        mut self,
        winner: Option<Color>,
        end: End,
        venue: &Venue,
        moment: Moment,
    ) -> Change {
        self.record.value.result = Some(GameResult {
            winner,
            end,
            at: moment.now,
        });
        self.answered(venue, Text::default(), moment)
    }

    /// The write, the board to be shown to whoever has to look at it, and the engine's turn if it is.
    pub(crate) fn change(self, moment: Moment, answer: Answer) -> Change {
        let manner = self.manner();
        self.change_by(manner, moment, answer)
    }

    /// The same, shown in this manner; with the engine, one message changes.
    pub(crate) fn change_by(mut self, manner: Manner, moment: Moment, answer: Answer) -> Change {
        let record = &mut self.record.value;
        record.touched = record.result.map_or(moment.now, |result| result.at);
        record.quiet = 0;
        if record.result.is_some() {
            record.conditional = rules_core::ByColor::default();
        }
        let alone = record.people().count() < Color::ALL.len();
        let show = Show {
            subject: Subject::Game(record.id),
            version: self.record.version + 1,
            manner: if alone { Manner::InPlace } else { manner },
            ply: Some(record.ply()),
        };
        let mut effects = vec![Effect::Show(show)];
        if let (None, Seat::Engine(level)) = (&record.result, &record.seats[self.game.turn()]) {
            effects.push(Effect::Think(Think {
                game: record.id,
                ply: record.ply(),
                take_backs: record.take_backs,
                level: *level,
            }));
        }
        Change {
            writes: vec![self.record.write()],
            effects,
            settled: Vec::new(),
            answer,
        }
    }

    /// Whoever has to do something next is called by a new message.
    fn manner(&self) -> Manner {
        let record = &self.record.value;
        // Time ends a game without anybody's doing: both hear of it. Whoever called it off knows.
        let by_time = record.result.is_some_and(|result| result.end.is_by_time());
        if by_time && record.aborted_by.is_none() {
            return Manner::Fresh {
                call: record.people().map(|person| person.id.clone()).collect(),
            };
        }
        let asked = [record.draw_offer, record.take_back_offer]
            .into_iter()
            .flatten()
            .find(|offer| !offer.declined)
            .map(|offer| !offer.by);
        let next = match (record.result, asked) {
            (Some(_), _) => !self.side,
            (None, Some(asked)) => asked,
            // A prepared answer may have brought the turn back to whoever moved.
            (None, None) => self.game.turn(),
        };
        let call = record.seats[next].person().map(|person| person.id.clone());
        Manner::Fresh {
            call: call.into_iter().collect(),
        }
    }
}
