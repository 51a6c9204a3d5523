//! Everything that can be chosen, and where.

use rules_core::Variant;

use crate::model::record::preferences::choice;
use crate::model::record::{Pings, Theme, View};

choice! {
    /// Whose choices are meant.
    Scope {
        /// Those of whoever asks.
        Own = "own",
        /// Those of the server where they ask.
        Server = "server",
    }
}

choice! {
    /// Something that can be chosen.
    Setting {
        /// [`Preferences::view`]
        View = "view",
        /// [`Preferences::theme`]
        Theme = "theme",
        /// [`Preferences::pings`]
        Pings = "pings",
        /// [`Preferences::words_only`]
        WordsOnly = "words-only",
        /// [`Preferences::confirm`]
        Confirm = "confirm",
        /// [`Preferences::only_move`]
        OnlyMove = "only-move",
        /// [`Preferences::reminders`]
        Reminders = "reminders",
        /// [`Settings::variant`]
        Variant = "server-game",
        /// [`Settings::rooms`]
        Rooms = "server-rooms",
        /// [`Settings::threads`]
        Threads = "server-threads",
        /// [`Settings::theme`]
        ServerTheme = "server-theme",
        /// [`Settings::announcements`]
        Announcements = "server-announcements",
        /// [`Settings::organizers`]
        Organizers = "server-organizers",
        /// [`Settings::quiet`]
        Quiet = "server-quiet",
    }
}

impl Setting {
    /// The value that takes a choice back.
    pub const DEFAULT: &str = "default";

    /// Whose choice it is.
    pub fn scope(self) -> Scope {
        if self.code().starts_with("server-") {
            Scope::Server
        } else {
            Scope::Own
        }
    }

    /// Everything that can be chosen there.
    pub fn of(scope: Scope) -> impl Iterator<Item = Self> {
        let all = Self::ALL.iter().copied();
        all.filter(move |setting| setting.scope() == scope)
    }

    /// The codes of its values, where they come from a list; none where they are the server's rooms and roles, or written.
    pub(crate) fn values(self) -> Vec<&'static str> {
        match self {
            Self::View => View::ALL.iter().map(|value| value.code()).collect(),
            Self::Theme | Self::ServerTheme => {
                Theme::ALL.iter().map(|value| value.code()).collect()
            }
            Self::Pings => Pings::ALL.iter().map(|value| value.code()).collect(),
            Self::Variant => Variant::ALL.iter().map(|variant| variant.id()).collect(),
            Self::WordsOnly | Self::Confirm | Self::OnlyMove | Self::Reminders | Self::Threads => {
                vec![YES, NO]
            }
            Self::Rooms | Self::Announcements | Self::Organizers | Self::Quiet => Vec::new(),
        }
    }
}

pub(crate) const YES: &str = "yes";

pub(crate) const NO: &str = "no";
