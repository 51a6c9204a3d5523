//! The plan of a tournament: what was announced, and how it is changed.

use pairing::knockout::Elimination;
use pairing::round_robin::Cycles;
use text::{Part, Text, text};

use crate::messages::{code, strong, time_control};
use crate::model::record::{Format, PlanPart, RatingLimits, TournamentPlan, TournamentRecord};
use crate::protocol::card::Modal;

/// How entrants are brought together.
pub fn format(format: Format) -> String {
    match format {
        Format::Swiss { rounds } => format!("Swiss, {rounds} rounds"),
        Format::Arena { minutes } => format!(
            "arena of {minutes} minutes: whoever is free is paired again at once; 2 points for a win and 1 for a draw, doubled after two wins in a row; games still going on at the end do not count"
        ),
        Format::RoundRobin(Cycles::Single) => "everybody meets everybody".to_owned(),
        Format::RoundRobin(Cycles::Double) => "everybody meets everybody twice".to_owned(),
        Format::Knockout { elimination, rules } => {
            let kind = match elimination {
                Elimination::Single => "knock-out",
                Elimination::Double => "double elimination",
            };
            let games = match rules.games {
                0 | 1 => "one game a match".to_owned(),
                games => format!("{games} games a match"),
            };
            format!(
                "{kind}, {games}; a draw is played again with colors changed, and if all is level in the end, Black of the last game goes on"
            )
        }
    }
}

/// The games of a tournament: one, or several in turn.
pub fn games_of(plan: &TournamentPlan) -> String {
    let mut names = vec![plan.variant.name()];
    names.extend(plan.rotation.iter().map(|variant| variant.name()));
    match names.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{} and {last} in turn", others.join(", ")),
        None => String::new(),
    }
}

/// The ratings with which one may enter.
pub(crate) fn limits(limits: RatingLimits) -> String {
    match (limits.from(), limits.to()) {
        (None, None) => "any rating".to_owned(),
        (Some(from), None) => format!("ratings from {from}"),
        (None, Some(to)) => format!("ratings up to {to}"),
        (Some(from), Some(to)) => format!("ratings from {from} to {to}"),
    }
}

/// What decides between equal points, by FIDE's names.
pub fn tie_breaks(plan: &TournamentPlan) -> Option<String> {
    if let Format::Knockout { .. } | Format::Arena { .. } = plan.format {
        return None;
    }
    let ranking = plan.ranking();
    let names = ranking.tie_breaks.iter().map(|one| one.name());
    Some(names.collect::<Vec<_>>().join(", "))
}

/// For whom it is, if not for everybody.
pub(crate) fn for_whom(plan: &TournamentPlan) -> Text {
    let role = plan.role.as_ref();
    let role = role.map(|role| text!["members with ", Part::Role(role.clone())]);
    let open = plan.ratings == RatingLimits::default();
    let ratings = (!open).then(|| text![limits(plan.ratings)]);
    match (role, ratings) {
        (None, None) => Text::default(),
        (Some(one), None) | (None, Some(one)) => text!["For "].then(one).then(text!["."]),
        (Some(role), Some(ratings)) => text!["For "]
            .then(role)
            .then(text![" and "])
            .then(ratings)
            .then(text!["."]),
    }
}

/// The plan, for whoever may change it.
pub fn plan(record: &TournamentRecord) -> Text {
    let plan = &record.plan;
    let line = |what: &str, how: Text| text![strong(format!("{what}:")), " "].then(how);
    let mut words = text![
        strong(plan.name.clone()),
        " is announced. Until it begins you can change its parts here; ",
        code("/tournament plan"),
        " shows this again."
    ]
    .line(line("Games", text![games_of(plan)]))
    .line(line("Time", text![time_control(plan.time)]))
    .line(line("Format", text![format(plan.format)]))
    .line(line("Entrants", text![format!("up to {}", plan.capacity)]))
    .line(line(
        "Begins",
        match (plan.starts, plan.when_full) {
            (Some(at), false) => text![Part::Relative(at)],
            (Some(at), true) => text![Part::Relative(at), ", or as soon as it is full"],
            (None, true) => text!["as soon as it is full"],
            (None, false) => text!["with ", code("/tournament start")],
        },
    ));
    if let Some(order) = tie_breaks(plan) {
        words = words.line(line("Equal points", text![order]));
    }
    let whom = for_whom(plan);
    if !whom.is_empty() {
        words = words.line(whom);
    }
    if let Some(level) = plan.stand_in {
        let level = format!("Delos (level {}) plays them", level.number());
        words = words.line(line("Whoever has no opponent", text![level]));
    }
    if let Some(series) = &plan.series {
        words = words.line(line("Series", text![series.clone()]));
    }
    words
}

