//! `tournament` and its subcommands

mod create;
mod organizer;

use text::msg;

use crate::protocol::tournament::{TournamentCommand, TournamentView};
use crate::spec::arguments::Arguments;
use crate::spec::command::{CommandSpec, Kind, OptionSpec};
use crate::spec::options::{PAGE, TOURNAMENT};

use self::create::NAME_LENGTH;

pub(crate) const GROUP: CommandSpec = CommandSpec::group(
    "tournament",
    || msg!("command-tournament"),
    &[
        create::CREATE,
        organizer::MANAGE,
        JOIN,
        LEAVE,
        STANDINGS,
        PAIRINGS,
        RESULTS,
        ME,
        HISTORY,
        AUDIT,
        EXPORT,
        organizer::START,
        organizer::PAUSE,
        organizer::RESUME,
        organizer::ADJUDICATE,
        organizer::REPLAY,
        organizer::SUBSTITUTE,
        organizer::ADD,
        organizer::REMOVE,
        organizer::CANCEL,
        ACCEPT,
        DECLINE,
        CHECK_IN,
        SIT_OUT,
        BRACKET,
        TIE_BREAKS,
        organizer::CHANGE,
        organizer::POSTPONE,
        organizer::UNDO,
        organizer::CONFIRM,
    ],
)
.in_servers();

const JOIN: CommandSpec = CommandSpec::tournament(
    "join",
    || msg!("command-tournament-join"),
    |_| Ok(TournamentCommand::Join),
)
.options(&[TOURNAMENT]);

const LEAVE: CommandSpec = CommandSpec::tournament(
    "leave",
    || msg!("command-tournament-leave"),
    |_| Ok(TournamentCommand::Leave),
)
.options(&[TOURNAMENT]);

const STANDINGS: CommandSpec = CommandSpec::tournament(
    "standings",
    || msg!("command-tournament-standings"),
    |arguments| Ok(see(TournamentView::Standings, arguments)),
)
.options(&[TOURNAMENT, PAGE]);

const PAIRINGS: CommandSpec = CommandSpec::tournament(
    "pairings",
    || msg!("command-tournament-pairings"),
    |arguments| Ok(see(TournamentView::Pairings, arguments)),
)
.options(&[TOURNAMENT, PAGE]);

const RESULTS: CommandSpec = CommandSpec::tournament(
    "results",
    || msg!("command-tournament-results"),
    |arguments| Ok(see(TournamentView::Crosstable, arguments)),
)
.options(&[TOURNAMENT, PAGE]);

const BRACKET: CommandSpec = CommandSpec::tournament(
    "bracket",
    || msg!("command-tournament-bracket"),
    |arguments| Ok(see(TournamentView::Bracket, arguments)),
)
.typed_only()
.options(&[TOURNAMENT, PAGE]);

const TIE_BREAKS: CommandSpec = CommandSpec::tournament(
    "tiebreaks",
    || msg!("command-tournament-tiebreaks"),
    |arguments| Ok(see(TournamentView::TieBreaks, arguments)),
)
.typed_only()
.options(&[TOURNAMENT, PAGE]);

fn see(view: TournamentView, arguments: &Arguments<'_>) -> TournamentCommand {
    TournamentCommand::See(view, arguments.page())
}

const ME: CommandSpec = CommandSpec::tournament(
    "me",
    || msg!("command-tournament-me"),
    |_| Ok(TournamentCommand::Mine),
)
.options(&[TOURNAMENT]);

const HISTORY: CommandSpec = CommandSpec::tournament(
    "history",
    || msg!("command-tournament-history"),
    |arguments| {
        let series = arguments.text("series").map(str::to_owned);
        Ok(TournamentCommand::Past(series))
    },
)
.options(&[OptionSpec::new(
    "series",
    || msg!("command-tournament-history-series"),
    Kind::Text {
        longest: NAME_LENGTH,
    },
)]);

const AUDIT: CommandSpec = CommandSpec::tournament(
    "audit",
    || msg!("command-tournament-audit"),
    |arguments| {
        let page = arguments.page().unwrap_or(0);
        Ok(TournamentCommand::Audit(page.into()))
    },
)
.options(&[TOURNAMENT, PAGE]);

const EXPORT: CommandSpec = CommandSpec::tournament(
    "export",
    || msg!("command-tournament-export"),
    |_| Ok(TournamentCommand::Export),
)
.options(&[TOURNAMENT]);

const ACCEPT: CommandSpec = CommandSpec::tournament(
    "accept",
    || msg!("command-tournament-accept"),
    |_| Ok(TournamentCommand::Accept),
)
.typed_only()
.options(&[TOURNAMENT]);

const DECLINE: CommandSpec = CommandSpec::tournament(
    "decline",
    || msg!("command-tournament-decline"),
    |_| Ok(TournamentCommand::Decline),
)
.typed_only()
.options(&[TOURNAMENT]);

const CHECK_IN: CommandSpec = CommandSpec::tournament(
    "checkin",
    || msg!("command-tournament-checkin"),
    |_| Ok(TournamentCommand::CheckIn),
)
.typed_only()
.options(&[TOURNAMENT]);

const SIT_OUT: CommandSpec = CommandSpec::tournament(
    "bye",
    || msg!("command-tournament-bye"),
    |_| Ok(TournamentCommand::SitOut),
)
.typed_only()
.options(&[TOURNAMENT]);
