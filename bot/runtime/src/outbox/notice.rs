//! Notices: a direct message, or a message in the game's room.

use app::{Delivery, Tell, Told};
use store::Post;

use super::error::{ErrorClass, Result};
use super::front_end::{FrontEnd, NewNotice};
use super::other_effects::Attempt;

impl<F: FrontEnd> Attempt<'_, F> {
    /// Sends a notice and completes its effect.
    pub(super) async fn notify(&self, tell: &Tell) -> Result<()> {
        F::check_platform(tell.to.as_str())?;
        let (front, service) = (self.front, self.front.service());
        // A person whose data was deleted no longer has an id to be reached by.
        let Some(person) = front.person(&tell.to) else {
            return self.complete().await;
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
            self.send(tell, told, board, person).await?;
        }
        self.complete().await
    }

    /// Sends a notice by the first route that the platform permits.
    async fn send(
        &self,
        tell: &Tell,
        told: Told,
        board: Option<Post>,
        person: F::Recipient,
    ) -> Result<()> {
        let (front, service) = (self.front, self.front.service());
        let room = told.room.as_ref().and_then(|venue| front.room(&venue.room));
        // A message of another room can't be replied to.
        let place = told.room.as_ref().map(|venue| &venue.room);
        let board = board.filter(|post| Some(&post.room) == place);
        let directly = Some((&person, None, false));
        let in_room = room.as_ref().map(|room| (room, board.as_ref(), true));
        let (is_mention, routes) = match told.delivery {
            Delivery::Direct => (true, [directly, in_room]),
            Delivery::Mention => (true, [in_room, directly]),
            Delivery::Unmentioned => (false, [in_room, None]),
            Delivery::Quiet => (false, [in_room, directly]),
        };
        let call = std::slice::from_ref(&tell.to);
        let call = if is_mention { call } else { &[] };
        let mut refused = None;
        for (recipient, reply_to, is_room) in routes.into_iter().flatten() {
            if front.pauses().is_paused(recipient, service.now()) {
                continue;
            }
            let mut card = told.card.clone();
            if is_room && is_mention {
                card.text = app::messages::called(&tell.to, card.text);
            }
            let notice = NewNotice {
                id: self.id,
                card,
                call,
                reply_to,
            };
            let Err(error) = front.deliver(recipient, notice, self.attempted).await else {
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
}
