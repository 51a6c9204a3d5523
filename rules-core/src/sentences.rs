//! Removed once the crates that show these sentences use `text::chess`.

use crate::games::{Pattern, PawnPattern, Rules, Step, dispatch};
use crate::{
    CastlingObstacle, CastlingSide, Claim, Color, Game, IllegalMove, Move, MoveError,
    MoveSyntaxError, Position, Reason, Role, RoleAt, ShiftKind, Variant,
};
use std::fmt::{self, Write};

impl Game {
    /// Use `text::chess::move_in_words`.
    pub fn words(&self, mv: Move) -> String {
        words(self.position(), mv)
    }
}

/// A legal move in plain words, `"rook d5 takes pawn on d7"`.
fn words(position: &Position, mv: Move) -> String {
    match mv.castling() {
        Some(CastlingSide::KingSide) => return "castles king side".to_owned(),
        Some(CastlingSide::QueenSide) => return "castles queen side".to_owned(),
        None => {}
    }
    let shape = position.shape();
    let description = position.describe(mv);
    let mut text = format!("{} {}", description.piece.role, shape.name(mv.from()));
    let landing = description
        .captures
        .iter()
        .filter(|_| description.piece.role != Role::Leto);
    let taken: Vec<String> = landing
        .map(|(square, piece)| format!("{} on {}", piece.role, shape.name(*square)))
        .collect();
    if taken.is_empty() {
        let _ = write!(text, " to {}", shape.name(mv.to()));
    } else {
        let _ = write!(text, " takes {}", taken.join(", "));
    }
    if mv.is_en_passant() {
        let _ = write!(text, " en passant, to {}", shape.name(mv.to()));
    }
    if let Some(role) = mv.promotion() {
        let _ = write!(text, ", becomes {role}");
    }
    for shift in &description.shifts {
        let verb = if shift.kind == ShiftKind::Repulsion {
            "throws"
        } else {
            "draws"
        };
        let (from, to) = (shape.name(shift.from), shape.name(shift.to));
        let _ = write!(text, ", {verb} {} from {from} to {to}", shift.piece.role);
        if let (ShiftKind::Repulsion, Some((_, piece))) = (shift.kind, description.captures.first())
        {
            let _ = write!(text, " onto the {}", piece.role);
        }
        if let Some(role) = shift.promoted {
            let _ = write!(text, ", where it becomes {role}");
        }
    }
    text
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
    let named = choices
        .iter()
        .map(|role| format!("{role} ({})", role.letter()));
    named.collect::<Vec<_>>().join(", ")
}

fn attackers_list(attackers: &[RoleAt]) -> String {
    let named = attackers
        .iter()
        .map(|RoleAt { role, at }| format!("the {role} on {at}"));
    named.collect::<Vec<_>>().join(" and ")
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(MoveSyntaxError::Unreadable { uci, san }) => write!(
                f,
                "I cannot read that as a move. Write the two squares, like {uci}, or notation like {san}."
            ),
            Self::Syntax(MoveSyntaxError::UnknownRole { role, variant }) => {
                write!(f, "There is no {role} in {variant}.")
            }
            Self::Syntax(MoveSyntaxError::UnknownSquare { name, variant }) => {
                write!(f, "There is no square {name} on the board of {variant}.")
            }
            Self::Ambiguous(moves) => write!(f, "That could be several moves: {}.", list(moves)),
            Self::PromotionMissing(moves) => {
                write!(f, "Say what the pawn becomes: {}.", list(moves))
            }
            Self::Illegal(reason) => reason.fmt(f),
        }
    }
}

