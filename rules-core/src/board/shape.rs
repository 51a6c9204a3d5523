//! The shapes of the boards. No other module knows coordinates.

use crate::{Bitboard, Color};
use std::fmt;

/// A square of some [`Shape`], numbered rank by rank from rank 1, a-file first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(pub(crate) u8);

impl Square {
    /// Table index, below [`Shape::len`].
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }
}

/// The squares of a board, their names and their geometry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Shape {
    /// The orthodox board, a1 to h8.
    Square64,
    /// Leap Chess: files a to f, ranks 1 to 8, without a1, f1, a8 and f8 (LEAP-1).
    Cornerless44,
    /// Toto40: a staircase from a12 to h1 with the fighting line through its middle (TOTO-1).
    Staircase40,
}

/// Length of every table by square: no shape has more squares.
pub(crate) const CAPACITY: usize = 64;

const NOWHERE: u8 = u8::MAX;
const MAX_FILES: usize = 8;
const MAX_RANKS: usize = 12;

/// The tables behind a shape.
struct Geometry {
    len: usize,
    files: u8,
    ranks: u8,
    /// By square.
    file: [u8; CAPACITY],
    /// By square.
    rank: [u8; CAPACITY],
    /// By file and rank.
    at: [[u8; MAX_RANKS]; MAX_FILES],
    light: u64,
    line: u64,
    section: [u64; 2],
}

/// File plus rank on the fighting line. TOTO-1 counts both from one, these tables from zero.
const LINE: u8 = 11 - 2;

const fn exists(shape: Shape, file: u8, rank: u8) -> bool {
    match shape {
        Shape::Square64 => file < 8 && rank < 8,
        Shape::Cornerless44 => {
            file < 6 && rank < 8 && !((file == 0 || file == 5) && (rank == 0 || rank == 7))
        }
        Shape::Staircase40 => {
            file < 8 && rank < 12 && file + rank >= LINE - 2 && file + rank <= LINE + 2
        }
    }
}

const fn geometry(shape: Shape, files: u8, ranks: u8) -> Geometry {
    let mut g = Geometry {
        len: 0,
        files,
        ranks,
        file: [0; CAPACITY],
        rank: [0; CAPACITY],
        at: [[NOWHERE; MAX_RANKS]; MAX_FILES],
        light: 0,
        line: 0,
        section: [0; 2],
    };
    let mut rank = 0;
    while rank < ranks {
        let mut file = 0;
        while file < files {
            if exists(shape, file, rank) {
                g.at[file as usize][rank as usize] = g.len as u8;
                g.file[g.len] = file;
                g.rank[g.len] = rank;
                let bit = 1 << g.len;
                if (file + rank) % 2 == 1 {
                    g.light |= bit;
                }
                if let Shape::Staircase40 = shape {
                    if file + rank == LINE {
                        g.line |= bit;
                    } else if file + rank < LINE {
                        g.section[0] |= bit;
                    } else {
                        g.section[1] |= bit;
                    }
                }
                g.len += 1;
            }
            file += 1;
        }
        rank += 1;
    }
    g
}

static GEOMETRY: [Geometry; 3] = [
    geometry(Shape::Square64, 8, 8),
    geometry(Shape::Cornerless44, 6, 8),
    geometry(Shape::Staircase40, 8, 12),
];

impl Shape {
    /// Every shape.
    pub const ALL: [Self; 3] = [Self::Square64, Self::Cornerless44, Self::Staircase40];

    const fn geometry(self) -> &'static Geometry {
        &GEOMETRY[self as usize]
    }

    /// Number of squares: 64, 44 or 40.
    #[expect(
        clippy::len_without_is_empty,
        reason = "a board without squares does not exist"
    )]
    pub const fn len(self) -> usize {
        self.geometry().len
    }

    /// All squares.
    pub const fn squares(self) -> Bitboard {
        Bitboard(u64::MAX >> (CAPACITY - self.len()))
    }

    /// Number of files.
    pub const fn files(self) -> u8 {
        self.geometry().files
    }

    /// Number of ranks.
    pub const fn ranks(self) -> u8 {
        self.geometry().ranks
    }

    /// Returns the square on a file and rank, both counted from zero, if it exists.
    pub const fn at(self, file: u8, rank: u8) -> Option<Square> {
        if file as usize >= MAX_FILES || rank as usize >= MAX_RANKS {
            return None;
        }
        match self.geometry().at[file as usize][rank as usize] {
            NOWHERE => None,
            index => Some(Square(index)),
        }
    }

    /// File of a square: 0 is the a-file.
    pub const fn file(self, square: Square) -> u8 {
        self.geometry().file[square.index()]
    }

    /// Rank of a square: 0 is rank 1.
    pub const fn rank(self, square: Square) -> u8 {
        self.geometry().rank[square.index()]
    }

    /// Returns the square `df` files to the right of `square` and `dr` ranks above it, if it exists.
    pub const fn offset(self, square: Square, df: i8, dr: i8) -> Option<Square> {
        match (
            self.file(square).checked_add_signed(df),
            self.rank(square).checked_add_signed(dr),
        ) {
            (Some(file), Some(rank)) => self.at(file, rank),
            _ => None,
        }
    }

    /// The name of a square, such as `a10`.
    pub fn name(self, square: Square) -> SquareName {
        SquareName {
            shape: self,
            square,
        }
    }

    /// Reads the name of a square, its letter in either case. Returns `None` if this shape has no such square.
    pub fn parse(self, name: &str) -> Option<Square> {
        let (&file, rank) = name.as_bytes().split_first()?;
        let file = file.to_ascii_lowercase().checked_sub(b'a')?;
        let rank = match *rank {
            [units @ b'1'..=b'9'] => units - b'0',
            [b'1', units @ b'0'..=b'9'] => 10 + units - b'0',
            _ => return None,
        };
        self.at(file, rank - 1)
    }

    /// The light squares. a1 is dark.
    pub const fn light_squares(self) -> Bitboard {
        Bitboard(self.geometry().light)
    }

    /// The staircase's fighting line (TOTO-1). Empty on other shapes.
    pub const fn line(self) -> Bitboard {
        Bitboard(self.geometry().line)
    }

    /// Whether there is a fighting line.
    pub const fn has_line(self) -> bool {
        self.geometry().line != 0
    }

    /// A side's section of the staircase, without the line (TOTO-1). Empty on other shapes.
    pub const fn section(self, color: Color) -> Bitboard {
        Bitboard(self.geometry().section[color.index()])
    }

    /// The squares of a rank: 0 is rank 1.
    pub const fn rank_squares(self, rank: u8) -> Bitboard {
        let mut set = Bitboard::EMPTY;
        let mut file = 0;
        while file < self.files() {
            if let Some(square) = self.at(file, rank) {
                set.insert(square);
            }
            file += 1;
        }
        set
    }
}

/// A square that knows its board and displays as its name, such as `a10`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SquareName {
    shape: Shape,
    square: Square,
}

impl SquareName {
    /// The square itself.
    pub const fn square(self) -> Square {
        self.square
    }
}

impl fmt::Display for SquareName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = char::from(b'a' + self.shape.file(self.square));
        write!(f, "{file}{}", self.shape.rank(self.square) + 1)
    }
}
