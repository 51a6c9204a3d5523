//! Names of games, pieces and sides; endings and claims.

use rules_core::{Bitboard, Claim, Color, Family, Reason, Role, Shape, Variant};

use crate::{Message, Part, Text, key, msg};

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

/// A piece's name within a sentence: "knight".
pub fn role_name(role: Role) -> Message {
    role_names(role).0
}

/// The name of several pieces: "knights".
pub fn role_plural(role: Role) -> Message {
    role_names(role).1
}

/// The name of one piece and of several.
fn role_names(role: Role) -> (Message, Message) {
    match role {
        Role::Pawn => (msg!("role-pawn"), msg!("role-pawn.plural")),
        Role::Knight => (msg!("role-knight"), msg!("role-knight.plural")),
        Role::Bishop => (msg!("role-bishop"), msg!("role-bishop.plural")),
        Role::Rook => (msg!("role-rook"), msg!("role-rook.plural")),
        Role::Queen => (msg!("role-queen"), msg!("role-queen.plural")),
        Role::King => (msg!("role-king"), msg!("role-king.plural")),
        Role::Leto => (msg!("role-leto"), msg!("role-leto.plural")),
        Role::Kwagga => (msg!("role-kwagga"), msg!("role-kwagga.plural")),
        Role::Alfil => (msg!("role-alfil"), msg!("role-alfil.plural")),
        Role::Dabbabah => (msg!("role-dabbabah"), msg!("role-dabbabah.plural")),
        Role::Sail => (msg!("role-sail"), msg!("role-sail.plural")),
        Role::Hawk => (msg!("role-hawk"), msg!("role-hawk.plural")),
    }
}

/// Pieces by kind with their squares, of which some kinds may have none: "king e1, rooks a1 h1".
pub fn pieces(shape: Shape, kinds: impl Iterator<Item = (Role, Bitboard)>) -> Text {
    let kinds = kinds.filter(|(_, squares)| !squares.is_empty());
    let kinds = kinds.map(|(role, squares)| {
        let squares: Vec<_> = squares
            .iter()
            .map(|square| shape.name(square).to_string())
            .collect();
        let name = msg!("piece-name", role = key(role.name()), count = squares.len());
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
    match variant {
        Variant::Leto => msg!("variant-leto"),
        Variant::LetoKwagga => msg!("variant-leto-kwagga"),
        Variant::Legan => msg!("variant-legan"),
        Variant::Toto40 => msg!("variant-toto40"),
        Variant::Leap => msg!("variant-leap"),
        Variant::LeapMulti => msg!("variant-leap-multi"),
        Variant::LeapOptional => msg!("variant-leap-optional"),
        Variant::Leap64 => msg!("variant-leap64"),
        Variant::Leap64Multi => msg!("variant-leap64-multi"),
        Variant::Leap64Optional => msg!("variant-leap64-optional"),
        Variant::Latrunculi => msg!("variant-latrunculi"),
    }
}

/// A one-line summary of a variant.
pub fn in_one_line(variant: Variant) -> Message {
    match variant {
        Variant::Leto => msg!("variant-leto.line"),
        Variant::LetoKwagga => msg!("variant-leto-kwagga.line"),
        Variant::Legan => msg!("variant-legan.line"),
        Variant::Toto40 => msg!("variant-toto40.line"),
        Variant::Leap => msg!("variant-leap.line"),
        Variant::LeapMulti => msg!("variant-leap-multi.line"),
        Variant::LeapOptional => msg!("variant-leap-optional.line"),
        Variant::Leap64 => msg!("variant-leap64.line"),
        Variant::Leap64Multi => msg!("variant-leap64-multi.line"),
        Variant::Leap64Optional => msg!("variant-leap64-optional.line"),
        Variant::Latrunculi => msg!("variant-latrunculi.line"),
    }
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
