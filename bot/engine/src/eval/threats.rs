//! Attacked pieces.

use super::features::{Extractor, FeatureSink, count};
use super::terms;
use crate::rules::{KING, PAWN, SLOTS, SearchRules};
use rules_core::{Bitboard, Color};

impl<S: FeatureSink> Extractor<'_, S> {
    /// Adds hanging pieces, and pieces attacked by pawns.
    pub(super) fn basic_threats<R: SearchRules>(&mut self, color: Color) {
        let hanging = self.attacks[!color].all - self.attacks[color].all;
        let pawn_attacks = self.attacks[color].by_pawns();
        for slot in 0..SLOTS {
            if slot == KING && !R::NO_CHECK {
                continue;
            }
            let hanging = (self.pieces_of(color, slot) & hanging).len();
            if hanging > 0 {
                self.add(color, terms::HANGING.at(slot), count(hanging));
            }
            let attacked = (self.pieces_of(!color, slot) & pawn_attacks).len();
            if attacked > 0 && slot != PAWN {
                self.add(color, terms::THREAT_BY_PAWN.at(slot), count(attacked));
            }
        }
    }

    pub(super) fn pawn_push_threats(&mut self, color: Color) {
        let occupied = self.position.occupied();
        let unsafe_squares = self.attacks[!color].by_pawns();
        let side = &self.geometry.sides[color];
        let mut attacked = Bitboard::EMPTY;
        for square in self.pieces_of(color, PAWN) {
            if let Some(next) = side.pawn_push[square.index()]
                && !occupied.contains(next)
                && !unsafe_squares.contains(next)
            {
                attacked |= side.pawn_attacks[next.index()];
            }
        }
        let pieces = self.position.side(!color) - self.pieces_of(!color, PAWN);
        self.add(
            color,
            terms::THREAT_BY_PUSH.first,
            count((attacked & pieces).len()),
        );
    }

    pub(super) fn piece_threats(&mut self, color: Color) {
        for attacker in 1..SLOTS {
            let attacks = self.attacks[color].by_slot[attacker];
            if attacks.is_empty() {
                continue;
            }
            for victim in (0..SLOTS).filter(|&slot| slot != KING) {
                let attacked = (attacks & self.pieces_of(!color, victim)).len();
                if attacked > 0 {
                    let term = terms::THREAT_BY_PIECE.at(attacker * SLOTS + victim);
                    self.add(color, term, count(attacked));
                }
            }
        }
    }
}
