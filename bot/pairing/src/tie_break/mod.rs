//! Tie-breaks by FIDE C.07 of 2026.

mod calculator;

use std::fmt;

use serde::{Deserialize, Serialize};

pub(crate) use calculator::Calculator;

use crate::round::HalfPoints;

/// How the entrants of a tournament are ranked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ranking {
    /// The tie-breaks in order of precedence.
    pub tie_breaks: Vec<TieBreak>,
    /// Whether all pairings were known before the first round, as in a round robin. Forfeited games then count like
    /// played ones (C.07 Article 15.2).
    #[serde(default)]
    pub predetermined: bool,
}

impl Ranking {
    /// The default for a Swiss.
    pub fn swiss() -> Self {
        Self {
            tie_breaks: vec![
                TieBreak::BuchholzCut1,
                TieBreak::Buchholz,
                TieBreak::SonnebornBerger,
                TieBreak::DirectEncounter,
                TieBreak::NumberOfWins,
            ],
            predetermined: false,
        }
    }

    /// The default for a round robin, where Buchholz is meaningless.
    pub fn round_robin() -> Self {
        Self {
            tie_breaks: vec![
                TieBreak::SonnebornBerger,
                TieBreak::DirectEncounter,
                TieBreak::NumberOfWins,
            ],
            predetermined: true,
        }
    }
}

/// A tie-break system of C.07.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TieBreak {
    /// BH: the sum of the opponents' scores (Article 8.1).
    Buchholz,
    /// BH-C1: Buchholz without the lowest score (Articles 8.1, 14.1 and 16.5).
    BuchholzCut1,
    /// SB: the sum of each opponent's score times the points scored against them (Article 9.1).
    SonnebornBerger,
    /// DE: the points scored in games between the tied entrants (Article 6).
    DirectEncounter,
    /// WIN: rounds that scored as much as a win, played or not (Article 7.1).
    NumberOfWins,
    /// TPR: the rating whose expected score against these opponents is the actual one (Article 10.2).
    PerformanceRating,
}

impl TieBreak {
    /// Every tie-break, in declaration order.
    pub const ALL: [Self; 6] = [
        Self::Buchholz,
        Self::BuchholzCut1,
        Self::SonnebornBerger,
        Self::DirectEncounter,
        Self::NumberOfWins,
        Self::PerformanceRating,
    ];

    /// The acronym in C.07.
    pub fn code(self) -> &'static str {
        self.names()[0]
    }

    /// The acronym and the name in C.07.
    fn names(self) -> [&'static str; 2] {
        match self {
            Self::Buchholz => ["BH", "Buchholz"],
            Self::BuchholzCut1 => ["BH-C1", "Buchholz Cut 1"],
            Self::SonnebornBerger => ["SB", "Sonneborn-Berger"],
            Self::DirectEncounter => ["DE", "Direct Encounter"],
            Self::NumberOfWins => ["WIN", "Number of Wins"],
            Self::PerformanceRating => ["TPR", "Tournament Performance Rating"],
        }
    }
}

/// Neither the name nor the code of a [`TieBreak`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown tie-break")]
pub struct UnknownTieBreak;

impl std::str::FromStr for TieBreak {
    type Err = UnknownTieBreak;

    /// Parses a code or a name, ignoring case, spaces and hyphens.
    fn from_str(text: &str) -> Result<Self, UnknownTieBreak> {
        fn normalize(text: &str) -> String {
            let letters = text.chars().filter(|c| c.is_alphanumeric());
            letters.flat_map(char::to_lowercase).collect()
        }
        let wanted = normalize(text);
        let is_wanted = |known: &Self| known.names().map(normalize).contains(&wanted);
        let found = Self::ALL.into_iter().find(is_wanted);
        found.ok_or(UnknownTieBreak)
    }
}

/// The value of a tie-break in quarter points, the resolution of Sonneborn-Berger.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct TieBreakValue(u32);

impl TieBreakValue {
    fn integer(number: u32) -> Self {
        Self(number.saturating_mul(4))
    }

    fn points(points: HalfPoints) -> Self {
        Self(2 * u32::from(points.0))
    }
}

impl fmt::Display for TieBreakValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fraction = ["", ".25", ".5", ".75"][self.0 as usize % 4];
        write!(f, "{}{fraction}", self.0 / 4)
    }
}
