//! Opponents named by an address, which may be forged. Discord resolves those that are typed.

use app::{Command, Text, messages};

use crate::bot::Bot;
use crate::ids;
use crate::parse::origin::Origin;
use crate::rest::error::{ErrorClass, classify_request};

/// Returns why a command's opponent can't be challenged on a server, if they can't. If Discord doesn't answer, they can.
pub(super) async fn refusal(bot: &Bot, origin: &Origin<'_>, command: &Command) -> Option<Text> {
    let server = origin.guild?;
    let Command::Challenge {
        opponent: Some(person),
        ..
    } = command
    else {
        return None;
    };
    let Some(user) = ids::user(&person.id) else {
        return Some(messages::not_a_member());
    };
    match bot.rest.member(server, user).await {
        Ok(member) if member.user.bot => Some(messages::bots_are_not_challenged()),
        Err(error) if classify_request(&error) != ErrorClass::Transient => {
            Some(messages::not_a_member())
        }
        _ => None,
    }
}
