//! The hidden units of a position, computed from those of another by the pieces that differ.
// CITE: Incremental updates. https://www.chessprogramming.org/Incremental_Updates

use super::{Hidden, Net};
use crate::rules::SLOTS;
use rules_core::{Bitboard, ByColor, Color, Position, Square};

/// The hidden units of one position.
#[derive(Debug, Clone)]
struct Accumulator {
    sides: ByColor<[Bitboard; 1 + SLOTS]>,
    hidden: ByColor<Hidden>,
}

/// The hidden units of the position last evaluated at each ply.
#[derive(Debug)]
pub(crate) struct Accumulators {
    net: &'static Net,
    by_ply: Vec<Accumulator>,
}

impl Accumulators {
    /// Starts with the empty board at each of a number of plies.
    pub(crate) fn new(net: &'static Net, plies: usize) -> Self {
        let empty = Accumulator {
            sides: ByColor::new_with(|_| [Bitboard::EMPTY; 1 + SLOTS]),
            hidden: ByColor::new_with(|_| net.biases),
        };
        Self {
            net,
            by_ply: vec![empty; plies],
        }
    }

    /// Evaluates a position for the side to move, in centipawns.
    pub(crate) fn evaluate(&mut self, position: &Position, ply: usize) -> i32 {
        let (before, after) = self.by_ply.split_at_mut(ply);
        let own = &mut after[0];
        // Both may be of another line; the nearer one takes less to change.
        if let Some(parent) = before.last()
            && parent.distance(position) < own.distance(position)
        {
            own.clone_from(parent);
        }
        own.advance(self.net, position);
        let turn = position.turn();
        let hidden = [&own.hidden[turn], &own.hidden[!turn]];
        self.net.output(hidden, position.occupied().len())
    }

    #[cfg(test)]
    pub(super) fn hidden(&self, ply: usize, side: Color) -> &Hidden {
        &self.by_ply[ply].hidden[side]
    }
}

impl Accumulator {
    /// Returns on how many squares the pieces of a side differ.
    fn distance(&self, position: &Position) -> usize {
        let of = |color| (self.sides[color][SLOTS] ^ position.side(color)).len();
        of(Color::White) + of(Color::Black)
    }

    /// Adds and removes the pieces in which a position differs.
    fn advance(&mut self, net: &Net, position: &Position) {
        for color in Color::ALL {
            for slot in 0..SLOTS {
                let new = position.slot_set(color, slot);
                let old = std::mem::replace(&mut self.sides[color][slot], new);
                if old == new {
                    continue;
                }
                let mut added = (new - old).iter();
                let mut removed = (old - new).iter();
                loop {
                    match (added.next(), removed.next()) {
                        (Some(to), Some(from)) => self.change(net, color, slot, to, from),
                        (Some(to), None) => self.add(net, color, slot, to),
                        (None, Some(from)) => self.remove(net, color, slot, from),
                        (None, None) => break,
                    }
                }
            }
            self.sides[color][SLOTS] = position.side(color);
        }
    }

    fn change(&mut self, net: &Net, color: Color, slot: usize, to: Square, from: Square) {
        for side in Color::ALL {
            let added = net.weights(side, color, slot, to);
            let removed = net.weights(side, color, slot, from);
            let units = self.hidden[side].0.iter_mut();
            for (unit, (added, removed)) in units.zip(added.0.iter().zip(&removed.0)) {
                *unit = unit.wrapping_add(added.wrapping_sub(*removed));
            }
        }
    }

    fn add(&mut self, net: &Net, color: Color, slot: usize, square: Square) {
        for side in Color::ALL {
            let weights = net.weights(side, color, slot, square);
            for (unit, weight) in self.hidden[side].0.iter_mut().zip(&weights.0) {
                *unit = unit.wrapping_add(*weight);
            }
        }
    }

    fn remove(&mut self, net: &Net, color: Color, slot: usize, square: Square) {
        for side in Color::ALL {
            let weights = net.weights(side, color, slot, square);
            for (unit, weight) in self.hidden[side].0.iter_mut().zip(&weights.0) {
                *unit = unit.wrapping_sub(*weight);
            }
        }
    }
}
