//! Weights in which several counts stand side by side, the more important one to the left, so that one matching of
//! greatest weight satisfies an order of criteria. Their width follows from what the counts can reach.

use std::cmp::Ordering;
use std::ops::{Add, AddAssign, Sub, SubAssign};

use integer_blossom::{Weight, max_weight_matching};

/// A whole number of `N` times 64 bits in two's complement, the lowest word first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Wide<const N: usize>([u64; N]);

impl<const N: usize> Ord for Wide<N> {
    fn cmp(&self, other: &Self) -> Ordering {
        let top = N - 1;
        self.0[top]
            .cast_signed()
            .cmp(&other.0[top].cast_signed())
            .then_with(|| self.0[..top].iter().rev().cmp(other.0[..top].iter().rev()))
    }
}

impl<const N: usize> PartialOrd for Wide<N> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<const N: usize> Add for Wide<N> {
    type Output = Self;

    fn add(mut self, other: Self) -> Self {
        self += other;
        self
    }
}

impl<const N: usize> AddAssign for Wide<N> {
    fn add_assign(&mut self, other: Self) {
        let mut carry = false;
        for (word, more) in self.0.iter_mut().zip(other.0) {
            (*word, carry) = word.carrying_add(more, carry);
        }
    }
}

impl<const N: usize> Sub for Wide<N> {
    type Output = Self;

    fn sub(mut self, other: Self) -> Self {
        self -= other;
        self
    }
}

impl<const N: usize> SubAssign for Wide<N> {
    fn sub_assign(&mut self, other: Self) {
        let mut borrow = false;
        for (word, less) in self.0.iter_mut().zip(other.0) {
            (*word, borrow) = word.borrowing_sub(less, borrow);
        }
    }
}

impl<const N: usize> Weight for Wide<N> {
    const ZERO: Self = Self([0; N]);
    const ONE: Self = {
        let mut words = [0; N];
        words[0] = 1;
        Self(words)
    };

    fn inf() -> Self {
        let mut words = [u64::MAX; N];
        words[N - 1] >>= 3;
        Self(words)
    }

    fn double(self) -> Self {
        self + self
    }

    fn half(self) -> Self {
        let mut words = self.0;
        let mut above = u64::from(words[N - 1] >> 63 == 1);
        for word in words.iter_mut().rev() {
            let low = *word & 1;
            *word = *word >> 1 | above << 63;
            above = low;
        }
        Self(words)
    }
}

/// A weight that can be put together from counts.
trait Packed: Weight {
    /// How many bits the counts may fill: the matching adds and doubles weights, which needs some more.
    const ROOM: u32;

    fn add_shifted(&mut self, value: u64, shift: u32);
}

impl Packed for i64 {
    const ROOM: u32 = 57;

    fn add_shifted(&mut self, value: u64, shift: u32) {
        *self += value.cast_signed() << shift;
    }
}

impl Packed for i128 {
    const ROOM: u32 = 121;

    fn add_shifted(&mut self, value: u64, shift: u32) {
        *self += i128::from(value) << shift;
    }
}

impl<const N: usize> Packed for Wide<N> {
    #[allow(
        clippy::cast_possible_truncation,
        reason = "N is one of a few small numbers"
    )]
    const ROOM: u32 = 64 * N as u32 - 7;

    fn add_shifted(&mut self, value: u64, shift: u32) {
        let (word, bit) = ((shift / 64) as usize, shift % 64);
        let shifted = u128::from(value) << bit;
        let mut more = [0; N];
        for (place, half) in [(word, shifted), (word + 1, shifted >> 64)] {
            if let Some(slot) = more.get_mut(place) {
                *slot = u64::try_from(half & u128::from(u64::MAX)).unwrap_or(0);
            }
        }
        *self += Self(more);
    }
}

/// The most bits that the counts of one matching may fill.
pub(crate) const MOST_BITS: u32 = <Wide<64> as Packed>::ROOM;

/// One count of a [`Layout`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Count(usize);

/// Which counts a weight consists of, the most important one first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layout {
    /// Bits of each.
    widths: Vec<u32>,
}

impl Layout {
    /// The next count, which no matching brings above `most`.
    pub(crate) fn count(&mut self, most: u64) -> Count {
        self.bits_wide(64 - most.leading_zeros())
    }

    /// The next count, of so many bits.
    pub(crate) fn bits_wide(&mut self, bits: u32) -> Count {
        self.widths.push(bits);
        Count(self.widths.len() - 1)
    }

    /// The bits of all counts together.
    pub(crate) fn bits(&self) -> u32 {
        self.widths.iter().sum()
    }

    /// A sum of nothing for each count.
    pub(crate) fn zeros(&self) -> Vec<u64> {
        vec![0; self.widths.len()]
    }

    /// How far to the left each count stands.
    fn shifts(&self) -> Vec<u32> {
        let mut below = 0;
        let mut shifts: Vec<u32> = self
            .widths
            .iter()
            .rev()
            .map(|width| {
                let shift = below;
                below += width;
                shift
            })
            .collect();
        shifts.reverse();
        shifts
    }
}

