//! Options shared by several commands.

use rules_core::{Family, Variant};
use text::msg;

use crate::model::Level;
use crate::spec::command::{Choice, Games, Kind, OptionSpec};

pub(crate) const GAME: OptionSpec =
    Kind::Choice(variants).option("game", || msg!("command-option-game"));

/// Which of one's games.
pub(crate) const WHICH: OptionSpec =
    Kind::Game(Games::Own).option("game", || msg!("command-option-your-game"));

/// A game that must be named.
pub(crate) const CODE: OptionSpec = Kind::Game(Games::Own)
    .option("game", || msg!("command-option-code"))
    .required();

pub(crate) const LEVEL: OptionSpec = Kind::Level.option("level", || {
    msg!("command-option-level", lowest = Level::LOWEST.number())
});

pub(crate) const COLOR: OptionSpec =
    Kind::Choice(colors).option("color", || msg!("command-option-color"));

pub(crate) const START: OptionSpec =
    Kind::Position.option("start", || msg!("command-option-start"));

pub(crate) const TIME: OptionSpec = Kind::Time.option("time", || msg!("command-option-time"));

pub(crate) const RATED: OptionSpec = Kind::Boolean.option("rated", || msg!("command-option-rated"));

pub(crate) const THREAD: OptionSpec =
    Kind::Boolean.option("thread", || msg!("command-option-thread"));

pub(crate) const ELSEWHERE: OptionSpec =
    Kind::Boolean.option("elsewhere", || msg!("command-option-elsewhere"));

pub(crate) const PAGE: OptionSpec = Kind::within(1, 10_000)
    .option("page", || msg!("command-option-page"))
    .typed_only();

/// Posts the answer for everyone.
pub(crate) const SHARE: OptionSpec = Kind::Boolean
    .option("share", || msg!("command-option-share"))
    .typed_only();

/// Does at once what would be asked about.
pub(crate) const SURE: OptionSpec = Kind::Boolean
    .option("sure", || msg!("command-option-sure"))
    .typed_only();

/// Half-moves before a position.
pub(crate) const AT: OptionSpec = Kind::Ply
    .option("at", || msg!("command-option-at"))
    .typed_only();

/// White or Black.
pub(crate) const SIDE: OptionSpec = Kind::Choice(sides)
    .option("side", || msg!("command-option-side"))
    .typed_only();

pub(crate) fn variants() -> Vec<Choice> {
    Vec::from(Variant::ALL.map(|variant| Choice::new(variant.id(), variant.name())))
}

pub(crate) fn families() -> Vec<Choice> {
    Vec::from(Family::ALL.map(|family| Choice::new(family.id(), family.name())))
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
pub(crate) const TOURNAMENT: OptionSpec =
    Kind::Tournament.option("tournament", || msg!("command-tournament-tournament"));

/// A challenge that must be named.
pub(crate) const CHALLENGE: OptionSpec = Kind::Challenge
    .option("challenge", || msg!("command-option-challenge"))
    .required();

/// A move on a board, as typed or previewed.
pub(crate) const ON_BOARD: &[OptionSpec] = &[
    CODE,
    AT.required(),
    Kind::Move
        .option("move", || msg!("command-move-move"))
        .required(),
];
