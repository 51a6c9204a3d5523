//! Games whose board can't be posted because the channel is gone or Delos may not write there.
//!
//! Their players are told once, and then of each turn in direct messages until a board can be posted again.

use crate::context::failure::Failure;
use crate::context::{Change, Ctx, transaction};
use crate::model::ids::GameId;
use crate::protocol::effect::{Answer, Effect, Outgoing};
use crate::protocol::notice::{Notice, Tell};

/// Notes that a game's board was posted.
///
/// # Errors
/// When there is no such game, or the store fails.
pub(crate) fn note_seen(ctx: &Ctx<'_>, game: GameId) -> Result<Vec<Outgoing>, Failure> {
    let handled = transaction::commit(ctx, |ctx| {
        let mut record = ctx.game(game)?;
        if !record.value.unseen {
            return Ok(Change::nothing(Answer::Seen));
        }
        record.value.unseen = false;
        Ok(record.silent_change(Vec::new(), Answer::Seen))
    })?;
    Ok(handled.outgoing)
}

/// Notes that a game's board could not be posted, and notifies its players.
///
/// # Errors
/// When there is no such game, or the store fails.
pub(crate) fn note_unseen(ctx: &Ctx<'_>, game: GameId) -> Result<Vec<Outgoing>, Failure> {
    let handled = transaction::commit(ctx, |ctx| {
        let mut record = ctx.game(game)?;
        if record.value.unseen {
            return Ok(Change::nothing(Answer::Seen));
        }
        record.value.unseen = true;
        let people = record.value.people();
        let tells = people
            .map(|person| {
                Effect::Tell(Tell {
                    to: person.id.clone(),
                    notice: Notice::CannotShow { game },
                })
            })
            .collect();
        Ok(record.silent_change(tells, Answer::Seen))
    })?;
    Ok(handled.outgoing)
}
