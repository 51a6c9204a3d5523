//! Deflate for pictures of boards: the matches worth having are at a few known distances, so no search is needed.
//!
//! A general compressor spends most of its time looking for repetitions. Here a row repeats the row above, a run
//! repeats the pixel before it, and a square repeats the one two files before. Trying these three distances only is
//! several times faster, and the files are smaller as well.

/// The zlib stream (RFC 1950, 1951) of rows that are `stride` bytes apart. `period` is the distance of what repeats
/// along a row; 0 where nothing does.
pub(crate) fn compress(data: &[u8], stride: usize, period: usize) -> Vec<u8> {
    let tokens = tokens(data, stride, period);
    let mut out = vec![0x78, 0x01];
    let mut bits = Bits::new(&mut out);
    block(&tokens, &mut bits);
    bits.finish();
    out.extend_from_slice(&simd_adler32::adler32(&data).to_be_bytes());
    out
}

/// A literal byte, or a match of `length` bytes, of which the first stands `distance` bytes before.
#[derive(Debug, Clone, Copy)]
enum Token {
    Literal(u8),
    Match { length: u16, distance: u16 },
}

const SHORTEST: usize = 3;
const LONGEST: usize = 258;
/// A match of this length is taken without looking for a longer one.
const LONG_ENOUGH: usize = 24;
const FARTHEST: usize = 32_768;
const END_OF_BLOCK: usize = 256;

fn tokens(data: &[u8], stride: usize, period: usize) -> Vec<Token> {
    let distances = [stride, 1, period];
    let usable = distances
        .into_iter()
        .filter(|distance| (1..=FARTHEST).contains(distance));
    let distances: Vec<usize> = usable.collect();
    let mut tokens = Vec::with_capacity(data.len() / 24);
    let mut at = 0;
    while let Some(&byte) = data.get(at) {
        let mut best = (0, 0);
        for &distance in distances.iter().filter(|&&distance| distance <= at) {
            // Only a match that reaches beyond the best one so far is worth measuring.
            if data[at] != data[at - distance]
                || data.get(at + best.0) != data.get(at + best.0 - distance)
            {
                continue;
            }
            let length = common(&data[at..], &data[at - distance..]);
            if length > best.0 {
                best = (length, distance);
                if length >= LONG_ENOUGH {
                    break;
                }
            }
        }
        let (length, distance) = best;
        let token = u16::try_from(length).ok().zip(u16::try_from(distance).ok());
        match token {
            Some((length, distance)) if usize::from(length) >= SHORTEST => {
                tokens.push(Token::Match { length, distance });
                at += usize::from(length);
            }
            _ => {
                tokens.push(Token::Literal(byte));
                at += 1;
            }
        }
    }
    tokens
}

/// How many bytes two slices begin alike with, up to the longest match there is.
fn common(a: &[u8], b: &[u8]) -> usize {
    let (a, b) = (&a[..a.len().min(LONGEST)], &b[..b.len().min(LONGEST)]);
    let word = |bytes: &[u8; 8]| u64::from_le_bytes(*bytes);
    let (words_a, _) = a.as_chunks::<8>();
    let (words_b, _) = b.as_chunks::<8>();
    let mut length = 0;
    for (a, b) in words_a.iter().zip(words_b) {
        let difference = word(a) ^ word(b);
        if difference != 0 {
            return length + (difference.trailing_zeros() / 8) as usize;
        }
        length += 8;
    }
    let rest = a[length..].iter().zip(&b[length..]);
    length + rest.take_while(|(a, b)| a == b).count()
}

