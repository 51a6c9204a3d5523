//! The Matrix front end: what people write, and which reactions they choose, become commands; effects become messages.
//!
//! `hearing` reads syncs, and `answers` says what commands answer. `outbox` performs effects. Both speak through `words` and
//! `messages`; `ids` names people and rooms. The crate `matrix` is the account that they use.

pub mod ids;

mod choices;
mod governor;
mod messages;
mod outbox;
mod speaker;
mod words;

use std::sync::Arc;

use tokio_util::sync::CancellationToken;

use crate::outbox::pauses::Pauses;
use crate::service::Service;
use outbox::Recipient;
use speaker::Speaker;

/// What all handlers of this front end share.
pub(crate) struct Bot {
    pub(crate) service: Arc<Service>,
    pub(crate) speaker: Speaker,
    /// Who is not written to for now.
    pub(crate) pauses: Pauses<Recipient>,
    pub(crate) stop: CancellationToken,
}
