//! Moves as people type them: UCI, SAN and words.

use std::ops::Range;

use super::words::{castling, notation};
use crate::moves::MAX_CHAIN;
use crate::{CastlingSide, Move, Position, Role, Shape, Square, Variant};

/// Longer texts are rejected unread.
const MAX_LENGTH: usize = 500;

/// Longer texts are rejected once reduced to notation.
const MAX_NOTATION_LENGTH: usize = 120;

/// One way to understand a text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Reading {
    pub(crate) castling: Option<CastlingSide>,
    /// `None` fits any piece on the origin.
    pub(crate) role: Option<Role>,
    pub(crate) file: Option<u8>,
    pub(crate) rank: Option<u8>,
    /// Targets in order; empty only for castling.
    pub(crate) path: Vec<Square>,
    pub(crate) promotion: Option<Role>,
}

/// All ways to understand a text, the most literal first.
pub(crate) struct Readings {
    pub(crate) all: Vec<Reading>,
    /// The readings that a refusal may explain. The others count only if they are legal.
    pub(crate) explained: Range<usize>,
    /// Reported if none may be explained.
    pub(crate) error: ParseError,
}

/// Why a text has no reading.
pub(crate) enum ParseError {
    Unreadable,
    UnknownRole(Role),
    UnknownSquare(String),
}

impl Reading {
    /// Returns whether the text allows this origin.
    pub(crate) fn starts_on(&self, shape: Shape, square: Square) -> bool {
        self.file.is_none_or(|file| file == shape.file(square))
            && self.rank.is_none_or(|rank| rank == shape.rank(square))
    }

    /// The origin, if the text names it in full.
    pub(crate) fn origin(&self, shape: Shape) -> Option<Square> {
        shape.at(self.file?, self.rank?)
    }

    /// The last square, for notation that is not castling.
    pub(crate) fn target(&self) -> Square {
        self.path.last().copied().unwrap_or(Square(0))
    }

    /// Returns whether the text allows a legal move.
    pub(crate) fn fits(&self, position: &Position, mv: &Move) -> bool {
        if self.castling.is_some() {
            return mv.castling() == self.castling;
        }
        let shape = position.shape();
        let role = position.piece_at(mv.from()).map(|piece| piece.role);
        let partner = || {
            let shifts = position.describe(*mv).shifts;
            shifts.iter().any(|shift| self.path == [shift.from])
        };
        self.starts_on(shape, mv.from())
            && (self.role.is_none() || self.role == role)
            && (self.promotion.is_none() || self.promotion == mv.promotion())
            && (mv.path().skip(1).eq(self.path.iter().copied())
                || mv.is_castle() && self.rank.is_some() && partner())
    }
}

pub(crate) fn parse(variant: Variant, text: &str) -> Result<Readings, ParseError> {
    let text = text.trim();
    if text.len() > MAX_LENGTH {
        return Err(ParseError::Unreadable);
    }
    let notation = notation(text);
    if notation.len() > MAX_NOTATION_LENGTH {
        return Err(ParseError::Unreadable);
    }
    if let Some(side) = castling(&notation) {
        return Ok(Readings::new(vec![Reading {
            castling: Some(side),
            ..Reading::default()
        }]));
    }
    let mut letters = notation.chars();
    let first = letters.next().ok_or(ParseError::Unreadable)?;
    let rest = letters.as_str();
    let is_file = matches!(first.to_ascii_lowercase(), 'a'..='h');
    let role = Role::from_letter(first).filter(|_| first.is_ascii_alphabetic());
    let as_squares = || {
        if is_file || role.is_none() {
            moves(variant, None, &notation)
        } else {
            Err(ParseError::Unreadable)
        }
    };
    let Some(role) = role else {
        return as_squares().map(Readings::new);
    };
    let as_piece = moves(variant, Some(role), rest).and_then(|readings| {
        let known = variant.roles().contains(&role).then_some(readings);
        known.ok_or(ParseError::UnknownRole(role))
    });
    if is_file && first.is_ascii_lowercase() {
        let squares = as_squares();
        // `d3c3` names a square: it is never the move of a dabbabah from elsewhere on the third rank.
        let names_origin = |reading: &Reading| reading.origin(variant.shape()).is_some();
        if matches!(&squares, Ok(all) if all.iter().any(names_origin)) {
            return squares.map(Readings::new);
        }
        // `bc4` is a pawn's move; `hc6` never is, as no pawn goes so far to the side.
        let side = |reading: &Reading| {
            let file = reading.file.unwrap_or_default();
            file.abs_diff(variant.shape().file(reading.path[0]))
        };
        let farthest = squares.iter().flatten().map(side).max();
        // `bb4` is a pawn's only if no bishop can go there: a pawn's move needs no file. But a Legan pawn captures straight ahead.
        if farthest == Some(0) && !rest.starts_with(['x', 'X']) {
            let pieces = as_piece.as_ref().map_or(0, Vec::len);
            let mut readings = Readings::either(as_piece, squares)?;
            readings.explained = pieces..readings.all.len();
            return Ok(readings);
        }
        return if farthest.is_some_and(|files| files <= 1) || as_piece.is_err() {
            Readings::either(squares, as_piece)
        } else {
            Readings::either(as_piece, squares)
        };
    }
    // `B2B4` may be typed with caps lock, and `Bxc4` by a phone that begins with a capital. But `Hc6` is explained as a
    // hawk's move even where only a pawn could go there, and `Bb4` is never a pawn's.
    let squares_only = rest.starts_with(|c: char| c.is_ascii_digit());
    let mut squares = as_squares();
    if let (Ok(readings), false) = (&mut squares, squares_only) {
        let file = |to: &Square| variant.shape().file(*to);
        readings.retain(|pawn| pawn.file != pawn.path.first().map(file));
    }
    let mut readings = Readings::either(as_piece, squares)?;
    if squares_only {
        readings.explained = 0..readings.all.len();
    }
    Ok(readings)
}

