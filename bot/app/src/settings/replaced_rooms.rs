//! Current places on a platform whose rooms are servers of their own: a room can be replaced by another, which continues its
//! server.

use crate::context::{Reader, Result};
use crate::model::{Home, Key, RoomId, ServerId, ServerRecord, Ties, Venue, without_thread};

/// Maximum number of consecutive room replacements to follow.
const MOST: usize = 32;

/// Returns the server that a room forms on its own.
pub(crate) fn own_server(room: &RoomId) -> ServerId {
    ServerId::new(without_thread(room).as_str())
}

pub(crate) fn ties(reader: &Reader<'_>, server: &ServerId) -> Result<Ties> {
    let record = reader.value::<ServerRecord>(Key::Server(server.clone()))?;
    Ok(record.map(|record| record.ties).unwrap_or_default())
}

/// Follows replacements to the current venue.
pub(crate) fn present(reader: &Reader<'_>, venue: &Venue) -> Result<Venue> {
    Ok(Venue {
        room: present_room(reader, &venue.room)?,
        server: venue.server.clone(),
    })
}

fn present_room(reader: &Reader<'_>, room: &RoomId) -> Result<RoomId> {
    if Home::direct(room.platform()) != Home::MATRIX {
        return Ok(room.clone());
    }
    let replacements = chain(reader, room, |ties| ties.replaced_by)?;
    Ok(replacements.last().unwrap_or(room).clone())
}

/// Follows a room's ties, [`MOST`] rooms far.
fn chain(
    reader: &Reader<'_>,
    room: &RoomId,
    next: fn(Ties) -> Option<RoomId>,
) -> Result<Vec<RoomId>> {
    let mut rooms = Vec::new();
    while rooms.len() < MOST
        && let Some(room) = next(ties(reader, &own_server(rooms.last().unwrap_or(room)))?)
    {
        rooms.push(room);
    }
    Ok(rooms)
}

/// The current venue, server and former rooms of a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The room that is there by now, and the server that counts there.
    pub venue: Venue,
    /// The rooms that it replaces, latest first.
    pub former: Vec<RoomId>,
    /// The space to which the room is bound, as a room: its members' power counts.
    pub space: Option<RoomId>,
}

/// Returns the room that has replaced a place, and the server that counts there.
pub(crate) fn place_of(reader: &Reader<'_>, venue: &Venue) -> Result<Place> {
    let room = present_room(reader, &venue.room)?;
    let mut server = venue.server.clone();
    let (mut former, mut space) = (Vec::new(), None);
    if Home::direct(room.platform()) == Home::MATRIX {
        if let Some(server) = &mut server {
            let own = reader.server(&own_server(&room))?.value;
            let bound = own.ties.space.as_ref();
            space = bound.map(|bound| room_of(reader, bound)).transpose()?;
            *server = own.counting();
        }
        former = chain(reader, &room, |ties| ties.replaces)?;
    }
    Ok(Place {
        venue: Venue { room, server },
        former,
        space,
    })
}

/// Whether a room is on this server by now. Whose a channel of Discord is, only its front end knows.
pub(crate) fn is_on(reader: &Reader<'_>, room: &RoomId, server: &ServerId) -> Result<bool> {
    let venue = Venue {
        room: room.clone(),
        server: Some(server.clone()),
    };
    let there = place_of(reader, &venue)?.venue.server;
    Ok(room.platform() == server.platform() && there == venue.server)
}

/// Returns the room whose members are a server's, where each room is a server.
pub(crate) fn room_of(reader: &Reader<'_>, server: &ServerId) -> Result<RoomId> {
    present_room(reader, &RoomId::new(server.as_str()))
}
