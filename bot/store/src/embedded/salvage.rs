//! Recovers the readable values of a damaged database.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use serde::de::IgnoredAny;
use sled::IVec;

use super::{SledStore, open, tally};
use crate::envelope::{self, ValueKind};
use crate::errors::{OpenError, RestoreError};
use crate::file_modes;
use crate::jsonl::{self, ExportScope, Lines};
use crate::keys;
use crate::tree::TreeName;

/// The result of a salvage.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Salvaged {
    /// Records recovered; some may be older than they were.
    pub records: u64,
    /// Records that were acknowledged, if the file tally still says so.
    pub acknowledged: Option<u64>,
    /// Values that were found, but are not valid.
    pub unreadable: u64,
}

type Values = BTreeMap<(TreeName, IVec), IVec>;

fn records(values: &Values) -> u64 {
    let trees = values.keys().map(|(tree, _)| *tree);
    trees.filter(|tree| *tree == TreeName::Records).count() as u64
}

/// Adds values that are new, and later versions of those that are not.
fn merge(into: &mut Values, others: Values) {
    for (name, value) in others {
        let newer = into
            .get(&name)
            .is_none_or(|present| version(&value) > version(present));
        if newer {
            into.insert(name, value);
        }
    }
}

fn version(value: &[u8]) -> u64 {
    envelope::read::<IgnoredAny>(ValueKind::Record, value).map_or(0, |envelope| envelope.v)
}

impl SledStore {
    /// Writes what is readable of a damaged database as a backup. Works on copies in `scratch`, and leaves `folder` as it is.
    pub fn salvage(
        folder: &Path,
        scratch: &Path,
        out: &mut dyn Write,
    ) -> Result<Salvaged, RestoreError> {
        let scratch_error = OpenError::io(scratch);
        let _lock = open::lock(folder)?;
        let acknowledged = tally::read(folder).ok().map(|found| found.tally.records);
        let copy = scratch.join("store");
        let mut found = Values::new();
        // sled believes its snapshot and its settings; without them it reads the whole log.
        for keep_helpers in [true, false] {
            if !keep_helpers && acknowledged.is_some_and(|all| records(&found) >= all) {
                break;
            }
            copy_database(&folder.join("store"), &copy, keep_helpers).map_err(scratch_error)?;
            // A database that does not open has nothing.
            if let Ok(database) = open::database(scratch, &copy) {
                merge(&mut found, read(&database));
            }
            fs::remove_dir_all(&copy).map_err(scratch_error)?;
        }
        let before = found.len();
        found.retain(|(tree, key), value| jsonl::is_readable(*tree, key, value));
        let unreadable = (before - found.len()) as u64;
        // A message of a lost record would lead nowhere.
        let records: Vec<IVec> = (found.keys())
            .filter(|(tree, _)| *tree == TreeName::Records)
            .map(|(_, key)| key.clone())
            .collect();
        let has_record = |subject: &[u8]| {
            keys::read_subject(subject)
                .map(|subject| keys::key(&subject.key()))
                .is_some_and(|key| records.binary_search(&key.into()).is_ok())
        };
        let mut lines = Lines::begin(out, ExportScope::All)?;
        for ((tree, key), value) in &found {
            let leads_nowhere = match tree {
                TreeName::Posts => !has_record(key),
                TreeName::Messages => !has_record(value),
                _ => false,
            };
            if !leads_nowhere {
                lines.write(*tree, key, value)?;
            }
        }
        lines.end()?;
        Ok(Salvaged {
            records: records.len() as u64,
            acknowledged,
            unreadable,
        })
    }
}

/// Copies sled's folder, with its snapshots and settings or without.
fn copy_database(from: &Path, to: &Path, with_helpers: bool) -> io::Result<()> {
    file_modes::create_folder(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let name = entry.file_name();
        let helper = name == "conf" || name.to_string_lossy().starts_with("snap.");
        if entry.file_type()?.is_dir() {
            copy_database(&entry.path(), &to.join(&name), with_helpers)?;
        } else if with_helpers || !helper {
            fs::copy(entry.path(), to.join(&name))?;
        }
    }
    Ok(())
}

fn read(database: &sled::Db) -> Values {
    let mut found = Values::new();
    let names = database.tree_names();
    for tree in TreeName::ALL {
        if tree == TreeName::Rows || !names.iter().any(|name| name == tree.name().as_bytes()) {
            continue;
        }
        let opened = catch_unwind(AssertUnwindSafe(|| database.open_tree(tree.name())));
        let Ok(Ok(opened)) = opened else { continue };
        // From both ends up to a damaged page.
        let mut forward = opened.iter();
        let mut backward = opened.iter();
        take_until_damage(tree, || forward.next(), &mut found);
        take_until_damage(tree, || backward.next_back(), &mut found);
    }
    found
}

fn take_until_damage(
    tree: TreeName,
    mut next: impl FnMut() -> Option<sled::Result<(IVec, IVec)>>,
    values: &mut Values,
) {
    while let Ok(Some(Ok((key, value)))) = catch_unwind(AssertUnwindSafe(&mut next)) {
        // The other direction was here already.
        if values.insert((tree, key), value).is_some() {
            break;
        }
    }
}
