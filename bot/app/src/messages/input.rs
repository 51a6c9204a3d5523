//! Answers to unreadable input, and to commands that the platform doesn't allow.

use text::{Text, list, msg};

use crate::messages::{code, daily_privately, learn_privately, puzzle_privately, shortened};
use crate::protocol::{Action, Button, Card, Command, LessonPosition};

/// A slash command of an older release.
pub fn unknown_command() -> Text {
    msg!("input-unknown-command").into()
}

/// A button of an older release.
pub fn unknown_button() -> Text {
    msg!("input-unknown-button").into()
}

/// No game has the code that was typed.
pub fn no_such_code(typed: &str) -> Text {
    msg!("input-no-such-code", typed = shortened(typed)).into()
}

/// No person, room or role has the name that was typed.
pub(crate) fn no_one_named(typed: &str) -> Text {
    msg!("typed-command-no-one", typed = shortened(typed)).into()
}

/// No one person has the name that was typed; `similar` is what to type for those who may be meant.
pub fn no_person_named(typed: &str, similar: &[String]) -> Text {
    let names = list::or(similar.iter().map(|name| code(name).into()));
    let typed = shortened(typed);
    msg!("typed-command-which-person", typed, names).into()
}

/// Another bot was challenged.
pub fn bots_are_not_challenged() -> Text {
    msg!("input-bot-challenged").into()
}

/// Another bot, or Delos itself, was chosen from a menu of members.
pub fn bots_are_not_invited() -> Text {
    msg!("input-bot-invited").into()
}

/// The bot lacks these permissions in the channel, given by Discord's names for them.
pub fn may_not_post(missing: &[&str]) -> Text {
    msg!("input-may-not-post", permissions = missing.join(", ")).into()
}

/// Discord lets Delos post nothing in this room.
pub fn cannot_post() -> Text {
    msg!("input-cannot-post").into()
}

/// Discord lets Delos post nothing in this room; not about a game's board.
pub fn cannot_post_here() -> Text {
    msg!("input-cannot-post-here").into()
}

/// A reply to a message that shows no board.
pub fn no_board() -> Text {
    msg!("input-no-board").into()
}

/// What was asked for is for its author alone, and everyone would see it.
pub fn privately(command: &Command) -> Card {
    match command {
        Command::Learn(family) => learn_privately(*family),
        Command::Lessons(family) => learn_privately(Some(*family)),
        Command::Puzzle(family, theme) => puzzle_privately(*family, *theme),
        Command::Solution(LessonPosition { lesson: puzzle, .. }) | Command::Vote(puzzle, _) => {
            puzzle_privately(Some(puzzle.family()), None)
        }
        Command::Daily(_) => daily_privately(),
        Command::Lesson(at, _) | Command::TryInLesson(at, _) => match at.lesson.puzzle_number() {
            Some(_) => puzzle_privately(Some(at.lesson.family()), None),
            None => learn_privately(Some(at.lesson.family())),
        },
        _ => games_privately(),
    }
}

/// Offers to show someone's games privately instead of where everyone would see them.
pub fn games_privately() -> Card {
    let mine = Button::primary(msg!("button-games-mine"), Action::Games);
    Card::with_buttons(msg!("input-games-privately"), [mine])
}

/// A message far longer than any move.
pub fn too_long_to_read() -> Text {
    msg!("input-too-long").into()
}

/// The last public answer to a person who was given many.
pub fn quiet_for_now() -> Text {
    msg!("input-quiet-for-now").into()
}
