//! Deterministic pseudo-random numbers: equal seeds, equal results, on every platform.

/// Returns the first output of `SplitMix64` (Steele, Lea and Flood, 2014) for a seed.
pub(crate) const fn splitmix64(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// Turns random bits into a roughly normal number with mean 0 and this standard deviation.
pub(crate) fn normal(bits: u64, deviation: i32) -> i32 {
    // The sum of four bytes has mean 510 and standard deviation 148.
    let sum: i32 = bits
        .to_le_bytes()
        .iter()
        .take(4)
        .map(|&byte| i32::from(byte))
        .sum();
    (sum - 510) * deviation / 148
}

/// Turns random bits into `true` with this probability.
pub(crate) fn chance(bits: u64, permille: u32) -> bool {
    bits % 1000 < u64::from(permille)
}

/// Maps random bits to an index below `len`; 0 if `len` is 0.
pub(crate) fn index(bits: u64, len: usize) -> usize {
    let len = u64::try_from(len).unwrap_or(1).max(1);
    usize::try_from(bits % len).unwrap_or(0)
}
