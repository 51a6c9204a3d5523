//! A tournament as it is kept: its plan and entrants in one record, each round in another, each line of the audit in a third.
//!
//! Divided so that no record outgrows a value of the store: 256 entrants fill a third of one, a round of theirs another.

use pairing::knockout::{Elimination, MatchRules};
use pairing::round_robin::Cycles;
use pairing::{Bye, Entrant, HistoryError, Pairing, Ranking, Round, Seed, Slot};
use rules_core::{Color, Variant};
use serde::{Deserialize, Serialize};

use super::is_default;
use super::time_control::TimeControl;
use crate::ids::{GameId, Person, PlayerId, TournamentId, Venue};
use crate::moment::Timestamp;
use crate::store::{Index, IndexRow};

/// How entrants are brought together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Equal scores meet, by the FIDE Dutch system.
    Swiss {
        /// How many rounds.
        rounds: u8,
    },
    /// Everybody meets everybody.
    RoundRobin(Cycles),
    /// Who loses is out.
    Knockout {
        /// How often one may lose.
        elimination: Elimination,
        /// How a match is decided.
        #[serde(default)]
        rules: MatchRules,
    },
}

/// What was announced.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TournamentPlan {
    /// What it is called, at most [`TournamentPlan::NAME_LENGTH`] characters.
    pub name: String,
    /// The rule set.
    pub variant: Variant,
    /// How much time each game has; always some.
    pub time: TimeControl,
    /// Whether games change ratings.
    #[serde(default, skip_serializing_if = "is_default")]
    pub rated: bool,
    /// How entrants are brought together.
    pub format: Format,
    /// The most entrants.
    pub capacity: u16,
    /// When it begins by itself; with the organizer's word when there is nothing here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starts: Option<Timestamp>,
    /// Whether it begins by itself as soon as it is full.
    #[serde(default, skip_serializing_if = "is_default")]
    pub when_full: bool,
    /// Whether only those play who said shortly before that they are there.
    #[serde(default, skip_serializing_if = "is_default")]
    pub check_in: bool,
}

impl TournamentPlan {
    /// The longest name, in characters.
    pub const NAME_LENGTH: usize = 60;
    /// The most entrants.
    pub const MOST: u16 = 256;
}

/// Somebody who entered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Entry {
    /// Who.
    pub person: Person,
    /// Their rating in this game when it began.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<u16>,
    /// Whether they said that they are there.
    #[serde(default, skip_serializing_if = "is_default")]
    pub checked_in: bool,
    /// Whether they play no more.
    #[serde(default, skip_serializing_if = "is_default")]
    pub withdrawn: bool,
    /// Whether they asked for a half-point bye in the next round.
    #[serde(default, skip_serializing_if = "is_default")]
    pub sits_out: bool,
    /// Games to which they did not come.
    #[serde(default, skip_serializing_if = "is_default")]
    pub no_shows: u8,
}

impl Entry {
    /// Somebody who has just entered.
    pub fn new(person: Person) -> Self {
        Self {
            person,
            rating: None,
            checked_in: false,
            withdrawn: false,
            sits_out: false,
            no_shows: 0,
        }
    }
}

/// How far a tournament has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// People can enter.
    Open,
    /// A round is played.
    Playing,
    /// The next round begins at this time.
    Between(Timestamp),
    /// A round may end, but none begins until the organizer goes on.
    Paused,
    /// It is over.
    Finished(Timestamp),
    /// It was called off.
    Canceled(Timestamp),
}

/// How the last thing that the organizer did is taken back.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Undo {
    /// Who was removed plays on.
    Return(Seed),
    /// Who was added late is withdrawn.
    Withdraw(Seed),
    /// Who was substituted comes back.
    Substitute(Seed, Person),
    /// The stage that was before.
    Stage(Stage),
}

