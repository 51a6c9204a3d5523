//! SAN (ALL-8, LETO-15).

use crate::{Description, Move, Position, Reason, Role, Shape, ShiftKind, Square};
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

/// The squares of other pieces of the same role that have a legal move with the same path.
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

/// The part of the origin that SAN needs: nothing, file, rank or both.
fn origin(shape: Shape, from: Square, rivals: &[Square], pawn_takes: bool) -> String {
    let file = char::from(b'a' + shape.file(from));
    let alone_on_file = rivals
        .iter()
        .all(|&rival| shape.file(rival) != shape.file(from));
    let alone_on_rank = rivals
        .iter()
        .all(|&rival| shape.rank(rival) != shape.rank(from));
    match (rivals.is_empty(), alone_on_file, alone_on_rank) {
        (true, ..) if !pawn_takes => String::new(),
        (_, true, _) => file.to_string(),
        (_, _, true) if !pawn_takes => (shape.rank(from) + 1).to_string(),
        _ => shape.name(from).to_string(),
    }
}

/// LETO-15: the pieces that a Leto's move moves.
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
