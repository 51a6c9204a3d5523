//! Counts acknowledged commits and values: in the database with each commit, and in the file `tally` after each sync.
//!
//! sled drops what it cannot read, and opens what is left. The file shows at the next start whether the database still has
//! every commit that was acknowledged; the digest shows at a check whether it still has every value.
//!
//! The file has two slots, a page each, which are written in turn: a write that a power cut tears leaves the other one. It is
//! never ahead of the database, and never further behind than the commits that share a sync.

use std::fs::{self, File};
use std::hash::Hasher as _;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;

use siphasher::sip::SipHasher13;
use siphasher::sip128::{Hasher128 as _, SipHasher13 as SipHasher128};

use crate::file_modes;
use crate::tree::TreeName;

/// The most commits that share one sync: the first of them waits for the last.
pub(super) const MAX_GROUP: usize = 256;
/// The file's name in the data folder.
pub(super) const FILE: &str = "tally";
/// A slot's size in bytes: a page of the disk.
const SLOT: usize = 4096;
/// An encoded tally's size in bytes, without its checksum.
const LENGTH: usize = 40;

/// How much a database has seen and holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Tally {
    /// A random number that identifies the database.
    pub(super) database: u64,
    /// Commits so far; zero only while the database is created.
    pub(super) commits: u64,
    pub(super) records: u64,
    /// The sum of the hashes of all values in all trees, so that their order does not matter.
    digest: u128,
}

impl Tally {
    /// The tally of a database that is being created.
    pub(super) fn creating() -> Self {
        Self {
            database: rand::random(),
            ..Self::default()
        }
    }

    pub(super) fn add(&mut self, tree: TreeName, key: &[u8], value: &[u8]) {
        self.records += u64::from(tree == TreeName::Records);
        self.digest = self.digest.wrapping_add(hash(tree, key, value));
    }

    pub(super) fn remove(&mut self, tree: TreeName, key: &[u8], value: &[u8]) {
        // A damaged database may have lost track of them.
        self.records = self
            .records
            .saturating_sub(u64::from(tree == TreeName::Records));
        self.digest = self.digest.wrapping_sub(hash(tree, key, value));
    }

    /// Whether both have the same values, whatever their commits.
    pub(super) fn same_values(&self, other: &Self) -> bool {
        (self.records, self.digest) == (other.records, other.digest)
    }

    /// Its bytes with a checksum.
    pub(super) fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(LENGTH + 8);
        for number in [self.database, self.commits, self.records] {
            bytes.extend(number.to_be_bytes());
        }
        bytes.extend(self.digest.to_be_bytes());
        let mut checksum = SipHasher13::new();
        checksum.write(&bytes);
        bytes.extend(checksum.finish().to_be_bytes());
        bytes
    }

    /// Reads exactly what [`Self::encode`] wrote.
    pub(super) fn decode(bytes: &[u8]) -> Option<Self> {
        let number = |at: usize| {
            let bytes = bytes.get(at..at + 8)?;
            Some(u64::from_be_bytes(bytes.try_into().ok()?))
        };
        let read = Self {
            database: number(0)?,
            commits: number(8)?,
            records: number(16)?,
            digest: u128::from(number(24)?) << 64 | u128::from(number(32)?),
        };
        (read.encode() == bytes).then_some(read)
    }

    fn slot(&self) -> Vec<u8> {
        let mut bytes = self.encode();
        bytes.resize(SLOT, 0);
        bytes
    }

    fn read_slot(bytes: &[u8]) -> Option<Self> {
        let read = Self::decode(bytes.get(..LENGTH + 8)?)?;
        (read.slot() == bytes).then_some(read)
    }
}

/// The hash must stay as it is: it is stored. A key of its own keeps it apart from other uses.
fn hash(tree: TreeName, key: &[u8], value: &[u8]) -> u128 {
    let mut hasher = SipHasher128::new_with_keys(0x6465_6c6f_7374_616c, tree as u64);
    hasher.write(&(key.len() as u64).to_be_bytes());
    hasher.write(key);
    hasher.write(value);
    hasher.finish128().as_u128()
}

