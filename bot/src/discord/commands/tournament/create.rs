//! `/tournament create`

use app::{
    Cycles, Elimination, Format, MatchRules, PlanPart, Text, TimeControl, TournamentCommand,
    TournamentPlan,
};
use serenity::all::{CommandOptionType, CreateCommandOption, ResolvedValue};
use text::{Message, msg};

use super::{engine_level, part};
use crate::discord::commands::options::{Options, choice, game_kind, option, rated, time};
use crate::discord::ids;

/// The longest text of an option, in characters.
const MAX_TEXT: u16 = 100;
/// An option whose text the application parses.
struct TextOption {
    name: &'static str,
    part: PlanPart,
    description: fn() -> Message,
}

/// Parts of the plan that are typed as text.
const TEXT_OPTIONS: &[TextOption] = &[
    TextOption {
        name: "starts",
        part: PlanPart::Starts,
        description: || msg!("command-tournament-create-starts"),
    },
    TextOption {
        name: "ratings",
        part: PlanPart::Ratings,
        description: || msg!("command-tournament-create-ratings"),
    },
    TextOption {
        name: "tie-breaks",
        part: PlanPart::TieBreaks,
        description: || msg!("command-tournament-create-tie-breaks"),
    },
    TextOption {
        name: "series",
        part: PlanPart::Series,
        description: || msg!("command-tournament-create-series"),
    },
];

pub(super) fn described(name: &'static str) -> CreateCommandOption {
    let name_option = option(
        CommandOptionType::String,
        "name",
        &msg!("command-tournament-create-name"),
    )
    .required(true)
    .max_length(60);
    let number = |name, description, most| {
        option(CommandOptionType::Integer, name, description)
            .min_int_value(1)
            .max_int_value(most)
    };
    let yes = |name, description| option(CommandOptionType::Boolean, name, description);
    let all = part(name, &msg!("command-tournament-create"))
        .add_sub_option(name_option)
        .add_sub_option(format_option())
        .add_sub_option(game_kind())
        .add_sub_option(
            option(
                CommandOptionType::String,
                "then",
                &msg!("command-tournament-create-then"),
            )
            .max_length(MAX_TEXT),
        )
        .add_sub_option(time(&msg!("command-tournament-create-time")))
        .add_sub_option(number(
            "rounds",
            &msg!("command-tournament-create-rounds"),
            15,
        ))
        .add_sub_option(number("games", &msg!("command-tournament-create-games"), 8))
        .add_sub_option(
            number("minutes", &msg!("command-tournament-create-minutes"), 720).min_int_value(5),
        )
        .add_sub_option(
            option(
                CommandOptionType::Integer,
                "capacity",
                &msg!("command-tournament-create-capacity"),
            )
            .min_int_value(2)
            .max_int_value(u64::from(TournamentPlan::MOST)),
        )
        .add_sub_option(yes(
            "when-full",
            &msg!("command-tournament-create-when-full"),
        ))
        .add_sub_option(yes("check-in", &msg!("command-tournament-create-check-in")))
        .add_sub_option(rated())
        .add_sub_option(option(
            CommandOptionType::Role,
            "role",
            &msg!("command-tournament-create-role"),
        ))
        .add_sub_option(engine_level(
            "stand-in",
            &msg!("command-tournament-create-stand-in"),
        ));
    TEXT_OPTIONS.iter().fold(all, |all, text| {
        let written = option(CommandOptionType::String, text.name, &(text.description)());
        all.add_sub_option(written.max_length(MAX_TEXT))
    })
}

fn format_option() -> CreateCommandOption {
    let format = option(
        CommandOptionType::String,
        "format",
        &msg!("command-tournament-create-format"),
    );
    [
        (msg!("choice-format-swiss"), "swiss"),
        (msg!("choice-format-round-robin"), "round-robin"),
        (
            msg!("choice-format-double-round-robin"),
            "double-round-robin",
        ),
        (msg!("choice-format-knockout"), "knockout"),
        (
            msg!("choice-format-double-elimination"),
            "double-elimination",
        ),
        (msg!("choice-format-arena"), "arena"),
    ]
    .into_iter()
    .fold(format.required(true), |format, (label, value)| {
        choice(format, &label, value)
    })
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
