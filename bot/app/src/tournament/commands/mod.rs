//! `tournament` and its subcommands

mod create;
mod organizer;

use text::msg;

use crate::protocol::tournament::{TournamentCommand, TournamentView};
use crate::spec::arguments::Arguments;
use crate::spec::command::{CommandSpec, Kind, named};
use crate::spec::options::{PAGE, TOURNAMENT};

use self::create::NAME_LENGTH;

pub(crate) const GROUP: CommandSpec = named("tournament", || msg!("command-tournament"))
    .group(&[
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
    ])
    .in_servers();

const JOIN: CommandSpec = named("join", || msg!("command-tournament-join"))
    .tournament(|_| Ok(TournamentCommand::Join))
    .options(&[TOURNAMENT]);

const LEAVE: CommandSpec = named("leave", || msg!("command-tournament-leave"))
    .tournament(|_| Ok(TournamentCommand::Leave))
    .options(&[TOURNAMENT]);

const STANDINGS: CommandSpec = named("standings", || msg!("command-tournament-standings"))
    .tournament(|arguments| Ok(see(TournamentView::Standings, arguments)))
    .options(&[TOURNAMENT, PAGE]);

const PAIRINGS: CommandSpec = named("pairings", || msg!("command-tournament-pairings"))
    .tournament(|arguments| Ok(see(TournamentView::Pairings, arguments)))
    .options(&[TOURNAMENT, PAGE]);

const RESULTS: CommandSpec = named("results", || msg!("command-tournament-results"))
    .tournament(|arguments| Ok(see(TournamentView::Crosstable, arguments)))
    .options(&[TOURNAMENT, PAGE]);

const BRACKET: CommandSpec = named("bracket", || msg!("command-tournament-bracket"))
    .tournament(|arguments| Ok(see(TournamentView::Bracket, arguments)))
    .typed_only()
    .options(&[TOURNAMENT, PAGE]);

const TIE_BREAKS: CommandSpec = named("tiebreaks", || msg!("command-tournament-tiebreaks"))
    .tournament(|arguments| Ok(see(TournamentView::TieBreaks, arguments)))
    .typed_only()
    .options(&[TOURNAMENT, PAGE]);

fn see(view: TournamentView, arguments: &Arguments<'_>) -> TournamentCommand {
    TournamentCommand::See(view, arguments.page())
}

const ME: CommandSpec = named("me", || msg!("command-tournament-me"))
    .tournament(|_| Ok(TournamentCommand::Mine))
    .options(&[TOURNAMENT]);

const HISTORY: CommandSpec = named("history", || msg!("command-tournament-history"))
    .tournament(|arguments| {
        let series = arguments.text("series").map(str::to_owned);
        Ok(TournamentCommand::Past(series))
    })
    .options(&[Kind::Text {
        longest: NAME_LENGTH,
    }
    .option("series", || msg!("command-tournament-history-series"))]);

const AUDIT: CommandSpec = named("audit", || msg!("command-tournament-audit"))
    .tournament(|arguments| {
        let page = arguments.page().unwrap_or(0);
        Ok(TournamentCommand::Audit(page.into()))
    })
    .options(&[TOURNAMENT, PAGE]);

const EXPORT: CommandSpec = named("export", || msg!("command-tournament-export"))
    .tournament(|_| Ok(TournamentCommand::Export))
    .options(&[TOURNAMENT]);

const ACCEPT: CommandSpec = named("accept", || msg!("command-tournament-accept"))
    .tournament(|_| Ok(TournamentCommand::Accept))
    .typed_only()
    .options(&[TOURNAMENT]);

const DECLINE: CommandSpec = named("decline", || msg!("command-tournament-decline"))
    .tournament(|_| Ok(TournamentCommand::Decline))
    .typed_only()
    .options(&[TOURNAMENT]);

const CHECK_IN: CommandSpec = named("checkin", || msg!("command-tournament-checkin"))
    .tournament(|_| Ok(TournamentCommand::CheckIn))
    .typed_only()
    .options(&[TOURNAMENT]);

const SIT_OUT: CommandSpec = named("bye", || msg!("command-tournament-bye"))
    .tournament(|_| Ok(TournamentCommand::SitOut))
    .typed_only()
    .options(&[TOURNAMENT]);
