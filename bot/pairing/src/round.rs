//! A round: who meets whom, with which colors, and how it ended.

use std::collections::BTreeSet;
use std::fmt;
use std::num::NonZeroU16;

use rules_core::Color;
use serde::{Deserialize, Serialize};

/// Points in halves, so that no score is ever a fraction.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct HalfPoints(pub u16);

impl HalfPoints {
    /// What a loss brings.
    pub const NONE: Self = Self(0);
    /// What a draw brings.
    pub const DRAW: Self = Self(1);
    /// What a win brings.
    pub const WIN: Self = Self(2);

    /// As it stands in a tournament report: `4.5`.
    pub fn decimal(self) -> String {
        format!("{}.{}", self.0 / 2, 5 * (self.0 % 2))
    }
}

impl std::ops::Add for HalfPoints {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl std::iter::Sum for HalfPoints {
    fn sum<I: Iterator<Item = Self>>(points: I) -> Self {
        points.fold(Self::NONE, |sum, more| sum + more)
    }
}

impl fmt::Display for HalfPoints {
    /// As a chess player writes it: `4½`, `½`, `0`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0 / 2, self.0 % 2) {
            (0, 1) => f.write_str("½"),
            (whole, 0) => write!(f, "{whole}"),
            (whole, _) => write!(f, "{whole}½"),
        }
    }
}

/// An entrant's place in the starting list, from 1: FIDE's tournament pairing number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seed(NonZeroU16);

impl Seed {
    /// The seed of that number, if there is one.
    pub fn new(number: u16) -> Option<Self> {
        NonZeroU16::new(number).map(Self)
    }

    /// The seed of whoever stands at that place of a list that is counted from 0; the last seed there is for a list that
    /// is longer than [`History::MOST_ENTRANTS`](crate::History::MOST_ENTRANTS).
    pub fn at(index: usize) -> Self {
        let number = u16::try_from(index + 1).unwrap_or(u16::MAX);
        Self(NonZeroU16::new(number).unwrap_or(NonZeroU16::MAX))
    }

    /// Its number, from 1.
    pub fn number(self) -> u16 {
        self.0.get()
    }

    /// Its place in a list that is counted from 0.
    pub fn index(self) -> usize {
        usize::from(self.0.get()) - 1
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Who did not appear.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Forfeit {
    /// This side; the other has the point.
    By(Color),
    /// Neither; nobody has a point.
    Both,
}

/// How a pairing ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PairingResult {
    /// This side won a game that was played.
    Win(Color),
    /// A game that was played was drawn.
    Draw,
    /// No game was played: it counts neither for colors nor as a meeting.
    Forfeit(Forfeit),
}

impl PairingResult {
    /// What it brings to a side.
    pub fn points(self, color: Color) -> HalfPoints {
        match self {
            Self::Draw => HalfPoints::DRAW,
            Self::Win(winner) if winner == color => HalfPoints::WIN,
            Self::Forfeit(Forfeit::By(absent)) if absent != color => HalfPoints::WIN,
            Self::Win(_) | Self::Forfeit(_) => HalfPoints::NONE,
        }
    }

    /// Whether the two sat at the board.
    pub fn was_played(self) -> bool {
        !matches!(self, Self::Forfeit(_))
    }
}

/// Two entrants who meet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Pairing {
    /// Who has the white pieces.
    pub white: Seed,
    /// Who has the black pieces.
    pub black: Seed,
    /// How it ended, once it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<PairingResult>,
}

impl Pairing {
    /// A meeting that has yet to take place.
    pub fn new(white: Seed, black: Seed) -> Self {
        Self {
            white,
            black,
            result: None,
        }
    }

    /// The color that an entrant has here.
    pub fn color_of(&self, seed: Seed) -> Option<Color> {
        if self.white == seed {
            Some(Color::White)
        } else if self.black == seed {
            Some(Color::Black)
        } else {
            None
        }
    }

