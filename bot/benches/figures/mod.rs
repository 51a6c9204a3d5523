//! What several benchmarks measure and make.

#![allow(dead_code, reason = "each benchmark uses a part")]

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

/// Returns how long each of some queries takes.
pub(crate) fn times(queries: usize, mut query: impl FnMut(usize)) -> Vec<Duration> {
    let time = |number| {
        let begun = Instant::now();
        query(number);
        begun.elapsed()
    };
    (0..queries).map(time).collect()
}

/// Sorts figures and returns the one that this percentage of them do not exceed.
pub(crate) fn percentile<T: Copy + Default + Ord>(figures: &mut [T], percent: usize) -> T {
    figures.sort_unstable();
    let last = figures.len().saturating_sub(1);
    let figure = figures.get(last * percent / 100);
    figure.copied().unwrap_or_default()
}

/// Returns the size of a folder in bytes.
pub(crate) fn size(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .map(|entry| match entry.metadata() {
            Ok(data) if data.is_dir() => size(&entry.path()),
            Ok(data) => data.len(),
            Err(_) => 0,
        })
        .sum()
}

/// Returns the code of the game with this number.
pub(crate) fn code(number: usize) -> String {
    let letters = b"0123456789abcdefghjkmnpqrstvwxyz";
    let letter = |place: usize| char::from(letters[(number >> (5 * place)) & 31]);
    (0..6).rev().map(letter).collect()
}
