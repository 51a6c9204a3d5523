//! The outcome of a command: a private answer, and effects that are stored until they are performed.

use std::collections::BTreeMap;

use rules_core::{Game, Move};
use serde::{Deserialize, Serialize};
use text::{Platform, Text};

use crate::model::{
    BoardId, ChallengeId, DailyId, EffectiveSettings, GameId, Home, Key, Level, PlayerId, Record,
    RoleId, RoomId, ServerId, Site, Timestamp, TournamentId,
};
use crate::protocol::{Card, LessonPosition, Notice, Posting, Schedule, Tell};

/// Id of a stored effect. Ids sort by the time of the request that led to it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EffectId(pub String);

impl EffectId {
    /// When the effect was stored; `None` for an id that is not the application's.
    pub fn time(&self) -> Option<Timestamp> {
        let (time, _) = self.0.split_once('-')?;
        time.parse().ok().map(Timestamp)
    }
}

/// A stored effect: pending until it is reported as done.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Outgoing {
    pub id: EffectId,
    /// The home whose process performs it.
    #[serde(default)]
    pub home: Home,
    /// Performing it twice is harmless.
    pub effect: Effect,
}

impl Outgoing {
    /// The platform whose front end performs it; `None` if the engine does.
    pub fn platform(&self) -> Option<Platform> {
        match self.effect {
            // Earlier programs stored these without a home.
            Effect::Think(_) | Effect::Analyze(_) => None,
            _ => self.home.platform(),
        }
    }

    /// Puts effects that are sorted by id in the order in which to perform them: each subject is shown in the order of its versions.
    /// A request that was retried after a conflict has an older id than the one it lost to.
    pub fn in_order(mut effects: Vec<Self>) -> Vec<Self> {
        let mut shows: BTreeMap<Subject, BTreeMap<(u64, usize), Self>> = BTreeMap::new();
        for (place, outgoing) in effects.iter().enumerate() {
            if let Effect::Show(show) = &outgoing.effect {
                let of_subject = shows.entry(show.subject).or_default();
                of_subject.insert((show.version, place), outgoing.clone());
            }
        }
        for outgoing in &mut effects {
            if let Effect::Show(show) = &outgoing.effect
                && let Some(of_subject) = shows.get_mut(&show.subject)
                && let Some((_, next)) = of_subject.pop_first()
            {
                *outgoing = next;
            }
        }
        effects
    }
}

/// Work for a front end or the engine pool.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Effect {
    Show(Show),
    Think(Think),
    Analyze(Analyze),
    Announce(Announce),
    Tell(Tell),
    LookFor(LookFor),
    Award(Award),
    CloseThread(CloseThread),
    Schedule(Schedule),
}

/// The subject of a message. Each subject has one message with live controls. A game that is shown in two places is a subject in
/// each, so that neither waits for the other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Subject {
    /// A challenge, open or answered.
    Challenge(ChallengeId),
    /// A game's board.
    Game(GameId),
    /// A game's board in its second place.
    GameElsewhere(GameId),
    /// A tournament: its entrants, later its standings.
    Tournament(TournamentId),
    /// A server's puzzle of one day.
    Daily(DailyId),
}

impl Subject {
    /// The record that the message shows.
    pub fn key(self) -> Key {
        match self {
            Self::Challenge(id) => Key::Challenge(id),
            Self::Game(id) | Self::GameElsewhere(id) => Key::Game(id),
            Self::Tournament(id) => Key::Tournament(id),
            Self::Daily(id) => Key::Daily(id),
        }
    }

    /// The challenge that the message shows, if it is one.
    pub fn challenge(self) -> Option<ChallengeId> {
        match self {
            Self::Challenge(id) => Some(id),
            _ => None,
        }
    }

    /// The game that the message shows where it was started.
    pub fn game(self) -> Option<GameId> {
        match self {
            Self::Game(id) => Some(id),
            _ => None,
        }
    }

    /// The tournament that the message shows, if it is one.
    pub fn tournament(self) -> Option<TournamentId> {
        match self {
            Self::Tournament(id) => Some(id),
            _ => None,
        }
    }

