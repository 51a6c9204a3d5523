//! What is in force for somebody somewhere, and why: their own choice, else the server's, else the default.

use crate::context::Reader;
use crate::context::failure::Failure;
use crate::model::effective_settings::InForce;
use crate::model::ids::{PlayerId, ServerId};
use crate::model::key::Key;
use crate::model::record::{GameRecord, PersonRecord, ServerRecord};
use crate::protocol::command::Request;
use crate::protocol::refusal::Refusal;

/// What is in force for a person on a server, or in a direct conversation.
///
/// # Errors
/// When the store fails.
pub(crate) fn in_force(
    reader: &Reader<'_>,
    person: Option<&PlayerId>,
    server: Option<&ServerId>,
) -> Result<InForce, Failure> {
    let preferences = match person {
        Some(id) => reader
            .load::<PersonRecord>(Key::Person(id.clone()))?
            .map(|loaded| loaded.value.preferences),
        None => None,
    };
    let settings = match server {
        Some(id) => reader
            .load::<ServerRecord>(Key::Server(id.clone()))?
            .map(|loaded| loaded.value.settings),
        None => None,
    };
    Ok(InForce {
        preferences: preferences.unwrap_or_default(),
        settings: settings.unwrap_or_default(),
    })
}

/// Refuses to begin a game where nobody could see it, or where the server's moderators do not want games.
pub(crate) fn may_begin(reader: &Reader<'_>, request: &Request) -> Result<(), Failure> {
    if request.context.guest {
        return Err(Refusal::Guest.into());
    }
    let venue = &request.venue;
    let settings = in_force(reader, None, venue.server.as_ref())?.settings;
    if settings.allows(&venue.room, request.context.parent.as_ref()) {
        Ok(())
    } else {
        Err(Refusal::Elsewhere(settings.rooms).into())
    }
}

/// Whether everybody who plays a game wants it in words, and whether anybody does.
pub(crate) fn wants_words(
    reader: &Reader<'_>,
    record: &GameRecord,
) -> Result<(bool, bool), Failure> {
    let (mut all, mut any) = (true, false);
    for person in record.people() {
        let words = in_force(reader, Some(&person.id), None)?.words_only().0;
        all &= words;
        any |= words;
    }
    Ok((all, any))
}
