//! Every kind of record as one type.

use serde::{Deserialize, Serialize};

use super::{
    AuditRecord, CareerRecord, ChallengeRecord, GameRecord, PairRecord, PersonRecord,
    PresenceRecord, RatingRecord, ReviewRecord, RoundRecord, ServerRecord, TournamentRecord,
    WeekRecord,
};
use crate::model::key::{IndexRow, Key};

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
