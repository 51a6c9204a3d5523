//! Options shared by several commands.

use rules_core::Variant;
use text::msg;

use crate::commands::completion::Games;
use crate::commands::spec::{Choice, Kind, OptionSpec};
use crate::model::record::Level;

/// Which game to play.
pub(super) const GAME: OptionSpec = OptionSpec::new(
    "game",
    || msg!("command-option-game"),
    Kind::Choice(variants),
);

/// Which of one's games.
pub(super) const WHICH: OptionSpec = OptionSpec::new(
    "game",
    || msg!("command-option-your-game"),
    Kind::Game(Games::Own),
);

/// A game that must be named.
pub(super) const CODE: OptionSpec = OptionSpec::new(
    "game",
    || msg!("command-option-code"),
    Kind::Game(Games::Own),
)
.required();

pub(super) const LEVEL: OptionSpec = OptionSpec::new(
    "level",
    || msg!("command-option-level", lowest = Level::LOWEST.to_string()),
    Kind::Level,
);

pub(super) const COLOR: OptionSpec = OptionSpec::new(
    "color",
    || msg!("command-option-color"),
    Kind::Choice(colors),
);

pub(super) const START: OptionSpec =
    OptionSpec::new("start", || msg!("command-option-start"), Kind::Position);

pub(super) const TIME: OptionSpec =
    OptionSpec::new("time", || msg!("command-option-time"), Kind::Time);

pub(super) const RATED: OptionSpec =
    OptionSpec::new("rated", || msg!("command-option-rated"), Kind::Boolean);

pub(super) const THREAD: OptionSpec =
    OptionSpec::new("thread", || msg!("command-option-thread"), Kind::Boolean);

pub(super) const ELSEWHERE: OptionSpec = OptionSpec::new(
    "elsewhere",
    || msg!("command-option-elsewhere"),
    Kind::Boolean,
);

pub(super) const PAGE: OptionSpec = OptionSpec::new(
    "page",
    || msg!("command-option-page"),
    Kind::Integer {
        lowest: 1,
        highest: 10_000,
    },
)
.typed_only();

/// Posts the answer for everyone.
pub(super) const SHARE: OptionSpec =
    OptionSpec::new("share", || msg!("command-option-share"), Kind::Boolean).typed_only();

/// Does at once what would be asked about.
pub(super) const SURE: OptionSpec =
    OptionSpec::new("sure", || msg!("command-option-sure"), Kind::Boolean).typed_only();

/// Half-moves before a position.
pub(super) const AT: OptionSpec =
    OptionSpec::new("at", || msg!("command-option-at"), Kind::Ply).typed_only();

/// One of the two sides.
pub(super) const SIDE: OptionSpec =
    OptionSpec::new("side", || msg!("command-option-side"), Kind::Choice(sides)).typed_only();

pub(super) fn variants() -> Vec<Choice> {
    let all = Variant::ALL.iter();
    all.map(|variant| Choice::new(variant.id(), variant.name()))
        .collect()
}

fn colors() -> Vec<Choice> {
    let mut colors = sides();
    colors.push(Choice::new("random", msg!("choice-color-random")));
    colors
}

fn sides() -> Vec<Choice> {
    vec![
        Choice::new("white", msg!("choice-color-white")),
        Choice::new("black", msg!("choice-color-black")),
    ]
}

/// Which tournament; by default the one in progress here.
pub(super) const TOURNAMENT: OptionSpec = OptionSpec::new(
    "tournament",
    || msg!("command-tournament-tournament"),
    Kind::Tournament,
);