impl std::error::Error for MoveError {}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GameOver(outcome) => write!(f, "The game is over: {}.", outcome.reason.words()),
            Self::EmptySquare(square) => write!(f, "There is no piece on {square}."),
            Self::OpponentsPiece(RoleAt { role, at }) => {
                write!(f, "The {role} on {at} belongs to the opponent.")
            }
            Self::OtherPiece { found, said } => {
                write!(f, "On {} stands a {}, not a {said}.", found.at, found.role)
            }
            Self::NoneOnFile { role, .. } | Self::NoneOnRank { role, .. } => {
                write!(f, "You have no {role} there.")
            }
            Self::NoneOnBoard(role) | Self::NoneOwned(role) => write!(f, "You have no {role}."),
            Self::Superko { after: None } => f.write_str(
                "That would repeat the position at the start of the game, which no move may do.",
            ),
            Self::Superko { after: Some(known) } => write!(
                f,
                "That would repeat the position after {known}, which no move may do."
            ),
            Self::MustCapture(captures) => write!(f, "You must capture: {}.", list(captures)),
            Self::UnfinishedChain(turns) => {
                write!(
                    f,
                    "The capturing piece must go on while it can: {}.",
                    list(turns)
                )
            }
            Self::BrokenChain { at, to, turns } => {
                let turns = list(turns);
                write!(
                    f,
                    "From {at} the move cannot go on to {to}. Possible: {turns}."
                )
            }
            Self::NotAPromotion => f.write_str("No pawn promotes with that move."),
            Self::WrongPromotion { said, choices } => {
                write!(
                    f,
                    "A pawn cannot become a {said} there, but: {}.",
                    roles(choices)
                )
            }
            Self::Castling(obstacle) => write!(f, "You cannot castle so: {obstacle}."),
            Self::LeavesKingInCheck { king, attackers } => write!(
                f,
                "Your king on {king} would still be attacked by {}.",
                attackers_list(attackers)
            ),
            Self::ExposesKing { king, attackers } => write!(
                f,
                "Your king on {king} would be attacked by {}.",
                attackers_list(attackers)
            ),
            geometric => geometric.fmt_geometric(f),
        }
    }
}

impl IllegalMove {
    fn fmt_geometric(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Self::NoneInReach { role, to, variant } = self {
            let movement = brief_movement(*variant, *role);
            return write!(f, "No {role} of yours can go to {to}. {movement}");
        }
        let (piece, to, why) = match self {
            Self::OutOfReach { piece, to, variant } => {
                let movement = brief_movement(*variant, piece.role);
                let RoleAt { role, at } = piece;
                return write!(f, "The {role} on {at} cannot go to {to}. {movement}");
            }
            Self::LetoLanding { from, by } => {
                return write!(
                    f,
                    "The leto on {from} cannot capture the {} on {}: a leto lands on empty squares only.",
                    by.role, by.at
                );
            }
            Self::Blocked { piece, to, by } => {
                let why = format!("the {} on {} is in the way", by.role, by.at);
                (*piece, *to, why)
            }
            Self::Occupied { piece, by, .. } => {
                (*piece, by.at, format!("a {} stands there", by.role))
            }
            Self::OwnPiece { piece, by } => {
                (*piece, by.at, format!("your own {} stands there", by.role))
            }
            Self::NothingToCapture { from, to, .. } => {
                let pawn = RoleAt {
                    role: Role::Pawn,
                    at: *from,
                };
                (pawn, *to, "there is nothing to capture".to_owned())
            }
            Self::CrossesLine { piece, to } => {
                let why = "it may not cross the fighting line".to_owned();
                (*piece, *to, why)
            }
            _ => return Ok(()),
        };
        let RoleAt { role, at } = piece;
        write!(f, "The {role} on {at} cannot go to {to}: {why}.")
    }
}

impl fmt::Display for CastlingObstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotInGame(_) => f.write_str("there is no castling in this game"),
            Self::NoRight(partner) => {
                write!(f, "the king or the {partner} has moved or is not at home")
            }
            Self::Occupied(square) => write!(f, "{square} is not empty"),
            Self::InCheck => f.write_str("the king is in check"),
            Self::Attacked(square) => write!(f, "{square} is attacked"),
        }
    }
}

fn brief_movement(variant: Variant, role: Role) -> String {
    let whole = movement(variant, role);
    let end = whole.find(['.', ';']).unwrap_or(whole.len());
    let (first, _) = whole.split_at(end);
    if role == Role::Pawn {
        format!("{}.", first.replace(" of White", "").replace(" of Red", ""))
    } else {
        format!("{first}.")
    }
}

fn movement(variant: Variant, role: Role) -> String {
    let (pattern, pawn, letos) =
        dispatch!(variant, R => (R::PIECES[role.slot()], R::PAWN, R::LETOS));
    if role == Role::Pawn {
        return pawn_movement(variant, &pawn);
    }
    if letos && role == Role::Leto {
        LETO_MOVEMENT.to_owned()
    } else {
        format!("The {role} {}.", pattern_words(&pattern))
    }
}

