//! A room's members: whether they are there, and their power levels.

use crate::account::{Error, RoomKind};
use app::effect::{LookFor, NotAwarded, Subject};
use app::{PlayerId, RoleId, ServerId};

use super::classify;
use crate::governor::Urgency;
use crate::{Bot, ids};
use runtime::outbox::{ErrorClass, OutboxError};

impl Bot {
    /// Gives a member a power level, unless they have more; returns why that cannot be.
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
        let raised = match self.speaker.homeserver.member(room, user).await {
            Ok(None) => return Ok(Some(NotAwarded::Left(person.clone()))),
            Ok(Some(member)) if member.power >= level => return Ok(None),
            Ok(Some(_)) => {
                let set = || self.speaker.homeserver.set_power(room, user, level);
                self.speaker.in_turn(Urgency::Notice, set).await
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

    /// Whether a person is neither in the server's room nor in the tournament's; false if that cannot be told, as in a space, whose
    /// tournaments can be joined from all of its rooms.
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
        // Who is in one of a space's rooms need not be in the space.
        let server = self.room(&room).await?;
        if server.is_none_or(|server| server.kind == RoomKind::Space) {
            return Ok(false);
        }
        let subject = Subject::Tournament(look.tournament);
        let shown = self
            .service
            .run_blocking(move |service| service.app().show(subject));
        let shown = shown.await?;
        let room = shown
            .as_ref()
            .and_then(|shown| ids::room(&shown.venue.room));
        match room {
            Some((room, _)) => Ok(!self.may_be_in(room, user).await?),
            None => Ok(true),
        }
    }

    /// The room whose members are those of a server; none if it is another platform's.
    async fn room_of(&self, server: &ServerId) -> Result<Option<String>, OutboxError> {
        if ids::server(server).is_none() {
            return Ok(None);
        }
        let server = server.clone();
        let room = self
            .service
            .run_blocking(move |service| service.app().room_of(&server));
        let room = room.await?;
        Ok(ids::room(&room).map(|(room, _)| room.to_owned()))
    }

    async fn may_be_in(&self, room: &str, user: &str) -> Result<bool, Error> {
        match self.speaker.homeserver.member(room, user).await {
            Ok(member) => Ok(member.is_some()),
            Err(error) if classify(&error) == ErrorClass::Transient => Err(error),
            // For instance because this account has left.
            Err(_) => Ok(true),
        }
    }
}
