//! Reasons why a text is not a legal move.

#![allow(missing_docs, reason = "plain data whose fields say what they are")]

use super::Attacker;
use crate::{Color, Outcome, Role, Square, SquareName, Variant};
use std::fmt;

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
    Unreadable { uci: String, san: String },
    /// A role the game does not have.
    UnknownRole { role: Role, variant: Variant },
    /// A square the board does not have.
    UnknownSquare { name: String, variant: Variant },
}

/// A role and its square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RoleAt {
    pub role: Role,
    pub at: SquareName,
}

/// The piece whose movement a refusal explains.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MeantMovement {
    pub variant: Variant,
    pub side: Color,
    /// Whether the piece is on the fighting line (TOTO-7).
    pub on_line: bool,
}

/// Why no legal move fits a text. Lists of moves are in SAN.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IllegalMove {
    /// The game has been won or no legal move is left (ALL-10).
    GameOver(Outcome),
    /// The player has no piece that the text could mean.
    NoSuchPiece {
        role: Role,
        to: SquareName,
        missing: Missing,
    },
    /// The player has no such piece on the origin.
    BadOrigin {
        at: SquareName,
        to: SquareName,
        reason: BadOrigin,
    },
    /// The piece can't go to the target.
    BadTarget {
        piece: RoleAt,
        to: SquareName,
        movement: MeantMovement,
        reason: BadTarget,
    },
    /// None of several pieces moves that way.
    NoneInReach {
        role: Role,
        pieces: Vec<SquareName>,
        to: SquareName,
        movement: MeantMovement,
    },
    /// The king is in check and the move does not help (ALL-2).
    LeavesKingInCheck {
        /// As they would attack after the move.
        attackers: Vec<Attacker>,
    },
    /// The move would expose the king to attack (ALL-2).
    ExposesKing {
        from: SquareName,
        /// As they would attack after the move.
        attackers: Vec<Attacker>,
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
        turns: Vec<String>,
    },
    /// The move would repeat an earlier placement (TOTO-11).
    Superko {
        from: SquareName,
        /// The move that led to the placement, with its number. `None` for the start position.
        after: Option<String>,
    },
    /// The text names a promotion but the move is none.
    NotAPromotion {
        is_pawn: bool,
        to: SquareName,
        /// Whether a queen started there, where no pawn promotes (LEGAN).
        queen_started: bool,
    },
    /// A pawn can't promote to the role in the text.
    WrongPromotion { said: Role, choices: Vec<Role> },
    /// Castling is not legal.
    Castling(CastlingObstacle),
}

/// Why the player has no piece of a role.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Missing {
    /// Neither side begins with one or has promoted to one yet.
    BeforePromotion(Variant),
    /// The player began with one and has none left.
    Lost,
    /// The player has none and began without one.
    OnSide,
    /// The player has one, but not on the file in the text.
    OnFile(char),
    /// The player has one, but not on the rank in the text, counted from 1.
    OnRank(u8),
}

/// Why a move can't start on a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BadOrigin {
    /// It is empty.
    Empty,
    /// The piece is the opponent's.
    OpponentsPiece(Role),
    /// The piece is not the one that the text names.
    OtherPiece { found: Role, said: Role },
}

/// Why a piece can't go to a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BadTarget {
    /// It does not move that way.
    OutOfReach,
    /// A piece is in the way.
    Blocked(RoleAt),
    /// This piece is on the target, and the move can't capture.
    Occupied(Role),
    /// The player's own piece is on the target.
    OwnPiece(Role),
    /// It is a pawn's capture, and there is nothing to capture.
    NothingToCapture,
    /// A Leto does not capture this piece by landing on it (LETO-2).
    LetoLanding(Role),
    /// The target is beyond the fighting line (TOTO-3).
    FightingLine,
}

/// An obstacle to castling.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CastlingObstacle {
    /// The game has no castling.
    NotInGame(Variant),
    /// The king or this partner has moved or is not at home.
    NoRight(Role),
    /// A square that must be empty is not.
    Occupied(SquareName),
    /// The king is in check.
    InCheck,
    /// The king would be attacked on the way or where it lands.
    Attacked(Vec<Attacker>),
}

impl MoveError {
    /// Returns the squares of the pieces that the text can mean, if that is known.
    pub fn pieces(&self) -> Vec<Square> {
        let at = match self {
            Self::Illegal(IllegalMove::NoneInReach { pieces, .. }) => pieces.as_slice(),
            Self::Illegal(
                IllegalMove::BadTarget {
                    piece: RoleAt { at, .. },
                    ..
                }
                | IllegalMove::BadOrigin {
                    at,
                    reason: BadOrigin::OtherPiece { .. },
                    ..
                }
                | IllegalMove::ExposesKing { from: at, .. }
                | IllegalMove::Superko { from: at, .. },
            ) => &[*at],
            _ => &[],
        };
        at.iter().map(|at| at.square()).collect()
    }

    /// The square that the text means to move to, where no piece of the player's is meant.
    pub fn target(&self) -> Option<Square> {
        match self {
            Self::Illegal(
                IllegalMove::NoSuchPiece { to, .. } | IllegalMove::BadOrigin { to, .. },
            ) => Some(to.square()),
            _ => None,
        }
    }

    /// Returns the pieces that would attack the player's king after the move.
    pub fn attackers(&self) -> &[Attacker] {
        match self {
            Self::Illegal(
                IllegalMove::LeavesKingInCheck { attackers }
                | IllegalMove::ExposesKing { attackers, .. }
                | IllegalMove::Castling(CastlingObstacle::Attacked(attackers)),
            ) => attackers,
            _ => &[],
        }
    }
}

/// A short phrase for logs.
impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(MoveSyntaxError::Unreadable { .. }) => f.write_str("not a move"),
            Self::Syntax(MoveSyntaxError::UnknownRole { role, .. }) => {
                write!(f, "unknown role {role}")
            }
            Self::Syntax(MoveSyntaxError::UnknownSquare { name, .. }) => {
                write!(f, "unknown square {name}")
            }
            Self::Ambiguous(_) => f.write_str("ambiguous move"),
            Self::PromotionMissing(_) => f.write_str("missing promotion"),
            Self::Illegal(_) => f.write_str("illegal move"),
        }
    }
}

impl std::error::Error for MoveError {}

impl From<IllegalMove> for MoveError {
    fn from(reason: IllegalMove) -> Self {
        Self::Illegal(reason)
    }
}

impl IllegalMove {
    /// Ranks reasons: of several readings of a text, the one with the most specific reason is reported.
    pub(crate) const fn specificity(&self) -> u8 {
        match self {
            Self::NoSuchPiece { missing, .. } => match missing {
                Missing::BeforePromotion(_) | Missing::Lost | Missing::OnSide => 1,
                Missing::OnFile(_) | Missing::OnRank(_) => 2,
            },
            Self::NoneInReach { .. } => 3,
            Self::BadOrigin { .. } => 4,
            Self::BadTarget { reason, .. } => match reason {
                BadTarget::OutOfReach => 3,
                BadTarget::NothingToCapture | BadTarget::OwnPiece(_) => 5,
                BadTarget::FightingLine => 6,
                BadTarget::Blocked(_) | BadTarget::Occupied(_) | BadTarget::LetoLanding(_) => 7,
            },
            Self::Castling(_) => 7,
            _ => 8,
        }
    }
}
