//! The settings that apply to a person in a place.

use jiff::tz::TimeZone;
use rules_core::{Color, Game, Variant};

use crate::model::moment::Timestamp;
use crate::model::record::{Pings, Preferences, Settings, Theme, View};

/// A person's preferences over a server's settings over the defaults.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EffectiveSettings {
    /// The person's choices.
    pub preferences: Preferences,
    /// The choices of the server's managers.
    pub server: Settings,
}

impl EffectiveSettings {
    /// The default variant, unless a server chooses another.
    pub const VARIANT: Variant = Variant::Leto;

    /// Default: the player's own side.
    pub fn view(&self) -> View {
        self.preferences.view.unwrap_or(View::Own)
    }

    /// Default: the server's theme, or wood.
    pub fn theme(&self) -> Theme {
        let theme = self.preferences.theme.or(self.server.theme);
        theme.unwrap_or(Theme::Wood)
    }

    /// How they learn that it is their turn, outside of quiet hours. Default: a mention.
    pub fn pings(&self) -> Pings {
        self.preferences.pings.unwrap_or(Pings::Mention)
    }

    /// Whether boards come in words instead of pictures. Default: no.
    pub fn words_only(&self) -> bool {
        self.preferences.words_only.unwrap_or(false)
    }

    /// Whether a move has to be confirmed. Default: no.
    pub fn confirm(&self) -> bool {
        self.preferences.confirm.unwrap_or(false)
    }

    /// Whether forced moves are played for them. Default: no.
    pub fn only_move(&self) -> bool {
        self.preferences.only_move.unwrap_or(false)
    }

    /// Whether they are reminded before their time runs out. Default: yes.
    pub fn reminders(&self) -> bool {
        self.preferences.reminders.unwrap_or(true)
    }

    /// The variant of a game for which none is named.
    pub fn variant(&self) -> Variant {
        self.server.variant.unwrap_or(Self::VARIANT)
    }

    /// The name of the time zone in which times are written. Default: UTC.
    pub fn zone_name(&self) -> &str {
        self.server.zone.as_deref().unwrap_or("UTC")
    }

    /// The time zone in which times are written.
    pub(crate) fn zone(&self) -> TimeZone {
        TimeZone::get(self.zone_name()).unwrap_or(TimeZone::UTC)
    }

    /// Whether each game gets its own thread. Default: no.
    pub fn threads(&self) -> bool {
        self.server.threads.unwrap_or(false)
    }

    /// Whether `time` is in the server's quiet hours.
    pub fn is_quiet(&self, time: Timestamp) -> bool {
        let quiet = self.server.quiet.as_ref();
        quiet.is_some_and(|quiet| quiet.contains(time))
    }

    /// [`EffectiveSettings::pings`], but none in the server's quiet hours.
    pub fn pings_at(&self, time: Timestamp) -> Pings {
        if self.is_quiet(time) {
            Pings::None
        } else {
            self.pings()
        }
    }

    /// The side at the bottom of a game's board; `own` is the side that they play, if any.
    pub(crate) fn seen_by(&self, own: Option<Color>, game: &Game) -> Color {
        match self.view() {
            View::Own => own.unwrap_or(Color::White),
            View::White => Color::White,
            View::Mover => game.turn(),
        }
    }
}
