//! Where each term of the evaluation has its weight.

use crate::play::SLOTS;

/// Squares in a table by square, on every board.
pub(crate) const SQUARES: usize = 64;

/// How many counts of squares [`FREEDOM`] tells apart.
pub(crate) const FREEDOM_STEPS: usize = 28;

/// A run of weights of one kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Group {
    /// The name in the files of weights.
    pub(crate) name: &'static str,
    pub(crate) first: usize,
    pub(crate) len: usize,
}

macro_rules! layout {
    ($($(#[$doc:meta])* $group:ident $name:literal $len:expr;)*) => {
        layout!(@ 0; $($(#[$doc])* $group $name $len;)*);
        /// Every group, in the order of the weights.
        pub(crate) const GROUPS: &[Group] = &[$($group),*];
    };
    (@ $first:expr; $(#[$doc:meta])* $group:ident $name:literal $len:expr; $($rest:tt)*) => {
        $(#[$doc])*
        pub(crate) const $group: Group = Group { name: $name, first: $first, len: $len };
        layout!(@ $group.first + $group.len; $($rest)*);
    };
    (@ $first:expr;) => {
        /// How many weights there are.
        pub(crate) const LEN: usize = $first;
    };
}

layout! {
    /// A piece, by slot.
    MATERIAL "material" SLOTS;
    /// A piece on a square as White sees it, by slot and square.
    PLACEMENT "placement" SLOTS * SQUARES;
    /// Each square a piece could go to that no enemy pawn attacks, by slot.
    MOBILITY "mobility" SLOTS;
    /// Two or more pieces of one slot.
    PAIR "pair" SLOTS;
    /// A pawn that no enemy pawn can stop, by the steps it has left (0: stuck or one step).
    PASSED "passed" 8;
    /// A pawn with another of its side in its way.
    DOUBLED "doubled" 1;
    /// A pawn protected by a pawn.
    CHAINED "chained" 1;
    /// An enemy piece attacked by a pawn, by slot.
    PAWN_THREAT "pawn-threat" SLOTS;
    /// A piece of one's own that is attacked and not protected, by slot.
    HANGING "hanging" SLOTS;
    /// Each square next to the enemy king that a piece attacks, by slot.
    KING_ZONE "king-zone" SLOTS;
    /// How many pieces attack squares next to the enemy king.
    KING_ATTACKERS "king-attackers" 8;
    /// How many own pawns stand next to the king.
    SHIELD "shield" 4;
    /// Toto40: how many own pieces stand on the line, from the time it has been entered.
    LINE "line" 6;
    /// Toto40: each own piece on the line that is attacked.
    LINE_ATTACKED "line-attacked" 1;
    /// A Leto far enough from the enemy king on a line with it, by the pieces between: one, two, three.
    LETO_AIM "leto-aim" 3;
    /// The right to move.
    TEMPO "tempo" 1;
    /// How hard the enemy king is pressed, in the units of [`pressure`](super::pressure).
    KING_DANGER "king-danger" 40;
    /// By slot and how many squares a piece could go to that no enemy pawn attacks: what the straight line of [`MOBILITY`] misses.
    FREEDOM "freedom" SLOTS * FREEDOM_STEPS;
    /// By the slot that attacks and the slot of the enemy piece attacked.
    THREAT "threat" SLOTS * SLOTS;
    /// A pawn that no enemy pawn can stop and whose next square is empty, by the steps it has left.
    PASSED_FREE "passed-free" 8;
    /// The same where that square is not attacked either.
    PASSED_SAFE "passed-safe" 8;
    /// Such a pawn's next square, by its distance from the enemy king,
    PASSED_ENEMY_KING "passed-enemy-king" 8;
    /// and from its own.
    PASSED_OWN_KING "passed-own-king" 8;
    /// A pawn that no other pawn of its side can ever protect: with an enemy pawn in its way, without.
    UNSUPPORTED "unsupported" 2;
    /// A piece where no enemy pawn can ever attack it, protected by a pawn, by slot.
    OUTPOST "outpost" SLOTS;
    /// A piece with no pawn of its side ahead of it, by slot,
    HALF_OPEN "half-open" SLOTS;
    /// and with no pawn at all ahead of it.
    OPEN "open" SLOTS;
    /// How many of the files of the king and next to it have no pawn of its side ahead of it.
    BARE_FILES "bare-files" 4;
    /// Pieces other than pawns that a pawn's next step would attack.
    PUSH_THREAT "push-threat" 1;
}

impl Group {
    /// The index of the weight with this number in the group; numbers beyond its end get the last.
    #[inline]
    pub(crate) const fn at(self, n: usize) -> usize {
        self.first + if n < self.len { n } else { self.len - 1 }
    }

    /// The index of the weight of a slot and square.
    #[inline]
    pub(crate) const fn on(self, slot: usize, square: usize) -> usize {
        self.first + slot * SQUARES + square
    }
}
