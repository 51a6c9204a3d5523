//! What is kept: records as they stand in the store, and the index rows by which they are found again.

mod career;
mod challenge;
mod clock;
mod game;
mod pair;
mod person;
pub(crate) mod preferences;
mod presence;
mod quiet;
mod rating;
mod review;
mod server;
mod thread;
mod time_control;
mod tournament;
mod week;

use serde::{Deserialize, Serialize};

use crate::store::{IndexRow, Key};

pub use career::{CareerRecord, Tally};
pub use challenge::{ChallengeRecord, ChallengeState, ColorWish, Proposal, Terms};
pub use clock::{Clock, FIRST_MOVE, RETURN};
pub use game::{Counted, End, GameRecord, GameResult, Level, Offer, RatingChange, Seat};
pub use pair::{PairId, PairRecord};
pub use person::{PersonRecord, Vacation};
pub use preferences::{Pings, Preferences, Theme, View};
pub use presence::PresenceRecord;
pub use quiet::{BadQuietHours, QuietHours};
pub use rating::{Pool, RatingId, RatingRecord};
pub use review::{ReviewRecord, TurningPoint};
pub use server::{ServerRecord, Settings};
pub use thread::Thread;
pub use time_control::{BadTime, TimeControl};
pub use tournament::{
    Absence, Act, ArenaState, AuditId, AuditRecord, BadLimits, Entry, Event, Format, PlanPart,
    RatingLimits, RoundId, RoundRecord, Stage, TournamentBoard, TournamentPlan, TournamentRecord,
    Undo,
};
pub use week::{WeekId, WeekRecord};

/// Whether a value need not be written, since an older record that lacks it means the same.
fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Anything that the store keeps under a [`Key`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Record {
    /// A game, in progress or finished.
    Game(GameRecord),
    /// A challenge, open or answered.
    Challenge(ChallengeRecord),
    /// A person.
    Person(PersonRecord),
    /// A server.
    Server(ServerRecord),
    /// When Delos was last seen at work.
    Presence(PresenceRecord),
    /// A person's rating.
    Rating(RatingRecord),
    /// What a person has played.
    Career(CareerRecord),
    /// What two people have played against each other.
    Pair(PairRecord),
    /// What was played on a server in a week.
    Week(WeekRecord),
    /// What the engine found in a finished game.
    Review(ReviewRecord),
    /// A tournament.
    Tournament(TournamentRecord),
    /// A round of a tournament.
    Round(RoundRecord),
    /// A line of a tournament's audit.
    Audit(AuditRecord),
}

impl Record {
    /// Its name in the store.
    pub fn key(&self) -> Key {
        match self {
            Self::Game(game) => Key::Game(game.id),
            Self::Challenge(challenge) => Key::Challenge(challenge.id),
            Self::Person(person) => Key::Person(person.id().clone()),
            Self::Server(server) => Key::Server(server.id.clone()),
            Self::Presence(_) => Key::Presence,
            Self::Rating(rating) => Key::Rating(rating.id.clone()),
            Self::Career(career) => Key::Career(career.id().clone()),
            Self::Pair(pair) => Key::Pair(pair.id.clone()),
            Self::Week(week) => Key::Week(week.id.clone()),
            Self::Review(review) => Key::Review(review.game),
            Self::Tournament(tournament) => Key::Tournament(tournament.id),
            Self::Round(round) => Key::Round(round.id),
            Self::Audit(audit) => Key::Audit(audit.id),
        }
    }

    /// The rows by which it is found; they replace those of its former state.
    pub fn index_rows(&self) -> Vec<IndexRow> {
        match self {
            Self::Game(game) => game.index_rows(),
            Self::Challenge(challenge) => challenge.index_rows(),
            Self::Person(person) => person.index_rows(),
            Self::Server(server) => server.index_rows(),
            Self::Rating(rating) => rating.index_rows(),
            Self::Career(career) => career.index_rows(),
            Self::Pair(pair) => pair.index_rows(),
            Self::Week(week) => week.index_rows(),
            Self::Tournament(tournament) => tournament.index_rows(),
            Self::Audit(audit) => audit.index_rows(),
            Self::Presence(_) | Self::Review(_) | Self::Round(_) => Vec::new(),
        }
    }
}

/// A type of record: into [`Record`], and out of it again if it is of this type.
pub(crate) trait Kept: Into<Record> {
    /// The record, if it is of this type.
    fn of(record: Record) -> Option<Self>;

    /// The record in its place, if it is of this type.
    fn of_mut(record: &mut Record) -> Option<&mut Self>;
}

/// Declares the types that a [`Record`] can hold.
macro_rules! kept {
    ($($variant:ident($kept:ident)),* $(,)?) => {$(
        impl From<$kept> for Record {
            fn from(kept: $kept) -> Self {
                Self::$variant(kept)
            }
        }

        impl Kept for $kept {
            fn of(record: Record) -> Option<Self> {
                match record {
                    Record::$variant(kept) => Some(kept),
                    _ => None,
                }
            }

            fn of_mut(record: &mut Record) -> Option<&mut Self> {
                match record {
                    Record::$variant(kept) => Some(kept),
                    _ => None,
                }
            }
        }
    )*};
}

kept! {
    Game(GameRecord),
    Challenge(ChallengeRecord),
    Person(PersonRecord),
    Server(ServerRecord),
    Presence(PresenceRecord),
    Rating(RatingRecord),
    Career(CareerRecord),
    Pair(PairRecord),
    Week(WeekRecord),
    Review(ReviewRecord),
    Tournament(TournamentRecord),
    Round(RoundRecord),
    Audit(AuditRecord),
}
