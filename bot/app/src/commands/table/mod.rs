//! All commands, a file for each group.

mod answers;
mod games;
mod people;
mod settings;
mod start;
mod tournament;

use crate::commands::spec::CommandSpec;

/// In the order in which front ends offer them.
pub const ALL: &[CommandSpec] = &[
    start::HELP,
    start::CHALLENGE,
    start::PLAY,
    games::MOVE,
    games::PREMOVE,
    games::HINT,
    games::BOARD,
    games::GAMES,
    games::WATCH,
    games::ANALYZE,
    games::REPLAY,
    games::DRAW,
    games::TAKE_BACK,
    games::RESIGN,
    start::RULES,
    settings::SETTINGS,
    settings::VACATION,
    people::PROFILE,
    people::HISTORY,
    people::LEADERBOARD,
    people::STATISTICS,
    people::BLOCK,
    people::UNBLOCK,
    people::BLOCKED,
    people::PRIVACY,
    people::LINK,
    people::UNLINK,
    start::ABOUT,
    tournament::GROUP,
    answers::ACCEPT,
    answers::DECLINE,
    answers::PROPOSE,
    answers::REFUSE,
    answers::WITHDRAW,
    answers::ABORT,
    answers::REMATCH,
    answers::UNWATCH,
    answers::CONFIRM,
    answers::WHY,
    settings::SPACE,
];

/// The command of this name, in upper or lower case.
pub fn find(name: &str) -> Option<&'static CommandSpec> {
    ALL.iter().find(|spec| spec.name.eq_ignore_ascii_case(name))
}
