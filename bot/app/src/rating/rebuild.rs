//! Rebuilds ratings from the finished games, to check or repair the stored ones.

use std::collections::BTreeSet;

use rules_core::Color;

use crate::context::Reader;
use crate::context::failure::Result;
use crate::model::ids::PlayerId;
use crate::model::key::{Index, Key};
use crate::model::moment::Timestamp;
use crate::model::record::{GameRecord, Record, Seat};
use crate::rating::ledger::Ledger;
use crate::rating::merger::Merger;
use crate::store::{Batch, Page, StoreError, Stored, Write};

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
pub(crate) fn check_ratings(reader: &Reader<'_>, progress: &dyn Fn(usize)) -> Result<Rebuilt> {
    rebuild(reader, progress, |_| Ok(()))
}

/// Replaces the stored ratings that differ from rebuilt ones. Use it while no one plays.
pub(crate) fn rebuild_ratings(reader: &Reader<'_>, progress: &dyn Fn(usize)) -> Result<Rebuilt> {
    rebuild(reader, progress, |writes| write_all(reader, writes))
}

/// Rebuilds every rating, career, head-to-head and week from the finished games in the order in which they were counted,
/// and passes those that are stored differently to `correct`.
///
/// A game of an account that was linked to another one later counts for it alone, until both are merged in the same way.
///
/// People whose data was deleted have no records: their games count only for their opponents.
fn rebuild(
    reader: &Reader<'_>,
    progress: &dyn Fn(usize),
    correct: impl FnOnce(Vec<Write>) -> Result<(), StoreError>,
) -> Result<Rebuilt> {
    let mut ledger = Ledger::new(|_: &Key| Ok(None));
    let mut accounts = Accounts::default();
    let mut rebuilt = Rebuilt::default();
    for rows in reader.pages(&Index::Counted, Page::first(PAGE)) {
        for game in reader.records::<GameRecord>(rows?, PAGE) {
            let mut game = game?;
            if let Some(counted) = game.counted {
                accounts.merge_before(counted.at, &mut ledger)?;
            }
            accounts.separate(&mut game);
            ledger.enter(&mut game)?;
            rebuilt.games += 1;
        }
        reader.forget();
        progress(rebuilt.games);
    }
    accounts.merge_before(Timestamp(i64::MAX), &mut ledger)?;
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
        writes.push(Write::new(
            stored.map_or(0, |stored| stored.version),
            write.record,
        ));
    }
    correct(writes)?;
    Ok(rebuilt)
}

/// Accounts that were linked to others later than the games that are being read.
#[derive(Default)]
struct Accounts {
    /// When each will be linked, and the id of the account with what tells it from the one it will be linked to.
    due: BTreeSet<(Timestamp, PlayerId, PlayerId)>,
}

impl Accounts {
    /// Restores the accounts that played a game: each gets its own id back.
    fn separate(&mut self, game: &mut GameRecord) {
        for color in Color::ALL {
            let Seat::Person(person) = &mut game.seats[color] else {
                continue;
            };
            // An account to which others were linked may have been linked itself, later.
            for &at in game.joined[color].iter().rev() {
                let own = PlayerId::new(format!("{}\n{}", person.id, at.0));
                self.due.insert((at, own.clone(), person.id.clone()));
                person.id = own;
            }
        }
    }

    /// Links the accounts that were linked before a time.
    fn merge_before<F>(&mut self, time: Timestamp, ledger: &mut Ledger<F>) -> Result<()>
    where
        F: Fn(&Key) -> Result<Option<Stored>, StoreError>,
    {
        while let Some((at, from, into)) = self.due.pop_first() {
            if at >= time {
                self.due.insert((at, from, into));
                break;
            }
            let merger = Merger {
                from: &from,
                into: &into,
                at,
            };
            let keys = ledger.open_of(&from);
            ledger.merge(&merger, keys)?;
        }
        Ok(())
    }
}

fn write_all(reader: &Reader<'_>, writes: Vec<Write>) -> Result<(), StoreError> {
    let mut writes = writes.into_iter().peekable();
    while writes.peek().is_some() {
        reader.commit(Batch::writing(writes.by_ref().take(PAGE)))?;
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