impl Readings {
    fn new(all: Vec<Reading>) -> Self {
        Self {
            explained: 0..all.len(),
            all,
            error: ParseError::Unreadable,
        }
    }

    /// Combines what a text means most literally with what else it may mean if that is legal.
    fn either(
        literal: Result<Vec<Reading>, ParseError>,
        other: Result<Vec<Reading>, ParseError>,
    ) -> Result<Self, ParseError> {
        match (literal, other) {
            (Ok(literal), other) => {
                let mut readings = Self::new(literal);
                readings.all.extend(other.unwrap_or_default());
                Ok(readings)
            }
            // `BXC4` may be a pawn's move in a game without bishops, but only if that is legal.
            (Err(error @ ParseError::UnknownRole(_)), Ok(all)) => Ok(Self {
                all,
                explained: 0..0,
                error,
            }),
            (Err(_), Ok(all)) => Ok(Self::new(all)),
            (Err(ParseError::Unreadable), Err(error)) | (Err(error), Err(_)) => Err(error),
        }
    }
}

/// Token of the notation after the piece's letter.
enum Item {
    File(u8),
    Rank(u8),
    Square(Square),
    Takes,
    Dash,
}

/// Parses the notation after the piece's letter: some or all of the origin, and the path.
fn moves(variant: Variant, role: Option<Role>, text: &str) -> Result<Vec<Reading>, ParseError> {
    let (text, promotion) = split_promotion(variant, text)?;
    let items = items(variant, text)?;
    let takes_first = matches!(items.first(), Some(Item::Takes));
    let (mut file, mut rank, mut path) = (None, None, Vec::new());
    for item in items {
        match item {
            Item::File(found) if path.is_empty() && file.is_none() && rank.is_none() => {
                file = Some(found);
            }
            Item::Rank(found) if path.is_empty() && rank.is_none() => rank = Some(found),
            Item::Square(square) => path.push(square),
            Item::Takes | Item::Dash => {}
            _ => return Err(ParseError::Unreadable),
        }
    }
    let shape = variant.shape();
    if path.is_empty() || path.len() > 1 + MAX_CHAIN {
        return Err(ParseError::Unreadable);
    }
    let partial = file.is_some() || rank.is_some();
    let whole = |role| Reading {
        role,
        file,
        rank,
        path: path.clone(),
        promotion,
        ..Reading::default()
    };
    if path.len() == 1 || partial || takes_first {
        return Ok(vec![whole(role.or(Some(Role::Pawn)))]);
    }
    let from_first = Reading {
        file: Some(shape.file(path[0])),
        rank: Some(shape.rank(path[0])),
        path: path[1..].to_vec(),
        ..whole(role)
    };
    match role {
        Some(_) if variant.chains_captures() => Ok(vec![from_first, whole(role)]),
        _ => Ok(vec![from_first]),
    }
}

/// Splits off a promotion: a letter after the last square, with or without `=`.
fn split_promotion(variant: Variant, text: &str) -> Result<(&str, Option<Role>), ParseError> {
    let mut letters = text.chars();
    let last = letters.next_back().ok_or(ParseError::Unreadable)?;
    if last.is_ascii_digit() {
        return Ok((text, None));
    }
    let before = letters.as_str().trim_end_matches(['=', '/', '-']);
    let role = Role::from_letter(last).ok_or(ParseError::Unreadable)?;
    if !before.ends_with(|c: char| c.is_ascii_digit()) {
        return Err(ParseError::Unreadable);
    }
    if !variant.roles().contains(&role) {
        return Err(ParseError::UnknownRole(role));
    }
    Ok((before, Some(role)))
}

fn items(variant: Variant, text: &str) -> Result<Vec<Item>, ParseError> {
    let shape = variant.shape();
    let lower = text.to_ascii_lowercase();
    let mut rest = lower.as_str();
    let mut items = Vec::new();
    while let Some(letter) = rest.chars().next() {
        let (_, after) = rest.split_at(letter.len_utf8());
        let digits = after.len() - after.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        match letter {
            'x' if digits == 0 => items.push(Item::Takes),
            '-' => items.push(Item::Dash),
            'a'..='z' if digits > 0 => {
                let (name, left) = square_name(shape, rest, digits);
                let square = shape.parse(name);
                let unknown = || ParseError::UnknownSquare(name.to_owned());
                items.push(Item::Square(square.ok_or_else(unknown)?));
                rest = left;
                continue;
            }
            'a'..='h' => items.push(Item::File(letter as u8 - b'a')),
            '1'..='9' => {
                let (number, left) = rest.split_at(1 + digits);
                let rank = number.parse::<u8>().map_err(|_| ParseError::Unreadable)?;
                items.push(Item::Rank(rank.wrapping_sub(1)));
                rest = left;
                continue;
            }
            _ => return Err(ParseError::Unreadable),
        }
        rest = after;
    }
    Ok(items)
}

/// Splits off the name of a square with this many digits. On boards of fewer than ten ranks, `e44` is one unknown square.
fn square_name(shape: Shape, text: &str, digits: usize) -> (&str, &str) {
    let longest = if shape.ranks() >= 10 { 2 } else { digits };
    text.split_at(1 + digits.min(longest))
}
