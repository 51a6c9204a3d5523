//! Playing levels of the engine.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A playing level, from [`Level::LOWEST`] to [`Level::HIGHEST`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Level(u8);

impl Level {
    /// The engine's name as a player at this level.
    pub fn player_name(self) -> String {
        format!("Delos at level {}", self.0)
    }

    /// Every level, the lowest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (Self::LOWEST.0..=Self::HIGHEST.0).map(Self)
    }

    /// The strength in a word, such as `Beginner`.
    pub fn name(self) -> &'static str {
        match self.0 {
            1 => "Beginner",
            2 => "Novice",
            3 => "Learner",
            4 => "Casual",
            5 => "Intermediate",
            6 => "Club player",
            7 => "Advanced",
            8 => "Expert",
            9 => "Candidate master",
            _ => "Master",
        }
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

    pub fn number(self) -> u8 {
        self.0
    }
}

/// The number with the name, for a list of levels: `Level 1 (Beginner)`.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Level {} ({})", self.0, self.name())
    }
}
