//! What a tournament does by itself as its games end and time passes.

use crate::context::failure::Failure;
use crate::context::{Change, Ctx, transaction};
use crate::model::ids::TournamentId;
use crate::model::key::{Index, Key};
use crate::model::moment::Moment;
use crate::model::record::Stage;
use crate::protocol::effect::{Answer, Outgoing};
use crate::store::Page;
use crate::tournament::work::Work;
use crate::tournament::{arena, availability, rounds, work};

/// Goes on with a tournament as far as its games and the time allow. Doing it again changes nothing.
///
/// # Errors
/// When the store fails.
pub(crate) fn advance(ctx: &Ctx<'_>, id: TournamentId) -> Result<Vec<Outgoing>, Failure> {
    let handled = transaction::commit(ctx, |ctx| advanced(ctx, id))?;
    Ok(handled.outgoing)
}

/// Goes on with every tournament that is under way: to be called at a start.
pub(crate) fn advance_all(ctx: &Ctx<'_>) -> Result<Vec<Outgoing>, Failure> {
    let mut outgoing = Vec::new();
    let under_way = ctx
        .store
        .list(&Index::TournamentsUnderWay, Page::first(1000))?;
    for ((_, key), number) in under_way.into_iter().zip(1..) {
        if let Key::Tournament(id) = key {
            let seed = ctx.moment.seed.wrapping_sub(number);
            outgoing.extend(advance(&ctx.at(Moment { seed, ..ctx.moment }), id)?);
        }
    }
    Ok(outgoing)
}

pub(crate) fn advanced(ctx: &Ctx<'_>, id: TournamentId) -> Result<Change, Failure> {
    let record = work::tournament_record(ctx, id)?;
    match record.value.stage {
        Stage::Open | Stage::Between(_) if record.value.lost => Ok(Change::nothing(Answer::Seen)),
        Stage::Open if record.value.is_to_remind(ctx.moment.now) => {
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
        Stage::Playing | Stage::Paused if record.value.has_begun() => rounds::collect(ctx, record),
        Stage::Between(next) if next <= ctx.moment.now => {
            rounds::begin_round(ctx, Work::new(record))
        }
        _ => Ok(Change::nothing(Answer::Seen)),
    }
}
