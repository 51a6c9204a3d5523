//! What comes out of a command: an answer for whoever gave it, and effects that are stored until they are performed.

use rules_core::Game;
use serde::{Deserialize, Serialize};

use crate::model::ids::{ChallengeId, GameId, PlayerId, ServerId, TournamentId};
use crate::model::key::Key;
use crate::model::record::Level;
use crate::protocol::announcement::Announce;
use crate::protocol::card::Card;
use crate::protocol::notice::Tell;

/// The name of a stored effect. Names sort in the order in which effects are to be performed.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EffectId(pub String);

/// Something that the front end or the engine pool is to do, as it stands in the store until it is done.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Outgoing {
    /// Its name.
    pub id: EffectId,
    /// What to do. Doing it twice is harmless.
    pub effect: Effect,
}

/// What is to be done outside.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Effect {
    /// Let the message about a subject show how it stands now.
    Show(Show),
    /// Ask the engine for a move.
    Think(Think),
    /// Let the engine go through a finished game.
    Analyze(Analyze),
    /// Say what whoever runs Delos has to say.
    Announce(Announce),
    /// Tell one person something, once.
    Tell(Tell),
    /// See whether people are still where a tournament is played.
    LookFor(LookFor),
}

/// Whose message is meant: each subject has one message with live controls.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Subject {
    /// A challenge and what became of it.
    Challenge(ChallengeId),
    /// A game's board.
    Game(GameId),
    /// A tournament: who has entered, and later who stands where.
    Tournament(TournamentId),
}

impl Subject {
    /// The record that the message is made from.
    pub fn key(self) -> Key {
        match self {
            Self::Challenge(id) => Key::Challenge(id),
            Self::Game(id) => Key::Game(id),
            Self::Tournament(id) => Key::Tournament(id),
        }
    }
}

impl Effect {
    /// The record that it is about.
    pub fn key(&self) -> Key {
        match self {
            Self::Show(show) => show.subject.key(),
            Self::Think(think) => Key::Game(think.game),
            Self::Analyze(analyze) => Key::Game(analyze.game),
            Self::Announce(_) => Key::Presence,
            Self::Tell(tell) => Key::Person(tell.to.clone()),
            Self::LookFor(look) => Key::Tournament(look.tournament),
        }
    }
}

/// A subject's message is to be brought up to date. Nothing is to be done when a later version is already shown.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Show {
    /// What the message is about.
    pub subject: Subject,
    /// The record's version that made this necessary.
    pub version: u64,
    /// A new message or the old one.
    pub manner: Manner,
    /// Half-moves on a game's board at that version: what remains of a message that showed it names the last of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ply: Option<u32>,
}

/// How a subject's message is brought up to date.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Manner {
    /// By a new message that calls these people; the former one loses its controls.
    Fresh {
        /// Who is notified.
        call: Vec<PlayerId>,
    },
    /// By changing the message that is there; by a new one, without calling anybody, if it is gone, old or far up.
    InPlace,
}

/// A request for a move, answered by [`App::thought`](crate::App::thought).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Think {
    /// The game in which the engine is to move.
    pub game: GameId,
    /// Half-moves played when it was asked; a later game no longer needs the answer.
    pub ply: u32,
    /// How often moves had been taken back by then: the same number of half-moves may be another position.
    #[serde(default)]
    pub take_backs: u32,
    /// How well it is to play.
    pub level: Level,
}

/// A request to go through a finished game, answered by [`App::reviewed`](crate::App::reviewed).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Analyze {
    /// The game.
    pub game: GameId,
}

/// A question about people who did not come to their games, answered by [`App::note_gone`](crate::App::note_gone).
///
/// Discord tells who leaves a server only to bots with a privileged intent. So it is asked, and only about those who have
/// missed a game: anybody else who has left is found out by the first game that they miss.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LookFor {
    /// The tournament.
    pub tournament: TournamentId,
    /// Where they should be.
    pub server: ServerId,
    /// Who.
    pub people: Vec<PlayerId>,
}

/// The answer to whoever gave a command; seen by nobody else.
#[derive(Clone, Debug)]
pub enum Answer {
    /// What changed is seen in the room: nothing more need be said.
    Seen,
    /// A message for them alone.
    Private(Box<Card>),
    /// The engine is to be asked for a hint in this position: for them alone.
    Hint(Box<Game>),
    /// The engine is to be asked what it thinks of this position: for them alone.
    Study(Box<Game>),
}

/// What a command came to, after the store holds it.
#[derive(Clone, Debug)]
pub struct Handled {
    /// The answer.
    pub answer: Answer,
    /// The effects that were stored with the change, in order.
    pub outgoing: Vec<Outgoing>,
}
