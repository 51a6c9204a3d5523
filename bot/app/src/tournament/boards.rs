//! The games of a round: their codes, start, results and forfeits.

use pairing::{Forfeit, HalfPoints, Pairing, PairingResult, Seed};
use rules_core::{ByColor, Color};

use crate::context::{Ctx, Ended, Loaded, Result};
use crate::game::placement;
use crate::model::{
    Act, End, Entry, Event, GameId, GameRecord, Key, PlayerId, RoundId, RoundRecord, Seat,
    TournamentBoard, TournamentRecord,
};
use crate::people::vacation;
use crate::protocol::{Effect, LookFor, Notice, Refusal, TournamentRefusal};
use crate::tournament::{PendingChange, records};

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
    let tournament = &pending.record;
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
    let server = ctx.server_settings(tournament.venue.server.as_ref())?;
    let threads = tournament.threads.or(server.threads).unwrap_or(true);
    let mut game = GameRecord {
        thread: placement::thread_for(ctx, &tournament.venue, Some(threads), None)?,
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
    pending.change.add_new_game(game, call);
    Ok(())
}

/// Detaches the games in progress from a tournament that is over: they continue as ordinary games.
pub(crate) fn release_games(ctx: &Ctx<'_>, pending: &mut PendingChange) -> Result<()> {
    for mut game in games_in_progress(ctx, &pending.record)? {
        game.value.event = None;
        vacation::pause_turn(ctx, &mut game.value)?;
        // The turn is unchanged, so its player needs no new notification.
        game.value.note_silent_change();
        pending.change.edit(game);
    }
    Ok(())
}

/// The games in progress, to change them.
pub(crate) fn games_in_progress(
    ctx: &Ctx<'_>,
    record: &TournamentRecord,
) -> Result<Vec<Loaded<GameRecord>>> {
    let rounds = records::open_round_records(ctx, record)?;
    let games = rounds.iter().flat_map(|round| open_games_of(&round.value));
    let mut games = records::games(ctx, games)?;
    games.retain(|game| game.value.result.is_none());
    Ok(games)
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
        if pending.record.arena.is_some() {
            for color in Color::ALL {
                let opponent = board.pairing.seed(!color);
                if let Some(entry) = pending.record.entry_mut(board.pairing.seed(color)) {
                    entry.arena.score(color, opponent, result);
                }
            }
        }
        count_no_shows(pending, &game, board.pairing);
    }
    let tournament = &pending.record;
    if let (false, Some(server)) = (missing.is_empty(), &tournament.venue.server) {
        pending.change.effects.push(Effect::LookFor(LookFor {
            tournament: tournament.id,
            server: server.clone(),
            people: missing,
        }));
    }
    Ok(changed)
}

/// The games of a round without a result.
pub(crate) fn open_games_of(round: &RoundRecord) -> Vec<GameId> {
    round.open_boards().filter_map(|board| board.game).collect()
}

/// The result of a finished game for its round.
fn outcome(game: &GameRecord) -> Option<PairingResult> {
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

/// The colors of those who forfeited, if anyone did.
fn forfeiting(pairing: Pairing) -> impl Iterator<Item = Color> {
    let forfeit = pairing.result.filter(|result| !result.was_played());
    Color::ALL.into_iter().filter(move |&color| {
        forfeit.is_some_and(|forfeit| forfeit.points(color) == HalfPoints::ZERO)
    })
}

/// People who missed a game or lost it on time.
fn absentees(game: &GameRecord, result: PairingResult) -> Vec<PlayerId> {
    let late = game.result.is_some_and(|r| r.end == End::TimeForfeit);
    let missing = |color: Color| match result {
        PairingResult::Draw => late && game.turn() == color,
        _ => (late || !result.was_played()) && result.points(color) == HalfPoints::ZERO,
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
    Some(entry).filter(|entry| entry.player() == Some(&missing.id))
}

/// Counts a missed game, and withdraws players who have missed too many; in an arena after the first.
fn count_no_shows(pending: &mut PendingChange, game: &GameRecord, pairing: Pairing) {
    // An arena would pair an absent player again at once.
    let in_arena = pending.record.arena.is_some();
    let tournament = pending.record.id;
    for color in forfeiting(pairing) {
        let Some(entry) = absentee(&mut pending.record, game, pairing, color) else {
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
            pending.change.effects.push(tell);
            let act = if in_arena { Act::Away } else { Act::NoShow };
            pending.note(act(person), None);
        }
    }
}

/// Whether an entrant was withdrawn for another reason than missed games.
pub(crate) fn has_left(entry: &Entry) -> bool {
    entry.withdrawn && (entry.no_shows < MAX_NO_SHOWS || entry.gone)
}

/// Reverts [`count_no_shows`] for a game that no longer counts.
pub(crate) fn forgive(pending: &mut PendingChange, game: &GameRecord, pairing: Pairing) {
    for color in forfeiting(pairing) {
        if let Some(entry) = absentee(&mut pending.record, game, pairing, color) {
            // A player withdrawn for it returns, and so does one who has left since: their game is played after all.
            let returns = entry.withdrawn && entry.no_shows >= MAX_NO_SHOWS && !entry.removed;
            entry.withdrawn &= !returns;
            entry.no_shows = entry.no_shows.saturating_sub(1);
            if let Some(person) = entry.person().filter(|_| returns).cloned() {
                pending.note(Act::Back(person), None);
            }
        }
    }
}
