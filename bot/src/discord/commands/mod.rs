//! The slash commands: one file for each group, with what Discord is told of it and how its options become the application's commands.

mod about;
mod challenge;
mod games;
mod moves;
mod options;
mod people;
mod play;
mod rules;
mod settings;
mod tournament;
mod vacation;

use app::{Command, Text, Which, say};
use rules_core::Variant;
use serenity::all::{CreateCommand, ResolvedOption, ResolvedValue};

use self::options::Options;

/// A slash command: what Discord is told of it, and how it is read.
struct Slash {
    name: &'static str,
    describe: fn(&'static str) -> CreateCommand,
    read: fn(&Options<'_, '_>) -> Result<Command, Text>,
}

/// Every slash command, in the order in which they are registered.
const ALL: &[Slash] = &[
    challenge::CHALLENGE,
    play::PLAY,
    moves::MOVE,
    moves::PREMOVE,
    moves::HINT,
    games::BOARD,
    games::GAMES,
    games::WATCH,
    games::ANALYZE,
    games::DRAW,
    games::TAKE_BACK,
    games::RESIGN,
    rules::RULES,
    settings::SETTINGS,
    vacation::VACATION,
    people::PROFILE,
    people::HISTORY,
    people::LEADERBOARD,
    people::STATISTICS,
    people::BLOCK,
    people::UNBLOCK,
    people::BLOCKED,
    people::PRIVACY,
    about::ABOUT,
    tournament::TOURNAMENT,
];

/// Every slash command, as it is registered.
pub(crate) fn all() -> Vec<CreateCommand> {
    ALL.iter()
        .map(|slash| (slash.describe)(slash.name))
        .collect()
}

/// The option that somebody is typing into.
#[derive(Debug)]
pub(crate) enum Typing<'a> {
    /// A move, in this game.
    Move(Which, &'a str),
    /// A line of conditional moves, in this game.
    Line(Which, &'a str),
    /// The code of a game.
    Game(&'a str),
    /// A time control.
    Time(&'a str),
}

/// What is being typed, as far as Delos can complete it.
pub(crate) fn typing<'a>(options: &[ResolvedOption<'a>]) -> Option<Typing<'a>> {
    let nested = options.iter().find_map(|option| match &option.value {
        ResolvedValue::SubCommand(inner) => Some(inner.as_slice()),
        _ => None,
    });
    if let Some(inner) = nested {
        return typing(inner);
    }
    let (name, typed) = options.iter().find_map(|option| match option.value {
        ResolvedValue::Autocomplete { value, .. } => Some((option.name, value)),
        _ => None,
    })?;
    match name {
        "move" => Some(Typing::Move(
            options::which_of(options).unwrap_or(Which::Mine),
            typed,
        )),
        "moves" => Some(Typing::Line(
            options::which_of(options).unwrap_or(Which::Mine),
            typed,
        )),
        "game" => Some(Typing::Game(typed)),
        "time" => Some(Typing::Time(typed)),
        _ => None,
    }
}

/// Reads a slash command, with the `usual` game where none is named; what is wrong with it, in words, if it asks for something that does not exist.
pub(crate) fn read(
    name: &str,
    options: &[ResolvedOption<'_>],
    usual: Variant,
) -> Result<Command, Text> {
    match ALL.iter().find(|slash| slash.name == name) {
        Some(slash) => (slash.read)(&Options {
            given: options,
            usual,
        }),
        None => Err(say::unknown_command()),
    }
}
