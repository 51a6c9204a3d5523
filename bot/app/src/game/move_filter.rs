//! Which legal moves a half-typed text may mean.

use rules_core::{Game, Move, Role};
use text::chess::{move_in_brief, move_in_words};
use text::{Text, msg};

use crate::protocol::Suggestion;

/// Words that say nothing about a move.
const FILLING: [&str; 8] = ["the", "a", "an", "on", "to", "from", "at", "my"];

/// A partly typed move, read as a prefix of notation and as prefixes of words.
pub(super) struct Typed {
    notation: String,
    words: Vec<String>,
}

impl Typed {
    pub(super) fn new(text: &str) -> Self {
        let text: String = text.chars().take(Suggestion::LABEL_LENGTH).collect();
        let mut notation = notation(&text);
        if notation.chars().all(|letter| letter == '0') {
            notation = "O".repeat(notation.len());
        }
        let words = words(&text)
            .filter(|word| !FILLING.contains(&word.as_str()))
            .map(|word| word.trim_end_matches('s').to_owned())
            .collect();
        Self { notation, words }
    }

    /// How well a legal move fits, 0 best; `None` if it doesn't. A letter means the piece as it is written, a square the moves to
    /// it before those from it.
    pub(super) fn fit(&self, game: &Game, mv: Move) -> Option<u8> {
        let shape = game.variant().shape();
        let role = game.position().piece_at(mv.from())?.role;
        let letter = match role {
            Role::Pawn => String::new(),
            _ => role.letter().to_string(),
        };
        let uci = mv.uci(shape).to_string();
        let targets = uci.trim_start_matches(&shape.name(mv.from()).to_string());
        let short = [notation(&game.san(mv)), format!("{letter}{targets}")];
        let long = [
            format!("{letter}{uci}"),
            format!("{}{targets}", role.letter()),
            format!("{}{uci}", role.letter()),
        ];
        let lower = self.notation.to_lowercase();
        let begins = |form: &String| form.starts_with(&self.notation);
        let loosely = |form: &String| form.to_lowercase().starts_with(&lower);
        let mut path = mv.path().skip(1).map(|to| shape.name(to).to_string());
        if short.iter().any(begins) {
            Some(0)
        } else if short.iter().chain(&long).any(loosely) {
            Some(1)
        } else if lower.len() > 1 && path.any(|to| to.starts_with(&lower)) {
            Some(2)
        } else if uci.starts_with(&lower) {
            Some(3)
        } else {
            self.fits_words(game, mv, role)
        }
    }

    fn fits_words(&self, game: &Game, mv: Move, role: Role) -> Option<u8> {
        let first = self.words.first()?;
        if self.words.iter().any(|word| word.len() < 2) {
            return None;
        }
        let spoken: Vec<String> = words(&move_in_words(game, mv).to_string()).collect();
        let said = |typed: &String| spoken.iter().any(|word| word.starts_with(typed));
        let is_role = role.name().starts_with(first);
        let is_said = self.words.iter().all(said);
        is_said.then_some(if is_role { 4 } else { 5 })
    }
}

/// Notation without signs that people leave out, so that "bxc4" and "b x c4" look alike.
fn notation(text: &str) -> String {
    let kept = |c: &char| !c.is_whitespace() && !"x+#=:-(),.".contains(*c);
    text.chars().filter(kept).collect()
}

fn words(text: &str) -> impl Iterator<Item = String> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
}

/// Describes a legal move in at most `most` characters. Effects on other pieces are the first part to be left out.
/// `loses`: whether to say that it loses at once.
pub(super) fn choice(game: &Game, mv: Move, loses: bool, most: usize) -> Text {
    let san = game.san(mv);
    let in_words = |words: Text| -> Text {
        let san = san.as_str();
        if loses {
            msg!("choice-game-move-loses", san, words).into()
        } else {
            msg!("choice-game-move", san, words).into()
        }
    };
    let shorter = [move_in_words(game, mv), move_in_brief(game, mv)].map(in_words);
    let squares = mv.uci(game.variant().shape()).to_string();
    shorter
        .into_iter()
        .chain([Text::from(san.as_str())])
        .find(|label| fits(label, most))
        .unwrap_or_else(|| squares.into())
}

/// A legal move in as many words as fit into `most` characters; perhaps none.
pub(super) fn in_words(game: &Game, mv: Move, most: usize) -> Text {
    [move_in_words(game, mv), move_in_brief(game, mv)]
        .into_iter()
        .find(|words| fits(words, most))
        .unwrap_or_default()
}

pub(super) fn fits(text: &Text, most: usize) -> bool {
    text.to_string().chars().count() <= most
}
