//! King danger: one number that grows with all signs of an attack together, which a sum of separate terms cannot express.
// CITE: Attack units. https://www.chessprogramming.org/King_Safety#Attack_Units

use super::features::{Extractor, FeatureSink, count};
use super::terms;
use crate::rules::{KING, PAWN, SLOTS, SearchRules};
use rules_core::{Bitboard, Color};

// The units are hand-picked and not tuned; the weights of their sum are tuned.

/// Units of a piece that attacks the king's zone, by slot.
const ZONE_ATTACKER_UNITS: [i32; SLOTS] = [0, 2, 2, 3, 5, 0, 2];
/// Units of a safe check, by slot.
const SAFE_CHECK_UNITS: [i32; SLOTS] = [0, 3, 2, 4, 4, 0, 0];
/// Units of an attacked square in the zone that only the king protects.
const WEAK_SQUARE_UNITS: i32 = 2;
/// Units that an attack loses without a queen.
const NO_QUEEN_UNITS: i32 = 5;

/// The slot of queens, in the variants that have them.
const QUEEN: usize = 4;

impl<S: FeatureSink> Extractor<'_, S> {
    /// Adds the danger of `color`'s attack to the enemy king.
    pub(super) fn king_danger<R: SearchRules>(&mut self, color: Color) {
        let position = self.position;
        let Some(king) = position.king(!color) else {
            return;
        };
        let (own, enemy) = (&self.attacks[color], &self.attacks[!color]);
        let mut units = own.zone_attacks;
        for (attackers, weight) in own.zone_attackers.iter().zip(ZONE_ATTACKER_UNITS) {
            units += attackers * weight;
        }
        let zone = self.geometry.king_zone[king.index()];
        let mut protected = Bitboard::EMPTY;
        for (slot, attacks) in enemy.by_slot.iter().enumerate() {
            if slot != KING {
                protected |= *attacks;
            }
        }
        units += WEAK_SQUARE_UNITS * count(((zone & own.all) - protected).len());
        let safe = !(position.side(color) | enemy.all);
        for (slot, weight) in SAFE_CHECK_UNITS.into_iter().enumerate() {
            let safe_attacks = own.by_slot[slot] & safe;
            if weight > 0 && !safe_attacks.is_empty() {
                let checks = R::attacks(!color, slot, king, position.occupied()) & safe_attacks;
                units += weight * i32::from(!checks.is_empty());
            }
        }
        if self.pieces_of(color, QUEEN).is_empty() {
            units -= NO_QUEEN_UNITS;
        }
        let open_files = self.king_files(!color);
        self.add(!color, terms::KING_FILES.at(open_files), 1);
        let shield = zone & self.pieces_of(!color, PAWN);
        units += count(open_files) - count(shield.len());
        let units = usize::try_from(units).unwrap_or(0);
        self.add(color, terms::KING_DANGER.at(units), 1);
    }

    /// Returns the number of files of the king and next to it without a pawn of its side ahead.
    fn king_files(&self, color: Color) -> usize {
        let Some(king) = self.position.king(color) else {
            return 0;
        };
        let pawns = self.pieces_of(color, PAWN);
        let file_ahead = &self.geometry.sides[color].file_ahead;
        self.geometry.rank_neighbors[king.index()]
            .into_iter()
            .filter(|square| (file_ahead[square.index()] & pawns).is_empty())
            .count()
    }
}
