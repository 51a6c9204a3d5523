//! Material, piece-square tables, mobility, pressure on the king's zone, files and outposts.

use super::features::{Extractor, FeatureSink, count};
use super::terms;
use crate::rules::{KING, LETO, PAWN, SLOTS, SearchRules};
use rules_core::{Bitboard, Color};

impl<S: FeatureSink> Extractor<'_, S> {
    /// Adds the basic terms of all pieces but pawns, and collects their attacks.
    pub(super) fn pieces<R: SearchRules>(&mut self, color: Color) {
        let position = self.position;
        let occupied = position.occupied();
        // CITE: Safe mobility. https://www.chessprogramming.org/Mobility#Safe_Mobility
        let safe = !(self.attacks[!color].by_pawns() | position.side(color));
        let zone = position.king(!color).map_or(Bitboard::EMPTY, |king| {
            self.geometry.king_zone[king.index()]
        });
        let mut zone_attackers = 0;
        for slot in 1..SLOTS {
            let pieces = self.pieces_of(color, slot);
            if pieces.is_empty() {
                continue;
            }
            if pieces.len() > 1 {
                self.add(color, terms::PAIR.at(slot), 1);
            }
            for square in pieces {
                let relative = self.relative(color, square);
                self.add(color, terms::MATERIAL.at(slot), 1);
                self.add(color, terms::PSQT.on(slot, relative), 1);
                let attacked = R::attacks(color, slot, square, occupied);
                if slot != LETO {
                    self.attacks[color].all |= attacked;
                }
                let mobility = (attacked & safe).len();
                self.add(color, terms::MOBILITY.at(slot), count(mobility));
                if R::ORTHODOX {
                    self.attacks[color].by_slot[slot] |= attacked;
                    let step = mobility.min(terms::MOBILITY_COUNTS - 1);
                    let index = slot * terms::MOBILITY_COUNTS + step;
                    self.add(color, terms::MOBILITY_TABLE.at(index), 1);
                }
                let in_zone = (attacked & zone).len();
                if in_zone > 0 && slot != KING {
                    zone_attackers += 1;
                    self.attacks[color].zone_attackers[slot] += 1;
                    self.attacks[color].zone_attacks += count(in_zone);
                    self.add(color, terms::KING_ZONE_ATTACK.at(slot), count(in_zone));
                }
            }
        }
        self.add(color, terms::KING_ZONE_ATTACKERS.at(zone_attackers), 1);
        if let Some(king) = position.king(color) {
            let zone = self.geometry.king_zone[king.index()];
            let shield = (zone & self.pieces_of(color, PAWN)).len();
            self.add(color, terms::PAWN_SHIELD.at(shield), 1);
        }
    }

    pub(super) fn files_and_outposts(&mut self, color: Color) {
        let own_pawns = self.pieces_of(color, PAWN);
        let enemy_pawns = self.pieces_of(!color, PAWN);
        let (side, enemy) = (&self.geometry.sides[color], &self.geometry.sides[!color]);
        for slot in 1..SLOTS {
            if slot == KING {
                continue;
            }
            for square in self.pieces_of(color, slot) {
                let n = square.index();
                let ahead = side.file_ahead[n];
                if (ahead & own_pawns).is_empty() {
                    self.add(color, terms::HALF_OPEN_FILE.at(slot), 1);
                    if (ahead & enemy_pawns).is_empty() {
                        self.add(color, terms::OPEN_FILE.at(slot), 1);
                    }
                }
                let is_protected = self.attacks[color].by_pawns().contains(square);
                if is_protected && (enemy.rear_attack_span[n] & enemy_pawns).is_empty() {
                    self.add(color, terms::OUTPOST.at(slot), 1);
                }
            }
        }
    }
}
