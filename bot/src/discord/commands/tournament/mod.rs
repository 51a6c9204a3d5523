//! `/tournament`

mod create;

use app::{
    Command, GameId, Level, Person, Seat, Span, Text, TournamentCommand, TournamentId,
    TournamentView, say,
};
use rules_core::Color;
use serenity::all::{CommandOptionType, CreateCommandOption, InteractionContext, ResolvedValue};

use super::Slash;
use super::options::{Options, command, option};

/// The longest code of a tournament or game that is read, in characters.
const CODE: u16 = 10;
/// The longest time for which something can be put off, in minutes: two weeks.
const LONGEST: u16 = 20_160;

type Told = fn(&'static str) -> CreateCommandOption;
type Read = fn(&Options<'_, '_>) -> Result<TournamentCommand, Text>;

/// What follows `/tournament`, with what Discord is told of it and how it is read.
const PARTS: &[(&str, Told, Read)] = &[
    ("create", create::described, create::read),
    (
        "plan",
        |name| {
            part(
                name,
                "Organizers: see the plan and change it until it begins",
            )
        },
        |_| Ok(TournamentCommand::Plan),
    ),
    (
        "join",
        |name| part(name, "Enter the tournament"),
        |_| Ok(TournamentCommand::Join),
    ),
    (
        "leave",
        |name| part(name, "Leave the tournament"),
        |_| Ok(TournamentCommand::Leave),
    ),
    (
        "check-in",
        |name| part(name, "Say that you are there, shortly before it begins"),
        |_| Ok(TournamentCommand::CheckIn),
    ),
    (
        "sit-out",
        |name| part(name, "Have no opponent in the next round, for half a point"),
        |_| Ok(TournamentCommand::SitOut),
    ),
    (
        "standings",
        |name| part(name, "Who stands where"),
        |_| Ok(see(TournamentView::Standings)),
    ),
    (
        "pairings",
        |name| part(name, "Who plays whom in this round"),
        |_| Ok(see(TournamentView::Pairings)),
    ),
    (
        "crosstable",
        |name| part(name, "Who met whom with what result"),
        |_| Ok(see(TournamentView::Crosstable)),
    ),
    (
        "bracket",
        |name| part(name, "The tree of a knock-out"),
        |_| Ok(see(TournamentView::Bracket)),
    ),
    (
        "me",
        |name| part(name, "Your games, and why you were paired so"),
        |_| Ok(TournamentCommand::Mine),
    ),
    (
        "history",
        |name| {
            let series = option(
                CommandOptionType::String,
                "series",
                "The points of one series; all tournaments if you leave it out",
            );
            part(name, "What was played here, who won, and the hall of fame")
                .add_sub_option(series.max_length(60))
        },
        |options| {
            let series = options.text("series").map(str::to_owned);
            Ok(TournamentCommand::Past(series))
        },
    ),
    (
        "audit",
        |name| part(name, "Everything that was done in the tournament"),
        |_| Ok(TournamentCommand::Audit),
    ),
    (
        "export",
        |name| part(name, "The tournament as files: TRF, CSV and PGN"),
        |_| Ok(TournamentCommand::Export),
    ),
    (
        "start",
        |name| part(name, "Organizers: begin now"),
        |_| Ok(TournamentCommand::Start),
    ),
    (
        "pause",
        |name| part(name, "Organizers: begin no further round for now"),
        |_| Ok(TournamentCommand::Pause),
    ),
    (
        "resume",
        |name| {
            part(
                name,
                "Organizers: go on after a pause, or here if the channel is gone",
            )
        },
        |_| Ok(TournamentCommand::Resume),
    ),
    (
        "postpone",
        |name| {
            let minutes = option(CommandOptionType::Integer, "minutes", "For how long");
            part(name, "Organizers: put the beginning or the next round off").add_sub_option(
                minutes
                    .required(true)
                    .min_int_value(1)
                    .max_int_value(LONGEST.into()),
            )
        },
        |options| {
            let minutes = options.number("minutes", 1);
            Ok(TournamentCommand::Postpone(Span::minutes(minutes.into())))
        },
    ),
    (
        "adjudicate",
        |name| {
            let result = option(CommandOptionType::String, "result", "Its result")
                .required(true)
                .add_string_choice("White wins", "white")
                .add_string_choice("Black wins", "black")
                .add_string_choice("Draw", "draw");
            part(name, "Organizers: give a game of this round a result")
                .add_sub_option(game_code())
                .add_sub_option(result)
        },
        |options| {
            let winner = match options.text("result") {
                Some("white") => Some(Color::White),
                Some("black") => Some(Color::Black),
                _ => None,
            };
            Ok(TournamentCommand::Adjudicate(game(options)?, winner))
        },
    ),
    (
        "replay",
        |name| {
            part(
                name,
                "Organizers: annul a game of this round and begin it again",
            )
            .add_sub_option(game_code())
        },
        |options| Ok(TournamentCommand::Replay(game(options)?)),
    ),
    (
        "substitute",
        |name| {
            part(name, "Organizers: let somebody play in somebody's place")
                .add_sub_option(user("out", "Who leaves"))
                .add_sub_option(user("in", "Who comes"))
        },
        |options| {
            Ok(TournamentCommand::Substitute {
                out: person(options, "out")?,
                new: person(options, "in")?,
            })
        },
    ),
    (
        "add",
        |name| {
            part(name, "Organizers: let somebody in, late too, or the engine")
                .add_sub_option(user("player", "Who comes").required(false))
                .add_sub_option(engine("The level of the engine that comes"))
        },
        |options| Ok(TournamentCommand::Add(seat(options)?)),
    ),
    (
        "remove",
        |name| {
            part(name, "Organizers: withdraw somebody, or the engine")
                .add_sub_option(user("player", "Who leaves").required(false))
                .add_sub_option(engine("The level of the engine that leaves"))
        },
        |options| Ok(TournamentCommand::Remove(seat(options)?)),
    ),
    (
        "undo",
        |name| part(name, "Organizers: take your last change back"),
        |_| Ok(TournamentCommand::Undo),
    ),
    (
        "cancel",
        |name| part(name, "Organizers: call the tournament off"),
        |_| Ok(TournamentCommand::Cancel),
    ),
];

pub(super) const TOURNAMENT: Slash = Slash {
    name: "tournament",
    describe: |name| {
        let all = command(name, "Tournaments: Swiss, round robin, knock-out, arena")
            .contexts(vec![InteractionContext::Guild]);
        PARTS.iter().fold(all, |all, (name, told, _)| {
            let told = told(name);
            // The last option of each: without it the one that is under way here is meant.
            all.add_option(if ["create", "history"].contains(name) {
                told
            } else {
                told.add_sub_option(which())
            })
        })
    },
    read: |options| {
        let (name, inner) = options
            .given
            .iter()
            .find_map(|option| match &option.value {
                ResolvedValue::SubCommand(inner) => Some((option.name, inner)),
                _ => None,
            })
            .ok_or_else(say::unknown_command)?;
        let inner = Options {
            given: inner,
            usual: options.usual,
        };
        let part = PARTS.iter().find(|(known, _, _)| *known == name);
        let (_, _, read) = part.ok_or_else(say::unknown_command)?;
        let which = match inner.text("tournament") {
            Some(code) => Some(
                code.parse::<TournamentId>()
                    .map_err(|_| say::no_such_tournament(code))?,
            ),
            None => None,
        };
        Ok(Command::Tournament(which, read(&inner)?))
    },
};

fn see(view: TournamentView) -> TournamentCommand {
    TournamentCommand::See(view, None)
}

fn part(name: &'static str, description: &str) -> CreateCommandOption {
    option(CommandOptionType::SubCommand, name, description)
}

fn which() -> CreateCommandOption {
    option(
        CommandOptionType::String,
        "tournament",
        "Its code, if it is not the one under way here",
    )
    .max_length(CODE)
}

fn user(name: &str, description: &str) -> CreateCommandOption {
    option(CommandOptionType::User, name, description).required(true)
}

fn game_code() -> CreateCommandOption {
    option(
        CommandOptionType::String,
        "code",
        "The game's code, as in the pairings",
    )
    .required(true)
    .max_length(CODE)
}

fn game(options: &Options<'_, '_>) -> Result<GameId, Text> {
    let code = options.text("code").unwrap_or_default();
    code.parse().map_err(|_| say::no_such_code(code))
}

fn engine(description: &str) -> CreateCommandOption {
    let (low, high) = (Level::LOWEST.number(), Level::HIGHEST.number());
    option(CommandOptionType::Integer, "level", description)
        .min_int_value(low.into())
        .max_int_value(high.into())
}

/// The person or the level of the engine that is named.
fn seat(options: &Options<'_, '_>) -> Result<Seat, Text> {
    match (options.person("player")?, options.value("level")) {
        (Some(person), _) => Ok(Seat::Person(person)),
        (None, Some(_)) => Ok(Seat::Engine(options.level()?)),
        (None, None) => Err(say::no_player_named()),
    }
}

fn person(options: &Options<'_, '_>, name: &str) -> Result<Person, Text> {
    options.person(name)?.ok_or_else(say::unknown_command)
}
