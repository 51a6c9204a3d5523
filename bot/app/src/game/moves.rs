//! Moves of players and the engine, views of the board, and the list of games.

use rules_core::{Color, Move};
use text::{Text, msg};

use crate::context::{Change, Ctx, Reader, Result, commit_for_effects, refuse_if};
use crate::game::{ActiveGame, active_game, confirmation, message, premove};
use crate::help::rulebook;
use crate::messages;
use crate::model::{ChallengeRecord, End, GameId, GameRecord, Index, Key, Offer, Person, Seat};
use crate::protocol::{
    Action, Answer, Audience, Button, Card, Command, EffectId, Found, Modal, Outgoing, Refusal,
    Request, Think, Which,
};
use crate::spec::{AT, Choice, CommandSpec, Kind, WHICH, named};
use crate::store::Page;

pub(crate) const MOVE: CommandSpec = named("move", || msg!("command-move"))
    .command(|arguments| {
        Ok(Command::Move {
            game: arguments.which()?,
            text: arguments.text("move").unwrap_or_default().to_owned(),
            ply: arguments.number("at"),
        })
    })
    .options(&[
        Kind::Move
            .option("move", || msg!("command-move-move"))
            .required(),
        WHICH,
        AT,
    ]);

pub(crate) const BOARD: CommandSpec = named("board", || msg!("command-board"))
    .command(|arguments| {
        let which = arguments.which()?;
        Ok(if arguments.is_set("words") {
            Command::Describe(which)
        } else {
            Command::Board(which)
        })
    })
    .options(&[
        WHICH,
        Kind::Boolean.option("words", || msg!("command-board-words")),
    ]);

pub(crate) const GAMES: CommandSpec = named("games", || msg!("command-games"))
    .command(|arguments| {
        Ok(match arguments.text("whose") {
            Some("server") => Command::GamesHere,
            _ => Command::Games,
        })
    })
    .options(&[Kind::Choice(|| {
        vec![
            Choice::new("mine", msg!("choice-games-mine")),
            Choice::new("server", msg!("choice-games-server")),
        ]
    })
    .option("whose", || msg!("command-games-whose"))]);

pub(crate) const NEXT: CommandSpec = named("next", || msg!("command-next"))
    .command(|_| Ok(Command::NextGame))
    .typed_only();

/// Games and challenges listed at once.
const LISTED: usize = 20;

/// Half-moves after which a game of the engine against itself is drawn, since no one can agree to a draw.
const LONGEST_ALONE: u32 = 400;

pub(crate) fn play_move(
    ctx: &Ctx<'_>,
    request: &Request,
    which: Which,
    text: &str,
    seen: Option<u32>,
) -> Result<Change> {
    let who = &request.who;
    let named = match which {
        Which::Mine => named_game(ctx, who, text)?,
        Which::Id(_) => None,
    };
    let (which, text) = named.map_or((which, text), |(id, rest)| (Which::Id(id), rest));
    let reads = |active: &ActiveGame| active.game.read(text).is_ok();
    let narrowings: [&dyn Fn(&ActiveGame) -> bool; 2] = [&ActiveGame::my_turn, &reads];
    active_game::choose(ctx, request, which, &narrowings)?.in_time(ctx, |active| {
        active.must_be_to_move(seen)?;
        let mv = active.game.read(text);
        let mv = mv.map_err(|why| confirmation::no_move(&active, text, why))?;
        let audience = request.context.audience;
        match confirmation::asked_first(ctx, who, &active, mv, audience)? {
            Some(question) => Ok(question),
            None => make_move(ctx, active, mv, request),
        }
    })
}

/// The game of `who` with whose code the text begins, and the rest: `k7f3q2 Kd8`.
pub(crate) fn named_game<'t>(
    reader: &Reader<'_>,
    who: &Person,
    text: &'t str,
) -> Result<Option<(GameId, &'t str)>> {
    let Some((id, rest)) = leading_code(text) else {
        return Ok(None);
    };
    // Six letters can also be a word of the move, such as "knight".
    let record = reader.value::<GameRecord>(Key::Game(id))?;
    let is_own = record.is_some_and(|record| record.side_of(&who.id).is_some());
    Ok(is_own.then_some((id, rest)))
}

/// Splits a possible game code off the start of a text.
pub(crate) fn leading_code(text: &str) -> Option<(GameId, &str)> {
    let (first, rest) = text.trim().split_once(char::is_whitespace)?;
    Some((first.trim_matches(['`', '#']).parse().ok()?, rest))
}

