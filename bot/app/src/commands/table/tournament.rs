//! `tournament` and its subcommands

use rules_core::Color;
use text::{Text, msg};

use crate::commands::given::{Arguments, Value};
use crate::commands::options::{GAME, PAGE};
use crate::commands::spec::{Choice, CommandSpec, Kind, OptionSpec};
use crate::messages;
use crate::model::ids::Person;
use crate::model::moment::Span;
use crate::model::record::{PlanPart, Seat};
use crate::protocol::tournament::{OrganizerPage, Risk, TournamentCommand, TournamentView};
use crate::protocol::tournament_draft::{FormatKind, TournamentDraft};

/// The longest name, in characters.
const NAME_LENGTH: u16 = 60;

pub(super) const TOURNAMENT: CommandSpec = CommandSpec::group(
    "tournament",
    || msg!("command-tournament"),
    &[
        CREATE, MANAGE, JOIN, LEAVE, STANDINGS, PAIRINGS, RESULTS, ME, HISTORY, AUDIT, EXPORT,
        START, PAUSE, RESUME, ADJUDICATE, REPLAY, SUBSTITUTE, ADD, REMOVE, CANCEL, ACCEPT, DECLINE,
        CHECK_IN, SIT_OUT, BRACKET, TIE_BREAKS, CHANGE, POSTPONE, UNDO, CONFIRM,
    ],
)
.in_servers();

/// By default a subcommand is about the tournament in progress here.
const WHICH: OptionSpec = OptionSpec::new(
    "tournament",
    || msg!("command-tournament-tournament"),
    Kind::Tournament,
);

/// The game of a tournament.
const GAME_CODE: OptionSpec =
    OptionSpec::new("code", || msg!("command-tournament-code"), Kind::Pairing).required();

/// Announces a tournament that has a name; without one, asks.
const CREATE: CommandSpec = CommandSpec::tournament(
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

const MANAGE: CommandSpec = CommandSpec::tournament(
    "manage",
    || msg!("command-tournament-manage"),
    |_| Ok(TournamentCommand::Manage(OrganizerPage::Front)),
)
.options(&[WHICH]);

const JOIN: CommandSpec = CommandSpec::tournament(
    "join",
    || msg!("command-tournament-join"),
    |_| Ok(TournamentCommand::Join),
)
.options(&[WHICH]);

const LEAVE: CommandSpec = CommandSpec::tournament(
    "leave",
    || msg!("command-tournament-leave"),
    |_| Ok(TournamentCommand::Leave),
)
.options(&[WHICH]);

const STANDINGS: CommandSpec = CommandSpec::tournament(
    "standings",
    || msg!("command-tournament-standings"),
    |arguments| Ok(see(TournamentView::Standings, arguments)),
)
.options(&[WHICH, PAGE]);

const PAIRINGS: CommandSpec = CommandSpec::tournament(
    "pairings",
    || msg!("command-tournament-pairings"),
    |arguments| Ok(see(TournamentView::Pairings, arguments)),
)
.options(&[WHICH, PAGE]);

const RESULTS: CommandSpec = CommandSpec::tournament(
    "results",
    || msg!("command-tournament-results"),
    |arguments| Ok(see(TournamentView::Crosstable, arguments)),
)
.options(&[WHICH, PAGE]);

const BRACKET: CommandSpec = CommandSpec::tournament(
    "bracket",
    || msg!("command-tournament-bracket"),
    |arguments| Ok(see(TournamentView::Bracket, arguments)),
)
.typed_only()
.options(&[WHICH, PAGE]);

const TIE_BREAKS: CommandSpec = CommandSpec::tournament(
    "tiebreaks",
    || msg!("command-tournament-tiebreaks"),
    |arguments| Ok(see(TournamentView::TieBreaks, arguments)),
)
.typed_only()
.options(&[WHICH, PAGE]);

fn see(view: TournamentView, arguments: &Arguments<'_>) -> TournamentCommand {
    TournamentCommand::See(view, arguments.page())
}

const ME: CommandSpec = CommandSpec::tournament(
    "me",
    || msg!("command-tournament-me"),
    |_| Ok(TournamentCommand::Mine),
)
.options(&[WHICH]);

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
.options(&[WHICH, PAGE]);

const EXPORT: CommandSpec = CommandSpec::tournament(
    "export",
    || msg!("command-tournament-export"),
    |_| Ok(TournamentCommand::Export),
)
.options(&[WHICH]);

const START: CommandSpec = CommandSpec::tournament(
    "start",
    || msg!("command-tournament-start"),
    |_| Ok(TournamentCommand::Ask(Risk::Start)),
)
.options(&[WHICH]);

const PAUSE: CommandSpec = CommandSpec::tournament(
    "pause",
    || msg!("command-tournament-pause"),
    |_| Ok(TournamentCommand::Pause),
)
.options(&[WHICH]);

const RESUME: CommandSpec = CommandSpec::tournament(
    "resume",
    || msg!("command-tournament-resume"),
    |_| Ok(TournamentCommand::Resume),
)
.options(&[WHICH]);

const ADJUDICATE: CommandSpec = CommandSpec::tournament(
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
    WHICH,
]);

