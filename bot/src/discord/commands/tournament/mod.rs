//! `/tournament`

mod create;

use app::{
    Command, EffectiveSettings, GameId, OrganizerPage, Person, Risk, Seat, Text, TournamentCommand,
    TournamentId, TournamentView, messages,
};
use rules_core::Color;
use serenity::all::{
    CommandOptionType, CreateCommandOption, InteractionContext, ResolvedOption, ResolvedValue,
};
use text::{Message, msg};

use super::Slash;
use super::options::{Options, choice, command, option, with_levels};

/// The longest text for a tournament or game, in characters: a name may be typed to find its code.
const CODE_LENGTH: u16 = 60;

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
        name: "manage",
        describe: |name| part(name, &msg!("command-tournament-manage")),
        read: |_| Ok(TournamentCommand::Manage(OrganizerPage::Front)),
    },
    Subcommand {
        name: "join",
        describe: |name| part(name, &msg!("command-tournament-join")),
        read: |_| Ok(TournamentCommand::Join),
    },
    Subcommand {
        name: "leave",
        describe: |name| part(name, &msg!("command-tournament-leave")),
        read: |_| Ok(TournamentCommand::Leave),
    },
    Subcommand {
        name: "standings",
        describe: |name| part(name, &msg!("command-tournament-standings")),
        read: |_| Ok(see(TournamentView::Standings)),
    },
    Subcommand {
        name: "pairings",
        describe: |name| part(name, &msg!("command-tournament-pairings")),
        read: |_| Ok(see(TournamentView::Pairings)),
    },
    Subcommand {
        name: "results",
        describe: |name| part(name, &msg!("command-tournament-results")),
        read: |_| Ok(see(TournamentView::Crosstable)),
    },
    Subcommand {
        name: "me",
        describe: |name| part(name, &msg!("command-tournament-me")),
        read: |_| Ok(TournamentCommand::Mine),
    },
    Subcommand {
        name: "history",
        describe: |name| {
            let series = option(
                CommandOptionType::String,
                "series",
                &msg!("command-tournament-history-series"),
            );
            part(name, &msg!("command-tournament-history")).add_sub_option(series.max_length(60))
        },
        read: |options| {
            let series = options.text("series").map(str::to_owned);
            Ok(TournamentCommand::Past(series))
        },
    },
    Subcommand {
        name: "audit",
        describe: |name| part(name, &msg!("command-tournament-audit")),
        read: |_| Ok(TournamentCommand::Audit(0)),
    },
    Subcommand {
        name: "export",
        describe: |name| part(name, &msg!("command-tournament-export")),
        read: |_| Ok(TournamentCommand::Export),
    },
    Subcommand {
        name: "start",
        describe: |name| part(name, &msg!("command-tournament-start")),
        read: |_| Ok(TournamentCommand::Ask(Risk::Start)),
    },
    Subcommand {
        name: "pause",
        describe: |name| part(name, &msg!("command-tournament-pause")),
        read: |_| Ok(TournamentCommand::Pause),
    },
    Subcommand {
        name: "resume",
        describe: |name| part(name, &msg!("command-tournament-resume")),
        read: |_| Ok(TournamentCommand::Resume),
    },
    Subcommand {
        name: "adjudicate",
        describe: |name| {
            let result = option(
                CommandOptionType::String,
                "result",
                &msg!("command-tournament-adjudicate-result"),
            );
            let result = choice(result, &msg!("choice-result-white"), "white");
            let result = choice(result, &msg!("choice-result-black"), "black");
            let result = choice(result, &msg!("choice-result-draw"), "draw").required(true);
            part(name, &msg!("command-tournament-adjudicate"))
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
        describe: |name| part(name, &msg!("command-tournament-replay")).add_sub_option(game_code()),
        read: |options| Ok(TournamentCommand::Ask(Risk::Replay(game(options)?))),
    },
    Subcommand {
        name: "substitute",
        describe: |name| {
            part(name, &msg!("command-tournament-substitute"))
                .add_sub_option(user("out", &msg!("command-tournament-substitute-out")))
                .add_sub_option(user("in", &msg!("command-tournament-substitute-in")))
        },
        read: |options| {
            Ok(TournamentCommand::Substitute {
                out: person(options, "out")?,
                new: member(options, "in")?,
            })
        },
    },
    Subcommand {
        name: "add",
        describe: |name| {
            part(name, &msg!("command-tournament-add"))
                .add_sub_option(
                    user("player", &msg!("command-tournament-add-player")).required(false),
                )
                .add_sub_option(engine_level("level", &msg!("command-tournament-add-level")))
        },
        read: |options| {
            let seat = seat(options)?;
            if let Seat::Person(_) = seat {
                member(options, "player")?;
            }
            Ok(TournamentCommand::Add(seat))
        },
    },
    Subcommand {
        name: "remove",
        describe: |name| {
            part(name, &msg!("command-tournament-remove"))
                .add_sub_option(
                    user("player", &msg!("command-tournament-remove-player")).required(false),
                )
                .add_sub_option(engine_level(
                    "level",
                    &msg!("command-tournament-remove-level"),
                ))
        },
        read: |options| Ok(TournamentCommand::AskRemove(seat(options)?)),
    },
    Subcommand {
        name: "cancel",
        describe: |name| part(name, &msg!("command-tournament-cancel")),
        read: |_| Ok(TournamentCommand::Ask(Risk::Cancel)),
    },
];

