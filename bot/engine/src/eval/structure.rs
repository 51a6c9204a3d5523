//! Pawns in detail, what they attack and what stands well because of them, and which pieces threaten which.

use super::features::{Reader, Sink, count, sign};
use super::layout as at;
use crate::play::SLOTS;
use crate::play::{KING, PAWN};
use rules_core::{Bitboard, Color};

impl<S: Sink> Reader<'_, S> {
    pub(super) fn structure(&mut self, color: Color) {
        self.loners(color);
        self.passers(color);
        self.files(color);
        self.aims(color);
    }

    fn loners(&mut self, color: Color) {
        let c = color.index();
        let own = self.set(color, PAWN);
        for square in own {
            let n = square.index();
            if (self.geometry.supporters[c][n] & own).is_empty() {
                let blocked = !(self.geometry.path[c][n] & self.set(!color, PAWN)).is_empty();
                self.sink
                    .add(at::UNSUPPORTED.at(usize::from(!blocked)), sign(color));
            }
        }
    }

    fn passers(&mut self, color: Color) {
        let c = color.index();
        let own = self.set(color, PAWN);
        let enemy = self.set(!color, PAWN);
        let occupied = self.position.occupied();
        let mut steps_of = Bitboard::EMPTY;
        for square in own {
            let n = square.index();
            let Some(next) = self.geometry.next[c][n] else {
                continue;
            };
            if !occupied.contains(next) {
                steps_of.insert(next);
            }
            let path = self.geometry.path[c][n];
            if !(path & own).is_empty() || !(self.geometry.stoppers[c][n] & enemy).is_empty() {
                continue;
            }
            let steps = usize::from(self.geometry.steps[c][n]);
            if !occupied.contains(next) {
                self.sink.add(at::PASSED_FREE.at(steps), sign(color));
                if !self.attacks[c ^ 1].all.contains(next) {
                    self.sink.add(at::PASSED_SAFE.at(steps), sign(color));
                }
            }
            for (group, side) in [
                (at::PASSED_ENEMY_KING, !color),
                (at::PASSED_OWN_KING, color),
            ] {
                if let Some(king) = self.position.king(side) {
                    let far = self.geometry.distance[king.index() * at::SQUARES + next.index()];
                    self.sink.add(group.at(usize::from(far)), sign(color));
                }
            }
        }
        let mut attacked = Bitboard::EMPTY;
        for square in steps_of - self.attacks[c ^ 1].pawns {
            attacked |= self.geometry.hits[c][square.index()];
        }
        let men = self.position.side(!color) - enemy;
        let threats = (attacked & men).len();
        self.sink
            .add(at::PUSH_THREAT.first, sign(color) * count(threats));
    }

    /// Pieces on open and half-open files, and on squares that pawns guard and no enemy pawn can attack.
    fn files(&mut self, color: Color) {
        let c = color.index();
        let own = self.set(color, PAWN);
        let enemy = self.set(!color, PAWN);
        for slot in 1..SLOTS {
            if slot == KING {
                continue;
            }
            for square in self.set(color, slot) {
                let n = square.index();
                let ahead = self.geometry.ahead[c][n];
                if (ahead & own).is_empty() {
                    self.sink.add(at::HALF_OPEN.at(slot), sign(color));
                    if (ahead & enemy).is_empty() {
                        self.sink.add(at::OPEN.at(slot), sign(color));
                    }
                }
                let held = self.attacks[c].pawns.contains(square);
                if held && (self.geometry.supporters[c ^ 1][n] & enemy).is_empty() {
                    self.sink.add(at::OUTPOST.at(slot), sign(color));
                }
            }
        }
    }

    fn aims(&mut self, color: Color) {
        for attacker in 1..SLOTS {
            let reached = self.attacks[color.index()].by[attacker];
            if reached.is_empty() {
                continue;
            }
            for victim in 0..SLOTS {
                let aimed = (reached & self.set(!color, victim)).len();
                if aimed > 0 && victim != KING {
                    let pair = attacker * SLOTS + victim;
                    self.sink
                        .add(at::THREAT.at(pair), sign(color) * count(aimed));
                }
            }
        }
    }
}
