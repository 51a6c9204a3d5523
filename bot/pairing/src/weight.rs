//! Maximum-weight matching by a lexicographic order of counts.
//!
//! Each count is a bit field of one wide integer, the most important one in the highest bits. A field is as wide as the
//! maximum of its count, so that fields never overflow into each other.

use std::cmp::Ordering;
use std::ops::{Add, AddAssign, Sub, SubAssign};

use integer_blossom::{Weight, max_weight_matching};

/// A signed integer of `N` 64-bit words in two's complement, least significant word first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct WideInt<const N: usize>([u64; N]);

impl<const N: usize> Ord for WideInt<N> {
    fn cmp(&self, other: &Self) -> Ordering {
        let top = N - 1;
        self.0[top]
            .cast_signed()
            .cmp(&other.0[top].cast_signed())
            .then_with(|| self.0[..top].iter().rev().cmp(other.0[..top].iter().rev()))
    }
}

impl<const N: usize> PartialOrd for WideInt<N> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<const N: usize> Add for WideInt<N> {
    type Output = Self;

    fn add(mut self, other: Self) -> Self {
        self += other;
        self
    }
}

impl<const N: usize> AddAssign for WideInt<N> {
    fn add_assign(&mut self, other: Self) {
        let mut carry = false;
        for (word, more) in self.0.iter_mut().zip(other.0) {
            (*word, carry) = word.carrying_add(more, carry);
        }
    }
}

impl<const N: usize> Sub for WideInt<N> {
    type Output = Self;

    fn sub(mut self, other: Self) -> Self {
        self -= other;
        self
    }
}

impl<const N: usize> SubAssign for WideInt<N> {
    fn sub_assign(&mut self, other: Self) {
        let mut borrow = false;
        for (word, less) in self.0.iter_mut().zip(other.0) {
            (*word, borrow) = word.borrowing_sub(less, borrow);
        }
    }
}

impl<const N: usize> Weight for WideInt<N> {
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

impl<const N: usize> WideInt<N> {
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

/// The bits for counts in weights of 1, 2, 4, 8, 16 and 64 words. The matching adds and doubles weights, which takes seven more.
pub(crate) const CAPACITIES: [u32; 6] = [57, 121, 249, 505, 1017, 4089];

/// A count of a [`WeightLayout`]. Without bits, it ignores what is added to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Count {
    index: usize,
    bits: u32,
}

/// The counts of a weight, the most important one first.
#[derive(Clone, Debug, Default)]
pub(crate) struct WeightLayout {
    /// Bits per count.
    widths: Vec<u32>,
}

impl WeightLayout {
    /// Appends a count that is at most `max`, summed over a matching.
    pub(crate) fn count(&mut self, max: u64) -> Count {
        self.bit_field(64 - max.leading_zeros())
    }

    /// Appends such a count, without bits unless it applies.
    pub(crate) fn count_if(&mut self, applies: bool, max: u64) -> Count {
        self.count(if applies { max } else { 0 })
    }

    /// Appends a count of `bits` bits.
    pub(crate) fn bit_field(&mut self, bits: u32) -> Count {
        let index = self.widths.len();
        self.widths.push(bits);
        Count { index, bits }
    }

    /// The total width.
    pub(crate) fn bits(&self) -> u32 {
        self.widths.iter().sum()
    }

    /// The number of counts.
    pub(crate) fn len(&self) -> usize {
        self.widths.len()
    }

    /// The offset of each count from the lowest bit.
    fn shifts(&self) -> Vec<u32> {
        let mut shift = self.bits();
        let widths = self.widths.iter();
        widths
            .map(|width| {
                shift -= width;
                shift
            })
            .collect()
    }
}

/// The contribution of one edge to the counts: values by the index of their count, and how far each is shifted to the left there.
#[derive(Debug, Default)]
pub(crate) struct EdgeWeight(Vec<(usize, u64, u32)>);

impl EdgeWeight {
    /// Adds `value` to a count.
    pub(crate) fn add(&mut self, count: Count, value: u64) {
        if value != 0 && count.bits != 0 {
            self.0.push((count.index, value, 0));
        }
    }

