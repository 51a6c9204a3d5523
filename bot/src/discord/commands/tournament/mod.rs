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

/// The longest code of a tournament or game, in characters.
const CODE_LENGTH: u16 = 10;
/// The longest postponement, in minutes: two weeks.
const MAX_POSTPONEMENT: u16 = 20_160;

/// A subcommand: how it is registered and read.
struct Subcommand {
    name: &'static str,
    describe: fn(&'static str) -> CreateCommandOption,
    read: fn(&Options<'_, '_>) -> Result<TournamentCommand, Text>,
}

/// In the order of registration.
const SUBCOMMANDS: &[Subcommand] = &[
    Subcommand {
        name: "create",
        describe: create::described,
        read: create::read,
    },
    Subcommand {
        name: "plan",
        describe: |name| {
            part(
                name,
                "Organizers: see the plan and change it until it begins",
            )
        },
        read: |_| Ok(TournamentCommand::Plan),
    },
    Subcommand {
        name: "join",
        describe: |name| part(name, "Enter the tournament"),
        read: |_| Ok(TournamentCommand::Join),
    },
    Subcommand {
        name: "leave",
        describe: |name| part(name, "Leave the tournament"),
        read: |_| Ok(TournamentCommand::Leave),
    },
    Subcommand {
        name: "check-in",
        describe: |name| part(name, "Say that you are there, shortly before it begins"),
        read: |_| Ok(TournamentCommand::CheckIn),
    },
    Subcommand {
        name: "sit-out",
        describe: |name| part(name, "Have no opponent in the next round, for half a point"),
        read: |_| Ok(TournamentCommand::SitOut),
    },
    Subcommand {
        name: "standings",
        describe: |name| part(name, "Who stands where"),
        read: |_| Ok(see(TournamentView::Standings)),
    },
    Subcommand {
        name: "pairings",
        describe: |name| part(name, "Who plays whom in this round"),
        read: |_| Ok(see(TournamentView::Pairings)),
    },
    Subcommand {
        name: "crosstable",
        describe: |name| part(name, "Who met whom with what result"),
        read: |_| Ok(see(TournamentView::Crosstable)),
    },
    Subcommand {
        name: "bracket",
        describe: |name| part(name, "The tree of a knock-out"),
        read: |_| Ok(see(TournamentView::Bracket)),
    },
    Subcommand {
        name: "me",
        describe: |name| part(name, "Your games, and why you were paired so"),
        read: |_| Ok(TournamentCommand::Mine),
    },
    Subcommand {
        name: "history",
        describe: |name| {
            let series = option(
                CommandOptionType::String,
                "series",
                "The points of one series; all tournaments if you leave it out",
            );
            part(name, "What was played here, who won, and the hall of fame")
                .add_sub_option(series.max_length(60))
        },
        read: |options| {
            let series = options.text("series").map(str::to_owned);
            Ok(TournamentCommand::Past(series))
        },
    },
    Subcommand {
        name: "audit",
        describe: |name| part(name, "Everything that was done in the tournament"),
        read: |_| Ok(TournamentCommand::Audit),
    },
    Subcommand {
        name: "export",
        describe: |name| part(name, "The tournament as files: TRF, CSV and PGN"),
        read: |_| Ok(TournamentCommand::Export),
    },
    Subcommand {
        name: "start",
        describe: |name| part(name, "Organizers: begin now"),
        read: |_| Ok(TournamentCommand::Start),
    },
    Subcommand {
        name: "pause",
        describe: |name| part(name, "Organizers: begin no further round for now"),
        read: |_| Ok(TournamentCommand::Pause),
    },
    Subcommand {
        name: "resume",
        describe: |name| {
            part(
                name,
                "Organizers: go on after a pause, or here if the channel is gone",
            )
        },
        read: |_| Ok(TournamentCommand::Resume),
    },
    Subcommand {
        name: "postpone",
        describe: |name| {
            let minutes = option(CommandOptionType::Integer, "minutes", "For how long");
            part(name, "Organizers: put the beginning or the next round off").add_sub_option(
                minutes
                    .required(true)
                    .min_int_value(1)
                    .max_int_value(MAX_POSTPONEMENT.into()),
            )
        },
        read: |options| {
            let minutes = options.number("minutes", 1);
            Ok(TournamentCommand::Postpone(Span::minutes(minutes.into())))
        },
    },
    Subcommand {
        name: "adjudicate",
        describe: |name| {
            let result = option(CommandOptionType::String, "result", "Its result")
                .required(true)
                .add_string_choice("White wins", "white")
                .add_string_choice("Black wins", "black")
                .add_string_choice("Draw", "draw");
            part(name, "Organizers: give a game of this round a result")
                .add_sub_option(game_code())
                .add_sub_option(result)
        },
        read: |options| {
            let winner = match options.text("result") {
                Some("white") => Some(Color::White),
                Some("black") => Some(Color::Black),
                _ => None,
            };
            Ok(TournamentCommand::Adjudicate(game(options)?, winner))
        },
    },
    Subcommand {
        name: "replay",
        describe: |name| {
            part(
                name,
                "Organizers: annul a game of this round and begin it again",
            )
            .add_sub_option(game_code())
        },
        read: |options| Ok(TournamentCommand::Replay(game(options)?)),
    },
    Subcommand {
        name: "substitute",
        describe: |name| {
            part(name, "Organizers: let somebody play in somebody's place")
                .add_sub_option(user("out", "Who leaves"))
                .add_sub_option(user("in", "Who comes"))
        },
        read: |options| {
            Ok(TournamentCommand::Substitute {
                out: person(options, "out")?,
                new: person(options, "in")?,
            })
        },
    },
    Subcommand {
        name: "add",
        describe: |name| {
            part(name, "Organizers: let somebody in, late too, or the engine")
                .add_sub_option(user("player", "Who comes").required(false))
                .add_sub_option(engine("The level of the engine that comes"))
        },
        read: |options| Ok(TournamentCommand::Add(seat(options)?)),
    },
    Subcommand {
        name: "remove",
        describe: |name| {
            part(name, "Organizers: withdraw somebody, or the engine")
                .add_sub_option(user("player", "Who leaves").required(false))
                .add_sub_option(engine("The level of the engine that leaves"))
        },
        read: |options| Ok(TournamentCommand::Remove(seat(options)?)),
    },
    Subcommand {
        name: "undo",
        describe: |name| part(name, "Organizers: take your last change back"),
        read: |_| Ok(TournamentCommand::Undo),
    },
    Subcommand {
        name: "cancel",
        describe: |name| part(name, "Organizers: call the tournament off"),
        read: |_| Ok(TournamentCommand::Cancel),
    },
];

pub(super) const TOURNAMENT: Slash = Slash {
    name: "tournament",
    describe: |name| {
        let all = command(name, "Tournaments: Swiss, round robin, knock-out, arena")
            .contexts(vec![InteractionContext::Guild]);
        SUBCOMMANDS.iter().fold(all, |all, subcommand| {
            let option = (subcommand.describe)(subcommand.name);
            // By default a subcommand is about the tournament under way here.
            all.add_option(if ["create", "history"].contains(&subcommand.name) {
                option
            } else {
                option.add_sub_option(which())
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
        let subcommand = SUBCOMMANDS.iter().find(|known| known.name == name);
        let subcommand = subcommand.ok_or_else(say::unknown_command)?;
        let which = match inner.text("tournament") {
            Some(code) => Some(
                code.parse::<TournamentId>()
                    .map_err(|_| say::no_such_tournament(code))?,
            ),
            None => None,
        };
        Ok(Command::Tournament(which, (subcommand.read)(&inner)?))
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
    .max_length(CODE_LENGTH)
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
    .max_length(CODE_LENGTH)
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

/// The person or engine level in the options.
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
