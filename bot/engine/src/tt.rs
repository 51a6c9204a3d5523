//! The transposition table, shared by the threads of a search.
// CITE: Transposition table. https://www.chessprogramming.org/Transposition_Table

use crate::params::{TT_AGE_PENALTY, TT_KEEP_DEPTH};
use prefetch_index::prefetch_index;
use rules_core::Move;
use std::sync::atomic::{AtomicU64, Ordering};

/// How a stored score relates to the true one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bound {
    Lower,
    Upper,
    Exact,
}

impl Bound {
    /// Whether the true score is on the same side of another score as the stored one, whose `difference` from it is given.
    pub(crate) const fn is_evidence(self, difference: i32) -> bool {
        match self {
            Self::Lower => difference > 0,
            Self::Upper => difference < 0,
            Self::Exact => true,
        }
    }
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct TtEntry {
    pub(crate) best_move: PackedMove,
    /// Mate scores count plies from this position.
    pub(crate) score: i32,
    pub(crate) eval: i32,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
}

/// A move in 32 bits: enough to tell it from the other moves of its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct PackedMove(u32);

impl PackedMove {
    pub(crate) const NONE: Self = Self(0);

    pub(crate) const fn bits(self) -> u64 {
        self.0 as u64
    }

    #[inline]
    pub(crate) fn of(mv: &Move) -> Self {
        let mut bits = mv.from().index() | mv.to().index() << 6;
        bits |= mv.promotion().map_or(0, |role| role as usize + 1) << 12;
        bits |= usize::from(mv.is_castle()) << 16;
        if mv.is_chain() {
            // A hash of the path: chains may share origin and target.
            bits |= mv
                .path()
                .fold(1, |sum: usize, square| (sum * 67 + square.index()) & 0x3FFF)
                << 17;
        }
        #[expect(clippy::cast_possible_truncation, reason = "31 bits are used")]
        Self(bits as u32 | 1 << 31)
    }
}

#[derive(Debug, Clone, Copy, Default)]
struct PackedEntry {
    key: u32,
    best_move: u32,
    score: i16,
    eval: i16,
    depth: u8,
    /// The bound in two bits, 0 for an empty entry; above them the generation.
    bound_and_generation: u8,
}

/// An entry in memory: key and move in the first word, the rest in the second. The key is mixed with the second word, so that
/// words of two entries, stored by two threads at once, are of no position.
// CITE: Lock-less hashing. https://www.chessprogramming.org/Shared_Hash_Table#Lockless
#[derive(Debug, Default)]
struct Slot([AtomicU64; 2]);

impl Slot {
    #[inline]
    fn load(&self) -> PackedEntry {
        let [first, second] = [0, 1].map(|n| self.0[n].load(Ordering::Relaxed));
        let [s0, s1, e0, e1, depth, bound_and_generation, ..] = second.to_le_bytes();
        PackedEntry {
            key: key_check(first ^ mixed(second)),
            best_move: low_half(first),
            score: i16::from_le_bytes([s0, s1]),
            eval: i16::from_le_bytes([e0, e1]),
            depth,
            bound_and_generation,
        }
    }

    #[inline]
    fn store(&self, entry: PackedEntry) {
        let [s0, s1] = entry.score.to_le_bytes();
        let [e0, e1] = entry.eval.to_le_bytes();
        let rest = [
            s0,
            s1,
            e0,
            e1,
            entry.depth,
            entry.bound_and_generation,
            0,
            0,
        ];
        let second = u64::from_le_bytes(rest);
        let first = u64::from(entry.key) << 32 | u64::from(entry.best_move);
        self.0[0].store(first ^ mixed(second), Ordering::Relaxed);
        self.0[1].store(second, Ordering::Relaxed);
    }
}

/// Mixes the second word of a slot into the key's bits.
const fn mixed(second: u64) -> u64 {
    (second ^ second << 32) & !0xFFFF_FFFF
}

#[expect(clippy::cast_possible_truncation, reason = "the low half")]
const fn low_half(word: u64) -> u32 {
    word as u32
}

impl PackedEntry {
    const fn is_empty(self) -> bool {
        self.bound_and_generation == 0
    }

    const fn generation(self) -> u8 {
        self.bound_and_generation >> 2
    }

    const fn bound(self) -> Bound {
        match self.bound_and_generation & 3 {
            1 => Bound::Lower,
            2 => Bound::Upper,
            _ => Bound::Exact,
        }
    }
}

const BUCKET_SIZE: usize = 4;

/// Entries with the same index, within one cache line.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Slot; BUCKET_SIZE]);

/// A hash table of fixed size, allocated once.
#[derive(Debug)]
pub(crate) struct TranspositionTable {
    buckets: Vec<Bucket>,
    /// Buckets in use, a power of two.
    used: usize,
    /// Number of the current search, modulo [`GENERATIONS`].
    generation: u8,
}

/// Number of generations before they wrap around; five bits hold one.
const GENERATIONS: u8 = 32;
/// Buckets that [`TranspositionTable::hashfull`] samples.
const HASHFULL_SAMPLE: usize = 250;

impl TranspositionTable {
    /// Allocates the largest power of two of buckets that fits, at least one.
    pub(crate) fn new(bytes: usize) -> Self {
        let buckets = buckets_in(bytes);
        Self {
            buckets: (0..buckets).map(|_| Bucket::default()).collect(),
            used: buckets,
            generation: 0,
        }
    }

    /// Clears the table and limits it to this many bytes, or to the memory it has.
    pub(crate) fn clear_and_limit(&mut self, bytes: usize) {
        self.used = buckets_in(bytes).min(self.buckets.len());
        self.clear();
    }

