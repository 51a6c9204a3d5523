//! Deadlines: expiring challenges, flags, reminders, tournaments, daily puzzles, deletions.

use text::Platform;

use crate::app::{App, redelivery, room_moves};
use crate::challenge::invitation;
use crate::context::{Change, Ctx, Pass, Result, commit_for_effects, transaction};
use crate::game::{active_game, placement};
use crate::lesson::daily;
use crate::model::{ChallengeId, ChallengeRecord, ChallengeState, Key, Moment, Timestamp};
use crate::notify::notices;
use crate::privacy::{deletion, linking, renaming};
use crate::protocol::{Answer, Manner, Outgoing, Subject};
use crate::store::{Page, StoreError};
use crate::tournament::lifecycle;

/// Due entries handled in one call.
const BATCH: usize = 100;

impl App {
    /// Handles up to a hundred due entries of a platform, and retries stalled tournaments. Call it again while it returns effects.
    pub fn pass_time_on(&self, platform: Platform, moment: Moment) -> Result<Vec<Outgoing>> {
        let ctx = &self.ctx(moment);
        let mut pass = Pass::default();
        let due = ctx.due(platform, Page::first(BATCH))?;
        let due = due.into_iter().take_while(|(due, _)| *due <= moment.now.0);
        let stalled = std::mem::take(&mut *ctx.shared.stalled());
        let stalled = stalled.into_iter().map(Key::Tournament);
        for key in stalled.chain(due.map(|(_, key)| key)) {
            let seed = moment.seed.wrapping_add(pass.outgoing.len() as u64);
            let come = come_due(&ctx.seeded(seed), &key);
            if let (Key::Tournament(id), Err(failure)) = (key, &come) {
                ctx.shared.stall(id, failure);
            }
            pass.add(come);
        }
        if platform.delivers_again()
            && let Err(failure) = redelivery::forget_old(ctx)
        {
            pass.fail(failure);
        }
        // Failed entries are due again next time.
        pass.effects()
    }

    /// [`App::pass_time_on`] every platform.
    pub fn pass_time(&self, moment: Moment) -> Result<Vec<Outgoing>> {
        let mut outgoing = Vec::new();
        for platform in Platform::ALL {
            let seed = moment.seed.wrapping_add(outgoing.len() as u64);
            outgoing.extend(self.pass_time_on(platform, Moment { seed, ..moment })?);
        }
        Ok(outgoing)
    }

    /// When [`App::pass_time_on`] a platform is due next; the minimum timestamp if something is overdue.
    pub fn next_due_on(&self, platform: Platform) -> Result<Option<Timestamp>, StoreError> {
        if !self.shared.stalled().is_empty() {
            return Ok(Some(Timestamp(i64::MIN)));
        }
        let now = Timestamp(i64::MIN);
        let ctx = &self.ctx(Moment { now, seed: 0 });
        let first = ctx.due(platform, Page::first(1))?;
        let due = first.first().map(|&(due, _)| Timestamp(due));
        let old = if platform.delivers_again() {
            redelivery::next_old(ctx)?
        } else {
            None
        };
        Ok(due.into_iter().chain(old).min())
    }

    /// [`App::next_due_on`] any platform.
    pub fn next_due(&self) -> Result<Option<Timestamp>, StoreError> {
        let mut next = None;
        for platform in Platform::ALL {
            next = next.into_iter().chain(self.next_due_on(platform)?).min();
        }
        Ok(next)
    }

    /// Advances a platform's tournaments in the homes that are served: another process may have ended between the end of a game
    /// and its tournament's next step.
    pub fn advance_all(&self, platform: Platform, moment: Moment) -> Result<Vec<Outgoing>> {
        lifecycle::advance_all(&self.ctx(moment), platform)?.effects()
    }
}

fn come_due(ctx: &Ctx<'_>, key: &Key) -> Result<Vec<Outgoing>> {
    match key {
        Key::Challenge(id) => {
            deletion::sweep(ctx, Subject::Challenge(*id))?;
            commit_for_effects(ctx, |ctx| expire(ctx, *id))
        }
        Key::Game(id) => commit_for_effects(ctx, |ctx| match ctx.game(*id)?.value.result {
            Some(_) => placement::close_threads(ctx, *id),
            None => active_game::ring(ctx, *id),
        }),
        Key::Tournament(id) => lifecycle::advance(ctx, *id),
        Key::Person(id) => {
            renaming::rename_some(ctx, id)?;
            transaction::commit(ctx, |ctx| linking::expire_code(ctx, id))?;
            let digest = &ctx.seeded(ctx.moment.seed.rotate_left(16));
            let sent = commit_for_effects(digest, |ctx| notices::send_digest(ctx, id))?;
            Ok([sent, deletion::erase_some(ctx, id)?].concat())
        }
        Key::Server(id) => {
            let mut pass = Pass::default();
            pass.add(commit_for_effects(ctx, |ctx| daily::turn(ctx, id)));
            let seed = ctx.moment.seed.rotate_left(16);
            pass.add(room_moves::move_some(&ctx.seeded(seed), id));
            pass.effects()
        }
        Key::Daily(id) => deletion::sweep(ctx, Subject::Daily(*id)).map(|()| Vec::new()),
        _ => Ok(Vec::new()),
    }
}

fn expire(ctx: &Ctx<'_>, id: ChallengeId) -> Result<Change> {
    let Some(mut challenge) = ctx.load::<ChallengeRecord>(Key::Challenge(id))? else {
        return Ok(Change::nothing(Answer::Seen));
    };
    if challenge.value.state != ChallengeState::Open || challenge.value.expires > ctx.moment.now {
        return Ok(Change::nothing(Answer::Seen));
    }
    challenge.value.state = ChallengeState::Expired;
    Ok(invitation::write_and_show(challenge, Manner::InPlace))
}
