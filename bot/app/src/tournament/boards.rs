//! The games of a round: their codes, start, results and forfeits.

use pairing::{Forfeit, Pairing, PairingResult, Seed};
use rules_core::{ByColor, Color};

use crate::context::Ctx;
use crate::context::failure::Result;
use crate::context::transaction::Ended;
use crate::game::{display, thread};
use crate::model::ids::{GameId, PlayerId};
use crate::model::key::Key;
use crate::model::record::{
    Act, End, Entry, Event, GameRecord, RoundId, RoundRecord, Seat, TournamentBoard,
    TournamentRecord,
};
use crate::people::vacation;
use crate::protocol::effect::{Effect, LookFor, Manner};
use crate::protocol::notice::Notice;
use crate::protocol::refusal::{Refusal, TournamentRefusal};
use crate::settings::effective;
use crate::store::Write;
use crate::tournament::pending_change::PendingChange;
use crate::tournament::records;

/// Maximum number of open games for which all results are checked when one game ends.
const MOST_LOOKED_AT: usize = 16;

/// Missed games after which a player is withdrawn.
pub(crate) const MAX_NO_SHOWS: u8 = 2;

/// Derives an unused code from the tournament, the round and the board.
pub(crate) fn free_code(
    ctx: &Ctx<'_>,
    round: RoundId,
    board: usize,
    replays: u8,
    taken: &[GameId],
) -> Result<GameId> {
    for number in ctx.attempt..ctx.attempt.saturating_add(20) {
        let id = code(round, board, replays, number);
        if !taken.contains(&id) && ctx.get(&Key::Game(id))?.is_none() {
            return Ok(id);
        }
    }
    Err(Refusal::Busy.into())
}

/// A code for the board, one for each number.
fn code(round: RoundId, board: usize, replays: u8, number: u32) -> GameId {
    let name = format!("{} {} {board} {replays}", round.tournament, round.number);
    // FNV-1a: stable, unlike the hashers of the standard library.
    let seed = name.bytes().fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3)
    });
    GameId::draw(seed, number)
}

/// Notes that [`free_code`] is called for each of these boards of a new round.
pub(crate) fn foresee_codes(ctx: &Ctx<'_>, round: RoundId, boards: usize) {
    ctx.foresee((0..boards).map(|board| Key::Game(code(round, board, 0, ctx.attempt))));
}

pub(crate) fn begin_game(
    ctx: &Ctx<'_>,
    pending: &mut PendingChange,
    round: RoundId,
    board: usize,
    place: TournamentBoard,
) -> Result<()> {
    let tournament = &pending.record.value;
    let seat = |seed: Seed| {
        let entry = tournament
            .entry(seed)
            .ok_or(TournamentRefusal::PlayerNotEntered)?;
        Ok::<_, TournamentRefusal>(entry.seat.clone())
    };
    let Some(id) = place.game else { return Ok(()) };
    let variant = tournament.plan.variant_of(round.number);
    let seats = ByColor {
        white: seat(place.pairing.white)?,
        black: seat(place.pairing.black)?,
    };
    let server = effective::effective_settings(ctx, None, tournament.venue.server.as_ref())?.server;
    let threads = tournament.threads.or(server.threads).unwrap_or(true);
    let mut game = GameRecord {
        thread: thread::thread_for(ctx, &tournament.venue, Some(threads), None)?,
        event: Some(Event {
            round,
            board: u16::try_from(board).unwrap_or(u16::MAX),
        }),
        time: tournament.plan.time,
        ..GameRecord::new(id, variant, seats, tournament.venue.clone(), ctx.moment.now)
    };
    // Games against the engine are not rated.
    game.rated = tournament.plan.rated && game.people().count() == Color::ALL.len();
    game.start_clocks(ctx.moment.now);
    // Both players are mentioned at the start of a round.
    let call = game.people().map(|person| person.id.clone()).collect();
    let manner = Manner::Fresh { call };
    pending
        .effects
        .extend(display::show_effects(&game, 1, &manner));
    pending.effects.extend(display::think_effect(&game, false));
    pending.writes.push(Write::new(0, game));
    Ok(())
}

/// Detaches the games in progress from a tournament that is over: they continue as ordinary games.
pub(crate) fn release_games(ctx: &Ctx<'_>, pending: &mut PendingChange) -> Result<()> {
    for round in records::open_round_records(ctx, &pending.record.value)? {
        let open = open_games_of(&round.value);
        ctx.foresee(open.iter().copied().map(Key::Game));
        for id in open {
            let mut game = ctx.game(id)?;
            if game.value.result.is_some() {
                continue;
            }
            game.value.event = None;
            vacation::pause_turn(ctx, &mut game.value)?;
            // The turn is unchanged, so its player needs no new notification.
            game.value.note_silent_change();
            pending.effects.extend(game.edit_effects());
            pending.writes.push(game.write());
        }
    }
    Ok(())
}

/// Records the results of finished games in their round: of these, or else of all. Returns whether there were any.
pub(crate) fn collect_results(
    ctx: &Ctx<'_>,
    pending: &mut PendingChange,
    round: &mut RoundRecord,
    ended: Option<&Ended>,
) -> Result<bool> {
    let mut changed = false;
    let mut missing = Vec::new();
    let open = open_games_of(round);
    // The last ones look for any that were missed.
    let ended = ended.filter(|_| open.len() > MOST_LOOKED_AT);
    let is_asked = |id: &GameId| ended.is_none_or(|ended| ended.contains_key(id));
    ctx.foresee(open.into_iter().filter(is_asked).map(Key::Game));
    for board in &mut round.boards {
        let (None, Some(id)) = (board.pairing.result, board.game.filter(is_asked)) else {
            continue;
        };
        let game = ctx.game(id)?.value;
        let Some(result) = outcome(&game) else {
            continue;
        };
        missing.extend(absentees(&game, result));
        board.pairing.result = Some(result);
        changed = true;
        if pending.record.value.arena.is_some() {
            score(pending, board.pairing, result);
        }
        if let PairingResult::Forfeit(forfeit) = result {
            count_no_shows(pending, &game, board.pairing, forfeit);
        }
    }
    let tournament = &pending.record.value;
    if let (false, Some(server)) = (missing.is_empty(), &tournament.venue.server) {
        pending.effects.push(Effect::LookFor(LookFor {
            tournament: tournament.id,
            server: server.clone(),
            people: missing,
        }));
    }
    Ok(changed)
}

