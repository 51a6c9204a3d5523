//! Preferences and server settings.

use rules_core::Variant;

use crate::model::record::preferences::choice;
use crate::model::record::{Pings, Rotation, Theme, View};

choice! {
    /// The owner of a setting: a person or a server.
    Scope {
        /// A person's preferences.
        Own = "own",
        /// A server's settings.
        Server = "server",
    }
}

choice! {
    /// A preference or server setting.
    Setting {
        /// [`crate::model::record::Preferences::view`]
        View = "view",
        /// [`crate::model::record::Preferences::theme`]
        Theme = "theme",
        /// [`crate::model::record::Preferences::legan`]
        Legan = "legan",
        /// [`crate::model::record::Preferences::toto40`]
        Toto40 = "toto40",
        /// [`crate::model::record::Preferences::pings`]
        Pings = "pings",
        /// [`crate::model::record::Preferences::words_only`]
        WordsOnly = "words-only",
        /// [`crate::model::record::Preferences::confirm`]
        Confirm = "confirm",
        /// [`crate::model::record::Preferences::warnings`]
        Warnings = "warnings",
        /// [`crate::model::record::Preferences::only_move`]
        OnlyMove = "only-move",
        /// [`crate::model::record::Preferences::reminders`]
        Reminders = "reminders",
        /// [`crate::model::record::Preferences::puzzles`]
        Puzzles = "puzzles",
        /// [`crate::model::record::Settings::variant`]
        Variant = "server-game",
        /// [`crate::model::record::Settings::rooms`]
        Rooms = "server-rooms",
        /// [`crate::model::record::Settings::threads`]
        Threads = "server-threads",
        /// [`crate::model::record::Settings::theme`]
        ServerTheme = "server-theme",
        /// [`crate::model::record::Settings::view`]
        ServerView = "server-view",
        /// [`crate::model::record::Settings::legan`]
        ServerLegan = "server-legan",
        /// [`crate::model::record::Settings::toto40`]
        ServerToto40 = "server-toto40",
        /// [`crate::model::record::Settings::announcements`]
        Announcements = "server-announcements",
        /// [`crate::model::record::Settings::daily`]
        Daily = "server-daily",
        /// [`crate::model::record::Settings::daily_hour`]
        DailyHour = "server-daily-hour",
        /// [`crate::model::record::Settings::organizers`]
        Organizers = "server-organizers",
        /// [`crate::model::record::Settings::zone`]
        Zone = "server-zone",
        /// [`crate::model::record::Settings::quiet`]
        Quiet = "server-quiet",
    }
}

impl Setting {
    /// The value that takes a choice back, in place of the setting's own values.
    pub const DEFAULT: &str = "default";

    /// Returns its owner.
    pub fn scope(self) -> Scope {
        if self.code().starts_with("server-") {
            Scope::Server
        } else {
            Scope::Own
        }
    }

    /// The settings of a scope.
    pub fn of(scope: Scope) -> impl Iterator<Item = Self> {
        let all = Self::ALL.iter().copied();
        all.filter(move |setting| setting.scope() == scope)
    }

    /// The codes of its values; empty if the values are rooms, roles or free text.
    pub(crate) fn values(self) -> Vec<&'static str> {
        match self {
            Self::View => View::ALL.iter().map(|value| value.code()).collect(),
            Self::Theme | Self::ServerTheme => {
                Theme::ALL.iter().map(|value| value.code()).collect()
            }
            Self::ServerView => vec![View::White.code(), View::Mover.code()],
            Self::Legan | Self::Toto40 | Self::ServerLegan | Self::ServerToto40 => {
                Rotation::ALL.iter().map(|value| value.code()).collect()
            }
            Self::Pings => Pings::ALL.iter().map(|value| value.code()).collect(),
            Self::Variant => Variant::ALL.iter().map(|variant| variant.id()).collect(),
            Self::WordsOnly
            | Self::Confirm
            | Self::Warnings
            | Self::OnlyMove
            | Self::Reminders
            | Self::Puzzles
            | Self::Threads => vec![YES, NO],
            Self::Zone => ZONES.to_vec(),
            Self::DailyHour => HOURS.to_vec(),
            Self::Daily => vec![HERE],
            Self::Rooms | Self::Announcements | Self::Organizers | Self::Quiet => Vec::new(),
        }
    }
}

pub(crate) const YES: &str = "yes";

pub(crate) const NO: &str = "no";

/// The room in which a setting is changed.
pub(crate) const HERE: &str = "here";

/// The hours of a day.
const HOURS: [&str; 24] = [
    "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16",
    "17", "18", "19", "20", "21", "22", "23",
];

/// Common time zones from west to east, as many as a menu holds beside the default.
const ZONES: [&str; 24] = [
    "America/Los_Angeles",
    "America/Denver",
    "America/Chicago",
    "America/Mexico_City",
    "America/New_York",
    "America/Bogota",
    "America/Argentina/Buenos_Aires",
    "America/Sao_Paulo",
    "Europe/London",
    "Africa/Lagos",
    "Europe/Berlin",
    "Europe/Paris",
    "Europe/Warsaw",
    "Africa/Johannesburg",
    "Europe/Kyiv",
    "Europe/Istanbul",
    "Europe/Moscow",
    "Asia/Dubai",
    "Asia/Kolkata",
    "Asia/Jakarta",
    "Asia/Shanghai",
    "Asia/Tokyo",
    "Australia/Sydney",
    "Pacific/Auckland",
];
