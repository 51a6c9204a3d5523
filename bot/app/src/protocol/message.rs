//! A message that is about to be posted or edited.

use text::Text;

use crate::model::ids::{ChallengeId, Venue};
use crate::protocol::card::Card;

/// A subject's message as it should look now.
#[derive(Clone, Debug)]
pub struct Shown {
    /// The record's version that it shows.
    pub version: u64,
    /// Where it belongs.
    pub venue: Venue,
    /// The message.
    pub card: Card,
    /// Whether it could not be posted of late.
    pub unseen: bool,
    /// The thread that is to be opened before it is posted; its place is the room that is to hold the thread.
    pub thread: Option<ThreadToOpen>,
    /// What remains of it when a newer message takes its place.
    pub retired: Text,
}

/// A thread that a game is to get.
#[derive(Clone, Debug)]
pub struct ThreadToOpen {
    /// What it is called.
    pub name: String,
    /// The challenge beneath whose message it is to hang.
    pub beneath: Option<ChallengeId>,
    /// What the message says beneath which it hangs otherwise.
    pub opening: Text,
}
