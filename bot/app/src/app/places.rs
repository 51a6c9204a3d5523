//! Servers and rooms as the application meets them: joined, welcomed, replaced, bound to others.

use super::{App, heard, moving};
use crate::context::failure::Failure;
use crate::context::transaction;
use crate::help::welcome;
use crate::model::ids::{PlayerId, RoomId, ServerId, Venue};
use crate::model::moment::{Moment, Timestamp};
use crate::protocol::card::Card;
use crate::protocol::effect::Outgoing;
use crate::settings::place::{self, Place};

impl App {
    /// Welcomes a server that Delos joined at `since`, once; in `room`, if the server has one for such messages.
    ///
    /// # Errors
    /// When the store fails.
    pub fn joined(
        &self,
        server: &ServerId,
        room: Option<&RoomId>,
        since: Timestamp,
        moment: Moment,
    ) -> Result<Vec<Outgoing>, Failure> {
        let handled = transaction::commit(&self.ctx(moment), |ctx| {
            welcome::joined(ctx, server, room, since)
        })?;
        Ok(handled.outgoing)
    }

    /// Where something belongs that is said in a place: in the room that replaces that by now, and on the server that counts there.
    ///
    /// # Errors
    /// When the store fails.
    pub fn place_of(&self, venue: &Venue) -> Result<Place, Failure> {
        place::place_of(&self.reader(), venue)
    }

    /// The room whose members are those of a server, where each room is a server.
    ///
    /// # Errors
    /// When the store fails.
    pub fn room_of(&self, server: &ServerId) -> Result<RoomId, Failure> {
        place::room_of(&self.reader(), server)
    }

    /// Notes that a room replaces another one, and goes on with everything of that; false if that was noted before, or cannot be.
    ///
    /// What is open moves a few records at a time, as deadlines pass: see [`App::pass_time_on`].
    ///
    /// # Errors
    /// When the store fails.
    pub fn note_replaced(
        &self,
        old: &RoomId,
        new: &RoomId,
        moment: Moment,
    ) -> Result<bool, Failure> {
        moving::note_replaced(&self.ctx(moment), old, new)
    }

    /// Greets a person in a direct conversation to which they invited Delos; once, also where this is called again after a restart.
    ///
    /// # Errors
    /// When the store fails.
    pub fn met(
        &self,
        person: &PlayerId,
        room: &RoomId,
        moment: Moment,
    ) -> Result<Vec<Outgoing>, Failure> {
        Ok(heard::greet(&self.ctx(moment), person, room)?.outgoing)
    }

    /// Whether Delos joined a server so recently that [`App::joined`] may welcome it.
    pub fn may_welcome(since: Timestamp, now: Timestamp) -> bool {
        welcome::is_recent(since, now)
    }

    /// Whether [`App::first_command`] has the welcome for the next person on a server.
    ///
    /// # Errors
    /// When the store fails.
    pub fn owes_welcome(&self, server: &ServerId) -> Result<bool, Failure> {
        welcome::is_due(&self.reader(), server)
    }

    /// Notes that a server's room did not take the welcome.
    ///
    /// # Errors
    /// When the store fails.
    pub fn note_not_welcomed(
        &self,
        server: &ServerId,
        moment: Moment,
    ) -> Result<Vec<Outgoing>, Failure> {
        let handled =
            transaction::commit(&self.ctx(moment), |ctx| welcome::not_shown(ctx, server))?;
        Ok(handled.outgoing)
    }

    /// The welcome, for the person who gives the first command on a server that could not be welcomed in a room.
    ///
    /// # Errors
    /// When the store fails.
    pub fn first_command(
        &self,
        server: &ServerId,
        moment: Moment,
    ) -> Result<Option<Card>, Failure> {
        let handled =
            transaction::commit(&self.ctx(moment), |ctx| welcome::first_command(ctx, server))?;
        Ok(handled.answer.into_card())
    }
}