pub(crate) fn make_move(
    ctx: &Ctx<'_>,
    mut active: ActiveGame,
    mv: Move,
    request: &Request,
) -> Result<Change> {
    let is_full = active.record.value.moves.len() >= GameRecord::MAX_PLIES;
    refuse_if(is_full, Refusal::TooLong)?;
    active.play(mv, ctx.moment)?;
    let played = messages::you_played(&active.game);
    premove::reply(ctx, &mut active)?;
    Ok(active.answered(ctx, request, played))
}

/// Makes the engine's move and completes the effect that asked for it. Does nothing when the position has changed.
///
/// # Errors
/// When the store fails, or the move is not legal: a fault of the engine.
pub(crate) fn thought(
    ctx: &Ctx<'_>,
    asked: &EffectId,
    think: &Think,
    found: Found<'_>,
) -> Result<Vec<Outgoing>> {
    commit_for_effects(ctx, |ctx| {
        let mut change = engine_move(ctx, think, found)?;
        change.done.push(asked.clone());
        Ok(change)
    })
}

fn engine_move(ctx: &Ctx<'_>, think: &Think, found: Found<'_>) -> Result<Change> {
    let record = ctx.game(think.game)?;
    ctx.foresee_players(&record.value);
    let game = active_game::replayed(&record.value)?;
    let side = game.turn();
    let over = record.value.result.is_some()
        || (record.value.ply(), record.value.take_backs) != (think.ply, think.take_backs);
    if over || !matches!(record.value.seats[side], Seat::Engine(_)) {
        return Ok(Change::nothing(Answer::Seen));
    }
    let mut active = ActiveGame { record, game, side };
    let mv = active.game.read(found.uci).map_err(Refusal::Illegal)?;
    let alone = active.record.value.people().next().is_none();
    let record = &mut active.record.value;
    // Scores are compared from move to move, so they must be one side's.
    if let Some(score) = found.score.filter(|_| !alone) {
        record.note_score(score);
    }
    if record.engine_resigns() {
        active.set_result(Some(!side), End::Resignation, ctx.moment);
        return answered_by_engine(ctx, active, think);
    }
    active.play(mv, ctx.moment)?;
    let record = &mut active.record.value;
    if record.result.is_none() {
        let offers = record.engine_offers();
        if alone && record.ply() >= LONGEST_ALONE {
            active.set_result(None, End::Adjudication, ctx.moment);
        } else if offers {
            record.draw_offer = Some(Offer::of(side));
        }
    }
    premove::reply(ctx, &mut active)?;
    answered_by_engine(ctx, active, think)
}

/// The change after the engine acted. A screen reader reads new messages only, and not every client on Matrix shows edits.
fn answered_by_engine(ctx: &Ctx<'_>, active: ActiveGame, think: &Think) -> Result<Change> {
    let record = &active.record.value;
    let shows_edits = record.venue.room.platform().shows_edits();
    let edits = !think.is_fresh && shows_edits && !ctx.wants_words(record)?.all;
    let manner = active.manner(edits);
    Ok(active.change_shown(&manner, ctx.moment, Answer::Seen))
}

pub(crate) fn look(ctx: &Ctx<'_>, request: &Request, which: Which) -> Result<Change> {
    let record = game_to_see(ctx, request, which)?;
    let card = message::card_for(ctx, &record, ctx.viewer(&request.who))?;
    Ok(Change::aside(card))
}

/// Describes the board in words, regardless of the player's preferences.
pub(crate) fn describe(ctx: &Ctx<'_>, request: &Request, which: Which) -> Result<Change> {
    let record = game_to_see(ctx, request, which)?;
    let game = active_game::replayed(&record)?;
    let words = messages::board(&record, &game).line(messages::position(game.position()));
    let seen = message::card_for(ctx, &record, ctx.viewer(&request.who))?;
    Ok(Change::aside(Card {
        controls: seen.controls,
        ..Card::words(words)
    }))
}

/// The form in which a player of the game types a move.
pub(crate) fn move_form(reader: &Reader<'_>, who: &Person, id: GameId) -> Result<Modal> {
    let active = active_game::by_id(reader, who, id)?;
    Ok(messages::move_form(&active.game))
}

/// The rules of the game that is meant; a menu of all games if it is not clear which.
pub(crate) fn rules_of_game(
    reader: &Reader<'_>,
    request: &Request,
    which: Which,
) -> Result<Change> {
    let variant = match which {
        Which::Id(id) => Some(reader.game(id)?.value.variant),
        Which::Mine => {
            let games = active_game::candidates(reader, request)?;
            let mut variants = games.iter().map(|active| active.record.value.variant);
            let first = variants.next();
            first.filter(|first| variants.all(|other| other == *first))
        }
    };
    rulebook::rules(reader, request, variant, 0)
}

