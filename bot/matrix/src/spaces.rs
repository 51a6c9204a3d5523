//! Spaces, to which rooms can be bound: which one is meant, and who manages it.

use crate::account::{Error, RoomKind};

use super::{Bot, ids};

/// What someone may do in a room or space.
#[derive(Clone, Copy, Debug)]
pub(super) struct Power {
    /// Their power level.
    pub(super) level: i64,
    /// The level that managing takes.
    pub(super) managing: i64,
}

impl Power {
    /// That of someone who may do nothing.
    const NONE: Self = Self {
        level: 0,
        managing: i64::MAX,
    };

    pub(super) fn manages(self) -> bool {
        self.level >= self.managing
    }
}

/// What someone may do in a space: nothing where they are no member, and where Delos is none, which then cannot tell.
pub(super) async fn power(bot: &Bot, space: &str, user: &str) -> Result<Power, Error> {
    let Some(room) = bot.room(space).await? else {
        return Ok(Power::NONE);
    };
    let member = match bot.homeserver().member(space, user).await {
        Err(error) if !error.is_transient() => None,
        outcome => outcome?,
    };
    Ok(member.map_or(Power::NONE, |member| Power {
        level: member.power,
        managing: room.managing_level,
    }))
}

/// The space with an address or id, or behind a link to it, if Delos is in it.
pub(super) async fn find(bot: &Bot, typed: &str) -> Result<Option<String>, Error> {
    let typed = super::directory::linked(typed).trim();
    let id = if typed.starts_with('#') {
        match bot.homeserver().room_of(typed).await {
            Err(error) if !error.is_transient() => None,
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
