//! How a game ends on the board. Resignation, agreement and time are not the board's.

use crate::Color;
use std::fmt;

/// The end of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// Who has won; none is a draw.
    pub winner: Option<Color>,
    /// Why. Where several endings hold at once it is the first in the order of [`Reason`] (ALL-10).
    pub reason: Reason,
}

/// Why a game is over, in the order in which one goes before another (ALL-10).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reason {
    /// The king was captured (TOTO-9, LEAP-9).
    KingCaptured,
    /// A player ended a turn without a piece on the fighting line and lost (TOTO-10).
    LeftLine,
    /// A side has only its king left and has lost (LEAP-7).
    BareKing,
    /// The king is attacked and there is no legal move (ALL-2).
    Checkmate,
    /// The king is not attacked and there is no legal move: a draw (ALL-2), in Leap Chess a loss (LEAP-7).
    Stalemate,
    /// There is no legal move, which loses (TOTO-12).
    NoMoves,
    /// No sequence of moves is held to lead to mate: a draw (ALL-4).
    Dead,
    /// The position occurred for the fifth time: a draw (ALL-3).
    Fivefold,
    /// 75 moves by each side without a pawn move or capture: a draw (ALL-3).
    SeventyFive,
}

impl Reason {
    /// Every reason, in the order in which one goes before another.
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

    /// The lasting code in files and on the command line, `"bare-king"`.
    #[must_use]
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

    /// The words for people, to follow "White wins: " or "Draw: ".
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::KingCaptured => "the king was captured",
            Self::LeftLine => "the fighting line was left",
            Self::BareKing => "only the king is left",
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::NoMoves => "no move is left",
            Self::Dead => "nobody can win with the pieces left",
            Self::Fivefold => "the position occurred five times",
            Self::SeventyFive => "75 moves without a capture or a pawn move",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.words())
    }
}

/// Why the player to move may claim a draw (ALL-3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Claim {
    /// The position on the board has occurred three times or more.
    Threefold,
    /// 50 moves by each side without a pawn move or capture.
    FiftyMoves,
}

impl Claim {
    /// The lasting code in files, `"threefold"`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Threefold => "threefold",
            Self::FiftyMoves => "fifty-moves",
        }
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Threefold => "the position has occurred three times",
            Self::FiftyMoves => "50 moves without a capture or a pawn move",
        })
    }
}