    /// The board that the message is, if it is one.
    pub fn board(self) -> Option<BoardId> {
        let board = |game, site| Some(BoardId { game, site });
        match self {
            Self::Game(id) => board(id, Site::First),
            Self::GameElsewhere(id) => board(id, Site::Second),
            Self::Challenge(_) | Self::Tournament(_) | Self::Daily(_) => None,
        }
    }

    /// The home whose process keeps the message about this record.
    pub(crate) fn home_in(self, record: &Record) -> Home {
        match (self.board(), record) {
            (Some(board), Record::Game(game)) => Home::of_venue(game.venue_at(board.site)),
            _ => record.home(),
        }
    }
}

impl From<BoardId> for Subject {
    fn from(board: BoardId) -> Self {
        match board.site {
            Site::First => Self::Game(board.game),
            Site::Second => Self::GameElsewhere(board.game),
        }
    }
}

impl Effect {
    /// Shows this version of a subject other than a game.
    pub(crate) fn show(subject: Subject, version: u64, manner: Manner) -> Self {
        Self::Show(Show {
            subject,
            version,
            manner,
            ply: None,
        })
    }

    /// A notice to a person.
    pub(crate) fn tell(to: &PlayerId, notice: Notice) -> Self {
        let to = to.clone();
        Self::Tell(Tell { to, notice })
    }

    /// News for everyone in a room.
    pub(crate) fn announce(room: RoomId, news: News) -> Self {
        Self::Announce(Announce { room, news })
    }

    /// The record that it is about; effects with one key are performed in order.
    pub fn key(&self) -> Key {
        match self {
            Self::Show(show) => show.subject.key(),
            Self::Think(think) => Key::Game(think.game),
            Self::Analyze(analyze) => Key::Game(analyze.game),
            Self::Announce(_) => Key::Presence,
            Self::Tell(tell) => Key::Person(tell.to.clone()),
            Self::LookFor(look) => Key::Tournament(look.tournament),
            Self::Award(award) => Key::Tournament(award.tournament),
            Self::CloseThread(close) => Key::Game(close.game),
            Self::Schedule(schedule) => Key::Tournament(schedule.tournament),
        }
    }
}

/// A request to update a subject's message. Does nothing when a later version is already shown.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Show {
    pub subject: Subject,
    /// The version of the record that must be shown at least.
    pub version: u64,
    pub manner: Manner,
    /// Half-moves on a game's board at that version; a retired message names the last of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ply: Option<u32>,
}

/// How a message is updated.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Manner {
    /// By a new message; the previous one loses its controls.
    Fresh {
        /// The people it mentions.
        call: Vec<PlayerId>,
    },
    /// By editing the message; by a new one without mentions if it is gone, old or far up.
    InPlace,
}

/// A request for a move, answered by [`Report::Thought`](crate::Report::Thought).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Think {
    pub game: GameId,
    /// Half-moves played when the move was requested; the answer is stale once there are more.
    pub ply: u32,
    /// Takebacks so far: after one, the same number of half-moves can be another position.
    #[serde(default)]
    pub take_backs: u32,
    pub level: Level,
    /// Whether the answer gets a new message; otherwise it edits the board.
    #[serde(default)]
    pub is_fresh: bool,
}

/// A request to review a finished game, answered by [`Report::Reviewed`](crate::Report::Reviewed).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Analyze {
    pub game: GameId,
}

/// News for everyone in a room.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Announce {
    pub room: RoomId,
    #[serde(flatten)]
    pub news: News,
}

/// The subject of an announcement.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum News {
    /// The operator's own words.
    Words(String),
    /// Delos has joined this server.
    Joined(ServerId),
    /// Delos has joined a direct conversation to which this person invited it.
    Met(PlayerId),
    /// A tournament is open for entries.
    Opened(TournamentId),
    /// A tournament is over.
    Over(TournamentId),
    /// Something that a person posted for everyone in the room.
    Posted(Box<Posting>),
}