    /// Adds one to a count if `condition` holds.
    pub(crate) fn add_if(&mut self, count: Count, condition: bool) {
        self.add(count, u64::from(condition));
    }

    /// Adds two to the power of `bit` to a count.
    pub(crate) fn add_bit(&mut self, count: Count, bit: u32) {
        self.0.push((count.index, 1, bit));
    }

    /// Adds every term to `sums`, which is indexed by count.
    pub(crate) fn add_to(&self, sums: &mut [u64]) {
        for &(index, value, shift) in &self.0 {
            sums[index] += value << shift;
        }
    }
}

/// The partner of each vertex.
pub(crate) type Matching = Vec<Option<usize>>;

/// Returns the matching with the lexicographically greatest counts.
///
/// `edge` is called for each pair of vertices, the lower index first. It returns whether the two may be matched, and
/// writes a weight greater than zero.
pub(crate) fn best_matching(
    vertices: usize,
    layout: &WeightLayout,
    edge: &dyn Fn(usize, usize, &mut EdgeWeight) -> bool,
) -> Matching {
    let bits = layout.bits();
    match CAPACITIES.partition_point(|&capacity| capacity < bits) {
        0 => solve::<1>(vertices, layout, edge),
        1 => solve::<2>(vertices, layout, edge),
        2 => solve::<4>(vertices, layout, edge),
        3 => solve::<8>(vertices, layout, edge),
        4 => solve::<16>(vertices, layout, edge),
        place => {
            debug_assert!(place == 5, "{bits} bits exceed the capacity");
            solve::<64>(vertices, layout, edge)
        }
    }
}

fn solve<const N: usize>(
    vertices: usize,
    layout: &WeightLayout,
    edge: &dyn Fn(usize, usize, &mut EdgeWeight) -> bool,
) -> Matching {
    let shifts = layout.shifts();
    let mut weights = vec![WideInt::<N>::ZERO; vertices * vertices];
    let mut buffer = EdgeWeight::default();
    for low in 0..vertices {
        for high in low + 1..vertices {
            buffer.0.clear();
            if !edge(low, high, &mut buffer) {
                continue;
            }
            let mut weight = WideInt::<N>::ZERO;
            for &(index, value, shift) in &buffer.0 {
                weight.add_shifted(value, shifts[index] + shift);
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
    fn wide_integers_compute_as_i128_does() {
        let (word, over) = (i128::from(u64::MAX), 1_i128 << 70);
        let small = [0, 1, 2, 63, -1, -2, -64, word, over, -over - 5];
        let wide = |number: i128| {
            let bits = number.cast_unsigned();
            let sign = if number < 0 { u64::MAX } else { 0 };
            let word = |shift: u32| u64::try_from(bits >> shift & u128::from(u64::MAX)).unwrap();
            WideInt::<4>([word(0), word(64), sign, sign])
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
    fn a_shifted_value_crosses_words() {
        let mut wide = WideInt::<4>([0; 4]);
        wide.add_shifted(u64::MAX, 60);
        assert_eq!(wide, WideInt([u64::MAX << 60, u64::MAX >> 4, 0, 0]));
    }

    #[test]
    fn the_earlier_count_decides_at_every_width() {
        // A path of four vertices: the outer two edges win by the first count, the middle edge by the last.
        for filler in [10, 80, 200, 400, 900, 3000] {
            let mut layout = WeightLayout::default();
            let first = layout.count(2);
            layout.bit_field(filler);
            let last = layout.count(1000);
            let matching = best_matching(4, &layout, &|low, high, weight| {
                weight.add(first, 1);
                weight.add(last, if (low, high) == (1, 2) { 900 } else { 1 });
                high == low + 1
            });
            assert_eq!(matching, [Some(1), Some(0), Some(3), Some(2)]);
        }
    }
}
