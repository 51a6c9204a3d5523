//! Names of games, pieces and sides; endings and claims.

use rules_core::{
    Bitboard, Claim, Color, Family, Reason, Role, Shape, Variant, by_role, by_variant,
};

use crate::{Message, Part, Text, msg};

impl From<Role> for Part {
    fn from(role: Role) -> Self {
        role_name(role).into()
    }
}

impl From<Variant> for Part {
    fn from(variant: Variant) -> Self {
        variant_name(variant).into()
    }
}

impl From<Family> for Part {
    fn from(family: Family) -> Self {
        family_name(family).into()
    }
}

/// The id of a message that is named after a piece or a game.
macro_rules! id {
    ($name:literal, $before:literal, $after:literal) => {
        concat!($before, $name, $after)
    };
}

/// A piece's name within a sentence: "knight".
pub fn role_name(role: Role) -> Message {
    Message::new(by_role!(role, id, "role-", ""), Vec::new())
}

/// The name of several pieces: "knights".
pub fn role_plural(role: Role) -> Message {
    Message::new(by_role!(role, id, "role-", ".plural"), Vec::new())
}

/// Pieces by kind with their squares, of which some kinds may have none: "king e1, rooks a1 h1".
pub fn pieces(shape: Shape, kinds: impl Iterator<Item = (Role, Bitboard)>) -> Text {
    let kinds = kinds.filter(|(_, squares)| !squares.is_empty());
    let kinds = kinds.map(|(role, squares)| {
        let squares: Vec<_> = squares
            .iter()
            .map(|square| shape.name(square).to_string())
            .collect();
        let (several, count) = (role_plural(role), squares.len());
        let name = msg!("piece-name", piece = role, pieces = several, count);
        Text::from(msg!("pieces-on", piece = name, squares = squares.join(" ")))
    });
    Text::join(kinds, ", ")
}

/// A side's name in this variant: Leap Chess calls the first player Red (ALL-1).
pub fn color_name(variant: Variant, color: Color) -> Message {
    match (variant.family(), color) {
        (Family::Leap, Color::White) => msg!("color-red"),
        (_, Color::White) => msg!("color-white"),
        (_, Color::Black) => msg!("color-black"),
    }
}

/// A variant's name.
pub fn variant_name(variant: Variant) -> Message {
    Message::new(by_variant!(variant, id, "variant-", ""), Vec::new())
}

/// A one-line summary of a variant.
pub fn in_one_line(variant: Variant) -> Message {
    Message::new(by_variant!(variant, id, "variant-", ".line"), Vec::new())
}

/// A game's name, that of its basic variant.
pub fn family_name(family: Family) -> Message {
    variant_name(family.variants()[0])
}

/// Why the rules ended a game, to follow "White wins: " or "Draw: ".
pub fn reason(reason: Reason) -> Message {
    match reason {
        Reason::KingCaptured => msg!("outcome-king-captured"),
        Reason::LeftLine => msg!("outcome-left-line"),
        Reason::BareKing => msg!("outcome-bare-king"),
        Reason::Checkmate => msg!("outcome-checkmate"),
        Reason::Stalemate => msg!("outcome-stalemate"),
        Reason::NoMoves => msg!("outcome-no-moves"),
        Reason::Dead => msg!("outcome-dead"),
        Reason::Fivefold => msg!("outcome-fivefold"),
        Reason::SeventyFive => msg!("outcome-seventy-five"),
    }
}

/// Why a player may claim a draw, to follow "Draw: ".
pub fn claim(claim: Claim) -> Message {
    match claim {
        Claim::Threefold => msg!("outcome-threefold"),
        Claim::FiftyMoves => msg!("outcome-fifty-moves"),
    }
}
