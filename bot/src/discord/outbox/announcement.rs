//! Announcements performed: news, once in a room.

use std::sync::Arc;

use app::Announce;
use app::effect::EffectId;
use tokio_util::sync::CancellationToken;

use super::PATIENCE;
use crate::discord::trouble::{Trouble, of_store, trouble};
use crate::discord::{Front, ids, messages};

/// Says it, again and again while Discord is in trouble, and settles it; a room where nothing can be said is left out.
pub(crate) async fn announce(
    front: Arc<Front>,
    id: EffectId,
    announce: Announce,
    stop: CancellationToken,
) {
    let mut pause = PATIENCE.0;
    while let Err(error) = front.announce(&id, &announce).await {
        if trouble(&error) != Trouble::Passing {
            tracing::warn!(room = %announce.room, %error, "an announcement was not posted");
            break;
        }
        let slept = stop.run_until_cancelled(tokio::time::sleep(pause)).await;
        if slept.is_none() {
            return;
        }
        pause = (pause * 2).min(PATIENCE.1);
    }
    if let Err(error) = front.settle_alone(&id).await {
        tracing::error!(%error, "an announcement stays in the store");
    }
}

impl Front {
    async fn announce(&self, id: &EffectId, announce: &Announce) -> anyhow::Result<()> {
        let Some(channel) = ids::room(&announce.room) else {
            return Ok(());
        };
        let asked = announce.clone();
        let card = self
            .service
            .ask(move |service| service.app().announced(&asked))
            .await
            .map_err(of_store)?;
        let Some(card) = card else { return Ok(()) };
        let drawn = messages::draw(&self.artist, card).await;
        let message = drawn.post(&[], messages::notice_nonce(id));
        channel.send_message(&self.http, message).await?;
        Ok(())
    }
}
