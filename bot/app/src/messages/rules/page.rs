//! Pages of rules.

use rules_core::Role;
use text::{Message, Text, msg};

/// What a game's file says.
pub(super) struct GameRules {
    /// The pages needed to play, except the last, which has the values and the tips.
    pub(super) needed: Vec<Page>,
    /// Approximate piece values in half points, on a scale with the knight at three points.
    pub(super) values: &'static [(Role, u8)],
    pub(super) tips: [Message; 2],
    pub(super) details: Vec<Page>,
}

/// A page of a game's rules: at most three sentences and an optional picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Page {
    /// The topic, in a few words.
    pub title: Message,
    /// A sentence a line.
    pub text: Text,
    /// Drawn below the text.
    pub picture: Option<Illustration>,
}

/// A picture in the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Illustration {
    /// The picture itself.
    pub shows: Shown,
    /// A sentence that says what it shows.
    pub caption: Message,
}

/// The content of an [`Illustration`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shown {
    /// The game's start position.
    Start,
    /// The diagram with this name.
    Diagram(&'static str),
}

impl Page {
    pub(super) fn new(title: Message, sentences: impl IntoIterator<Item = Message>) -> Self {
        Self {
            title,
            text: Text::lines(sentences),
            picture: None,
        }
    }

    pub(super) fn showing(self, shows: Shown, caption: Message) -> Self {
        Self {
            picture: Some(Illustration { shows, caption }),
            ..self
        }
    }
}

/// A page of fixed sentences: `page! { "title": "sentence", "sentence"; "diagram" => "caption" }`, or `start` for the diagram. With
/// `inferred` before the title, all of its rules are [`inferred`].
macro_rules! page {
    (inferred $title:literal: $($sentence:literal),+) => {
        Page::new(msg!($title), [$(inferred(msg!($sentence))),+])
    };
    ($title:literal: $($sentence:literal),+) => {
        Page::new(msg!($title), [$(msg!($sentence)),+])
    };
    ($title:literal: $($sentence:literal),+; start => $caption:literal) => {
        page!($title: $($sentence),+).showing($crate::messages::Shown::Start, msg!($caption))
    };
    ($title:literal: $($sentence:literal),+; $diagram:literal => $caption:literal) => {
        page!($title: $($sentence),+)
            .showing($crate::messages::Shown::Diagram($diagram), msg!($caption))
    };
}
pub(super) use page;

/// A rule that settles what the inventor's page leaves open.
pub(super) fn inferred(rule: Message) -> Message {
    msg!("rules-inferred", rule)
}

/// How a game ends where the inventor says nothing else than checkmate; `dead` lists the positions that neither side can win.
pub(super) fn ends(dead: Message) -> Vec<Page> {
    let draws = [
        msg!("rules-draw-automatic"),
        msg!("rules-draw-dead", dead),
        msg!("rules-draw-won"),
    ];
    vec![
        page! { "rules-title-end": "rules-checkmate", "rules-draw-claim", "rules-draw-agreement" },
        Page::new(msg!("rules-title-details-draws"), draws),
    ]
}