/// A tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TournamentRecord {
    /// Its public code.
    pub id: TournamentId,
    /// What was announced.
    pub plan: TournamentPlan,
    /// Who made it.
    pub by: Person,
    /// Where it is played.
    pub venue: Venue,
    /// When it was made.
    pub made: Timestamp,
    /// When it was last changed.
    pub touched: Timestamp,
    /// Who entered: in the order in which they came, and from the beginning on in the order of their seeds.
    pub entries: Vec<Entry>,
    /// How far it has come.
    pub stage: Stage,
    /// How it is ranked.
    pub ranking: Ranking,
    /// The color that odd seeds have first.
    pub initial: Color,
    /// Rounds that were paired.
    #[serde(default)]
    pub rounds: u16,
    /// Lines in its audit.
    #[serde(default)]
    pub audit: u32,
    /// How the organizer's last word is taken back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undo: Option<Undo>,
}

impl TournamentRecord {
    /// Whether it can still change.
    pub fn is_over(&self) -> bool {
        matches!(self.stage, Stage::Finished(_) | Stage::Canceled(_))
    }

    /// Whether it has begun: seeds are fixed.
    pub fn has_begun(&self) -> bool {
        self.rounds > 0
    }

    /// The seed of somebody who entered.
    pub fn seed_of(&self, player: &PlayerId) -> Option<Seed> {
        let place = self
            .entries
            .iter()
            .position(|entry| entry.person.id == *player)?;
        Some(Seed::at(place))
    }

    /// The entry of that seed.
    pub fn entry(&self, seed: Seed) -> Option<&Entry> {
        self.entries.get(seed.index())
    }

    pub(crate) fn entry_mut(&mut self, seed: Seed) -> Option<&mut Entry> {
        self.entries.get_mut(seed.index())
    }

    /// Everybody who is named in it.
    fn people(&self) -> impl Iterator<Item = &PlayerId> {
        let substituted = match &self.undo {
            Some(Undo::Substitute(_, person)) => Some(&person.id),
            _ => None,
        };
        let entries = self.entries.iter().map(|entry| &entry.person.id);
        entries.chain([&self.by.id]).chain(substituted)
    }

    /// Puts a ghost in somebody's place, who plays no more.
    pub(crate) fn haunt(&mut self, player: &PlayerId, ghost: &Person) {
        if self.by.id == *player {
            self.by = ghost.clone();
        }
        if matches!(&self.undo, Some(Undo::Substitute(_, person)) if person.id == *player) {
            self.undo = None;
        }
        for entry in &mut self.entries {
            if entry.person.id == *player {
                entry.person = ghost.clone();
                entry.withdrawn = true;
            }
        }
    }

    /// When it is to be looked at again by itself.
    fn wakes(&self) -> Option<Timestamp> {
        match self.stage {
            Stage::Open => self.plan.starts,
            Stage::Between(next) => Some(next),
            _ => None,
        }
    }

    pub(super) fn index_rows(&self) -> Vec<IndexRow> {
        let row = |index, order: Timestamp| IndexRow {
            index,
            order: order.0,
        };
        let mut rows: Vec<IndexRow> = self
            .people()
            .map(|id| row(Index::About(id.clone()), self.touched))
            .collect();
        if let Some(server) = &self.venue.server {
            rows.push(row(Index::TournamentsOf(server.clone()), self.made));
        }
        if !self.is_over() {
            rows.push(row(Index::TournamentsUnderWay, self.made));
        }
        rows.extend(self.wakes().map(|at| row(Index::Due, at)));
        rows
    }

    /// The entrants as the pairing knows them.
    pub fn entrants(&self) -> Vec<Entrant> {
        self.entries
            .iter()
            .map(|entry| Entrant {
                name: entry.person.name.clone(),
                rating: entry.rating,
            })
            .collect()
    }
}

/// Which round of which tournament, from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct RoundId {
    /// The tournament.
    pub tournament: TournamentId,
    /// The number of the round.
    pub number: u16,
}

