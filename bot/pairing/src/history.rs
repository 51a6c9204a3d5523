//! What has happened in a tournament so far: who entered, and the rounds that were paired.

use std::fmt;

use rules_core::Color;
use serde::{Deserialize, Serialize};

use crate::round::{HalfPoints, Round, Seed, Slot};

/// Somebody who plays in the tournament. Their [`Seed`] is their place in the list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Entrant {
    /// As it is shown.
    pub name: String,
    /// As it was when the tournament began; none for somebody unrated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<u16>,
}

/// The entrants in the order of their seeds, and the rounds that were paired.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "Unchecked", into = "Unchecked")]
pub struct History {
    entrants: Vec<Entrant>,
    rounds: Vec<Round>,
}

#[derive(Serialize, Deserialize)]
struct Unchecked {
    entrants: Vec<Entrant>,
    rounds: Vec<Round>,
}

/// What does not fit into a [`History`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HistoryError {
    /// A round names somebody who is not on the list.
    Stranger(Seed),
    /// [`History::MOST_ENTRANTS`] are there already.
    Full,
    /// [`History::MOST_ROUNDS`] were paired already.
    NoMoreRounds,
}

impl fmt::Display for HistoryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stranger(seed) => write!(f, "nobody on the list has number {seed}"),
            Self::Full => write!(f, "{} entrants are there", History::MOST_ENTRANTS),
            Self::NoMoreRounds => write!(f, "{} rounds were paired", History::MOST_ROUNDS),
        }
    }
}

impl std::error::Error for HistoryError {}

impl History {
    /// The most that can enter.
    pub const MOST_ENTRANTS: usize = 1024;
    /// The most rounds: enough for everybody to meet everybody twice among a hundred.
    pub const MOST_ROUNDS: usize = 256;

    /// Nothing has been played yet.
    ///
    /// # Errors
    /// When there are more than [`History::MOST_ENTRANTS`].
    pub fn new(entrants: Vec<Entrant>) -> Result<Self, HistoryError> {
        if entrants.len() > Self::MOST_ENTRANTS {
            return Err(HistoryError::Full);
        }
        Ok(Self {
            entrants,
            rounds: Vec::new(),
        })
    }

    /// Who entered, the first seed first.
    pub fn entrants(&self) -> &[Entrant] {
        &self.entrants
    }

    /// Everybody's seed in order.
    pub fn seeds(&self) -> impl Iterator<Item = Seed> + use<> {
        (0..self.entrants.len()).map(Seed::at)
    }

    /// The rounds, the first one first.
    pub fn rounds(&self) -> &[Round] {
        &self.rounds
    }

    /// A round, to enter a result.
    pub fn round_mut(&mut self, index: usize) -> Option<&mut Round> {
        self.rounds.get_mut(index)
    }

    /// Adds somebody who comes late; they stand last on the starting list.
    ///
    /// # Errors
    /// When the list is full.
    pub fn enter(&mut self, entrant: Entrant) -> Result<Seed, HistoryError> {
        if self.entrants.len() >= Self::MOST_ENTRANTS {
            return Err(HistoryError::Full);
        }
        self.entrants.push(entrant);
        Ok(Seed::at(self.entrants.len() - 1))
    }

    /// Adds a round.
    ///
    /// # Errors
    /// When it names somebody who did not enter, or there are too many.
    pub fn add_round(&mut self, round: Round) -> Result<(), HistoryError> {
        let stranger = round
            .slots()
            .iter()
            .flat_map(Slot::seeds)
            .find(|seed| seed.index() >= self.entrants.len());
        if let Some(seed) = stranger {
            return Err(HistoryError::Stranger(seed));
        }
        if self.rounds.len() >= Self::MOST_ROUNDS {
            return Err(HistoryError::NoMoreRounds);
        }
        self.rounds.push(round);
        Ok(())
    }

    /// Takes the last round back.
    pub fn remove_round(&mut self) -> Option<Round> {
        self.rounds.pop()
    }

    /// Everybody's points so far, by seed.
    pub fn scores(&self) -> Vec<HalfPoints> {
        let mut scores = vec![HalfPoints::NONE; self.entrants.len()];
        for slot in self.rounds.iter().flat_map(Round::slots) {
            match *slot {
                Slot::Bye { seed, bye } => scores[seed.index()].0 += bye.points().0,
                Slot::Pairing(pairing) => {
                    for color in Color::ALL {
                        let points = pairing
                            .result
                            .map_or(HalfPoints::NONE, |result| result.points(color));
                        scores[pairing.seed(color).index()].0 += points.0;
                    }
                }
            }
        }
        scores
    }
}

impl TryFrom<Unchecked> for History {
    type Error = HistoryError;

    fn try_from(unchecked: Unchecked) -> Result<Self, HistoryError> {
        let mut history = Self::new(unchecked.entrants)?;
        for round in unchecked.rounds {
            history.add_round(round)?;
        }
        Ok(history)
    }
}

impl From<History> for Unchecked {
    fn from(history: History) -> Self {
        Self {
            entrants: history.entrants,
            rounds: history.rounds,
        }
    }
}
