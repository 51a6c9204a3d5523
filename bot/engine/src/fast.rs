//! What a search asks of positions, for one rule set chosen at compile time.
//!
//! The rules themselves are `rules-core`'s. Here are only their answers in the form a search wants, and a rough map of what pieces attack,
//! by which moves are ordered and positions judged: a mistake in it would cost strength, never legality.

use crate::attack::{Map, map};
use rules_core::{
    Bitboard, Color, Family, Move, MoveList, Outcome, Position, Reason, Role, Square, Variant,
};

/// How many kinds of piece are told apart; no game has two roles in the same slot.
pub(crate) const SLOTS: usize = 7;
const LETO: usize = 6;

/// A role's slot: 0 for pawns, 5 for kings.
pub(crate) const fn slot_of(role: Role) -> usize {
    match role {
        Role::Pawn => 0,
        Role::Knight | Role::Kwagga => 1,
        Role::Bishop | Role::Alfil | Role::Hawk => 2,
        Role::Rook | Role::Dabbabah => 3,
        Role::Queen | Role::Sail => 4,
        Role::King => 5,
        Role::Leto => LETO,
    }
}

/// The role in a slot; where a game has none there, one that never stands on its board.
const fn role_in(variant: Variant, slot: usize) -> Role {
    let leap = matches!(variant.family(), Family::Leap);
    match slot {
        0 => Role::Pawn,
        1 if matches!(variant, Variant::LetoKwagga) => Role::Kwagga,
        1 => Role::Knight,
        2 if leap => Role::Alfil,
        2 if matches!(variant, Variant::Toto40) => Role::Hawk,
        2 => Role::Bishop,
        3 if leap => Role::Dabbabah,
        3 => Role::Rook,
        4 if leap => Role::Sail,
        4 => Role::Queen,
        5 => Role::King,
        _ => Role::Leto,
    }
}

/// Questions to positions that do not depend on the rule set.
pub(crate) trait Ask {
    /// A side's pieces of one slot.
    fn slot_set(&self, color: Color, slot: usize) -> Bitboard;
    /// The slot of the piece on an occupied square.
    fn slot_at(&self, square: Square) -> usize;
    /// The position with the turn passed on, where the king is not attacked.
    fn pass(&self) -> Option<Position>;
}

impl Ask for Position {
    #[inline]
    fn slot_set(&self, color: Color, slot: usize) -> Bitboard {
        self.by(color, role_in(self.variant(), slot))
    }

    #[inline]
    fn slot_at(&self, square: Square) -> usize {
        self.piece_at(square).map_or(0, |piece| slot_of(piece.role))
    }

    fn pass(&self) -> Option<Position> {
        let fen = self.fen();
        let mut fields = fen.split(' ');
        let (placement, _, rights) = (fields.next()?, fields.next()?, fields.next()?);
        let turn = (!self.turn()).letter();
        let clock = self.halfmove_clock() + 1;
        let number = self.fullmove_number();
        let passed = format!("{placement} {turn} {rights} - {clock} {number}");
        Position::from_fen(self.variant(), &passed).ok()
    }
}

/// A rule set chosen at compile time.
pub(crate) trait Play: 'static {
    const VARIANT: Variant;
    const MAP: &'static Map;

    #[inline]
    fn legal_moves(position: &Position, list: &mut MoveList) {
        position.legal_moves(list);
    }

    #[inline]
    fn captures(position: &Position, list: &mut MoveList) {
        position.captures(list);
    }

    #[inline]
    fn play(position: &Position, mv: &Move) -> Position {
        position.play_unchecked(mv)
    }

    #[inline]
    fn is_check(position: &Position) -> bool {
        position.is_check()
    }

    /// A win that the position shows whatever moves there are. What can be such a win is found out cheaply, what it is by the rules.
    #[inline]
    fn won(position: &Position) -> Option<Outcome> {
        let suspicious = match Self::VARIANT.family() {
            Family::Toto40 => {
                let line = position.shape().line();
                let left = (position.side(!position.turn()) & line).is_empty();
                Color::ALL
                    .iter()
                    .any(|&color| position.king(color).is_none())
                    || position.line_entered() && left
            }
            Family::Leap => Color::ALL
                .iter()
                .any(|&color| position.side(color).len() <= 1 || position.king(color).is_none()),
            _ => false,
        };
        if suspicious { position.outcome() } else { None }
    }

    /// Whether nobody can win with the pieces that are left (ALL-4).
    fn is_dead(position: &Position) -> bool {
        position
            .outcome()
            .is_some_and(|outcome| outcome.reason == Reason::Dead)
    }

    /// A side's pieces that could capture on a square by going there if exactly `occupied` were occupied. Letos never do.
    #[inline]
    fn attackers(position: &Position, square: Square, occupied: Bitboard, by: Color) -> Bitboard {
        let mut found = Bitboard::EMPTY;
        if matches!(Self::VARIANT, Variant::Toto40) {
            for from in position.side(by) & occupied {
                let slot = position.slot_at(from);
                if Self::MAP.on_line(by, slot, from, occupied).contains(square) {
                    found.insert(from);
                }
            }
            return found;
        }
        for slot in 0..LETO {
            let men = position.slot_set(by, slot);
            // Every piece but the pawn attacks the way it is attacked.
            found |= men & Self::MAP.attacks(!by, slot, square, occupied);
        }
        found
    }

    /// The squares on which a piece could capture; for a Leto, where it could go.
    #[inline]
    fn attacks(position: &Position, color: Color, slot: usize, square: Square) -> Bitboard {
        let occupied = position.occupied();
        if matches!(Self::VARIANT, Variant::Toto40) {
            Self::MAP.on_line(color, slot, square, occupied)
        } else {
            Self::MAP.attacks(color, slot, square, occupied)
        }
    }

    /// Whether a legal move takes something.
    #[inline]
    fn is_capture(position: &Position, mv: &Move) -> bool {
        position.side(!position.turn()).contains(mv.to())
            || mv.is_en_passant()
            || mv.is_chain()
            || matches!(Self::VARIANT.family(), Family::Leto)
                && position.slot_at(mv.from()) == LETO
                && position.play_unchecked(mv).occupied().len() < position.occupied().len()
    }
}

/// The rule set at this place of [`Variant::ALL`].
#[derive(Debug)]
enum Of<const N: usize> {}

impl<const N: usize> Play for Of<N> {
    const VARIANT: Variant = Variant::ALL[N];
    const MAP: &'static Map = &const { map(Variant::ALL[N]) };
}

/// Something to be done for one rule set, compiled for each of them.
pub(crate) trait Visitor {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<P: Play>(self) -> Self::Output;
}

/// Chooses the rule set at run time, once, and goes on without any further choice.
pub(crate) fn visit<V: Visitor>(variant: Variant, visitor: V) -> V::Output {
    match Variant::ALL.iter().position(|&other| other == variant) {
        Some(0) => visitor.visit::<Of<0>>(),
        Some(1) => visitor.visit::<Of<1>>(),
        Some(2) => visitor.visit::<Of<2>>(),
        Some(3) => visitor.visit::<Of<3>>(),
        Some(4) => visitor.visit::<Of<4>>(),
        Some(5) => visitor.visit::<Of<5>>(),
        Some(6) => visitor.visit::<Of<6>>(),
        Some(7) => visitor.visit::<Of<7>>(),
        Some(8) => visitor.visit::<Of<8>>(),
        Some(9) => visitor.visit::<Of<9>>(),
        _ => visitor.visit::<Of<10>>(),
    }
}