/// One block with its own codes.
fn block(tokens: &[Token], bits: &mut Bits<'_>) {
    let mut literals = [0_u32; 286];
    let mut distances = [0_u32; 30];
    literals[END_OF_BLOCK] = 1;
    for token in tokens {
        match *token {
            Token::Literal(byte) => literals[usize::from(byte)] += 1,
            Token::Match { length, distance } => {
                literals[length_code(length).0] += 1;
                distances[distance_code(distance).0] += 1;
            }
        }
    }
    let literals = Codes::new(&literals, 15);
    let distances = Codes::new(&distances, 15);
    header(&literals, &distances, bits);
    for token in tokens {
        match *token {
            Token::Literal(byte) => literals.put(usize::from(byte), bits),
            Token::Match { length, distance } => {
                let (code, extra, width) = length_code(length);
                literals.put(code, bits);
                bits.put(extra, width);
                let (code, extra, width) = distance_code(distance);
                distances.put(code, bits);
                bits.put(extra, width);
            }
        }
    }
    literals.put(END_OF_BLOCK, bits);
}

/// The codes themselves, as lengths which are in turn coded.
fn header(literals: &Codes, distances: &Codes, bits: &mut Bits<'_>) {
    /// The order in which the standard lists the lengths of the code for lengths.
    const ORDER: [usize; 19] = [
        16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
    ];
    let lengths = || {
        literals
            .codes
            .iter()
            .chain(&distances.codes)
            .map(|code| usize::from(code.1))
    };
    let mut counts = [0; 19];
    for length in lengths() {
        counts[length] += 1;
    }
    let codes = Codes::new(&counts, 7);
    bits.put(1, 1); // the last block
    bits.put(2, 2); // with codes of its own
    bits.put(286 - 257, 5);
    bits.put(30 - 1, 5);
    bits.put(19 - 4, 4);
    for symbol in ORDER {
        bits.put(u32::from(codes.codes[symbol].1), 3);
    }
    for length in lengths() {
        codes.put(length, bits);
    }
}

/// Symbol, extra bits and their number for the length of a match.
fn length_code(length: u16) -> (usize, u32, u32) {
    let rest = u32::from(length) - 3;
    match rest {
        0..8 => (257 + rest as usize, 0, 0),
        255.. => (285, 0, 0),
        _ => {
            let width = rest.ilog2() - 2;
            let symbol = 261 + 4 * width + (rest >> width) - 4;
            (symbol as usize, rest & ((1 << width) - 1), width)
        }
    }
}

/// Symbol, extra bits and their number for the distance of a match.
fn distance_code(distance: u16) -> (usize, u32, u32) {
    let rest = u32::from(distance) - 1;
    if rest < 4 {
        return (rest as usize, 0, 0);
    }
    let width = rest.ilog2() - 1;
    let symbol = 2 + 2 * width + (rest >> width) - 2;
    (symbol as usize, rest & ((1 << width) - 1), width)
}

/// A prefix code: for each symbol its bits, first bit lowest, and their number.
struct Codes {
    codes: Vec<(u16, u8)>,
}

impl Codes {
    /// The best code for symbols of these counts whose words are at most `limit` bits long.
    fn new(counts: &[u32], limit: u8) -> Self {
        let mut counts = counts.to_vec();
        // A code needs two words; unused ones do no harm.
        for symbol in 0..2 {
            counts[symbol] = counts[symbol].max(u32::from(
                counts.iter().filter(|&&count| count > 0).count() < 2,
            ));
        }
        let mut lengths = lengths(&counts);
        while lengths.iter().any(|&length| length > limit) {
            for count in counts.iter_mut().filter(|count| **count > 0) {
                *count = *count / 2 + 1;
            }
            lengths = self::lengths(&counts);
        }
        let mut codes = vec![(0, 0); counts.len()];
        let mut next = 0_u16;
        for length in 1..=limit {
            next <<= 1;
            for (code, _) in codes
                .iter_mut()
                .zip(&lengths)
                .filter(|(_, known)| **known == length)
            {
                *code = (next.reverse_bits() >> (16 - length), length);
                next += 1;
            }
        }
        Self { codes }
    }

    fn put(&self, symbol: usize, bits: &mut Bits<'_>) {
        let (code, length) = self.codes[symbol];
        bits.put(u32::from(code), u32::from(length));
    }
}

