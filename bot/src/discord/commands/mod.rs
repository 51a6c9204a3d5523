//! Slash commands, a file for each group: their registration, and how options become the application's commands.

mod about;
mod challenge;
mod games;
mod help;
mod moves;
mod options;
mod people;
mod play;
mod rules;
mod settings;
mod tournament;
mod vacation;

use app::{Command, Text, TournamentId, Which, messages};
use rules_core::Variant;
use serenity::all::{CreateCommand, ResolvedOption, ResolvedValue};

use self::options::Options;

/// A slash command: how it is registered and read.
struct Slash {
    name: &'static str,
    describe: fn(&'static str) -> CreateCommand,
    read: fn(&Options<'_, '_>) -> Result<Command, Text>,
}

/// In the order of registration.
const ALL: &[Slash] = &[
    help::HELP,
    challenge::CHALLENGE,
    play::PLAY,
    moves::MOVE,
    moves::PREMOVE,
    moves::HINT,
    games::BOARD,
    games::GAMES,
    games::WATCH,
    games::ANALYZE,
    games::REPLAY,
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

/// All slash commands as Discord registers them.
pub(crate) fn all() -> Vec<CreateCommand> {
    ALL.iter()
        .map(|slash| (slash.describe)(slash.name))
        .collect()
}

/// The option being typed into.
#[derive(Debug)]
pub(crate) enum Typing<'a> {
    /// A move in this game.
    Move(Which, &'a str),
    /// A line of conditional moves in this game.
    Line(Which, &'a str),
    /// The code of one's own game in progress.
    Game(&'a str),
    /// The code of a finished game.
    Finished(&'a str),
    /// The code of a game to follow.
    Watchable(&'a str),
    /// A time control.
    Time(&'a str),
    /// The code of a tournament.
    Tournament(&'a str),
    /// The code of a game of a tournament, or of those in progress here.
    Pairing(Option<TournamentId>, &'a str),
}

/// The option being typed into, if it has suggestions.
pub(crate) fn typing<'a>(command: &str, options: &[ResolvedOption<'a>]) -> Option<Typing<'a>> {
    let nested = options.iter().find_map(|option| match &option.value {
        ResolvedValue::SubCommand(inner) => Some(inner.as_slice()),
        _ => None,
    });
    if let Some(inner) = nested {
        return typing(command, inner);
    }
    let (name, typed) = options.iter().find_map(|option| match option.value {
        ResolvedValue::Autocomplete { value, .. } => Some((option.name, value)),
        _ => None,
    })?;
    let is_of = |slash: &[Slash]| slash.iter().any(|slash| slash.name == command);
    match name {
        "game" if is_of(&[games::ANALYZE, games::REPLAY]) => Some(Typing::Finished(typed)),
        "game" if is_of(&[games::WATCH]) => Some(Typing::Watchable(typed)),
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
        "tournament" => Some(Typing::Tournament(typed)),
        "code" => Some(Typing::Pairing(tournament::which_of(options), typed)),
        _ => None,
    }
}

/// Reads a slash command, with `usual` as the game where none is named.
///
/// # Errors
/// An answer to the user, for a value that does not exist.
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
        None => Err(messages::unknown_command()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slash_commands_are_registered_as_they_always_were() {
        let registered = serde_json::to_string_pretty(&all()).unwrap();
        insta::assert_snapshot!(registered);
    }
}
