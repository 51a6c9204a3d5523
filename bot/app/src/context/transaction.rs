//! Commits of changes, with retries after conflicts, and the hooks around them.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::sync::PoisonError;

use crate::context::failure::Failure;
use crate::context::{Change, Ctx, Guards};
use crate::model::ids::TournamentId;
use crate::model::moment::Moment;
use crate::model::record::Record;
use crate::protocol::effect::{EffectId, Handled, Outgoing};
use crate::protocol::refusal::Refusal;
use crate::store::{Batch, StoreError, Write};

/// Attempts at a change that conflicts with others.
const ATTEMPTS: u32 = 20;

/// Completes a change before it is committed.
pub(crate) type Hook = fn(&Ctx<'_>, &mut Change) -> Result<(), Failure>;

/// Consequences of a change, regardless of its cause.
pub(crate) struct Hooks {
    /// Run in this order before a commit, and become part of it.
    pub(crate) before_commit: &'static [Hook],
    /// Runs after a commit for each tournament of which a game ended, as a change of its own.
    pub(crate) game_ended: fn(&Ctx<'_>, TournamentId) -> Result<Vec<Outgoing>, Failure>,
}

/// Works out a change and commits it. After a conflict with another command, starts over from the new state.
///
/// When this returns `Ok`, the store holds the change and its effects durably.
pub(crate) fn commit(
    ctx: &Ctx<'_>,
    work: impl Fn(&Ctx<'_>) -> Result<Change, Failure>,
) -> Result<Handled, Failure> {
    let retries = &ctx.shared.retries;
    let mut turn = None;
    for attempt in 0..ATTEMPTS {
        let guards = RefCell::default();
        let ctx = &Ctx {
            attempt,
            guards: Some(&guards),
            ..*ctx
        };
        let mut change = work(ctx)?;
        for hook in ctx.hooks.before_commit {
            hook(ctx, &mut change)?;
        }
        let Change {
            writes,
            effects,
            done,
            answer,
        } = change;
        let ended = with_ended_games(&writes);
        let outgoing: Vec<_> = (0_u32..)
            .zip(effects)
            .map(|(n, effect)| Outgoing {
                id: effect_id(ctx.moment, n),
                effect,
            })
            .collect();
        if writes.is_empty() && done.is_empty() && outgoing.is_empty() {
            return Ok(Handled { answer, outgoing });
        }
        let Guards { quotas, held } = guards.take();
        match ctx.store.commit(Batch {
            quotas,
            held,
            writes,
            outgoing: outgoing.clone(),
            done,
            ..Batch::default()
        }) {
            Ok(()) => {
                // The hooks may retry, too, and must not wait for this lock.
                drop(turn);
                let mut outgoing = outgoing;
                outgoing.extend(after_commit(ctx, ended));
                return Ok(Handled { answer, outgoing });
            }
            Err(StoreError::Conflict(_) | StoreError::Full(_)) => {
                turn.get_or_insert_with(|| retries.lock().unwrap_or_else(PoisonError::into_inner));
            }
            Err(error) => return Err(error.into()),
        }
    }
    Err(Refusal::Busy.into())
}

/// Advances tournaments whose games ended. A failure only stalls them.
fn after_commit(ctx: &Ctx<'_>, ended: BTreeSet<TournamentId>) -> Vec<Outgoing> {
    let mut outgoing = Vec::new();
    for (id, n) in ended.into_iter().zip(1..) {
        let seed = ctx.moment.seed.rotate_left(32).wrapping_add(n);
        let moment = Moment { seed, ..ctx.moment };
        match (ctx.hooks.game_ended)(&ctx.at(moment), id) {
            Ok(more) => outgoing.extend(more),
            Err(failure) => ctx.shared.stall(id, &failure),
        }
    }
    outgoing
}

/// The tournaments of the games that end with these writes.
fn with_ended_games(writes: &[Write]) -> BTreeSet<TournamentId> {
    let ended = writes.iter().filter_map(|write| match &write.record {
        Record::Game(game) if game.result.is_some() => game.event,
        _ => None,
    });
    ended.map(|event| event.round.tournament).collect()
}

/// An id that sorts by time, then by the order within one command.
pub(crate) fn effect_id(moment: Moment, n: u32) -> EffectId {
    EffectId(format!(
        "{:013}-{:016x}-{n:02}",
        moment.now.0.max(0),
        moment.seed
    ))
}
