//! Commits of changes, with retries after conflicts, and the hooks around them.

use std::cell::RefCell;
use std::collections::BTreeMap;

use crate::context::failure::Result;
use crate::context::{Change, Ctx};
use crate::model::{GameId, Home, Key, Moment, Record, RoundId, TournamentId};
use crate::protocol::{Effect, EffectId, Handled, Outgoing, Refusal, Subject};
use crate::store::{Batch, Contended, Store, StoreError, Write};

/// Attempts at a change that conflicts with others.
const ATTEMPTS: u32 = 20;

/// Completes a change before it is committed.
pub(crate) type Hook = fn(&Ctx<'_>, &mut Change) -> Result<()>;

/// Consequences of a change, regardless of its cause.
pub(crate) struct Hooks {
    /// Run in this order before a commit, and become part of it.
    pub(crate) before_commit: &'static [Hook],
    /// Runs after a commit, as a separate change, for each tournament in which a game ended.
    pub(crate) game_ended: fn(&Ctx<'_>, TournamentId, &Ended) -> Result<Vec<Outgoing>>,
}

/// The games that ended with a change, with their rounds.
pub(crate) type Ended = BTreeMap<GameId, RoundId>;

/// Computes a change and commits it. After a write conflict, it starts over from the new state. Retries are serialized, so that
/// each of many concurrent changes succeeds.
///
/// When this returns `Ok`, the store holds the change and its effects durably.
pub(crate) fn commit(ctx: &Ctx<'_>, work: impl Fn(&Ctx<'_>) -> Result<Change>) -> Result<Handled> {
    // Records read before this change may be out of date after it.
    ctx.forget();
    let mut contended: Option<Contended> = None;
    for attempt in 0..ATTEMPTS {
        let mut attempted = None;
        let mut try_on = |store: &dyn Store| {
            attempted = Some(try_commit(ctx, store, attempt, &work));
        };
        match &contended {
            None => try_on(ctx.store),
            Some(contended) => ctx.store.hold(contended, &mut try_on)?,
        }
        match attempted.transpose()? {
            // The hooks may retry too, so they run after the locks are released.
            Some(Attempt::Committed(mut handled, ended)) => {
                handled.outgoing.extend(after_commit(ctx, ended));
                return Ok(handled);
            }
            Some(Attempt::Lost(to)) => contended = Some(to),
            None => {}
        }
    }
    Err(Refusal::Busy.into())
}

/// Commits the change like [`commit`], and returns its effects.
pub(crate) fn commit_for_effects(
    ctx: &Ctx<'_>,
    work: impl Fn(&Ctx<'_>) -> Result<Change>,
) -> Result<Vec<Outgoing>> {
    Ok(commit(ctx, work)?.outgoing)
}

/// The result of one attempt at a change.
enum Attempt {
    /// With the tournaments of which a game ended.
    Committed(Handled, BTreeMap<TournamentId, Ended>),
    /// Another command changed this first.
    Lost(Contended),
}

fn try_commit(
    ctx: &Ctx<'_>,
    store: &dyn Store,
    attempt: u32,
    work: &impl Fn(&Ctx<'_>) -> Result<Change>,
) -> Result<Attempt> {
    let guards = RefCell::default();
    let ctx = &Ctx {
        reader: ctx.reader.over(store),
        attempt,
        guards: Some(&guards),
        ..*ctx
    };
    let mut change = work(ctx)?;
    for hook in ctx.hooks.before_commit {
        hook(ctx, &mut change)?;
    }
    let is_something = change.is_something();
    let ended = with_ended_games(&change.writes);
    let outgoing = (0_u32..)
        .zip(change.effects)
        .map(|(n, effect)| {
            Ok(Outgoing {
                id: effect_id(ctx.moment, n),
                home: home_of(ctx, &change.writes, &effect)?,
                effect,
            })
        })
        .collect::<Result<Vec<_>>>()?;
    let handled = Handled {
        answer: change.answer,
        outgoing: outgoing.clone(),
    };
    let committed = Attempt::Committed(handled, ended);
    if !is_something {
        return Ok(committed);
    }
    match store.commit(Batch {
        writes: change.writes,
        outgoing,
        done: change.done,
        ..guards.take()
    }) {
        Ok(()) => Ok(committed),
        Err(StoreError::Conflict(key)) => Ok(Attempt::Lost(Contended::Record(key))),
        Err(StoreError::Full(index)) => Ok(Attempt::Lost(Contended::Index(index))),
        Err(error) => Err(error.into()),
    }
}

/// The home of the process that performs an effect.
fn home_of(ctx: &Ctx<'_>, writes: &[Write], effect: &Effect) -> Result<Home> {
    let of_subject = |subject: Subject| {
        let home = home_after(ctx, writes, &subject.key(), |record| {
            subject.home_in(record)
        })?;
        Ok(home.unwrap_or(Home::DIRECT))
    };
    match effect {
        Effect::Show(show) => of_subject(show.subject),
        Effect::Think(_) => Ok(Home::ENGINE),
        Effect::Analyze(_) => Ok(Home::REVIEW),
        Effect::Announce(announce) => Ok(Home::direct(announce.room.platform())),
        Effect::Tell(tell) => Ok(Home::direct(tell.to.platform())),
        Effect::LookFor(look) => Ok(Home::of_server(&look.server)),
        Effect::Award(award) => Ok(Home::of_server(&award.server)),
        Effect::CloseThread(close) => of_subject(Subject::Game(close.game)),
        Effect::Schedule(schedule) => of_subject(Subject::Tournament(schedule.tournament)),
    }
}

/// The home of a record, as written by a change or else as stored.
pub(crate) fn home_after(
    ctx: &Ctx<'_>,
    writes: &[Write],
    key: &Key,
    home: impl Fn(&Record) -> Home,
) -> Result<Option<Home>> {
    if let Some(write) = writes.iter().find(|write| write.record.key() == *key) {
        return Ok(Some(home(&write.record)));
    }
    let stored = ctx.get(key)?;
    Ok(stored.map(|stored| home(&stored.record)))
}

/// Advances tournaments whose games ended. A failure only stalls them.
fn after_commit(ctx: &Ctx<'_>, ended: BTreeMap<TournamentId, Ended>) -> Vec<Outgoing> {
    let mut outgoing = Vec::new();
    for ((id, games), n) in ended.into_iter().zip(1..) {
        let seed = ctx.moment.seed.rotate_left(32).wrapping_add(n);
        match (ctx.hooks.game_ended)(&ctx.seeded(seed), id, &games) {
            Ok(more) => outgoing.extend(more),
            Err(failure) => ctx.shared.stall(id, &failure),
        }
    }
    outgoing
}

/// The tournaments of the games that end with these writes.
fn with_ended_games(writes: &[Write]) -> BTreeMap<TournamentId, Ended> {
    let mut ended: BTreeMap<_, Ended> = BTreeMap::new();
    for write in writes {
        if let Record::Game(game) = &write.record
            && let (Some(_), Some(event)) = (game.result, game.event)
        {
            let games = ended.entry(event.round.tournament).or_default();
            games.insert(game.id, event.round);
        }
    }
    ended
}

/// An id that sorts by time, then by the order within one command.
pub(crate) fn effect_id(moment: Moment, n: u32) -> EffectId {
    EffectId(format!(
        "{:013}-{:016x}-{n:02}",
        moment.now.0.max(0),
        moment.seed
    ))
}
