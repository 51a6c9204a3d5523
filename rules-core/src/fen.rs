//! The text form of positions (ALL-6, TOTO-13): reading into a [`Setup`], checking it, writing a [`Position`].

use crate::board::Board;

use crate::rules::{Rules, dispatch};
use crate::shape::CAPACITY;
use crate::{Color, Piece, Position, Setup, Shape, SquareName, Variant};
use std::fmt;

/// Why a text is no position of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FenError {
    /// A field is missing or there is one too many.
    Fields {
        /// How many fields this game's FEN has.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// The placement has another number of ranks than the board.
    Ranks {
        /// The board's ranks.
        expected: usize,
        /// The ranks in the text.
        found: usize,
    },
    /// A rank does not fill its squares exactly: too long, too short, or a `*` where a square is.
    Rank {
        /// The number of the rank, 1 for the lowest.
        rank: usize,
    },
    /// A letter that is no piece of this game.
    Piece(char),
    /// The side to move is neither `w` nor `b`.
    Turn(String),
    /// The third field cannot be read.
    Rights(String),
    /// The en passant square cannot be read.
    EnPassant(String),
    /// A counter is no number, or out of range.
    Counter(String),
    /// A castling right whose king or partner is not at home, by its letter.
    RightWithoutPieces(char),
    /// An en passant square without the pawn that passed it.
    EnPassantWithoutPawn(SquareName),
    /// A side has no king or more than one.
    Kings(Color),
    /// A side has more pieces than it can ever have.
    TooManyPieces(Color),
    /// A pawn stands where it would have promoted, or where no pawn can come.
    PawnPlace(SquareName),
    /// A piece stands in the opponent's section (TOTO-3).
    WrongSection(SquareName),
    /// The king of the side that has just moved is attacked (ALL-2).
    OpponentInCheck(Color),
}

/// Longer texts are not looked at and not repeated.
const SHOWN: usize = 40;

fn shown(text: &str) -> String {
    text.chars().take(SHOWN).collect()
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fields { expected, found } => {
                write!(
                    f,
                    "this game's FEN has {expected} fields with spaces between, not {found}"
                )
            }
            Self::Ranks { expected, found } => {
                write!(f, "the board has {expected} ranks, not {found}")
            }
            Self::Rank { rank } => write!(
                f,
                "rank {rank} does not fill the squares of the board exactly"
            ),
            Self::Piece(letter) => write!(f, "{letter:?} is no piece of this game"),
            Self::Turn(text) => write!(f, "the side to move is w or b, not {text:?}"),
            Self::Rights(text) => write!(f, "{text:?} cannot stand in the third field"),
            Self::EnPassant(text) => {
                write!(f, "{text:?} is no en passant square; write - for none")
            }
            Self::Counter(text) => write!(f, "{text:?} is no move number or clock"),
            Self::RightWithoutPieces(letter) => {
                write!(
                    f,
                    "castling right {letter} needs the king and its partner at home"
                )
            }
            Self::EnPassantWithoutPawn(square) => {
                write!(f, "no pawn has just passed the en passant square {square}")
            }
            Self::Kings(color) => write!(f, "{color} must have exactly one king"),
            Self::TooManyPieces(color) => write!(f, "{color} has more pieces than a side can have"),
            Self::PawnPlace(square) => write!(f, "no pawn can stand on {square}"),
            Self::WrongSection(square) => write!(
                f,
                "the piece on {square} is on the wrong side of the fighting line"
            ),
            Self::OpponentInCheck(color) => {
                write!(f, "{color} has just moved and its king is attacked")
            }
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

    /// Takes `w`, `-` and counters at their beginning for fields that are missing from the end.
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

/// The letters of the castling rights, in the order of their bits.
pub(crate) const RIGHTS: [char; 4] = ['K', 'Q', 'k', 'q'];

/// No FEN is longer; what is longer is not taken apart.
const LONGEST: usize = 300;

fn fields(fen: &str) -> Result<Vec<&str>, FenError> {
    if fen.len() > LONGEST {
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

/// Far beyond any game, and far from overflow when moves are added.
const MOST_MOVES: u32 = 1_000_000;

fn read_counter(text: &str, least: u32) -> Result<u32, FenError> {
    let wrong = || FenError::Counter(shown(text));
    if !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(wrong());
    }
    text.parse()
        .ok()
        .filter(|number| (least..=MOST_MOVES).contains(number))
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
