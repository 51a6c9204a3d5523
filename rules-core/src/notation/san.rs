//! SAN (ALL-8, LETO-15).

use crate::{Description, Move, Position, Reason, Role, Shape, Shift, ShiftKind, Square};
use std::fmt::Write;

/// A legal move in SAN, given all legal moves of the position.
pub(crate) fn san(position: &Position, legal: &[Move], mv: Move) -> String {
    let mut text = match mv.castling() {
        Some(side) => side.san().to_owned(),
        None => body(position, legal, mv),
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
    // A Leto captures by repulsion, which the brackets show.
    let takes = !description.captures.is_empty() && description.piece.role != Role::Leto;
    let mut text = String::new();
    if description.piece.role != Role::Pawn {
        text.push(description.piece.role.letter());
    }
    let rivals = rivals(position, legal, mv);
    let pawn_takes = description.piece.role == Role::Pawn && takes;
    text += &origin(shape, mv.from(), &rivals, pawn_takes);
    for to in mv.path().skip(1) {
        let _ = write!(text, "{}{}", if takes { "x" } else { "" }, shape.name(to));
    }
    if let Some(role) = mv.promotion() {
        let _ = write!(text, "={}", role.letter());
    }
    text + &brackets(shape, &description)
}

/// The squares of other pieces of the same role that have a legal move with the same path.
fn rivals(position: &Position, legal: &[Move], mv: Move) -> Vec<Square> {
    let slot = position.board.slot_at(mv.from());
    let same = |other: &&Move| {
        other.from() != mv.from()
            && !other.is_castle()
            && position.board.slot_at(other.from()) == slot
            && other.path().skip(1).eq(mv.path().skip(1))
    };
    let rivals = legal.iter().filter(same);
    rivals.map(|other| other.from()).collect()
}

/// The part of the origin that SAN needs: nothing, file, rank or both.
fn origin(shape: Shape, from: Square, rivals: &[Square], pawn_takes: bool) -> String {
    let file = char::from(b'a' + shape.file(from));
    let alone_on = |line: fn(Shape, Square) -> u8| {
        let mut others = rivals.iter().map(|&rival| line(shape, rival));
        others.all(|other| other != line(shape, from))
    };
    let (file_alone, rank_alone) = (alone_on(Shape::file), alone_on(Shape::rank));
    match (rivals.is_empty(), file_alone, rank_alone) {
        (true, ..) if !pawn_takes => String::new(),
        (_, true, _) => file.to_string(),
        (_, _, true) if !pawn_takes => (shape.rank(from) + 1).to_string(),
        _ => shape.name(from).to_string(),
    }
}

/// LETO-15: the pieces that a Leto's move moves.
fn brackets(shape: Shape, description: &Description) -> String {
    let shift = |shift: &Shift| {
        let takes = shift.kind == ShiftKind::Repulsion && !description.captures.is_empty();
        let sign = if takes { 'x' } else { '-' };
        let (from, to) = (shape.name(shift.from), shape.name(shift.to));
        let promoted = shift.promoted.map(|role| format!("={}", role.letter()));
        format!("{from}{sign}{to}{}", promoted.unwrap_or_default())
    };
    let shifts: Vec<String> = description.shifts.iter().map(shift).collect();
    if shifts.is_empty() {
        String::new()
    } else {
        format!("({})", shifts.join(","))
    }
}
