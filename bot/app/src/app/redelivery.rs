//! Deduplicates events that a platform may deliver again.

use crate::app::dispatch;
use crate::context::{Change, Ctx, Failure, Result, commit_for_effects, transaction};
use crate::model::{HeardId, HeardRecord, Index, Key, Moment, PlayerId, RoomId, Timestamp};
use crate::protocol::{Answer, Effect, Handled, News, Outgoing, Request};
use crate::store::{Batch, Page, Removal, StoreError, Write};

const BATCH: usize = 200;

/// Runs an event's command once. A change or a refusal is recorded; an answer that changes nothing is given again.
pub(super) fn once(ctx: &Ctx<'_>, event: &HeardId, request: &Request) -> Result<Handled> {
    let outcome = transaction::commit(ctx, |ctx| {
        // The command reads these next.
        ctx.foresee([Key::Person(request.who.id.clone())]);
        ctx.foresee(request.venue.server.clone().map(Key::Server));
        if ctx.get(&Key::Heard(event.clone()))?.is_some() {
            return Ok(Change::nothing(Answer::Seen));
        }
        let mut change = dispatch::change(ctx, request)?;
        if change.is_something() {
            change.writes.push(acted_on(event, ctx.moment));
        }
        Ok(change)
    });
    if let Err(Failure::Refused(_)) = &outcome {
        // A second delivery might be allowed, but this one was answered.
        ctx.commit_unless_changed(Batch::writing([acted_on(event, ctx.moment)]))?;
    }
    outcome
}

/// Greets a person in a direct conversation that Delos has joined, unless it did so recently.
pub(super) fn greet(ctx: &Ctx<'_>, person: &PlayerId, room: &RoomId) -> Result<Vec<Outgoing>> {
    let event = HeardId::new(format!("{room} joined"));
    commit_for_effects(ctx, |ctx| {
        let mut change = Change::nothing(Answer::Seen);
        if ctx.get(&Key::Heard(event.clone()))?.is_none() {
            change.writes.push(acted_on(&event, ctx.moment));
            let met = Effect::announce(room.clone(), News::Met(person.clone()));
            change.effects.push(met);
        }
        Ok(change)
    })
}

/// Returns the write that records the event. It conflicts if the event was recorded before.
fn acted_on(event: &HeardId, moment: Moment) -> Write {
    let (id, at) = (event.clone(), moment.now);
    Write::new(0, HeardRecord { id, at })
}

/// When the oldest record may be deleted; `None` while its event may be delivered again.
pub(super) fn next_old(ctx: &Ctx<'_>) -> Result<Option<Timestamp>, StoreError> {
    let acknowledged = ctx.shared.acknowledged();
    let oldest = ctx.store.list(&Index::Heard, Page::first(1))?;
    let oldest = oldest.first().map(|&(at, _)| Timestamp(at));
    let oldest = oldest.filter(|at| *at < acknowledged);
    Ok(oldest.map(|at| at.plus(HeardRecord::KEPT)))
}

/// Deletes records of events that were acknowledged long ago.
pub(super) fn forget_old(ctx: &Ctx<'_>) -> Result<()> {
    let long_ago = ctx.moment.now.0.saturating_sub(HeardRecord::KEPT.0);
    let acknowledged = ctx.shared.acknowledged().0.saturating_sub(1);
    let before = long_ago.min(acknowledged);
    let oldest = ctx.store.list(&Index::Heard, Page::first(BATCH))?;
    let old = oldest.into_iter().take_while(|(at, _)| *at <= before);
    // A record is never written again.
    let batch = Batch::removing(old.map(|(_, key)| Removal::new(1, key)));
    if !batch.removals.is_empty() {
        ctx.commit(batch)?;
    }
    Ok(())
}
