//! Power levels and membership.

use app::effect::{LookFor, NotAwarded, Subject};
use app::{PlayerId, RoleId, ServerId};

use super::classify;
use crate::account::{Error, RoomKind};
use crate::bot::Bot;
use crate::ids;
use crate::pacer::Priority;
use runtime::outbox::{ErrorClass, OutboxError};

impl Bot {
    /// Raises a member's power level; returns why that is impossible.
    pub(super) async fn raise_power(
        &self,
        server: &ServerId,
        person: &PlayerId,
        role: &RoleId,
    ) -> Result<Option<NotAwarded>, OutboxError> {
        let (Some(room), Some(user), Some(level)) = (
            self.room_of(server).await?,
            ids::user(person),
            ids::power(role),
        ) else {
            return Ok(None);
        };
        let room = &*room;
        let raised = match self.messenger.homeserver.member(room, user).await {
            Ok(None) => return Ok(Some(NotAwarded::Left(person.clone()))),
            Ok(Some(member)) if member.power >= level => return Ok(None),
            Ok(Some(_)) => {
                let set = || self.messenger.homeserver.set_power(room, user, level);
                self.messenger.paced(Priority::Notice, set).await
            }
            Err(error) => Err(error),
        };
        match raised {
            Ok(()) => Ok(None),
            Err(error) if classify(&error) == ErrorClass::Transient => Err(error.into()),
            Err(error) => {
                tracing::info!(room, user, %error, "power level not set");
                Ok(Some(NotAwarded::Forbidden))
            }
        }
    }

    /// Whether a person left both the server's room and the tournament's; false if unknown, as in a space, where people join from
    /// all rooms.
    pub(super) async fn is_gone(
        &self,
        look: &LookFor,
        person: &PlayerId,
    ) -> Result<bool, OutboxError> {
        let (Some(room), Some(user)) = (self.room_of(&look.server).await?, ids::user(person))
        else {
            return Ok(false);
        };
        if self.may_be_in(&room, user).await? {
            return Ok(false);
        }
        // Members of a space's rooms need not be in the space.
        let server = self.room(&room).await?;
        if server.is_none_or(|server| server.kind == RoomKind::Space) {
            return Ok(false);
        }
        let subject = Subject::Tournament(look.tournament);
        let shown = self.service.ask(move |app| app.show(subject)).await?;
        let room = shown
            .as_ref()
            .and_then(|shown| ids::room(&shown.venue.room));
        match room {
            Some((room, _)) => Ok(!self.may_be_in(room, user).await?),
            None => Ok(true),
        }
    }

    /// Returns the room of a Matrix server.
    async fn room_of(&self, server: &ServerId) -> Result<Option<String>, OutboxError> {
        if ids::server(server).is_none() {
            return Ok(None);
        }
        let server = server.clone();
        let room = self.service.ask(move |app| app.room_of(&server)).await?;
        Ok(ids::room(&room).map(|(room, _)| room.to_owned()))
    }

    async fn may_be_in(&self, room: &str, user: &str) -> Result<bool, Error> {
        match self.messenger.homeserver.member(room, user).await {
            Ok(member) => Ok(member.is_some()),
            Err(error) if classify(&error) == ErrorClass::Transient => Err(error),
            // This account may have left.
            Err(_) => Ok(true),
        }
    }
}
