//! The settings that apply to a person in a place.

use pictures::BoardPicture;
use rules_core::{Color, Family, Game, Variant};

use crate::model::moment::Timestamp;
use crate::model::record::{Pings, Preferences, Rotation, Settings, Theme, View};

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

    /// A person's games of a family in which they are warned of moves that lose at once.
    pub const FIRST_GAMES: u32 = 10;

    /// Default: the player's own side.
    pub fn view(&self) -> View {
        self.preferences.view.unwrap_or(View::Own)
    }

    /// Default: the server's theme, or wood.
    pub fn theme(&self) -> Theme {
        let theme = self.preferences.theme.or(self.server.theme);
        theme.unwrap_or_default()
    }

    /// How a game's board lies for the person. Default: the server's choice, or the game's usual way.
    pub fn rotation(&self, family: Family) -> Rotation {
        let own = match family {
            Family::Legan => self.preferences.legan,
            Family::Toto40 => self.preferences.toto40,
            _ => None,
        };
        own.unwrap_or_else(|| self.server.rotation(family))
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

    /// Whether they are asked before a move that loses at once, having finished this many games of its family. Default: in their
    /// first games.
    pub fn warns(&self, finished: u32) -> bool {
        let choice = self.preferences.warnings;
        choice.unwrap_or(finished < Self::FIRST_GAMES)
    }

    /// Whether menus mark moves that lose at once. Default: yes.
    pub fn marks(&self) -> bool {
        self.preferences.warnings.unwrap_or(true)
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

    /// How the person sees a game that is shown to them alone; `own` is the side that they play, if any.
    pub(crate) fn private_look(&self, own: Option<Color>, game: &Game) -> BoardLook {
        let viewer = match self.view() {
            View::Own => own.unwrap_or(Color::White),
            View::White => Color::White,
            View::Mover => game.turn(),
        };
        self.look(viewer, game)
    }

    /// How everyone sees the board of a game that the person plays as `own` against the engine. It doesn't turn.
    pub(crate) fn sole_look(&self, own: Color, game: &Game) -> BoardLook {
        let viewer = match self.view() {
            View::Own | View::Mover => own,
            View::White => Color::White,
        };
        self.look(viewer, game)
    }

    fn look(&self, viewer: Color, game: &Game) -> BoardLook {
        BoardLook {
            viewer,
            theme: self.theme(),
            rotation: self.rotation(game.variant().family()),
        }
    }
}

/// How a board is seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BoardLook {
    pub(crate) viewer: Color,
    theme: Theme,
    rotation: Rotation,
}

impl BoardLook {
    pub(crate) fn of(self, board: BoardPicture) -> BoardPicture {
        BoardPicture {
            viewer: self.viewer,
            theme: self.theme,
            rotation: self.rotation,
            ..board
        }
    }
}

impl Settings {
    /// How a game's board lies.
    pub(crate) fn rotation(&self, family: Family) -> Rotation {
        let chosen = match family {
            Family::Legan => self.legan,
            Family::Toto40 => self.toto40,
            _ => None,
        };
        chosen.unwrap_or(Rotation::usual(family))
    }

    /// How everyone sees a board that no one player owns.
    pub(crate) fn shared_look(&self, game: &Game) -> BoardLook {
        BoardLook {
            viewer: match self.view {
                Some(View::Mover) => game.turn(),
                _ => Color::White,
            },
            theme: self.theme.unwrap_or_default(),
            rotation: self.rotation(game.variant().family()),
        }
    }
}
