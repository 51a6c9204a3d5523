//! Words that people say to Delos where it reads moves.

use crate::protocol::command::{Command, Occasion};
use crate::protocol::subject::Which;

/// A word that gives a command. No legal move of any game looks like one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Word {
    Help,
    Thanks,
    Rules,
    Board,
    Draw,
    Hint,
    Resign,
    TakeBack,
}

impl Word {
    /// All that is understood, in lower case.
    pub const ALL: &[(&str, Self)] = &[
        ("help", Self::Help),
        ("help me", Self::Help),
        ("hi", Self::Help),
        ("hi there", Self::Help),
        ("hello", Self::Help),
        ("hey", Self::Help),
        ("info", Self::Help),
        ("play", Self::Help),
        ("start", Self::Help),
        ("thanks", Self::Thanks),
        ("thank you", Self::Thanks),
        ("thx", Self::Thanks),
        ("ty", Self::Thanks),
        ("gg", Self::Thanks),
        ("good game", Self::Thanks),
        ("rules", Self::Rules),
        ("the rules", Self::Rules),
        ("how to play", Self::Rules),
        ("board", Self::Board),
        ("draw", Self::Draw),
        ("offer draw", Self::Draw),
        ("hint", Self::Hint),
        ("resign", Self::Resign),
        ("i resign", Self::Resign),
        ("takeback", Self::TakeBack),
        ("take back", Self::TakeBack),
        ("undo", Self::TakeBack),
    ];

    /// Reads a word in any case, with any punctuation after it.
    pub fn read(text: &str) -> Option<Self> {
        let said = text.trim_end_matches(|c: char| c.is_whitespace() || c.is_ascii_punctuation());
        let mut words = Self::ALL.iter();
        let found = words.find(|(word, _)| said.trim_start().eq_ignore_ascii_case(word))?;
        Some(found.1)
    }

    /// Returns its command in a game.
    pub fn command(self, game: Which) -> Command {
        match self {
            Self::Help => Command::Help(Occasion::Asked),
            Self::Thanks => Command::Help(Occasion::Thanked),
            Self::Rules => Command::RulesOfGame(game),
            Self::Board => Command::Board(game),
            Self::Draw => Command::Draw(game),
            Self::Hint => Command::Hint(game),
            Self::Resign => Command::AskResign(game),
            Self::TakeBack => Command::TakeBack(game, None),
        }
    }

    /// Whether it is about a game; the others need none.
    pub fn needs_a_game(self) -> bool {
        !matches!(self, Self::Help | Self::Thanks | Self::Rules)
    }
}
