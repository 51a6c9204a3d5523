//! How hard a king is pressed by the enemy's pieces, as one number that grows with all signs of it together: what a sum of
//! separate terms cannot say.

use super::features::{Reader, Sink, count, sign};
use super::layout as at;
use crate::play::SLOTS;
use crate::play::{Game, KING, PAWN};
use rules_core::{Bitboard, Color};

/// Units of a piece that attacks next to the king, by slot: about its share of a queen's force.
const NEAR: [i32; SLOTS] = [0, 2, 2, 3, 5, 0, 2];
/// Units of being able to check safely with a piece, by slot.
const CHECKS: [i32; SLOTS] = [0, 3, 2, 4, 4, 0, 0];
/// Units of a square next to the king that only the king protects.
const WEAK: i32 = 2;
/// Units that an attack loses without a queen.
const NO_QUEEN: i32 = 5;
const QUEEN: usize = 4;

impl<S: Sink> Reader<'_, S> {
    /// What `color` does to the enemy king.
    pub(super) fn pressure<G: Game>(&mut self, color: Color) {
        let position = self.position;
        let Some(king) = position.king(!color) else {
            return;
        };
        let (own, enemy) = (
            &self.attacks[color.index()],
            &self.attacks[color.index() ^ 1],
        );
        let mut units = own.near;
        for (men, weight) in own.near_king.iter().zip(NEAR) {
            units += men * weight;
        }
        let zone = self.geometry.zone[king.index()];
        let mut guarded = Bitboard::EMPTY;
        for (slot, attacked) in enemy.by.iter().enumerate() {
            if slot != KING {
                guarded |= *attacked;
            }
        }
        units += WEAK * count(((zone & own.all) - guarded).len());
        let safe = !(position.side(color) | enemy.all);
        for (slot, weight) in CHECKS.into_iter().enumerate() {
            if weight > 0 && !(own.by[slot] & safe).is_empty() {
                let from = G::attacks(!color, slot, king, position.occupied());
                units += weight * i32::from(!(from & own.by[slot] & safe).is_empty());
            }
        }
        if self.set(color, QUEEN).is_empty() {
            units -= NO_QUEEN;
        }
        let bare = self.bare_files(!color);
        self.sink.add(at::BARE_FILES.at(bare), -sign(color));
        units += count(bare) - count((zone & self.set(!color, PAWN)).len());
        let units = usize::try_from(units).unwrap_or(0);
        self.sink.add(at::KING_DANGER.at(units), sign(color));
    }

    /// How many of the king's file and those next to it have no pawn of its side ahead of it.
    fn bare_files(&self, color: Color) -> usize {
        let Some(king) = self.position.king(color) else {
            return 0;
        };
        let pawns = self.set(color, PAWN);
        let ahead = &self.geometry.ahead[color.index()];
        self.geometry.abreast[king.index()]
            .into_iter()
            .filter(|&square| (ahead[square.index()] & pawns).is_empty())
            .count()
    }
}
