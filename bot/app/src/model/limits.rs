//! Quotas of people and servers.

use crate::model::moment::Span;

/// Configurable quotas.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Games in progress of one person.
    pub games: usize,
    /// Open challenges made by one person.
    pub challenges: usize,
    /// Time until an unanswered challenge expires.
    pub challenge_life: Span,
    /// Challenges per person and hour, and as many games against the engine.
    pub hourly: usize,
    /// Challenges per server and hour.
    pub server_hourly: usize,
    /// Days of vacation per person and year.
    pub vacation_days: u16,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            games: 50,
            challenges: 5,
            challenge_life: Span::hours(48),
            hourly: 20,
            server_hourly: 300,
            vacation_days: 21,
        }
    }
}

/// Reviews that a person may ask for at once, and the time until they may ask for one more. Each is work for the engine, and may post
/// a game's last board again.
pub(crate) const REVIEWS: u16 = 5;
pub(crate) const REVIEW_REFILL: Span = Span::minutes(5);

/// The same for what a person posts for everyone in a room.
pub(crate) const POSTS: u16 = 3;
pub(crate) const POST_REFILL: Span = Span::minutes(2);

/// The same for attempts at codes that link accounts, so that none is guessed.
pub(crate) const CODES: u16 = 5;
pub(crate) const CODE_REFILL: Span = Span::minutes(12);

/// Most bytes of a stored id of a room or role. Discord's have fewer than 30; a thread of Matrix has up to 518, with its room.
pub(crate) const MAX_ID_BYTES: usize = 600;

/// Most people mentioned in one reminder to check in.
pub(crate) const MAX_MENTIONS: usize = 50;

/// Points that a tournament's places earn in its series, first place first.
pub(crate) const SEASON_POINTS: [u32; 8] = [10, 8, 6, 5, 4, 3, 2, 1];
