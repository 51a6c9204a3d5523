//! Power levels, and what they permit.

use app::RoleId;

use crate::account::Error;
use crate::bot::Bot;
use crate::ids;

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
    const NONE: Self = Self {
        level: 0,
        managing: i64::MAX,
    };

    pub(crate) fn manages(self) -> bool {
        self.level >= self.managing
    }

    /// Returns a person's power in a space: none unless both they and the account are members.
    pub(crate) async fn in_space(bot: &Bot, space: &str, user: &str) -> Result<Self, Error> {
        let Some(room) = bot.room(space).await? else {
            return Ok(Self::NONE);
        };
        let member = match bot.homeserver().member(space, user).await {
            Err(error) if error.is_refusal() => None,
            outcome => outcome?,
        };
        Ok(member.map_or(Self::NONE, |member| Self {
            level: member.power,
            managing: room.managing_level,
        }))
    }
}

/// Whether a role is a moderator's power level.
pub(crate) fn is_moderators(role: &RoleId) -> bool {
    ids::power(role).is_some_and(|level| level >= MODERATOR)
}
