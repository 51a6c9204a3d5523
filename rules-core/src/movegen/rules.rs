//! How the pieces of one game move, as data for the generator.

use super::pattern::{Castle, Pattern, PawnPattern};
use super::tables::Tables;
use crate::board::SLOTS;
use crate::{Role, Shape, Square, Variant};

/// Movement of the pieces of one game.
pub(crate) trait MoveRules: Sized + 'static {
    const VARIANT: Variant;
    const SHAPE: Shape = Self::VARIANT.shape();
    const PROMOTIONS: &'static [Role] = &[];
    /// By slot; the pawns' is unused.
    const PIECES: [Pattern; SLOTS];
    const PAWN: PawnPattern;
    /// White's king side and queen side, then Black's: the order of the bits of castling rights.
    const CASTLES: [Option<Castle>; 4] = [None; 4];
    const CASTLE_PARTNER: Role = Role::Rook;

    /// Whether the game has Letos, in slot [`LETO`](crate::board::LETO).
    const LETOS: bool = false;

    const TABLES: &'static Tables =
        &Tables::new(Self::SHAPE, &Self::PIECES, &Self::PAWN, &Self::CASTLES);

    /// The square between two identical leaps from `from` to `to` (LETO-13).
    fn halfway(_from: Square, _to: Square) -> Option<Square> {
        None
    }

    /// Targets of two identical leaps whose first ends on an empty square (LETO-13).
    #[inline(always)]
    fn far_leaps(_from: Square, _occupied: u64) -> u64 {
        0
    }
}
