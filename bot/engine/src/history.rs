//! What earlier parts of a search say about moves: killers, counter moves and how often quiet moves proved good.

use crate::play::SLOTS;
use crate::table::MoveTag;

const SQUARES: usize = 64;
const PLACES: usize = SLOTS * SQUARES;
/// History scores stay within this.
const LIMIT: i32 = 16_384;

/// A kind of piece on its target square: what continuation history is indexed by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place(usize);

impl Place {
    /// After a null move, or before the search.
    pub(crate) const NONE: Self = Self(PLACES);

    pub(crate) const fn new(slot: usize, to: usize) -> Self {
        Self(slot * SQUARES + to)
    }
}

/// A quiet move as the tables see it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Quiet {
    pub(crate) color: usize,
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) place: Place,
}

#[derive(Debug)]
pub(crate) struct History {
    /// By color, origin and target.
    butterfly: Vec<i16>,
    /// By the place of the move before (one, then two half-moves ago) and this move's.
    continuation: [Vec<i16>; 2],
    /// By the kind and target of the capturing piece and the kind captured.
    captures: Vec<i16>,
    killers: Vec<[MoveTag; 2]>,
    /// By the place of the move before and the side to move.
    counters: Vec<MoveTag>,
}

fn bump(score: &mut i16, bonus: i32) {
    let old = i32::from(*score);
    let new = old + bonus - old * bonus.abs() / LIMIT;
    *score = i16::try_from(new).unwrap_or(*score);
}

impl History {
    pub(crate) fn new(plies: usize) -> Self {
        Self {
            butterfly: vec![0; 2 * SQUARES * SQUARES],
            continuation: [
                vec![0; (PLACES + 1) * PLACES],
                vec![0; (PLACES + 1) * PLACES],
            ],
            captures: vec![0; PLACES * SLOTS],
            killers: vec![[MoveTag::NONE; 2]; plies],
            counters: vec![MoveTag::NONE; 2 * (PLACES + 1)],
        }
    }

    pub(crate) fn clear(&mut self) {
        *self = Self::new(self.killers.len());
    }

    #[inline]
    pub(crate) fn quiet(&self, quiet: Quiet, before: [Place; 2]) -> i32 {
        let mut sum =
            i32::from(self.butterfly[(quiet.color * SQUARES + quiet.from) * SQUARES + quiet.to]);
        for (table, before) in self.continuation.iter().zip(before) {
            sum += i32::from(table[before.0 * PLACES + quiet.place.0]);
        }
        sum
    }

    #[inline]
    pub(crate) fn capture(&self, place: Place, victim: usize) -> i32 {
        i32::from(self.captures[place.0 * SLOTS + victim])
    }

    pub(crate) fn reward_quiet(&mut self, quiet: Quiet, before: [Place; 2], bonus: i32) {
        bump(
            &mut self.butterfly[(quiet.color * SQUARES + quiet.from) * SQUARES + quiet.to],
            bonus,
        );
        for (table, before) in self.continuation.iter_mut().zip(before) {
            bump(&mut table[before.0 * PLACES + quiet.place.0], bonus);
        }
    }

    pub(crate) fn reward_capture(&mut self, place: Place, victim: usize, bonus: i32) {
        bump(&mut self.captures[place.0 * SLOTS + victim], bonus);
    }

    #[inline]
    pub(crate) fn killers(&self, ply: usize) -> [MoveTag; 2] {
        self.killers[ply]
    }

    #[inline]
    pub(crate) fn counter(&self, before: Place, color: usize) -> MoveTag {
        self.counters[color * (PLACES + 1) + before.0]
    }

    pub(crate) fn refutes(&mut self, ply: usize, before: Place, color: usize, tag: MoveTag) {
        let killers = &mut self.killers[ply];
        if killers[0] != tag {
            *killers = [tag, killers[0]];
        }
        self.counters[color * (PLACES + 1) + before.0] = tag;
    }

    pub(crate) fn forget_killers(&mut self, ply: usize) {
        if let Some(killers) = self.killers.get_mut(ply) {
            *killers = [MoveTag::NONE; 2];
        }
    }
}
