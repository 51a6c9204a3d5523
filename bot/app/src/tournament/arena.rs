//! Arenas: whoever is free is paired again, until time is up. Each time that some are paired is a round of its own.

use crate::context::failure::Failure;
use crate::context::{Change, Ctx, Loaded, Reader};
use crate::model::moment::{Span, Timestamp};
use crate::model::record::{RoundId, RoundRecord, Stage, TournamentRecord};
use crate::protocol::effect::{Answer, Manner};
use crate::tournament::work::Work;
use crate::tournament::{boards, rounds, work};

/// How long whoever is free waits for others to become free, so that there is somebody to choose from.
const WAIT: Span = Span::seconds(10);

impl TournamentRecord {
    /// Somebody is free in an arena: they are paired before long.
    pub(crate) fn pair_soon(&mut self, now: Timestamp) {
        if let Some(arena) = &mut self.arena {
            arena.pairs = arena.pairs.min(now.plus(WAIT));
        }
    }
}

/// Takes results in, pairs those who are free when it is time to, and ends at the end.
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
        if !boards::take_in(ctx, &mut work, &mut round.value)? {
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
    let stands = tournament.lost || tournament.stage == Stage::Paused;
    if arena.until <= ctx.moment.now && !tournament.lost {
        boards::let_go(ctx, &mut work)?;
        return Ok(rounds::finish(work, &[], ctx.moment));
    }
    if arena.pairs <= ctx.moment.now && !stands && !changed {
        arena.pairs = arena.until;
        return rounds::begin_round(ctx, work);
    }
    if !changed {
        return Ok(Change::nothing(Answer::Seen));
    }
    Ok(work.done(Manner::InPlace, Answer::Seen, ctx.moment))
}

/// The rounds as they are shown: of an arena one with all games that are being played.
pub(crate) fn rounds_shown(
    reader: &Reader<'_>,
    record: &TournamentRecord,
) -> Result<Vec<RoundRecord>, Failure> {
    let rounds = work::rounds_that_matter(reader, record)?;
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
