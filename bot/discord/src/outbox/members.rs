//! A server's members: whether they are there, and their roles.

use app::effect::NotAwarded;
use app::{PlayerId, RoleId, ServerId};

use crate::retry::{ErrorClass, classify, code, code_of};
use crate::{Bot, ids};

impl Bot {
    /// Gives a member a role; returns why Discord does not.
    pub(crate) async fn assign(
        &self,
        server: &ServerId,
        person: &PlayerId,
        role: &RoleId,
    ) -> anyhow::Result<Option<NotAwarded>> {
        let (Some(server), Some(role), Some(user)) =
            (ids::server(server), ids::role(role), ids::user(person))
        else {
            return Ok(None);
        };
        let Err(error) = self.rest.give_role(server, user, role).await else {
            return Ok(None);
        };
        let code = code_of(&error);
        let error = error.into();
        Ok(Some(match (code, classify(&error)) {
            (_, ErrorClass::Transient) => return Err(error),
            (Some(code::UNKNOWN_MEMBER | code::UNKNOWN_USER), _) => {
                NotAwarded::Left(person.clone())
            }
            (Some(code::UNKNOWN_ROLE), _) => NotAwarded::NoRole,
            _ => NotAwarded::Forbidden,
        }))
    }

    /// Whether a person has left the server; false if Discord does not tell.
    pub(crate) async fn is_gone(
        &self,
        server: &ServerId,
        person: &PlayerId,
    ) -> anyhow::Result<bool> {
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
        let error = error.into();
        match classify(&error) {
            ErrorClass::Transient => Err(error),
            // For instance because the bot itself has left.
            _ => Ok(false),
        }
    }
}
