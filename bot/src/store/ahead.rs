//! Reads ahead what sled is going to read one by one when it opens: a line of its log for each change since the last start.
//!
//! From a disk that answers each question late, and after a power cut nothing is in memory, that took a minute for four gigabytes;
//! many questions at once are answered in the time of one. Nothing is written here, and what is not understood is left to sled.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::FileExt as _;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::{Builder, scope};

/// sled's log is made of segments of this length.
const SEGMENT: u64 = 512 * 1024;
/// Each begins with a checksum, its place in the log, and how much of the log was safe when it was begun.
const HEADER: usize = 20;
/// Turns the numbers of a header into places in the log.
const MASK: i64 = i64::MAX;
/// Questions that the disk is asked at once.
const READERS: usize = 16;
/// With fewer segments it is quicker to just open.
const FEW: u64 = 64;
/// What is read ahead where the system does not tell how much memory is free.
const MODEST: u64 = 256 << 20;

/// Opens the database in this folder while its segments are read ahead.
pub(super) fn of<T>(store: &Path, open: impl FnOnce() -> T) -> T {
    let Ok((file, starts)) = segments(store, FEW) else {
        return open();
    };
    let room = free_memory().map_or(MODEST, |free| free / 2) / SEGMENT;
    let wanted = starts
        .len()
        .min(usize::try_from(room).unwrap_or(usize::MAX));
    let (next, opened) = (AtomicUsize::new(0), AtomicBool::new(false));
    let read = || {
        let mut buffer = vec![0; usize::try_from(SEGMENT).unwrap_or_default()];
        while !opened.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(start) = starts.get(number).filter(|_| number < wanted) else {
                break;
            };
            // It is read to be in the system's memory; who needs it will say what is wrong with it.
            drop(file.read_at(&mut buffer, *start));
        }
    };
    scope(|scope| {
        for _ in 0..READERS.min(wanted) {
            // One reader fewer, if there is no thread to be had.
            drop(Builder::new().spawn_scoped(scope, read));
        }
        let outcome = open();
        opened.store(true, Ordering::Relaxed);
        outcome
    })
}

/// The file of the database, and where the segments begin in it that were written since the last start, oldest first.
pub(super) fn segments(store: &Path, few: u64) -> io::Result<(File, Vec<u64>)> {
    let file = File::open(store.join("db"))?;
    let count = file.metadata()?.len() / SEGMENT;
    if count < few {
        return Ok((file, Vec::new()));
    }
    let since = last_start(store)? / SEGMENT.cast_signed() * SEGMENT.cast_signed();
    let next = AtomicUsize::new(0);
    let found = Mutex::new(Vec::new());
    let read = || {
        loop {
            let start = next.fetch_add(1, Ordering::Relaxed) as u64 * SEGMENT;
            if start >= count * SEGMENT {
                break;
            }
            if let Some(place) = place(&file, start).filter(|place| *place >= since) {
                let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
                found.push((place, start));
            }
        }
    };
    scope(|scope| {
        for _ in 1..READERS {
            drop(Builder::new().spawn_scoped(scope, read));
        }
        read();
    });
    let mut found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    found.sort_unstable();
    let starts = found.into_iter().map(|(_, start)| start).collect();
    Ok((file, starts))
}

/// The place in the log of the segment that begins here; nothing if it was never written.
fn place(file: &File, start: u64) -> Option<i64> {
    let mut header = [0; HEADER];
    file.read_exact_at(&mut header, start).ok()?;
    let (_, numbers) = header.split_first_chunk::<4>()?;
    let place = i64::from_le_bytes(*numbers.first_chunk()?) ^ MASK;
    (place >= 0 && place % SEGMENT.cast_signed() == 0).then_some(place)
}

/// Up to which place the log was read at the last start: the latest snapshot is named by it.
fn last_start(store: &Path) -> io::Result<i64> {
    let mut latest = 0;
    for entry in fs::read_dir(store)? {
        let name = entry?.file_name();
        let place = name.to_str().and_then(|name| name.strip_prefix("snap."));
        let place = place.and_then(|place| i64::from_str_radix(place, 16).ok());
        latest = latest.max(place.unwrap_or(0));
    }
    Ok(latest)
}

/// Bytes of memory that nobody needs.
fn free_memory() -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_segments_of_sled_since_the_last_start_are_found_in_the_order_of_its_log() {
        let folder = tempfile::tempdir().expect("a folder");
        let open = || sled::open(folder.path()).expect("opens");
        let database = open();
        for round in 0..3_u8 {
            for number in 0..200_u32 {
                let value = vec![round; 10_000];
                database
                    .insert(number.to_be_bytes(), value)
                    .expect("inserted");
            }
            database.flush().expect("flushed");
        }
        drop(database);
        let (file, written) = segments(folder.path(), 0).expect("read");
        let places: Vec<_> = written.iter().map(|start| place(&file, *start)).collect();
        assert!(places.len() >= 4, "{places:?}");
        assert!(places.is_sorted(), "{places:?}");
        assert_eq!(place(&file, 1 << 40), None, "the file ends before");
        // The next start notes how far it has read.
        drop(open());
        let (_, since) = segments(folder.path(), 0).expect("read");
        assert!(since.len() <= 1, "{since:?} of {written:?}");
        let (_, none) = segments(folder.path(), FEW).expect("read");
        assert!(none.is_empty(), "so few are not worth the trouble");
    }

    #[test]
    fn what_is_opened_is_handed_on_and_a_folder_without_a_database_is_no_trouble() {
        let folder = tempfile::tempdir().expect("a folder");
        assert_eq!(of(folder.path(), || 7), 7);
        let file = File::create(folder.path().join("db")).expect("made");
        file.set_len(2 * FEW * SEGMENT).expect("made longer");
        assert_eq!(of(folder.path(), || 8), 8);
        fs::write(folder.path().join("snap.no number"), "").expect("written");
        assert_eq!(of(folder.path(), || 9), 9);
    }
}
