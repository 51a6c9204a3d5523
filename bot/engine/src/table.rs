//! The transposition table: what was found out about positions already looked at.

use rules_core::Move;

/// What a stored score says about the true one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bound {
    Lower,
    Upper,
    Exact,
}

/// What is known of a position.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Found {
    pub(crate) tag: MoveTag,
    pub(crate) score: i32,
    pub(crate) eval: i32,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
}

/// A move in 32 bits, enough to tell it from the other moves of the same position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct MoveTag(u32);

impl MoveTag {
    pub(crate) const NONE: Self = Self(0);

    pub(crate) const fn bits(self) -> u64 {
        self.0 as u64
    }

    #[inline]
    pub(crate) fn of(mv: &Move) -> Self {
        let mut tag = mv.from().index() | mv.to().index() << 6;
        tag |= mv.promotion().map_or(0, |role| role as usize + 1) << 12;
        tag |= usize::from(mv.is_castle()) << 16;
        if mv.is_chain() {
            tag |= mv
                .path()
                .fold(1, |sum: usize, square| (sum * 67 + square.index()) & 0x3FFF)
                << 17;
        }
        #[expect(clippy::cast_possible_truncation, reason = "31 bits are used")]
        Self(tag as u32 | 1 << 31)
    }
}

#[derive(Debug, Clone, Copy, Default)]
struct Entry {
    key: u32,
    tag: u32,
    score: i16,
    eval: i16,
    depth: u8,
    /// 0 for an empty entry, else the bound; above it the age.
    kind: u8,
}

const WAYS: usize = 4;

/// Entries that are looked at together, within one line of a processor's cache.
#[derive(Debug, Clone, Copy, Default)]
#[repr(align(64))]
struct Bucket([Entry; WAYS]);

/// Bounded memory: made once, never grown.
#[derive(Debug)]
pub(crate) struct Table {
    entries: Vec<Bucket>,
    /// The buckets in use: a power of two, so that all but the last bits of a key name one.
    used: usize,
    age: u8,
}

/// Ages in use; more than a game's worth of searches need not be told apart.
const AGES: u8 = 32;

impl Table {
    /// The largest power of two of buckets that fits into so many bytes, at least one.
    pub(crate) fn new(bytes: usize) -> Self {
        let buckets = buckets_in(bytes);
        Self {
            entries: vec![Bucket::default(); buckets],
            used: buckets,
            age: 0,
        }
    }

    /// Forgets everything and uses no more than so many bytes from now on, nor more than there are.
    pub(crate) fn clear_within(&mut self, bytes: usize) {
        self.used = buckets_in(bytes).min(self.entries.len());
        self.clear();
    }

    pub(crate) fn bytes(&self) -> usize {
        size_of_val(self.entries.as_slice())
    }

    pub(crate) fn clear(&mut self) {
        self.entries[..self.used].fill(Bucket::default());
        self.age = 0;
    }

    /// Entries from before give way to new ones from now on.
    pub(crate) fn grow_older(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "the low bits are what is wanted"
        )]
        let key = key as usize;
        key & (self.used - 1)
    }

    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<Found> {
        let Bucket(bucket) = &self.entries[self.place(key)];
        let entry = bucket
            .iter()
            .find(|entry| entry.key == high(key) && entry.kind != 0)?;
        Some(Found {
            tag: MoveTag(entry.tag),
            score: i32::from(entry.score),
            eval: i32::from(entry.eval),
            depth: i32::from(entry.depth),
            bound: match entry.kind & 3 {
                1 => Bound::Lower,
                2 => Bound::Upper,
                _ => Bound::Exact,
            },
        })
    }

    #[inline]
    pub(crate) fn put(&mut self, key: u64, found: &Found) {
        let age = self.age;
        let place = self.place(key);
        let Bucket(bucket) = &mut self.entries[place];
        let worth = |entry: &Entry| {
            if entry.key == high(key) {
                return i32::MIN;
            }
            let old = (age + AGES - (entry.kind >> 2)) % AGES;
            i32::from(entry.depth) - 4 * i32::from(old) - if entry.kind == 0 { 1000 } else { 0 }
        };
        let Some(entry) = bucket.iter_mut().min_by_key(|entry| worth(entry)) else {
            return;
        };
        let same = entry.key == high(key) && entry.kind != 0;
        if same
            && found.bound != Bound::Exact
            && entry.kind >> 2 == age
            && i32::from(entry.depth) > found.depth + 3
        {
            return;
        }
        let kind = match found.bound {
            Bound::Lower => 1,
            Bound::Upper => 2,
            Bound::Exact => 3,
        };
        let tag = if found.tag == MoveTag::NONE && same {
            entry.tag
        } else {
            found.tag.0
        };
        *entry = Entry {
            key: high(key),
            tag,
            score: narrow(found.score),
            eval: narrow(found.eval),
            depth: u8::try_from(found.depth).unwrap_or(0),
            kind: kind | age << 2,
        };
    }

    /// How full it is with entries of this search, in thousandths.
    pub(crate) fn permille_used(&self) -> usize {
        let sample = self.used.min(250);
        let used = self.entries[..sample]
            .iter()
            .flat_map(|bucket| &bucket.0)
            .filter(|entry| entry.kind != 0 && entry.kind >> 2 == self.age)
            .count();
        used * 1000 / (sample * WAYS)
    }
}

/// The largest power of two of buckets that fits into so many bytes, at least one.
const fn buckets_in(bytes: usize) -> usize {
    let fits = bytes / size_of::<Bucket>();
    if fits == 0 { 1 } else { 1 << fits.ilog2() }
}

const fn high(key: u64) -> u32 {
    (key >> 32) as u32
}

fn narrow(score: i32) -> i16 {
    i16::try_from(score).unwrap_or(if score < 0 { i16::MIN } else { i16::MAX })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_stays_within_its_bytes_and_gives_back_what_it_got() {
        let mut table = Table::new(100_000);
        assert!(table.bytes() <= 100_000);
        let found = Found {
            tag: MoveTag(7),
            score: -29_990,
            eval: 12,
            depth: 5,
            bound: Bound::Lower,
        };
        for n in 0..100_000_u64 {
            table.put(n.wrapping_mul(0x9E37_79B9_7F4A_7C15), &found);
        }
        let key = 99_999_u64.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let back = table.get(key).expect("the latest entry is there");
        assert_eq!((back.tag, back.score, back.depth), (MoveTag(7), -29_990, 5));
        assert!(table.permille_used() > 900);
        table.clear();
        assert!(table.get(key).is_none());
    }
}