/// The button for a part of the plan.
pub fn plan_part(part: PlanPart, plan: &TournamentPlan) -> &'static str {
    match part {
        PlanPart::Name => "Name",
        PlanPart::Games => "Games",
        PlanPart::Time => "Time",
        PlanPart::Rounds if matches!(plan.format, Format::Arena { .. }) => "Minutes",
        PlanPart::Rounds => "Rounds",
        PlanPart::Capacity => "Entrants",
        PlanPart::Starts => "Beginning",
        PlanPart::TieBreaks => "Tie-breaks",
        PlanPart::Ratings => "Ratings",
        PlanPart::StandIn => "Stand-in",
        PlanPart::Series => "Series",
        PlanPart::Role => "Role",
        PlanPart::AnyRole => "No role needed",
        PlanPart::Rated if plan.rated => "Make it casual",
        PlanPart::Rated => "Make it rated",
        PlanPart::WhenFull if plan.when_full => "Do not begin when full",
        PlanPart::WhenFull => "Begin when full",
        PlanPart::CheckIn if plan.check_in => "No check-in",
        PlanPart::CheckIn => "With check-in",
    }
}

/// How a part of a plan is written.
pub(crate) fn example(part: PlanPart) -> &'static str {
    match part {
        PlanPart::Name => "Friday cup",
        PlanPart::Games => "leto, toto40, latrunculi",
        PlanPart::Time => "10+5",
        PlanPart::Rounds => "5",
        PlanPart::Capacity => "32",
        PlanPart::Starts => "2 hours, 18:30 or 2026-12-24 18:30 (UTC); none",
        PlanPart::TieBreaks => "BH-C1, BH, SB, DE, WIN, TPR; or none for the usual",
        PlanPart::Ratings => "1200-1800, from 1500, up to 1600; or none",
        PlanPart::StandIn => "a level from 1 to 10, or none",
        PlanPart::Series => "Winter league, or none",
        PlanPart::Role
        | PlanPart::AnyRole
        | PlanPart::Rated
        | PlanPart::WhenFull
        | PlanPart::CheckIn => "",
    }
}

/// What a part of a plan is called.
pub(crate) fn part_name(part: PlanPart) -> &'static str {
    match part {
        PlanPart::Name => "name",
        PlanPart::Games => "games",
        PlanPart::Time => "time",
        PlanPart::Rounds => "number of rounds or minutes",
        PlanPart::Capacity => "number of entrants",
        PlanPart::Starts => "beginning",
        PlanPart::TieBreaks => "tie-breaks",
        PlanPart::Ratings => "ratings",
        PlanPart::StandIn => "stand-in",
        PlanPart::Series => "series",
        PlanPart::Role | PlanPart::AnyRole => "role",
        PlanPart::Rated => "rating of games",
        PlanPart::WhenFull => "beginning when full",
        PlanPart::CheckIn => "check-in",
    }
}

/// The form in which a part of a plan is written.
pub fn plan_form(part: PlanPart) -> Modal {
    let label = match part {
        PlanPart::Games => "Games, in turn by rounds",
        PlanPart::TieBreaks => "What decides between equal points",
        PlanPart::StandIn => "Plays whoever has no opponent",
        PlanPart::Starts => "When it begins",
        PlanPart::Ratings => "Who may enter, by rating",
        PlanPart::Capacity => "The most entrants",
        PlanPart::Rounds => "Rounds of a Swiss, minutes of an arena",
        PlanPart::Time => "Time of each game",
        PlanPart::Series => "The series it belongs to",
        _ => "Its name",
    };
    Modal {
        title: "The tournament's plan".into(),
        label: label.into(),
        example: example(part).into(),
        max_length: 100,
    }
}
