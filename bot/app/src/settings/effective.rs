//! Settings that apply to a person in a place: their own, else the server's, else the defaults.

use crate::context::Reader;
use crate::context::failure::Result;
use crate::model::effective_settings::EffectiveSettings;
use crate::model::ids::{PlayerId, RoomId, ServerId, Venue};
use crate::model::key::Key;
use crate::model::record::{GameRecord, PersonRecord, ServerRecord};
use crate::protocol::command::Request;
use crate::protocol::refusal::Refusal;

/// Loads the settings of a person on a server, or in a direct conversation.
pub(crate) fn effective_settings(
    reader: &Reader<'_>,
    person: Option<&PlayerId>,
    server: Option<&ServerId>,
) -> Result<EffectiveSettings> {
    let preferences = match person {
        Some(id) => reader
            .load::<PersonRecord>(Key::Person(id.clone()))?
            .map(|loaded| loaded.value.preferences),
        None => None,
    };
    let server = match server {
        Some(id) => reader
            .load::<ServerRecord>(Key::Server(id.clone()))?
            .map(|loaded| loaded.value.settings),
        None => None,
    };
    Ok(EffectiveSettings {
        preferences: preferences.unwrap_or_default(),
        server: server.unwrap_or_default(),
    })
}

/// Refuses to start a game where no one could see it, or where the server does not allow games.
pub(crate) fn may_begin(reader: &Reader<'_>, request: &Request) -> Result<()> {
    if request.context.guest {
        return Err(Refusal::Guest.into());
    }
    may_begin_in(reader, &request.venue, request.context.parent.as_ref())
}

/// Refuses to start a game in a room, or in a thread of the room `parent`, where the server does not allow games.
pub(crate) fn may_begin_in(
    reader: &Reader<'_>,
    venue: &Venue,
    parent: Option<&RoomId>,
) -> Result<()> {
    let server = effective_settings(reader, None, venue.server.as_ref())?.server;
    if server.allows(&venue.room, parent) {
        Ok(())
    } else {
        Err(Refusal::Elsewhere(server.rooms).into())
    }
}

/// Whether a game's players want its board in words.
pub(crate) struct WordsPreference {
    pub(crate) all: bool,
    pub(crate) any: bool,
}

pub(crate) fn wants_words(reader: &Reader<'_>, record: &GameRecord) -> Result<WordsPreference> {
    let (mut all, mut any) = (true, false);
    for person in record.people() {
        let words = effective_settings(reader, Some(&person.id), None)?.words_only();
        all &= words;
        any |= words;
    }
    Ok(WordsPreference {
        // A game of the engine against itself has no players.
        all: all && any,
        any,
    })
}
