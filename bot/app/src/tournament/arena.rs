//! Arenas: free players are paired again until time is up. Each pairing is a round of its own.

use crate::context::failure::Failure;
use crate::context::{Change, Ctx, Loaded, Reader};
use crate::model::record::{RoundId, RoundRecord, Stage, TournamentRecord};
use crate::protocol::effect::{Answer, Manner};
use crate::tournament::work::Work;
use crate::tournament::{boards, rounds, work};

/// Collects results, pairs free players when a pairing is due, and finishes the arena when its time is up.
pub(crate) fn advance_arena(
    ctx: &Ctx<'_>,
    record: Loaded<TournamentRecord>,
) -> Result<Change, Failure> {
    let mut work = Work::new(record);
    let mut changed = false;
    for number in work::open_rounds(&work.record.value) {
        let id = RoundId {
            tournament: work.record.value.id,
            number,
        };
        let mut round = work::round_record(ctx, id)?;
        if !boards::collect_results(ctx, &mut work, &mut round.value)? {
            continue;
        }
        changed = true;
        let tournament = &mut work.record.value;
        tournament.pair_soon(ctx.moment.now);
        if let Some(arena) = tournament
            .arena
            .as_mut()
            .filter(|_| round.value.is_finished())
        {
            arena.open.retain(|&open| open != number);
        }
        work.writes.push(round.write());
    }
    let tournament = &mut work.record.value;
    let Some(arena) = &mut tournament.arena else {
        return Ok(Change::nothing(Answer::Seen));
    };
    let held = tournament.lost || tournament.stage == Stage::Paused;
    if arena.until <= ctx.moment.now && !tournament.lost {
        boards::release_games(ctx, &mut work)?;
        return Ok(rounds::finish(work, &[], ctx.moment));
    }
    if arena.pairs <= ctx.moment.now && !held && !changed {
        arena.pairs = arena.until;
        return rounds::begin_round(ctx, work);
    }
    if !changed {
        return Ok(Change::nothing(Answer::Seen));
    }
    Ok(work.done(Manner::InPlace, Answer::Seen, ctx.moment))
}

/// The rounds as they are shown: for an arena, one with all games in progress.
pub(crate) fn rounds_shown(
    reader: &Reader<'_>,
    record: &TournamentRecord,
) -> Result<Vec<RoundRecord>, Failure> {
    let rounds = work::rounds_for_pairing(reader, record)?;
    if record.arena.is_none() {
        return Ok(rounds);
    }
    let mut all = rounds.into_iter();
    let Some(mut merged) = all.next() else {
        return Ok(Vec::new());
    };
    merged.boards.extend(all.flat_map(|round| round.boards));
    merged.boards.retain(|board| board.pairing.result.is_none());
    Ok(vec![merged])
}
