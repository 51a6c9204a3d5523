//! The terms of the evaluation, and where each has its weights.

use crate::rules::{SLOTS, SQUARES};

/// Mobility counts that [`MOBILITY_TABLE`] tells apart.
pub(super) const MOBILITY_COUNTS: usize = 28;

/// A run of weights of one kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Group {
    /// The name in the weights files.
    pub(crate) name: &'static str,
    pub(crate) first: usize,
    pub(crate) len: usize,
}

macro_rules! groups {
    ($($(#[$doc:meta])* $group:ident $name:literal $len:expr;)*) => {
        groups!(@ 0; $($(#[$doc])* $group $name $len;)*);
        /// Every group, in the order of the weights.
        pub(crate) const GROUPS: &[Group] = &[$($group),*];
    };
    (@ $first:expr; $(#[$doc:meta])* $group:ident $name:literal $len:expr; $($rest:tt)*) => {
        $(#[$doc])*
        pub(crate) const $group: Group = Group { name: $name, first: $first, len: $len };
        groups!(@ $group.first + $group.len; $($rest)*);
    };
    (@ $first:expr;) => {
        /// Number of weights.
        pub(crate) const TERMS: usize = $first;
    };
}

// A weight counts for each occurrence, White's minus Black's.
groups! {
    /// By slot.
    MATERIAL "material" SLOTS;
    /// By slot and square, as White sees it.
    // CITE: Piece-square tables. https://www.chessprogramming.org/Piece-Square_Tables
    PSQT "psqt" SLOTS * SQUARES;
    /// Each square that a piece can move to and no enemy pawn attacks, by slot.
    // CITE: Mobility. https://www.chessprogramming.org/Mobility
    MOBILITY "mobility" SLOTS;
    /// Two or more pieces of one slot.
    // CITE: Bishop pair. https://www.chessprogramming.org/Bishop_Pair
    PAIR "pair" SLOTS;
    /// A passed pawn, by the steps it has left (0: stuck or one step).
    // CITE: Passed pawn. https://www.chessprogramming.org/Passed_Pawn
    PASSED_PAWN "passed-pawn" 8;
    /// A pawn with a pawn of its side ahead.
    // CITE: Doubled pawn. https://www.chessprogramming.org/Doubled_Pawn
    DOUBLED_PAWN "doubled-pawn" 1;
    /// A pawn that a pawn protects.
    // CITE: Defended pawns. https://www.chessprogramming.org/Pawn_Structure
    DEFENDED_PAWN "defended-pawn" 1;
    /// An enemy piece attacked by a pawn, by its slot.
    THREAT_BY_PAWN "threat-by-pawn" SLOTS;
    /// A piece that is attacked and not protected, by slot.
    // CITE: Hanging piece. https://www.chessprogramming.org/Hanging_Piece
    HANGING "hanging" SLOTS;
    /// Each square of the enemy king's zone that a piece attacks, by slot.
    // CITE: Attacking the king zone. https://www.chessprogramming.org/King_Safety#Attacking_King_Zone
    KING_ZONE_ATTACK "king-zone-attack" SLOTS;
    /// By the number of pieces that attack the enemy king's zone.
    KING_ZONE_ATTACKERS "king-zone-attackers" 8;
    /// By the number of pawns next to their king.
    // CITE: Pawn shield. https://www.chessprogramming.org/King_Safety#Pawn_Shield
    PAWN_SHIELD "pawn-shield" 4;
    /// Toto40: by the number of pieces on the fighting line, once it has been entered.
    LINE_PIECES "line-pieces" 6;
    /// Toto40: each piece on the fighting line that is attacked.
    LINE_ATTACKED "line-attacked" 1;
    /// A Leto on a line with the enemy king, at a distance of four squares or more, by the pieces between: one, two, three.
    LETO_AIM "leto-aim" 3;
    /// The right to move.
    // CITE: Tempo. https://www.chessprogramming.org/Tempo
    TEMPO "tempo" 1;
    /// By the attack units against the enemy king.
    // CITE: Attack units. https://www.chessprogramming.org/King_Safety#Attack_Units
    KING_DANGER "king-danger" 40;
    /// By slot and mobility count: the deviation from the linear [`MOBILITY`].
    MOBILITY_TABLE "mobility-table" SLOTS * MOBILITY_COUNTS;
    /// By the slots of the attacker and of the enemy piece attacked.
    THREAT_BY_PIECE "threat-by-piece" SLOTS * SLOTS;
    /// A passed pawn whose next square is empty, by the steps it has left.
    PASSED_FREE "passed-free" 8;
    /// A passed pawn whose next square is empty and not attacked.
    PASSED_SAFE "passed-safe" 8;
    /// By the distance of a passed pawn's next square from the enemy king.
    // CITE: King-pawn tropism. https://www.chessprogramming.org/King_Pawn_Tropism
    PASSED_ENEMY_KING "passed-enemy-king" 8;
    /// By the distance of a passed pawn's next square from its own king.
    PASSED_OWN_KING "passed-own-king" 8;
    /// A pawn that no pawn of its side can ever protect, isolated or backward: with an enemy pawn ahead, without.
    // CITE: Isolated and backward pawns. https://www.chessprogramming.org/Isolated_Pawn
    UNSUPPORTED_PAWN "unsupported-pawn" 2;
    /// A piece that a pawn protects where no enemy pawn can ever attack it, by slot.
    // CITE: Outposts. https://www.chessprogramming.org/Outposts
    OUTPOST "outpost" SLOTS;
    /// A piece with no pawn of its side ahead, by slot.
    // CITE: Half-open file. https://www.chessprogramming.org/Half-open_File
    HALF_OPEN_FILE "half-open-file" SLOTS;
    /// A piece with no pawn ahead, by slot.
    // CITE: Open file. https://www.chessprogramming.org/Open_File
    OPEN_FILE "open-file" SLOTS;
    /// By the number of files of the king and next to it without a pawn of its side ahead.
    KING_FILES "king-files" 4;
    /// Enemy pieces that a pawn's next step would attack.
    THREAT_BY_PUSH "threat-by-push" 1;
}

impl Group {
    /// Returns the index of the group's nth weight; beyond the end, of its last.
    #[inline]
    pub(crate) const fn at(self, n: usize) -> usize {
        self.first + if n < self.len { n } else { self.len - 1 }
    }

    /// Returns the index of a weight by slot and square.
    #[inline]
    pub(crate) const fn on(self, slot: usize, square: usize) -> usize {
        self.first + slot * SQUARES + square
    }

    /// Returns the indices of its weights.
    pub(crate) const fn range(self) -> std::ops::Range<usize> {
        self.first..self.first + self.len
    }
}
