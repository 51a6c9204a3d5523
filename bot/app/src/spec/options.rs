//! Options shared by several commands.

use rules_core::Variant;
use text::msg;

use crate::model::record::Level;
use crate::spec::command::{Choice, Kind, OptionSpec};
use crate::spec::completion::Games;

/// Which game to play.
pub(crate) const GAME: OptionSpec = OptionSpec::new(
    "game",
    || msg!("command-option-game"),
    Kind::Choice(variants),
);

/// Which of one's games.
pub(crate) const WHICH: OptionSpec = OptionSpec::new(
    "game",
    || msg!("command-option-your-game"),
    Kind::Game(Games::Own),
);

/// A game that must be named.
pub(crate) const CODE: OptionSpec = OptionSpec::new(
    "game",
    || msg!("command-option-code"),
    Kind::Game(Games::Own),
)
.required();

pub(crate) const LEVEL: OptionSpec = OptionSpec::new(
    "level",
    || msg!("command-option-level", lowest = Level::LOWEST.to_string()),
    Kind::Level,
);

pub(crate) const COLOR: OptionSpec = OptionSpec::new(
    "color",
    || msg!("command-option-color"),
    Kind::Choice(colors),
);

pub(crate) const START: OptionSpec =
    OptionSpec::new("start", || msg!("command-option-start"), Kind::Position);

pub(crate) const TIME: OptionSpec =
    OptionSpec::new("time", || msg!("command-option-time"), Kind::Time);

pub(crate) const RATED: OptionSpec =
    OptionSpec::new("rated", || msg!("command-option-rated"), Kind::Boolean);

pub(crate) const THREAD: OptionSpec =
    OptionSpec::new("thread", || msg!("command-option-thread"), Kind::Boolean);

pub(crate) const ELSEWHERE: OptionSpec = OptionSpec::new(
    "elsewhere",
    || msg!("command-option-elsewhere"),
    Kind::Boolean,
);

pub(crate) const PAGE: OptionSpec = OptionSpec::new(
    "page",
    || msg!("command-option-page"),
    Kind::Integer {
        lowest: 1,
        highest: 10_000,
    },
)
.typed_only();

/// Posts the answer for everyone.
pub(crate) const SHARE: OptionSpec =
    OptionSpec::new("share", || msg!("command-option-share"), Kind::Boolean).typed_only();

/// Does at once what would be asked about.
pub(crate) const SURE: OptionSpec =
    OptionSpec::new("sure", || msg!("command-option-sure"), Kind::Boolean).typed_only();

/// Half-moves before a position.
pub(crate) const AT: OptionSpec =
    OptionSpec::new("at", || msg!("command-option-at"), Kind::Ply).typed_only();

/// White or Black.
pub(crate) const SIDE: OptionSpec =
    OptionSpec::new("side", || msg!("command-option-side"), Kind::Choice(sides)).typed_only();

pub(crate) fn variants() -> Vec<Choice> {
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
pub(crate) const TOURNAMENT: OptionSpec = OptionSpec::new(
    "tournament",
    || msg!("command-tournament-tournament"),
    Kind::Tournament,
);

/// A challenge that must be named.
pub(crate) const CHALLENGE: OptionSpec = OptionSpec::new(
    "challenge",
    || msg!("command-option-challenge"),
    Kind::Challenge,
)
.required();

/// A move on a board, as typed or previewed.
pub(crate) const ON_BOARD: &[OptionSpec] = &[
    CODE,
    AT.required(),
    OptionSpec::new("move", || msg!("command-move-move"), Kind::Move).required(),
];
