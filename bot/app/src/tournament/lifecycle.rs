//! Automatic progress of a tournament as its games end and time passes.

use text::Platform;

use crate::context::failure::Failure;
use crate::context::transaction::Ended;
use crate::context::{Change, Ctx, transaction};
use crate::model::home::Home;
use crate::model::ids::TournamentId;
use crate::model::key::{Index, Key};
use crate::model::moment::Moment;
use crate::model::record::{Stage, TournamentRecord};
use crate::protocol::effect::{Answer, Outgoing};
use crate::store::Page;
use crate::tournament::work::Work;
use crate::tournament::{arena, availability, rounds, work};

/// Advances a tournament as far as its games and the time allow. Idempotent.
///
/// # Errors
/// When the store fails.
pub(crate) fn advance(ctx: &Ctx<'_>, id: TournamentId) -> Result<Vec<Outgoing>, Failure> {
    let handled = transaction::commit(ctx, |ctx| advanced(ctx, id, None))?;
    Ok(handled.outgoing)
}

/// Advances a tournament of which these games ended.
pub(crate) fn games_ended(
    ctx: &Ctx<'_>,
    id: TournamentId,
    ended: &Ended,
) -> Result<Vec<Outgoing>, Failure> {
    let handled = transaction::commit(ctx, |ctx| {
        ctx.foresee(ended.keys().copied().map(Key::Game));
        ctx.foresee(ended.values().copied().map(Key::Round));
        advanced(ctx, id, Some(ended))
    })?;
    Ok(handled.outgoing)
}

/// Advances every tournament under way on a platform; called at startup.
pub(crate) fn advance_all(ctx: &Ctx<'_>, platform: Platform) -> Result<Vec<Outgoing>, Failure> {
    let mut under_way = Vec::new();
    let rows = ctx.list(&Index::TournamentsUnderWay, Page::first(1000))?;
    for tournament in ctx.records::<TournamentRecord>(rows, 100) {
        let tournament = tournament?;
        if Home::of_venue(&tournament.venue).platform() == Some(platform) {
            under_way.push(tournament.id);
        }
    }
    let mut outgoing = Vec::new();
    for (id, number) in under_way.into_iter().zip(1..) {
        let seed = ctx.moment.seed.wrapping_sub(number);
        outgoing.extend(advance(&ctx.at(Moment { seed, ..ctx.moment }), id)?);
    }
    Ok(outgoing)
}

pub(crate) fn advanced(
    ctx: &Ctx<'_>,
    id: TournamentId,
    ended: Option<&Ended>,
) -> Result<Change, Failure> {
    let record = work::tournament_record(ctx, id)?;
    match record.value.stage {
        Stage::Open | Stage::Between(_) if record.value.lost => Ok(Change::nothing(Answer::Seen)),
        Stage::Open if record.value.is_reminder_due(ctx.moment.now) => {
            Ok(availability::remind(record, ctx.moment))
        }
        Stage::Open
            if record
                .value
                .plan
                .starts
                .is_some_and(|at| at <= ctx.moment.now) =>
        {
            rounds::start(ctx, Work::new(record), None)
        }
        Stage::Playing | Stage::Paused if record.value.arena.is_some() => {
            arena::advance_arena(ctx, record)
        }
        Stage::Playing | Stage::Paused if record.value.has_begun() => {
            rounds::collect(ctx, record, ended)
        }
        Stage::Between(next) if next <= ctx.moment.now => {
            rounds::begin_round(ctx, Work::new(record))
        }
        _ => Ok(Change::nothing(Answer::Seen)),
    }
}