/// The games of a round without a result.
pub(crate) fn open_games_of(round: &RoundRecord) -> Vec<GameId> {
    let boards = round.boards.iter();
    let open = boards.filter(|board| board.pairing.result.is_none());
    open.filter_map(|board| board.game).collect()
}

/// The result of a finished game for its round.
pub(crate) fn outcome(game: &GameRecord) -> Option<PairingResult> {
    let result = game.result?;
    Some(match (result.end, result.winner) {
        (End::Forfeit, Some(winner)) => PairingResult::Forfeit(Forfeit::By(!winner)),
        // Earlier programs ended a forfeited game so.
        (End::Abandonment, _) => {
            let absent = game.aborted_by.unwrap_or(game.turn());
            PairingResult::Forfeit(Forfeit::By(absent))
        }
        (_, Some(winner)) => PairingResult::Win(winner),
        (_, None) => PairingResult::Draw,
    })
}

/// Records a result of an arena on both cards.
fn score(pending: &mut PendingChange, pairing: Pairing, result: PairingResult) {
    for color in Color::ALL {
        if let Some(entry) = pending.record.value.entry_mut(pairing.seed(color)) {
            entry.arena.score(color, pairing.seed(!color), result);
        }
    }
}

/// Whether the player of `color` forfeited.
fn is_by(forfeit: Forfeit, color: Color) -> bool {
    forfeit == Forfeit::Both || forfeit == Forfeit::By(color)
}

fn forfeiting(forfeit: Forfeit) -> impl Iterator<Item = Color> {
    let colors = Color::ALL.into_iter();
    colors.filter(move |&color| is_by(forfeit, color))
}

/// People who missed a game or lost it on time.
pub(crate) fn absentees(game: &GameRecord, result: PairingResult) -> Vec<PlayerId> {
    let late = game.result.is_some_and(|r| r.end == End::TimeForfeit);
    let missing = |color: Color| match result {
        PairingResult::Forfeit(forfeit) => is_by(forfeit, color),
        PairingResult::Win(winner) => late && winner != color,
        PairingResult::Draw => late && game.turn() == color,
    };
    let colors = Color::ALL.into_iter().filter(|&color| missing(color));
    let people = colors.filter_map(|color| game.seats[color].person());
    people.map(|person| person.id.clone()).collect()
}

/// The entrant who missed a game of this color; a substitute doesn't answer for the player whom they replaced.
fn absentee<'t>(
    tournament: &'t mut TournamentRecord,
    game: &GameRecord,
    pairing: Pairing,
    color: Color,
) -> Option<&'t mut Entry> {
    let missing = game.seats[color].person()?;
    let entry = tournament.entry_mut(pairing.seed(color))?;
    Some(entry).filter(|entry| entry.person().is_some_and(|person| person.id == missing.id))
}

/// Counts a missed game, and withdraws players who have missed too many; in an arena after the first.
pub(crate) fn count_no_shows(
    pending: &mut PendingChange,
    game: &GameRecord,
    pairing: Pairing,
    forfeit: Forfeit,
) {
    // An arena would pair an absent player again at once.
    let in_arena = pending.record.value.arena.is_some();
    let tournament = pending.record.value.id;
    for color in forfeiting(forfeit) {
        let Some(entry) = absentee(&mut pending.record.value, game, pairing, color) else {
            continue;
        };
        entry.no_shows = entry.no_shows.saturating_add(1);
        if let Seat::Person(person) = &entry.seat
            && (entry.no_shows >= MAX_NO_SHOWS || in_arena)
            && !entry.withdrawn
        {
            let person = person.clone();
            entry.withdrawn = true;
            let tell = Effect::tell(&person.id, Notice::Withdrawn { tournament });
            let act = if in_arena {
                Act::Away(person)
            } else {
                Act::NoShow(person)
            };
            pending.note(act, None);
            pending.effects.push(tell);
        }
    }
}

/// Whether an entrant was withdrawn for another reason than missed games.
pub(crate) fn has_left(entry: &Entry) -> bool {
    entry.withdrawn && (entry.no_shows < MAX_NO_SHOWS || entry.gone)
}

/// Reverts [`count_no_shows`] for a game that no longer counts.
pub(crate) fn forgive(
    pending: &mut PendingChange,
    game: &GameRecord,
    pairing: Pairing,
    forfeit: Forfeit,
) {
    for color in forfeiting(forfeit) {
        if let Some(entry) = absentee(&mut pending.record.value, game, pairing, color) {
            // A player withdrawn for it returns, and so does one who has left since: their game is played after all.
            let returns = entry.no_shows >= MAX_NO_SHOWS && !entry.removed;
            let back = entry
                .person()
                .filter(|_| returns && entry.withdrawn)
                .cloned();
            entry.withdrawn &= !returns;
            entry.no_shows = entry.no_shows.saturating_sub(1);
            if let Some(person) = back {
                pending.note(Act::Back(person), None);
            }
        }
    }
}
