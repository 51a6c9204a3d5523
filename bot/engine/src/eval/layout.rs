//! Where each term of the evaluation has its weight.

use crate::fast::SLOTS;

/// Squares in a table by square, on every board.
pub(crate) const SQUARES: usize = 64;

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
