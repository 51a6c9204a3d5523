//! Organizers' commands for an announced tournament.

use rules_core::Color;
use text::{Text, msg};

use crate::messages;
use crate::model::ids::Person;
use crate::model::moment::Span;
use crate::model::record::{PlanPart, Seat};
use crate::protocol::tournament::{OrganizerPage, Risk, TournamentCommand};
use crate::spec::arguments::{Arguments, Given, Value};
use crate::spec::command::{Choice, CommandSpec, Kind, OptionSpec, named};
use crate::spec::options::TOURNAMENT;

pub(super) const MANAGE: CommandSpec = named("manage", || msg!("command-tournament-manage"))
    .tournament(|_| Ok(TournamentCommand::Manage(OrganizerPage::Front)))
    .options(&[TOURNAMENT]);

pub(super) const START: CommandSpec = named("start", || msg!("command-tournament-start"))
    .tournament(|_| Ok(TournamentCommand::Ask(Risk::Start)))
    .options(&[TOURNAMENT]);

pub(super) const PAUSE: CommandSpec = named("pause", || msg!("command-tournament-pause"))
    .tournament(|_| Ok(TournamentCommand::Pause))
    .options(&[TOURNAMENT]);

pub(super) const RESUME: CommandSpec = named("resume", || msg!("command-tournament-resume"))
    .tournament(|_| Ok(TournamentCommand::Resume))
    .options(&[TOURNAMENT]);

pub(super) const ADJUDICATE: CommandSpec =
    named("adjudicate", || msg!("command-tournament-adjudicate"))
        .tournament(|arguments| {
            let winner = match arguments.text("result") {
                Some("white") => Some(Color::White),
                Some("black") => Some(Color::Black),
                _ => None,
            };
            Ok(TournamentCommand::Adjudicate(
                arguments.game("code")?,
                winner,
            ))
        })
        .options(&[
            GAME_CODE,
            Kind::Choice(|| {
                vec![
                    Choice::new("white", msg!("choice-result-white")),
                    Choice::new("black", msg!("choice-result-black")),
                    Choice::new("draw", msg!("choice-result-draw")),
                ]
            })
            .option("result", || msg!("command-tournament-adjudicate-result"))
            .required(),
            TOURNAMENT,
        ]);

/// The game of a tournament.
const GAME_CODE: OptionSpec = Kind::Pairing
    .option("code", || msg!("command-tournament-code"))
    .required();

pub(super) const REPLAY: CommandSpec = named("replay", || msg!("command-tournament-replay"))
    .tournament(|arguments| {
        Ok(TournamentCommand::Ask(Risk::Replay(
            arguments.game("code")?,
        )))
    })
    .options(&[GAME_CODE, TOURNAMENT]);

pub(super) const SUBSTITUTE: CommandSpec =
    named("substitute", || msg!("command-tournament-substitute"))
        .tournament(|arguments| {
            let named = |person: Option<Person>| person.ok_or_else(messages::unknown_command);
            Ok(TournamentCommand::Substitute {
                out: named(arguments.player("out")?)?,
                new: named(arguments.member("in")?)?,
            })
        })
        .options(&[
            Kind::Person
                .option("out", || msg!("command-tournament-substitute-out"))
                .required(),
            Kind::Person
                .option("in", || msg!("command-tournament-substitute-in"))
                .required(),
            TOURNAMENT,
        ]);

pub(super) const ADD: CommandSpec = named("add", || msg!("command-tournament-add"))
    .tournament(|arguments| {
        let seat = seat(arguments)?;
        arguments.member("player")?;
        Ok(TournamentCommand::Add(seat))
    })
    .options(&[
        Kind::Person.option("player", || msg!("command-tournament-add-player")),
        Kind::Level.option("level", || msg!("command-tournament-add-level")),
        TOURNAMENT,
    ]);

