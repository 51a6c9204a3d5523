//! `tournament create`

use text::msg;

use crate::messages;
use crate::protocol::tournament::TournamentCommand;
use crate::protocol::tournament_draft::{FormatKind, TournamentDraft};
use crate::spec::command::{Choice, CommandSpec, Kind, OptionSpec};
use crate::spec::options::GAME;

/// The longest name, in characters.
pub(super) const NAME_LENGTH: u16 = 60;

/// Announces a tournament that has a name; without one, asks.
pub(super) const CREATE: CommandSpec = CommandSpec::tournament(
    "create",
    || msg!("command-tournament-create"),
    |arguments| {
        let mut draft = TournamentDraft::new(arguments.variant()?.unwrap_or(arguments.usual));
        if arguments.text("time").is_some() {
            draft.time = arguments.time()?;
        }
        draft.format = arguments.text("format").and_then(FormatKind::from_code);
        draft.rounds = arguments.number("rounds");
        let starts = arguments.text("starts");
        Ok(match arguments.text("name") {
            Some(name) => draft.announced(name, starts),
            None => TournamentCommand::Draft {
                draft,
                starts: starts.map(str::to_owned),
            },
        })
    },
)
.options(&[
    OptionSpec::new(
        "name",
        || msg!("command-tournament-create-name"),
        Kind::Text {
            longest: NAME_LENGTH,
        },
    ),
    OptionSpec::new(
        "format",
        || msg!("command-tournament-create-format"),
        Kind::Choice(formats),
    ),
    GAME,
    OptionSpec::new(
        "starts",
        || msg!("command-tournament-create-starts"),
        Kind::Start,
    ),
    OptionSpec::new(
        "time",
        || msg!("command-tournament-create-time"),
        Kind::Time,
    ),
    OptionSpec::new(
        "rounds",
        || msg!("command-tournament-create-rounds"),
        Kind::Integer {
            lowest: 1,
            highest: 15,
        },
    ),
]);

fn formats() -> Vec<Choice> {
    let all = FormatKind::ALL.iter();
    all.map(|&kind| Choice::new(kind.code(), messages::format_kind(kind)))
        .collect()
}
