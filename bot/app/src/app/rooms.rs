//! Servers and rooms as the application meets them: joined, welcomed, replaced, bound to others.

use crate::app::{App, room_moves};
use crate::context::failure::Result;
use crate::context::transaction;
use crate::help::welcome;
use crate::model::ids::{RoomId, ServerId, Venue};
use crate::model::moment::{Moment, Timestamp};
use crate::protocol::card::Card;
use crate::settings::place::{self, Place};

impl App {
    /// Returns the room that has replaced a place's room, and the server in effect there.
    pub fn place_of(&self, venue: &Venue) -> Result<Place> {
        place::place_of(&self.reader(), venue)
    }

    /// Returns the room of a server, on platforms where each room is a server.
    pub fn room_of(&self, server: &ServerId) -> Result<RoomId> {
        place::room_of(&self.reader(), server)
    }

    /// Records that a room replaces another one and takes over its records; false if that was recorded before, or cannot be.
    ///
    /// Open records move a few at a time, as deadlines pass: see [`App::pass_time_on`].
    pub fn note_replaced(&self, old: &RoomId, new: &RoomId, moment: Moment) -> Result<bool> {
        room_moves::note_replaced(&self.ctx(moment), old, new)
    }

    /// Whether Delos joined a server so recently that [`Report::Joined`](crate::Report::Joined) may welcome it.
    pub fn may_welcome(since: Timestamp, now: Timestamp) -> bool {
        welcome::is_recent(since, now)
    }

    /// Whether [`App::first_command`] has the welcome for the next person on a server.
    pub fn owes_welcome(&self, server: &ServerId) -> Result<bool> {
        welcome::is_due(&self.reader(), server)
    }

    /// The welcome, for the person who gives the first command on a server that could not be welcomed in a room.
    pub fn first_command(&self, server: &ServerId, moment: Moment) -> Result<Option<Card>> {
        let handled =
            transaction::commit(&self.ctx(moment), |ctx| welcome::first_command(ctx, server))?;
        Ok(handled.answer.into_card())
    }
}
