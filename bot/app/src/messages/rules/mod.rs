//! The rules of the games as people read them, page by page.

use rules_core::{Family, Variant};
use text::{Text, text};

use crate::messages::strong;

mod latrunculi;
mod leap;
mod legan;
mod leto;
mod toto40;

/// A page of a game's rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Page {
    /// What it is about, in a few words.
    pub title: &'static str,
    /// The rules.
    pub text: Text,
    /// Whether the start position is shown.
    pub board: bool,
    /// The diagrams that go with it, by the names that the pictures' maker gives them.
    pub diagrams: Vec<&'static str>,
}

impl Page {
    pub(crate) fn new(title: &'static str, paragraphs: impl IntoIterator<Item = Text>) -> Self {
        let text = paragraphs.into_iter().fold(Text::default(), Text::line);
        Self {
            title,
            text,
            board: false,
            diagrams: Vec::new(),
        }
    }

    fn with(self, diagrams: &[&'static str]) -> Self {
        Self {
            diagrams: diagrams.to_vec(),
            ..self
        }
    }

    fn with_board(self) -> Self {
        Self {
            board: true,
            ..self
        }
    }
}

/// A paragraph with its first words in strong letters.
fn rule(head: &str, words: impl Into<String>) -> Text {
    let words = format!(" {}", words.into());
    text![strong(head), words]
}

/// A rule that settles what the inventor's page leaves open.
fn inferred(head: &str, words: &str) -> Text {
    rule(
        head,
        format!("{words} (Inferred: the inventor's page leaves this open.)"),
    )
}

/// The pages of a game's rules, in reading order; never none.
pub fn rules(variant: Variant) -> Vec<Page> {
    match variant.family() {
        Family::Leto => leto::pages(variant),
        Family::Legan => legan::pages(),
        Family::Toto40 => toto40::pages(),
        Family::Leap => leap::pages(variant),
        Family::Latrunculi => latrunculi::pages(),
    }
}

/// How draws come about where the inventor says nothing else.
fn draws(dead: &str) -> Vec<Text> {
    vec![
        rule(
            "Draw by claim.",
            "When the same position stands for the third time, or 50 moves by each side went by without a pawn move or a capture, whoever is to move may claim a draw with /draw.",
        ),
        rule(
            "Draw by itself.",
            format!(
                "When a position stands for the fifth time, after 75 such moves each, or when nobody can win any more: {dead}. A move that wins goes before any draw."
            ),
        ),
        rule(
            "By agreement.",
            "Both may agree to a draw at any time, and anybody may resign.",
        ),
    ]
}

/// The head of a page: the game, the page and how many there are.
pub fn rules_head(variant: Variant, title: &str, number: usize, of: usize) -> Text {
    text![
        strong(format!("{}: {title}", variant.name())),
        format!(" ({number} of {of})")
    ]
}

/// Which page it is, in a menu.
pub fn page_of(number: usize, of: usize) -> String {
    format!("Page {number} of {of}")
}

/// The question whose rules are wanted.
pub fn which_rules() -> Text {
    text!["Whose rules do you want to read?"]
}
