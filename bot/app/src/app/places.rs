//! Servers and rooms as the application meets them: joined, welcomed, replaced, bound to others.

use super::{App, moving};
use crate::context::failure::Failure;
use crate::context::transaction;
use crate::help::welcome;
use crate::model::ids::{RoomId, ServerId, Venue};
use crate::model::moment::{Moment, Timestamp};
use crate::protocol::card::Card;
use crate::settings::place::{self, Place};

impl App {
    /// Where something belongs that is said in a place: in the room that replaces that by now, and on the server that counts there.
    pub fn place_of(&self, venue: &Venue) -> Result<Place, Failure> {
        place::place_of(&self.reader(), venue)
    }

    /// The room whose members are those of a server, where each room is a server.
    pub fn room_of(&self, server: &ServerId) -> Result<RoomId, Failure> {
        place::room_of(&self.reader(), server)
    }

    /// Notes that a room replaces another one, and goes on with everything of that; false if that was noted before, or cannot be.
    ///
    /// What is open moves a few records at a time, as deadlines pass: see [`App::pass_time_on`].
    pub fn note_replaced(
        &self,
        old: &RoomId,
        new: &RoomId,
        moment: Moment,
    ) -> Result<bool, Failure> {
        moving::note_replaced(&self.ctx(moment), old, new)
    }

    /// Whether Delos joined a server so recently that [`Report::Joined`](crate::Report::Joined) may welcome it.
    pub fn may_welcome(since: Timestamp, now: Timestamp) -> bool {
        welcome::is_recent(since, now)
    }

    /// Whether [`App::first_command`] has the welcome for the next person on a server.
    pub fn owes_welcome(&self, server: &ServerId) -> Result<bool, Failure> {
        welcome::is_due(&self.reader(), server)
    }

    /// The welcome, for the person who gives the first command on a server that could not be welcomed in a room.
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
