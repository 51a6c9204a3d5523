//! Ratings worked out again from the finished games, for repair and to show that the stored ones are right.

use crate::context::Reader;
use crate::context::failure::Failure;
use crate::model::key::{Index, Key};
use crate::model::record::{GameRecord, Record};
use crate::rating::ledger::Ledger;
use crate::store::{Batch, Page, StoreError, Write};

/// Games read, and records written, at once.
const PAGE: usize = 200;

/// What a rebuilding came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Rebuilt {
    /// Finished games that were gone through.
    pub games: usize,
    /// Records that follow from them.
    pub records: usize,
    /// Those that were stored otherwise, or not at all.
    pub differing: usize,
}

/// Works out every rating, career, head-to-head and week from the finished games, in the order in which they were
/// counted, compares them with what is stored, and puts them in its place if `mend` says so. To be used while nobody plays.
///
/// People whose data was deleted have no records of their own: their games count for the others alone.
///
/// # Errors
/// When the store fails.
pub(crate) fn rebuild_ratings(reader: &Reader<'_>, mend: bool) -> Result<Rebuilt, Failure> {
    let mut ledger = Ledger::new(|_: &Key| Ok(None));
    let mut rebuilt = Rebuilt::default();
    let mut page = Page::first(PAGE);
    loop {
        let rows = reader.store.list(&Index::Counted, page)?;
        let Some(last) = rows.last().cloned() else {
            break;
        };
        for (_, key) in rows {
            if let Some(game) = reader.load::<GameRecord>(key)? {
                let mut game = game.value;
                ledger.enter(&mut game)?;
                rebuilt.games += 1;
            }
        }
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
        let stored = reader.store.get(&write.record.key())?;
        if stored.as_ref().is_some_and(|s| s.record == write.record) {
            continue;
        }
        rebuilt.differing += 1;
        writes.push(Write {
            expected: stored.map_or(0, |stored| stored.version),
            record: write.record,
        });
    }
    if mend {
        write_all(reader, writes)?;
    }
    Ok(rebuilt)
}

fn write_all(reader: &Reader<'_>, writes: Vec<Write>) -> Result<(), StoreError> {
    let mut writes = writes.into_iter().peekable();
    while writes.peek().is_some() {
        reader.store.commit(Batch {
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
