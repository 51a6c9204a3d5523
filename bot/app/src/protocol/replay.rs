//! The viewer of finished games: what it shows, what its buttons do, and what can be posted for everyone.

use rules_core::{Color, Family};
use serde::{Deserialize, Serialize};

use crate::model::record::preferences::choice;
use crate::model::{GameId, Person, Pool, ServerId, Timestamp};
use crate::protocol::{Discretion, LessonId, Need, Reach, Reads};

/// A position of a finished game, as it is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Viewed {
    /// Half-moves before the position. A number past the last move means the end.
    pub ply: u32,
    /// The side at the bottom.
    pub bottom: Color,
}

choice! {
    /// A button that shows another position.
    Step {
        First = "f",
        Back = "b",
        Forward = "n",
        Last = "l",
        /// Turns the board around.
        Flip = "t",
    }
}

impl Step {
    /// The position that it leads to.
    pub fn from(self, Viewed { ply, bottom }: Viewed) -> Viewed {
        let ply = match self {
            Self::First => 0,
            Self::Back => ply.saturating_sub(1),
            Self::Forward => ply.saturating_add(1),
            Self::Last => u32::MAX,
            Self::Flip => ply,
        };
        let bottom = if self == Self::Flip { !bottom } else { bottom };
        Viewed { ply, bottom }
    }
}

/// Something that a person can post in a room, for everyone there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Postable {
    /// A position of a finished game.
    Game(GameId, Viewed),
    /// Their own profile.
    Profile,
    /// A page of a leaderboard.
    Leaderboard(Family, Reach, u16),
    /// The first position of a lesson, for others to try.
    Lesson(LessonId),
}

impl Postable {
    /// The people who may post it.
    pub(crate) fn needs(self) -> Need {
        match self {
            Self::Game(..) => Need::Seeing,
            Self::Profile | Self::Leaderboard(..) | Self::Lesson(_) => Need::Anyone,
        }
    }

    /// The readers of the answer.
    pub(crate) fn discretion(self) -> Discretion {
        match self {
            Self::Game(..) => Discretion::AsTheGame,
            Self::Profile | Self::Lesson(_) => Discretion::Secret,
            Self::Leaderboard(..) => Discretion::Open,
        }
    }

    /// The record that is posted.
    pub(crate) fn reads(self) -> Reads<'static> {
        match self {
            Self::Game(id, _) => Reads::game(id),
            Self::Profile | Self::Leaderboard(..) | Self::Lesson(_) => Reads::Nothing,
        }
    }
}

/// Something that a person posted, as stored until it is in the room.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Posting {
    pub by: Person,
    pub server: ServerId,
    pub at: Timestamp,
    pub what: Posted,
}

/// The subject of a [`Posting`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Posted {
    /// A position of a finished game.
    Game {
        /// The game.
        game: GameId,
        /// The position.
        viewed: Viewed,
        /// Whether everyone in the room sees the game, so that they can open it there.
        open: bool,
    },
    /// The profile of the person who posts it.
    Profile,
    /// A page of a leaderboard, counted from zero.
    Leaderboard(Family, Pool, u16),
    /// The lesson of this name. A later version may no longer have it.
    Lesson(String),
}
