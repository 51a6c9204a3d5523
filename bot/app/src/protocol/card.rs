//! A message as data: words, pictures, a select menu, buttons.

use pictures::{BoardPicture, PieceIcon};
use text::Text;

use crate::model::{RoleId, RoomId};
use crate::protocol::{Action, Attachment};

/// A message: words, perhaps a board, and controls.
#[derive(Clone, Debug, Default)]
pub struct Card {
    pub text: Text,
    /// Drawn below the text.
    pub board: Option<BoardPicture>,
    /// Pictures and files below the board, at most nine.
    pub attachments: Vec<Attachment>,
    /// Whether the pictures are described in the text instead of drawn.
    pub pictures_in_words: bool,
    /// Above the buttons.
    pub menu: Option<SelectMenu>,
    /// Buttons that replace the menu on platforms that have them; empty if they don't fit or the options need their descriptions.
    pub menu_buttons: Vec<Button>,
    /// Below that menu.
    pub second_menu: Option<SelectMenu>,
    /// Above the buttons.
    pub picker: Option<EntityMenu>,
    /// Rows of buttons, at most four of at most five.
    pub controls: Vec<Vec<Button>>,
}

impl Card {
    /// A message without a picture or buttons.
    pub fn words(text: impl Into<Text>) -> Self {
        Self {
            text: text.into(),
            ..Self::default()
        }
    }

    /// A message with a row of buttons.
    pub fn with_buttons(text: impl Into<Text>, row: impl IntoIterator<Item = Button>) -> Self {
        let row: Vec<_> = row.into_iter().collect();
        Self {
            controls: (!row.is_empty()).then_some(row).into_iter().collect(),
            ..Self::words(text)
        }
    }
}

/// A menu from which one option is chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SelectMenu {
    /// Takes the option's value as its input.
    pub action: Action,
    /// The placeholder.
    pub prompt: Text,
    /// At least one and at most [`SelectMenu::MOST`].
    pub options: Vec<MenuOption>,
}

/// An option of a [`SelectMenu`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MenuOption {
    /// The first line.
    pub label: Text,
    /// The second, smaller line; perhaps empty.
    pub detail: Text,
    /// Sent when the option is chosen.
    pub value: String,
}

impl MenuOption {
    /// Maximum number of characters of each line; Discord's limit.
    pub const LENGTH: usize = 100;

    pub(crate) fn new(
        label: impl Into<Text>,
        detail: impl Into<Text>,
        value: impl Into<String>,
    ) -> Self {
        Self {
            label: label.into(),
            detail: detail.into(),
            value: value.into(),
        }
    }
}

impl SelectMenu {
    /// Maximum number of menu options; Discord's limit.
    pub const MOST: usize = 25;

    /// A menu of the first of these options; `None` without any.
    pub(crate) fn of(
        action: Action,
        prompt: impl Into<Text>,
        options: impl IntoIterator<Item = MenuOption>,
    ) -> Option<Self> {
        let options: Vec<_> = options.into_iter().take(Self::MOST).collect();
        (!options.is_empty()).then(|| Self {
            action,
            prompt: prompt.into(),
            options,
        })
    }
}

/// An autocomplete choice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suggestion {
    /// Shown to the author; a front end cuts it to [`Suggestion::LABEL_LENGTH`] characters.
    pub label: Text,
    /// Sent when the suggestion is chosen, at most as long.
    pub value: String,
}

impl Suggestion {
    /// Longest label and value, in characters: Discord's limit.
    pub const LABEL_LENGTH: usize = 100;
    /// The most that are shown at once: Discord's limit.
    pub const MOST: usize = 25;

    pub(crate) fn new(label: impl Into<Text>, value: impl Into<String>) -> Self {
        Self {
            label: label.into(),
            value: value.into(),
        }
    }
}

/// A menu of rooms or roles, whose options the platform lists.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EntityMenu {
    /// Takes the chosen ids as its input, separated by spaces.
    pub action: Action,
    /// The placeholder.
    pub prompt: Text,
    /// The kind of entries, and the current choice.
    pub kind: Entities,
}

/// The entries of an [`EntityMenu`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Entities {
    /// Rooms in which games can be played.
    Rooms {
        /// The most that can be chosen.
        most: u8,
        /// The current choice.
        chosen: Vec<RoomId>,
    },
    /// A member of the server; the input is their id and name.
    Person,
    /// A role of the server.
    Role {
        /// The current choice.
        chosen: Option<RoleId>,
    },
}

/// A button.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Button {
    pub label: Text,
    /// A picture and its caption, which replace the label on platforms with pictures on buttons.
    pub icon: Option<(PieceIcon, Text)>,
    pub style: ButtonStyle,
    pub action: Action,
    /// Whether it can't be pressed.
    pub disabled: bool,
}

impl Button {
    /// Maximum number of buttons in a row; Discord's limit.
    pub const IN_ROW: usize = 5;

    /// A button with these words on it.
    pub fn new(label: impl Into<Text>, style: ButtonStyle, action: Action) -> Self {
        Self {
            label: label.into(),
            icon: None,
            style,
            action,
            disabled: false,
        }
    }

    pub fn primary(label: impl Into<Text>, action: Action) -> Self {
        Self::new(label, ButtonStyle::Primary, action)
    }

    pub fn success(label: impl Into<Text>, action: Action) -> Self {
        Self::new(label, ButtonStyle::Success, action)
    }

    pub fn danger(label: impl Into<Text>, action: Action) -> Self {
        Self::new(label, ButtonStyle::Danger, action)
    }

    pub fn plain(label: impl Into<Text>, action: Action) -> Self {
        Self::new(label, ButtonStyle::Plain, action)
    }

    /// A button that can be pressed only if `able`, so that others keep their places.
    #[must_use]
    pub fn only_if(mut self, able: bool) -> Self {
        self.disabled = !able;
        self
    }
}

/// The button that posts for everyone what a private message shows.
pub(crate) fn post_button(action: Action) -> Button {
    Button::plain(text::msg!("button-post"), action)
}

/// A button's style.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ButtonStyle {
    /// The main choice.
    Primary,
    /// Consent.
    Success,
    /// Something that cannot be undone.
    Danger,
    /// Anything else.
    Plain,
}

/// A form; its input is the text of each field on a line of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Modal {
    /// The heading.
    pub title: Text,
    /// At least one.
    pub fields: Vec<Field>,
}

impl Modal {
    /// A form with one field.
    pub fn of(title: impl Into<Text>, field: Field) -> Self {
        Self {
            title: title.into(),
            fields: vec![field],
        }
    }
}

/// A line of text to fill in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// Tells the person what to write.
    pub label: Text,
    /// The placeholder.
    pub example: Text,
    /// The text to start from; may be empty.
    pub value: String,
    /// Whether it can be left empty.
    pub optional: bool,
    /// The longest text, in characters.
    pub max_length: u16,
}

impl Field {
    /// An empty field that has to be filled in.
    pub fn new(label: impl Into<Text>, example: impl Into<Text>, max_length: u16) -> Self {
        Self {
            label: label.into(),
            example: example.into(),
            value: String::new(),
            optional: false,
            max_length,
        }
    }
}
