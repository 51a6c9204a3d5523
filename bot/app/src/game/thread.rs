//! Threads of games: wanted when a game begins, opened by the front end, given up when they can't be used.
//!
//! None of this changes the board's message.

use crate::context::failure::Failure;
use crate::context::{Change, Ctx, Reader, transaction};
use crate::messages;
use crate::model::ids::{ChallengeId, GameId, PlayerId, RoomId, Venue};
use crate::model::moment::Timestamp;
use crate::model::record::{GameRecord, Pings, Terms, Thread};
use crate::protocol::command::Context;
use crate::protocol::effect::{Answer, Outgoing};
use crate::protocol::message::ThreadToOpen;
use crate::settings::effective;

/// The thread of a new game: by the players' wish, or else by the server's setting. Direct messages have no threads.
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
        None => effective::effective_settings(reader, None, Some(server))?.threads(),
    };
    Ok(if wanted {
        Thread::Wanted { beneath }
    } else {
        Thread::None
    })
}

/// Notes that a game has its thread, where its board belongs from now on. Idempotent.
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
        record.value.begin_turn(ctx.moment.now);
        Ok(record.silent_change(Vec::new(), Answer::Seen))
    })?;
    Ok(handled.outgoing)
}

/// Gives up the thread that a game has or wants; its board then belongs in the parent room. Returns `None` if there is no thread.
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
            Thread::Wanted { .. } => record.value.begin_turn(ctx.moment.now),
            Thread::Own { parent } => record.value.venue.room = parent,
        }
        Ok(record.silent_change(Vec::new(), Answer::Seen))
    })?;
    Ok(Some(handled.outgoing))
}

/// The players to call by a game's first message in its thread: those who want mentions.
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
            let settings = effective::effective_settings(
                reader,
                Some(&person.id),
                record.venue.server.as_ref(),
            )?;
            if settings.pings_at(now) == Pings::Mention {
                called.push(person.id.clone());
            }
        }
    }
    Ok(called)
}

impl GameRecord {
    /// The thread to open for it.
    pub(crate) fn thread_to_open(&self) -> Option<ThreadToOpen> {
        let Thread::Wanted { beneath } = self.thread else {
            return None;
        };
        Some(ThreadToOpen {
            name: messages::thread_name(self),
            beneath,
            opening: messages::thread_opening(self),
            is_live: self.time.is_live(),
        })
    }
}

impl Terms {
    /// The terms for a game agreed on there: without a thread inside of a thread.
    pub(crate) fn given_in(&self, context: &Context) -> Self {
        let mut terms = self.clone();
        if context.parent.is_some() {
            terms.thread = Some(false);
        }
        terms
    }
}
