//! One type for all kinds of records.

use serde::{Deserialize, Serialize};

use super::{
    AuditRecord, CareerRecord, ChallengeRecord, DailyRecord, GameRecord, HeardRecord, PairRecord,
    PersonRecord, PresenceRecord, RatingRecord, ReviewRecord, RoundRecord, ServerRecord,
    TournamentRecord, WeekRecord,
};
use crate::model::home::Home;
use crate::model::key::{Index, IndexRow, Key};

/// A record that is stored under a [`Key`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Record {
    /// In progress or finished.
    Game(GameRecord),
    /// Open or closed.
    Challenge(ChallengeRecord),
    Person(PersonRecord),
    Server(ServerRecord),
    /// When Delos last ran.
    Presence(PresenceRecord),
    Rating(RatingRecord),
    /// A person's results.
    Career(CareerRecord),
    /// Two people's results against each other.
    Pair(PairRecord),
    /// A server's games in one week.
    Week(WeekRecord),
    /// The engine's review of a finished game.
    Review(ReviewRecord),
    Tournament(TournamentRecord),
    Round(RoundRecord),
    /// An entry of a tournament's audit log.
    Audit(AuditRecord),
    /// A server's puzzle of one day.
    Daily(DailyRecord),
    /// A platform's event that was acted on.
    Heard(HeardRecord),
}

impl Record {
    /// The key under which it is stored.
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
            Self::Daily(daily) => Key::Daily(daily.id),
            Self::Heard(heard) => Key::Heard(heard.id.clone()),
        }
    }

    /// Returns the home that lets its deadlines pass and shows it.
    pub fn home(&self) -> Home {
        match self {
            Self::Game(game) => game.home(),
            Self::Challenge(challenge) => Home::of_venue(&challenge.venue),
            Self::Tournament(tournament) => Home::of_venue(&tournament.venue),
            Self::Daily(daily) => Home::of_venue(&daily.venue),
            Self::Server(server) => Home::of_server(&server.id),
            Self::Person(person) => Home::of_person(person.id()),
            Self::Heard(heard) => Home::of_event(&heard.id),
            _ => Home::DIRECT,
        }
    }

    /// Its index rows; they replace those of its previous version.
    pub fn index_rows(&self) -> Vec<IndexRow> {
        let mut rows = self.rows();
        if let Some(platform) = self.home().platform() {
            let due = rows.iter_mut().filter(|row| row.index == Index::Due);
            due.for_each(|row| row.index = Index::due_on(platform));
        }
        rows
    }

    fn rows(&self) -> Vec<IndexRow> {
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
            Self::Daily(daily) => daily.index_rows(),
            Self::Heard(heard) => heard.index_rows(),
            Self::Presence(_) | Self::Review(_) | Self::Round(_) => Vec::new(),
        }
    }
}

/// A type that [`Record`] can hold.
pub(crate) trait RecordType: Into<Record> + TryFrom<Record> {
    /// Borrows a record of this type.
    fn from_record_mut(record: &mut Record) -> Option<&mut Self>;
}

/// Implements the conversions and [`RecordType`] for the variants of [`Record`].
macro_rules! record_types {
    ($($variant:ident($type:ident)),* $(,)?) => {$(
        impl From<$type> for Record {
            fn from(record: $type) -> Self {
                Self::$variant(record)
            }
        }

        /// Fails with the key of a record of another type.
        impl TryFrom<Record> for $type {
            type Error = Key;

            fn try_from(record: Record) -> Result<Self, Key> {
                match record {
                    Record::$variant(record) => Ok(record),
                    other => Err(other.key()),
                }
            }
        }

        impl RecordType for $type {
            fn from_record_mut(record: &mut Record) -> Option<&mut Self> {
                match record {
                    Record::$variant(record) => Some(record),
                    _ => None,
                }
            }
        }
    )*};
}

record_types! {
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
    Daily(DailyRecord),
    Heard(HeardRecord),
}
