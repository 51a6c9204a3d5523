//! Notices: a direct message, or a mention in the game's channel for people who accept none.

use app::effect::EffectId;
use app::{Tell, Timestamp, Told};
use serenity::all::{ChannelId, UserId};

use crate::discord::markdown::shared_lang;
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
            let channel = match (route, game_channel) {
                (Route::DirectMessage, _) => {
                    self.rest.direct_messages(user).await.map_err(Into::into)
                }
                (Route::Mention, Some(channel)) => Ok(channel),
                (Route::Mention, None) => continue,
            };
            let sent = match channel {
                Ok(channel) => {
                    self.send_by(route, channel, id, tell, &told, attempted)
                        .await
                }
                Err(error) => Err(error),
            };
            match sent {
                Ok(()) => return Ok(()),
                Err(error) if classify(&error) == ErrorClass::Transient => return Err(error),
                Err(error) => refused = Some(error),
            }
        }
        refused.map_or(Ok(()), Err)
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
