//! Choices of people and moderators.

use pictures::{Rotation, Theme};
use serde::{Deserialize, Serialize};

/// Declares an enum of choices, with the codes by which they are stored and sent.
macro_rules! choice {
    ($(#[$doc:meta])* $name:ident { $($(#[$value_doc:meta])* $value:ident = $code:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
        pub enum $name {
            $($(#[$value_doc])* #[serde(rename = $code)] $value),*
        }

        impl $name {
            /// Every value, in the order of menus.
            pub const ALL: &[Self] = &[$(Self::$value),*];

            /// The code by which it is stored and sent.
            pub fn code(self) -> &'static str {
                match self {
                    $(Self::$value => $code),*
                }
            }

            /// The value of a code.
            pub fn from_code(code: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|value| value.code() == code)
            }
        }
    };
}

pub(crate) use choice;

choice! {
    /// The side from which a player sees the board.
    View {
        /// The player's own; White's for spectators.
        Own = "own",
        White = "white",
        /// The side to move.
        Mover = "mover",
    }
}

choice! {
    /// How a player learns that it is their turn.
    Pings {
        /// A mention in the game's room.
        Mention = "mention",
        /// A direct message.
        Direct = "direct",
        None = "none",
    }
}

/// A person's choices. Where they made none, the server's setting applies, then the default.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Preferences {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub view: Option<View>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub theme: Option<Theme>,
    /// How boards of Legan Chess lie.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legan: Option<Rotation>,
    /// How boards of Toto40 lie.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub toto40: Option<Rotation>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pings: Option<Pings>,
    /// Boards in words, without a picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words_only: Option<bool>,
    /// Ask before each move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confirm: Option<bool>,
    /// Ask before moves that lose at once, and mark them in menus.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warnings: Option<bool>,
    /// Play the only legal move automatically.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub only_move: Option<bool>,
    /// Remind them before their time runs out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reminders: Option<bool>,
    /// Let puzzles be made from their finished games, if the opponent also agrees.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub puzzles: Option<bool>,
}

impl Preferences {
    /// With another account's choices where there is none. Puzzles are made from the games of both only if both allowed that.
    pub(crate) fn or(self, other: Self) -> Self {
        Self {
            view: self.view.or(other.view),
            theme: self.theme.or(other.theme),
            legan: self.legan.or(other.legan),
            toto40: self.toto40.or(other.toto40),
            pings: self.pings.or(other.pings),
            words_only: self.words_only.or(other.words_only),
            confirm: self.confirm.or(other.confirm),
            warnings: self.warnings.or(other.warnings),
            only_move: self.only_move.or(other.only_move),
            reminders: self.reminders.or(other.reminders),
            puzzles: self.puzzles.min(other.puzzles),
        }
    }
}
