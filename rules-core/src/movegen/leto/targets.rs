//! Legal moves of Letos, and of other pieces under attack by Letos.

use super::{PATHS, RINGS, apply, attackers, effects, landing, throws};
use crate::board::{KING, LETO, lowest};
use crate::movegen::geometry::between;
use crate::movegen::rules::MoveRules;
use crate::movegen::{Sink, View, Want, is_attacked};
use crate::{Bitboard, Move, Square};

/// Constraints that enemy Letos put on the moves of the side to move.
pub(crate) struct Letos {
    /// Whether a Leto gives check.
    pub(crate) check: bool,
    /// Squares where a change may start or end a Leto's attack on the king. Moves that touch none of them need no test.
    pub(crate) sensitive: u64,
}

impl Letos {
    pub(crate) const NONE: Self = Self {
        check: false,
        sensitive: 0,
    };

    #[inline(always)]
    pub(crate) fn new(view: &View<'_>) -> Self {
        let board = &view.position.board;
        let them = view.us.other();
        let mut found = Self::NONE;
        for leto in Bitboard(board.of(them, LETO) & RINGS[view.king.index()].far) {
            let line = between(view.king, leto);
            let pieces = line & view.occupied;
            // An attack needs exactly two pieces between, and an ordinary move adds or removes one.
            if (1..=3).contains(&pieces.count_ones()) {
                found.sensitive |= line | 1 << leto.0;
                found.check |=
                    pieces.count_ones() == 2 && throws(board, view.king, them, leto, pieces);
            }
        }
        if found.check {
            found.sensitive = u64::MAX;
        }
        found
    }

    /// Returns whether the king would be safe from Letos on this square.
    pub(crate) fn king_is_safe_on(view: &View<'_>, square: Square) -> bool {
        let them = view.us.other();
        if view.position.board.of(them, LETO) & RINGS[square.index()].far == 0 {
            return true;
        }
        let mut board = view.position.board;
        board.toggle(view.us, KING, view.king);
        board.clear(square);
        board.toggle(view.us, KING, square);
        attackers(&board, square, them) == 0
    }

    /// Returns whether the king is safe from Letos after an ordinary move.
    fn keeps_king_safe(view: &View<'_>, from: Square, to: Square) -> bool {
        let mut board = view.position.board;
        let slot = board.slot_at(from);
        board.toggle(view.us, slot, from);
        board.clear(to);
        board.toggle(view.us, slot, to);
        attackers(&board, view.king, view.us.other()) == 0
    }

    /// Emits a piece's moves, given targets that leave its king safe from all but Letos.
    #[inline(always)]
    pub(crate) fn targets<R: MoveRules, S: Sink>(
        &self,
        view: &View<'_>,
        sink: &mut S,
        from: Square,
        to: u64,
    ) {
        sink.targets(from, self.safe::<R>(view, from, to));
    }

    /// Those of a piece's targets that leave its king safe from Letos.
    #[inline(always)]
    fn safe<R: MoveRules>(&self, view: &View<'_>, from: Square, to: u64) -> u64 {
        if R::LETOS && self.sensitive != 0 {
            self.allowed(view, from, to)
        } else {
            to
        }
    }

    #[inline(never)]
    fn allowed(&self, view: &View<'_>, from: Square, to: u64) -> u64 {
        let risky = if self.sensitive >> from.0 & 1 != 0 {
            to
        } else {
            to & self.sensitive
        };
        let mut allowed = to & !risky;
        for square in Bitboard(risky) {
            if Self::keeps_king_safe(view, from, square) {
                allowed |= 1 << square.0;
            }
        }
        allowed
    }

    /// Emits a pawn's moves as [`Self::targets`] does, with promotions.
    pub(crate) fn pawn_targets<R: MoveRules, S: Sink>(
        &self,
        view: &View<'_>,
        sink: &mut S,
        from: Square,
        to: u64,
    ) {
        let last = R::PAWN.promotes_on[view.us.index()];
        let to = self.safe::<R>(view, from, to);
        sink.targets(from, to & !last);
        for to in Bitboard(to & last) {
            for &role in R::PROMOTIONS {
                sink.one(Move::promoting(from, to, role));
            }
        }
    }

    /// Emits the moves of a Leto to `allowed` squares that affect no other piece.
    pub(crate) fn plain<R: MoveRules, S: Sink>(
        &self,
        view: &View<'_>,
        sink: &mut S,
        from: Square,
        allowed: u64,
    ) {
        if view.want != Want::Captures {
            let (plain, _) = scan(view, from);
            self.targets::<R, S>(view, sink, from, plain & allowed);
        }
    }

    /// Emits the moves of Letos that affect other pieces. Each is tried on a copy of the board: it may expose the king, move
    /// it or shield it.
    #[inline(always)]
    pub(crate) fn effects<R: MoveRules, S: Sink>(view: &View<'_>, sink: &mut S) {
        for from in Bitboard(view.position.board.of(view.us, LETO)) {
            let (_, effects) = scan(view, from);
            for to in Bitboard(effects) {
                Self::effect::<R, S>(view, sink, from, to);
            }
        }
    }

    fn effect<R: MoveRules, S: Sink>(view: &View<'_>, sink: &mut S, from: Square, to: Square) {
        let mut board = view.position.board;
        let effects = effects(&board, view.us, from, to);
        let captures = effects
            .repulsion
            .is_some_and(|thrown| thrown.captured.is_some());
        if view.want == Want::Captures && !captures || view.want == Want::Quiets && captures {
            return;
        }
        apply(view.us, from, to, &effects, |color, slot, square| {
            board.toggle(color, slot, square);
        });
        let king = lowest(board.of(view.us, KING));
        if !is_attacked::<R>(&board, king, view.us.other()) {
            sink.targets(from, 1 << to.0);
        }
    }
}

/// Targets of a Leto (LETO-2): of moves that affect no other piece, and of those that repulse or kidnap.
#[inline(always)]
fn scan(view: &View<'_>, from: Square) -> (u64, u64) {
    let (mut plain, mut effects) = (0, 0);
    for (direction, path) in PATHS[from.index()].iter().enumerate() {
        let [one, two, three] = path.ahead;
        if one & !view.occupied == 0 {
            continue;
        }
        let second = two & !view.occupied;
        let targets = one | second;
        if path.behind[0] & view.occupied != 0 && path.behind[1] & view.own != 0 {
            effects |= targets;
            continue;
        }
        plain |= targets;
        let (last, met) = if second != 0 {
            (second, three)
        } else {
            (one, two)
        };
        if met & view.enemy != 0
            && landing(&view.position.board, view.us, direction, lowest(met)).is_some()
        {
            plain ^= last;
            effects |= last;
        }
    }
    (plain, effects)
}

/// Pseudo-legal targets of a Leto of the side to move.
pub(crate) fn reach(view: &View<'_>, from: Square) -> u64 {
    let (plain, effects) = scan(view, from);
    plain | effects
}