pub(super) const REMOVE: CommandSpec = named("remove", || msg!("command-tournament-remove"))
    .tournament(|arguments| Ok(TournamentCommand::AskRemove(seat(arguments)?)))
    .options(&[
        Kind::Person.option("player", || msg!("command-tournament-remove-player")),
        Kind::Level.option("level", || msg!("command-tournament-remove-level")),
        TOURNAMENT,
    ]);

/// The person or engine level that is named.
fn seat(arguments: &Arguments<'_>) -> Result<Seat, Text> {
    match (arguments.player("player")?, arguments.given.get("level")) {
        (Some(person), _) => Ok(Seat::Person(person)),
        (None, Some(_)) => Ok(Seat::Engine(arguments.level()?)),
        (None, None) => Err(msg!("tournament-no-player-named").into()),
    }
}

pub(super) const CANCEL: CommandSpec = named("cancel", || msg!("command-tournament-cancel"))
    .tournament(|_| Ok(TournamentCommand::Ask(Risk::Cancel)))
    .options(&[TOURNAMENT]);

pub(super) const CHANGE: CommandSpec = named("change", || msg!("command-tournament-change"))
    .tournament(|arguments| {
        let part = arguments.text("part").and_then(PlanPart::from_code);
        let part = part.ok_or_else(messages::unknown_command)?;
        let value = match (arguments.given.get("role"), arguments.text("value")) {
            (Some(Value::Role(id)), _) => Some(id.as_str()),
            // Only a front end knows the ids of roles.
            (_, Some(typed)) if is_role(arguments.given) => {
                return Err(messages::no_one_named(typed));
            }
            (_, typed) => typed,
        };
        Ok(TournamentCommand::Edit(part, value.map(str::to_owned)))
    })
    .typed_only()
    .role_if(is_role)
    .options(&[
        Kind::Choice(parts)
            .option("part", || msg!("command-tournament-change-part"))
            .required(),
        Kind::Text { longest: 100 }.option("value", || msg!("command-tournament-change-value")),
        Kind::Role.option("role", || msg!("command-tournament-change-role")),
        TOURNAMENT,
    ]);

/// Whether the part to change is a role.
fn is_role(given: &Given) -> bool {
    let part = given.text("part").and_then(PlanPart::from_code);
    matches!(part, Some(PlanPart::Role | PlanPart::WinnersRole))
}

fn parts() -> Vec<Choice> {
    let all = PlanPart::ALL.iter();
    all.map(|part| Choice::new(part.code(), part.code()))
        .collect()
}

pub(super) const POSTPONE: CommandSpec = named("postpone", || msg!("command-tournament-postpone"))
    .tournament(|arguments| {
        let minutes: u16 = arguments.number("minutes").unwrap_or(0);
        Ok(TournamentCommand::Postpone(
            Span::minutes(minutes.into()),
            None,
        ))
    })
    .typed_only()
    .options(&[
        Kind::within(1, 65_535)
            .option("minutes", || msg!("command-tournament-postpone-minutes"))
            .required(),
        TOURNAMENT,
    ]);

pub(super) const UNDO: CommandSpec = named("undo", || msg!("command-tournament-undo"))
    .tournament(|_| Ok(TournamentCommand::Undo(None)))
    .typed_only()
    .options(&[TOURNAMENT]);

/// Answers a question about a risk, which tells its stamp.
pub(super) const CONFIRM: CommandSpec = named("confirm", || msg!("command-tournament-confirm"))
    .tournament(|arguments| {
        let risk = arguments.text("what").unwrap_or_default().parse();
        let risk = risk.map_err(|_| Text::from(msg!("typed-command-nothing-asked")))?;
        let stamp = arguments.number("stamp").unwrap_or(0);
        Ok(TournamentCommand::Sure(risk, stamp))
    })
    .typed_only()
    .options(&[
        Kind::Text { longest: 20 }
            .option("what", || msg!("command-tournament-confirm-what"))
            .required(),
        Kind::within(0, u32::MAX)
            .option("stamp", || msg!("command-tournament-confirm-stamp"))
            .required(),
        TOURNAMENT,
    ]);
