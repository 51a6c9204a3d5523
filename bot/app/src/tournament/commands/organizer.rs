//! Organizers' commands for an announced tournament.

use rules_core::Color;
use text::{Text, msg};

use crate::messages;
use crate::model::ids::Person;
use crate::model::moment::Span;
use crate::model::record::{PlanPart, Seat};
use crate::protocol::tournament::{OrganizerPage, Risk, TournamentCommand};
use crate::spec::arguments::{Arguments, Value};
use crate::spec::command::{Choice, CommandSpec, Kind, OptionSpec};
use crate::spec::options::TOURNAMENT;

pub(super) const MANAGE: CommandSpec = CommandSpec::tournament(
    "manage",
    || msg!("command-tournament-manage"),
    |_| Ok(TournamentCommand::Manage(OrganizerPage::Front)),
)
.options(&[TOURNAMENT]);

pub(super) const START: CommandSpec = CommandSpec::tournament(
    "start",
    || msg!("command-tournament-start"),
    |_| Ok(TournamentCommand::Ask(Risk::Start)),
)
.options(&[TOURNAMENT]);

pub(super) const PAUSE: CommandSpec = CommandSpec::tournament(
    "pause",
    || msg!("command-tournament-pause"),
    |_| Ok(TournamentCommand::Pause),
)
.options(&[TOURNAMENT]);

pub(super) const RESUME: CommandSpec = CommandSpec::tournament(
    "resume",
    || msg!("command-tournament-resume"),
    |_| Ok(TournamentCommand::Resume),
)
.options(&[TOURNAMENT]);

pub(super) const ADJUDICATE: CommandSpec = CommandSpec::tournament(
    "adjudicate",
    || msg!("command-tournament-adjudicate"),
    |arguments| {
        let winner = match arguments.text("result") {
            Some("white") => Some(Color::White),
            Some("black") => Some(Color::Black),
            _ => None,
        };
        Ok(TournamentCommand::Adjudicate(
            arguments.game("code")?,
            winner,
        ))
    },
)
.options(&[
    GAME_CODE,
    OptionSpec::new(
        "result",
        || msg!("command-tournament-adjudicate-result"),
        Kind::Choice(|| {
            vec![
                Choice::new("white", msg!("choice-result-white")),
                Choice::new("black", msg!("choice-result-black")),
                Choice::new("draw", msg!("choice-result-draw")),
            ]
        }),
    )
    .required(),
    TOURNAMENT,
]);

/// The game of a tournament.
const GAME_CODE: OptionSpec =
    OptionSpec::new("code", || msg!("command-tournament-code"), Kind::Pairing).required();

pub(super) const REPLAY: CommandSpec = CommandSpec::tournament(
    "replay",
    || msg!("command-tournament-replay"),
    |arguments| {
        Ok(TournamentCommand::Ask(Risk::Replay(
            arguments.game("code")?,
        )))
    },
)
.options(&[GAME_CODE, TOURNAMENT]);

pub(super) const SUBSTITUTE: CommandSpec = CommandSpec::tournament(
    "substitute",
    || msg!("command-tournament-substitute"),
    |arguments| {
        let named = |person: Option<Person>| person.ok_or_else(messages::unknown_command);
        Ok(TournamentCommand::Substitute {
            out: named(arguments.player("out")?)?,
            new: named(arguments.member("in")?)?,
        })
    },
)
.options(&[
    OptionSpec::new(
        "out",
        || msg!("command-tournament-substitute-out"),
        Kind::Person,
    )
    .required(),
    OptionSpec::new(
        "in",
        || msg!("command-tournament-substitute-in"),
        Kind::Person,
    )
    .required(),
    TOURNAMENT,
]);

pub(super) const ADD: CommandSpec = CommandSpec::tournament(
    "add",
    || msg!("command-tournament-add"),
    |arguments| {
        let seat = seat(arguments)?;
        arguments.member("player")?;
        Ok(TournamentCommand::Add(seat))
    },
)
.options(&[
    OptionSpec::new(
        "player",
        || msg!("command-tournament-add-player"),
        Kind::Person,
    ),
    OptionSpec::new(
        "level",
        || msg!("command-tournament-add-level"),
        Kind::Level,
    ),
    TOURNAMENT,
]);