/// A game of a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TournamentBoard {
    /// Who meets whom, and how it ended.
    pub pairing: Pairing,
    /// The game; none when somebody had withdrawn before it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<GameId>,
    /// The match of a knock-out to which it belongs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of_match: Option<u16>,
    /// How often the game was begun again.
    #[serde(default, skip_serializing_if = "is_default")]
    pub replays: u8,
}

/// A round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RoundRecord {
    /// Which.
    pub id: RoundId,
    /// When it began.
    pub began: Timestamp,
    /// Its games.
    pub boards: Vec<TournamentBoard>,
    /// Who has no opponent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub byes: Vec<(Seed, Bye)>,
}

impl RoundRecord {
    /// The round as the pairing knows it.
    ///
    /// # Errors
    /// When somebody stands in it twice: a damaged store.
    pub fn round(&self) -> Result<Round, HistoryError> {
        let games = self.boards.iter().map(|board| Slot::Pairing(board.pairing));
        let byes = self.byes.iter().map(|&(seed, bye)| Slot::Bye { seed, bye });
        Round::new(games.chain(byes).collect()).map_err(|twice| HistoryError::Stranger(twice.0))
    }

    /// Whether every game has its result.
    pub fn is_finished(&self) -> bool {
        self.boards
            .iter()
            .all(|board| board.pairing.result.is_some())
    }
}

/// Where in a tournament a game was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Event {
    /// The round.
    pub round: RoundId,
    /// The board, from 0.
    pub board: u16,
}

/// Which line of which tournament's audit, from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct AuditId {
    /// The tournament.
    pub tournament: TournamentId,
    /// The number of the line.
    pub number: u32,
}

/// Something that was done in a tournament, for everybody to see.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AuditRecord {
    /// Which line it is.
    pub id: AuditId,
    /// When.
    pub at: Timestamp,
    /// Who did it; nobody for what happens by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Person>,
    /// What.
    pub act: Act,
}

/// What was done in a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Act {
    /// It was announced.
    Create,
    /// The first round was paired.
    Begin,
    /// No round could be paired any more, so it ended early.
    EndEarly,
    /// It was called off.
    Cancel,
    /// It was paused.
    Pause,
    /// It went on.
    Resume,
    /// The next round was put off to this time.
    Postpone(Timestamp),
    /// A game was given this result.
    Adjudicate(GameId, Option<Color>),
    /// A game was annulled, and another begun.
    Replay(GameId, GameId),
    /// Somebody took the place of somebody.
    Substitute {
        /// Who left.
        out: Person,
        /// Who came.
        new: Person,
    },
    /// Somebody was withdrawn by the organizer.
    Remove(Person),
    /// Somebody was withdrawn because they did not come to two games.
    NoShow(Person),
    /// Somebody left by themselves after the beginning.
    Withdraw(Person),
    /// Somebody came after the beginning.
    Late(Person),
    /// The organizer's last word was taken back.
    Undo,
}

impl AuditRecord {
    /// Everybody who is named in it.
    fn people_mut(&mut self) -> Vec<&mut Person> {
        let mut people: Vec<&mut Person> = self.by.iter_mut().collect();
        match &mut self.act {
            Act::Substitute { out, new } => people.extend([out, new]),
            Act::Remove(person)
            | Act::NoShow(person)
            | Act::Withdraw(person)
            | Act::Late(person) => {
                people.push(person);
            }
            _ => {}
        }
        people
    }

    /// Puts a ghost in somebody's place.
    pub(crate) fn haunt(&mut self, player: &PlayerId, ghost: &Person) {
        for person in self.people_mut() {
            if person.id == *player {
                *person = ghost.clone();
            }
        }
    }

    pub(super) fn index_rows(&self) -> Vec<IndexRow> {
        let order = self.at.0;
        self.clone()
            .people_mut()
            .into_iter()
            .map(|person| IndexRow {
                index: Index::About(person.id.clone()),
                order,
            })
            .collect()
    }
}
