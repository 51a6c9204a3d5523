//! Which terms hold in a position, and how often: read once, used for playing and for tuning.

use super::geometry::Geometry;
use super::layout as at;
use crate::play::SLOTS;
use crate::play::{Game, KING, LETO, PAWN};
use rules_core::{Bitboard, Color, Position};

/// Takes the terms of a position.
pub(crate) trait Sink {
    /// The term holds `count` times more for White than for Black.
    fn add(&mut self, index: usize, count: i32);
}

/// How much of the game is left in a set of pieces, by slot.
pub(crate) const PHASE: [i32; SLOTS] = [0, 1, 1, 2, 4, 0, 1];

/// The pieces that are left, weighed by [`PHASE`].
#[inline]
pub(crate) fn phase(position: &Position) -> i32 {
    let mut sum = 0;
    for (slot, weight) in PHASE.into_iter().enumerate() {
        if weight > 0 {
            let both = position.slot_set(Color::White, slot).len()
                + position.slot_set(Color::Black, slot).len();
            sum += weight * count(both);
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

/// What a side's pieces attack.
#[derive(Clone, Copy)]
pub(super) struct Attacks {
    pub(super) all: Bitboard,
    pub(super) pawns: Bitboard,
    /// By slot.
    pub(super) by: [Bitboard; SLOTS],
    /// By slot: how many pieces attack squares next to the enemy king.
    pub(super) near_king: [i32; SLOTS],
    /// How often they do.
    pub(super) near: i32,
}

pub(super) struct Reader<'a, S> {
    pub(super) position: &'a Position,
    pub(super) geometry: &'a Geometry,
    pub(super) attacks: [Attacks; 2],
    /// By color and slot.
    sets: [[Bitboard; SLOTS]; 2],
    pub(super) sink: &'a mut S,
}

/// Gives `sink` the terms of a position.
pub(crate) fn read<G: Game, S: Sink>(position: &Position, geometry: &Geometry, sink: &mut S) {
    let pawns = Color::ALL.map(|color| {
        let mut all = Bitboard::EMPTY;
        for square in position.slot_set(color, PAWN) {
            all |= G::attacks(color, PAWN, square, Bitboard::EMPTY);
        }
        let mut by = [Bitboard::EMPTY; SLOTS];
        by[PAWN] = all;
        Attacks {
            all,
            pawns: all,
            by,
            near_king: [0; SLOTS],
            near: 0,
        }
    });
    let mut reader = Reader {
        position,
        geometry,
        attacks: pawns,
        sets: Color::ALL.map(|color| std::array::from_fn(|slot| position.slot_set(color, slot))),
        sink,
    };
    for color in Color::ALL {
        reader.pawns::<G>(color);
        reader.men::<G>(color);
    }
    for color in Color::ALL {
        reader.threats::<G>(color);
        if G::MATES {
            reader.pressure::<G>(color);
            reader.structure(color);
        }
        if G::TOTO {
            reader.line(color);
        }
        if G::LETOS {
            reader.letos(color);
        }
    }
    let to_move = sign(position.turn());
    reader.sink.add(at::TEMPO.first, to_move);
}

pub(super) const fn sign(color: Color) -> i32 {
    match color {
        Color::White => 1,
        Color::Black => -1,
    }
}

impl<S: Sink> Reader<'_, S> {
    #[inline]
    pub(super) fn set(&self, color: Color, slot: usize) -> Bitboard {
        self.sets[color.index()][slot]
    }

    fn pawns<G: Game>(&mut self, color: Color) {
        let own = self.set(color, PAWN);
        let enemy = self.set(!color, PAWN);
        let sign = sign(color);
        let c = color.index();
        for square in own {
            let n = square.index();
            let seen = usize::from(self.geometry.seen[c][n]);
            self.sink.add(at::MATERIAL.at(PAWN), sign);
            self.sink.add(at::PLACEMENT.on(PAWN, seen), sign);
            if !G::TOTO {
                let ahead = self.geometry.path[c][n];
                if !(ahead & own).is_empty() {
                    self.sink.add(at::DOUBLED.first, sign);
                } else if (self.geometry.stoppers[c][n] & enemy).is_empty() {
                    let steps = usize::from(self.geometry.steps[c][n]);
                    self.sink.add(at::PASSED.at(steps), sign);
                }
            }
        }
        let chained = (own & self.attacks[c].pawns).len();
        self.sink.add(at::CHAINED.first, sign * count(chained));
    }

    fn men<G: Game>(&mut self, color: Color) {
        let position = self.position;
        let sign = sign(color);
        let c = color.index();
        let (own, occupied) = (position.side(color), position.occupied());
        let safe = !(self.attacks[c ^ 1].pawns | own);
        let zone = position
            .king(!color)
            .map_or(Bitboard::EMPTY, |king| self.geometry.zone[king.index()]);
        let mut attackers = 0;
        for slot in 1..SLOTS {
            let men = self.set(color, slot);
            if men.is_empty() {
                continue;
            }
            if men.len() > 1 {
                self.sink.add(at::PAIR.at(slot), sign);
            }
            for square in men {
                let seen = usize::from(self.geometry.seen[c][square.index()]);
                self.sink.add(at::MATERIAL.at(slot), sign);
                self.sink.add(at::PLACEMENT.on(slot, seen), sign);
                let reached = G::attacks(color, slot, square, occupied);
                if slot != LETO {
                    self.attacks[c].all |= reached;
                }
                let free = (reached & safe).len();
                self.sink.add(at::MOBILITY.at(slot), sign * count(free));
                if G::MATES {
                    self.attacks[c].by[slot] |= reached;
                    let step = slot * at::FREEDOM_STEPS + free.min(at::FREEDOM_STEPS - 1);
                    self.sink.add(at::FREEDOM.at(step), sign);
                }
                let near = (reached & zone).len();
                if near > 0 && slot != KING {
                    attackers += 1;
                    self.attacks[c].near_king[slot] += 1;
                    self.attacks[c].near += count(near);
                    self.sink.add(at::KING_ZONE.at(slot), sign * count(near));
                }
            }
        }
        self.sink.add(at::KING_ATTACKERS.at(attackers), sign);
        if let Some(king) = position.king(color) {
            let shield = (self.geometry.zone[king.index()] & self.set(color, PAWN)).len();
            self.sink.add(at::SHIELD.at(shield), sign);
        }
    }

    fn threats<G: Game>(&mut self, color: Color) {
        let c = color.index();
        let loose = self.attacks[c ^ 1].all - self.attacks[c].all;
        for slot in 0..SLOTS {
            if slot == KING && !G::TOTO {
                continue;
            }
            let hanging = (self.set(color, slot) & loose).len();
            if hanging > 0 {
                self.sink
                    .add(at::HANGING.at(slot), sign(color) * count(hanging));
            }
            let threatened = (self.set(!color, slot) & self.attacks[c].pawns).len();
            if threatened > 0 && slot != PAWN {
                self.sink
                    .add(at::PAWN_THREAT.at(slot), sign(color) * count(threatened));
            }
        }
    }

    fn line(&mut self, color: Color) {
        if !self.position.line_entered() {
            return;
        }
        let own = self.position.side(color) & self.position.shape().line();
        self.sink.add(at::LINE.at(own.len()), sign(color));
        let attacked = (own & self.attacks[color.index() ^ 1].all).len();
        self.sink
            .add(at::LINE_ATTACKED.first, sign(color) * count(attacked));
    }

    fn letos(&mut self, color: Color) {
        let Some(king) = self.position.king(!color) else {
            return;
        };
        for leto in self.set(color, LETO) {
            let line = self.geometry.between[king.index() * at::SQUARES + leto.index()];
            let between = (line & self.position.occupied()).len();
            if line.len() >= 3 && (1..=3).contains(&between) {
                self.sink.add(at::LETO_AIM.at(between - 1), sign(color));
            }
        }
    }
}
