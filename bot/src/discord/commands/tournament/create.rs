//! `/tournament create`

use app::{
    Cycles, Elimination, Format, Level, MatchRules, PlanPart, Text, TimeControl, TournamentCommand,
    TournamentPlan,
};
use serenity::all::{CommandOptionType, CreateCommandOption, ResolvedValue};

use super::part;
use crate::discord::commands::options::{Options, game_kind, option, rated, time};
use crate::discord::ids;

/// The longest text of an option, in characters.
const MAX_TEXT: u16 = 100;
/// An option whose text the application parses.
struct TextOption {
    name: &'static str,
    part: PlanPart,
    description: &'static str,
}

/// Parts of the plan that are typed as text.
const TEXT_OPTIONS: &[TextOption] = &[
    TextOption {
        name: "starts",
        part: PlanPart::Starts,
        description: "When it begins: 2 hours, 18:30 or 2026-12-24 18:30 (UTC); when you say so if you leave it out",
    },
    TextOption {
        name: "ratings",
        part: PlanPart::Ratings,
        description: "Who may enter by rating: 1200-1800, from 1500, up to 1600",
    },
    TextOption {
        name: "tie-breaks",
        part: PlanPart::TieBreaks,
        description: "What decides between equal points, in order: BH-C1, BH, SB, DE, WIN, TPR",
    },
    TextOption {
        name: "series",
        part: PlanPart::Series,
        description: "The series it belongs to, for season points",
    },
];

pub(super) fn described(name: &'static str) -> CreateCommandOption {
    let name_option = option(CommandOptionType::String, "name", "What it is called")
        .required(true)
        .max_length(60);
    let then = option(
        CommandOptionType::String,
        "then",
        "Games of the rounds after the first, in turn: leto, toto40",
    )
    .max_length(MAX_TEXT);
    let basics = part(name, "Organizers: announce a tournament")
        .add_sub_option(name_option)
        .add_sub_option(format())
        .add_sub_option(game_kind())
        .add_sub_option(then)
        .add_sub_option(time());
    let text = TEXT_OPTIONS.iter().map(|text| {
        let written = option(CommandOptionType::String, text.name, text.description);
        written.max_length(MAX_TEXT)
    });
    lengths()
        .into_iter()
        .chain(entry())
        .chain(text)
        .fold(basics, CreateCommandOption::add_sub_option)
}

fn format() -> CreateCommandOption {
    option(
        CommandOptionType::String,
        "format",
        "How entrants are brought together",
    )
    .required(true)
    .add_string_choice("Swiss", "swiss")
    .add_string_choice("Everybody meets everybody", "round-robin")
    .add_string_choice("Everybody meets everybody twice", "double-round-robin")
    .add_string_choice("Knock-out", "knockout")
    .add_string_choice("Double elimination", "double-elimination")
    .add_string_choice("Arena", "arena")
}

/// How long the tournament is, by its format.
fn lengths() -> [CreateCommandOption; 3] {
    let number = |name, description, most| {
        option(CommandOptionType::Integer, name, description)
            .min_int_value(1)
            .max_int_value(most)
    };
    [
        number("rounds", "Rounds of a Swiss; 5 if you leave it out", 15),
        number(
            "games",
            "Games of a knock-out match; 1 if you leave it out",
            8,
        ),
        number(
            "minutes",
            "How long an arena lasts; 60 if you leave it out",
            720,
        )
        .min_int_value(5),
    ]
}

/// Who plays, and when it begins.
fn entry() -> [CreateCommandOption; 6] {
    let (low, high) = (Level::LOWEST.number(), Level::HIGHEST.number());
    [
        option(
            CommandOptionType::Integer,
            "capacity",
            "The most entrants; 64 if you leave it out",
        )
        .min_int_value(2)
        .max_int_value(u64::from(TournamentPlan::MOST)),
        option(
            CommandOptionType::Boolean,
            "when-full",
            "Whether it begins as soon as it is full",
        ),
        option(
            CommandOptionType::Boolean,
            "check-in",
            "Whether only those play who check in before",
        ),
        rated(),
        option(
            CommandOptionType::Role,
            "role",
            "The role that one needs to enter",
        ),
        option(
            CommandOptionType::Integer,
            "stand-in",
            "The level at which Delos plays whoever would have no opponent",
        )
        .min_int_value(low.into())
        .max_int_value(high.into()),
    ]
}

pub(super) fn read(options: &Options<'_, '_>) -> Result<TournamentCommand, Text> {
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
        Some("arena") => Format::Arena {
            minutes: options.number("minutes", 60),
        },
        _ => Format::Swiss {
            rounds: small("rounds", 5),
        },
    };
    let time = match options.time()? {
        // A round without a clock might never end.
        TimeControl::Unlimited => TimeControl::Live {
            minutes: 10,
            increment: 5,
        },
        time => time,
    };
    let variant = options.variant()?.unwrap_or(options.usual);
    let plan = TournamentPlan {
        rated: options.is_set("rated"),
        capacity: options.number("capacity", 64),
        when_full: options.is_set("when-full"),
        check_in: options.is_set("check-in"),
        ..TournamentPlan::new(
            options.text("name").unwrap_or_default(),
            variant,
            time,
            format,
        )
    };
    let mut written = Vec::new();
    if let Some(then) = options.text("then") {
        written.push((PlanPart::Games, format!("{},{then}", variant.id())));
    }
    if let Some(ResolvedValue::Role(role)) = options.value("role") {
        written.push((PlanPart::Role, ids::name(role.id.get())));
    }
    if options.value("stand-in").is_some() {
        let level = options.number("stand-in", 0);
        written.push((PlanPart::StandIn, level.to_string()));
    }
    for &TextOption { name, part, .. } in TEXT_OPTIONS {
        written.extend(options.text(name).map(|text| (part, text.to_owned())));
    }
    Ok(TournamentCommand::Create {
        plan: Box::new(plan),
        written,
    })
}