pub(super) const TOURNAMENT: Slash = Slash {
    name: "tournament",
    describe: |name| {
        let all =
            command(name, &msg!("command-tournament")).contexts(vec![InteractionContext::Guild]);
        SUBCOMMANDS.iter().fold(all, |all, subcommand| {
            let option = (subcommand.describe)(subcommand.name);
            // By default a subcommand is about the tournament in progress here.
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
            .ok_or_else(messages::unknown_command)?;
        let inner = Options {
            given: inner,
            usual: options.usual,
        };
        let subcommand = SUBCOMMANDS.iter().find(|known| known.name == name);
        let subcommand = subcommand.ok_or_else(messages::unknown_command)?;
        Ok(match inner.text("tournament") {
            Some(typed) => match typed.trim().parse::<TournamentId>() {
                Ok(id) => Command::Tournament(Some(id), (subcommand.read)(&inner)?),
                Err(_) => Command::Tournament(None, TournamentCommand::Misnamed(typed.to_owned())),
            },
            None => Command::Tournament(None, (subcommand.read)(&inner)?),
        })
    },
};

fn see(view: TournamentView) -> TournamentCommand {
    TournamentCommand::See(view, None)
}

fn part(name: &'static str, description: &Message) -> CreateCommandOption {
    option(CommandOptionType::SubCommand, name, description)
}

fn which() -> CreateCommandOption {
    option(
        CommandOptionType::String,
        "tournament",
        &msg!("command-tournament-tournament"),
    )
    .max_length(CODE_LENGTH)
    .set_autocomplete(true)
}

/// The tournament that is named by its code.
pub(super) fn which_of(options: &[ResolvedOption<'_>]) -> Option<TournamentId> {
    Options {
        given: options,
        usual: EffectiveSettings::VARIANT,
    }
    .text("tournament")?
    .parse()
    .ok()
}

fn user(name: &str, description: &Message) -> CreateCommandOption {
    option(CommandOptionType::User, name, description).required(true)
}

fn game_code() -> CreateCommandOption {
    option(
        CommandOptionType::String,
        "code",
        &msg!("command-tournament-code"),
    )
    .required(true)
    .max_length(CODE_LENGTH)
    .set_autocomplete(true)
}

fn game(options: &Options<'_, '_>) -> Result<GameId, Text> {
    let code = options.text("code").unwrap_or_default();
    code.parse().map_err(|_| messages::no_such_code(code))
}

fn engine_level(name: &str, description: &Message) -> CreateCommandOption {
    with_levels(option(CommandOptionType::Integer, name, description))
}

/// The person or engine level in the options.
fn seat(options: &Options<'_, '_>) -> Result<Seat, Text> {
    match (options.person("player")?, options.value("level")) {
        (Some(person), _) => Ok(Seat::Person(person)),
        (None, Some(_)) => Ok(Seat::Engine(options.level()?)),
        (None, None) => Err(messages::no_player_named()),
    }
}

/// The member of the server in an option.
fn member(options: &Options<'_, '_>, name: &str) -> Result<Person, Text> {
    match options.value(name) {
        Some(ResolvedValue::User(_, None)) => Err(messages::not_a_member()),
        _ => person(options, name),
    }
}

fn person(options: &Options<'_, '_>, name: &str) -> Result<Person, Text> {
    options.person(name)?.ok_or_else(messages::unknown_command)
}
