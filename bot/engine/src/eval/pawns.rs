//! Pawn structure.
// CITE: Pawn structure. https://www.chessprogramming.org/Pawn_Structure

use super::features::{Extractor, FeatureSink, count};
use super::terms;
use crate::rules::{PAWN, SearchRules};
use rules_core::Color;

impl<S: FeatureSink> Extractor<'_, S> {
    pub(super) fn pawns<R: SearchRules>(&mut self, color: Color) {
        let own = self.pieces_of(color, PAWN);
        let enemy = self.pieces_of(!color, PAWN);
        let side = &self.geometry.sides[color];
        for square in own {
            let n = square.index();
            let relative = self.relative(color, square);
            self.add(color, terms::MATERIAL.at(PAWN), 1);
            self.add(color, terms::PSQT.on(PAWN, relative), 1);
            if R::FIGHTING_LINE {
                continue;
            }
            if !(side.front_span[n] & own).is_empty() {
                self.add(color, terms::DOUBLED_PAWN.first, 1);
            } else if (side.passed_mask[n] & enemy).is_empty() {
                let steps = usize::from(side.pawn_steps[n]);
                self.add(color, terms::PASSED_PAWN.at(steps), 1);
            }
        }
        let defended = own & self.attacks[color].by_pawns();
        self.add(color, terms::DEFENDED_PAWN.first, count(defended.len()));
    }

    pub(super) fn unsupported_pawns(&mut self, color: Color) {
        let own = self.pieces_of(color, PAWN);
        let enemy = self.pieces_of(!color, PAWN);
        let side = &self.geometry.sides[color];
        for square in own {
            let n = square.index();
            if (side.rear_attack_span[n] & own).is_empty() {
                let unopposed = (side.front_span[n] & enemy).is_empty();
                let term = terms::UNSUPPORTED_PAWN.at(usize::from(unopposed));
                self.add(color, term, 1);
            }
        }
    }

    pub(super) fn passed_pawns(&mut self, color: Color) {
        let own = self.pieces_of(color, PAWN);
        let enemy = self.pieces_of(!color, PAWN);
        let occupied = self.position.occupied();
        let side = &self.geometry.sides[color];
        for square in own {
            let n = square.index();
            let Some(next) = side.pawn_push[n] else {
                continue;
            };
            if !(side.front_span[n] & own).is_empty() || !(side.passed_mask[n] & enemy).is_empty() {
                continue;
            }
            let steps = usize::from(side.pawn_steps[n]);
            if !occupied.contains(next) {
                self.add(color, terms::PASSED_FREE.at(steps), 1);
                if !self.attacks[!color].all.contains(next) {
                    self.add(color, terms::PASSED_SAFE.at(steps), 1);
                }
            }
            if let Some(king) = self.position.king(!color) {
                let distance = self.geometry.distance(king, next);
                self.add(color, terms::PASSED_ENEMY_KING.at(distance), 1);
            }
            if let Some(king) = self.position.king(color) {
                let distance = self.geometry.distance(king, next);
                self.add(color, terms::PASSED_OWN_KING.at(distance), 1);
            }
        }
    }
}
