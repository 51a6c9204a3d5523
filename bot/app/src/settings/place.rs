//! Current places on a platform whose rooms are servers of their own: a room can be replaced by another, which continues its
//! server.

use crate::context::Reader;
use crate::context::failure::Result;
use crate::model::home::Home;
use crate::model::ids::{RoomId, ServerId, Venue, without_thread};
use crate::model::key::Key;
use crate::model::record::{ServerRecord, Ties};

/// Maximum number of consecutive room replacements to follow.
const MOST: usize = 32;

/// Returns the server that a room forms on its own.
pub(crate) fn own_server(room: &RoomId) -> ServerId {
    ServerId::new(without_thread(room).as_str())
}

pub(crate) fn ties(reader: &Reader<'_>, server: &ServerId) -> Result<Ties> {
    let record = reader.load::<ServerRecord>(Key::Server(server.clone()))?;
    Ok(record.map(|record| record.value.ties).unwrap_or_default())
}

/// Follows replacements to the current venue.
pub(crate) fn present(reader: &Reader<'_>, venue: &Venue) -> Result<Venue> {
    Ok(Venue {
        room: present_room(reader, &venue.room)?,
        server: venue.server.clone(),
    })
}

fn present_room(reader: &Reader<'_>, room: &RoomId) -> Result<RoomId> {
    if Home::of_room(room) != Home::MATRIX {
        return Ok(room.clone());
    }
    let mut present = room.clone();
    for _ in 0..MOST {
        match ties(reader, &own_server(&present))?.replaced_by {
            Some(next) => present = next,
            None => break,
        }
    }
    Ok(present)
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
    let mut space = None;
    if server.is_some() && Home::of_room(&room) == Home::MATRIX {
        let own = reader.server(&own_server(&room))?.value;
        if let Some(bound) = &own.ties.space {
            space = Some(room_of(reader, bound)?);
        }
        server = Some(own.counting());
    }
    let mut former = Vec::new();
    if Home::of_room(&room) == Home::MATRIX {
        let mut latest = without_thread(&room);
        while former.len() < MOST
            && let Some(replaced) = ties(reader, &own_server(&latest))?.replaces
        {
            former.push(replaced.clone());
            latest = replaced;
        }
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
