//! Why a text is no legal move, as a sentence for the player.

use crate::{Outcome, Role, SquareName};
use std::fmt;

/// Why a text is no legal move. Its `Display` is a full sentence for the player; moves are given in human notation.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum WhyNot {
    /// The text is no move in any form.
    Unreadable,
    /// The game has been won, so there are no more moves (ALL-10).
    GameOver(Outcome),
    /// A letter for a piece that this game does not have.
    NoSuchRole {
        /// The kind of piece.
        role: Role,
        /// The game's name.
        game: &'static str,
    },
    /// The board has no such square.
    NoSuchSquare {
        /// The square as it was typed.
        text: String,
        /// The game's name.
        game: &'static str,
    },
    /// Nothing stands on the square the move starts from.
    EmptySquare(SquareName),
    /// The piece there is the opponent's.
    OpponentsPiece {
        /// The piece.
        role: Role,
        /// Where it stands.
        at: SquareName,
        /// What the opponent is called.
        owner: &'static str,
    },
    /// Another piece stands there than the text says.
    OtherPiece {
        /// Where.
        at: SquareName,
        /// What stands there.
        role: Role,
        /// What the text says.
        said: Role,
    },
    /// The player has no such piece, or none on the file or rank that the text names.
    NoSuchPiece {
        /// The kind of piece.
        role: Role,
        /// Whether the player has some, only not there.
        elsewhere: bool,
    },
    /// The piece does not move so.
    CannotGo {
        /// The piece.
        role: Role,
        /// Where it stands.
        from: SquareName,
        /// Where it was to go.
        to: SquareName,
        /// How it moves, from [`Variant::brief_movement`](crate::Variant::brief_movement).
        movement: String,
    },
    /// None of several pieces moves so.
    NoneCanGo {
        /// The kind of piece.
        role: Role,
        /// Where it was to go.
        to: SquareName,
        /// How it moves, from [`Variant::brief_movement`](crate::Variant::brief_movement).
        movement: String,
    },
    /// A piece stands in the way.
    Blocked {
        /// The piece that was to move.
        role: Role,
        /// Where it stands.
        from: SquareName,
        /// Where it was to go.
        to: SquareName,
        /// What stands in the way.
        by: Role,
        /// Where it stands in the way.
        at: SquareName,
    },
    /// A piece of one's own stands on the target.
    OwnPiece {
        /// The piece that was to move.
        role: Role,
        /// Where it stands.
        from: SquareName,
        /// Where it was to go.
        to: SquareName,
        /// What stands there.
        there: Role,
    },
    /// A pawn's capturing step to a square with nothing to capture.
    NothingToCapture {
        /// Where the pawn stands.
        from: SquareName,
        /// The empty square.
        to: SquareName,
    },
    /// A Leto does not capture by landing (LETO-2).
    LetoLanding {
        /// Where the Leto stands.
        from: SquareName,
        /// Where an enemy piece stands.
        to: SquareName,
        /// What stands there.
        there: Role,
    },
    /// A piece may not cross the fighting line (TOTO-3).
    CrossesLine {
        /// The piece.
        role: Role,
        /// Where it stands.
        from: SquareName,
        /// The square beyond the line.
        to: SquareName,
    },
    /// One's own king would be attacked after the move (ALL-2).
    LeavesKingAttacked {
        /// Where the king would stand.
        king: SquareName,
        /// What would attack it from where.
        attackers: Vec<(Role, SquareName)>,
        /// Whether it is attacked now, so that the move fails to help.
        already: bool,
    },
    /// Captures are mandatory and there are some (LEAP-6).
    MustCapture(Vec<String>),
    /// The piece must go on capturing in the same turn (LEAP-9).
    ChainGoesOn {
        /// The captures so far.
        taken: usize,
        /// Every legal turn that goes on so.
        turns: Vec<String>,
    },
    /// The chain of captures breaks off where the text does not lead to a further capture (LEAP-9).
    ChainBreaks {
        /// Where the piece is when it breaks off.
        at: SquareName,
        /// Where the text goes on.
        to: SquareName,
        /// Every legal turn that begins as the text does.
        turns: Vec<String>,
    },
    /// The placement occurred before (TOTO-11).
    Superko {
        /// After how many half-moves of the game; 0 is the start.
        ply: usize,
        /// The move that led to it then, with its number; none for the start.
        after: Option<String>,
    },
    /// The pawn promotes there and the text does not say to what.
    PromotionMissing {
        /// The complete moves.
        moves: Vec<String>,
    },
    /// A promotion to a piece that is not among the choices, or where the pawn does not promote.
    WrongPromotion {
        /// What the text says.
        said: Role,
        /// The choices; empty where nothing is promoted.
        choices: Vec<Role>,
    },
    /// The text fits several moves.
    Ambiguous(Vec<String>),
    /// Castling is not possible.
    CannotCastle(CastleObstacle),
}

/// What stands against castling.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CastleObstacle {
    /// The game has no castling.
    NotInThisGame,
    /// The king or its partner is not at home or has moved.
    NoRight(Role),
    /// A square that must be empty is not.
    Occupied(SquareName),
    /// The king is attacked now.
    InCheck,
    /// The king would pass or land on an attacked square.
    Attacked(SquareName),
}

/// More moves than this are not listed.
const LISTED: usize = 12;

