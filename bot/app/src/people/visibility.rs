//! Visibility of games: players and watchers see a game everywhere, others only where it is played.
//!
//! A platform does not tell which rooms a person may read, so only the one from which they ask counts. Tournament games are
//! shown on the tournament's whole server, and rated games everywhere once they are over, since they explain public standings
//! and ratings.

use crate::context::{Reader, Result, refuse_if};
use crate::model::{GameRecord, PlayerId, Thread, Venue, without_thread};
use crate::protocol::{Refusal, Request};

/// Refuses a command for a game that the person does not see here, just as one for a game that does not exist.
pub(crate) fn must_be_seen(reader: &Reader<'_>, request: &Request) -> Result<()> {
    let Some(id) = request.command.game() else {
        return Ok(());
    };
    let is_seen = is_seen_by(reader, request, &reader.game(id)?.value)?;
    Ok(refuse_if(!is_seen, Refusal::NoSuchGame(id))?)
}

pub(crate) fn is_seen_by(
    reader: &Reader<'_>,
    request: &Request,
    record: &GameRecord,
) -> Result<bool> {
    Ok(is_shown_to(request, record) || is_watching(reader, &request.who.id, record)?)
}

/// Whether it is listed for the person who asks, in the room from which they ask.
pub(crate) fn is_shown_to(request: &Request, record: &GameRecord) -> bool {
    record.side_of(&request.who.id).is_some() || is_shown_to_all(request, record)
}

/// Whether everyone in the room from which the person asks sees it.
pub(crate) fn is_shown_to_all(request: &Request, record: &GameRecord) -> bool {
    let (venue, context) = (&request.venue, &request.context);
    // A thread's readers can also read its room.
    let parent = |site| match record.thread_at(site) {
        Thread::Own { parent, .. } => Some(parent),
        Thread::None | Thread::Wanted { .. } => None,
    };
    let mut rooms = record
        .sites()
        .flat_map(|site| [Some(&record.venue_at(site).room), parent(site)])
        .flatten();
    let is_here = rooms.any(|room| {
        let is_parent = Some(room) == context.parent.as_ref();
        *room == venue.room || is_parent || context.former.contains(&without_thread(room))
    });
    let is_in_tournament_here =
        record.event.is_some() && venue.server.is_some() && record.venue.server == venue.server;
    is_here || is_in_tournament_here || record.rated && record.result.is_some()
}

/// Refuses a command for a challenge that the person may not know of here, just as one for a challenge that does not exist.
pub(crate) fn challenge_must_be_seen(reader: &Reader<'_>, request: &Request) -> Result<()> {
    let Some(id) = request.command.challenge() else {
        return Ok(());
    };
    let record = reader.challenge(id)?.value;
    let mut named = record.to.iter().chain([&record.by]);
    let is_concerned = named.any(|person| person.id == request.who.id);
    let is_on_server = record.venue.server.is_some() && record.venue.server == request.venue.server;
    let is_made_around = is_on_server || is_in_room(request, &record.venue);
    // Anyone who has such a challenge's code was given it.
    let is_seen = is_concerned || record.terms.elsewhere || is_made_around;
    Ok(refuse_if(!is_seen, Refusal::NoSuchChallenge(id))?)
}

/// Whether the person asks from the room of a venue, or from a thread in it.
pub(crate) fn is_in_room(request: &Request, venue: &Venue) -> bool {
    venue.room == request.venue.room || Some(&venue.room) == request.context.parent.as_ref()
}

pub(crate) fn is_watching(
    reader: &Reader<'_>,
    who: &PlayerId,
    record: &GameRecord,
) -> Result<bool> {
    let person = reader.known_person(who)?;
    Ok(person.is_some_and(|person| person.watching.contains(&record.id)))
}
