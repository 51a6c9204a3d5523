//! One type for all kinds of records.

use serde::{Deserialize, Serialize};

use super::{
    AuditRecord, CareerRecord, ChallengeRecord, DailyRecord, GameRecord, HeardRecord, PairRecord,
    PersonRecord, PresenceRecord, RatingRecord, ReviewRecord, RoundRecord, ServerRecord,
    TournamentRecord, WeekRecord,
};
use crate::model::{Home, Index, IndexRow, Key};

impl Record {
    /// Returns the home that lets its deadlines pass and shows it.
    pub fn home(&self) -> Home {
        match self {
            Self::Game(game) => game.home(),
            Self::Challenge(challenge) => Home::of_venue(&challenge.venue),
            Self::Tournament(tournament) => Home::of_venue(&tournament.venue),
            Self::Daily(daily) => Home::of_venue(&daily.venue),
            Self::Server(server) => Home::of_server(&server.id),
            Self::Person(person) => Home::direct(person.id().platform()),
            Self::Heard(heard) => Home::direct(heard.id.platform()),
            _ => Home::DIRECT,
        }
    }

    /// Its index rows; they replace those of its previous version.
    pub fn index_rows(&self) -> Vec<IndexRow> {
        let mut rows = self.own_rows();
        if let Some(platform) = self.home().platform() {
            let due = rows.iter_mut().filter(|row| row.index == Index::Due);
            due.for_each(|row| row.index = Index::due_on(platform));
        }
        rows
    }
}

/// A type that [`Record`] can hold.
pub(crate) trait RecordType: Into<Record> + TryFrom<Record> {
    /// Borrows a record of this type.
    fn from_record_mut(record: &mut Record) -> Option<&mut Self>;
}

/// Declares [`Record`] with a row for each variant: its type, its key, and its index rows, if it has any. Adds the conversions and
/// [`RecordType`].
macro_rules! record {
    ($($(#[$doc:meta])* $variant:ident($record:ident: $type:ident): $key:expr $(, $rows:expr)?;)*) => {
        /// A record that is stored under a [`Key`].
        #[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum Record {
            $($(#[$doc])* $variant($type),)*
        }

        #[allow(unused_variables, reason = "a record that is the only one of its kind has a fixed key")]
        impl Record {
            /// The key under which it is stored.
            pub fn key(&self) -> Key {
                match self {
                    $(Self::$variant($record) => $key,)*
                }
            }

            /// Its index rows, with deadlines of all platforms in [`Index::Due`].
            fn own_rows(&self) -> Vec<IndexRow> {
                match self {
                    $($(Self::$variant($record) => $rows,)?)*
                    _ => Vec::new(),
                }
            }
        }

        $(
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
        )*
    };
}

record! {
    /// In progress or finished.
    Game(game: GameRecord): Key::Game(game.id), game.index_rows();
    /// Open or closed.
    Challenge(challenge: ChallengeRecord): Key::Challenge(challenge.id), challenge.index_rows();
    Person(person: PersonRecord): Key::Person(person.id().clone()), person.index_rows();
    Server(server: ServerRecord): Key::Server(server.id.clone()), server.index_rows();
    /// When Delos last ran.
    Presence(presence: PresenceRecord): Key::Presence;
    Rating(rating: RatingRecord): Key::Rating(rating.id.clone()), rating.index_rows();
    /// A person's results.
    Career(career: CareerRecord): Key::Career(career.person.id.clone()), career.index_rows();
    /// Two people's results against each other.
    Pair(pair: PairRecord): Key::Pair(pair.id.clone()), pair.index_rows();
    /// A server's games in one week.
    Week(week: WeekRecord): Key::Week(week.id.clone()), week.index_rows();
    /// The engine's review of a finished game.
    Review(review: ReviewRecord): Key::Review(review.game);
    Tournament(tournament: TournamentRecord): Key::Tournament(tournament.id), tournament.index_rows();
    Round(round: RoundRecord): Key::Round(round.id);
    /// An entry of a tournament's audit log.
    Audit(audit: AuditRecord): Key::Audit(audit.id), audit.index_rows();
    /// A server's puzzle of one day.
    Daily(daily: DailyRecord): Key::Daily(daily.id), daily.index_rows();
    /// A platform's event that was acted on.
    Heard(heard: HeardRecord): Key::Heard(heard.id.clone()), heard.index_rows();
}
