//! The neural evaluation: a feature for each role, color and square, seen from either side, a layer of hidden units for each
//! perspective, and an output that the number of pieces chooses.
//!
//! `train/train.py` makes a net of the games that [`self_play`](crate::self_play) encodes.
// CITE: NNUE. https://www.chessprogramming.org/NNUE

mod accumulator;

pub(crate) use accumulator::Accumulators;

use crate::rules::{SLOTS, SQUARES};
use crate::score::EXPECTATION_SCALE;
use rules_core::{Color, Square, Variant, by_variant};
use std::array;
use std::sync::LazyLock;

/// Number of features of one perspective.
pub(crate) const FEATURES: usize = 2 * SLOTS * SQUARES;
/// Number of hidden units of one perspective.
const HIDDEN: usize = 128;
/// Number of outputs; the number of pieces chooses one.
const BUCKETS: usize = 8;
const PIECES_PER_BUCKET: usize = 4;
/// The largest value of a hidden unit, which means 1. A quarter of its square fits an `i16`, and so does the sum of a bias and 32 weights
/// of at most 1.98.
const HIDDEN_ONE: i16 = 362;
/// Its square as [`activated`] scales it.
const SQUARE_ONE: i32 = 32_761;
/// The output weight that means 1.
const OUTPUT_ONE: i32 = 512;

/// The hidden units of one perspective, before their activation.
#[derive(Debug, Clone, Copy)]
#[repr(align(64))]
struct Hidden([i16; HIDDEN]);

/// The net of one variant.
#[derive(Debug)]
pub(crate) struct Net {
    /// By feature: what it adds to the hidden units.
    features: Box<[Hidden]>,
    biases: Hidden,
    /// By bucket: for the side to move, then for the other.
    outputs: [[Hidden; 2]; BUCKETS],
    output_biases: [i32; BUCKETS],
    /// By color: each square as that side sees it.
    relative: [[u8; SQUARES]; 2],
}

/// Size of a net's file in bytes.
const FILE: usize = 2 * HIDDEN * (FEATURES + 1 + 2 * BUCKETS) + 4 * BUCKETS;

/// Returns the file that `train.py` wrote for a variant.
const fn trained(variant: Variant) -> &'static [u8; FILE] {
    macro_rules! net {
        ($id:literal) => {
            include_bytes!(concat!("../../data/", $id, ".net"))
        };
    }
    by_variant!(variant, net)
}

/// Reads little-endian numbers one after the other.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn next<const N: usize>(&mut self) -> [u8; N] {
        let (first, rest) = self.0.split_first_chunk().unwrap_or((&[0; N], &[]));
        self.0 = rest;
        *first
    }

    fn hidden(&mut self) -> Hidden {
        Hidden(array::from_fn(|_| i16::from_le_bytes(self.next())))
    }
}

impl Net {
    /// Returns the built-in net of a variant.
    pub(crate) fn of(variant: Variant) -> &'static Self {
        static NETS: LazyLock<Vec<Net>> =
            LazyLock::new(|| Variant::ALL.into_iter().map(Net::read).collect());
        &NETS[variant as usize]
    }

    /// Reads weights of features, hidden biases, output weights and output biases, as `train.py` writes them.
    fn read(variant: Variant) -> Self {
        let mut reader = Reader(trained(variant));
        Self {
            features: (0..FEATURES).map(|_| reader.hidden()).collect(),
            biases: reader.hidden(),
            outputs: array::from_fn(|_| array::from_fn(|_| reader.hidden())),
            output_biases: array::from_fn(|_| i32::from_le_bytes(reader.next())),
            relative: Color::ALL.map(|side| relative(variant, side)),
        }
    }

    /// Returns what a piece on a square adds to the hidden units of a perspective.
    #[inline]
    fn weights(&self, side: Color, color: Color, slot: usize, square: Square) -> &Hidden {
        let square = self.relative[side.index()][square.index()];
        &self.features[feature(side == color, slot, usize::from(square))]
    }

    /// Returns the output in centipawns, for the side whose hidden units come first.
    fn output(&self, hidden: [&Hidden; 2], pieces: usize) -> i32 {
        let bucket = (pieces.saturating_sub(1) / PIECES_PER_BUCKET).min(BUCKETS - 1);
        let [own, other] = &self.outputs[bucket];
        let sum = activated(hidden[0], own) + activated(hidden[1], other);
        let output = i64::from(sum) + i64::from(self.output_biases[bucket]);
        #[expect(clippy::cast_possible_truncation, reason = "whole centipawns")]
        let scale = EXPECTATION_SCALE as i64;
        i32::try_from(output * scale / i64::from(SQUARE_ONE * OUTPUT_ONE)).unwrap_or(0)
    }
}

/// Returns each square as a side sees it: as White would see it. Squares that the board lacks stay.
pub(crate) fn relative(variant: Variant, side: Color) -> [u8; SQUARES] {
    let mut relative = array::from_fn(|n| n.to_le_bytes()[0]);
    if side == Color::Black {
        for square in variant.shape().squares() {
            relative[square.index()] = flipped(variant, square).index().to_le_bytes()[0];
        }
    }
    relative
}

