//! Endings and claims that the rules decide. Resignation, agreement and time are the caller's.

use crate::Color;

/// The end of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The winner; `None` is a draw.
    pub winner: Option<Color>,
    /// The ending. Of several that apply, the first in the order of [`Reason`] (ALL-10).
    pub reason: Reason,
}

impl Outcome {
    pub(crate) const fn won(winner: Color, reason: Reason) -> Self {
        let winner = Some(winner);
        Self { winner, reason }
    }

    pub(crate) const fn draw(reason: Reason) -> Self {
        let winner = None;
        Self { winner, reason }
    }
}

/// Ways for a game to end, by precedence (ALL-10).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reason {
    /// A king was captured (TOTO-9, LEAP-9).
    KingCaptured,
    /// The loser ended a turn without a piece on the fighting line (TOTO-10).
    LeftLine,
    /// The loser has only a king left (LEAP-7).
    BareKing,
    /// The king is attacked and there is no legal move (ALL-2).
    Checkmate,
    /// There is no legal move and the king is not attacked: a draw (ALL-2), in Leap Chess a loss (LEAP-7).
    Stalemate,
    /// There is no legal move, which loses (TOTO-12).
    NoMoves,
    /// Neither side can win with the pieces left: a draw (ALL-4).
    Dead,
    /// The fifth occurrence of a position: a draw (ALL-3).
    Fivefold,
    /// 75 moves by each side without a pawn move or capture: a draw (ALL-3).
    SeventyFive,
}

impl Reason {
    /// All reasons, by precedence.
    pub const ALL: [Self; 9] = [
        Self::KingCaptured,
        Self::LeftLine,
        Self::BareKing,
        Self::Checkmate,
        Self::Stalemate,
        Self::NoMoves,
        Self::Dead,
        Self::Fivefold,
        Self::SeventyFive,
    ];

    /// The stable code in files and on the command line: `"bare-king"`.
    pub const fn code(self) -> &'static str {
        match self {
            Self::KingCaptured => "king-captured",
            Self::LeftLine => "left-line",
            Self::BareKing => "bare-king",
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::NoMoves => "no-moves",
            Self::Dead => "dead",
            Self::Fivefold => "fivefold",
            Self::SeventyFive => "seventyfive",
        }
    }
}

/// Why the player to move may claim a draw (ALL-3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Claim {
    /// The position has occurred at least three times.
    Threefold,
    /// 50 moves by each side without a pawn move or capture.
    FiftyMoves,
}

impl Claim {
    /// The stable code in files: `"threefold"`.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Threefold => "threefold",
            Self::FiftyMoves => "fifty-moves",
        }
    }
}
