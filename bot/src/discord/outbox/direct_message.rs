//! Notices performed: a direct message, or a mention in the room for whoever accepts none.

use std::sync::Arc;

use app::effect::EffectId;
use app::store::{Batch, Store as _};
use app::{Tell, Told};
use serenity::all::{ChannelId, UserId};
use tokio_util::sync::CancellationToken;

use super::PATIENCE;
use crate::discord::trouble::{Trouble, of_store, trouble};
use crate::discord::{Front, ids, messages};

/// Tells somebody what a stored notice is about, again and again while Discord is in trouble, and settles it.
pub(crate) async fn tell(front: Arc<Front>, id: EffectId, tell: Tell, stop: CancellationToken) {
    let mut pause = PATIENCE.0;
    while let Err(error) = front.tell(&id, &tell).await {
        if trouble(&error) != Trouble::Passing {
            tracing::warn!(notice = ?tell.notice, %error, "a notice was not sent");
            if let Err(error) = front.settle_alone(&id).await {
                tracing::error!(%error, "a notice stays in the store");
            }
            return;
        }
        tracing::warn!(notice = ?tell.notice, %error, "a notice was not sent yet; trying again");
        let slept = stop.run_until_cancelled(tokio::time::sleep(pause)).await;
        if slept.is_none() {
            return;
        }
        pause = (pause * 2).min(PATIENCE.1);
    }
}

impl Front {
    async fn tell(&self, id: &EffectId, tell: &Tell) -> anyhow::Result<()> {
        // Whoever has deleted their data has no name here any more by which they could be told.
        let Some(user) = ids::user(&tell.to) else {
            return self.settle_alone(id).await;
        };
        let asked = tell.clone();
        let told = self
            .service
            .ask(move |service| service.app().told(&asked, service.now()))
            .await
            .map_err(of_store)?;
        if let Some(told) = told {
            self.send(id, tell, told, user).await?;
        }
        self.settle_alone(id).await
    }

    /// Sends it the first way that is open to this person.
    async fn send(
        &self,
        id: &EffectId,
        tell: &Tell,
        told: Told,
        user: UserId,
    ) -> anyhow::Result<()> {
        let room = told.room.as_ref().and_then(ids::channel);
        let ways = if told.room_first {
            [Way::Room, Way::Direct]
        } else {
            [Way::Direct, Way::Room]
        };
        let mut refused = None;
        for way in ways {
            let channel = match (way, room) {
                (Way::Direct, _) => match user.create_dm_channel(&self.http).await {
                    Ok(conversation) => Ok(conversation.id),
                    Err(error) => Err(error.into()),
                },
                (Way::Room, Some(room)) => Ok(room),
                (Way::Room, None) => continue,
            };
            let sent = match channel {
                Ok(channel) => self.notify(channel, way, id, tell, &told).await,
                Err(error) => Err(error),
            };
            match sent {
                Ok(()) => return Ok(()),
                Err(error) if trouble(&error) == Trouble::Passing => return Err(error),
                Err(error) => refused = Some(error),
            }
        }
        refused.map_or(Ok(()), Err)
    }

    async fn notify(
        &self,
        channel: ChannelId,
        way: Way,
        id: &EffectId,
        tell: &Tell,
        told: &Told,
    ) -> anyhow::Result<()> {
        let mut card = told.card.clone();
        if way == Way::Room {
            card.text = app::say::called(&tell.to, card.text);
        }
        let drawn = messages::draw(&self.artist, card).await;
        let call = std::slice::from_ref(&tell.to);
        channel
            .send_message(&self.http, drawn.post(call, messages::notice_nonce(id)))
            .await?;
        Ok(())
    }

    /// Settles an effect that has no message.
    pub(in crate::discord) async fn settle_alone(&self, id: &EffectId) -> anyhow::Result<()> {
        let settled = vec![id.clone()];
        let done = self.service.ask(move |service| {
            Ok(service.store().commit(Batch {
                settled,
                ..Batch::default()
            })?)
        });
        done.await.map_err(of_store)
    }
}

/// How somebody is reached.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Direct,
    Room,
}
