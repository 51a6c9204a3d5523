//! Strengths of the engine.

use serde::{Deserialize, Serialize};

/// How well the engine plays, from [`Level::LOWEST`] to [`Level::HIGHEST`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Level(u8);

impl Level {
    /// The engine's name as a player of this strength.
    pub fn player_name(self) -> String {
        format!("Delos (level {})", self.number())
    }

    /// The level a beginner beats.
    pub const LOWEST: Self = Self(1);
    /// Full strength.
    pub const HIGHEST: Self = Self(10);

    /// The level of that number, if there is one.
    pub fn new(number: u8) -> Option<Self> {
        (Self::LOWEST.0..=Self::HIGHEST.0)
            .contains(&number)
            .then_some(Self(number))
    }

    /// Its number, from 1 to 10.
    pub fn number(self) -> u8 {
        self.0
    }
}