    /// Who has that color.
    pub fn seed(&self, color: Color) -> Seed {
        match color {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }
}

/// Why somebody has no opponent in a round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bye {
    /// An odd number is left: worth a win, and nobody gets it twice.
    PairingAllocated,
    /// Asked for before the round: worth a draw.
    HalfPoint,
    /// Absent with notice: worth nothing.
    ZeroPoint,
}

impl Bye {
    /// What it brings.
    pub fn points(self) -> HalfPoints {
        match self {
            Self::PairingAllocated => HalfPoints::WIN,
            Self::HalfPoint => HalfPoints::DRAW,
            Self::ZeroPoint => HalfPoints::NONE,
        }
    }
}

/// What a round holds for one or two entrants.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Slot {
    /// A game.
    Pairing(Pairing),
    /// No opponent.
    Bye {
        /// Who has none.
        seed: Seed,
        /// Why.
        bye: Bye,
    },
}

impl Slot {
    pub(crate) fn seeds(&self) -> impl Iterator<Item = Seed> {
        let (first, second) = match *self {
            Self::Pairing(pairing) => (pairing.white, Some(pairing.black)),
            Self::Bye { seed, .. } => (seed, None),
        };
        std::iter::once(first).chain(second)
    }
}

/// The slots of a round. Nobody stands in two of them; whoever stands in none is away and scores nothing.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "Vec<Slot>", into = "Vec<Slot>")]
pub struct Round(Vec<Slot>);

/// Somebody stands in two slots of a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeatedTwice(pub Seed);

impl fmt::Display for SeatedTwice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "number {} stands in two slots of a round", self.0)
    }
}

impl std::error::Error for SeatedTwice {}

impl Round {
    /// A round of these slots, the first board first.
    ///
    /// # Errors
    /// When somebody stands in two slots, or on both sides of one.
    pub fn new(slots: Vec<Slot>) -> Result<Self, SeatedTwice> {
        let mut seen = BTreeSet::new();
        for seed in slots.iter().flat_map(Slot::seeds) {
            if !seen.insert(seed) {
                return Err(SeatedTwice(seed));
            }
        }
        Ok(Self(slots))
    }

    /// Its slots, the first board first.
    pub fn slots(&self) -> &[Slot] {
        &self.0
    }

    /// Its games, the first board first.
    pub fn pairings(&self) -> impl Iterator<Item = &Pairing> {
        self.0.iter().filter_map(|slot| match slot {
            Slot::Pairing(pairing) => Some(pairing),
            Slot::Bye { .. } => None,
        })
    }

    /// The game on that board, counted from 0 among the games.
    pub fn pairing_mut(&mut self, board: usize) -> Option<&mut Option<PairingResult>> {
        self.0
            .iter_mut()
            .filter_map(|slot| match slot {
                Slot::Pairing(pairing) => Some(&mut pairing.result),
                Slot::Bye { .. } => None,
            })
            .nth(board)
    }

    /// Whether every game has its result.
    pub fn is_finished(&self) -> bool {
        self.pairings().all(|pairing| pairing.result.is_some())
    }

    /// The slot in which an entrant stands.
    pub fn slot_of(&self, seed: Seed) -> Option<&Slot> {
        self.0
            .iter()
            .find(|slot| slot.seeds().any(|other| other == seed))
    }

    /// What the round brings to an entrant; nothing while their game goes on.
    pub fn points(&self, seed: Seed) -> HalfPoints {
        match self.slot_of(seed) {
            None => HalfPoints::NONE,
            Some(Slot::Bye { bye, .. }) => bye.points(),
            Some(Slot::Pairing(pairing)) => match (pairing.result, pairing.color_of(seed)) {
                (Some(result), Some(color)) => result.points(color),
                _ => HalfPoints::NONE,
            },
        }
    }
}

impl TryFrom<Vec<Slot>> for Round {
    type Error = SeatedTwice;

    fn try_from(slots: Vec<Slot>) -> Result<Self, SeatedTwice> {
        Self::new(slots)
    }
}

impl From<Round> for Vec<Slot> {
    fn from(round: Round) -> Self {
        round.0
    }
}
