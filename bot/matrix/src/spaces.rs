//! Finds the space that a command names.

use crate::account::{Error, RoomKind};
use crate::bot::Bot;
use crate::{directory, ids};

/// Returns the space with an alias, an id or a link, if the account is in it.
pub(crate) async fn find(bot: &Bot, typed: &str) -> Result<Option<String>, Error> {
    let typed = directory::without_link(typed).trim();
    let id = if typed.starts_with('#') {
        match bot.homeserver().room_of(typed).await {
            Err(error) if error.is_refusal() => None,
            outcome => outcome?,
        }
    } else {
        typed.starts_with('!').then(|| typed.to_owned())
    };
    let Some(id) = id.filter(|id| ids::is_plain(id)) else {
        return Ok(None);
    };
    let room = bot.room(&id).await?;
    Ok(room.filter(|room| room.kind == RoomKind::Space).map(|_| id))
}
