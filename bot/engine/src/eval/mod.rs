//! Static evaluation: a tapered sum of weighted features.
// CITE: Tapered evaluation. https://www.chessprogramming.org/Tapered_Eval

pub(crate) mod features;
mod king_safety;
mod pawns;
mod pieces;
mod threats;

mod geometry;
pub(crate) mod terms;
pub(crate) mod weights;

use crate::params::FIFTY_MOVES;
use crate::rules::{KING, SLOTS, SearchRules};
use crate::see::PieceValues;
use features::{FeatureSink, PHASE_WEIGHTS};
use geometry::Geometry;
use rules_core::{Color, Position, Variant};
use std::sync::LazyLock;
use terms::{MATERIAL, TERMS};
use weights::Weights;

/// The evaluation of one variant.
#[derive(Debug)]
pub(crate) struct Evaluator {
    pub(crate) geometry: Geometry,
    weights: Box<[PackedWeight; TERMS]>,
    pub(crate) piece_values: PieceValues,
    /// The phase of the start position.
    pub(crate) max_phase: i32,
}

/// Bound of evaluations, below the mate scores.
const MAX_EVAL: i32 = 20_000;
/// Above every exchange of pieces.
const KING_VALUE: i32 = 10_000;

/// A weight or a sum of weights: middlegame in the upper half, endgame in the lower, so that one multiplication serves both.
// CITE: SIMD and SWAR techniques. https://www.chessprogramming.org/SIMD_and_SWAR_Techniques
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct PackedWeight(i64);

impl PackedWeight {
    fn new(mg: i32, eg: i32) -> Self {
        Self((i64::from(mg) << 32) + i64::from(eg))
    }

    const fn mg(self) -> i32 {
        ((self.0 - self.eg() as i64) >> 32) as i32
    }

    #[expect(clippy::cast_possible_truncation, reason = "the lower half")]
    const fn eg(self) -> i32 {
        self.0 as i32
    }
}

/// Sums the weights of the features it is given.
struct WeightedSum<'a> {
    weights: &'a [PackedWeight; TERMS],
    sum: PackedWeight,
}

impl FeatureSink for WeightedSum<'_> {
    #[inline]
    fn add(&mut self, term: usize, count: i32) {
        self.sum.0 += self.weights[term].0 * i64::from(count);
    }
}

impl Evaluator {
    pub(crate) fn new(variant: Variant, weights: &Weights) -> Self {
        let mut piece_values = std::array::from_fn(|slot| {
            let weight = weights.0[MATERIAL.at(slot)];
            i32::midpoint(weight.mg, weight.eg).max(1)
        });
        piece_values[KING] = KING_VALUE;
        let mut packed = Box::new([PackedWeight(0); TERMS]);
        for (packed, weight) in packed.iter_mut().zip(weights.0.iter()) {
            *packed = PackedWeight::new(weight.mg, weight.eg);
        }
        Self {
            geometry: Geometry::new(variant),
            weights: packed,
            piece_values,
            max_phase: features::phase(&variant.start()).max(1),
        }
    }

    /// Returns the evaluation with the built-in weights.
    pub(crate) fn of(variant: Variant) -> &'static Self {
        static ALL: LazyLock<Vec<Evaluator>> = LazyLock::new(|| {
            Variant::ALL
                .into_iter()
                .map(|variant| Evaluator::new(variant, &Weights::of(variant)))
                .collect()
        });
        let index = Variant::ALL.iter().position(|&other| other == variant);
        &ALL[index.unwrap_or(0)]
    }

    /// Returns the phase of a position: [`max_phase`](Self::max_phase) with all pieces, 0 with none.
    pub(crate) fn phase(&self, position: &Position) -> i32 {
        features::phase(position).min(self.max_phase)
    }

    /// Evaluates a position for the side to move, in centipawns.
    pub(crate) fn evaluate<R: SearchRules>(&self, position: &Position) -> i32 {
        let mut sink = WeightedSum {
            weights: &self.weights,
            sum: PackedWeight(0),
        };
        features::extract::<R, _>(position, &self.geometry, &mut sink);
        let phase = self.phase(position);
        let tapered = sink.sum.mg() * phase + sink.sum.eg() * (self.max_phase - phase);
        let for_white = tapered / self.max_phase;
        let eval = match position.turn() {
            Color::White => for_white,
            Color::Black => -for_white,
        };
        // An advantage halves on the way to a draw.
        // CITE: Fifty-move rule. https://www.chessprogramming.org/Fifty-move_Rule
        let clock = position.halfmove_clock().min(FIFTY_MOVES).cast_signed();
        let scale = 2 * FIFTY_MOVES.cast_signed();
        (eval * (scale - clock) / scale).clamp(-MAX_EVAL, MAX_EVAL)
    }
}

const _: () = assert!(PHASE_WEIGHTS.len() == SLOTS);
