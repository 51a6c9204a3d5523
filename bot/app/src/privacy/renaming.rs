//! Renames what is stored about an account that was linked to another one, a few records at a time; it survives restarts.
//!
//! The record of the second account says that there may be more to rename, and is written last.

use crate::context::failure::Result;
use crate::context::{Change, Ctx, Loaded, Reader, transaction};
use crate::model::ids::{PlayerId, ghost};
use crate::model::key::{Index, Key};
use crate::model::record::{Alias, PersonDigest, PersonRecord, Record};
use crate::protocol::effect::Answer;
use crate::rating::ledger::Ledger;
use crate::rating::merger::Merger;
use crate::store::{Batch, Page, StoreError, Write};

/// Records of each kind handled in one step.
const STEP: usize = 50;

/// Renames the next records of a second account.
pub(crate) fn rename_some(ctx: &Ctx<'_>, second: &PlayerId) -> Result<()> {
    let Some(person) = ctx.load::<PersonRecord>(Key::Person(second.clone()))? else {
        return Ok(());
    };
    let Some(alias) = person.value.alias.filter(|alias| alias.renaming) else {
        return Ok(());
    };
    let renaming = Renaming {
        ctx,
        from: second,
        alias: &alias,
        stranger: ghost(alias.at.0.cast_unsigned() ^ ctx.moment.seed),
    };
    let mut left = false;
    for index in [
        Index::OngoingOf(second.clone()),
        Index::ChallengesBy(second.clone()),
        Index::ChallengesTo(second.clone()),
        Index::FinishedOf(second.clone()),
        Index::ChallengesMadeBy(second.clone()),
        Index::About(second.clone()),
    ] {
        let rows = ctx.list(&index, Page::first(STEP))?;
        let is_full = rows.len() == STEP;
        let mut renamed = false;
        for (_, key) in rows {
            renamed |= renaming.rename(key)?;
        }
        // A page that cannot be renamed must not hide the end.
        left |= renamed || (is_full && index != Index::About(second.clone()));
    }
    if !left {
        transaction::commit(ctx, |ctx| done(ctx, second))?;
    }
    Ok(())
}

struct Renaming<'a> {
    ctx: &'a Ctx<'a>,
    from: &'a PlayerId,
    alias: &'a Alias,
    /// Replaces the second account in records that may name a person only once.
    stranger: PlayerId,
}

impl Renaming<'_> {
    /// Renames a record; returns whether it must be visited again.
    fn rename(&self, key: Key) -> Result<bool> {
        let Self {
            ctx,
            from,
            alias: Alias { of, at, .. },
            ..
        } = *self;
        let Some(stored) = ctx.get(&key)? else {
            return Ok(false);
        };
        let mut batch = Batch::default();
        let mut record = stored.record;
        match &mut record {
            Record::Game(game) => {
                game.rename(from, of, *at);
                game.note_silent_change();
            }
            Record::Challenge(challenge) => challenge.rename(from, of),
            Record::Tournament(tournament) => tournament.rename(from, of, &self.stranger),
            Record::Audit(line) => line.rename(from, of),
            Record::Daily(daily) => daily.rename(from, of),
            Record::Person(other) if other.id() != from => {
                blocks(other, from, of, ctx.moment.seed);
            }
            Record::Pair(_) | Record::Rating(_) | Record::Career(_) => {
                let mut ledger = Ledger::new(|key: &Key| ctx.get(key));
                let merger = Merger {
                    from,
                    into: of,
                    at: *at,
                };
                ledger.merge(&merger, vec![key])?;
                (batch.writes, batch.removals) = ledger.into_merged();
                return committed(ctx, batch);
            }
            _ => return Ok(false),
        }
        batch.writes.push(Write::new(stored.version, record));
        committed(ctx, batch)
    }
}

/// Returns whether to go on: a conflict is tried again, and what has become too large keeps the second name.
fn committed(reader: &Reader<'_>, batch: Batch) -> Result<bool> {
    match reader.commit(batch) {
        Ok(()) | Err(StoreError::Conflict(_)) => Ok(true),
        Err(StoreError::TooLarge(_)) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Renames a person on a block list. If the accounts are separated again, both stay blocked.
fn blocks(person: &mut PersonRecord, from: &PlayerId, of: &PlayerId, key: u64) {
    if person.id() != of && person.blocked.contains(from) {
        person.blocked_digests.push(PersonDigest::new(from, key));
    }
    let is_blocked = person.blocked.contains(of) || person.id() == of;
    for id in &mut person.blocked {
        if id == from && !is_blocked {
            id.clone_from(of);
        }
    }
    person.blocked.retain(|id| id != from);
}

fn done(ctx: &Ctx<'_>, second: &PlayerId) -> Result<Change> {
    let mut change = Change::nothing(Answer::Seen);
    let person: Option<Loaded<PersonRecord>> = ctx.load(Key::Person(second.clone()))?;
    if let Some(mut person) = person
        && let Some(alias) = &mut person.value.alias
    {
        alias.renaming = false;
        change.writes.push(person.write());
    }
    Ok(change)
}
