//! A server's members: whether they are there, and their roles.

use app::effect::NotAwarded;
use app::{PlayerId, RoleId, ServerId};

use crate::bot::Bot;
use crate::ids;
use crate::rest::error::{ErrorClass, OutboxError, classify_request, code, code_of, request_error};

/// Gives a member a role; returns why Discord does not.
pub(super) async fn give_role(
    bot: &Bot,
    server: &ServerId,
    person: &PlayerId,
    role: &RoleId,
) -> Result<Option<NotAwarded>, OutboxError> {
    let (Some(server), Some(role), Some(user)) =
        (ids::server(server), ids::role(role), ids::user(person))
    else {
        return Ok(None);
    };
    let Err(error) = bot.rest.give_role(server, user, role).await else {
        return Ok(None);
    };
    if classify_request(&error) == ErrorClass::Transient {
        return Err(request_error(error));
    }
    Ok(Some(match code_of(&error) {
        Some(code::UNKNOWN_MEMBER | code::UNKNOWN_USER) => NotAwarded::Left(person.clone()),
        Some(code::UNKNOWN_ROLE) => NotAwarded::NoRole,
        _ => NotAwarded::Forbidden,
    }))
}

/// Whether a person has left the server; false if Discord doesn't tell, for instance because the bot has left, too.
pub(super) async fn has_left(
    bot: &Bot,
    server: &ServerId,
    person: &PlayerId,
) -> Result<bool, OutboxError> {
    let (Some(server), Some(user)) = (ids::server(server), ids::user(person)) else {
        return Ok(false);
    };
    let Err(error) = bot.rest.member(server, user).await else {
        return Ok(false);
    };
    if classify_request(&error) == ErrorClass::Transient {
        return Err(request_error(error));
    }
    Ok(matches!(
        code_of(&error),
        Some(code::UNKNOWN_MEMBER | code::UNKNOWN_USER)
    ))
}
