//! Reasons why a text is not a legal move.

use crate::{Outcome, Role, Square, SquareName, Variant};

/// Why [`Game::read`](crate::Game::read) found no single legal move in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MoveError {
    /// The text can't be read as a move of this game.
    Syntax(MoveSyntaxError),
    /// It fits several legal moves, given in SAN.
    Ambiguous(Vec<String>),
    /// It fits only promotions but names no role. The complete moves are given in SAN.
    PromotionMissing(Vec<String>),
    /// It fits no legal move.
    Illegal(IllegalMove),
}

/// Why a text can't be read as a move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MoveSyntaxError {
    /// No known notation. Gives two legal moves as examples.
    Unreadable {
        /// A move in UCI form.
        uci: String,
        /// A move in SAN.
        san: String,
    },
    /// A role the game does not have.
    UnknownRole {
        /// The role in the text.
        role: Role,
        /// The rule set.
        variant: Variant,
    },
    /// A square the board does not have.
    UnknownSquare {
        /// The square in the text.
        name: String,
        /// The rule set.
        variant: Variant,
    },
}

/// A role and its square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RoleAt {
    /// The piece's role.
    pub role: Role,
    /// The piece's square.
    pub at: SquareName,
}

/// Why no legal move fits a text. Lists of moves are in SAN.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IllegalMove {
    /// The game has been won or no legal move is left (ALL-10).
    GameOver(Outcome),
    /// Neither side has such a piece.
    NoneOnBoard(Role),
    /// Only the opponent has such a piece.
    NoneOwned(Role),
    /// The player has no such piece on the file that the text names.
    NoneOnFile {
        /// The role in the text.
        role: Role,
        /// The file's letter.
        file: char,
    },
    /// The player has no such piece on the rank that the text names.
    NoneOnRank {
        /// The role in the text.
        role: Role,
        /// The rank, counted from 1.
        rank: u8,
    },
    /// The origin is empty.
    EmptySquare(SquareName),
    /// The piece on the origin is the opponent's.
    OpponentsPiece(RoleAt),
    /// The piece on the origin is not the one that the text names.
    OtherPiece {
        /// The piece on the origin.
        found: RoleAt,
        /// The role in the text.
        said: Role,
    },
    /// The piece does not move that way.
    OutOfReach {
        /// The piece to move.
        piece: RoleAt,
        /// The target.
        to: SquareName,
        /// The rule set, for [`Variant::movement`].
        variant: Variant,
    },
    /// None of several pieces moves that way.
    NoneInReach {
        /// The pieces' role.
        role: Role,
        /// The target.
        to: SquareName,
        /// The rule set, for [`Variant::movement`].
        variant: Variant,
    },
    /// A piece is in the way.
    Blocked {
        /// The piece to move.
        piece: RoleAt,
        /// The target.
        to: SquareName,
        /// The piece in the way.
        by: RoleAt,
    },
    /// A move that can't capture would end on an occupied square.
    Occupied {
        /// The piece to move.
        piece: RoleAt,
        /// The piece on the target.
        by: RoleAt,
        /// The rule set, for [`Variant::movement`].
        variant: Variant,
    },
    /// The player's own piece is on the target.
    OwnPiece {
        /// The piece to move.
        piece: RoleAt,
        /// The piece on the target.
        by: RoleAt,
    },
    /// A pawn would capture on a square without a piece to capture.
    NothingToCapture {
        /// The pawn's square.
        from: SquareName,
        /// The target.
        to: SquareName,
        /// The rule set, for [`Variant::movement`].
        variant: Variant,
    },
    /// A Leto does not capture by landing (LETO-2).
    LetoLanding {
        /// The Leto's square.
        from: SquareName,
        /// The piece on the target.
        by: RoleAt,
    },
    /// A piece may not cross the fighting line (TOTO-3).
    CrossesLine {
        /// The piece to move.
        piece: RoleAt,
        /// The target beyond the line.
        to: SquareName,
    },
    /// The king is in check and the move does not help (ALL-2).
    LeavesKingInCheck {
        /// The king's square after the move.
        king: SquareName,
        /// The pieces that would attack it.
        attackers: Vec<RoleAt>,
    },
    /// The move would expose the king to attack (ALL-2).
    ExposesKing {
        /// The king's square after the move.
        king: SquareName,
        /// The pieces that would attack it.
        attackers: Vec<RoleAt>,
    },
    /// Captures are mandatory and there are some (LEAP-6).
    MustCapture(Vec<String>),
    /// The capturing piece must continue (LEAP-9). Gives the legal turns that do.
    UnfinishedChain(Vec<String>),
    /// The text begins as a legal move and then continues to a square where that move can't go.
    BrokenChain {
        /// The last square that is legal.
        at: SquareName,
        /// The next square in the text.
        to: SquareName,
        /// The legal moves that begin as the text does.
        turns: Vec<String>,
    },
    /// The move would repeat an earlier placement (TOTO-11).
    Superko {
        /// The move that led to the placement, with its number. `None` for the start position.
        after: Option<String>,
    },
    /// The text names a promotion but the move is none.
    NotAPromotion,
    /// A pawn can't promote to the role in the text.
    WrongPromotion {
        /// The role in the text.
        said: Role,
        /// The roles to choose from.
        choices: Vec<Role>,
    },
    /// Castling is not legal.
    Castling(CastlingObstacle),
}

/// What prevents castling.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CastlingObstacle {
    /// The game has no castling.
    NotInGame(Variant),
    /// The king or this partner has moved or is not at home.
    NoRight(Role),
    /// A square that must be empty is not.
    Occupied(SquareName),
    /// The king is in check.
    InCheck,
    /// The king would pass or land on an attacked square.
    Attacked(SquareName),
}

impl MoveError {
    /// The square of the player's piece that the text means, if it is clear.
    pub fn piece(&self) -> Option<Square> {
        let Self::Illegal(reason) = self else {
            return None;
        };
        let at = match reason {
            IllegalMove::OutOfReach { piece, .. }
            | IllegalMove::Blocked { piece, .. }
            | IllegalMove::Occupied { piece, .. }
            | IllegalMove::OwnPiece { piece, .. }
            | IllegalMove::CrossesLine { piece, .. } => piece.at,
            IllegalMove::OtherPiece { found, .. } => found.at,
            IllegalMove::NothingToCapture { from, .. } | IllegalMove::LetoLanding { from, .. } => {
                *from
            }
            _ => return None,
        };
        Some(at.square())
    }
}

impl From<IllegalMove> for MoveError {
    fn from(reason: IllegalMove) -> Self {
        Self::Illegal(reason)
    }
}

impl IllegalMove {
    /// How much the reason says. Of several readings of a text, the most specific reason is reported.
    pub(crate) const fn specificity(&self) -> u8 {
        match self {
            Self::NoneOnBoard(_) | Self::NoneOwned(_) => 1,
            Self::NoneOnFile { .. } | Self::NoneOnRank { .. } => 2,
            Self::OutOfReach { .. } | Self::NoneInReach { .. } => 3,
            Self::EmptySquare(_) | Self::OtherPiece { .. } | Self::OpponentsPiece(_) => 4,
            Self::NothingToCapture { .. } | Self::OwnPiece { .. } => 5,
            Self::CrossesLine { .. } => 6,
            Self::Blocked { .. }
            | Self::Occupied { .. }
            | Self::LetoLanding { .. }
            | Self::Castling(_) => 7,
            _ => 8,
        }
    }
}