/// The content of the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Acknowledged {
    pub(super) tally: Tally,
    /// Whether the other slot is unreadable: it may have been the newer one.
    pub(super) torn: bool,
    /// The slot to write next.
    next: usize,
}

/// Why the file tells nothing.
#[derive(Debug)]
pub(super) enum Unknown {
    Missing,
    Damaged,
    Io(io::Error),
}

pub(super) fn read(folder: &Path) -> Result<Acknowledged, Unknown> {
    let mut bytes = Vec::new();
    let read = File::open(folder.join(FILE))
        .and_then(|file| file.take(2 * SLOT as u64 + 1).read_to_end(&mut bytes));
    match read {
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(Unknown::Missing),
        Err(error) => return Err(Unknown::Io(error)),
    }
    let whole = bytes.len() == 2 * SLOT;
    let slot = |number: usize| Tally::read_slot(bytes.get(number * SLOT..(number + 1) * SLOT)?);
    let (tally, torn, next) = match (slot(0), slot(1)) {
        (None, None) => return Err(Unknown::Damaged),
        (Some(only), None) => (only, true, 1),
        (None, Some(only)) => (only, true, 0),
        (Some(first), Some(second)) if first.commits > second.commits => (first, false, 1),
        (Some(_), Some(second)) => (second, false, 0),
    };
    Ok(Acknowledged {
        tally,
        torn: torn || !whole,
        next,
    })
}

/// Creates or replaces the file, durably.
pub(super) fn create(folder: &Path, tally: &Tally) -> io::Result<()> {
    let new = folder.join("tally.new");
    let mut file = file_modes::create(&new)?;
    file.write_all(&tally.slot())?;
    file.write_all(&tally.slot())?;
    file.sync_all()?;
    fs::rename(new, folder.join(FILE))?;
    file_modes::sync_folder(folder)
}

#[derive(Debug)]
pub(super) struct TallyFile {
    file: File,
    next: usize,
}

impl TallyFile {
    pub(super) fn open(folder: &Path, found: &Acknowledged) -> io::Result<Self> {
        Ok(Self {
            file: File::options().write(true).open(folder.join(FILE))?,
            next: found.next,
        })
    }

    /// Replaces the older slot, durably.
    pub(super) fn write(&mut self, tally: &Tally) -> io::Result<()> {
        self.file.seek(SeekFrom::Start((self.next * SLOT) as u64))?;
        self.file.write_all(&tally.slot())?;
        // In place: the file's size does not change.
        self.file.sync_data()?;
        self.next = 1 - self.next;
        Ok(())
    }
}

/// "its last 4 commits are missing"
pub(super) fn last_missing(commits: u64) -> String {
    match commits {
        1 => "its last commit is missing".to_owned(),
        _ => format!("its last {commits} commits are missing"),
    }
}

