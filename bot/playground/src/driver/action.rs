//! Something that a person does, and how long one waits for the answer.

use std::fmt;
use std::future::{Future, IntoFuture};
use std::panic::Location;
use std::pin::Pin;
use std::sync::Arc;

use super::Reply;
use super::wait::wait;
use crate::acting::Refused;
use crate::state::{Asked, Shared, World};

type Doing = Box<dyn FnOnce(&mut World) -> Result<u64, Refused> + Send>;

/// Something that a person is about to do; nothing happens until it is awaited or sent. See the crate's documentation.
#[must_use = "nothing happens until the action is awaited or sent"]
pub struct Action {
    shared: Arc<Shared>,
    at: &'static Location<'static>,
    what: String,
    doing: Doing,
}

impl fmt::Debug for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Action({} at {})", self.what, self.at)
    }
}

impl Action {
    pub(super) fn new(
        shared: &Arc<Shared>,
        at: &'static Location<'static>,
        what: String,
        doing: Doing,
    ) -> Self {
        Self {
            shared: Arc::clone(shared),
            at,
            what,
            doing,
        }
    }

    /// Does it and waits for nothing.
    ///
    /// # Errors
    /// [`Refused::Client`] if the client does not let this person do it.
    pub fn send(self) -> Result<Reply, Refused> {
        let id = self.shared.change(self.doing)?;
        Ok(Reply {
            shared: self.shared,
            id,
        })
    }

    /// Does it and waits for the first response only.
    ///
    /// # Panics
    /// If the client refuses or nobody answers.
    pub fn ack(self) -> impl Future<Output = Reply> + Send {
        let (at, what) = (self.at, self.what.clone());
        async move {
            self.answered(false)
                .await
                .unwrap_or_else(|e| panic!("{what} at {at}: {e}"))
        }
    }

    /// Does it and waits for the whole answer, like `.await`, but does not panic.
    ///
    /// # Errors
    /// [`Refused`], if the client refuses or nobody answers in time.
    pub async fn attempt(self) -> Result<Reply, Refused> {
        self.answered(true).await
    }

    /// Like [`Action::ack`], but does not panic.
    ///
    /// # Errors
    /// [`Refused`], if the client refuses or nobody answers in time.
    pub async fn acknowledged(self) -> Result<Reply, Refused> {
        self.answered(false).await
    }

    async fn answered(self, whole: bool) -> Result<Reply, Refused> {
        let (at, what) = (self.at, self.what.clone());
        let reply = self.send()?;
        let id = reply.id;
        let shared = Arc::clone(&reply.shared);
        let acknowledged = wait(&shared, at, None, || {
            shared.look(|w| {
                let i = w.interactions.get(&id)?;
                let settled = i.response.is_some() || i.failed;
                settled.then_some(i.response.is_some())
            })
        });
        if acknowledged.await != Some(true) {
            // Fifteen real seconds without an answer are as good as three of a clock that stands still.
            shared.change(|w| w.fail(id));
            return Err(Refused::NoAnswer(what));
        }
        if whole {
            wait(
                &shared,
                at,
                Some(&format!("the answer to {what} after its deferral")),
                || {
                    shared.look(|w| {
                        let loading = w
                            .interactions
                            .get(&id)
                            .filter(|i| i.response == Some(5))
                            .and_then(|i| i.original);
                        let waiting = loading
                            .and_then(|m| w.messages.get(&m))
                            .is_some_and(|m| m.is_loading() && !m.deleted);
                        (!waiting).then_some(())
                    })
                },
            )
            .await;
        }
        Ok(reply)
    }
}

impl IntoFuture for Action {
    type Output = Reply;
    type IntoFuture = Pin<Box<dyn Future<Output = Reply> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        let (at, what) = (self.at, self.what.clone());
        Box::pin(async move {
            self.answered(true)
                .await
                .unwrap_or_else(|e| panic!("{what} at {at}: {e}"))
        })
    }
}

/// What kind of interaction a reply belongs to, in words for steps and errors.
pub(super) fn noun(asked: Asked) -> &'static str {
    match asked {
        Asked::Command => "command",
        Asked::Component => "component",
        Asked::Autocomplete => "autocomplete",
        Asked::Modal => "modal",
    }
}
