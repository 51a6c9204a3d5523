//! Words that people say to Delos where it reads moves.

use std::sync::LazyLock;

use text::{Lang, Message, msg};

use crate::model::record::preferences::choice;
use crate::protocol::{Command, Occasion, Which};

choice! {
    /// A word that gives a command. No legal move of any game looks like one.
    Word {
        Help = "help",
        Thanks = "thanks",
        Rules = "rules",
        Games = "games",
        Board = "board",
        Describe = "words",
        Draw = "draw",
        Hint = "hint",
        Resign = "resign",
        TakeBack = "takeback",
        Yes = "yes",
        No = "no",
    }
}

impl Word {
    /// The phrases that people type for it, separated by `|`; `None` if it counts only where Delos is addressed.
    fn phrases(self) -> Option<Message> {
        Some(match self {
            Self::Help => msg!("said-help"),
            Self::Thanks => msg!("said-thanks"),
            Self::Rules => msg!("said-rules"),
            Self::Games => msg!("said-games"),
            Self::Board => msg!("said-board"),
            Self::Describe => msg!("said-describe"),
            Self::Draw => msg!("said-draw"),
            Self::Hint => msg!("said-hint"),
            Self::Resign => msg!("said-resign"),
            Self::TakeBack => msg!("said-takeback"),
            Self::Yes | Self::No => return None,
        })
    }

    /// All phrases, in lower case, with their words.
    pub fn all_phrases() -> &'static [(String, Self)] {
        static ALL: LazyLock<Vec<(String, Word)>> = LazyLock::new(|| {
            let said = |word: Word| {
                let phrases = word.phrases().iter().flat_map(phrases).collect::<Vec<_>>();
                phrases.into_iter().map(move |said| (said, word))
            };
            Word::ALL.iter().copied().flat_map(said).collect()
        });
        &ALL
    }

    /// Reads a word in any case, with any punctuation after it.
    pub fn read(text: &str) -> Option<Self> {
        let said = text.trim_end_matches(|c: char| c.is_whitespace() || c.is_ascii_punctuation());
        let said = said.trim_start().to_lowercase().replace('\u{2019}', "'");
        let mut all = Self::all_phrases().iter();
        Some(all.find(|(phrase, _)| *phrase == said)?.1)
    }

    /// Whether it says yes or no.
    pub fn answer(self) -> Option<bool> {
        match self {
            Self::Yes => Some(true),
            Self::No => Some(false),
            _ => None,
        }
    }

    /// Returns its command in a game.
    pub fn command(self, game: Which) -> Command {
        match self {
            Self::Help => Command::Help(Occasion::Asked),
            Self::Thanks => Command::Help(Occasion::Thanked),
            Self::Rules => Command::RulesOfGame(game),
            Self::Games => Command::Games,
            Self::Board => Command::Board(game),
            Self::Describe => Command::Describe(game),
            Self::Draw => Command::Draw(game),
            Self::Hint => Command::Hint(game),
            Self::Resign => Command::AskResign(game),
            Self::TakeBack => Command::TakeBack(game, None),
            Self::Yes => Command::AnswerOffer(game, true),
            Self::No => Command::AnswerOffer(game, false),
        }
    }

    /// Whether it is about a game; the others need none.
    pub fn needs_a_game(self) -> bool {
        !matches!(self, Self::Help | Self::Thanks | Self::Rules | Self::Games)
    }
}

/// The phrases in a message that separates them by `|`.
pub(crate) fn phrases(message: &Message) -> Vec<String> {
    let all = Lang::ENGLISH.words(message);
    let words = |phrase: &str| phrase.split_whitespace().collect::<Vec<_>>().join(" ");
    all.split('|')
        .map(words)
        .filter(|phrase| !phrase.is_empty())
        .collect()
}
