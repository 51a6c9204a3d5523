//! Announcements: a message in a room, posted once.

use app::effect::EffectId;
use app::{Announce, News, Report, Timestamp};

use super::completion::{complete, note};
use super::error::{ErrorClass, OutboxError};
use super::front_end::{FrontEnd, NewNotice};

/// Posts an announcement and completes its effect.
pub(super) async fn announce<F: FrontEnd>(
    front: &F,
    id: &EffectId,
    announce: &Announce,
    attempted: Option<Timestamp>,
) -> Result<(), OutboxError> {
    F::check_platform(announce.room.as_str())?;
    let service = front.service();
    let asked = announce.clone();
    let card = service.ask(move |app| app.announced(&asked)).await?;
    if let (Some(room), Some(card)) = (front.room(&announce.room), card) {
        let news = NewNotice {
            id,
            card,
            call: &[],
            reply_to: None,
        };
        let posted = front.deliver(&room, news, attempted).await;
        match (posted, &announce.news) {
            (Err(error), News::Joined(server)) if is_refused(&error) => {
                let server = server.clone();
                note(service, move |service| {
                    service.report_to_app(Report::NotWelcomed(&server))
                })
                .await;
            }
            (posted, _) => posted?,
        }
    }
    complete(service, id).await
}

/// Whether the platform does not let Delos post there.
fn is_refused(error: &OutboxError) -> bool {
    matches!(
        error.class(),
        Some(ErrorClass::Forbidden | ErrorClass::Gone)
    )
}
