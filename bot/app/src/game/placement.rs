//! Where a game's board is: in the game's thread or room, or nowhere while it can't be posted.
//!
//! A thread is wanted when a game begins, opened by the front end, and given up when it can't be used. A board can't be posted when
//! the channel is gone or Delos may not write there. Both players get one direct message about it, then one per turn until a board
//! can be posted again. Until then, every command is answered with the board.
//!
//! None of this changes the board's message.

use text::{Text, msg};

use crate::context::{Change, Ctx, Reader, Result, commit_for_effects};
use crate::game::message;
use crate::messages;
use crate::model::{
    BoardId, ChallengeId, GameId, GameRecord, Person, Pings, PlayerId, RoomId, Site, Terms, Thread,
    Timestamp, Venue,
};
use crate::protocol::{Answer, Card, CloseThread, Context, Effect, Notice, Outgoing, ThreadToOpen};

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
        None => reader.settings(None, Some(server))?.threads(),
    };
    Ok(if wanted {
        Thread::Wanted { beneath }
    } else {
        Thread::None
    })
}

/// Commits a change to a game that its board doesn't show, with the effects that `edit` returns; nothing if it returns `None`.
fn edit_silently(
    ctx: &Ctx<'_>,
    id: GameId,
    edit: impl Fn(&mut GameRecord) -> Option<Vec<Effect>>,
) -> Result<Vec<Outgoing>> {
    commit_for_effects(ctx, |ctx| {
        let mut record = ctx.game(id)?;
        Ok(match edit(&mut record.value) {
            Some(effects) => record.silent_change(effects, Answer::Seen),
            None => Change::nothing(Answer::Seen),
        })
    })
}

/// Records that a game's thread is open. Its board belongs there from now on. Idempotent.
pub(crate) fn thread_opened(
    ctx: &Ctx<'_>,
    board: BoardId,
    thread: &RoomId,
) -> Result<Vec<Outgoing>> {
    edit_silently(ctx, board.game, |record| {
        let place = record.place_mut(board.site)?;
        if !matches!(place.thread, Thread::Wanted { .. }) {
            return None;
        }
        let parent = std::mem::replace(&mut place.venue.room, thread.clone());
        *place.thread = Thread::Own {
            parent,
            closes: true,
        };
        record.begin_turn(ctx.moment.now);
        Some(Vec::new())
    })
}

/// Gives up the thread that a game has or wants; its board then belongs in the parent room. Returns `None` if there is no thread.
pub(crate) fn leave_thread(ctx: &Ctx<'_>, board: BoardId) -> Result<Option<Vec<Outgoing>>> {
    if *ctx.game(board.game)?.value.thread_at(board.site) == Thread::None {
        return Ok(None);
    }
    edit_silently(ctx, board.game, |record| {
        let place = record.place_mut(board.site)?;
        match std::mem::take(place.thread) {
            Thread::None => return None,
            Thread::Wanted { .. } => record.begin_turn(ctx.moment.now),
            Thread::Own { parent, .. } => place.venue.room = parent,
        }
        Some(Vec::new())
    })
    .map(Some)
}

/// Notes that a game's board was posted in a place.
pub(crate) fn note_seen(ctx: &Ctx<'_>, board: BoardId) -> Result<Vec<Outgoing>> {
    edit_silently(ctx, board.game, |record| {
        let place = record.place_mut(board.site)?;
        std::mem::take(place.unseen).then(Vec::new)
    })
}

/// Notes that a game's board could not be posted in a place, and notifies those who play from there.
pub(crate) fn note_unseen(ctx: &Ctx<'_>, board: BoardId) -> Result<Vec<Outgoing>> {
    edit_silently(ctx, board.game, |record| {
        let place = record.place_mut(board.site)?;
        if std::mem::replace(place.unseen, true) {
            return None;
        }
        let players = players_at(record, board.site);
        let notice = Notice::CannotShow { game: board.game };
        let tells = players.map(|person| Effect::tell(&person.id, notice.clone()));
        Some(tells.collect())
    })
}

fn players_at(record: &GameRecord, site: Site) -> impl Iterator<Item = &Person> {
    let plays_here = move |person: &&Person| record.site_of_person(&person.id) == site;
    record.people().filter(plays_here)
}

/// The board for the player who changed a game, if it cannot be posted where the game is played.
pub(crate) fn private_board(ctx: &Ctx<'_>, who: &Person, change: &Change) -> Result<Option<Card>> {
    let is_hidden = |game: &&GameRecord| {
        game.side_of(&who.id).is_some() && game.is_unseen_at(game.site_of_person(&who.id))
    };
    let Some(record) = change.games().find(is_hidden) else {
        return Ok(None);
    };
    let mut card = message::card_for(ctx, record, ctx.viewer(who))?;
    card.text = Text::from(msg!("board-only-you")).line(card.text);
    Ok(Some(card))
}

/// Closes the threads of a finished game, some time after it.
pub(crate) fn close_threads(ctx: &Ctx<'_>, id: GameId) -> Result<Change> {
    let mut record = ctx.game(id)?;
    let due = record.value.closes_threads();
    if due.is_none_or(|due| ctx.moment.now < due) || !ctx.serves(record.value.home()) {
        return Ok(Change::nothing(Answer::Seen));
    }
    let mut effects = Vec::new();
    for site in record.value.sites() {
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
        let server = record.venue_at(board.site).server.as_ref();
        for person in players_at(&record, board.site) {
            let settings = reader.settings(Some(&person.id), server)?;
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
        let name = messages::thread_name(self);
        Some(ThreadToOpen {
            opening: msg!("thread-opening", name = &name, id = self.id.to_string()).into(),
            name,
            beneath: *beneath,
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