/// What one edge adds to the counts.
#[derive(Debug, Default)]
pub(crate) struct Gains(Vec<(Count, u32, u64)>);

impl Gains {
    /// Adds `value` to a count.
    pub(crate) fn add(&mut self, count: Count, value: u64) {
        if value != 0 {
            self.0.push((count, 0, value));
        }
    }

    /// Adds two to the power of `bit` to a count.
    pub(crate) fn add_bit(&mut self, count: Count, bit: u32) {
        self.0.push((count, bit, 1));
    }

    /// Adds everything to sums that are kept by count.
    pub(crate) fn tally(&self, sums: &mut [u64]) {
        for &(Count(count), bit, value) in &self.0 {
            sums[count] += value << bit;
        }
    }

    /// Adds a condition that holds or not.
    pub(crate) fn add_if(&mut self, count: Count, holds: bool) {
        self.add(count, u64::from(holds));
    }
}

/// The vertex that each vertex is matched with.
pub(crate) type Matching = Vec<Option<usize>>;

/// The matching of `vertices` vertices whose counts are greatest, the first count deciding first. `gains` says for two
/// vertices, the lower number first, whether they may be matched and what that adds; it must add something.
pub(crate) fn best_matching(
    vertices: usize,
    layout: &Layout,
    gains: &dyn Fn(usize, usize, &mut Gains) -> bool,
) -> Matching {
    let bits = layout.bits();
    if bits <= i64::ROOM {
        solve::<i64>(vertices, layout, gains)
    } else if bits <= i128::ROOM {
        solve::<i128>(vertices, layout, gains)
    } else if bits <= Wide::<4>::ROOM {
        solve::<Wide<4>>(vertices, layout, gains)
    } else if bits <= Wide::<8>::ROOM {
        solve::<Wide<8>>(vertices, layout, gains)
    } else if bits <= Wide::<16>::ROOM {
        solve::<Wide<16>>(vertices, layout, gains)
    } else {
        debug_assert!(bits <= MOST_BITS, "{bits} bits do not fit");
        solve::<Wide<64>>(vertices, layout, gains)
    }
}

fn solve<W: Packed>(
    vertices: usize,
    layout: &Layout,
    gains: &dyn Fn(usize, usize, &mut Gains) -> bool,
) -> Matching {
    let shifts = layout.shifts();
    let mut weights = vec![W::ZERO; vertices * vertices];
    let mut buffer = Gains::default();
    for low in 0..vertices {
        for high in low + 1..vertices {
            buffer.0.clear();
            if !gains(low, high, &mut buffer) {
                continue;
            }
            let mut weight = W::ZERO;
            for &(Count(count), bit, value) in &buffer.0 {
                weight.add_shifted(value, shifts[count] + bit);
            }
            weights[low * vertices + high] = weight;
            weights[high * vertices + low] = weight;
        }
    }
    max_weight_matching(&weights, vertices)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_numbers_count_as_others_do() {
        let small = [
            0_i128,
            1,
            2,
            63,
            -1,
            -2,
            -64,
            i128::from(u64::MAX),
            1 << 70,
            -(1 << 70) - 5,
        ];
        let wide = |number: i128| {
            let bits = number.cast_unsigned();
            let sign = if number < 0 { u64::MAX } else { 0 };
            let word = |shift: u32| u64::try_from(bits >> shift & u128::from(u64::MAX)).unwrap();
            Wide::<4>([word(0), word(64), sign, sign])
        };
        for a in small {
            assert_eq!(wide(a).double(), wide(a * 2));
            assert_eq!(wide(a).half(), wide(a >> 1));
            for b in small {
                assert_eq!(wide(a) + wide(b), wide(a + b));
                assert_eq!(wide(a) - wide(b), wide(a - b));
                assert_eq!(wide(a).cmp(&wide(b)), a.cmp(&b));
            }
        }
    }

    #[test]
    fn a_count_reaches_its_place_across_words() {
        let mut wide = Wide::<4>([0; 4]);
        wide.add_shifted(u64::MAX, 60);
        assert_eq!(wide, Wide([u64::MAX << 60, u64::MAX >> 4, 0, 0]));
    }

    #[test]
    fn the_earlier_count_decides_at_every_width() {
        // A path of four: the middle edge is worth more in the later count, the outer two in the earlier.
        for filler in [10, 80, 200, 400, 900, 3000] {
            let mut layout = Layout::default();
            let first = layout.count(2);
            layout.bits_wide(filler);
            let last = layout.count(1000);
            let matching = best_matching(4, &layout, &|low, high, gains| {
                gains.add(first, 1);
                gains.add(last, if (low, high) == (1, 2) { 900 } else { 1 });
                high == low + 1
            });
            assert_eq!(matching, [Some(1), Some(0), Some(3), Some(2)]);
        }
    }
}
