//! LZW compression for GIF, fast on runs: most changes on a board are many pixels of one color.

/// Bits of an index; the table begins with one entry for each.
pub(crate) const INDEX_BITS: u8 = 8;

const CLEAR: u16 = 256;
const END: u16 = 257;
const FIRST_FREE: u16 = 258;
/// Codes have at most twelve bits.
const TABLE_SIZE: u16 = 4096;

/// Compresses indices into a stream of codes, not yet cut into blocks.
pub(crate) fn compress(indices: &[u8]) -> Vec<u8> {
    let mut codes = CodeWriter::new();
    codes.put(CLEAR);
    let mut dictionary = Dictionary::new();
    let mut at = 0;
    while let Some(&first) = indices.get(at) {
        let (mut prefix, known) = dictionary.longest_run(&indices[at..]);
        at += known;
        // Whether the string so far is a run of `first`.
        let mut is_run = true;
        loop {
            let Some(&next) = indices.get(at) else {
                codes.put(prefix);
                // The decoder enters one more string now, and may widen its codes for it.
                codes.grow(dictionary.next);
                break;
            };
            if let Some(code) = dictionary.find(prefix, next) {
                is_run &= next == first;
                prefix = code;
                at += 1;
                continue;
            }
            codes.put(prefix);
            if dictionary.next == TABLE_SIZE {
                codes.put(CLEAR);
                codes.reset();
                dictionary.clear();
            } else {
                let code = dictionary.add(prefix, next);
                codes.grow(code);
                if is_run && next == first {
                    dictionary.runs[usize::from(first)].push(code);
                }
            }
            break;
        }
    }
    codes.put(END);
    codes.finish()
}

/// Known strings, each a known string and one more index.
struct Dictionary {
    next: u16,
    /// A hash table with open addressing: prefix and last index above the code, or [`FREE`].
    slots: Vec<u32>,
    /// For each index, the codes of its runs of two, three and so on.
    runs: Vec<Vec<u16>>,
}

const FREE: u32 = u32::MAX;
const SLOTS: usize = 1 << 14;

impl Dictionary {
    fn new() -> Self {
        Self {
            next: FIRST_FREE,
            slots: vec![FREE; SLOTS],
            runs: vec![Vec::new(); 256],
        }
    }

    fn clear(&mut self) {
        self.next = FIRST_FREE;
        self.slots.fill(FREE);
        for runs in &mut self.runs {
            runs.clear();
        }
    }

    /// The code of the longest known run that the indices begin with, and its length.
    fn longest_run(&self, indices: &[u8]) -> (u16, usize) {
        let first = indices[0];
        let runs = &self.runs[usize::from(first)];
        let ahead = &indices[1..indices.len().min(runs.len() + 1)];
        match ahead.iter().take_while(|&&index| index == first).count() {
            0 => (u16::from(first), 1),
            more => (runs[more - 1], more + 1),
        }
    }

    /// The slot that holds a string, or the free one where it belongs.
    fn slot(&self, prefix: u16, next: u8) -> usize {
        let key = u32::from(prefix) << 8 | u32::from(next);
        let mut slot = (key.wrapping_mul(0x9E37_79B1) >> 18) as usize;
        while self.slots[slot] != FREE && self.slots[slot] >> 12 != key {
            slot = (slot + 1) % SLOTS;
        }
        slot
    }

    fn find(&self, prefix: u16, next: u8) -> Option<u16> {
        let entry = self.slots[self.slot(prefix, next)];
        let [low, high, ..] = entry.to_le_bytes();
        (entry != FREE).then(|| u16::from_le_bytes([low, high & 0x0F]))
    }

    fn add(&mut self, prefix: u16, next: u8) -> u16 {
        let code = self.next;
        let slot = self.slot(prefix, next);
        self.slots[slot] = (u32::from(prefix) << 8 | u32::from(next)) << 12 | u32::from(code);
        self.next += 1;
        code
    }
}

/// Writes codes of growing width, lowest bit first.
struct CodeWriter {
    out: Vec<u8>,
    pending: u64,
    count: u32,
    width: u32,
}

impl CodeWriter {
    fn new() -> Self {
        Self {
            out: Vec::new(),
            pending: 0,
            count: 0,
            width: u32::from(INDEX_BITS) + 1,
        }
    }

    fn reset(&mut self) {
        self.width = u32::from(INDEX_BITS) + 1;
    }

    /// The decoder learns a code one step later than the encoder, so the width grows with the code after a power of two.
    fn grow(&mut self, added: u16) {
        if u32::from(added) == 1 << self.width {
            self.width += 1;
        }
    }

    fn put(&mut self, code: u16) {
        self.pending |= u64::from(code) << self.count;
        self.count += self.width;
        if self.count >= 32 {
            self.out.extend_from_slice(&self.pending.to_le_bytes()[..4]);
            self.pending >>= 32;
            self.count -= 32;
        }
    }

    fn finish(mut self) -> Vec<u8> {
        let bytes = self.count.div_ceil(8) as usize;
        self.out
            .extend_from_slice(&self.pending.to_le_bytes()[..bytes]);
        self.out
    }
}
