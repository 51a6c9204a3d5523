//! Answers on Matrix.

use std::sync::Arc;

use super::posts::MatrixMessage;
use super::{Matrix, World};
use crate::conversations::front::Answer;

/// The answer to an event.
#[derive(Clone, Debug)]
pub(crate) struct MatrixReply {
    pub(super) world: Arc<World>,
    pub(super) event: String,
    /// The private message whose choice it answers.
    pub(super) of: Option<MatrixMessage>,
}

impl Answer for MatrixReply {
    type On = Matrix;

    async fn message(&self) -> MatrixMessage {
        let transaction = format!("a:{}", self.event);
        let sent = || self.world.server.sent_with(&transaction);
        let what = format!("an answer to {}", self.event);
        let answer = self.world.server.when(&what, sent).await;
        MatrixMessage::new(&self.world, answer.id)
    }

    fn messages(&self) -> Vec<MatrixMessage> {
        let sent = self.world.server.sent_with(&format!("a:{}", self.event));
        let messages = sent.into_iter();
        messages
            .map(|one| MatrixMessage::new(&self.world, one.id))
            .collect()
    }
}