const REPLAY: CommandSpec = CommandSpec::tournament(
    "replay",
    || msg!("command-tournament-replay"),
    |arguments| {
        Ok(TournamentCommand::Ask(Risk::Replay(
            arguments.game("code")?,
        )))
    },
)
.options(&[GAME_CODE, WHICH]);

const SUBSTITUTE: CommandSpec = CommandSpec::tournament(
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
    WHICH,
]);

const ADD: CommandSpec = CommandSpec::tournament(
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
    WHICH,
]);

const REMOVE: CommandSpec = CommandSpec::tournament(
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
    WHICH,
]);

/// The person or engine level that is named.
fn seat(arguments: &Arguments<'_>) -> Result<Seat, Text> {
    match (arguments.player("player")?, arguments.given.get("level")) {
        (Some(person), _) => Ok(Seat::Person(person)),
        (None, Some(_)) => Ok(Seat::Engine(arguments.level()?)),
        (None, None) => Err(messages::no_player_named()),
    }
}

const CANCEL: CommandSpec = CommandSpec::tournament(
    "cancel",
    || msg!("command-tournament-cancel"),
    |_| Ok(TournamentCommand::Ask(Risk::Cancel)),
)
.options(&[WHICH]);

const ACCEPT: CommandSpec = CommandSpec::tournament(
    "accept",
    || msg!("command-tournament-accept"),
    |_| Ok(TournamentCommand::Accept),
)
.typed_only()
.options(&[WHICH]);

const DECLINE: CommandSpec = CommandSpec::tournament(
    "decline",
    || msg!("command-tournament-decline"),
    |_| Ok(TournamentCommand::Decline),
)
.typed_only()
.options(&[WHICH]);

const CHECK_IN: CommandSpec = CommandSpec::tournament(
    "checkin",
    || msg!("command-tournament-checkin"),
    |_| Ok(TournamentCommand::CheckIn),
)
.typed_only()
.options(&[WHICH]);

const SIT_OUT: CommandSpec = CommandSpec::tournament(
    "bye",
    || msg!("command-tournament-bye"),
    |_| Ok(TournamentCommand::SitOut),
)
.typed_only()
.options(&[WHICH]);

const CHANGE: CommandSpec = CommandSpec::tournament(
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
    WHICH,
]);

fn parts() -> Vec<Choice> {
    let all = PlanPart::ALL.iter();
    all.map(|part| Choice::new(part.code(), part.code()))
        .collect()
}

const POSTPONE: CommandSpec = CommandSpec::tournament(
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
    WHICH,
]);

const UNDO: CommandSpec = CommandSpec::tournament(
    "undo",
    || msg!("command-tournament-undo"),
    |_| Ok(TournamentCommand::Undo(None)),
)
.typed_only()
.options(&[WHICH]);

/// Answers a question about a risk, which tells its stamp.
const CONFIRM: CommandSpec = CommandSpec::tournament(
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
    WHICH,
]);
