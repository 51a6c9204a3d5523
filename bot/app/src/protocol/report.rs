//! Reports of front ends and the engine to the application.

use crate::model::{
    BoardId, DailyId, PlayerId, ReviewRecord, RoomId, ServerId, Timestamp, TournamentId, Venue,
};
use crate::protocol::{Award, EffectId, LookFor, NotAwarded, Schedule, Scheduled, Think};

/// Something done, found or lost. The effect that asked for it is completed.
#[derive(Clone, Copy, Debug)]
pub enum Report<'r> {
    /// The engine's move. It is not made when the game has moved on.
    Thought(&'r EffectId, &'r Think, Found<'r>),
    /// The review of a finished game; `None` if it cannot be reviewed.
    Reviewed(&'r EffectId, Option<&'r ReviewRecord>),
    /// A shard of Discord's gateway, of so many, begins a session after a gap: what was said in it never arrives.
    Missed { shard: u32, shards: u32 },
    /// A game's board was posted in a place.
    Posted(BoardId),
    /// A game's board cannot be posted in a place: those who play from there are notified.
    NotPosted(BoardId),
    /// Boards can be posted in a room again: those that couldn't be are posted now.
    MayPost(&'r Venue),
    /// A thread was opened for a game's board, which moves there.
    ThreadOpened(BoardId, &'r RoomId),
    /// The players that have left the server, among those looked up.
    Gone(&'r EffectId, &'r LookFor, &'r [PlayerId]),
    /// The winners that could not be given their role.
    Awarded(&'r EffectId, &'r Award, &'r [NotAwarded]),
    /// The outcome of scheduling a tournament's event.
    Scheduled(&'r EffectId, Schedule, &'r Scheduled),
    /// A tournament's channel is gone.
    ChannelGone(TournamentId),
    /// A daily puzzle cannot be posted or edited: its server gets no more.
    DailyNotPosted(DailyId),
    /// Delos joined a server at that time. It is welcomed once: in the room, if the server has one for such messages.
    Joined(&'r ServerId, Option<&'r RoomId>, Timestamp),
    /// A server's room did not take the welcome.
    NotWelcomed(&'r ServerId),
    /// A person invited Delos to a direct conversation. They are greeted once, even if this is reported again after a restart.
    Met(&'r PlayerId, &'r RoomId),
}

/// The engine's move and score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found<'a> {
    /// In UCI form.
    pub uci: &'a str,
    /// In centipawns from its own side, if it has one.
    pub score: Option<i16>,
}

/// A move without a score.
impl<'a> From<&'a str> for Found<'a> {
    fn from(uci: &'a str) -> Self {
        Self { uci, score: None }
    }
}
