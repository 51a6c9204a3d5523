//! Deadlines: expiring challenges, flags, reminders, tournaments, deletions.

use text::Platform;

use crate::app::{heard, moving};
use crate::challenge::invitation;
use crate::context::failure::Failure;
use crate::context::pass::Pass;
use crate::context::{Change, Ctx, transaction};
use crate::game::clock;
use crate::model::ids::ChallengeId;
use crate::model::key::Key;
use crate::model::moment::{Moment, Timestamp};
use crate::model::record::{ChallengeRecord, ChallengeState};
use crate::privacy::{deletion, linking, renaming};
use crate::protocol::effect::{Answer, Outgoing};
use crate::store::{Page, StoreError};
use crate::tournament::lifecycle;

/// Due entries handled in one call.
const BATCH: usize = 100;

/// When something is due next on a platform.
pub(crate) fn next(ctx: &Ctx<'_>, platform: Platform) -> Result<Option<Timestamp>, StoreError> {
    let first = ctx.due(platform, Page::first(1))?;
    let due = first.first().map(|&(due, _)| Timestamp(due));
    Ok(match platform {
        Platform::Discord => due,
        // Only Matrix delivers events again.
        Platform::Matrix => due.into_iter().chain(heard::next_old(ctx)?).min(),
    })
}

/// Handles what is due on a platform and retries stalled tournaments.
pub(crate) fn pass_time(ctx: &Ctx<'_>, platform: Platform) -> Result<Vec<Outgoing>, Failure> {
    let mut pass = Pass::default();
    let due = ctx.due(platform, Page::first(BATCH))?;
    let due = due
        .into_iter()
        .take_while(|(due, _)| *due <= ctx.moment.now.0);
    let stalled = std::mem::take(&mut *ctx.shared.stalled());
    let stalled = stalled.into_iter().map(Key::Tournament);
    for key in stalled.chain(due.map(|(_, key)| key)) {
        let moment = Moment {
            seed: ctx.moment.seed.wrapping_add(pass.outgoing.len() as u64),
            ..ctx.moment
        };
        let come = come_due(&ctx.at(moment), &key);
        if let (Key::Tournament(id), Err(failure)) = (key, &come) {
            ctx.shared.stall(id, failure);
        }
        pass.add(come);
    }
    if platform == Platform::Matrix
        && let Err(failure) = heard::forget_old(ctx)
    {
        pass.add(Err(failure));
    }
    // What failed is due again next time.
    pass.effects()
}

fn come_due(ctx: &Ctx<'_>, key: &Key) -> Result<Vec<Outgoing>, Failure> {
    let handled = match key {
        Key::Challenge(id) => {
            deletion::sweep(ctx, *id)?;
            transaction::commit(ctx, |ctx| expire(ctx, *id))?
        }
        Key::Game(id) => transaction::commit(ctx, |ctx| clock::ring(ctx, *id))?,
        Key::Tournament(id) => return lifecycle::advance(ctx, *id),
        Key::Person(id) => {
            renaming::rename_some(ctx, id)?;
            transaction::commit(ctx, |ctx| linking::expire_code(ctx, id))?;
            return deletion::erase_some(ctx, id);
        }
        Key::Server(id) => return moving::move_some(ctx, id),
        _ => return Ok(Vec::new()),
    };
    Ok(handled.outgoing)
}

fn expire(ctx: &Ctx<'_>, id: ChallengeId) -> Result<Change, Failure> {
    let Some(mut challenge) = ctx.load::<ChallengeRecord>(Key::Challenge(id))? else {
        return Ok(Change::nothing(Answer::Seen));
    };
    if challenge.value.state != ChallengeState::Open || challenge.value.expires > ctx.moment.now {
        return Ok(Change::nothing(Answer::Seen));
    }
    challenge.value.state = ChallengeState::Expired;
    Ok(invitation::update_challenge(challenge))
}
