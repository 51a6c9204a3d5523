//! Playing levels of the engine.

use serde::{Deserialize, Serialize};

/// A playing level, from [`Level::LOWEST`] to [`Level::HIGHEST`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Level(u8);

impl Level {
    /// The engine's name as a player at this level.
    pub fn player_name(self) -> String {
        format!("Delos (level {})", self.number())
    }

    /// A beginner beats it.
    pub const LOWEST: Self = Self(1);
    /// Full strength.
    pub const HIGHEST: Self = Self(10);

    /// `None` outside of 1 to 10.
    pub fn new(number: u8) -> Option<Self> {
        (Self::LOWEST.0..=Self::HIGHEST.0)
            .contains(&number)
            .then_some(Self(number))
    }

    /// From 1 to 10.
    pub fn number(self) -> u8 {
        self.0
    }
}
