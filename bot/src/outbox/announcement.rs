//! Announcements: a message in a room, posted once.

use app::effect::EffectId;
use app::{Announce, News, Timestamp};

use super::retry::{ErrorClass, store_error};
use super::{FrontEnd, complete, not_anothers, note};

/// Posts an announcement and completes its effect.
pub(super) async fn announce<F: FrontEnd>(
    front: &F,
    id: &EffectId,
    announce: &Announce,
    attempted: Option<Timestamp>,
) -> anyhow::Result<()> {
    not_anothers::<F>(announce.room.as_str())?;
    let service = front.service();
    let asked = announce.clone();
    let card = service
        .run_blocking(move |service| service.app().announced(&asked))
        .await
        .map_err(store_error)?;
    if let (Some(room), Some(card)) = (front.room(&announce.room), card) {
        let posted = front.deliver(&room, id, card, &[], attempted).await;
        match (posted, &announce.news) {
            (Err(error), News::Joined(server)) if is_refused(front, &error) => {
                let server = server.clone();
                note(service, move |service| {
                    let moment = service.moment();
                    service
                        .app()
                        .report(app::Report::NotWelcomed(&server), moment)
                })
                .await;
            }
            (posted, _) => posted?,
        }
    }
    complete(service, id).await
}

/// Whether Delos may not post there.
fn is_refused<F: FrontEnd>(front: &F, error: &anyhow::Error) -> bool {
    matches!(
        front.classify(error),
        ErrorClass::Forbidden | ErrorClass::Gone
    )
}