/// Returns the square that is to Black what this one is to White, and the reverse: Black's setup is White's turned by 180 degrees in
/// Legan Chess and Toto40, and mirrored elsewhere.
fn flipped(variant: Variant, square: Square) -> Square {
    let shape = variant.shape();
    let file = shape.file(square);
    let file = match variant {
        Variant::Legan | Variant::Toto40 => shape.files() - 1 - file,
        _ => file,
    };
    let rank = shape.ranks() - 1 - shape.rank(square);
    shape.at(file, rank).unwrap_or(square)
}

/// Returns the feature of an own or enemy piece on a square as its side sees it.
pub(crate) const fn feature(is_own: bool, slot: usize, square: usize) -> usize {
    let side = if is_own { 0 } else { SLOTS };
    (side + slot) * SQUARES + square
}

/// Returns the sum of quarters of the squares of the hidden units, each clamped to 0 to 1, times the weights.
// CITE: Squared clipped ReLU. https://www.chessprogramming.org/NNUE
#[inline]
fn activated(hidden: &Hidden, weights: &Hidden) -> i32 {
    let mut sum = 0;
    for (unit, weight) in hidden.0.iter().zip(&weights.0) {
        // Written so that the compiler finds the processor's instruction for the upper half of a product.
        let unit = u32::from((*unit).clamp(0, HIDDEN_ONE).cast_unsigned() << 7);
        let square = ((unit * unit) >> 16) as i16;
        sum += i32::from(square) * i32::from(*weight);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::random_game;
    use crate::rng::splitmix64;
    use crate::self_play::features;

    fn nets() -> impl Iterator<Item = (Variant, &'static Net)> {
        let all = Variant::ALL.into_iter();
        all.map(|variant| (variant, Net::of(variant)))
    }

    fn add(hidden: &mut Hidden, weights: &Hidden) {
        hidden.0 = array::from_fn(|n| hidden.0[n] + weights.0[n]);
    }

    #[test]
    fn flipping_the_start_position_swaps_the_sides() {
        for variant in Variant::ALL {
            let start = variant.start();
            for color in Color::ALL {
                for square in start.side(color) {
                    let piece = start.piece_at(square).map(|piece| piece.role);
                    let other = start.piece_at(flipped(variant, square));
                    assert_eq!(other.map(|piece| piece.role), piece, "{}", variant.id());
                    assert_ne!(other.map(|piece| piece.color), Some(color));
                }
            }
        }
    }

    #[test]
    fn hidden_units_changed_by_moves_equal_those_from_scratch() {
        const PLIES: usize = 8;
        for (variant, net) in nets() {
            let mut changed = Accumulators::new(net, PLIES);
            let mut ply = 0;
            for seed in 0..20 {
                for position in random_game(variant, 120, splitmix64(seed)).positions() {
                    let scratch = Accumulators::new(net, 1).evaluate(position, 0);
                    let found = changed.evaluate(position, ply);
                    assert_eq!(found, scratch, "{}", position.fen());
                    ply = (ply * 5 + 1) % PLIES;
                }
            }
        }
    }

    #[test]
    fn the_largest_sum_of_an_output_fits() {
        for (variant, net) in nets() {
            for sides in &net.outputs {
                let weights = sides.iter().flat_map(|side| side.0);
                let sum: i64 = weights.map(|it| i64::from(it).abs()).sum();
                let largest = sum * i64::from(SQUARE_ONE);
                assert!(largest < i64::from(i32::MAX), "{}", variant.id());
            }
        }
    }

    /// The trainer's outputs stand beside each net. Rounding its weights may change them by this many centipawns, and a hundredth.
    const ROUNDING: f64 = 8.0;

    #[test]
    fn a_stored_net_says_what_the_trained_one_said() {
        for (variant, net) in nets() {
            let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/data");
            let file = format!("{folder}/{}.outputs", variant.id());
            let text = std::fs::read_to_string(file).expect("it is beside the net");
            let samples = text.lines().filter_map(|line| line.split_once(" = "));
            let mut compared = 0;
            for (features, output) in samples {
                let features: Vec<usize> = (features.split(' ').map(str::parse))
                    .collect::<Result<_, _>>()
                    .expect("numbers");
                let output: f64 = output.parse().expect("a number");
                let mut hidden = [net.biases; 2];
                for &feature in &features {
                    let square = feature % SQUARES;
                    let set = feature / SQUARES;
                    let flipped = usize::from(net.relative[Color::Black.index()][square]);
                    let seen = [feature, (set + SLOTS) % (2 * SLOTS) * SQUARES + flipped];
                    for (hidden, feature) in hidden.iter_mut().zip(seen) {
                        add(hidden, &net.features[feature]);
                    }
                }
                let stored = f64::from(net.output([&hidden[0], &hidden[1]], features.len()));
                let most = ROUNDING + output.abs() / 100.0;
                assert!((stored - output).abs() < most, "{stored} for {output}");
                compared += 1;
            }
            assert_eq!(compared, 64, "{}", variant.id());
        }
    }

    #[test]
    fn an_encoded_position_has_the_features_that_are_evaluated() {
        for (variant, net) in nets() {
            let game = random_game(variant, 31, 7);
            let position = game.position();
            let features: Vec<usize> = features(position).collect();
            let mut hidden = net.biases;
            for &feature in &features {
                add(&mut hidden, &net.features[feature]);
            }
            let accumulators = &mut Accumulators::new(net, 1);
            accumulators.evaluate(position, 0);
            assert_eq!(accumulators.hidden(0, position.turn()).0, hidden.0);
        }
    }
}