/// Lengths of the words of Huffman's code; 0 for symbols that do not occur.
fn lengths(counts: &[u32]) -> Vec<u8> {
    use std::cmp::Reverse;
    use std::collections::BinaryHeap;
    let mut parents = vec![0; counts.len()];
    let used = (0..counts.len()).filter(|&symbol| counts[symbol] > 0);
    let mut heap: BinaryHeap<_> = used
        .map(|symbol| Reverse((counts[symbol], symbol)))
        .collect();
    while let (Some(Reverse(least)), Some(Reverse(second))) = (heap.pop(), heap.pop()) {
        let node = parents.len();
        parents.push(0);
        parents[least.1] = node;
        parents[second.1] = node;
        heap.push(Reverse((least.0 + second.0, node)));
        if heap.len() == 1 {
            break;
        }
    }
    // Parents have higher numbers than their children, so depths are known from the top down.
    let mut depths = vec![0_u8; parents.len()];
    for node in (0..parents.len().saturating_sub(1)).rev() {
        let known = node >= counts.len() || counts[node] > 0;
        if known {
            depths[node] = depths[parents[node]].saturating_add(1);
        }
    }
    depths.truncate(counts.len());
    depths
}

/// Writes bits, lowest first.
struct Bits<'a> {
    out: &'a mut Vec<u8>,
    pending: u64,
    count: u32,
}

impl<'a> Bits<'a> {
    const fn new(out: &'a mut Vec<u8>) -> Self {
        Self {
            out,
            pending: 0,
            count: 0,
        }
    }

    fn put(&mut self, bits: u32, width: u32) {
        self.pending |= u64::from(bits) << self.count;
        self.count += width;
        if self.count >= 32 {
            self.out.extend_from_slice(&self.pending.to_le_bytes()[..4]);
            self.pending >>= 32;
            self.count -= 32;
        }
    }

    fn finish(self) {
        let bytes = self.count.div_ceil(8) as usize;
        self.out
            .extend_from_slice(&self.pending.to_le_bytes()[..bytes]);
    }
}

#[cfg(test)]
mod tests {
    use miniz_oxide::inflate::decompress_to_vec_zlib;
    use proptest::prelude::*;

    use super::*;

    fn returns(data: &[u8], stride: usize, period: usize) {
        let packed = compress(data, stride, period);
        assert_eq!(
            decompress_to_vec_zlib(&packed).unwrap(),
            data,
            "stride {stride}, period {period}"
        );
    }

    #[test]
    fn the_smallest_data_come_back() {
        for data in [&[][..], &[7], &[7, 7], &[1, 2, 3]] {
            returns(data, 4, 0);
        }
    }

    #[test]
    fn every_length_of_run_comes_back() {
        for length in 0..600 {
            returns(&vec![9; length], 100, 0);
            let ends: Vec<u8> = [vec![1], vec![9; length], vec![2]].concat();
            returns(&ends, 100, 7);
        }
    }

    #[test]
    fn every_byte_as_a_literal_comes_back() {
        let data: Vec<u8> = (0..=u8::MAX).chain((0..=u8::MAX).rev()).collect();
        returns(&data, 1000, 0);
    }

    #[test]
    fn a_very_uneven_code_keeps_its_limit() {
        // Counts that grow like Fibonacci's numbers make the deepest tree.
        let (mut a, mut b) = (1_u32, 1);
        let counts: Vec<u32> = (0..30)
            .map(|_| {
                (a, b) = (b, a + b);
                a
            })
            .collect();
        let codes = Codes::new(&counts, 15);
        assert!(
            codes
                .codes
                .iter()
                .all(|&(_, length)| (1..=15).contains(&length))
        );
        let space: u32 = codes
            .codes
            .iter()
            .map(|&(_, length)| 1 << (15 - length))
            .sum();
        assert!(space <= 1 << 15, "the words overlap");
    }

    proptest! {
        #[test]
        fn any_data_come_back(
            data in prop::collection::vec(0_u8..6, 0..4000),
            stride in 1_usize..70,
            period in 0_usize..40,
        ) {
            returns(&data, stride, period);
        }

        #[test]
        fn noise_comes_back(data in prop::collection::vec(any::<u8>(), 0..3000)) {
            returns(&data, 50, 0);
        }
    }
}
