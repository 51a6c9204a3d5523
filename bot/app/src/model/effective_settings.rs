//! What applies to a person somewhere, and who chose it.

use rules_core::{Color, Game, Variant};

use crate::model::moment::Timestamp;
use crate::model::record::{Pings, Preferences, Settings, Theme, View};

/// Who chose a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// The person.
    Yours,
    /// The server's moderators.
    Servers,
    /// Nobody.
    Default,
}

/// A person's preferences over a server's settings over the defaults.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct InForce {
    /// What the person chose.
    pub preferences: Preferences,
    /// What the server's moderators chose.
    pub settings: Settings,
}

impl InForce {
    /// The rule set of a game for which none is named, where no server says otherwise.
    pub const VARIANT: Variant = Variant::Leto;

    /// From where boards are seen.
    pub fn view(&self) -> (View, Why) {
        own(self.preferences.view, View::Own)
    }

    /// The colors of boards.
    pub fn theme(&self) -> (Theme, Why) {
        match (self.preferences.theme, self.settings.theme) {
            (Some(theme), _) => (theme, Why::Yours),
            (None, Some(theme)) => (theme, Why::Servers),
            (None, None) => (Theme::Wood, Why::Default),
        }
    }

    /// How they are told that it is their turn.
    pub fn pings(&self) -> (Pings, Why) {
        own(self.preferences.pings, Pings::Mention)
    }

    /// Whether boards come in words, without a picture.
    pub fn words_only(&self) -> (bool, Why) {
        own(self.preferences.words_only, false)
    }

    /// Whether they are asked before a move is made.
    pub fn confirm(&self) -> (bool, Why) {
        own(self.preferences.confirm, false)
    }

    /// Whether the only legal move is made for them.
    pub fn only_move(&self) -> (bool, Why) {
        own(self.preferences.only_move, false)
    }

    /// Whether they are reminded before their time runs out.
    pub fn reminders(&self) -> (bool, Why) {
        own(self.preferences.reminders, true)
    }

    /// The rule set of a game for which none is named.
    pub fn variant(&self) -> (Variant, Why) {
        servers(self.settings.variant, Self::VARIANT)
    }

    /// Whether each game gets a thread of its own.
    pub fn threads(&self) -> (bool, Why) {
        servers(self.settings.threads, false)
    }

    /// Whether it is one of the server's quiet hours.
    pub fn is_quiet(&self, time: Timestamp) -> bool {
        let quiet = self.settings.quiet.as_ref();
        quiet.is_some_and(|quiet| quiet.contains(time))
    }

    /// How they are to be told something at that time: in a server's quiet hours, not at all.
    pub fn pings_at(&self, time: Timestamp) -> Pings {
        if self.is_quiet(time) {
            Pings::None
        } else {
            self.pings().0
        }
    }

    /// The side from which they see a game; `own` is the side that they play, if they do.
    pub(crate) fn seen_by(&self, own: Option<Color>, game: &Game) -> Color {
        match self.view().0 {
            View::Own => own.unwrap_or(Color::White),
            View::White => Color::White,
            View::Mover => game.turn(),
        }
    }
}

fn own<T>(choice: Option<T>, default: T) -> (T, Why) {
    choice.map_or((default, Why::Default), |value| (value, Why::Yours))
}

fn servers<T>(choice: Option<T>, default: T) -> (T, Why) {
    choice.map_or((default, Why::Default), |value| (value, Why::Servers))
}
