//! Announcements: the operator's words to all servers, such as maintenance; and a server's tournaments, in the room that its managers
//! chose.

use std::collections::BTreeSet;

use text::msg;

use crate::context::transaction::effect_id;
use crate::context::{Ctx, Reader, Result};
use crate::help::help_and_welcome;
use crate::help::rulebook::rules_button;
use crate::messages::{self, HelpPlace};
use crate::model::{
    GameRecord, HeardId, HeardRecord, Home, Index, Key, RecordType, RoomId, ServerRecord, Stage,
    TournamentRecord,
};
use crate::notify::posts;
use crate::protocol::{Action, Announce, Button, Card, Effect, News, Occasion, Outgoing};
use crate::settings::replaced_rooms::is_on;
use crate::store::{Batch, Page, StoreError, Write};
use crate::tournament::message;

/// Entries of an index read at once.
const PAGE: usize = 100;

/// Maximum number of rooms of a broadcast. At Discord's rate limits more would take days.
const MOST_ROOMS: usize = 5000;

/// The message of an announcement; `None` if it is out of date.
pub(crate) fn announced(reader: &Reader<'_>, announce: &Announce) -> Result<Option<Card>> {
    let id = match &announce.news {
        News::Words(words) => return Ok(Some(Card::words(messages::announcement(words)))),
        News::Posted(post) => return posts::posted(reader, post),
        News::Joined(_) => {
            return Ok(Some(help_and_welcome::card(
                HelpPlace::Server,
                Occasion::Joined,
            )));
        }
        News::Met(_) => return Ok(Some(help_and_welcome::directly(reader, Occasion::Asked))),
        News::Opened(id) | News::Over(id) => *id,
    };
    let Some(record) = reader.value::<TournamentRecord>(Key::Tournament(id))? else {
        return Ok(None);
    };
    let mut card = message::show_tournament(reader, id)?.card;
    match (&announce.news, record.stage) {
        (News::Opened(_), Stage::Open) => {
            let label = msg!("button-announcement-join");
            let join = Button::success(label, Action::Join(id));
            card.controls = vec![vec![join, rules_button(record.plan.variant)]];
        }
        (News::Over(_), Stage::Finished(_)) => card.controls = Vec::new(),
        _ => return Ok(None),
    }
    card.text = messages::tournament_elsewhere(&record).line(card.text);
    Ok(Some(card))
}

/// The announcement of a tournament that opens or ends with this write, if its server has another room for announcements.
pub(crate) fn tournament_news(
    reader: &Reader<'_>,
    write: &Write,
    record: &TournamentRecord,
) -> Result<Option<Effect>> {
    let was_over = match write.expected {
        0 => None,
        _ => reader
            .value::<TournamentRecord>(Key::Tournament(record.id))?
            .map(|former| former.is_over()),
    };
    let news = match (was_over, record.stage) {
        (None, Stage::Open) => News::Opened(record.id),
        (Some(false), Stage::Finished(_)) => News::Over(record.id),
        _ => return Ok(None),
    };
    let settings = reader.server_settings(record.venue.server.as_ref())?;
    let room = settings.announcements;
    let room = room.filter(|room| *room != record.venue.room);
    let (Some(room), Some(server)) = (room, &record.venue.server) else {
        return Ok(None);
    };
    // It may have become another server's.
    let is_own = is_on(reader, &room, server)?;
    Ok(is_own.then(|| Effect::announce(room, news)))
}

/// Announces `words` in each server's room for announcements; on other servers, in every room with a game in progress.
/// Repeating it with the same moment announces it once.
pub(crate) fn broadcast(ctx: &Ctx<'_>, words: &str) -> Result<Vec<Outgoing>> {
    let rooms = rooms_to_tell(ctx)?;
    let words: String = words.chars().take(Announce::MOST).collect();
    let effects: Vec<_> = (0_u32..)
        .zip(rooms)
        .map(|(n, room)| Outgoing {
            id: effect_id(ctx.moment, n),
            home: Home::direct(room.platform()),
            effect: Effect::announce(room, News::Words(words.clone())),
        })
        .collect();
    // All in one commit, with a mark: effects that were performed are no longer stored, and a repetition would add them again.
    let (id, at) = (mark_id(ctx), ctx.moment.now);
    let mark = HeardRecord { id, at };
    match ctx.commit(Batch {
        outgoing: effects.clone(),
        ..Batch::write(0, mark)
    }) {
        Ok(()) => Ok(effects),
        Err(StoreError::Conflict(_)) => Ok(Vec::new()),
        Err(error) => Err(error.into()),
    }
}

/// Removes the mark of a broadcast that can't be repeated. Only on Matrix do marks expire.
pub(crate) fn forget_broadcast(ctx: &Ctx<'_>) -> Result<()> {
    ctx.commit_unless_changed(Batch::removal(1, Key::Heard(mark_id(ctx))))
}

fn mark_id(ctx: &Ctx<'_>) -> HeardId {
    HeardId::new(format!("broadcast {}", effect_id(ctx.moment, 0).0))
}

fn rooms_to_tell(reader: &Reader<'_>) -> Result<BTreeSet<RoomId>> {
    let mut rooms = BTreeSet::new();
    let mut told = BTreeSet::new();
    each_of(reader, &Index::Announcing, |server: ServerRecord| {
        // It may have become another server's.
        if let Some(room) = server.settings.announcements
            && is_on(reader, &room, &server.id)?
        {
            rooms.insert(room);
            told.insert(server.id);
        }
        Ok(rooms.len() < MOST_ROOMS)
    })?;
    each_of(reader, &Index::Ongoing, |game: GameRecord| {
        for venue in game.sites().map(|site| game.venue_at(site)) {
            let server = venue.server.as_ref();
            if !server.is_some_and(|server| told.contains(server)) {
                rooms.insert(venue.room.clone());
            }
        }
        Ok(rooms.len() < MOST_ROOMS)
    })?;
    Ok(rooms)
}

/// Calls `each` for the records of an index until it returns false.
fn each_of<T: RecordType>(
    reader: &Reader<'_>,
    index: &Index,
    mut each: impl FnMut(T) -> Result<bool>,
) -> Result<()> {
    for rows in reader.pages(index, Page::first(PAGE)) {
        for record in reader.records::<T>(rows?, PAGE) {
            if !each(record?)? {
                return Ok(());
            }
        }
        reader.forget();
    }
    Ok(())
}
