//! A round: its pairings and byes, and the results so far.

use std::collections::BTreeSet;
use std::fmt;
use std::num::NonZeroU16;

use rules_core::Color;
use serde::{Deserialize, Serialize};

use crate::history::HistoryError;

/// A score in half points.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct HalfPoints(pub u16);

impl HalfPoints {
    /// The score of a loss.
    pub const ZERO: Self = Self(0);
    /// The score of a draw.
    pub const DRAW: Self = Self(1);
    /// The score of a win.
    pub const WIN: Self = Self(2);

    /// Formats with one decimal, as tournament reports do: `4.5`.
    pub(crate) fn decimal(self) -> String {
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
        points.fold(Self::ZERO, std::ops::Add::add)
    }
}

impl fmt::Display for HalfPoints {
    /// Formats with a fraction: `4½`, `½`, `0`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0 / 2, self.0 % 2) {
            (0, 1) => f.write_str("½"),
            (whole, 0) => write!(f, "{whole}"),
            (whole, _) => write!(f, "{whole}½"),
        }
    }
}

/// An entrant's position on the starting list, from 1. FIDE calls it the tournament pairing number (TPN).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seed(NonZeroU16);

impl Seed {
    /// Returns `None` for zero.
    pub fn new(number: u16) -> Option<Self> {
        NonZeroU16::new(number).map(Self)
    }

    /// The seed at a zero-based index of the starting list. Saturates at `u16::MAX`, far above
    /// [`History::MAX_ENTRANTS`](crate::History::MAX_ENTRANTS).
    pub fn from_index(index: usize) -> Self {
        let number = u16::try_from(index + 1).unwrap_or(u16::MAX);
        Self(NonZeroU16::new(number).unwrap_or(NonZeroU16::MAX))
    }

    /// The one-based number.
    pub fn number(self) -> u16 {
        self.0.get()
    }

    /// The zero-based index on the starting list.
    pub fn index(self) -> usize {
        usize::from(self.0.get()) - 1
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The side or sides that did not show up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Forfeit {
    /// One side forfeits, and the opponent scores a win.
    By(Color),
    /// Double forfeit: neither side scores.
    Both,
}

/// The result of a pairing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PairingResult {
    /// A played game with this winner.
    Win(Color),
    /// A played game.
    Draw,
    /// An unplayed game. It has no colors, and the two may be paired again.
    Forfeit(Forfeit),
}

impl PairingResult {
    /// The points that a side scores.
    pub fn points(self, color: Color) -> HalfPoints {
        match self {
            Self::Draw => HalfPoints::DRAW,
            Self::Win(winner) if winner == color => HalfPoints::WIN,
            Self::Forfeit(Forfeit::By(absent)) if absent != color => HalfPoints::WIN,
            Self::Win(_) | Self::Forfeit(_) => HalfPoints::ZERO,
        }
    }

    /// Whether the game was played rather than forfeited.
    pub fn was_played(self) -> bool {
        !matches!(self, Self::Forfeit(_))
    }

    /// The side's result as in a crosstable: `1`, `½` or `0` of a played game, otherwise `+` or `-`.
    pub(crate) fn symbol(self, color: Color) -> &'static str {
        match (self.was_played(), self.points(color)) {
            (true, HalfPoints::WIN) => "1",
            (true, HalfPoints::DRAW) => "½",
            (true, _) => "0",
            (false, HalfPoints::WIN) => "+",
            (false, _) => "-",
        }
    }
}

/// Two entrants paired with each other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the field names say it")]
pub struct Pairing {
    pub white: Seed,
    pub black: Seed,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<PairingResult>,
}

impl Pairing {
    /// A pairing without a result.
    pub fn new(white: Seed, black: Seed) -> Self {
        Self {
            white,
            black,
            result: None,
        }
    }

    /// The color of an entrant, if they are in this pairing.
    pub fn color_of(&self, seed: Seed) -> Option<Color> {
        if self.white == seed {
            Some(Color::White)
        } else if self.black == seed {
            Some(Color::Black)
        } else {
            None
        }
    }

    /// The entrant who has a color.
    pub fn seed(&self, color: Color) -> Seed {
        match color {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }

    /// The points that a side has scored; zero while the game is pending.
    pub(crate) fn points(self, color: Color) -> HalfPoints {
        self.result
            .map_or(HalfPoints::ZERO, |result| result.points(color))
    }
}

/// Why an entrant is not paired in a round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bye {
    /// The pairing-allocated bye (PAB) of an odd field. Scores a win; no one gets a second one.
    PairingAllocated,
    /// A half-point bye, requested before the round.
    HalfPoint,
    /// A zero-point bye: absence announced before the round.
    ZeroPoint,
}

impl Bye {
    /// The points that it scores.
    pub const fn points(self) -> HalfPoints {
        match self {
            Self::PairingAllocated => HalfPoints::WIN,
            Self::HalfPoint => HalfPoints::DRAW,
            Self::ZeroPoint => HalfPoints::ZERO,
        }
    }
}

/// One entry of a round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Slot {
    Pairing(Pairing),
    Bye { seed: Seed, bye: Bye },
}

impl Slot {
    pub(crate) fn seeds(&self) -> impl Iterator<Item = Seed> {
        let (first, second) = match *self {
            Self::Pairing(pairing) => (pairing.white, Some(pairing.black)),
            Self::Bye { seed, .. } => (seed, None),
        };
        std::iter::once(first).chain(second)
    }

    pub(crate) fn has(self, entrant: Seed) -> bool {
        self.seeds().any(|seed| seed == entrant)
    }
}

/// The pairings and byes of a round, each entrant at most once. An entrant without a slot is absent and scores nothing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Round(Vec<Slot>);

impl Round {
    /// A round of these slots, in board order.
    pub fn new(slots: Vec<Slot>) -> Result<Self, HistoryError> {
        let mut seen = BTreeSet::new();
        for seed in slots.iter().flat_map(Slot::seeds) {
            if !seen.insert(seed) {
                return Err(HistoryError::DuplicateSeed(seed));
            }
        }
        Ok(Self(slots))
    }

    /// The slots, in board order.
    pub fn slots(&self) -> &[Slot] {
        &self.0
    }

    /// The pairings, in board order.
    pub fn pairings(&self) -> impl Iterator<Item = &Pairing> {
        self.0.iter().filter_map(|slot| match slot {
            Slot::Pairing(pairing) => Some(pairing),
            Slot::Bye { .. } => None,
        })
    }

    /// Whether every pairing has a result.
    pub fn is_finished(&self) -> bool {
        self.pairings().all(|pairing| pairing.result.is_some())
    }

    /// The slot of an entrant; `None` when absent.
    pub fn slot_of(&self, seed: Seed) -> Option<&Slot> {
        self.0.iter().find(|slot| slot.has(seed))
    }
}
