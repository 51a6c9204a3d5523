//! A page of rules.

use text::{Message, Text, msg};

/// A page of a game's rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Page {
    /// What it is about, in a few words.
    pub title: Message,
    /// The rules, one paragraph a line.
    pub text: Text,
    /// Whether the start position is shown.
    pub board: bool,
    /// Names of the diagrams that go with it.
    pub diagrams: Vec<&'static str>,
}

impl Page {
    pub(super) fn new(title: Message, paragraphs: impl IntoIterator<Item = Message>) -> Self {
        Self {
            title,
            text: paragraphs.into_iter().fold(Text::default(), Text::line),
            board: false,
            diagrams: Vec::new(),
        }
    }

    pub(super) fn with(self, diagrams: &[&'static str]) -> Self {
        Self {
            diagrams: diagrams.to_vec(),
            ..self
        }
    }

    pub(super) fn with_board(self) -> Self {
        Self {
            board: true,
            ..self
        }
    }
}

/// A rule that settles what the inventor's page leaves open.
pub(super) fn inferred(rule: Message) -> Message {
    msg!("rules-inferred", rule = rule)
}

/// How draws occur where the inventor says nothing else; `dead` lists the positions that neither side can win.
pub(super) fn draws(dead: Message) -> [Message; 3] {
    [
        msg!("rules-draw-claim"),
        msg!("rules-draw-automatic", dead = dead),
        msg!("rules-draw-agreement"),
    ]
}
