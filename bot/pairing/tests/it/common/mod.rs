//! Random Swiss tournaments with forfeits, withdrawals, late entries and half-point byes.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use pairing::swiss::{self, PairingError, Request, SwissRound};
use pairing::{Bye, Entrant, Forfeit, History, Pairing, PairingResult, Round, Seed, Slot};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use rules_core::Color;

pub(crate) type Failure = Box<dyn std::error::Error>;

/// Probabilities.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rates {
    /// Of a game.
    pub(crate) forfeit: f64,
    /// Of an entrant, per round.
    pub(crate) withdrawal: f64,
    /// Of an entrant, per round.
    pub(crate) half_point: f64,
    /// Of an entrant, to enter after the first round.
    pub(crate) late: f64,
    /// Of a played game.
    pub(crate) draw: f64,
}

impl Rates {
    pub(crate) const REALISTIC: Self = Self {
        forfeit: 0.04,
        withdrawal: 0.02,
        half_point: 0.02,
        late: 0.05,
        draw: 0.2,
    };
    /// Everyone plays every round.
    #[allow(dead_code, reason = "not every test that shares this file needs it")]
    pub(crate) const FULL_ATTENDANCE: Self = Self {
        forfeit: 0.0,
        withdrawal: 0.0,
        half_point: 0.0,
        late: 0.0,
        draw: 0.2,
    };
}

/// A tournament in progress.
pub(crate) struct Simulation {
    pub(crate) history: History,
    pub(crate) rounds: usize,
    pub(crate) initial: Color,
    /// Pairs that never meet.
    pub(crate) apart: Vec<(Seed, Seed)>,
    rates: Rates,
    rng: SmallRng,
    withdrawn: BTreeSet<Seed>,
    /// The number of entrants yet to arrive.
    late: usize,
}

impl Simulation {
    pub(crate) fn new(
        players: usize,
        rounds: usize,
        rates: Rates,
        seed: u64,
    ) -> Result<Self, Failure> {
        let mut rng = SmallRng::seed_from_u64(seed);
        let mut ratings: Vec<u16> = (0..players).map(|_| rng.random_range(900..2400)).collect();
        ratings.sort_unstable_by_key(|&rating| Reverse(rating));
        let late = (0..players).filter(|_| rng.random_bool(rates.late)).count();
        let late = late.min(players.saturating_sub(2));
        let present = ratings[..players - late].iter().enumerate();
        let entrants = present.map(|(index, &rating)| entrant(index, rating));
        Ok(Self {
            history: History::new(entrants.collect())?,
            rounds,
            initial: if rng.random_bool(0.5) {
                Color::White
            } else {
                Color::Black
            },
            apart: Vec::new(),
            rates,
            rng,
            withdrawn: BTreeSet::new(),
            late,
        })
    }

    /// Draws arrivals, withdrawals and half-point byes. Returns the round to pair and the byes; called once per round.
    pub(crate) fn prepare(&mut self) -> Result<(Request, Vec<Slot>), Failure> {
        let round = self.history.rounds().len();
        while round > 0 && self.late > 0 && self.rng.random_bool(0.5) {
            self.late -= 1;
            self.add_late_entrant()?;
        }
        let mut present = Vec::new();
        let mut byes = Vec::new();
        for seed in self.history.seeds() {
            if self.withdrawn.contains(&seed) {
                continue;
            }
            if round > 0 && self.rng.random_bool(self.rates.withdrawal) {
                self.withdrawn.insert(seed);
            } else if self.rng.random_bool(self.rates.half_point) {
                byes.push(Slot::Bye {
                    seed,
                    bye: Bye::HalfPoint,
                });
            } else {
                present.push(seed);
            }
        }
        let request = Request {
            present,
            is_last: round + 1 == self.rounds,
            initial: self.initial,
            apart: self.apart.clone(),
        };
        Ok((request, byes))
    }

    fn add_late_entrant(&mut self) -> Result<(), Failure> {
        let mut entrants = self.history.entrants().to_vec();
        entrants.push(entrant(entrants.len(), 1200));
        let mut history = History::new(entrants)?;
        for round in self.history.rounds() {
            history.add_round(round.clone())?;
        }
        self.history = history;
        Ok(())
    }

    pub(crate) fn pair(&self, request: &Request) -> Result<SwissRound, PairingError> {
        swiss::pair(&self.history, request)
    }

    /// Draws the results of a round and adds it to the history.
    pub(crate) fn play(&mut self, round: &SwissRound, byes: Vec<Slot>) -> Result<(), Failure> {
        let mut slots = round.slots();
        slots.extend(byes);
        for slot in &mut slots {
            if let Slot::Pairing(pairing) = slot {
                pairing.result = Some(self.draw_result(*pairing));
            }
        }
        self.history.add_round(Round::new(slots)?)?;
        Ok(())
    }

    /// Draws a result. A decisive game follows the Elo expectation.
    fn draw_result(&mut self, pairing: Pairing) -> PairingResult {
        let entrants = self.history.entrants();
        let rating = |seed: Seed| f64::from(entrants[seed.index()].rating.unwrap_or(0));
        let difference = rating(pairing.white) - rating(pairing.black);
        let expected = 1.0 / (1.0 + 10_f64.powf(-difference / 400.0));
        if self.rng.random_bool(self.rates.forfeit) {
            PairingResult::Forfeit(match self.rng.random_range(0..5) {
                0 => Forfeit::Both,
                1 | 2 => Forfeit::By(Color::White),
                _ => Forfeit::By(Color::Black),
            })
        } else if self.rng.random_bool(self.rates.draw) {
            PairingResult::Draw
        } else if self.rng.random_bool(expected) {
            PairingResult::Win(Color::White)
        } else {
            PairingResult::Win(Color::Black)
        }
    }
}

fn entrant(index: usize, rating: u16) -> Entrant {
    Entrant {
        name: format!("Entrant {}", index + 1),
        rating: Some(rating),
    }
}
