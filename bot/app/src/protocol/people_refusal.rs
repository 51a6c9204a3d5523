//! Why a command about people, or one that would bring two of them together, came to nothing.

use crate::model::ids::{GameId, Person};
use crate::model::moment::Timestamp;

/// Why somebody may not have what they asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PeopleRefusal {
    /// One cannot block oneself.
    BlockOneself,
    /// They have blocked as many people as one person can.
    TooManyBlocked(usize),
    /// They have not blocked this person.
    NotBlocked(Person),
    /// They have blocked this person themselves.
    Blocked(Person),
    /// This person has blocked them, which they are not told, or is not there any more.
    NotAvailable(Person),
    /// They have made so many challenges that the next one has to wait until then.
    TooOften(Timestamp),
    /// So many challenges were made on this server that the next one has to wait until then.
    TooOftenHere(Timestamp),
    /// This person has just said no to them; they may ask again then.
    SaidNo(Person, Timestamp),
    /// They had a copy of their data a moment ago, and can have another one then.
    ExportTooSoon(Timestamp),
    /// This position stood in a rated game of theirs or in a tournament's, or may soon: there is no engine's help for it.
    RatedPosition(GameId),
    /// Everything about them is being deleted.
    BeingErased,
}