fn game_to_see(reader: &Reader<'_>, request: &Request, which: Which) -> Result<GameRecord> {
    match which {
        Which::Id(id) => Ok(reader.game(id)?.value),
        Which::Mine => {
            let active = active_game::choose(reader, request, which, &[&ActiveGame::my_turn])?;
            Ok(active.record.value)
        }
    }
}

/// Notes that what [`list_games`] lists is read soon. Returns the games, one more than is listed, and the challenges.
pub(crate) fn foresee_list(reader: &Reader<'_>, who: &Person) -> Result<[Rows; 2]> {
    let ongoing = Index::OngoingOf(who.id.clone());
    let games = reader.list(&ongoing, Page::last(LISTED + 1))?;
    reader.foresee_rows(games.get(..LISTED).unwrap_or(&games));
    let mut challenges = reader.list(&Index::ChallengesTo(who.id.clone()), Page::first(LISTED))?;
    let own = Index::ChallengesBy(who.id.clone());
    challenges.extend(reader.list(&own, Page::first(LISTED))?);
    reader.foresee_rows(&challenges);
    Ok([games, challenges])
}

/// Rows of an index.
type Rows = Vec<(i64, Key)>;

pub(crate) fn list_games(reader: &Reader<'_>, who: &Person) -> Result<Change> {
    let [mut mine, open] = foresee_list(reader, who)?;
    let are_more = mine.len() > LISTED;
    mine.truncate(LISTED);
    let games = listed(reader, who, mine)?;
    let challenges = reader.records::<ChallengeRecord>(open, usize::MAX);
    let challenges: Vec<_> = challenges.collect::<Result<_>>()?;
    let mut list = messages::games(&games, &challenges, &who.id);
    if are_more {
        list = list.line(msg!("games-more"));
    }
    let card = Card {
        menu: messages::open_menu(&games),
        ..Card::words(list)
    };
    Ok(Change::nothing(Answer::Secret(Box::new(card))))
}

/// The games of these rows, with the side of `who`.
fn listed(reader: &Reader<'_>, who: &Person, rows: Rows) -> Result<Vec<(GameRecord, Color)>> {
    let mut games = Vec::new();
    for record in reader.records::<GameRecord>(rows, usize::MAX) {
        let record = record?;
        let side = record.side_of(&who.id);
        games.extend(side.map(|side| (record, side)));
    }
    Ok(games)
}

/// Returns the games that wait for a person: first those with a running clock, by time left, then the others, longest wait first.
fn waiting(reader: &Reader<'_>, who: &Person) -> Result<Vec<GameRecord>> {
    let ongoing = Index::OngoingOf(who.id.clone());
    let mut games = Vec::new();
    // Tournaments start games beyond the limit on games, so all pages are read.
    for rows in reader.pages(&ongoing, Page::last(reader.limits.games)) {
        let theirs = listed(reader, who, rows?)?.into_iter();
        let theirs = theirs.filter(|(record, side)| record.awaited_side() == *side);
        games.extend(theirs.map(|(record, _)| record));
    }
    games.sort_by_key(|record| (record.flag().is_none(), record.flag(), record.touched));
    Ok(games)
}

pub(crate) fn next_game(ctx: &Ctx<'_>, who: &Person) -> Result<Change> {
    let card = match waiting(ctx, who)?.into_iter().next() {
        Some(record) => message::card_for(ctx, &record, ctx.viewer(who))?,
        None => Card::words(msg!("games-none-waiting")),
    };
    Ok(Change::nothing(Answer::Secret(Box::new(card))))
}

/// Returns a button to the next game for someone who has just moved, if one waits for them. After a move against the engine, it
/// looks only if that costs neither a round trip nor a message: the games were just read, and a command has a private answer.
pub(crate) fn next_offered(
    reader: &Reader<'_>,
    request: &Request,
    change: &Change,
) -> Result<Option<Card>> {
    let who = &request.who;
    let (is_move, is_free) = match &request.command {
        Command::Move { game, .. } => {
            (true, *game == Which::Mine && request.venue.server.is_some())
        }
        Command::SureMove { .. } => (true, false),
        _ => (false, false),
    };
    let may_offer = is_move && request.context.audience == Audience::Author;
    let mut moved = change.games().filter(|_| may_offer);
    let Some(moved) = moved.find(|game| is_free || game.is_between_people()) else {
        return Ok(None);
    };
    let mut others = waiting(reader, who)?;
    others.retain(|record| record.id != moved.id);
    if others.is_empty() {
        return Ok(None);
    }
    let next = Button::primary(msg!("button-games-next"), Action::NextGame);
    let played = messages::you_played(&active_game::replayed(moved)?);
    Ok(Some(Card::with_buttons(
        Text::from(played).line(msg!("games-waiting", count = others.len())),
        [next],
    )))
}
