//! Extracts the features of a position: the terms that apply, and how often. Both the evaluation and the tuner read them.

use super::geometry::Geometry;
use super::terms;
use crate::rules::{LETO, PAWN, SLOTS, SearchRules};
use rules_core::{Bitboard, ByColor, Color, Position, Square};

/// Receives the features of a position.
pub(crate) trait FeatureSink {
    /// Adds `count` occurrences of a term: White's minus Black's.
    fn add(&mut self, term: usize, count: i32);
}

/// Weight of a piece in the game phase, by slot. Classic.
pub(super) const PHASE_WEIGHTS: [i32; SLOTS] = [0, 1, 1, 2, 4, 0, 1];

/// Returns the sum of the phase weights of all pieces.
#[inline]
pub(super) fn phase(position: &Position) -> i32 {
    let mut sum = 0;
    for (slot, weight) in PHASE_WEIGHTS.into_iter().enumerate() {
        if weight > 0 {
            let pieces = position.slot_set(Color::White, slot).len()
                + position.slot_set(Color::Black, slot).len();
            sum += weight * count(pieces);
        }
    }
    sum
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "at most 64"
)]
pub(super) const fn count(n: usize) -> i32 {
    n as i32
}

/// The attacks of one side.
#[derive(Clone, Copy)]
pub(super) struct SideAttacks {
    /// Without Letos, which do not capture.
    pub(super) all: Bitboard,
    pub(super) by_slot: [Bitboard; SLOTS],
    /// Pieces that attack the enemy king's zone, by slot.
    pub(super) zone_attackers: [i32; SLOTS],
    /// Attacks on squares of the enemy king's zone.
    pub(super) zone_attacks: i32,
}

impl SideAttacks {
    fn of_pawns<R: SearchRules>(position: &Position, color: Color) -> Self {
        let pawns = R::pawn_attacks(position, color);
        let mut by_slot = [Bitboard::EMPTY; SLOTS];
        by_slot[PAWN] = pawns;
        Self {
            all: pawns,
            by_slot,
            zone_attackers: [0; SLOTS],
            zone_attacks: 0,
        }
    }

    pub(super) const fn by_pawns(&self) -> Bitboard {
        self.by_slot[PAWN]
    }
}

/// The extraction of one position's features.
pub(super) struct Extractor<'a, S> {
    pub(super) position: &'a Position,
    pub(super) geometry: &'a Geometry,
    pub(super) attacks: ByColor<SideAttacks>,
    pieces: ByColor<[Bitboard; SLOTS]>,
    sink: &'a mut S,
}

/// Passes the features of a position to a sink.
pub(crate) fn extract<R: SearchRules, S: FeatureSink>(
    position: &Position,
    geometry: &Geometry,
    sink: &mut S,
) {
    let mut extractor = Extractor {
        position,
        geometry,
        attacks: ByColor::new_with(|color| SideAttacks::of_pawns::<R>(position, color)),
        pieces: ByColor::new_with(|color| {
            std::array::from_fn(|slot| position.slot_set(color, slot))
        }),
        sink,
    };
    for color in Color::ALL {
        extractor.pawns::<R>(color);
        extractor.pieces::<R>(color);
    }
    for color in Color::ALL {
        extractor.basic_threats::<R>(color);
        if R::ORTHODOX {
            extractor.king_danger::<R>(color);
            extractor.unsupported_pawns(color);
            extractor.passed_pawns(color);
            extractor.pawn_push_threats(color);
            extractor.files_and_outposts(color);
            extractor.piece_threats(color);
        }
        if R::FIGHTING_LINE {
            extractor.fighting_line(color);
        }
        if R::LETOS {
            extractor.leto_aims(color);
        }
    }
    extractor.add(position.turn(), terms::TEMPO.first, 1);
}

impl<S: FeatureSink> Extractor<'_, S> {
    /// Adds occurrences of a term for a color.
    #[inline]
    pub(super) fn add(&mut self, color: Color, term: usize, count: i32) {
        let count = match color {
            Color::White => count,
            Color::Black => -count,
        };
        self.sink.add(term, count);
    }

    #[inline]
    pub(super) fn pieces_of(&self, color: Color, slot: usize) -> Bitboard {
        self.pieces[color][slot]
    }

    #[inline]
    pub(super) fn relative(&self, color: Color, square: Square) -> usize {
        usize::from(self.geometry.sides[color].relative[square.index()])
    }

    fn fighting_line(&mut self, color: Color) {
        if !self.position.line_entered() {
            return;
        }
        let own = self.position.side(color) & self.position.shape().line();
        self.add(color, terms::LINE_PIECES.at(own.len()), 1);
        let attacked = own & self.attacks[!color].all;
        self.add(color, terms::LINE_ATTACKED.first, count(attacked.len()));
    }

    fn leto_aims(&mut self, color: Color) {
        let Some(king) = self.position.king(!color) else {
            return;
        };
        for leto in self.pieces_of(color, LETO) {
            let line = self.geometry.between(king, leto);
            let pieces = (line & self.position.occupied()).len();
            if line.len() >= 3 && (1..=3).contains(&pieces) {
                self.add(color, terms::LETO_AIM.at(pieces - 1), 1);
            }
        }
    }
}
