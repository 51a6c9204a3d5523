//! Effects that have no lasting message: notices, announcements, roles for winners, membership checks, closed threads and server
//! events.

use app::effect::{Award, Effect, EffectId, LookFor, Outgoing};
use app::server_event::Schedule;
use app::{Announce, News, Report, Timestamp, TournamentId};
use tokio_util::sync::CancellationToken;

use super::error::{ErrorClass, OutboxError, Result};
use super::front_end::{FrontEnd, NewNotice};
use crate::backoff::{Backoff, Retry};
use crate::locks::Locks;
use crate::service::QueuedEffect;
use crate::telemetry;

/// Performs an effect with retries after transient errors, and drops it after a permanent one.
pub(super) async fn perform<F: FrontEnd>(
    front: &F,
    queued: &QueuedEffect,
    events: &Locks<TournamentId>,
    stop: &CancellationToken,
) {
    let Outgoing { id, effect, .. } = &queued.outgoing;
    let kind = match effect {
        Effect::Tell(_) => "notice",
        Effect::Announce(_) => "announcement",
        Effect::Award(_) => "award",
        Effect::CloseThread(_) => "thread",
        Effect::Schedule(_) => "server event",
        Effect::LookFor(_) => "membership",
        Effect::Show(_) | Effect::Think(_) | Effect::Analyze(_) => return,
    };
    let mut attempt = Attempt {
        front,
        id,
        events,
        attempted: id.time().filter(|_| queued.recovered),
    };
    let mut retry = Retry::new(Backoff::OUTBOX, stop);
    let own = std::slice::from_ref(id);
    while front.service().ownership().still_performs(own) {
        let Err(error) = attempt.perform(effect).await else {
            return;
        };
        let (class, error) = match error {
            OutboxError::NotOurs => return,
            OutboxError::OtherPlatform => {
                tracing::error!(effect = %id.0, kind, %error, "effect left in the store");
                return;
            }
            OutboxError::Failed(class, error) => (class, error),
        };
        telemetry::request_failed(kind);
        if class != ErrorClass::Transient {
            tracing::warn!(platform = ?F::PLATFORM, effect = %id.0, kind, %error, "effect dropped");
            if let Err(error) = attempt.complete().await {
                tracing::error!(effect = %id.0, %error, "effect not completed");
            }
            return;
        }
        tracing::warn!(platform = ?F::PLATFORM, effect = %id.0, kind, %error, "effect delayed");
        attempt.attempted = id.time();
        if !retry.wait().await {
            return;
        }
    }
}

/// One attempt at an effect.
pub(super) struct Attempt<'a, F> {
    pub(super) front: &'a F,
    pub(super) id: &'a EffectId,
    /// One effect at a time looks for a tournament's event: two that find none would create two.
    events: &'a Locks<TournamentId>,
    /// The time of an earlier attempt, as in [`FrontEnd`].
    pub(super) attempted: Option<Timestamp>,
}

impl<F: FrontEnd> Attempt<'_, F> {
    /// Performs the effect, and completes it.
    async fn perform(&self, effect: &Effect) -> Result<()> {
        match effect {
            Effect::Tell(tell) => self.notify(tell).await,
            Effect::Announce(announce) => self.announce(announce).await,
            Effect::Award(award) => self.award(award).await,
            Effect::CloseThread(close) => {
                F::check_platform(close.thread.as_str())?;
                let thread = &close.thread;
                self.front.close_thread(thread, close.locked).await?;
                self.complete().await
            }
            Effect::Schedule(schedule) => self.schedule(*schedule).await,
            Effect::LookFor(look) => self.check_membership(look).await,
            Effect::Show(_) | Effect::Think(_) | Effect::Analyze(_) => Ok(()),
        }
    }

    pub(super) async fn complete(&self) -> Result<()> {
        let done = [self.id.clone()];
        let service = self.front.service();
        let settled = service.ask_store(move |store| store.settle(&done));
        Ok(settled.await?)
    }

    async fn announce(&self, announce: &Announce) -> Result<()> {
        F::check_platform(announce.room.as_str())?;
        let (front, service) = (self.front, self.front.service());
        let asked = announce.clone();
        let card = service.ask(move |app| app.announced(&asked)).await?;
        if let (Some(room), Some(card)) = (front.room(&announce.room), card) {
            let news = NewNotice {
                id: self.id,
                card,
                call: &[],
                reply_to: None,
            };
            let posted = front.deliver(&room, news, self.attempted).await;
            match (posted, &announce.news) {
                (Err(error), News::Joined(server))
                    if matches!(
                        error.class(),
                        Some(ErrorClass::Forbidden | ErrorClass::Gone)
                    ) =>
                {
                    let server = server.clone();
                    service
                        .note(move |service| service.report_to_app(Report::NotWelcomed(&server)))
                        .await;
                }
                (posted, _) => posted?,
            }
        }
        self.complete().await
    }

    /// Gives the winners their role, which does nothing for those who have it, and tells the application who did not get it; that
    /// completes the effect.
    async fn award(&self, award: &Award) -> Result<()> {
        F::check_platform(award.server.as_str())?;
        let mut failed = Vec::new();
        for person in &award.people {
            let given = self.front.give_role(&award.server, person, &award.role);
            failed.extend(given.await?);
        }
        // One message tells the organizer of a reason that all winners share.
        failed.dedup();
        let (id, award) = (self.id.clone(), award.clone());
        let told = (self.front.service())
            .apply(move |service| service.report_to_app(Report::Awarded(&id, &award, &failed)));
        Ok(told.await?)
    }

    /// Looks the people up, and tells the application who has left; that completes the effect.
    async fn check_membership(&self, look: &LookFor) -> Result<()> {
        F::check_platform(look.server.as_str())?;
        let mut gone = Vec::new();
        for person in &look.people {
            if self.front.has_left(look, person).await? {
                gone.push(person.clone());
            }
        }
        let (id, look) = (self.id.clone(), look.clone());
        let told = (self.front.service())
            .apply(move |service| service.report_to_app(Report::Gone(&id, &look, &gone)));
        Ok(told.await?)
    }

    /// Makes a tournament's event in the server's list agree with the tournament, and tells the application; that completes the
    /// effect.
    async fn schedule(&self, schedule: Schedule) -> Result<()> {
        let service = self.front.service();
        let _turn = self.events.lock(schedule.tournament).await;
        let wanted = service.ask(move |app| app.wanted_event(schedule));
        let Some(wanted) = wanted.await? else {
            return self.complete().await;
        };
        F::check_platform(wanted.server.as_str())?;
        let scheduled = self.front.schedule(schedule.tournament, &wanted).await?;
        let id = self.id.clone();
        let told = service.apply(move |service| {
            service.report_to_app(Report::Scheduled(&id, schedule, &scheduled))
        });
        Ok(told.await?)
    }
}
