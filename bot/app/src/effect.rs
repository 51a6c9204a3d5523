//! What comes out of a command: an answer for whoever gave it, and effects that are stored until they are performed.

use rules_core::{ByColor, Color, Game, Square};
use serde::{Deserialize, Serialize};

use crate::broadcasting::Announce;
use crate::command::Press;
use crate::enclosure::Enclosure;
use crate::ids::{ChallengeId, GameId, PlayerId, RoleId, RoomId, ServerId, TournamentId};
use crate::notice::Tell;
use crate::record::{Level, Theme};
use crate::store::Key;
use text::Text;

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

/// A message: words, perhaps a board, and controls.
#[derive(Clone, Debug)]
pub struct Card {
    /// The words.
    pub text: Text,
    /// The board to draw beneath them.
    pub board: Option<BoardPicture>,
    /// Pictures and files beneath it, at most nine.
    pub enclosed: Vec<Enclosure>,
    /// A menu above the buttons.
    pub menu: Option<Menu>,
    /// A menu of the server's own rooms or roles above the buttons.
    pub picker: Option<Picker>,
    /// Rows of buttons, at most four of at most five.
    pub controls: Vec<Vec<Control>>,
}

impl Card {
    /// Words alone.
    pub fn words(text: impl Into<Text>) -> Self {
        Self {
            text: text.into(),
            board: None,
            enclosed: Vec::new(),
            menu: None,
            picker: None,
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
    /// A piece whose targets are marked.
    pub selected: Option<Square>,
    /// The players' names; empty where nobody plays yet.
    pub names: ByColor<String>,
    /// Their ratings, where they have any.
    pub ratings: ByColor<Option<String>>,
    /// What their clocks showed when the turn began.
    pub clocks: ByColor<Option<String>>,
    /// The colors of the board.
    pub theme: Theme,
}

/// A menu from which one entry is chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Menu {
    /// What choosing does, with the value of what is chosen.
    pub press: Press,
    /// What stands on it before something is chosen.
    pub prompt: &'static str,
    /// The entries, at least one and at most [`Menu::MOST`].
    pub choices: Vec<Choice>,
}

/// An entry of a [`Menu`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// What is read first.
    pub label: String,
    /// What it means, in smaller letters.
    pub detail: String,
    /// What is sent.
    pub value: String,
}

impl Menu {
    /// The most entries of a menu; Discord's limit.
    pub const MOST: usize = 25;

    /// The entries from the `skip`-th on. If there are more than fit, the last one is for going on, and its value is what
    /// `more` makes of the number to skip then.
    pub(crate) fn paged(
        press: Press,
        prompt: &'static str,
        all: Vec<Choice>,
        skip: usize,
        more: impl Fn(usize) -> String,
    ) -> Self {
        let skip = if skip < all.len() { skip } else { 0 };
        let rest = all.len() - skip;
        let mut choices: Vec<_> = all.into_iter().skip(skip).collect();
        if rest > Self::MOST {
            choices.truncate(Self::MOST - 1);
            let next = skip + choices.len();
            choices.push(crate::say::more_choices(rest - choices.len(), more(next)));
        }
        Self {
            press,
            prompt,
            choices,
        }
    }
}

/// A menu of rooms or roles, which the platform lists by itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picker {
    /// What choosing does, with the names of what is chosen, divided by blanks.
    pub press: Press,
    /// What stands on it before something is chosen.
    pub prompt: &'static str,
    /// What can be chosen, and what is chosen already.
    pub kind: PickerKind,
}

/// What a [`Picker`] lists.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PickerKind {
    /// Rooms in which games can be played.
    Rooms {
        /// The most that can be chosen.
        most: u8,
        /// Those that are in force.
        chosen: Vec<RoomId>,
    },
    /// One of the server's roles.
    Role {
        /// The one that is in force.
        chosen: Option<RoleId>,
    },
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
