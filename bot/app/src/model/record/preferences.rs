//! Choices of people and moderators.

use pictures::{Rotation, Theme};

use crate::model::record::defaults::stored;

/// Declares enums of choices, with the codes by which they are stored and sent.
macro_rules! choice {
    ($($(#[$doc:meta])* $name:ident { $($(#[$value_doc:meta])* $value:ident = $code:literal),* $(,)? })*) => {$(
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
    )*};
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

    /// How a player learns that it is their turn.
    Pings {
        /// A mention in the game's room.
        Mention = "mention",
        /// A direct message.
        Direct = "direct",
        None = "none",
    }
}

stored! {
    /// A person's choices. Where they made none, the server's setting applies, then the default.
    #[derive(Copy, Default)]
    pub struct Preferences {
        pub view: Option<View> = default,
        pub theme: Option<Theme> = default,
        /// How boards of Legan Chess lie.
        pub legan: Option<Rotation> = default,
        /// How boards of Toto40 lie.
        pub toto40: Option<Rotation> = default,
        pub pings: Option<Pings> = default,
        /// Boards in words, without a picture.
        pub words_only: Option<bool> = default,
        /// Ask before each move.
        pub confirm: Option<bool> = default,
        /// Ask before moves that lose at once, and mark them in menus.
        pub warnings: Option<bool> = default,
        /// Play the only legal move automatically.
        pub only_move: Option<bool> = default,
        /// Remind them before their time runs out.
        pub reminders: Option<bool> = default,
        /// Let puzzles be made from their finished games, if the opponent also agrees.
        pub puzzles: Option<bool> = default,
    }
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
