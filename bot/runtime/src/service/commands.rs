//! Commands, carried out one after the other for each person.

use std::sync::Arc;
use std::time::Instant;

use app::effect::{Handled, Outgoing};
use app::{App, Failure, PlayerId, Report, Request};
use tokio::sync::OwnedMutexGuard;

use super::Service;
use crate::telemetry::{self, Step};

/// A person's turn, until it is dropped.
#[derive(Debug)]
pub struct Turn(#[expect(dead_code, reason = "held")] OwnedMutexGuard<()>);

impl Service {
    /// Waits for a person's turn. Their commands are checked and carried out one after the other: a burst of one person's takes
    /// neither all threads nor all requests from others.
    pub async fn turn(&self, person: &PlayerId) -> Turn {
        Turn(self.persons.lock(person.clone()).await)
    }

    /// Executes a command in the person's turn, on a blocking thread, and queues its effects.
    pub async fn handle(self: &Arc<Self>, request: Request) -> Result<Handled, Failure> {
        let turn = self.turn(&request.who.id).await;
        self.handle_in(turn, request).await
    }

    /// [`handle`](Self::handle) in a turn that has come.
    pub async fn handle_in(
        self: &Arc<Self>,
        _turn: Turn,
        request: Request,
    ) -> Result<Handled, Failure> {
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
        question: impl FnOnce(&App) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        self.run_blocking(move |service| question(&service.app))
            .await
    }

    /// Reports to the application what has happened, at the present moment. Returns the effects that follow.
    pub fn report_to_app(&self, report: Report<'_>) -> Result<Vec<Outgoing>, Failure> {
        self.app.report(report, self.moment())
    }
}
