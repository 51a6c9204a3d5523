//! Announcements: a message in a channel, posted once.

use app::effect::EffectId;
use app::{Announce, Home, News, Timestamp};

use crate::discord::markdown::shared_lang;
use crate::discord::retry::{ErrorClass, classify, store_error};
use crate::discord::{Bot, ids, messages};

impl Bot {
    /// Posts an announcement and completes its effect. `attempted` as in [`Self::post_once`].
    pub(super) async fn announce(
        &self,
        id: &EffectId,
        announce: &Announce,
        attempted: Option<Timestamp>,
    ) -> anyhow::Result<()> {
        ids::not_anothers(Home::of_room(&announce.room))?;
        let asked = announce.clone();
        let card = self
            .service
            .run_blocking(move |service| service.app().announced(&asked))
            .await
            .map_err(store_error)?;
        if let (Some(channel), Some(card)) = (ids::room(&announce.room), card) {
            let rendered = messages::render(&self.artist, card, shared_lang()).await;
            let message = rendered.post(&[], &messages::effect_key(id));
            let posted = self.post_once(channel, &message, attempted).await;
            match (posted, &announce.news) {
                (Err(error), News::Joined(server)) if is_refused(&error) => {
                    let server = server.clone();
                    self.note(move |service| {
                        let moment = service.moment();
                        service.app().note_not_welcomed(&server, moment)
                    })
                    .await;
                }
                (posted, _) => drop(posted?),
            }
        }
        self.complete(id).await
    }
}

/// Whether Discord does not let Delos post there.
fn is_refused(error: &anyhow::Error) -> bool {
    matches!(classify(error), ErrorClass::Forbidden | ErrorClass::Gone)
}
