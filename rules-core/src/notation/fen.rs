//! FEN (ALL-6, TOTO-13).

use crate::board::{Board, CAPACITY};
use crate::games::dispatch;
use crate::movegen::MoveRules;
use crate::{Color, Piece, Position, Setup, Shape, SquareName, Variant};
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

impl Setup {
    pub(crate) fn parse(variant: Variant, fen: &str) -> Result<Self, FenError> {
        let fields = fields(fen)?;
        let expected = if variant == Variant::Toto40 { 4 } else { 6 };
        if fields.len() != expected {
            return Err(FenError::Fields {
                expected,
                found: fields.len(),
            });
        }
        Self::read(variant, &fields)
    }

    /// Parses with `w`, `-` and initial counters for fields that are missing from the end.
    pub(crate) fn parse_lenient(variant: Variant, fen: &str) -> Result<Self, FenError> {
        let mut fields = fields(fen)?;
        let whole: &[&str] = if variant == Variant::Toto40 {
            &["", "w", "-", "1"]
        } else {
            &["", "w", "-", "-", "0", "1"]
        };
        if fields.is_empty() || fields.len() > whole.len() {
            return Err(FenError::Fields {
                expected: whole.len(),
                found: fields.len(),
            });
        }
        fields.extend(&whole[fields.len()..]);
        Self::read(variant, &fields)
    }

    fn read(variant: Variant, fields: &[&str]) -> Result<Self, FenError> {
        let mut setup = Self {
            board: read_board(variant, fields[0])?,
            ..Self::empty(variant)
        };
        setup.turn = match fields[1] {
            "w" => Color::White,
            "b" => Color::Black,
            other => return Err(FenError::Turn(shown(other))),
        };
        if variant == Variant::Toto40 {
            let on_line = setup.board.occupied() & variant.shape().line().bits() != 0;
            setup.rights = match fields[2] {
                "L" => 1,
                "-" => u8::from(on_line),
                other => return Err(FenError::Rights(shown(other))),
            };
            setup.fullmoves = read_counter(fields[3], 1)?;
            return Ok(setup);
        }
        setup.rights = read_rights(variant, fields[2])?;
        setup.en_passant = match fields[3] {
            "-" => None,
            text => Some(
                variant
                    .shape()
                    .parse(text)
                    .ok_or_else(|| FenError::EnPassant(shown(text)))?,
            ),
        };
        setup.halfmoves = read_counter(fields[4], 0)?;
        setup.fullmoves = read_counter(fields[5], 1)?;
        Ok(setup)
    }
}

/// Letters of the castling rights, in the order of their bits.
pub(crate) const RIGHTS: [char; 4] = ['K', 'Q', 'k', 'q'];

/// Longer texts are rejected unread.
const MAX_LENGTH: usize = 300;

fn fields(fen: &str) -> Result<Vec<&str>, FenError> {
    if fen.len() > MAX_LENGTH {
        return Err(FenError::Fields {
            expected: 6,
            found: 0,
        });
    }
    Ok(fen.split_ascii_whitespace().collect())
}

fn read_board(variant: Variant, text: &str) -> Result<Board, FenError> {
    let shape = variant.shape();
    let ranks: Vec<&str> = text.split('/').collect();
    let expected = usize::from(shape.ranks());
    if ranks.len() != expected {
        return Err(FenError::Ranks {
            expected,
            found: ranks.len(),
        });
    }
    let mut board = Board::EMPTY;
    for (rank, text) in (0..shape.ranks()).rev().zip(ranks) {
        read_rank(variant, &mut board, rank, text)?;
    }
    Ok(board)
}

fn read_rank(variant: Variant, board: &mut Board, rank: u8, text: &str) -> Result<(), FenError> {
    let shape = variant.shape();
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
                    .filter(|piece| variant.roles().contains(&piece.role))
                    .ok_or(FenError::Piece(letter))?;
                board.toggle(piece.color, piece.role.slot(), square);
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
            let bit = RIGHTS.iter().position(|&right| right == letter);
            match bit {
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
    let shape: Shape = position.shape();
    debug_assert!(shape.len() <= CAPACITY);
    for rank in (0..shape.ranks()).rev() {
        let mut run = 0;
        for file in 0..shape.files() {
            let Some(square) = shape.at(file, rank) else {
                end_run(f, &mut run)?;
                f.write_str("*")?;
                continue;
            };
            match position.piece_at(square) {
                Some(piece) => {
                    end_run(f, &mut run)?;
                    write!(f, "{}", piece.letter())?;
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
