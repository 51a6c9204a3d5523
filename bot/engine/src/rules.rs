//! The search's view of a variant, fixed at compile time. The rules themselves are in `rules-core`.

use rules_core::variant_rules::VariantRules;
use rules_core::{Bitboard, Color, Move, Position, Variant};

pub(crate) use rules_core::variant_rules::{KING, LETO, PAWN, SLOTS};

/// Size of a table by square; the smaller boards leave entries unused.
pub(crate) const SQUARES: usize = 64;

/// A variant's rules and traits, for the search. Code that is generic over it is monomorphized per variant.
pub(crate) trait SearchRules: VariantRules {
    /// A player who can capture must capture.
    const MANDATORY_CAPTURE: bool = Self::VARIANT.captures_are_mandatory();
    /// No placement may recur, and there are no draws (TOTO-11, TOTO-12).
    const SUPERKO: bool = matches!(Self::VARIANT, Variant::Toto40);
    /// There is no check: the king may be left en prise and is captured like any piece (TOTO-9).
    const NO_CHECK: bool = matches!(Self::VARIANT, Variant::Toto40);
    /// A side that leaves the fighting line loses (TOTO-10).
    const FIGHTING_LINE: bool = matches!(Self::VARIANT, Variant::Toto40);
    const LETOS: bool = matches!(Self::VARIANT, Variant::Leto | Variant::LetoKwagga);
    /// Zugzwang is rare enough for null-move pruning. It is common where a side must not leave the line, and where mandatory
    /// captures drag pieces away.
    const NULL_MOVE_PRUNING: bool = !Self::MANDATORY_CAPTURE && !Self::FIGHTING_LINE;
    /// Captures are optional, so static exchange evaluation is meaningful.
    const SEE: bool = !Self::MANDATORY_CAPTURE;

    /// Returns the key that repetition and superko compare.
    #[inline]
    fn repetition_key(position: &Position) -> u64 {
        if Self::SUPERKO {
            position.placement_key()
        } else {
            position.hash()
        }
    }

    /// Whether no position before this move can recur after it. A null move is reversible.
    #[inline]
    fn is_irreversible(before: &Position, after: &Position) -> bool {
        before.occupied().len() != after.occupied().len()
            || !Self::SUPERKO && after.halfmove_clock() == 0
    }

    /// Whether a side has more than pawns and a king.
    #[inline]
    fn has_pieces(position: &Position, color: Color) -> bool {
        let pawns = position.slot_set(color, PAWN) | position.slot_set(color, KING);
        position.side(color) != pawns
    }

    #[inline]
    fn pawn_attacks(position: &Position, color: Color) -> Bitboard {
        position
            .slot_set(color, PAWN)
            .iter()
            .map(|square| Self::attacks(color, PAWN, square, Bitboard::EMPTY))
            .fold(Bitboard::EMPTY, |all, attacks| all | attacks)
    }

    /// Whether a legal move captures.
    #[inline]
    fn is_capture(position: &Position, mv: &Move) -> bool {
        position.side(!position.turn()).contains(mv.to())
            || mv.is_en_passant()
            || mv.is_chain()
            || Self::LETOS
                && position.slot_at(mv.from()) == LETO
                && Self::play(position, mv).occupied().len() < position.occupied().len()
    }
}

impl<C: VariantRules> SearchRules for C {}
