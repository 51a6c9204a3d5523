//! Games whose board cannot be posted where they are played: the channel is gone, or Delos may not write there any more.
//!
//! Their players are told so once, and from then on of each turn, by themselves, until a board can be posted again.

use crate::context::failure::Failure;
use crate::context::{Change, Ctx, transaction};
use crate::game::active_game::{Table, replayed};
use crate::model::ids::GameId;
use crate::protocol::effect::{Answer, Effect, Outgoing};
use crate::protocol::notice::{Notice, Tell};

/// Notes whether a game's board could be posted.
///
/// # Errors
/// When there is no such game, or the store fails.
pub(crate) fn note_seen(ctx: &Ctx<'_>, game: GameId, seen: bool) -> Result<Vec<Outgoing>, Failure> {
    let handled = transaction::commit(ctx, |ctx| {
        let mut record = ctx.game(game)?;
        if record.value.unseen != seen {
            return Ok(Change::nothing(Answer::Seen));
        }
        record.value.unseen = !seen;
        let people = record.value.people().filter(|_| !seen);
        let tells = people
            .map(|person| {
                Effect::Tell(Tell {
                    to: person.id.clone(),
                    notice: Notice::CannotShow { game },
                })
            })
            .collect();
        let game = replayed(&record.value)?;
        let side = game.turn();
        Ok(Table { record, game, side }.quietly(tells, Answer::Seen))
    })?;
    Ok(handled.outgoing)
}
