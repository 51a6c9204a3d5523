//! Automatic progress of a tournament as its games end and time passes.

use text::Platform;

use crate::context::{Change, Ctx, Ended, Pass, Result, commit_for_effects};
use crate::model::{Home, Index, Key, Stage, TournamentId, UNTIL_LOCKED};
use crate::protocol::{Answer, Outgoing};
use crate::store::Page;
use crate::tournament::{PendingChange, arena, availability, records, rounds, threads};

/// Tournaments read at once.
const PAGE: usize = 200;

/// Starts every round, break or end of a tournament that is due. Idempotent.
pub(crate) fn advance(ctx: &Ctx<'_>, id: TournamentId) -> Result<Vec<Outgoing>> {
    commit_for_effects(ctx, |ctx| advanced(ctx, id, None))
}

/// Advances a tournament of which these games ended.
pub(crate) fn games_ended(ctx: &Ctx<'_>, id: TournamentId, ended: &Ended) -> Result<Vec<Outgoing>> {
    commit_for_effects(ctx, |ctx| {
        ctx.foresee(ended.keys().copied().map(Key::Game));
        ctx.foresee(ended.values().copied().map(Key::Round));
        advanced(ctx, id, Some(ended))
    })
}

/// Advances every tournament under way on a platform, in the homes that this process serves.
pub(crate) fn advance_all(ctx: &Ctx<'_>, platform: Platform) -> Result<Pass> {
    let mut pass = Pass::default();
    let mut number = 0;
    for under_way in ctx.pages(&Index::TournamentsUnderWay, Page::first(PAGE)) {
        for id in own(ctx, platform, &under_way?, &mut pass) {
            number += 1;
            let seed = ctx.moment.seed.wrapping_sub(number);
            pass.add(advance(&ctx.seeded(seed), id));
        }
    }
    Ok(pass)
}

/// Selects the tournaments on this platform whose home this process serves.
fn own(
    ctx: &Ctx<'_>,
    platform: Platform,
    listed: &[(i64, Key)],
    pass: &mut Pass,
) -> Vec<TournamentId> {
    ctx.foresee_rows(listed);
    let mut own = Vec::new();
    for (_, key) in listed {
        let &Key::Tournament(id) = key else { continue };
        match records::tournament_record(ctx, id) {
            Ok(record) => {
                let home = Home::of_venue(&record.value.venue);
                if home.platform() == Some(platform) && ctx.serves(home) {
                    own.push(id);
                }
            }
            Err(failure) => pass.add(Err(failure)),
        }
    }
    own
}

pub(crate) fn advanced(ctx: &Ctx<'_>, id: TournamentId, ended: Option<&Ended>) -> Result<Change> {
    let pending = PendingChange::load(ctx, id)?;
    let (tournament, now) = (&pending.record, ctx.moment.now);
    match tournament.stage {
        Stage::Open | Stage::Between(_) if tournament.lost => Ok(Change::nothing(Answer::Seen)),
        Stage::Open if tournament.is_reminder_due(now) => Ok(availability::remind(pending)),
        Stage::Open if tournament.plan.starts.is_some_and(|at| at <= now) => {
            rounds::start(ctx, pending, None)
        }
        Stage::Playing | Stage::Paused if tournament.arena.is_some() => {
            arena::advance_arena(ctx, pending)
        }
        Stage::Playing | Stage::Paused if tournament.has_begun() => {
            rounds::collect(ctx, pending, ended)
        }
        Stage::Between(next) if next <= now => rounds::begin_round(ctx, pending),
        Stage::Finished(at) if at.plus(UNTIL_LOCKED) <= now => {
            threads::lock_next_round(ctx, pending)
        }
        _ => Ok(Change::nothing(Answer::Seen)),
    }
}
