//! Commands about people rather than games: profiles, histories, leaderboards, a server's figures, blocking, privacy.

mod command;
mod refusal;

mod history;
mod leaderboard;
mod profile;
mod statistics;

mod blocking;
mod engine_help;
mod quota;

mod erasing;
mod export;

pub use command::{PeopleCommand, PeoplePress};
pub use leaderboard::Reach;
pub use profile::{FamilyRatings, Profile};
pub use refusal::PeopleRefusal;
