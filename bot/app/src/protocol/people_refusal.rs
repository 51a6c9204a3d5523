//! Why a command about people was refused.

use crate::model::ids::{GameId, Person};
use crate::model::moment::Timestamp;

/// Why a command about people, or one that would bring two of them together, was refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PeopleRefusal {
    /// They tried to block themselves.
    BlockSelf,
    /// They have blocked as many people as allowed.
    TooManyBlocked(usize),
    /// They have not blocked this person.
    NotBlocked(Person),
    /// They have blocked this person.
    Blocked(Person),
    /// This person has blocked them, which they are not told, or has left.
    NotAvailable(Person),
    /// They made too many challenges; the next one is allowed then.
    TooOften(Timestamp),
    /// Too many challenges were made on this server; the next one is allowed then.
    TooOftenHere(Timestamp),
    /// This person has just declined their challenge; they may ask again then.
    JustDeclined(Person, Timestamp),
    /// They challenged this person too often without a game; they may ask again then.
    CalledTooOften(Person, Timestamp),
    /// They started too many games against the engine; the next one is allowed then.
    TooManyStarted(Timestamp),
    /// They asked for too many reviews; the next one is allowed then.
    TooManyReviews(Timestamp),
    /// They posted too much for everyone; the next post is allowed then.
    TooManyPosts(Timestamp),
    /// Not everyone in the room sees this game, so only its players can post it there.
    PrivateGame(GameId),
    /// They have finished no game yet.
    NoFinishedGame,
    /// They exported their data a moment ago; the next export is allowed then.
    ExportTooSoon(Timestamp),
    /// The position occurs in this rated or tournament game of theirs, or may soon, so the engine does not help with it.
    RatedPosition(GameId),
    /// The present position of this rated or tournament game of theirs occurred in the game whose review they asked for.
    RatedReview(GameId),
    /// All their data is being deleted.
    BeingDeleted,
}
