//! Games in a thread of their own: wanted when they begin, made by the front end, given up when it cannot be used.
//!
//! What becomes of a thread cannot be seen on the board, so none of it makes a new message necessary.

use crate::context::failure::Failure;
use crate::context::{Change, Ctx, Reader, transaction};
use crate::game::active_game::{Table, replayed};
use crate::messages;
use crate::model::ids::{ChallengeId, GameId, PlayerId, RoomId, Venue};
use crate::model::moment::Timestamp;
use crate::model::record::{GameRecord, Pings, Terms, Thread};
use crate::protocol::command::Context;
use crate::protocol::effect::{Answer, Outgoing};
use crate::protocol::message::ThreadToOpen;
use crate::settings::effective;

/// The thread of a game that begins there: as the players wished, else as the server's moderators like it.
/// A direct conversation has no threads.
pub(crate) fn thread_for(
    reader: &Reader<'_>,
    venue: &Venue,
    wish: Option<bool>,
    beneath: Option<ChallengeId>,
) -> Result<Thread, Failure> {
    let Some(server) = &venue.server else {
        return Ok(Thread::None);
    };
    let wanted = match wish {
        Some(wanted) => wanted,
        None => effective::in_force(reader, None, Some(server))?.threads().0,
    };
    Ok(if wanted {
        Thread::Wanted { beneath }
    } else {
        Thread::None
    })
}

/// Notes that a game has its thread: from now on its board belongs there. Noting it again changes nothing. What comes of it is what
/// a finished game of a tournament's leads to.
///
/// # Errors
/// When there is no such game, or the store fails.
pub(crate) fn thread_opened(
    ctx: &Ctx<'_>,
    game: GameId,
    thread: &RoomId,
) -> Result<Vec<Outgoing>, Failure> {
    let handled = transaction::commit(ctx, |ctx| {
        let mut record = ctx.game(game)?;
        if !matches!(record.value.thread, Thread::Wanted { .. }) {
            return Ok(Change::nothing(Answer::Seen));
        }
        let room = &mut record.value.venue.room;
        let parent = std::mem::replace(room, thread.clone());
        record.value.thread = Thread::Own { parent };
        let game = replayed(&record.value)?;
        let side = game.turn();
        Ok(Table { record, game, side }.quietly(Vec::new(), Answer::Seen))
    })?;
    Ok(handled.outgoing)
}

/// Gives up the thread that a game has or wants: its board then belongs in the room that holds the thread. Returns what comes of it
/// otherwise; nothing if there was none to give up.
///
/// # Errors
/// When there is no such game, or the store fails.
pub(crate) fn leave_thread(ctx: &Ctx<'_>, game: GameId) -> Result<Option<Vec<Outgoing>>, Failure> {
    if ctx.game(game)?.value.thread == Thread::None {
        return Ok(None);
    }
    let handled = transaction::commit(ctx, |ctx| {
        let mut record = ctx.game(game)?;
        match std::mem::take(&mut record.value.thread) {
            Thread::None => return Ok(Change::nothing(Answer::Seen)),
            Thread::Wanted { .. } => {}
            Thread::Own { parent } => record.value.venue.room = parent,
        }
        let game = replayed(&record.value)?;
        let side = game.turn();
        Ok(Table { record, game, side }.quietly(Vec::new(), Answer::Seen))
    })?;
    Ok(Some(handled.outgoing))
}

/// Who is called by a game's first message in its thread, so that they find it: whoever wants to be called at all.
///
/// # Errors
/// When there is no such game, or the store fails.
pub(crate) fn called_into_thread(
    reader: &Reader<'_>,
    game: GameId,
    now: Timestamp,
) -> Result<Vec<PlayerId>, Failure> {
    let record = reader.game(game)?.value;
    let mut called = Vec::new();
    if matches!(record.thread, Thread::Own { .. }) && record.result.is_none() {
        for person in record.people() {
            let in_force =
                effective::in_force(reader, Some(&person.id), record.venue.server.as_ref())?;
            if in_force.pings_at(now) == Pings::Mention {
                called.push(person.id.clone());
            }
        }
    }
    Ok(called)
}

impl GameRecord {
    /// The thread that is to be opened for it.
    pub(crate) fn thread_to_open(&self) -> Option<ThreadToOpen> {
        let Thread::Wanted { beneath } = self.thread else {
            return None;
        };
        Some(ThreadToOpen {
            name: messages::thread_name(self),
            beneath,
            opening: messages::thread_opening(self),
        })
    }
}

impl Terms {
    /// The same for a game that is agreed on there: a thread holds no other threads.
    pub(crate) fn given_in(&self, context: &Context) -> Self {
        let mut terms = self.clone();
        if context.parent.is_some() {
            terms.thread = Some(false);
        }
        terms
    }
}
