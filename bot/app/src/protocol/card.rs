//! A message as data: words, pictures, a select menu, buttons.

use rules_core::{ByColor, Color, Game, Square};
use text::Text;

use crate::model::ids::{RoleId, RoomId};
use crate::model::record::Theme;
use crate::protocol::attachment::Enclosure;
use crate::protocol::button::Press;

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

impl BoardPicture {
    /// A game's last position from White's side, under these names.
    pub fn of(game: Game, names: ByColor<String>) -> Self {
        Self {
            game,
            seen_by: Color::White,
            selected: None,
            names,
            ratings: ByColor::default(),
            clocks: ByColor::default(),
            theme: Theme::Wood,
        }
    }
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