/// Compares the database's tally with the acknowledged one; says what is missing.
pub(super) fn compare(stored: &Tally, acknowledged: &Acknowledged) -> Result<(), String> {
    let Acknowledged { tally, torn, .. } = acknowledged;
    let group = MAX_GROUP as u64;
    // Commits that were made durable when the program stopped, before it could say so; a lost slot may hide as many.
    let unconfirmed = if *torn { 2 * group } else { group };
    let (had, has) = (tally.commits, stored.commits);
    if stored.database != tally.database {
        Err("the database and the file tally do not belong together: one of them was copied from another data folder or from a restored one".to_owned())
    } else if has < had {
        let records = tally.records;
        Err(format!(
            "it is older than the file tally: {} ({had} were acknowledged, with {records} records)",
            last_missing(had - has)
        ))
    } else if has == had && !stored.same_values(tally) {
        Err("the counts in the database and in the file tally differ".to_owned())
    } else if has - had > unconfirmed {
        Err(format!(
            "the file tally is older than the database: it knows {had} commits of {has}"
        ))
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(commits: u64) -> Tally {
        let mut tally = Tally {
            database: 7,
            commits,
            ..Tally::default()
        };
        tally.add(TreeName::Records, b"1abc", b"{}");
        tally
    }

    #[test]
    fn the_stored_form_does_not_change() {
        let stored: [u8; LENGTH + 8] = tally(3).encode().try_into().expect("its length");
        let (fields, digest) = stored.split_at(24);
        assert_eq!(
            fields,
            [[0; 7].as_slice(), &[7], &[0; 7], &[3], &[0; 7], &[1]].concat()
        );
        assert_eq!(
            u128::from_be_bytes(digest[..16].try_into().expect("its length")),
            0x9ebd_6a78_fa62_4b09_98a4_0cd3_d612_fbe8
        );
        assert_eq!(digest[16..], 0x9e71_096e_d408_86bb_u64.to_be_bytes());
    }

    #[test]
    fn adding_and_removing_in_any_order_leaves_the_same() {
        let values: [(TreeName, &[u8], &[u8]); 4] = [
            (TreeName::Records, b"a", b"bc"),
            (TreeName::Records, b"ab", b"c"),
            (TreeName::Rows, b"ab", b"c"),
            (TreeName::Records, b"x", b""),
        ];
        let (mut one, mut other) = (Tally::default(), Tally::default());
        for (tree, key, value) in values {
            one.add(tree, key, value);
        }
        for (tree, key, value) in values.into_iter().rev() {
            other.add(tree, key, value);
        }
        assert_eq!(one, other);
        for (tree, key, value) in values {
            let before = one;
            one.remove(tree, key, value);
            assert_ne!(one.digest, before.digest);
        }
        assert_eq!(one, Tally::default());
    }

    #[test]
    fn a_torn_slot_leaves_the_other_one() {
        let folder = tempfile::tempdir().expect("made");
        let found = || read(folder.path()).expect("read");
        create(folder.path(), &tally(1)).expect("written");
        let mut file = TallyFile::open(folder.path(), &found()).expect("opens");
        for commits in 2..6 {
            file.write(&tally(commits)).expect("written");
            let last = found();
            assert_eq!((last.tally, last.torn), (tally(commits), false));
            // The next write goes to the slot that is older.
            assert_eq!(last.next, file.next);
            let path = folder.path().join(FILE);
            let whole = fs::read(&path).expect("read");
            for at in [0, 17, 47, 48, SLOT - 1] {
                for slot in 0..2 {
                    let mut bytes = whole.clone();
                    bytes[slot * SLOT + at] ^= 4;
                    fs::write(&path, &bytes).expect("written");
                    let found = found();
                    let kept = commits - u64::from(slot != file.next);
                    assert_eq!((found.tally, found.torn), (tally(kept), true));
                    assert_eq!(found.next, slot, "the torn slot is replaced");
                }
            }
            fs::write(&path, whole).expect("written");
        }
    }

    #[test]
    fn only_one_group_may_be_unconfirmed() {
        let found = |commits, torn| Acknowledged {
            tally: tally(commits),
            torn,
            next: 0,
        };
        let group = MAX_GROUP as u64;
        assert_eq!(compare(&tally(9), &found(9, false)), Ok(()));
        assert_eq!(compare(&tally(9 + group), &found(9, false)), Ok(()));
        let (mut foreign, mut changed) = (tally(9), tally(9));
        (foreign.database, changed.records) = (8, 0);
        let missing = "its last commit is missing (9";
        let older = "the file tally is older than the database";
        for (stored, acknowledged, why) in [
            (tally(8), found(9, false), missing),
            (tally(8), found(9, true), missing),
            (tally(10 + group), found(9, false), older),
            (tally(10 + 2 * group), found(9, true), older),
            (foreign, found(9, false), "do not belong together"),
            (changed, found(9, false), "differ"),
        ] {
            let refused = compare(&stored, &acknowledged).expect_err(why);
            assert!(refused.contains(why), "{refused}");
        }
    }
}
