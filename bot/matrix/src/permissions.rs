//! Power levels, what they permit, and spaces.

use app::RoleId;

use crate::account::{Result, RoomKind};
use crate::bot::{Bot, unless_refused};
use crate::{directory, ids};

/// The lowest level of a moderator, which is never a prize.
const MODERATOR: i64 = 50;

/// A person's power in a room or space.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Power {
    pub(crate) level: i64,
    /// The level that managing takes.
    pub(crate) managing: i64,
}

impl Power {
    pub(crate) fn manages(self) -> bool {
        self.level >= self.managing
    }

    /// Returns a person's power in a space: none unless both they and the account are members.
    pub(crate) async fn in_space(bot: &Bot, space: &str, user: &str) -> Result<Self> {
        let room = bot.room(space).await?;
        let member = match &room {
            Some(_) => unless_refused(bot.homeserver().member(space, user).await)?,
            None => None,
        };
        let (level, managing) = room.zip(member).map_or((0, i64::MAX), |(room, member)| {
            (member.power, room.managing_level)
        });
        Ok(Self { level, managing })
    }
}

/// Whether a role is a moderator's power level.
pub(crate) fn is_moderators(role: &RoleId) -> bool {
    ids::power(role).is_some_and(|level| level >= MODERATOR)
}

/// Returns the space with an alias, an id or a link, if the account is in it.
pub(crate) async fn find_space(bot: &Bot, typed: &str) -> Result<Option<String>> {
    let typed = directory::without_link(typed).trim();
    let id = if typed.starts_with('#') {
        unless_refused(bot.homeserver().room_of(typed).await)?
    } else {
        typed.starts_with('!').then(|| typed.to_owned())
    };
    let Some(id) = id.filter(|id| ids::is_plain(id)) else {
        return Ok(None);
    };
    let room = bot.room(&id).await?;
    Ok(room.filter(|room| room.kind == RoomKind::Space).map(|_| id))
}