impl Announce {
    /// The longest words, in characters.
    pub const MOST: usize = 1500;
}

/// A request to look up players who missed a game, answered by [`Report::Gone`](crate::Report::Gone).
///
/// Discord reports departures only to bots with a privileged intent, so it is asked about each player after their first missed
/// game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LookFor {
    pub tournament: TournamentId,
    /// The server of which they should be members.
    pub server: ServerId,
    pub people: Vec<PlayerId>,
}

/// A role for the winners of a tournament, answered by [`Report::Awarded`](crate::Report::Awarded).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Award {
    pub tournament: TournamentId,
    /// The server that has the role.
    pub server: ServerId,
    pub role: RoleId,
    pub people: Vec<PlayerId>,
}

/// A request to close a thread, on a platform that can. A new message opens an archived thread again, but not a locked one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CloseThread {
    /// The finished game.
    pub game: GameId,
    pub thread: RoomId,
    /// Whether to lock it as well, if Delos may.
    pub locked: bool,
}

/// Why a winner did not get their role.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NotAwarded {
    /// Delos may not give it to anyone.
    Forbidden,
    /// The role no longer exists.
    NoRole,
    /// This winner is no longer a member of the server.
    Left(PlayerId),
}

/// The answer to the person who gave a command. Where the platform can, no one else sees it.
#[derive(Clone, Debug)]
pub enum Answer {
    /// Nothing: the change is visible in the room.
    Seen,
    /// A message for the person, which everyone in the room may read: an error, a list, rules.
    Aside(Box<Card>),
    /// A message that no one else may ever read: preferences, premoves, games that are played elsewhere.
    Secret(Box<Card>),
    /// The engine's hint for this position, which is secret.
    Hint(Box<Game>),
    /// The engine's analysis of this position, which is secret.
    Study(Box<Game>),
    /// A wrong move in a puzzle, which is secret. The engine adds the opponent's best reply.
    Wrong(Box<WrongMove>),
}

/// A wrong move in a puzzle.
#[derive(Clone, Debug)]
pub struct WrongMove {
    pub(crate) at: LessonPosition,
    pub(crate) settings: EffectiveSettings,
    /// How it changed the person's rating, if it did.
    pub(crate) rated: Text,
    /// The game before it.
    pub game: Game,
    pub mv: Move,
    /// What is shown if the engine has no reply.
    pub unanswered: Card,
}

impl Answer {
    /// The message, if it is one.
    pub fn into_card(self) -> Option<Card> {
        match self {
            Self::Aside(card) | Self::Secret(card) => Some(*card),
            Self::Wrong(wrong) => Some(wrong.unanswered),
            Self::Seen | Self::Hint(_) | Self::Study(_) => None,
        }
    }
}

/// The outcome of a command that the store holds.
#[derive(Clone, Debug)]
pub struct Handled {
    pub answer: Answer,
    /// The effects that were stored with the change, in order.
    pub outgoing: Vec<Outgoing>,
}

impl Handled {
    /// The subjects of the messages that it posts or updates, in order.
    pub fn subjects(&self) -> impl Iterator<Item = Subject> {
        let effects = self.outgoing.iter().map(|outgoing| &outgoing.effect);
        effects.filter_map(|effect| match effect {
            Effect::Show(show) => Some(show.subject),
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_that_was_tried_again_is_shown_after_the_one_it_lost_to() {
        let show = |id: &str, game: &str, version| Outgoing {
            id: EffectId(id.to_owned()),
            home: Home::DIRECT,
            effect: Effect::Show(Show {
                subject: Subject::Game(game.parse().expect("a code")),
                version,
                manner: Manner::InPlace,
                ply: None,
            }),
        };
        let other = show("2", "m4x8w2", 3);
        let found = vec![
            show("1", "k7f3q2", 11),
            other.clone(),
            show("3", "k7f3q2", 10),
        ];
        let expected = [show("3", "k7f3q2", 10), other, show("1", "k7f3q2", 11)];
        assert_eq!(Outgoing::in_order(found), expected);
    }
}
