//! `tournament create`

use text::msg;

use crate::messages;
use crate::protocol::tournament::TournamentCommand;
use crate::protocol::tournament_draft::{FormatKind, TournamentDraft};
use crate::spec::command::{Choice, CommandSpec, Kind, named};
use crate::spec::options::GAME;

/// The longest name, in characters.
pub(super) const NAME_LENGTH: u16 = 60;

/// Announces a tournament that has a name; without one, asks.
pub(super) const CREATE: CommandSpec = named("create", || msg!("command-tournament-create"))
    .tournament(|arguments| {
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
    })
    .options(&[
        Kind::Text {
            longest: NAME_LENGTH,
        }
        .option("name", || msg!("command-tournament-create-name")),
        Kind::Choice(formats).option("format", || msg!("command-tournament-create-format")),
        GAME,
        Kind::Start.option("starts", || msg!("command-tournament-create-starts")),
        Kind::Time.option("time", || msg!("command-tournament-create-time")),
        Kind::within(1, 15).option("rounds", || msg!("command-tournament-create-rounds")),
    ]);

fn formats() -> Vec<Choice> {
    let all = FormatKind::ALL.iter();
    all.map(|&kind| Choice::new(kind.code(), messages::format_kind(kind)))
        .collect()
}