    pub(crate) fn clear(&mut self) {
        self.buckets[..self.used].fill_with(Bucket::default);
        self.generation = 0;
    }

    /// Ages all entries: newer ones replace them.
    pub(crate) fn new_search(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    #[inline]
    fn bucket_index(&self, key: u64) -> usize {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "the low bits are the index"
        )]
        let key = key as usize;
        key & (self.used - 1)
    }

    /// Begins to bring what is stored of a position into the processor's cache.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        prefetch_index(&self.buckets, self.bucket_index(key));
    }

    #[inline]
    pub(crate) fn probe(&self, key: u64) -> Option<TtEntry> {
        let Bucket(bucket) = &self.buckets[self.bucket_index(key)];
        let entry = bucket
            .iter()
            .map(Slot::load)
            .find(|entry| entry.key == key_check(key) && !entry.is_empty())?;
        Some(TtEntry {
            best_move: PackedMove(entry.best_move),
            score: i32::from(entry.score),
            eval: i32::from(entry.eval),
            depth: i32::from(entry.depth),
            bound: entry.bound(),
        })
    }

    /// Replaces the entry of the same position, or else an empty, old or shallow one. A much deeper entry of the same search and
    /// position is kept.
    // CITE: Replacement strategy. https://www.chessprogramming.org/Transposition_Table#Replacement_Strategies
    #[inline]
    pub(crate) fn store(&self, key: u64, new: &TtEntry) {
        let generation = self.generation;
        let index = self.bucket_index(key);
        let Bucket(bucket) = &self.buckets[index];
        let value = |entry: &PackedEntry| {
            if entry.key == key_check(key) {
                return i32::MIN;
            }
            let age = (generation + GENERATIONS - entry.generation()) % GENERATIONS;
            let emptiness = if entry.is_empty() { 1000 } else { 0 };
            i32::from(entry.depth) - TT_AGE_PENALTY * i32::from(age) - emptiness
        };
        let entries = bucket.iter().map(|slot| (slot, slot.load()));
        let Some((slot, entry)) = entries.min_by_key(|(_, entry)| value(entry)) else {
            return;
        };
        let same_position = entry.key == key_check(key) && !entry.is_empty();
        if same_position
            && new.bound != Bound::Exact
            && entry.generation() == generation
            && i32::from(entry.depth) > new.depth + TT_KEEP_DEPTH
        {
            return;
        }
        let bound = match new.bound {
            Bound::Lower => 1,
            Bound::Upper => 2,
            Bound::Exact => 3,
        };
        let best_move = if new.best_move == PackedMove::NONE && same_position {
            entry.best_move
        } else {
            new.best_move.0
        };
        slot.store(PackedEntry {
            key: key_check(key),
            best_move,
            score: saturate(new.score),
            eval: saturate(new.eval),
            depth: u8::try_from(new.depth).unwrap_or(0),
            bound_and_generation: bound | generation << 2,
        });
    }

    /// Estimates the share of entries written by this search, in permille, as UCI reports it.
    pub(crate) fn hashfull(&self) -> usize {
        let sample = self.used.min(HASHFULL_SAMPLE);
        let used = self.buckets[..sample]
            .iter()
            .flat_map(|bucket| bucket.0.iter().map(Slot::load))
            .filter(|entry| !entry.is_empty() && entry.generation() == self.generation)
            .count();
        used * 1000 / (sample * BUCKET_SIZE)
    }
}

const fn buckets_in(bytes: usize) -> usize {
    let fits = bytes / size_of::<Bucket>();
    if fits == 0 { 1 } else { 1 << fits.ilog2() }
}

/// Returns the high bits of a key, which verify that an entry is of its position.
const fn key_check(key: u64) -> u32 {
    (key >> 32) as u32
}

fn saturate(score: i32) -> i16 {
    i16::try_from(score).unwrap_or(if score < 0 { i16::MIN } else { i16::MAX })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_stays_within_its_bytes_and_returns_what_was_stored() {
        let mut table = TranspositionTable::new(100_000);
        assert!(size_of_val(table.buckets.as_slice()) <= 100_000);
        let entry = TtEntry {
            best_move: PackedMove(7),
            score: -29_990,
            eval: 12,
            depth: 5,
            bound: Bound::Lower,
        };
        for n in 0..100_000_u64 {
            table.store(n.wrapping_mul(0x9E37_79B9_7F4A_7C15), &entry);
        }
        let key = 99_999_u64.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let stored = table.probe(key).expect("the latest entry is there");
        assert_eq!(stored.best_move, PackedMove(7));
        assert_eq!((stored.score, stored.depth), (-29_990, 5));
        assert!(table.hashfull() > 900);
        table.clear();
        assert!(table.probe(key).is_none());
    }

    #[test]
    fn words_of_two_entries_are_of_neither_position() {
        let [a, b] = [3, 900].map(|score| {
            let slot = Slot::default();
            let entry = PackedEntry {
                key: 0x1234_5678,
                best_move: 7,
                score,
                eval: -40,
                depth: 9,
                bound_and_generation: 1,
            };
            slot.store(entry);
            assert_eq!(slot.load().key, entry.key);
            assert_eq!((slot.load().score, slot.load().best_move), (score, 7));
            slot
        });
        let words = [&a.0[0], &b.0[1]].map(|word| word.load(Ordering::Relaxed));
        let torn = Slot(words.map(AtomicU64::new));
        assert_ne!(torn.load().key, 0x1234_5678);
    }
}
