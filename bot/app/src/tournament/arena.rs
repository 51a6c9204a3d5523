//! Arenas: free players are paired again until time is up. Each pairing is a round of its own.

use crate::context::{Change, Ctx, Reader, Result};
use crate::model::{Key, RoundRecord, Span, Stage, Timestamp, TournamentRecord};
use crate::protocol::{Answer, Manner};
use crate::tournament::{PendingChange, boards, records, rounds};

/// Collects results, pairs free players when a pairing is due, and finishes the arena when its time is up.
pub(crate) fn advance_arena(ctx: &Ctx<'_>, mut pending: PendingChange) -> Result<Change> {
    let mut changed = false;
    let open = records::open_round_records(ctx, &pending.record)?;
    let games = open
        .iter()
        .flat_map(|round| boards::open_games_of(&round.value));
    ctx.foresee(games.map(Key::Game));
    for mut round in open {
        let number = round.value.id.number;
        if !boards::collect_results(ctx, &mut pending, &mut round.value, None)? {
            continue;
        }
        changed = true;
        let tournament = &mut pending.record;
        tournament.pair_soon(ctx.moment.now);
        if let Some(arena) = &mut tournament.arena
            && round.value.is_finished()
        {
            arena.open.retain(|&open| open != number);
        }
        pending.change.writes.push(round.write());
    }
    let tournament = &mut pending.record;
    let Some(arena) = &mut tournament.arena else {
        return Ok(Change::nothing(Answer::Seen));
    };
    let held = tournament.lost || tournament.stage == Stage::Paused;
    if arena.until <= ctx.moment.now && !tournament.lost {
        let until = arena.until;
        if awaits_flag(ctx, tournament, until)? {
            return Ok(Change::nothing(Answer::Seen));
        }
        boards::release_games(ctx, &mut pending)?;
        return Ok(rounds::finish(pending, &[]));
    }
    if arena.pairs <= ctx.moment.now && !held && !changed {
        arena.pairs = arena.until;
        return rounds::begin_round(ctx, pending);
    }
    if !changed {
        return Ok(Change::nothing(Answer::Seen));
    }
    Ok(pending.done(Manner::InPlace, Answer::Seen))
}

/// Whether a player's time ran out before the arena's: that game is about to end, and counts.
fn awaits_flag(ctx: &Ctx<'_>, record: &TournamentRecord, until: Timestamp) -> Result<bool> {
    // A game that can't be ended must not hold up the arena for long.
    if ctx.moment.now > until.plus(Span::minutes(1)) {
        return Ok(false);
    }
    let rounds = records::open_round_records(ctx, record)?;
    let boards = rounds.iter().flat_map(|round| &round.value.boards);
    let games = boards.filter_map(|board| board.game);
    let mut flags = records::games(ctx, games)?
        .into_iter()
        .filter_map(|game| game.value.flag());
    Ok(flags.any(|flag| flag <= until))
}

/// The rounds as they are shown: for an arena, one with all games in progress.
pub(crate) fn rounds_shown(
    reader: &Reader<'_>,
    record: &TournamentRecord,
) -> Result<Vec<RoundRecord>> {
    Ok(merged(record, records::rounds_for_pairing(reader, record)?))
}

/// Merges the rounds of an arena into one with all games in progress.
pub(crate) fn merged(record: &TournamentRecord, rounds: Vec<RoundRecord>) -> Vec<RoundRecord> {
    if record.arena.is_none() {
        return rounds;
    }
    let mut all = rounds.into_iter();
    let Some(mut merged) = all.next() else {
        return Vec::new();
    };
    merged.boards.extend(all.flat_map(|round| round.boards));
    merged.boards.retain(|board| board.pairing.result.is_none());
    vec![merged]
}