const LETO_MOVEMENT: &str = "The leto moves one or two squares in any direction over empty squares to an empty square and never \
    captures by landing. An enemy piece right ahead of where it stops is thrown on over the next piece behind it, to the square beyond, where \
    it captures a piece of its own side. If a piece stands right behind where it starts and one of its own beyond that, that one is drawn to its \
    starting square.";

fn pattern_words(pattern: &Pattern) -> String {
    let mut parts = Vec::new();
    match (pattern.orthogonal, pattern.diagonal) {
        (true, true) => {
            parts.push("moves any distance along ranks, files and diagonals".to_owned());
        }
        (true, false) => parts.push("moves any distance along ranks and files".to_owned()),
        (false, true) => parts.push("moves any distance along diagonals".to_owned()),
        (false, false) => {}
    }
    let steps = leap_words(pattern.leaps);
    if !steps.is_empty() {
        parts.push(steps);
    }
    parts.join(", or ")
}

/// The kinds of leaps in a table, each named once however many directions it has.
fn leap_words(leaps: &[Step]) -> String {
    let has = |long: i8, short: i8| {
        leaps
            .iter()
            .any(|&(df, dr)| df.abs().max(dr.abs()) == long && df.abs().min(dr.abs()) == short)
    };
    let straight_or_diagonal =
        |distance, one: &str| match (has(distance, 0), has(distance, distance)) {
            (true, true) if distance == 1 => Some("moves one square in any direction".to_owned()),
            (true, true) => Some(format!(
                "leaps exactly {one} orthogonally or diagonally, over anything"
            )),
            (true, false) if distance == 1 => Some("one square orthogonally".to_owned()),
            (true, false) => Some(format!("leaps exactly {one} orthogonally, over anything")),
            (false, true) if distance == 1 => Some("one square diagonally".to_owned()),
            (false, true) => Some(format!("leaps exactly {one} diagonally, over anything")),
            (false, false) => None,
        };
    let oblique = |long, words: &str| has(long, 1).then(|| words.to_owned());
    [
        straight_or_diagonal(1, "one square"),
        straight_or_diagonal(2, "two squares"),
        oblique(
            2,
            "leaps two squares along a rank or file and one across, over anything",
        ),
        oblique(
            3,
            "leaps three squares along a rank or file and one across, over anything",
        ),
    ]
    .into_iter()
    .flatten()
    .collect::<Vec<_>>()
    .join(", or ")
}

fn step_words((df, dr): Step) -> &'static str {
    match (df, dr) {
        (0, 1) => "up",
        (-1, 0) => "left",
        (-1, 1) => "diagonally up-left",
        (1, 1) => "diagonally up-right",
        _ => "elsewhere",
    }
}

fn pawn_movement(variant: Variant, pawn: &PawnPattern) -> String {
    let orthodox = pawn.captures[0].0 == -pawn.captures[1].0;
    let captures = if orthodox {
        "diagonally up".to_owned()
    } else {
        format!(
            "{} or {}",
            step_words(pawn.captures[0]),
            step_words(pawn.captures[1])
        )
    };
    let [first, second] = Color::ALL.map(|color| variant.color_name(color));
    let mut text = format!(
        "A pawn of {first} moves one square {} and captures one square {captures}; a pawn of {second} does so turned by half a turn.",
        step_words(pawn.push)
    );
    if pawn.doubles_from[0] != 0 {
        text.push_str(" From its second rank it may move two squares. It captures en passant.");
    }
    if variant == Variant::Toto40 {
        text.push_str(" On the fighting line its only move, also to capture, is one square diagonally along it.");
    } else {
        let names: Vec<&str> = variant
            .promotions()
            .iter()
            .map(|role| role.name())
            .collect();
        let (last, others) = names
            .split_last()
            .map_or(("", &[][..]), |(last, others)| (*last, others));
        let choice = format!("{} or {last}", others.join(", "));
        let squares = if orthodox {
            "the last rank"
        } else {
            "a square where the opponent's king, bishops, knights or rooks began"
        };
        text += &[" On ", squares, " it becomes a ", &choice, "."].concat();
    }
    text
}

impl Reason {
    /// The words for people, to follow "White wins: " or "Draw: ".
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

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Threefold => "the position has occurred three times",
            Self::FiftyMoves => "50 moves without a capture or a pawn move",
        })
    }
}
