//! Announcements: a message in a channel, posted once.

use app::effect::EffectId;
use app::{Announce, Timestamp};

use crate::discord::markdown::shared_lang;
use crate::discord::retry::store_error;
use crate::discord::{Bot, ids, messages};

impl Bot {
    /// Posts an announcement and completes its effect. `attempted` as in [`Self::post_once`].
    pub(super) async fn announce(
        &self,
        id: &EffectId,
        announce: &Announce,
        attempted: Option<Timestamp>,
    ) -> anyhow::Result<()> {
        let asked = announce.clone();
        let card = self
            .service
            .run_blocking(move |service| service.app().announced(&asked))
            .await
            .map_err(store_error)?;
        if let (Some(channel), Some(card)) = (ids::room(&announce.room), card) {
            let rendered = messages::render(&self.artist, card, shared_lang()).await;
            let message = rendered.post(&[], &messages::effect_key(id));
            self.post_once(channel, &message, attempted).await?;
        }
        self.complete(id).await
    }
}
