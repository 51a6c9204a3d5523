//! A server's members: whether they are there, and their roles.

use app::effect::NotAwarded;
use app::{PlayerId, RoleId, ServerId};

use crate::retry::{OutboxError, code, code_of, request_error};
use crate::{Bot, ids};

impl Bot {
    /// Gives a member a role; returns why Discord does not.
    pub(super) async fn assign(
        &self,
        server: &ServerId,
        person: &PlayerId,
        role: &RoleId,
    ) -> Result<Option<NotAwarded>, OutboxError> {
        let (Some(server), Some(role), Some(user)) =
            (ids::server(server), ids::role(role), ids::user(person))
        else {
            return Ok(None);
        };
        let Err(error) = self.rest.give_role(server, user, role).await else {
            return Ok(None);
        };
        let code = code_of(&error);
        let error = request_error(error);
        if error.is_transient() {
            return Err(error);
        }
        Ok(Some(match code {
            Some(code::UNKNOWN_MEMBER | code::UNKNOWN_USER) => NotAwarded::Left(person.clone()),
            Some(code::UNKNOWN_ROLE) => NotAwarded::NoRole,
            _ => NotAwarded::Forbidden,
        }))
    }

    /// Whether a person has left the server; false if Discord does not tell.
    pub(super) async fn is_gone(
        &self,
        server: &ServerId,
        person: &PlayerId,
    ) -> Result<bool, OutboxError> {
        let (Some(server), Some(user)) = (ids::server(server), ids::user(person)) else {
            return Ok(false);
        };
        let Err(error) = self.rest.member(server, user).await else {
            return Ok(false);
        };
        if matches!(
            code_of(&error),
            Some(code::UNKNOWN_MEMBER | code::UNKNOWN_USER)
        ) {
            return Ok(true);
        }
        let error = request_error(error);
        if error.is_transient() {
            return Err(error);
        }
        // For instance because the bot itself has left.
        Ok(false)
    }
}
