//! Bounds on what one person or server may have.

use crate::model::moment::Span;

/// What one person may have at once, and how long things stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Games in progress of one person.
    pub games: usize,
    /// Open challenges made by one person.
    pub challenges: usize,
    /// How long a challenge waits for an answer.
    pub challenge_life: Span,
    /// Challenges that one person can make in an hour.
    pub hourly: usize,
    /// Challenges that can be made on one server in an hour.
    pub server_hourly: usize,
    /// Days of vacation that one person can take in a year.
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

/// The most people who are called to check in by one message.
pub(crate) const CALLED: usize = 50;

/// What the places of a tournament bring in its series, the first one first.
pub(crate) const SEASON: [u32; 8] = [10, 8, 6, 5, 4, 3, 2, 1];
