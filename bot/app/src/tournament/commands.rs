//! `tournament` and its subcommands

use rules_core::Color;
use text::{Message, Text, msg};

use crate::messages;
use crate::model::{Person, PlanPart, Seat, Span};
use crate::protocol::{
    FormatKind, OrganizerPage, Risk, TournamentCommand, TournamentDraft, TournamentView,
};
use crate::spec::{
    Arguments, Choice, CommandSpec, GAME, Given, Kind, Named, OptionSpec, PAGE, TOURNAMENT, Value,
    named,
};

pub(crate) const GROUP: CommandSpec = named("tournament", || msg!("command-tournament"))
    .group(&[
        CREATE,
        about("manage", || msg!("command-tournament-manage"))
            .tournament(|_| Ok(TournamentCommand::Manage(OrganizerPage::Front))),
        about("join", || msg!("command-tournament-join"))
            .tournament(|_| Ok(TournamentCommand::Join)),
        about("leave", || msg!("command-tournament-leave"))
            .tournament(|_| Ok(TournamentCommand::Leave)),
        named("standings", || msg!("command-tournament-standings"))
            .tournament(|arguments| Ok(see(TournamentView::Standings, arguments)))
            .options(&[TOURNAMENT, PAGE]),
        named("pairings", || msg!("command-tournament-pairings"))
            .tournament(|arguments| Ok(see(TournamentView::Pairings, arguments)))
            .options(&[TOURNAMENT, PAGE]),
        named("results", || msg!("command-tournament-results"))
            .tournament(|arguments| Ok(see(TournamentView::Crosstable, arguments)))
            .options(&[TOURNAMENT, PAGE]),
        about("me", || msg!("command-tournament-me")).tournament(|_| Ok(TournamentCommand::Mine)),
        named("history", || msg!("command-tournament-history"))
            .tournament(|arguments| {
                let series = arguments.text("series").map(str::to_owned);
                Ok(TournamentCommand::Past(series))
            })
            .options(&[NAME.option("series", || msg!("command-tournament-history-series"))]),
        named("audit", || msg!("command-tournament-audit"))
            .tournament(|arguments| {
                let page = arguments.page().unwrap_or(0);
                Ok(TournamentCommand::Audit(page.into()))
            })
            .options(&[TOURNAMENT, PAGE]),
        about("export", || msg!("command-tournament-export"))
            .tournament(|_| Ok(TournamentCommand::Export)),
        about("start", || msg!("command-tournament-start"))
            .tournament(|_| Ok(TournamentCommand::Ask(Risk::Start))),
        about("pause", || msg!("command-tournament-pause"))
            .tournament(|_| Ok(TournamentCommand::Pause)),
        about("resume", || msg!("command-tournament-resume"))
            .tournament(|_| Ok(TournamentCommand::Resume)),
        ADJUDICATE,
        REPLAY,
        SUBSTITUTE,
        ADD,
        REMOVE,
        about("cancel", || msg!("command-tournament-cancel"))
            .tournament(|_| Ok(TournamentCommand::Ask(Risk::Cancel))),
        about("accept", || msg!("command-tournament-accept"))
            .tournament(|_| Ok(TournamentCommand::Accept))
            .typed_only(),
        about("decline", || msg!("command-tournament-decline"))
            .tournament(|_| Ok(TournamentCommand::Decline))
            .typed_only(),
        about("checkin", || msg!("command-tournament-checkin"))
            .tournament(|_| Ok(TournamentCommand::CheckIn))
            .typed_only(),
        about("bye", || msg!("command-tournament-bye"))
            .tournament(|_| Ok(TournamentCommand::SitOut))
            .typed_only(),
        named("bracket", || msg!("command-tournament-bracket"))
            .tournament(|arguments| Ok(see(TournamentView::Bracket, arguments)))
            .typed_only()
            .options(&[TOURNAMENT, PAGE]),
        named("tiebreaks", || msg!("command-tournament-tiebreaks"))
            .tournament(|arguments| Ok(see(TournamentView::TieBreaks, arguments)))
            .typed_only()
            .options(&[TOURNAMENT, PAGE]),
        CHANGE,
        POSTPONE,
        about("undo", || msg!("command-tournament-undo"))
            .tournament(|_| Ok(TournamentCommand::Undo(None)))
            .typed_only(),
        CONFIRM,
    ])
    .in_servers();

