//! Moves in human notation (ALL-8, LETO-15) and in plain words.

use crate::moves::Kind;
use crate::{Description, Move, Position, Reason, Role, Shape, ShiftKind, Square};
use std::fmt::Write;

/// A legal move in human notation, given all legal moves of the position.
pub(crate) fn san(position: &Position, legal: &[Move], mv: Move) -> String {
    let mut text = match mv.kind {
        Kind::CastleKingSide => "O-O".to_owned(),
        Kind::CastleQueenSide => "O-O-O".to_owned(),
        _ => body(position, legal, mv),
    };
    let next = position.play_unchecked(&mv);
    if next.is_check() {
        let mate = next
            .outcome()
            .is_some_and(|outcome| outcome.reason == Reason::Checkmate);
        text.push(if mate { '#' } else { '+' });
    }
    text
}

fn body(position: &Position, legal: &[Move], mv: Move) -> String {
    let shape = position.shape();
    let description = position.describe(mv);
    // What a Leto takes it takes by repulsion; the brackets say so.
    let takes = !description.captures.is_empty() && description.piece.role != Role::Leto;
    let mut text = String::new();
    if description.piece.role != Role::Pawn {
        text.push(description.piece.role.letter());
    }
    let rivals = rivals(position, legal, mv);
    text.push_str(&origin(
        shape,
        mv.from(),
        &rivals,
        description.piece.role == Role::Pawn && takes,
    ));
    for to in mv.path().skip(1) {
        let _ = write!(text, "{}{}", if takes { "x" } else { "" }, shape.name(to));
    }
    if let Some(role) = mv.promotion() {
        let _ = write!(text, "={}", role.letter());
    }
    text.push_str(&brackets(shape, &description));
    text
}

/// Where other pieces of the same role stand that have a legal move over the same squares.
fn rivals(position: &Position, legal: &[Move], mv: Move) -> Vec<Square> {
    let slot = position.board.slot_at(mv.from());
    let same = |other: &&Move| {
        other.from() != mv.from()
            && !other.is_castle()
            && position.board.slot_at(other.from()) == slot
            && other.path().skip(1).eq(mv.path().skip(1))
    };
    legal
        .iter()
        .filter(same)
        .map(|other| other.from())
        .collect()
}

/// The part of the origin that must be written: nothing, file, rank or both.
fn origin(shape: Shape, from: Square, rivals: &[Square], pawn_takes: bool) -> String {
    let file = char::from(b'a' + shape.file(from));
    let alone_on_file = rivals
        .iter()
        .all(|&rival| shape.file(rival) != shape.file(from));
    let alone_on_rank = rivals
        .iter()
        .all(|&rival| shape.rank(rival) != shape.rank(from));
    if pawn_takes {
        return if alone_on_file {
            file.to_string()
        } else {
            shape.name(from).to_string()
        };
    }
    match (rivals.is_empty(), alone_on_file, alone_on_rank) {
        (true, ..) => String::new(),
        (_, true, _) => file.to_string(),
        (_, _, true) => (shape.rank(from) + 1).to_string(),
        _ => shape.name(from).to_string(),
    }
}

/// LETO-15: what a Leto's move moves besides.
fn brackets(shape: Shape, description: &Description) -> String {
    let shifts: Vec<String> = description
        .shifts
        .iter()
        .map(|shift| {
            let takes = shift.kind == ShiftKind::Repulsion && !description.captures.is_empty();
            let sign = if takes { 'x' } else { '-' };
            let promoted = shift
                .promoted
                .map_or(String::new(), |role| format!("={}", role.letter()));
            format!(
                "{}{sign}{}{promoted}",
                shape.name(shift.from),
                shape.name(shift.to)
            )
        })
        .collect();
    if shifts.is_empty() {
        String::new()
    } else {
        format!("({})", shifts.join(","))
    }
}

/// A legal move in plain words, `"rook d5 takes pawn on d7"`.
pub(crate) fn words(position: &Position, mv: Move) -> String {
    match mv.kind {
        Kind::CastleKingSide => return "castles king side".to_owned(),
        Kind::CastleQueenSide => return "castles queen side".to_owned(),
        _ => {}
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
