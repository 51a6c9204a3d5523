//! What comes out of a command: an answer for whoever gave it, and effects that are stored until they are performed.

use rules_core::{ByColor, Color, Game};
use serde::{Deserialize, Serialize};

use crate::command::Press;
use crate::ids::{ChallengeId, GameId, PlayerId};
use crate::record::Level;
use crate::text::Text;

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
}

/// Whose message is meant: each subject has one message with live controls.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Subject {
    /// A challenge and what became of it.
    Challenge(ChallengeId),
    /// A game's board.
    Game(GameId),
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
    /// How well it is to play.
    pub level: Level,
}

/// A message: words, perhaps a board, and controls.
#[derive(Clone, Debug)]
pub struct Card {
    /// The words.
    pub text: Text,
    /// The board to draw beneath them.
    pub board: Option<BoardPicture>,
    /// Rows of buttons, at most five of at most five.
    pub controls: Vec<Vec<Control>>,
}

impl Card {
    /// Words alone.
    pub fn words(text: impl Into<Text>) -> Self {
        Self {
            text: text.into(),
            board: None,
            controls: Vec::new(),
        }
    }
}

/// What a picture of a game shows.
#[derive(Clone, Debug)]
pub struct BoardPicture {
    /// The game; the picture shows its last position.
    pub game: Game,
    /// Whose side is nearest.
    pub seen_by: Color,
    /// The players' names.
    pub names: ByColor<String>,
}

/// A button.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Control {
    /// What stands on it.
    pub label: &'static str,
    /// How it looks.
    pub look: Look,
    /// What pressing it does.
    pub press: Press,
}

/// How a button looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Look {
    /// The one thing that most want.
    Primary,
    /// A yes.
    Success,
    /// Something that cannot be taken back.
    Danger,
    /// Anything else.
    Plain,
}

/// The answer to whoever gave a command; seen by nobody else.
#[derive(Clone, Debug)]
pub enum Answer {
    /// What changed is seen in the room: nothing more need be said.
    Seen,
    /// A message for them alone.
    Private(Card),
}

/// What a command came to, after the store holds it.
#[derive(Clone, Debug)]
pub struct Handled {
    /// The answer.
    pub answer: Answer,
    /// The effects that were stored with the change, in order.
    pub outgoing: Vec<Outgoing>,
}
