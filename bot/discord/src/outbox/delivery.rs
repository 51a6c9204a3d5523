//! Messages that are sent once: to a channel, or directly to a user.

use app::card::Card;
use app::effect::EffectId;
use app::{PlayerId, Timestamp};
use serenity::all::ChannelId;

use crate::markdown::shared_lang;
use crate::refusals::Recipient;
use crate::retry::{ErrorClass, OutboxError, request_error};
use crate::{Bot, messages};

impl Bot {
    /// Sends an effect's only message. `attempted` as in [`Self::post_once`].
    pub(super) async fn send_once(
        &self,
        to: Recipient,
        id: &EffectId,
        card: Card,
        call: &[PlayerId],
        attempted: Option<Timestamp>,
    ) -> Result<(), OutboxError> {
        let channel = self.channel_of(to).await.map_err(request_error)?;
        let rendered = messages::render(&self.artist, card, shared_lang()).await;
        let message = rendered.post(call, &messages::effect_key(id));
        let posted = self.post_once(channel, &message, attempted).await;
        if let (Recipient::User(user), Err(error)) = (to, &posted)
            && error.class() == Some(ErrorClass::Gone)
        {
            // The next message opens another channel.
            self.refusals.direct_channels.forget(user);
        }
        posted.map(drop)
    }

    /// The channel to write in; a user's direct channel is opened once.
    async fn channel_of(&self, recipient: Recipient) -> serenity::Result<ChannelId> {
        let user = match recipient {
            Recipient::Channel(channel) => return Ok(channel),
            Recipient::User(user) => user,
        };
        if let Some(channel) = self.refusals.direct_channels.of(user) {
            return Ok(channel);
        }
        let channel = self.rest.direct_messages(user).await?;
        self.refusals.direct_channels.note(user, channel);
        Ok(channel)
    }
}
