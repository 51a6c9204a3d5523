//! The indexes that list records. Which rows a record has is in its own `index_rows` (`model/record`), and how rows become the bytes
//! of keys in `bot/store/src/keys.rs`.

use rules_core::Family;
use serde::{Deserialize, Serialize};
use text::Platform;

use crate::model::ids::{GameId, LinkCode, PlayerId, RoomId, ServerId};
use crate::model::record_ids::Pool;

/// Declares [`Index`]. A row has a name, fields, a letter, and what tells the lists of an index apart. The compiler rejects a letter
/// that is used twice.
macro_rules! indexes {
    ($($(#[$doc:meta])* $name:ident$(($($field:ident: $type:ty),+))? = $letter:literal $(, $list:expr)?;)+) => {
        /// A list of records in ascending order of a number.
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum Index {
            $($(#[$doc])* $name$(($($type),+))?,)+
        }

        #[repr(u8)]
        enum Letter {
            $($name = $letter,)+
        }

        impl Index {
            /// The byte that names it in a store. It is permanent: a new index gets a new one, and none is reused.
            pub fn letter(&self) -> u8 {
                match self {
                    $(Self::$name { .. } => Letter::$name as u8,)+
                }
            }

            /// The name by which a store tells this list from the others of its letter.
            pub fn list(&self) -> String {
                match self {
                    $(Self::$name$(($($field),+))? => String::new() $(+ &$list.to_string())?,)+
                }
            }
        }
    };
}

indexes! {
    /// A person's games in progress, by their last change.
    OngoingOf(player: PlayerId) = b'1', player;
    /// A person's finished games, by their last change.
    FinishedOf(player: PlayerId) = b'2', player;
    /// A room's games in progress, by their last change; a game that is shown in two rooms counts in the first.
    OngoingIn(room: RoomId) = b'3', room;
    /// A server's games in progress, by their last change.
    OngoingOn(server: ServerId) = b'd', server;
    /// The people who follow a game.
    WatchersOf(game: GameId) = b'e', game;
    /// A person's own open challenges, by expiry.
    ChallengesBy(player: PlayerId) = b'4', player;
    /// The open challenges to a person, by expiry.
    ChallengesTo(player: PlayerId) = b'5', player;
    /// Records with a deadline, by that deadline: see [`App::pass_time`](crate::App::pass_time). Matrix's are apart.
    Due = b'6';
    /// Matrix's records with a deadline, by that deadline.
    DueOnMatrix = b'j';
    /// Events that were acted on, by the time of that.
    Heard = b'k';
    /// All games in progress, by their last change.
    Ongoing = b'f';
    /// All finished games, in the order in which they were counted.
    Counted = b'7';
    /// A server's finished games, in the order in which they were counted.
    FinishedOn(server: ServerId) = b'l', server;
    /// The servers with a room for announcements.
    Announcing = b'g';
    /// The established ratings in a game and pool, by thousandths of a point.
    Leaderboard(family: Family, pool: Pool) = b'8', format_args!("{} {}", family.id(), pool.code());
    /// A server's [`WeekRecord`](crate::WeekRecord)s, by week.
    WeeksOf(server: ServerId) = b'9', server;
    /// A person's challenges, open or closed, by creation.
    ChallengesMadeBy(player: PlayerId) = b'b', player;
    /// A server's challenges, open or closed, by creation.
    ChallengesMadeIn(server: ServerId) = b'c', server;
    /// A server's daily puzzles, by day.
    DailiesOf(server: ServerId) = b'n', server;
    /// All other records that name a person, by their last change.
    About(player: PlayerId) = b'a', player;
    /// A server's tournaments, by creation.
    TournamentsOf(server: ServerId) = b'h', server;
    /// All tournaments that are not over, by creation.
    TournamentsUnderWay = b'i';
    /// The person who was given this code for linking another account.
    LinkCode(code: LinkCode) = b'm', code;
}

impl Index {
    /// A platform's records with a deadline.
    pub fn due_on(platform: Platform) -> Self {
        match platform {
            Platform::Discord => Self::Due,
            Platform::Matrix => Self::DueOnMatrix,
        }
    }

    pub(crate) fn at(self, order: i64) -> IndexRow {
        IndexRow { index: self, order }
    }
}

/// A record's place in an index.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct IndexRow {
    pub index: Index,
    /// Sort key, ascending: mostly a time in milliseconds.
    pub order: i64,
}
