//! Why a command about people was refused.

use crate::model::{GameId, Person, Timestamp};

/// Why a command about people, or one that would bring two of them together, was refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PeopleRefusal {
    /// They tried to block themselves.
    BlockSelf,
    /// They have invited as many people as allowed in an hour; at this time, they can go on.
    InvitedTooOften(Timestamp),
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
    /// A position in a daily puzzle gets no engine's help.
    DailyPosition,
    /// A position of a daily puzzle occurred in the game whose review they asked for.
    DailyReview,
    /// The present position of this rated or tournament game of theirs occurred in the game whose review they asked for.
    RatedReview(GameId),
    /// All their data is being deleted.
    BeingDeleted,
    /// Their accounts cannot be linked, or separated.
    Link(LinkRefusal),
}

/// Why two accounts were not linked, or not separated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LinkRefusal {
    /// Delos is on one platform only.
    Alone,
    /// No account was given this code in the last minutes.
    NoSuchCode,
    /// They tried too many codes; they may try the next one then.
    TooManyCodes(Timestamp),
    /// The code was given to this account.
    OwnCode,
    /// The code was given to an account on the same platform.
    SamePlatform,
    /// An account of the pair is linked to another one.
    AlreadyLinked,
    /// A person of the pair is on vacation.
    OnVacation,
    /// The two play each other.
    Meet(GameId),
    /// There is an open challenge between the accounts.
    Challenged,
    /// The account that would become the second name is part of this tournament, which is not over.
    InTournament(String),
    /// That account has too many games and challenges to rename them at once.
    TooMuchUnderWay,
    /// None of their accounts is linked.
    NotLinked,
    /// Records are still being renamed after the accounts were linked.
    StillLinking,
}
