//! Rebuilds ratings from the finished games, to check or repair the stored ones.

use std::collections::BTreeSet;

use rules_core::Color;

use crate::context::Reader;
use crate::context::failure::Result;
use crate::model::{GameRecord, Index, Key, PlayerId, Record, Seat, Timestamp};
use crate::rating::ledger::Ledger;
use crate::store::{Batch, Page, Write};

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

/// Replaces the stored ratings that differ from rebuilt ones. Use it while no one plays.
pub(crate) fn rebuild_ratings(reader: &Reader<'_>, progress: &dyn Fn(usize)) -> Result<Rebuilt> {
    let (rebuilt, differing) = rebuild(reader, progress)?;
    let mut writes = differing.into_iter().peekable();
    while writes.peek().is_some() {
        reader.commit(Batch::writing(writes.by_ref().take(PAGE)))?;
    }
    Ok(rebuilt)
}

/// Rebuilds every rating, career, head-to-head and week from the finished games in the order in which they were counted.
/// Returns also what corrects those that are stored differently.
///
/// A game of an account that was linked to another one later counts for it alone, until both are merged in the same way.
///
/// People whose data was deleted have no records: their games count only for their opponents.
pub(crate) fn rebuild(
    reader: &Reader<'_>,
    progress: &dyn Fn(usize),
) -> Result<(Rebuilt, Vec<Write>)> {
    let mut ledger = Ledger::new(|_: &Key| Ok(None));
    let mut links = Links::new();
    let mut rebuilt = Rebuilt::default();
    for rows in reader.pages(&Index::Counted, Page::first(PAGE)) {
        for game in reader.records::<GameRecord>(rows?, PAGE) {
            let mut game = game?;
            if let Some(counted) = game.counted {
                merge_before(counted.at, &mut links, &mut ledger)?;
            }
            separate(&mut game, &mut links);
            ledger.enter(&mut game)?;
            rebuilt.games += 1;
        }
        reader.forget();
        progress(rebuilt.games);
    }
    merge_before(Timestamp(i64::MAX), &mut links, &mut ledger)?;
    let mut differing = Vec::new();
    for mut write in ledger.into_changes().0 {
        if about_a_ghost(&write.record) {
            continue;
        }
        rebuilt.records += 1;
        let stored = reader.get(&write.record.key())?;
        if stored.as_ref().is_none_or(|s| s.record != write.record) {
            write.expected = stored.map_or(0, |stored| stored.version);
            differing.push(write);
        }
    }
    rebuilt.differing = differing.len();
    Ok((rebuilt, differing))
}

/// Accounts that were linked to others later than the games that are being read: when each will be linked, the id of the
/// account with what tells it from the one it will be linked to, and the id of that one.
type Links = BTreeSet<(Timestamp, PlayerId, PlayerId)>;

/// Restores the accounts that played a game: each gets its own id back.
fn separate(game: &mut GameRecord, links: &mut Links) {
    for color in Color::ALL {
        let Seat::Person(person) = &mut game.seats[color] else {
            continue;
        };
        // An account to which others were linked may have been linked itself, later.
        for &at in game.joined[color].iter().rev() {
            let own = PlayerId::new(format!("{}\n{}", person.id, at.0));
            links.insert((at, own.clone(), person.id.clone()));
            person.id = own;
        }
    }
}

/// Links the accounts that were linked before a time.
fn merge_before(time: Timestamp, links: &mut Links, ledger: &mut Ledger<'_>) -> Result<()> {
    while let Some(next) = links.first().filter(|(at, ..)| *at < time).cloned() {
        links.remove(&next);
        let (at, from, into) = next;
        let keys = ledger.open_of(&from);
        ledger.merge(&from, &into, at, keys)?;
    }
    Ok(())
}

fn about_a_ghost(record: &Record) -> bool {
    match record {
        Record::Rating(rating) => rating.id.player.is_ghost(),
        Record::Career(career) => career.person.id.is_ghost(),
        Record::Pair(pair) => pair.id.both().into_iter().any(PlayerId::is_ghost),
        _ => false,
    }
}
