//! Notices: a direct message, or a mention in the game's room for people who accept none.

use app::effect::EffectId;
use app::{Tell, Timestamp, Told};

use super::error::{ErrorClass, OutboxError, check_platform};
use super::{FrontEnd, complete};

/// How a notice reaches a person.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Route {
    DirectMessage,
    Mention,
}

/// Sends a notice and completes its effect.
pub(super) async fn notify<F: FrontEnd>(
    front: &F,
    id: &EffectId,
    tell: &Tell,
    attempted: Option<Timestamp>,
) -> Result<(), OutboxError> {
    check_platform::<F>(tell.to.as_str())?;
    let service = front.service();
    // A person whose data was deleted no longer has an id to be reached by.
    let Some(person) = front.person(&tell.to) else {
        return complete(service, id).await;
    };
    let asked = tell.clone();
    let told = service
        .run_blocking(move |service| service.app().told(&asked, service.now()))
        .await?;
    if let Some(told) = told {
        send(front, id, tell, told, person, attempted).await?;
    }
    complete(service, id).await
}

/// Sends a notice by the first route that the platform permits.
async fn send<F: FrontEnd>(
    front: &F,
    id: &EffectId,
    tell: &Tell,
    told: Told,
    person: F::Recipient,
    attempted: Option<Timestamp>,
) -> Result<(), OutboxError> {
    let service = front.service();
    let room = told.room.as_ref().and_then(|venue| front.room(&venue.room));
    let routes = if told.room_first {
        [Route::Mention, Route::DirectMessage]
    } else {
        [Route::DirectMessage, Route::Mention]
    };
    let mut refused = None;
    for route in routes {
        let mut card = told.card.clone();
        let recipient = match (route, &room) {
            (Route::DirectMessage, _) => &person,
            (Route::Mention, Some(room)) => {
                card.text = app::messages::called(&tell.to, card.text);
                room
            }
            (Route::Mention, None) => continue,
        };
        if front.pauses().is_paused(recipient, service.now()) {
            continue;
        }
        let call = std::slice::from_ref(&tell.to);
        let Err(error) = front.deliver(recipient, id, card, call, attempted).await else {
            front.pauses().accepted(recipient);
            return Ok(());
        };
        match error.class() {
            None | Some(ErrorClass::Transient) => return Err(error),
            Some(ErrorClass::Forbidden | ErrorClass::Gone) => {
                front.pauses().refused(recipient, service.now());
            }
            Some(ErrorClass::Invalid) => {}
        }
        refused = Some(error);
    }
    refused.map_or(Ok(()), Err)
}
