//! Notices: a direct message, or a message in the game's room.

use app::effect::EffectId;
use app::{Delivery, Tell, Timestamp, Told};
use store::Post;

use super::completion::complete;
use super::error::{ErrorClass, OutboxError};
use super::front_end::{FrontEnd, NewNotice};

/// How a notice reaches a person.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Route {
    DirectMessage,
    Room,
}

/// Sends a notice and completes its effect.
pub(super) async fn notify<F: FrontEnd>(
    front: &F,
    id: &EffectId,
    tell: &Tell,
    attempted: Option<Timestamp>,
) -> Result<(), OutboxError> {
    F::check_platform(tell.to.as_str())?;
    let service = front.service();
    // A person whose data was deleted no longer has an id to be reached by.
    let Some(person) = front.person(&tell.to) else {
        return complete(service, id).await;
    };
    let asked = tell.clone();
    let told = service
        .run_blocking(move |service| {
            let Some(told) = service.app().told(&asked, service.now())? else {
                return Ok(None);
            };
            let board = match told.board.filter(|_| told.room.is_some()) {
                Some(board) => service.store().post(board.into())?,
                None => None,
            };
            Ok(Some((told, board)))
        })
        .await?;
    if let Some((told, board)) = told {
        send(front, id, tell, told, board, person, attempted).await?;
    }
    complete(service, id).await
}

/// Sends a notice by the first route that the platform permits.
async fn send<F: FrontEnd>(
    front: &F,
    id: &EffectId,
    tell: &Tell,
    told: Told,
    board: Option<Post>,
    person: F::Recipient,
    attempted: Option<Timestamp>,
) -> Result<(), OutboxError> {
    let service = front.service();
    let room = told.room.as_ref().and_then(|venue| front.room(&venue.room));
    let (is_mention, routes) = match told.delivery {
        Delivery::Direct => (true, &[Route::DirectMessage, Route::Room][..]),
        Delivery::Mention => (true, &[Route::Room, Route::DirectMessage][..]),
        Delivery::Unmentioned => (false, &[Route::Room][..]),
        Delivery::Quiet => (false, &[Route::Room, Route::DirectMessage][..]),
    };
    let call = std::slice::from_ref(&tell.to);
    let call = if is_mention { call } else { &[] };
    // A message of another room can't be replied to.
    let place = told.room.as_ref().map(|venue| &venue.room);
    let board = board.filter(|post| Some(&post.room) == place);
    let mut refused = None;
    for route in routes {
        let mut card = told.card.clone();
        let (recipient, reply_to) = match (route, &room) {
            (Route::DirectMessage, _) => (&person, None),
            (Route::Room, Some(room)) => {
                if is_mention {
                    card.text = app::messages::called(&tell.to, card.text);
                }
                (room, board.as_ref())
            }
            (Route::Room, None) => continue,
        };
        if front.pauses().is_paused(recipient, service.now()) {
            continue;
        }
        let notice = NewNotice {
            id,
            card,
            call,
            reply_to,
        };
        let Err(error) = front.deliver(recipient, notice, attempted).await else {
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
