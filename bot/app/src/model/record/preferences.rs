//! What people and moderators can choose, as it is stored.

use pictures::Theme;
use serde::{Deserialize, Serialize};

/// Declares a closed choice: its values, the words they are stored and sent by, and all of them in order.
macro_rules! choice {
    ($(#[$doc:meta])* $name:ident { $($(#[$value_doc:meta])* $value:ident = $code:literal),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
        pub enum $name {
            $($(#[$value_doc])* #[serde(rename = $code)] $value),*
        }

        impl $name {
            /// Every value, in the order in which people are offered them.
            pub const ALL: &[Self] = &[$(Self::$value),*];

            /// The word that it is stored and sent by.
            pub fn code(self) -> &'static str {
                match self {
                    $(Self::$value => $code),*
                }
            }

            /// The value of that word.
            pub fn from_code(code: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|value| value.code() == code)
            }
        }
    };
}

pub(crate) use choice;

choice! {
    /// From where somebody sees the board.
    View {
        /// From one's own side; White's for a spectator.
        Own = "own",
        /// Always from White's side.
        White = "white",
        /// From the side that is to move.
        Mover = "mover",
    }
}

choice! {
    /// How somebody is told that it is their turn.
    Pings {
        /// By a mention in the room where the game is shown.
        Mention = "mention",
        /// By a direct message.
        Direct = "direct",
        /// Not at all.
        None = "none",
    }
}

/// What a person chose for themselves; a choice that was not made is left to the server's settings, then to the default.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Preferences {
    /// From where boards are seen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub view: Option<View>,
    /// The colors of boards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub theme: Option<Theme>,
    /// How they are told that it is their turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pings: Option<Pings>,
    /// Whether boards come in words, without a picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words_only: Option<bool>,
    /// Whether they are asked before a move is made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confirm: Option<bool>,
    /// Whether the only legal move is made for them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub only_move: Option<bool>,
    /// Whether they are reminded before their time runs out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reminders: Option<bool>,
}
