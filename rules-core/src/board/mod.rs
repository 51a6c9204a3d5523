//! Boards: squares, sets of squares, pieces and their placement.

mod bitboard;
mod color;
mod role;
mod shape;

pub(crate) use bitboard::lowest;
pub use bitboard::{Bitboard, Squares};
pub use color::{ByColor, Color};
pub(crate) use role::{KING, LETO, PAWN, SLOTS};
pub use role::{Piece, Role};
pub(crate) use shape::CAPACITY;
pub use shape::{Shape, Square, SquareName};

/// Placement of pieces: a bitboard for each color and each slot ([`Role::slot`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Board {
    pub(crate) colors: [u64; 2],
    pub(crate) slots: [u64; SLOTS],
}

impl Board {
    pub(crate) const EMPTY: Self = Self {
        colors: [0; 2],
        slots: [0; SLOTS],
    };

    #[inline(always)]
    pub(crate) const fn occupied(&self) -> u64 {
        self.colors[0] | self.colors[1]
    }

    /// The pieces of a color in a slot.
    #[inline(always)]
    pub(crate) const fn of(&self, color: Color, slot: usize) -> u64 {
        self.colors[color.index()] & self.slots[slot]
    }

    /// The slot of the piece on an occupied square.
    #[inline(always)]
    pub(crate) fn slot_at(&self, square: Square) -> usize {
        let mut found = 0;
        for slot in 1..SLOTS {
            found |= slot * (self.slots[slot] >> square.0 & 1) as usize;
        }
        found
    }

    pub(crate) fn at(&self, square: Square) -> Option<(Color, usize)> {
        let is_here = |color: &Color| self.colors[color.index()] >> square.0 & 1 != 0;
        let color = Color::ALL.into_iter().find(is_here)?;
        Some((color, self.slot_at(square)))
    }

    /// Puts a piece on an empty square, or removes it from its own.
    #[inline(always)]
    pub(crate) const fn toggle(&mut self, color: Color, slot: usize, square: Square) {
        let bit = 1 << square.0;
        self.colors[color.index()] ^= bit;
        self.slots[slot] ^= bit;
    }

    /// Empties a square.
    pub(crate) fn clear(&mut self, square: Square) {
        let keep = !(1 << square.0);
        for set in self.colors.iter_mut().chain(&mut self.slots) {
            *set &= keep;
        }
    }
}

/// Scrambles a seed as `SplitMix64` does, so that a position has the same key in every run and on every machine.
const fn scramble(seed: u64) -> u64 {
    let mut z = seed
        .wrapping_mul(0x9E37_79B9_7F4A_7C15)
        .wrapping_add(0x2545_F491_4F6C_DD1D);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

const KEYS: usize = 2 * SLOTS * CAPACITY;

static PIECE_KEYS: [u64; KEYS] = {
    let mut keys = [0; KEYS];
    let mut n = 0;
    while n < KEYS {
        keys[n] = scramble(n as u64 + 1);
        n += 1;
    }
    keys
};

/// A piece's part of the Zobrist key.
/// CITE: Zobrist hashing. <https://www.chessprogramming.org/Zobrist_Hashing>
#[inline(always)]
pub(crate) fn piece_key(color: Color, slot: usize, square: Square) -> u64 {
    PIECE_KEYS[(color.index() * SLOTS + slot) * CAPACITY + square.index()]
}

/// The part of the Zobrist key for side to move, castling rights and en passant square.
pub(crate) const fn state_key(turn: Color, rights: u8, en_passant: Option<Square>) -> u64 {
    let turn_key = match turn {
        Color::White => 0,
        Color::Black => scramble(1 << 20),
    };
    let rights_key = if rights == 0 {
        0
    } else {
        scramble((1 << 21) + rights as u64)
    };
    let en_passant_key = match en_passant {
        Some(square) => scramble((1 << 22) + square.0 as u64 + 1),
        None => 0,
    };
    turn_key ^ rights_key ^ en_passant_key
}
