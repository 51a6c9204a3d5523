//! Threads of games: wanted when a game begins, opened by the front end, given up when they can't be used.
//!
//! None of this changes the board's message.

use crate::context::failure::Result;
use crate::context::{Change, Ctx, Reader, transaction};
use crate::messages;
use crate::model::ids::{ChallengeId, GameId, PlayerId, RoomId, Venue};
use crate::model::moment::Timestamp;
use crate::model::record::{BoardId, GameRecord, Pings, Site, SiteFields, Terms, Thread};
use crate::protocol::command::Context;
use crate::protocol::effect::{Answer, CloseThread, Effect, Outgoing};
use crate::protocol::message::ThreadToOpen;
use crate::settings::effective;

/// The thread of a new game: by the players' wish, or else by the server's setting. Direct messages have no threads.
pub(crate) fn thread_for(
    reader: &Reader<'_>,
    venue: &Venue,
    wish: Option<bool>,
    beneath: Option<ChallengeId>,
) -> Result<Thread> {
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

/// Records that a game's thread is open. Its board belongs there from now on. Idempotent.
pub(crate) fn thread_opened(
    ctx: &Ctx<'_>,
    board: BoardId,
    thread: &RoomId,
) -> Result<Vec<Outgoing>> {
    transaction::commit_for_effects(ctx, |ctx| {
        let mut record = ctx.game(board.game)?;
        let place = record.value.place_mut(board.site);
        let is_wanted = |place: &SiteFields<'_>| matches!(place.thread, Thread::Wanted { .. });
        let Some(place) = place.filter(is_wanted) else {
            return Ok(Change::nothing(Answer::Seen));
        };
        let parent = std::mem::replace(&mut place.venue.room, thread.clone());
        *place.thread = Thread::Own {
            parent,
            closes: true,
        };
        record.value.begin_turn(ctx.moment.now);
        Ok(record.silent_change(Vec::new(), Answer::Seen))
    })
}

/// Gives up the thread that a game has or wants; its board then belongs in the parent room. Returns `None` if there is no thread.
pub(crate) fn leave_thread(ctx: &Ctx<'_>, board: BoardId) -> Result<Option<Vec<Outgoing>>> {
    if *ctx.game(board.game)?.value.thread_at(board.site) == Thread::None {
        return Ok(None);
    }
    transaction::commit_for_effects(ctx, |ctx| {
        let mut record = ctx.game(board.game)?;
        let Some(place) = record.value.place_mut(board.site) else {
            return Ok(Change::nothing(Answer::Seen));
        };
        match std::mem::take(place.thread) {
            Thread::None => return Ok(Change::nothing(Answer::Seen)),
            Thread::Wanted { .. } => record.value.begin_turn(ctx.moment.now),
            Thread::Own { parent, .. } => place.venue.room = parent,
        }
        Ok(record.silent_change(Vec::new(), Answer::Seen))
    })
    .map(Some)
}

/// Closes the threads of a finished game, some time after it.
pub(crate) fn close_threads(ctx: &Ctx<'_>, id: GameId) -> Result<Change> {
    let mut record = ctx.game(id)?;
    let due = record.value.closes_threads();
    if due.is_none_or(|due| ctx.moment.now < due) || !ctx.serves(record.value.home()) {
        return Ok(Change::nothing(Answer::Seen));
    }
    let mut effects = Vec::new();
    let sites: Vec<_> = record.value.sites().collect();
    for site in sites {
        if let Some(place) = record.value.place_mut(site)
            && let Thread::Own { closes, .. } = place.thread
            && std::mem::take(closes)
        {
            effects.push(Effect::CloseThread(CloseThread {
                game: id,
                thread: place.venue.room.clone(),
                locked: false,
            }));
        }
    }
    Ok(record.silent_change(effects, Answer::Seen))
}

/// The players to call by a game's first message in its thread: those who want mentions.
pub(crate) fn called_into_thread(
    reader: &Reader<'_>,
    board: BoardId,
    now: Timestamp,
) -> Result<Vec<PlayerId>> {
    let record = reader.game(board.game)?.value;
    let mut called = Vec::new();
    if matches!(record.thread_at(board.site), Thread::Own { .. }) && record.result.is_none() {
        let plays_here = |id: &PlayerId| record.site_of_person(id) == board.site;
        for person in record.people().filter(|person| plays_here(&person.id)) {
            let server = record.venue_at(board.site).server.as_ref();
            let settings = effective::effective_settings(reader, Some(&person.id), server)?;
            if settings.pings_at(now) == Pings::Mention {
                called.push(person.id.clone());
            }
        }
    }
    Ok(called)
}

impl GameRecord {
    /// The thread to open for it in a place.
    pub(crate) fn thread_to_open(&self, site: Site) -> Option<ThreadToOpen> {
        let Thread::Wanted { beneath } = self.thread_at(site) else {
            return None;
        };
        Some(ThreadToOpen {
            name: messages::thread_name(self),
            beneath: *beneath,
            opening: messages::thread_opening(self),
            is_live: self.time.is_live(),
        })
    }
}

impl Terms {
    /// The terms for a game agreed on there: without a thread where none can be opened.
    pub(crate) fn given_in(&self, context: &Context) -> Self {
        let mut terms = self.clone();
        if context.without_threads() {
            terms.thread = Some(false);
        }
        terms
    }
}
