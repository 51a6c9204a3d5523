//! Preferences and server settings.

use rules_core::Variant;

use crate::model::record::preferences::choice;
use crate::model::{Pings, Rotation, Theme, View};

choice! {
    /// The owner of a setting: a person or a server.
    Scope {
        /// A person's preferences.
        Own = "own",
        /// A server's settings.
        Server = "server",
    }

    /// A field of [`Preferences`](crate::Preferences), or of [`Settings`](crate::Settings).
    Setting {
        View = "view",
        Theme = "theme",
        Legan = "legan",
        Toto40 = "toto40",
        Pings = "pings",
        WordsOnly = "words-only",
        Confirm = "confirm",
        Warnings = "warnings",
        OnlyMove = "only-move",
        Reminders = "reminders",
        Puzzles = "puzzles",
        Variant = "server-game",
        Rooms = "server-rooms",
        Threads = "server-threads",
        ServerTheme = "server-theme",
        ServerView = "server-view",
        ServerLegan = "server-legan",
        ServerToto40 = "server-toto40",
        Announcements = "server-announcements",
        Daily = "server-daily",
        DailyHour = "server-daily-hour",
        Organizers = "server-organizers",
        Zone = "server-zone",
        Quiet = "server-quiet",
    }
}

impl Setting {
    /// The value that takes a choice back, in place of the setting's own values.
    pub const DEFAULT: &str = "default";

    pub fn scope(self) -> Scope {
        if self.code().starts_with("server-") {
            Scope::Server
        } else {
            Scope::Own
        }
    }

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
