//! Legal turns, each tried on a copy.

use super::{At, Slow, Turn, name};
use rules_core::Variant;

/// Right; files of the king's origin and target, the partner's, and the UCI target; files that must be empty; files passed.
type Way = (char, [i8; 5], &'static [i8], &'static [i8]);

impl Slow {
    /// All legal turns, ignoring superko.
    pub(crate) fn turns(&self) -> Vec<Turn> {
        if self.won().is_some() {
            return Vec::new();
        }
        let (mut captures, mut quiets) = (Vec::new(), Vec::new());
        for (at, piece) in &self.pieces {
            if piece.0 == self.white {
                self.moves_of(*at, &mut captures, &mut quiets);
            }
        }
        if self.variant.chains_captures() {
            captures = self.chains();
        }
        let safe =
            |turn: &Turn| self.variant == Variant::Toto40 || !turn.after.in_check(self.white);
        if !self.variant.chains_captures() {
            captures.retain(safe);
        }
        quiets.extend(self.castlings());
        quiets.retain(safe);
        if self.variant.captures_are_mandatory() && !captures.is_empty() {
            quiets.clear();
        }
        captures.extend(quiets);
        captures
    }

    pub(super) fn moves_of(&self, at: At, captures: &mut Vec<Turn>, quiets: &mut Vec<Turn>) {
        let piece = self.pieces[&at];
        match piece.1 {
            'L' => {
                for (step, to) in self.leto_moves(at) {
                    quiets.push(self.leto_turn(at, step, to));
                }
            }
            'P' => {
                for to in self.pawn_pushes(at) {
                    self.pawn_turns(at, to, quiets);
                }
                for to in self.pawn_hits(at) {
                    let enemy = self.owner(to) == Some(!self.white);
                    if enemy && self.may_stand(self.white, to) || self.passed == Some(to) {
                        self.pawn_turns(at, to, captures);
                    }
                }
            }
            _ => {
                for to in self.landings(at) {
                    let list = if self.pieces.contains_key(&to) {
                        &mut *captures
                    } else {
                        &mut *quiets
                    };
                    let mut after = self.starting_move();
                    after.lift(at);
                    after.put(to, piece);
                    list.push(Turn::new(at, to, after));
                }
            }
        }
    }

    fn pawn_turns(&self, at: At, to: At, list: &mut Vec<Turn>) {
        let mut after = self.starting_move();
        after.lift(at);
        let diagonal = at.0 != to.0;
        let en_passant = diagonal && self.passed == Some(to) && !self.pieces.contains_key(&to);
        if en_passant {
            after.lift((to.0, at.1));
        }
        let jump = (to.1 - at.1).abs() == 2;
        if jump {
            after.passed = Some((at.0, i8::midpoint(at.1, to.1)));
        }
        after.put(to, (self.white, 'P'));
        let uci = name(at) + &name(to);
        if self.promotes(self.white, to) {
            for letter in self.promotions().chars() {
                let mut promoted = after.clone();
                promoted.pieces.insert(to, (self.white, letter));
                let uci = format!("{uci}{}", letter.to_ascii_lowercase());
                list.push(Turn {
                    uci,
                    after: promoted.pass(),
                    en_passant,
                });
            }
        } else {
            list.push(Turn {
                uci,
                after: after.pass(),
                en_passant,
            });
        }
    }

    fn castlings(&self) -> Vec<Turn> {
        let mut turns = Vec::new();
        if self.in_check(self.white) {
            return turns;
        }
        let rank = if self.white { 1 } else { 8 };
        let ways: [Way; 2] = if self.narrow() {
            [
                ('K', [4, 5, 5, 4, 5], &[], &[]),
                ('Q', [4, 3, 2, 4, 2], &[3], &[]),
            ]
        } else {
            [
                ('K', [5, 7, 8, 6, 7], &[6, 7], &[6]),
                ('Q', [5, 3, 1, 4, 3], &[2, 3, 4], &[4]),
            ]
        };
        for (right, [king, king_to, partner, partner_to, named], empty, passed) in ways {
            let right = if self.white {
                right
            } else {
                right.to_ascii_lowercase()
            };
            let free = empty
                .iter()
                .all(|file| !self.pieces.contains_key(&(*file, rank)));
            let through_check = passed.iter().any(|file| {
                let mut on_the_way = self.clone();
                on_the_way.pieces.remove(&(king, rank));
                on_the_way.pieces.insert((*file, rank), (self.white, 'K'));
                on_the_way.in_check(self.white)
            });
            if self.rights.contains(&right) && free && !through_check {
                let mut after = self.starting_move();
                let pieces = [
                    after.lift((king, rank)).unwrap(),
                    after.lift((partner, rank)).unwrap(),
                ];
                after.pieces.insert((king_to, rank), pieces[0]);
                after.pieces.insert((partner_to, rank), pieces[1]);
                turns.push(Turn::new((king, rank), (named, rank), after));
            }
        }
        turns
    }
}
