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
    pub(crate) weights: Weights,
    /// What a piece is worth in an exchange, by slot; kings above all.
    pub(crate) exchange: [i32; SLOTS],
    /// The phase of the start position.
    pub(crate) full: i32,
}

/// Below the scores of a forced win, whatever the weights.
const BOUND: i32 = 20_000;

struct Sum<'a> {
    weights: &'a [(i32, i32); LEN],
    full: i32,
    end: i32,
}

impl Sink for Sum<'_> {
    #[inline]
    fn add(&mut self, index: usize, count: i32) {
        let (full, end) = self.weights[index];
        self.full += full * count;
        self.end += end * count;
    }
}

impl Evaluator {
    pub(crate) fn new(variant: Variant, weights: Weights) -> Self {
        let mut exchange = [0; SLOTS];
        for (slot, value) in exchange.iter_mut().enumerate() {
            let (full, end) = weights.0[layout::MATERIAL.at(slot)];
            *value = i32::midpoint(full, end).max(1);
        }
        exchange[crate::play::KING] = 10_000;
        Self {
            geometry: Geometry::new(variant),
            weights,
            exchange,
            full: features::phase(&variant.start()).max(1),
        }
    }

    /// The evaluation that is played with.
    pub(crate) fn of(variant: Variant) -> &'static Self {
        static ALL: LazyLock<Vec<Evaluator>> = LazyLock::new(|| {
            Variant::ALL
                .into_iter()
                .map(|variant| Evaluator::new(variant, Weights::of(variant)))
                .collect()
        });
        let place = Variant::ALL.iter().position(|&other| other == variant);
        &ALL[place.unwrap_or(0)]
    }

    /// The worth for the side to move.
    pub(crate) fn evaluate<G: Game>(&self, position: &Position) -> i32 {
        let mut sum = Sum {
            weights: &self.weights.0,
            full: 0,
            end: 0,
        };
        features::read::<G, _>(position, &self.geometry, &mut sum);
        let phase = features::phase(position).min(self.full);
        let white = (sum.full * phase + sum.end * (self.full - phase)) / self.full;
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
