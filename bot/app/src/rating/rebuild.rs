//! Rebuilds ratings from the finished games, to check or repair the stored ones.

use crate::context::Reader;
use crate::context::failure::Failure;
use crate::model::key::{Index, Key};
use crate::model::record::{GameRecord, Record};
use crate::rating::ledger::Ledger;
use crate::store::{Batch, Page, StoreError, Write};

/// Games read, and records written, in one step.
const PAGE: usize = 200;

/// The outcome of a rebuild.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Rebuilt {
    /// Finished games read.
    pub games: usize,
    /// Records rebuilt.
    pub records: usize,
    /// Records that were stored differently, or not at all.
    pub differing: usize,
}

/// Compares the stored ratings with rebuilt ones.
///
/// # Errors
/// When the store fails.
pub(crate) fn check_ratings(reader: &Reader<'_>) -> Result<Rebuilt, Failure> {
    rebuild(reader, |_| Ok(()))
}

/// Replaces the stored ratings that differ from rebuilt ones. Use it while no one plays.
///
/// # Errors
/// When the store fails.
pub(crate) fn rebuild_ratings(reader: &Reader<'_>) -> Result<Rebuilt, Failure> {
    rebuild(reader, |writes| write_all(reader, writes))
}

/// Rebuilds every rating, career, head-to-head and week from the finished games in the order in which they were counted,
/// and passes those that are stored differently to `correct`.
///
/// People whose data was deleted have no records: their games count only for their opponents.
fn rebuild(
    reader: &Reader<'_>,
    correct: impl FnOnce(Vec<Write>) -> Result<(), StoreError>,
) -> Result<Rebuilt, Failure> {
    let mut ledger = Ledger::new(|_: &Key| Ok(None));
    let mut rebuilt = Rebuilt::default();
    let mut page = Page::first(PAGE);
    loop {
        let rows = reader.list(&Index::Counted, page)?;
        let Some(last) = rows.last().cloned() else {
            break;
        };
        for game in reader.records::<GameRecord>(rows, PAGE) {
            ledger.enter(&mut game?)?;
            rebuilt.games += 1;
        }
        reader.forget();
        page = Page {
            after: Some(last),
            ..Page::first(PAGE)
        };
    }
    let mut writes = Vec::new();
    for write in ledger.into_writes() {
        if about_a_ghost(&write.record) {
            continue;
        }
        rebuilt.records += 1;
        let stored = reader.get(&write.record.key())?;
        if stored.as_ref().is_some_and(|s| s.record == write.record) {
            continue;
        }
        rebuilt.differing += 1;
        writes.push(Write {
            expected: stored.map_or(0, |stored| stored.version),
            record: write.record,
        });
    }
    correct(writes)?;
    Ok(rebuilt)
}

fn write_all(reader: &Reader<'_>, writes: Vec<Write>) -> Result<(), StoreError> {
    let mut writes = writes.into_iter().peekable();
    while writes.peek().is_some() {
        reader.commit(Batch {
            writes: writes.by_ref().take(PAGE).collect(),
            ..Batch::default()
        })?;
    }
    Ok(())
}

fn about_a_ghost(record: &Record) -> bool {
    match record {
        Record::Rating(rating) => rating.id.player.is_ghost(),
        Record::Career(career) => career.person.id.is_ghost(),
        Record::Pair(pair) => pair
            .id
            .both()
            .into_iter()
            .any(crate::model::ids::PlayerId::is_ghost),
        _ => false,
    }
}
