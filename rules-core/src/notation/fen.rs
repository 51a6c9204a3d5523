//! FEN (ALL-6, TOTO-13).

use crate::games::dispatch;
use crate::movegen::MoveRules;
use crate::{Color, Piece, Position, SquareName, Variant};
use std::fmt;

/// Why a FEN is not a position of a variant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FenError {
    /// The wrong number of fields.
    Fields {
        /// Number of fields in this variant's FEN.
        expected: usize,
        /// Number of fields in the text.
        found: usize,
    },
    /// The wrong number of ranks in the placement.
    Ranks {
        /// Number of ranks on the board.
        expected: usize,
        /// Number of ranks in the text.
        found: usize,
    },
    /// A rank that is too long or too short, or has a `*` in the wrong place.
    Rank {
        /// Number of the rank, counted from 1.
        rank: usize,
    },
    /// A letter that is not a piece of this variant.
    Piece(char),
    /// A side to move other than `w` and `b`.
    Turn(String),
    /// A third field that is not castling rights or, in Toto40, the line's flag.
    Rights(String),
    /// A fourth field that is not a square.
    EnPassant(String),
    /// A counter that is not a number or out of range.
    Counter(String),
    /// A castling right, by its letter, whose king or partner is not at home.
    RightWithoutPieces(char),
    /// An en passant square that no pawn has just passed.
    EnPassantWithoutPawn(SquareName),
    /// A side without exactly one king.
    Kings(Color),
    /// A side with more pieces than it can ever have.
    TooManyPieces(Color),
    /// A pawn on a square where it would have promoted, or that no pawn can reach.
    PawnPlace(SquareName),
    /// A piece in the opponent's section (TOTO-3).
    WrongSection(SquareName),
    /// The side that has just moved left its king attacked (ALL-2).
    OpponentInCheck(Color),
}

/// Characters of the text that an error repeats.
const SHOWN: usize = 40;

fn shown(text: &str) -> String {
    text.chars().take(SHOWN).collect()
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fields { expected, found } => {
                write!(f, "expected {expected} fields, found {found}")
            }
            Self::Ranks { expected, found } => {
                write!(f, "expected {expected} ranks, found {found}")
            }
            Self::Rank { rank } => write!(f, "rank {rank} doesn't fit the board"),
            Self::Piece(letter) => write!(f, "unknown piece {letter:?}"),
            Self::Turn(text) => write!(f, "invalid side to move {text:?}"),
            Self::Rights(text) => write!(f, "invalid third field {text:?}"),
            Self::EnPassant(text) => write!(f, "invalid en passant square {text:?}"),
            Self::Counter(text) => write!(f, "invalid counter {text:?}"),
            Self::RightWithoutPieces(letter) => {
                write!(
                    f,
                    "castling right {letter} without king and partner at home"
                )
            }
            Self::EnPassantWithoutPawn(square) => {
                write!(f, "no pawn has just passed the en passant square {square}")
            }
            Self::Kings(color) => write!(f, "{color} doesn't have exactly one king"),
            Self::TooManyPieces(color) => write!(f, "{color} has too many pieces"),
            Self::PawnPlace(square) => write!(f, "no pawn can be on {square}"),
            Self::WrongSection(square) => {
                write!(f, "the piece on {square} is beyond the fighting line")
            }
            Self::OpponentInCheck(color) => write!(f, "{color} has just moved and is in check"),
        }
    }
}

impl std::error::Error for FenError {}

impl Position {
    /// Parses without a look at the rules. If `lenient`, `w`, `-` and initial counters replace fields that are missing from the
    /// end.
    pub(crate) fn parse_unchecked(
        variant: Variant,
        fen: &str,
        lenient: bool,
    ) -> Result<Self, FenError> {
        if fen.len() > MAX_LENGTH {
            return Err(FenError::Fields {
                expected: 6,
                found: 0,
            });
        }
        let mut fields: Vec<&str> = fen.split_ascii_whitespace().collect();
        let whole: &[&str] = if variant == Variant::Toto40 {
            &["", "w", "-", "1"]
        } else {
            &["", "w", "-", "-", "0", "1"]
        };
        let (expected, found) = (whole.len(), fields.len());
        let fewest = if lenient { 1 } else { expected };
        if !(fewest..=expected).contains(&found) {
            return Err(FenError::Fields { expected, found });
        }
        fields.extend(&whole[found..]);
        let mut position = Self::empty(variant);
        read_board(&mut position, fields[0])?;
        position.turn = match fields[1] {
            "w" => Color::White,
            "b" => Color::Black,
            other => return Err(FenError::Turn(shown(other))),
        };
        if variant == Variant::Toto40 {
            let on_line = position.occupied() & variant.shape().line();
            position.rights = match fields[2] {
                "L" => 1,
                "-" => u8::from(!on_line.is_empty()),
                other => return Err(FenError::Rights(shown(other))),
            };
            position.fullmoves = read_counter(fields[3], 1)?;
            return Ok(position);
        }
        position.rights = read_rights(variant, fields[2])?;
        if fields[3] != "-" {
            let wrong = || FenError::EnPassant(shown(fields[3]));
            position.en_passant = Some(variant.shape().parse(fields[3]).ok_or_else(wrong)?);
        }
        position.halfmoves = read_counter(fields[4], 0)?;
        position.fullmoves = read_counter(fields[5], 1)?;
        Ok(position)
    }
}

