//! What performing effects takes of Discord.
//!
//! A message that an earlier attempt may have posted is found by its dedup key, as a nonce or in the channel (`repeat`).

mod delivery;
mod members;
mod posting;
pub(super) mod repeat;
pub(super) mod retire;
pub(super) mod server_event;

use std::sync::Arc;

use app::card::Card;
use app::effect::{EffectId, LookFor, NotAwarded, Subject};
use app::server_event::Schedule;
use app::{BoardId, PlayerId, RoleId, RoomId, ServerId, Shown, ThreadToOpen, Timestamp};
use text::{Platform, Text};
use tokio_util::sync::CancellationToken;

use super::markdown::{self, shared_lang};
use super::refusals::Recipient;
use super::{Bot, ids};
use runtime::outbox::pauses::Pauses;
use runtime::outbox::{FrontEnd, Job, OutboxError, Posted};
use runtime::service::Service;
use store::Post;

impl FrontEnd for Bot {
    const PLATFORM: Platform = Platform::Discord;

    type Recipient = Recipient;

    fn service(&self) -> &Arc<Service> {
        &self.service
    }

    fn stop(&self) -> &CancellationToken {
        &self.stop
    }

    fn pauses(&self) -> &Pauses<Recipient> {
        &self.refusals.pauses
    }

    fn room(&self, room: &RoomId) -> Option<Recipient> {
        ids::room(room).map(Recipient::Channel)
    }

    fn person(&self, person: &PlayerId) -> Option<Recipient> {
        ids::user(person).map(Recipient::User)
    }

    fn is_editable(&self, subject: Subject, post: &Post, _: &Shown) -> bool {
        !self.is_stale(subject, post)
    }

    fn remains(&self, text: &Text) -> String {
        markdown::content(text, shared_lang())
    }

    async fn open_thread(
        &self,
        board: BoardId,
        room: &RoomId,
        thread: &ThreadToOpen,
        attempted: Option<Timestamp>,
    ) -> Result<RoomId, OutboxError> {
        self.thread(board, room, thread, attempted).await
    }

    async fn edit(&self, post: &Post, job: &Job, shown: &Shown) -> Result<bool, OutboxError> {
        self.edit_post(post, job, shown).await
    }

    async fn post(
        &self,
        job: &Job,
        shown: &Shown,
        call: &[PlayerId],
    ) -> Result<Posted, OutboxError> {
        self.post_new(job, shown, call).await
    }

    async fn retire(&self, former: Post) {
        // At shutdown the receiver may be gone; the store remembers the message.
        drop(self.retirements.send(former));
    }

    async fn deliver(
        &self,
        to: &Recipient,
        id: &EffectId,
        card: Card,
        call: &[PlayerId],
        attempted: Option<Timestamp>,
    ) -> Result<(), OutboxError> {
        self.send_once(*to, id, card, call, attempted).await
    }

    async fn give_role(
        &self,
        server: &ServerId,
        person: &PlayerId,
        role: &RoleId,
    ) -> Result<Option<NotAwarded>, OutboxError> {
        self.assign(server, person, role).await
    }

    async fn has_left(&self, look: &LookFor, person: &PlayerId) -> Result<bool, OutboxError> {
        self.is_gone(&look.server, person).await
    }

    async fn schedule(&self, id: &EffectId, schedule: Schedule) -> Result<(), OutboxError> {
        self.keep_scheduled(id, schedule).await
    }
}
