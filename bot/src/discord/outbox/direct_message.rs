//! Notices: a direct message, or a mention in the game's channel for people who accept none.

use app::effect::EffectId;
use app::{Home, Tell, Timestamp, Told};
use serenity::all::{ChannelId, UserId};

use crate::discord::markdown::shared_lang;
use crate::discord::refusals::Recipient;
use crate::discord::retry::{ErrorClass, classify, store_error};
use crate::discord::{Bot, ids, messages};

/// How a notice reaches a person.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Route {
    DirectMessage,
    Mention,
}

impl Bot {
    /// Sends a notice and completes its effect. `attempted` as in [`Self::post_once`].
    pub(super) async fn notify(
        &self,
        id: &EffectId,
        tell: &Tell,
        attempted: Option<Timestamp>,
    ) -> anyhow::Result<()> {
        ids::not_anothers(Home::of_person(&tell.to))?;
        // A person whose data was deleted no longer has an id to be reached by.
        let Some(user) = ids::user(&tell.to) else {
            return self.complete(id).await;
        };
        let asked = tell.clone();
        let told = self
            .service
            .run_blocking(move |service| service.app().told(&asked, service.now()))
            .await
            .map_err(store_error)?;
        if let Some(told) = told {
            self.send_notice(id, tell, told, user, attempted).await?;
        }
        self.complete(id).await
    }

    /// Sends a notice by the first route that Discord permits.
    async fn send_notice(
        &self,
        id: &EffectId,
        tell: &Tell,
        told: Told,
        user: UserId,
        attempted: Option<Timestamp>,
    ) -> anyhow::Result<()> {
        let game_channel = told.room.as_ref().and_then(ids::channel);
        let routes = if told.room_first {
            [Route::Mention, Route::DirectMessage]
        } else {
            [Route::DirectMessage, Route::Mention]
        };
        let mut refused = None;
        for route in routes {
            let recipient = match (route, game_channel) {
                (Route::DirectMessage, _) => Recipient::User(user),
                (Route::Mention, Some(channel)) => Recipient::Channel(channel),
                (Route::Mention, None) => continue,
            };
            if self.refusals.is_paused(recipient, self.service.now()) {
                continue;
            }
            let sent = match self.channel_of(recipient).await {
                Ok(channel) => {
                    self.send_by(route, channel, id, tell, &told, attempted)
                        .await
                }
                Err(error) => Err(error.into()),
            };
            match sent {
                Ok(()) => {
                    self.refusals.accepted(recipient);
                    return Ok(());
                }
                Err(error) => match classify(&error) {
                    ErrorClass::Transient => return Err(error),
                    class @ (ErrorClass::Forbidden | ErrorClass::Gone) => {
                        if class == ErrorClass::Gone && route == Route::DirectMessage {
                            // The next notice opens another channel.
                            self.refusals.forget_direct_channel(user);
                        }
                        self.refusals.refused(recipient, self.service.now());
                        refused = Some(error);
                    }
                    ErrorClass::Invalid => refused = Some(error),
                },
            }
        }
        refused.map_or(Ok(()), Err)
    }

    /// The channel to write in; a user's direct channel is opened once.
    async fn channel_of(&self, recipient: Recipient) -> serenity::Result<ChannelId> {
        let user = match recipient {
            Recipient::Channel(channel) => return Ok(channel),
            Recipient::User(user) => user,
        };
        if let Some(channel) = self.refusals.direct_channel(user) {
            return Ok(channel);
        }
        let channel = self.rest.direct_messages(user).await?;
        self.refusals.note_direct_channel(user, channel);
        Ok(channel)
    }

    async fn send_by(
        &self,
        route: Route,
        channel: ChannelId,
        id: &EffectId,
        tell: &Tell,
        told: &Told,
        attempted: Option<Timestamp>,
    ) -> anyhow::Result<()> {
        let mut card = told.card.clone();
        if route == Route::Mention {
            card.text = app::messages::called(&tell.to, card.text);
        }
        let rendered = messages::render(&self.artist, card, shared_lang()).await;
        let call = std::slice::from_ref(&tell.to);
        let message = rendered.post(call, &messages::effect_key(id));
        self.post_once(channel, &message, attempted).await?;
        Ok(())
    }
}
