//! When showing a subject is tried again, and when it is given up. Other effects are retried in `other_effects.rs`; the delays are in
//! `crate::backoff`.

use std::sync::{Arc, PoisonError};

use app::effect::Subject;
use tokio_util::sync::CancellationToken;
use tracing::Instrument as _;

use super::Pending;
use super::error::{ErrorClass, OutboxError};
use super::front_end::FrontEnd;
use super::job::{self, Job, PendingShow};
use super::showing::{self, Showing};
use crate::backoff::{Backoff, Poll, Retry};
use crate::service::Service;
use crate::telemetry;

/// Performs a job; returns false when the program stops first.
pub(super) async fn show_with_retries<F: FrontEnd>(
    front: &F,
    mut job: Job,
    pending: &Pending,
    stop: &CancellationToken,
) -> bool {
    let subject = job.subject;
    let mut retry = Retry::new(Backoff::OUTBOX, stop);
    while front.service().ownership().still_performs(&job.effects) {
        let span = tracing::info_span!("show", ?subject, requests = %job.requests());
        let (class, error) = match showing::show(front, &job, stop).instrument(span).await {
            Ok(Showing::Completed) | Err(OutboxError::NotOurs) => break,
            Ok(Showing::Interrupted) => return false,
            Ok(Showing::Superseded) => {
                let later = Poll::LATER_EFFECT.until(|| async { drain(pending, subject) });
                match stop.run_until_cancelled(later).await {
                    Some(Some(later)) => job.add(later),
                    // It is queued by the next run: this one shows the version that it has.
                    Some(None) => job.recovered = true,
                    None => return false,
                }
                continue;
            }
            Err(error @ OutboxError::OtherPlatform) => {
                tracing::error!(?subject, %error, "effects left in the store");
                return true;
            }
            Err(OutboxError::Failed(class, error)) => (class, error),
        };
        telemetry::request_failed("show");
        match class {
            ErrorClass::Transient => {
                tracing::warn!(platform = ?F::PLATFORM, ?subject, %error, "message delayed");
                // It may have been posted all the same; then the front end finds it.
                job.recovered = true;
                if !retry.wait().await {
                    return false;
                }
            }
            ErrorClass::Forbidden | ErrorClass::Gone | ErrorClass::Invalid => {
                tracing::error!(platform = ?F::PLATFORM, ?subject, %error, "message not posted");
                if leave_thread(front.service(), subject).await {
                    continue;
                }
                // A crash in between repeats this.
                if class != ErrorClass::Invalid {
                    showing::note_unseen(front.service(), subject).await;
                }
                if let Err(error) = showing::complete_job(front.service(), &job, None).await {
                    tracing::error!(?subject, %error, "effects not completed");
                }
                break;
            }
        }
    }
    front.service().ownership().performed(&job.effects);
    true
}

/// Takes what is next for a subject, if anything is.
fn drain(pending: &Pending, subject: Subject) -> Option<Vec<PendingShow>> {
    let mut map = pending.lock().unwrap_or_else(PoisonError::into_inner);
    let queue = map.get_mut(&subject).filter(|queue| !queue.is_empty())?;
    Some(job::take_next(queue))
}

/// Moves a game's board out of its thread, existing or planned, into the parent room; returns whether it had one.
async fn leave_thread(service: &Arc<Service>, subject: Subject) -> bool {
    let Some(board) = subject.board() else {
        return false;
    };
    let left =
        service.run_blocking(move |service| service.app().leave_thread(board, service.moment()));
    match left.await {
        Ok(Some(outgoing)) => {
            service.queue(outgoing);
            true
        }
        Ok(None) => false,
        Err(failure) => {
            tracing::error!(?board, ?failure, "game not moved out of its thread");
            false
        }
    }
}
