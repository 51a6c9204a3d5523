//! An action of a user, and how long to wait for the response.

use std::fmt;
use std::future::{Future, IntoFuture};
use std::panic::Location;
use std::pin::Pin;
use std::sync::Arc;

use super::Reply;
use super::wait::{expect_at, wait};
use crate::client::Refused;
use crate::state::{Shared, World};

type Operation = Box<dyn FnOnce(&mut World) -> Result<u64, Refused> + Send>;

/// An action of a user that is not done yet. See [An action and its response](crate#an-action-and-its-response).
#[must_use = "nothing happens until the action is awaited or sent"]
pub struct Action {
    shared: Arc<Shared>,
    caller: &'static Location<'static>,
    description: String,
    operation: Operation,
}

impl fmt::Debug for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Action({} at {})", self.description, self.caller)
    }
}

impl Action {
    /// `operation` triggers an interaction and returns its id.
    #[track_caller]
    pub(super) fn new(
        shared: &Arc<Shared>,
        description: String,
        operation: impl FnOnce(&mut World) -> Result<u64, Refused> + Send + 'static,
    ) -> Self {
        Self {
            shared: Arc::clone(shared),
            caller: Location::caller(),
            description,
            operation: Box::new(operation),
        }
    }

    /// Does it without waiting.
    pub fn send(self) -> Result<Reply, Refused> {
        let id = self.shared.update(self.operation)?;
        Ok(Reply::new(&self.shared, id))
    }

    /// Does it and waits for the initial response only. Panics if the client refuses or the bot does not respond.
    pub fn ack(self) -> impl Future<Output = Reply> + Send {
        let context = self.context();
        async move { unwrap(self.try_ack().await, &context) }
    }

    /// Does it and waits for the complete response, like `.await`, but does not panic.
    pub async fn attempt(self) -> Result<Reply, Refused> {
        let (caller, description) = (self.caller, self.description.clone());
        let reply = self.try_ack().await?;
        let shared = Arc::clone(&reply.shared);
        let what = format!("the response to {description} after its deferral");
        let is_filled = |w: &World| w.unfilled_deferral(reply.id).is_none();
        let filled = || shared.read(is_filled).then_some(());
        expect_at(caller, &shared, what, filled).await;
        Ok(reply)
    }

    /// Like [`Action::ack`], but does not panic.
    pub(crate) async fn try_ack(self) -> Result<Reply, Refused> {
        let description = self.description.clone();
        let reply = self.send()?;
        let (shared, id) = (Arc::clone(&reply.shared), reply.id);
        let responded = wait(&shared, || {
            shared.read(|w| {
                let i = w.interactions.get(&id)?;
                let responded = i.response.is_some();
                (responded || i.failed).then_some(responded)
            })
        });
        if responded.await == Some(true) {
            return Ok(reply);
        }
        // A frozen clock never reaches the deadline.
        shared.update(|w| w.fail_interaction(id));
        Err(Refused::NoAnswer(description))
    }

    fn context(&self) -> String {
        format!("{} at {}", self.description, self.caller)
    }
}

impl IntoFuture for Action {
    type Output = Reply;
    type IntoFuture = Pin<Box<dyn Future<Output = Reply> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        let context = self.context();
        Box::pin(async move { unwrap(self.attempt().await, &context) })
    }
}

fn unwrap(result: Result<Reply, Refused>, context: &str) -> Reply {
    result.unwrap_or_else(|error| panic!("{context}: {error}"))
}