/// A command whose only option is the tournament.
const fn about(name: &'static str, description: fn() -> Message) -> Named {
    named(name, description).options(&[TOURNAMENT])
}

fn see(view: TournamentView, arguments: &Arguments<'_>) -> TournamentCommand {
    TournamentCommand::See(view, arguments.page())
}

/// The name of a tournament or a series.
const NAME: Kind = Kind::Text { longest: 60 };

/// Announces a tournament that has a name; without one, asks.
const CREATE: CommandSpec = named("create", || msg!("command-tournament-create"))
    .tournament(|arguments| {
        let variant = arguments.kind_of_game("game")?;
        let mut draft = TournamentDraft::new(variant.unwrap_or(arguments.usual));
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
        NAME.option("name", || msg!("command-tournament-create-name")),
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

const ADJUDICATE: CommandSpec = named("adjudicate", || msg!("command-tournament-adjudicate"))
    .tournament(|arguments| {
        let winner = match arguments.text("result") {
            Some("white") => Some(Color::White),
            Some("black") => Some(Color::Black),
            _ => None,
        };
        let game = arguments.game("code")?;
        Ok(TournamentCommand::Adjudicate(game, winner))
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

const GAME_CODE: OptionSpec = Kind::Pairing
    .option("code", || msg!("command-tournament-code"))
    .required();

const REPLAY: CommandSpec = named("replay", || msg!("command-tournament-replay"))
    .tournament(|arguments| {
        let game = arguments.game("code")?;
        Ok(TournamentCommand::Ask(Risk::Replay(game)))
    })
    .options(&[GAME_CODE, TOURNAMENT]);

const SUBSTITUTE: CommandSpec = named("substitute", || msg!("command-tournament-substitute"))
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

const ADD: CommandSpec = named("add", || msg!("command-tournament-add"))
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

const REMOVE: CommandSpec = named("remove", || msg!("command-tournament-remove"))
    .tournament(|arguments| Ok(TournamentCommand::AskRemove(seat(arguments)?)))
    .options(&[
        Kind::Person.option("player", || msg!("command-tournament-remove-player")),
        Kind::Level.option("level", || msg!("command-tournament-remove-level")),
        TOURNAMENT,
    ]);

fn seat(arguments: &Arguments<'_>) -> Result<Seat, Text> {
    match (arguments.player("player")?, arguments.given.get("level")) {
        (Some(person), _) => Ok(Seat::Person(person)),
        (None, Some(_)) => Ok(Seat::Engine(arguments.level()?)),
        (None, None) => Err(msg!("tournament-no-player-named").into()),
    }
}

const CHANGE: CommandSpec = named("change", || msg!("command-tournament-change"))
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

fn is_role(given: &Given) -> bool {
    let part = given.text("part").and_then(PlanPart::from_code);
    matches!(part, Some(PlanPart::Role | PlanPart::WinnersRole))
}

fn parts() -> Vec<Choice> {
    let all = PlanPart::ALL.iter();
    all.map(|part| Choice::new(part.code(), part.code()))
        .collect()
}

const POSTPONE: CommandSpec = named("postpone", || msg!("command-tournament-postpone"))
    .tournament(|arguments| {
        let minutes: u16 = arguments.number("minutes").unwrap_or(0);
        let span = Span::minutes(minutes.into());
        Ok(TournamentCommand::Postpone(span, None))
    })
    .typed_only()
    .options(&[
        Kind::within(1, 65_535)
            .option("minutes", || msg!("command-tournament-postpone-minutes"))
            .required(),
        TOURNAMENT,
    ]);

/// Answers a question about a risk, which tells its stamp.
const CONFIRM: CommandSpec = named("confirm", || msg!("command-tournament-confirm"))
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
