//! What of a rule set matters to the search, at compile time. The rules themselves are `rules-core`'s.

use rules_core::variant_rules::VariantRules;
use rules_core::{Color, Family, Move, Position, Variant};

pub(crate) use rules_core::variant_rules::{KING, LETO, PAWN, SLOTS, Visitor, visit};

/// The methods that a game allows.
pub(crate) trait Game: VariantRules {
    /// A player who can capture must.
    const MUST_CAPTURE: bool = Self::VARIANT.captures_are_mandatory();
    /// The king may be left attacked and is then captured; no placement may recur; no draws (TOTO-9, TOTO-11, TOTO-12).
    const TOTO: bool = matches!(Self::VARIANT, Variant::Toto40);
    const LETOS: bool = matches!(Self::VARIANT, Variant::Leto | Variant::LetoKwagga);
    /// The king is hunted by orthodox rules, with pieces kept rather than given: its safety and the pawns are judged in detail.
    const MATES: bool = !Self::TOTO && !matches!(Self::VARIANT.family(), Family::Leap);
    /// To pass is nearly always worse than to move: not so where moving is the burden (Toto40's line) or where the duty to
    /// capture makes a weapon of it.
    const NULL_MOVE: bool = !Self::MUST_CAPTURE && !Self::TOTO;
    /// An attacked piece can be judged by the exchanges on its square: not so where captures are a duty.
    const EXCHANGES: bool = !Self::MUST_CAPTURE;

    /// The key of what must not recur, or what is a draw when it does.
    #[inline]
    fn repetition_key(position: &Position) -> u64 {
        if Self::TOTO {
            position.placement_key()
        } else {
            position.hash()
        }
    }

    /// Whether a side has anything but pawns and king.
    #[inline]
    fn has_pieces(position: &Position, color: Color) -> bool {
        let pawns = position.slot_set(color, PAWN) | position.slot_set(color, KING);
        position.side(color) != pawns
    }

    /// Whether a legal move takes something.
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

impl<C: VariantRules> Game for C {}
