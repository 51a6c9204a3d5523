//! Commands, carried out one after the other for each person.

use std::sync::Arc;
use std::time::Instant;

use app::card::Card;
use app::effect::{Handled, Outgoing};
use app::store::StoreError;
use app::{App, PlayerId, Report, Request, ServerId};
use store::Database;
use tokio::sync::OwnedMutexGuard;
use tokio::time::sleep;

use super::{Result, Service};
use crate::backoff::Backoff;
use crate::telemetry::{self, Step};

/// Attempts to report what has happened, after the first.
const REPORT_RETRIES: usize = 6;

/// A person's turn, until it is dropped.
pub type Turn = OwnedMutexGuard<()>;

impl Service {
    /// Waits for a person's turn. Their commands are checked and carried out one after the other: a burst of one person's takes
    /// neither all threads nor all requests from others.
    pub async fn turn(&self, person: &PlayerId) -> Turn {
        self.persons.lock(person.clone()).await
    }

    /// Executes a command in the person's turn, on a blocking thread, and queues its effects.
    pub async fn handle(self: &Arc<Self>, request: Request) -> Result<Handled> {
        let turn = self.turn(&request.who.id).await;
        self.handle_in(turn, request).await
    }

    /// [`handle`](Self::handle) in a turn that has come.
    pub async fn handle_in(self: &Arc<Self>, _turn: Turn, request: Request) -> Result<Handled> {
        let platform = request.venue.room.platform();
        let now = self.adjusted_time(Some(platform)).await?;
        let moment = self.moment_at(now);
        tracing::Span::current().record("request", telemetry::request(moment.seed));
        let begun = Instant::now();
        let handled = self
            .run_blocking(move |service| service.app.handle(&request, moment))
            .await?;
        telemetry::done(Step::Stored, begun.elapsed());
        self.queue(handled.outgoing.clone());
        Ok(handled)
    }

    /// Asks the application something on a blocking thread; what can't wait for commands uses [`Self::query`].
    pub async fn ask<T: Send + 'static>(
        self: &Arc<Self>,
        question: impl FnOnce(&App) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        self.run_blocking(move |service| question(&service.app))
            .await
    }

    /// Asks the store something, or records something that concerns no command, on a blocking thread.
    pub async fn ask_store<T: Send + 'static>(
        self: &Arc<Self>,
        question: impl FnOnce(&dyn Database) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T> {
        self.run_blocking(move |service| Ok(question(&*service.store)?))
            .await
    }

    /// Reports to the application what has happened, at the present moment. Returns the effects that follow.
    pub fn report_to_app(&self, report: Report<'_>) -> Result<Vec<Outgoing>> {
        self.app.report(report, self.moment())
    }

    /// Reports what has happened, and queues the effects that follow. While the store fails, it is reported again a few times.
    pub async fn note(
        self: &Arc<Self>,
        report: impl Fn(&Self) -> Result<Vec<Outgoing>> + Clone + Send + 'static,
    ) {
        let mut delays = Backoff::ANSWER.delays().take(REPORT_RETRIES);
        while let Err(failure) = self.apply(report.clone()).await {
            let delay = delays.next().filter(|_| failure.is_transient());
            let Some(delay) = delay else {
                tracing::error!(?failure, "outcome of a request not recorded");
                return;
            };
            tracing::warn!(?failure, "outcome of a request not recorded yet");
            sleep(delay).await;
        }
    }

    /// Returns the welcome that a server is still owed, for the person who has just given its first command.
    pub async fn welcome(self: &Arc<Self>, server: ServerId) -> Option<Card> {
        let due = self.run_blocking(move |service| {
            if !service.app.owes_welcome(&server)? {
                return Ok(None);
            }
            service.app.first_command(&server, service.moment())
        });
        due.await.unwrap_or_else(|failure| {
            // The next command will bring it.
            tracing::error!(?failure, "welcome not shown");
            None
        })
    }
}
