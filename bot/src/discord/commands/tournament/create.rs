//! `/tournament create`

use app::{FormatKind, Text, TournamentCommand, TournamentDraft, messages};
use serenity::all::{CommandOptionType, CreateCommandOption};
use text::msg;

use super::part;
use crate::discord::commands::options::{Options, choice, game_kind, option, time};

/// The longest start, in characters.
const MAX_START: u16 = 60;

pub(super) fn described(name: &'static str) -> CreateCommandOption {
    let name_option = option(
        CommandOptionType::String,
        "name",
        &msg!("command-tournament-create-name"),
    );
    let format = option(
        CommandOptionType::String,
        "format",
        &msg!("command-tournament-create-format"),
    );
    let format = FormatKind::ALL.iter().fold(format, |format, &kind| {
        choice(format, &messages::format_kind(kind), kind.code())
    });
    let starts = option(
        CommandOptionType::String,
        "starts",
        &msg!("command-tournament-create-starts"),
    );
    let rounds = option(
        CommandOptionType::Integer,
        "rounds",
        &msg!("command-tournament-create-rounds"),
    );
    part(name, &msg!("command-tournament-create"))
        .add_sub_option(name_option.max_length(60))
        .add_sub_option(format)
        .add_sub_option(game_kind())
        .add_sub_option(starts.max_length(MAX_START))
        .add_sub_option(time(&msg!("command-tournament-create-time")))
        .add_sub_option(rounds.min_int_value(1).max_int_value(15))
}

/// Announces a tournament that has a name; without one, asks.
pub(super) fn read(options: &Options<'_, '_>) -> Result<TournamentCommand, Text> {
    let mut draft = TournamentDraft::new(options.variant()?.unwrap_or(options.usual));
    if options.text("time").is_some() {
        draft.time = options.time()?;
    }
    draft.format = options.text("format").and_then(FormatKind::from_code);
    if options.value("rounds").is_some() {
        draft.rounds = u8::try_from(options.number("rounds", 5)).ok();
    }
    let starts = options.text("starts");
    Ok(match options.text("name") {
        Some(name) => draft.announced(name, starts),
        None => TournamentCommand::Draft {
            draft,
            starts: starts.map(str::to_owned),
        },
    })
}
