//! In which order moves are tried, and what a capture is worth.

use crate::eval::Evaluator;
use crate::history::{History, Place, Quiet};
use crate::play::SLOTS;
use crate::play::{Game, KING, LETO, PAWN};
use crate::table::MoveTag;
use rules_core::{Bitboard, Color, Move, MoveList, Position};

/// What a move is tried as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A capture or promotion whose exchanges have not been looked at.
    Taking,
    /// A capture that loses material.
    Losing,
    Quiet,
}

/// A move's place in the order.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Scored {
    pub(crate) score: i32,
    pub(crate) kind: Kind,
}

const FROM_TABLE: i32 = 1 << 30;
const TAKES: i32 = 1 << 26;
const KILLER: i32 = 1 << 24;

/// What the order is made from.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Hints {
    pub(crate) tag: MoveTag,
    pub(crate) killers: [MoveTag; 2],
    pub(crate) counter: MoveTag,
    pub(crate) before: [Place; 2],
}

/// A list of moves with their order; taken out of the search while a position is looked at.
#[derive(Debug, Default)]
pub(crate) struct Ordered {
    pub(crate) moves: MoveList,
    pub(crate) scores: Vec<Scored>,
}

#[inline]
pub(crate) fn quiet_of(position: &Position, mv: &Move) -> Quiet {
    let to = mv.to().index();
    Quiet {
        color: position.turn().index(),
        from: mv.from().index(),
        to,
        place: Place::new(position.slot_at(mv.from()), to),
    }
}

/// The slot of what a capture takes; a pawn where that is not to be seen on the target.
#[inline]
pub(crate) fn victim(position: &Position, mv: &Move) -> usize {
    if position.side(!position.turn()).contains(mv.to()) {
        position.slot_at(mv.to())
    } else {
        PAWN
    }
}

/// What all captures of a chain gain.
fn chain_value(position: &Position, evaluator: &Evaluator, mv: &Move) -> i32 {
    let enemy = position.side(!position.turn());
    mv.path()
        .skip(1)
        .map(|square| {
            let slot = if enemy.contains(square) {
                position.slot_at(square)
            } else {
                PAWN
            };
            evaluator.exchange[slot]
        })
        .sum()
}

impl Ordered {
    pub(crate) fn score<G: Game>(
        &mut self,
        position: &Position,
        evaluator: &Evaluator,
        history: &History,
        hints: &Hints,
    ) {
        self.scores.clear();
        for mv in &self.moves {
            let tag = MoveTag::of(mv);
            let (mut score, kind) = if G::is_capture(position, mv) || mv.promotion().is_some() {
                let place = Place::new(position.slot_at(mv.from()), mv.to().index());
                let taken = victim(position, mv);
                let mut gain = if mv.is_chain() {
                    chain_value(position, evaluator, mv)
                } else if G::is_capture(position, mv) {
                    evaluator.exchange[taken]
                } else {
                    0
                };
                if let Some(role) = mv.promotion() {
                    gain += evaluator.exchange[role.slot()] - evaluator.exchange[PAWN];
                }
                let attacker = evaluator.exchange[position.slot_at(mv.from())];
                let learned = history.capture(place, taken) / 32;
                let order = TAKES + gain.min(20_000) * 16 - attacker.min(2_000) + learned;
                (order, Kind::Taking)
            } else if hints.killers[0] == tag {
                (KILLER + 2, Kind::Quiet)
            } else if hints.killers[1] == tag {
                (KILLER + 1, Kind::Quiet)
            } else {
                let mut score = history.quiet(quiet_of(position, mv), hints.before);
                if hints.counter == tag {
                    score += 6_000;
                }
                (score, Kind::Quiet)
            };
            if tag == hints.tag {
                score = FROM_TABLE;
            }
            self.scores.push(Scored { score, kind });
        }
    }

    /// Puts the best of the moves from `n` on at place `n`. Captures that lose material are found out here and tried last.
    pub(crate) fn pick<G: Game>(
        &mut self,
        n: usize,
        position: &Position,
        evaluator: &Evaluator,
    ) -> (Move, Scored) {
        loop {
            let mut best = n;
            let mut most = i32::MIN;
            for (at, scored) in self.scores.iter().enumerate().skip(n) {
                if scored.score > most {
                    (best, most) = (at, scored.score);
                }
            }
            self.scores.swap(n, best);
            self.moves.swap(n, best);
            let (mv, scored) = (self.moves[n], self.scores[n]);
            let untried = scored.kind == Kind::Taking && scored.score != FROM_TABLE;
            if G::EXCHANGES && untried && !gains::<G>(position, evaluator, &mv, 0) {
                self.scores[n] = Scored {
                    score: scored.score - 2 * TAKES,
                    kind: Kind::Losing,
                };
                continue;
            }
            return (mv, scored);
        }
    }
}

/// The piece of least worth among these, by slot.
fn least(position: &Position, color: Color, set: Bitboard, evaluator: &Evaluator) -> Option<usize> {
    (0..SLOTS)
        .filter(|&slot| !(position.slot_set(color, slot) & set).is_empty())
        .min_by_key(|&slot| evaluator.exchange[slot])
}

/// Whether a capture gains at least `threshold` after all exchanges on its target.
pub(crate) fn gains<G: Game>(
    position: &Position,
    evaluator: &Evaluator,
    mv: &Move,
    threshold: i32,
) -> bool {
    let mover = position.slot_at(mv.from());
    let thrown = G::LETOS && mover == LETO;
    if mv.promotion().is_some() || mv.is_castle() || mv.is_chain() || thrown {
        return threshold <= 0;
    }
    let taken = if G::is_capture(position, mv) {
        evaluator.exchange[victim(position, mv)]
    } else {
        0
    };
    let surplus = taken - threshold;
    if surplus < 0 {
        return false;
    }
    // What the side to capture next would win beyond what it needs.
    let mut swing = evaluator.exchange[mover] - surplus;
    if swing <= 0 {
        return true;
    }
    let to = mv.to();
    let mut occupied = position.occupied();
    occupied.remove(mv.from());
    occupied.insert(to);
    let mut side = position.turn();
    let mut holds = true;
    loop {
        side = !side;
        let mut attackers = G::attackers(position, to, occupied, side) & occupied;
        attackers.remove(to);
        let Some(slot) = least(position, side, attackers, evaluator) else {
            return holds;
        };
        holds = !holds;
        if slot == KING && !G::TOTO {
            let rest = G::attackers(position, to, occupied, !side) & occupied;
            return if rest.is_empty() { holds } else { !holds };
        }
        swing = evaluator.exchange[slot] - swing;
        if swing < i32::from(holds) {
            return holds;
        }
        if let Some(from) = (position.slot_set(side, slot) & attackers).first() {
            occupied.remove(from);
        }
    }
}
