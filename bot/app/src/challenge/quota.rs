//! How often challenges can be made. Counted from the challenges in the store, so a restart forgives nothing.

use crate::context::Ctx;
use crate::context::failure::Failure;
use crate::model::ids::{Person, Venue};
use crate::model::key::{Index, Key};
use crate::model::moment::{Span, Timestamp};
use crate::model::record::{ChallengeRecord, ChallengeState};
use crate::people::blocking;
use crate::protocol::people_refusal::PeopleRefusal;
use crate::store::Page;

/// The time over which challenges are counted.
const HOUR: Span = Span::hours(1);

/// How long somebody who said no is left in peace by whoever asked.
const PEACE: Span = Span::minutes(10);

/// One's own latest challenges that are looked through for a no.
const LOOKED_AT: usize = 5;

pub(crate) fn may_challenge(
    ctx: &Ctx<'_>,
    who: &Person,
    venue: &Venue,
    to: Option<&Person>,
) -> Result<(), Failure> {
    let mine = Index::ChallengesMadeBy(who.id.clone());
    if let Some(until) = full(ctx, &mine, ctx.limits.hourly)? {
        return Err(PeopleRefusal::TooOften(until).into());
    }
    if let Some(server) = &venue.server {
        let here = Index::ChallengesMadeIn(server.clone());
        if let Some(until) = full(ctx, &here, ctx.limits.server_hourly)? {
            return Err(PeopleRefusal::TooOftenHere(until).into());
        }
    }
    let Some(to) = to else { return Ok(()) };
    if to.id.is_ghost() {
        return Err(PeopleRefusal::NotAvailable(to.clone()).into());
    }
    blocking::not_blocked(ctx, who, to)?;
    for (made, key) in ctx.store.list(&mine, Page::last(LOOKED_AT))? {
        let until = Timestamp(made).plus(PEACE);
        if until <= ctx.moment.now {
            break;
        }
        let challenge = ctx.load::<ChallengeRecord>(key)?;
        let no = challenge.is_some_and(|challenge| {
            challenge.value.state == ChallengeState::Declined
                && challenge.value.to.is_some_and(|asked| asked.id == to.id)
        });
        if no {
            return Err(PeopleRefusal::SaidNo(to.clone(), until).into());
        }
    }
    Ok(())
}

/// Until when nothing more may be added to an index by time, if as much was added in the last hour as may be.
fn full(ctx: &Ctx<'_>, index: &Index, most: usize) -> Result<Option<Timestamp>, Failure> {
    let rows: Vec<(i64, Key)> = ctx.store.list(index, Page::last(most))?;
    if rows.len() < most {
        return Ok(None);
    }
    let oldest = rows.last().map_or(ctx.moment.now, |row| Timestamp(row.0));
    let until = oldest.plus(HOUR);
    Ok((until > ctx.moment.now).then_some(until))
}
