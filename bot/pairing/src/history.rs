//! The starting list and the rounds of a tournament.

use rules_core::Color;

use crate::round::{HalfPoints, Round, Seed, Slot};

/// A participant. Their [`Seed`] is their position on the starting list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entrant {
    /// The display name.
    pub name: String,
    /// The rating at the start of the tournament; `None` if unrated.
    pub rating: Option<u16>,
}

/// The entrants in seed order, and all rounds paired so far.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct History {
    entrants: Vec<Entrant>,
    rounds: Vec<Round>,
    /// Entrants whose games are annulled.
    annulled: Vec<Seed>,
}

/// Why a [`History`] or a [`Round`] is invalid.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum HistoryError {
    #[error("seed {0} is not on the starting list")]
    UnknownSeed(Seed),
    #[error("seed {0} appears twice in a round")]
    DuplicateSeed(Seed),
    #[error("more than {} entrants", History::MAX_ENTRANTS)]
    TooManyEntrants,
    #[error("more than {} rounds", History::MAX_ROUNDS)]
    TooManyRounds,
}

impl History {
    /// The maximum length of the starting list.
    pub const MAX_ENTRANTS: usize = 1024;
    /// The maximum number of rounds: enough for a double round robin of 128.
    pub const MAX_ROUNDS: usize = 256;

    /// A tournament without rounds.
    pub fn new(entrants: Vec<Entrant>) -> Result<Self, HistoryError> {
        if entrants.len() > Self::MAX_ENTRANTS {
            return Err(HistoryError::TooManyEntrants);
        }
        Ok(Self {
            entrants,
            ..Self::default()
        })
    }

    /// The starting list.
    pub fn entrants(&self) -> &[Entrant] {
        &self.entrants
    }

    /// All seeds, in order.
    pub fn seeds(&self) -> impl Iterator<Item = Seed> + use<> {
        (0..self.entrants.len()).map(Seed::from_index)
    }

    /// The rounds, in order.
    pub fn rounds(&self) -> &[Round] {
        &self.rounds
    }

    /// Appends a round.
    ///
    /// # Errors
    /// When the round contains an unknown seed, or there are [`History::MAX_ROUNDS`] already.
    pub fn add_round(&mut self, round: Round) -> Result<(), HistoryError> {
        let unknown = round
            .slots()
            .iter()
            .flat_map(Slot::seeds)
            .find(|seed| seed.index() >= self.entrants.len());
        if let Some(seed) = unknown {
            return Err(HistoryError::UnknownSeed(seed));
        }
        if self.rounds.len() >= Self::MAX_ROUNDS {
            return Err(HistoryError::TooManyRounds);
        }
        self.rounds.push(round);
        Ok(())
    }

    /// Removes the last round.
    pub fn pop_round(&mut self) {
        self.rounds.pop();
    }

    /// Annuls an entrant's games: they stay in the rounds, but score for no one.
    pub fn annul(&mut self, seed: Seed) {
        self.annulled.push(seed);
    }

    pub(crate) fn is_annulled(&self, seed: Seed) -> bool {
        self.annulled.contains(&seed)
    }

    /// The slots of a round that were not annulled.
    pub(crate) fn counted(&self, round: &Round) -> impl Iterator<Item = Slot> {
        let slots = round.slots().iter().copied();
        slots.filter(move |slot| !slot.seeds().any(|seed| self.is_annulled(seed)))
    }

    /// The slot of an entrant; `None` when absent or annulled.
    pub(crate) fn counted_slot(&self, round: &Round, seed: Seed) -> Option<Slot> {
        self.counted(round).find(|slot| slot.has(seed))
    }

    /// The scores so far, indexed by seed.
    pub fn scores(&self) -> Vec<HalfPoints> {
        let mut scores = vec![HalfPoints::ZERO; self.entrants.len()];
        let mut add = |seed: Seed, points: HalfPoints| {
            let score = &mut scores[seed.index()];
            *score = *score + points;
        };
        for slot in self.rounds.iter().flat_map(|round| self.counted(round)) {
            match slot {
                Slot::Bye { seed, bye } => add(seed, bye.points()),
                Slot::Pairing(pairing) => {
                    for color in Color::ALL {
                        add(pairing.seed(color), pairing.points(color));
                    }
                }
            }
        }
        scores
    }
}
