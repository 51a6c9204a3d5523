//! Movement patterns of pieces, pawns and castling.

/// A step by files and ranks, from White's side.
pub(crate) type Step = (i8, i8);

/// How a kind of piece moves and captures. The generator's tables and [`Movement`](crate::Movement) derive from it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pattern {
    /// Single jumps over any piece between.
    pub(crate) leaps: &'static [Step],
    /// Slides like a rook.
    pub(crate) orthogonal: bool,
    /// Slides like a bishop.
    pub(crate) diagonal: bool,
}

pub(crate) const ORTHOGONAL: [Step; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
pub(crate) const DIAGONAL: [Step; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
pub(crate) const AROUND: [Step; 8] = [
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
];
pub(crate) const KNIGHT_LEAPS: [Step; 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];
pub(crate) const ALFIL_LEAPS: [Step; 4] = [(2, 2), (2, -2), (-2, -2), (-2, 2)];
pub(crate) const DABBABAH_LEAPS: [Step; 4] = [(0, 2), (2, 0), (0, -2), (-2, 0)];
pub(crate) const SAIL_LEAPS: [Step; 8] = [
    (0, 2),
    (2, 2),
    (2, 0),
    (2, -2),
    (0, -2),
    (-2, -2),
    (-2, 0),
    (-2, 2),
];
pub(crate) const CAMEL_LEAPS: [Step; 8] = [
    (1, 3),
    (3, 1),
    (3, -1),
    (1, -3),
    (-1, -3),
    (-3, -1),
    (-3, 1),
    (-1, 3),
];

impl Pattern {
    pub(crate) const NONE: Self = Self::leaper(&[]);
    pub(crate) const KING: Self = Self::leaper(&AROUND);
    pub(crate) const KNIGHT: Self = Self::leaper(&KNIGHT_LEAPS);
    pub(crate) const BISHOP: Self = Self::rider(false, true);
    pub(crate) const ROOK: Self = Self::rider(true, false);
    pub(crate) const QUEEN: Self = Self::rider(true, true);

    const fn rider(orthogonal: bool, diagonal: bool) -> Self {
        Self {
            leaps: &[],
            orthogonal,
            diagonal,
        }
    }

    pub(crate) const fn leaper(leaps: &'static [Step]) -> Self {
        Self::rider(false, false).and_leaps(leaps)
    }

    /// Returns whether it can move at all; a game's unused slots cannot.
    pub(crate) const fn moves(&self) -> bool {
        !self.leaps.is_empty() || self.orthogonal || self.diagonal
    }

    /// Adds leaps to a pattern that has none.
    pub(crate) const fn and_leaps(self, leaps: &'static [Step]) -> Self {
        Self { leaps, ..self }
    }
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct PawnPattern {
    /// The quiet step of a white pawn. A black one goes the opposite way.
    pub(crate) push: Step,
    /// The two capturing steps of a white pawn.
    pub(crate) captures: [Step; 2],
    /// By color: origins of the double step.
    pub(crate) doubles_from: [u64; 2],
    /// By color: squares of promotion.
    pub(crate) promotes_on: [u64; 2],
}

/// A castling move of a game, one of up to four.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Castle {
    pub(crate) king_from: u8,
    pub(crate) king_to: u8,
    pub(crate) partner_from: u8,
    pub(crate) partner_to: u8,
    /// Target in the UCI form (ALL-7).
    pub(crate) uci_to: u8,
    /// Squares that must be empty.
    pub(crate) empty: u64,
    /// Squares the king passes, which must not be attacked. The square it lands on is judged in the final position.
    pub(crate) passed: u64,
}