/// Letters of the castling rights, in the order of their bits.
pub(crate) const RIGHTS: [char; 4] = ['K', 'Q', 'k', 'q'];

/// Longer texts are rejected unread.
const MAX_LENGTH: usize = 300;

fn read_board(position: &mut Position, text: &str) -> Result<(), FenError> {
    let shape = position.shape();
    let ranks: Vec<&str> = text.split('/').collect();
    let (expected, found) = (usize::from(shape.ranks()), ranks.len());
    if found != expected {
        return Err(FenError::Ranks { expected, found });
    }
    let mut ranks = (0..shape.ranks()).rev().zip(ranks);
    ranks.try_for_each(|(rank, text)| read_rank(position, rank, text))
}

fn read_rank(position: &mut Position, rank: u8, text: &str) -> Result<(), FenError> {
    let shape = position.shape();
    let wrong = FenError::Rank {
        rank: usize::from(rank) + 1,
    };
    let mut file = 0;
    for letter in text.chars() {
        let square = shape.at(file, rank);
        if file >= shape.files() || (letter == '*') == square.is_some() {
            return Err(wrong);
        }
        match (letter, square) {
            ('1'..='9', _) => {
                let run = letter as u8 - b'0';
                if (file..file + run).any(|file| shape.at(file, rank).is_none()) {
                    return Err(wrong);
                }
                file += run - 1;
            }
            (letter, Some(square)) => {
                let piece = Piece::from_letter(letter)
                    .filter(|piece| position.variant.roles().contains(&piece.role))
                    .ok_or(FenError::Piece(letter))?;
                position.toggle(piece.color, piece.role.slot(), square);
            }
            _ => {}
        }
        file += 1;
    }
    if file == shape.files() {
        Ok(())
    } else {
        Err(wrong)
    }
}

fn read_rights(variant: Variant, text: &str) -> Result<u8, FenError> {
    let castles = dispatch!(variant, R => R::CASTLES);
    let mut rights = 0;
    if text != "-" {
        for letter in text.chars() {
            match RIGHTS.iter().position(|&right| right == letter) {
                Some(bit) if castles[bit].is_some() && rights >> bit & 1 == 0 => rights |= 1 << bit,
                _ => return Err(FenError::Rights(shown(text))),
            }
        }
    }
    Ok(rights)
}

/// Largest counter: far beyond any game, and far from overflow when moves are played.
const MAX_COUNTER: u32 = 1_000_000;

fn read_counter(text: &str, least: u32) -> Result<u32, FenError> {
    let wrong = || FenError::Counter(shown(text));
    if !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(wrong());
    }
    text.parse()
        .ok()
        .filter(|number| (least..=MAX_COUNTER).contains(number))
        .ok_or_else(wrong)
}

pub(crate) fn write(position: &Position, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write_board(position, f)?;
    write!(f, " {} ", position.turn().letter())?;
    if position.variant() == Variant::Toto40 {
        let flag = if position.line_entered() { 'L' } else { '-' };
        return write!(f, "{flag} {}", position.fullmove_number());
    }
    if position.rights == 0 {
        f.write_str("-")?;
    }
    for (bit, letter) in RIGHTS.into_iter().enumerate() {
        if position.rights >> bit & 1 != 0 {
            write!(f, "{letter}")?;
        }
    }
    match position.en_passant() {
        Some(square) => write!(f, " {}", position.shape().name(square))?,
        None => f.write_str(" -")?,
    }
    write!(
        f,
        " {} {}",
        position.halfmove_clock(),
        position.fullmove_number()
    )
}

fn write_board(position: &Position, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    fn end_run(f: &mut fmt::Formatter<'_>, run: &mut u8) -> fmt::Result {
        match std::mem::take(run) {
            0 => Ok(()),
            run => write!(f, "{run}"),
        }
    }
    let shape = position.shape();
    for rank in (0..shape.ranks()).rev() {
        let mut run = 0;
        for file in 0..shape.files() {
            let letter = match shape.at(file, rank) {
                Some(square) => position.piece_at(square).map(Piece::letter),
                None => Some('*'),
            };
            match letter {
                Some(letter) => {
                    end_run(f, &mut run)?;
                    write!(f, "{letter}")?;
                }
                None => run += 1,
            }
        }
        end_run(f, &mut run)?;
        if rank > 0 {
            f.write_str("/")?;
        }
    }
    Ok(())
}
