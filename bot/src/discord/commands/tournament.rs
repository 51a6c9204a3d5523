//! `/tournament`

use app::{
    Command, Cycles, Elimination, Format, GameId, MatchRules, Person, Span, Text, TimeControl,
    TournamentCommand, TournamentId, TournamentPlan, TournamentView, say,
};
use rules_core::Color;
use serenity::all::{CommandOptionType, CreateCommandOption, InteractionContext, ResolvedValue};

use super::Slash;
use super::options::{Options, command, game_kind, option, rated, time};

/// The longest code of a tournament or game that is read, in characters.
const CODE: u16 = 10;
/// The longest time for which something can be put off, in minutes: two weeks.
const LONGEST: u16 = 20_160;

type Told = fn(&'static str) -> CreateCommandOption;
type Read = fn(&Options<'_, '_>) -> Result<TournamentCommand, Text>;

/// What follows `/tournament`, with what Discord is told of it and how it is read.
const PARTS: &[(&str, Told, Read)] = &[
    ("create", described_create, create),
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
        "audit",
        |name| part(name, "Everything that was done in the tournament"),
        |_| Ok(TournamentCommand::Audit),
    ),
    (
        "export",
        |name| part(name, "The tournament as files: TRF and CSV"),
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
        |name| part(name, "Organizers: go on after a pause"),
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
            part(name, "Organizers: let somebody in, late too")
                .add_sub_option(user("player", "Who comes"))
        },
        |options| Ok(TournamentCommand::Add(person(options, "player")?)),
    ),
    (
        "remove",
        |name| {
            part(name, "Organizers: withdraw somebody").add_sub_option(user("player", "Who leaves"))
        },
        |options| Ok(TournamentCommand::Remove(person(options, "player")?)),
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
        let all = command(name, "Tournaments: Swiss, round robin, knock-out")
            .contexts(vec![InteractionContext::Guild]);
        PARTS.iter().fold(all, |all, (name, told, _)| {
            let told = told(name);
            // The last option of each: without it the one that is under way here is meant.
            all.add_option(if *name == "create" {
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

fn person(options: &Options<'_, '_>, name: &str) -> Result<Person, Text> {
    options.person(name)?.ok_or_else(say::unknown_command)
}

fn described_create(name: &'static str) -> CreateCommandOption {
    let kind = option(
        CommandOptionType::String,
        "format",
        "How entrants are brought together",
    )
    .required(true)
    .add_string_choice("Swiss", "swiss")
    .add_string_choice("Everybody meets everybody", "round-robin")
    .add_string_choice("Everybody meets everybody twice", "double-round-robin")
    .add_string_choice("Knock-out", "knockout")
    .add_string_choice("Double elimination", "double-elimination");
    let name_option = option(CommandOptionType::String, "name", "What it is called")
        .required(true)
        .max_length(60);
    let number = |name, description, most| {
        option(CommandOptionType::Integer, name, description)
            .min_int_value(1)
            .max_int_value(most)
    };
    let yes = |name, description| option(CommandOptionType::Boolean, name, description);
    part(name, "Organizers: announce a tournament")
        .add_sub_option(name_option)
        .add_sub_option(kind)
        .add_sub_option(game_kind())
        .add_sub_option(time())
        .add_sub_option(number(
            "rounds",
            "Rounds of a Swiss; 5 if you leave it out",
            15,
        ))
        .add_sub_option(number(
            "games",
            "Games of a knock-out match; 1 if you leave it out",
            8,
        ))
        .add_sub_option(
            option(
                CommandOptionType::Integer,
                "capacity",
                "The most entrants; 64 if you leave it out",
            )
            .min_int_value(2)
            .max_int_value(u64::from(TournamentPlan::MOST)),
        )
        .add_sub_option(number(
            "starts",
            "In how many minutes it begins; when you say so if you leave it out",
            u64::from(LONGEST),
        ))
        .add_sub_option(yes("when-full", "Whether it begins as soon as it is full"))
        .add_sub_option(yes(
            "check-in",
            "Whether only those play who check in before",
        ))
        .add_sub_option(rated())
}

fn create(options: &Options<'_, '_>) -> Result<TournamentCommand, Text> {
    let small = |name, usual| u8::try_from(options.number(name, usual)).unwrap_or(u8::MAX);
    let rules = MatchRules {
        games: small("games", 1),
        ..MatchRules::default()
    };
    let knockout = |elimination| Format::Knockout { elimination, rules };
    let format = match options.text("format") {
        Some("round-robin") => Format::RoundRobin(Cycles::Single),
        Some("double-round-robin") => Format::RoundRobin(Cycles::Double),
        Some("knockout") => knockout(Elimination::Single),
        Some("double-elimination") => knockout(Elimination::Double),
        _ => Format::Swiss {
            rounds: small("rounds", 5),
        },
    };
    let time = match options.time()? {
        // Nobody waits for ever for a round to end.
        TimeControl::Unlimited => TimeControl::Live {
            minutes: 10,
            increment: 5,
        },
        time => time,
    };
    let starts_in = match options.number("starts", 0) {
        0 => None,
        minutes => Some(Span::minutes(minutes.into())),
    };
    let plan = TournamentPlan {
        name: options.text("name").unwrap_or_default().to_owned(),
        variant: options.variant()?.unwrap_or(options.usual),
        time,
        rated: options.is_set("rated"),
        format,
        capacity: options.number("capacity", 64),
        starts: None,
        when_full: options.is_set("when-full"),
        check_in: options.is_set("check-in"),
    };
    Ok(TournamentCommand::Create {
        plan: Box::new(plan),
        starts_in,
    })
}
