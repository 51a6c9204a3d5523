//! What a position is worth without looking ahead: a sum of weighted terms, between a weight for the full board and one for the end.

pub(crate) mod features;
mod geometry;
pub(crate) mod layout;
mod pressure;
mod structure;
pub(crate) mod weights;

use crate::play::Game;
use crate::play::SLOTS;
use features::{PHASE, Sink};
use geometry::Geometry;
use layout::LEN;
use rules_core::{Color, Position, Variant};
use std::sync::LazyLock;
use weights::Weights;

/// One rule set's evaluation.
#[derive(Debug)]
pub(crate) struct Evaluator {
    pub(crate) geometry: Geometry,
    weights: Box<[Packed; LEN]>,
    /// What a piece is worth in an exchange, by slot; kings above all.
    pub(crate) exchange: [i32; SLOTS],
    /// The phase of the start position.
    pub(crate) full: i32,
}

/// Below the scores of a forced win, whatever the weights.
const BOUND: i32 = 20_000;

/// A weight, or a sum of weights: for the full board in the upper half, for the end in the lower, so that one multiplication serves both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Packed(i64);

impl Packed {
    fn new(full: i32, end: i32) -> Self {
        Self((i64::from(full) << 32) + i64::from(end))
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "the lower half, and then what is left above it"
    )]
    const fn halves(self) -> (i32, i32) {
        let end = self.0 as i32;
        (((self.0 - end as i64) >> 32) as i32, end)
    }
}

struct Sum<'a> {
    weights: &'a [Packed; LEN],
    sum: Packed,
}

impl Sink for Sum<'_> {
    #[inline]
    fn add(&mut self, index: usize, count: i32) {
        self.sum.0 += self.weights[index].0 * i64::from(count);
    }
}

impl Evaluator {
    pub(crate) fn new(variant: Variant, weights: &Weights) -> Self {
        let mut exchange = [0; SLOTS];
        for (slot, value) in exchange.iter_mut().enumerate() {
            let (full, end) = weights.0[layout::MATERIAL.at(slot)];
            *value = i32::midpoint(full, end).max(1);
        }
        exchange[crate::play::KING] = 10_000;
        let mut packed = Box::new([Packed(0); LEN]);
        for (packed, &(full, end)) in packed.iter_mut().zip(weights.0.iter()) {
            *packed = Packed::new(full, end);
        }
        Self {
            geometry: Geometry::new(variant),
            weights: packed,
            exchange,
            full: features::phase(&variant.start()).max(1),
        }
    }

    /// The evaluation that is played with.
    pub(crate) fn of(variant: Variant) -> &'static Self {
        static ALL: LazyLock<Vec<Evaluator>> = LazyLock::new(|| {
            Variant::ALL
                .into_iter()
                .map(|variant| Evaluator::new(variant, &Weights::of(variant)))
                .collect()
        });
        let place = Variant::ALL.iter().position(|&other| other == variant);
        &ALL[place.unwrap_or(0)]
    }

    /// The worth for the side to move.
    pub(crate) fn evaluate<G: Game>(&self, position: &Position) -> i32 {
        let mut sum = Sum {
            weights: &self.weights,
            sum: Packed(0),
        };
        features::read::<G, _>(position, &self.geometry, &mut sum);
        let (full, end) = sum.sum.halves();
        let phase = features::phase(position).min(self.full);
        let white = (full * phase + end * (self.full - phase)) / self.full;
        let own = match position.turn() {
            Color::White => white,
            Color::Black => -white,
        };
        // Nearer to the limit of moves without progress, an advantage is worth less.
        let clock = i32::try_from(position.halfmove_clock().min(100)).unwrap_or(0);
        (own * (200 - clock) / 200).clamp(-BOUND, BOUND)
    }
}

const _: () = assert!(PHASE.len() == SLOTS);