pub(super) const REMOVE: CommandSpec = CommandSpec::tournament(
    "remove",
    || msg!("command-tournament-remove"),
    |arguments| Ok(TournamentCommand::AskRemove(seat(arguments)?)),
)
.options(&[
    OptionSpec::new(
        "player",
        || msg!("command-tournament-remove-player"),
        Kind::Person,
    ),
    OptionSpec::new(
        "level",
        || msg!("command-tournament-remove-level"),
        Kind::Level,
    ),
    TOURNAMENT,
]);

/// The person or engine level that is named.
fn seat(arguments: &Arguments<'_>) -> Result<Seat, Text> {
    match (arguments.player("player")?, arguments.given.get("level")) {
        (Some(person), _) => Ok(Seat::Person(person)),
        (None, Some(_)) => Ok(Seat::Engine(arguments.level()?)),
        (None, None) => Err(messages::no_player_named()),
    }
}

pub(super) const CANCEL: CommandSpec = CommandSpec::tournament(
    "cancel",
    || msg!("command-tournament-cancel"),
    |_| Ok(TournamentCommand::Ask(Risk::Cancel)),
)
.options(&[TOURNAMENT]);

pub(super) const CHANGE: CommandSpec = CommandSpec::tournament(
    "change",
    || msg!("command-tournament-change"),
    |arguments| {
        let part = arguments.text("part").and_then(PlanPart::from_code);
        let part = part.ok_or_else(messages::unknown_command)?;
        let value = match arguments.given.get("role") {
            Some(Value::Role(id)) => Some(id.as_str()),
            _ => arguments.text("value"),
        };
        Ok(TournamentCommand::Edit(part, value.map(str::to_owned)))
    },
)
.typed_only()
.options(&[
    OptionSpec::new(
        "part",
        || msg!("command-tournament-change-part"),
        Kind::Choice(parts),
    )
    .required(),
    OptionSpec::new(
        "value",
        || msg!("command-tournament-change-value"),
        Kind::Text { longest: 100 },
    ),
    OptionSpec::new(
        "role",
        || msg!("command-tournament-change-role"),
        Kind::Role,
    ),
    TOURNAMENT,
]);

fn parts() -> Vec<Choice> {
    let all = PlanPart::ALL.iter();
    all.map(|part| Choice::new(part.code(), part.code()))
        .collect()
}

pub(super) const POSTPONE: CommandSpec = CommandSpec::tournament(
    "postpone",
    || msg!("command-tournament-postpone"),
    |arguments| {
        let minutes: u16 = arguments.number("minutes").unwrap_or(0);
        Ok(TournamentCommand::Postpone(
            Span::minutes(minutes.into()),
            None,
        ))
    },
)
.typed_only()
.options(&[
    OptionSpec::new(
        "minutes",
        || msg!("command-tournament-postpone-minutes"),
        Kind::Integer {
            lowest: 1,
            highest: 65_535,
        },
    )
    .required(),
    TOURNAMENT,
]);

pub(super) const UNDO: CommandSpec = CommandSpec::tournament(
    "undo",
    || msg!("command-tournament-undo"),
    |_| Ok(TournamentCommand::Undo(None)),
)
.typed_only()
.options(&[TOURNAMENT]);

/// Answers a question about a risk, which tells its stamp.
pub(super) const CONFIRM: CommandSpec = CommandSpec::tournament(
    "confirm",
    || msg!("command-tournament-confirm"),
    |arguments| {
        let risk = arguments.text("what").unwrap_or_default().parse();
        let risk = risk.map_err(|_| Text::from(msg!("typed-command-nothing-asked")))?;
        let stamp = arguments.number("stamp").unwrap_or(0);
        Ok(TournamentCommand::Sure(risk, stamp))
    },
)
.typed_only()
.options(&[
    OptionSpec::new(
        "what",
        || msg!("command-tournament-confirm-what"),
        Kind::Text { longest: 20 },
    )
    .required(),
    OptionSpec::new(
        "stamp",
        || msg!("command-tournament-confirm-stamp"),
        Kind::Integer {
            lowest: 0,
            highest: u32::MAX,
        },
    )
    .required(),
    TOURNAMENT,
]);