fn list(moves: &[String]) -> String {
    let shown = moves[..moves.len().min(LISTED)].join(", ");
    match moves.len() {
        0..=LISTED => shown,
        more => format!("{shown} and {} more", more - LISTED),
    }
}

fn roles(choices: &[Role]) -> String {
    choices
        .iter()
        .map(|role| format!("{role} ({})", role.letter()))
        .collect::<Vec<_>>()
        .join(", ")
}

fn attackers_list(attackers: &[(Role, SquareName)]) -> String {
    attackers
        .iter()
        .map(|(role, square)| format!("the {role} on {square}"))
        .collect::<Vec<_>>()
        .join(" and ")
}

impl fmt::Display for WhyNot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable => f.write_str("I cannot read that as a move. Write the two squares, like e2e4, or notation like Nf3."),
            Self::GameOver(outcome) => write!(f, "The game is over: {}.", outcome.reason.words()),
            Self::NoSuchRole { role, game } => write!(f, "There is no {role} in {game}."),
            Self::NoSuchSquare { text, game } => write!(f, "There is no square {text} on the board of {game}."),
            Self::EmptySquare(square) => write!(f, "There is no piece on {square}."),
            Self::OpponentsPiece { role, at, owner } => write!(f, "The {role} on {at} belongs to {owner}."),
            Self::OtherPiece { at, role, said } => write!(f, "On {at} stands a {role}, not a {said}."),
            Self::NoSuchPiece { role, elsewhere: true } => write!(f, "You have no {role} there."),
            Self::NoSuchPiece { role, elsewhere: false } => write!(f, "You have no {role}."),
            Self::Superko { ply: 0, .. } => {
                f.write_str("That would repeat the position at the start of the game, which no move may do.")
            }
            Self::Superko { after, ply } => {
                let known = after.clone().unwrap_or_else(|| format!("half-move {ply}"));
                write!(f, "That would repeat the position after {known}, which no move may do.")
            }
            Self::MustCapture(captures) => write!(f, "You must capture: {}.", list(captures)),
            Self::ChainGoesOn { turns, .. } => {
                write!(f, "The capturing piece must go on while it can: {}.", list(turns))
            }
            Self::ChainBreaks { at, to, turns } => {
                write!(f, "From {at} the capture cannot go on to {to}. Possible: {}.", list(turns))
            }
            Self::PromotionMissing { moves } => write!(f, "Say what the pawn becomes: {}.", list(moves)),
            Self::WrongPromotion { choices, .. } if choices.is_empty() => f.write_str("No pawn promotes with that move."),
            Self::WrongPromotion { said, choices } => {
                write!(f, "A pawn cannot become a {said} there, but: {}.", roles(choices))
            }
            Self::Ambiguous(moves) => write!(f, "That could be several moves: {}.", list(moves)),
            Self::CannotCastle(obstacle) => write!(f, "You cannot castle so: {obstacle}."),
            geometric => geometric.fmt_geometric(f),
        }
    }
}

impl WhyNot {
    /// The sentences about a piece that cannot get where it was to go.
    fn fmt_geometric(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CannotGo {
                role,
                from,
                to,
                movement,
            } => {
                write!(f, "The {role} on {from} cannot go to {to}. {movement}")
            }
            Self::NoneCanGo { role, to, movement } => {
                write!(f, "No {role} of yours can go to {to}. {movement}")
            }
            Self::Blocked {
                role,
                from,
                to,
                by,
                at,
            } if at == to => {
                write!(
                    f,
                    "The {role} on {from} cannot go to {to}: a {by} stands there."
                )
            }
            Self::Blocked {
                role,
                from,
                to,
                by,
                at,
            } => {
                write!(
                    f,
                    "The {role} on {from} cannot go to {to}: the {by} on {at} is in the way."
                )
            }
            Self::OwnPiece {
                role,
                from,
                to,
                there,
            } => {
                write!(
                    f,
                    "The {role} on {from} cannot go to {to}: your own {there} stands there."
                )
            }
            Self::NothingToCapture { from, to } => {
                write!(
                    f,
                    "The pawn on {from} cannot go to {to}: there is nothing to capture."
                )
            }
            Self::LetoLanding { from, to, there } => {
                write!(
                    f,
                    "The leto on {from} cannot capture the {there} on {to}: a leto lands on empty squares only."
                )
            }
            Self::CrossesLine { role, from, to } => {
                write!(
                    f,
                    "The {role} on {from} cannot go to {to}: it may not cross the fighting line."
                )
            }
            Self::LeavesKingAttacked {
                king,
                attackers,
                already: true,
            } => {
                write!(
                    f,
                    "Your king on {king} would still be attacked by {}.",
                    attackers_list(attackers)
                )
            }
            Self::LeavesKingAttacked {
                king,
                attackers,
                already: false,
            } => {
                write!(
                    f,
                    "Your king on {king} would be attacked by {}.",
                    attackers_list(attackers)
                )
            }
            _ => Ok(()),
        }
    }
}

impl std::error::Error for WhyNot {}

impl fmt::Display for CastleObstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotInThisGame => f.write_str("there is no castling in this game"),
            Self::NoRight(partner) => {
                write!(f, "the king or the {partner} has moved or is not at home")
            }
            Self::Occupied(square) => write!(f, "{square} is not empty"),
            Self::InCheck => f.write_str("the king is in check"),
            Self::Attacked(square) => write!(f, "{square} is attacked"),
        }
    }
}
