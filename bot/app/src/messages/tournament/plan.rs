//! The plan of a tournament: as it is announced, and the controls that change it.

use pairing::TieBreak;
use pairing::knockout::Elimination;
use pairing::round_robin::Cycles;
use text::chess::variant_name;
use text::{Message, Part, Text, key, list, msg};

use crate::messages::time_control;
use crate::model::record::{
    Format, Level, PlanPart, RatingLimits, TournamentPlan, TournamentRecord,
};
use crate::protocol::card::Modal;

/// A format with its rules.
pub fn format(format: Format) -> Message {
    match format {
        Format::Swiss { rounds } => msg!("format-swiss", rounds = rounds),
        Format::Arena { minutes } => msg!("format-arena", minutes = minutes),
        Format::RoundRobin(Cycles::Single) => msg!("format-round-robin"),
        Format::RoundRobin(Cycles::Double) => msg!("format-double-round-robin"),
        Format::Knockout { elimination, rules } => {
            let elimination = match elimination {
                Elimination::Single => key("single"),
                Elimination::Double => key("double"),
            };
            msg!(
                "format-knockout",
                elimination = elimination,
                games = rules.games.max(1)
            )
        }
    }
}

/// The games of a tournament: one, or several in turn.
pub fn games_of(plan: &TournamentPlan) -> Text {
    let variants = std::iter::once(&plan.variant).chain(&plan.rotation);
    let games = list::and(variants.map(|&variant| variant_name(variant).into()));
    if plan.rotation.is_empty() {
        games
    } else {
        msg!("tournament-games", games = games).into()
    }
}

/// A span of ratings; `None` if it has no bounds.
pub(crate) fn rating_limits(limits: RatingLimits) -> Option<Message> {
    match (limits.from(), limits.to()) {
        (None, None) => None,
        (Some(from), None) => Some(msg!("tournament-ratings-from", from = from)),
        (None, Some(to)) => Some(msg!("tournament-ratings-up-to", to = to)),
        (Some(from), Some(to)) => Some(msg!("tournament-ratings-between", from = from, to = to)),
    }
}

/// The tie-breaks in order, by FIDE's names; `None` in formats without them.
pub fn tie_breaks(plan: &TournamentPlan) -> Option<Text> {
    if let Format::Knockout { .. } | Format::Arena { .. } = plan.format {
        return None;
    }
    let ranking = plan.ranking();
    let names = ranking.tie_breaks.iter().map(|&one| tie_break_name(one));
    Some(list::commas(names.map(Text::from)))
}

/// The name in FIDE's C.07.
pub(crate) fn tie_break_name(tie_break: TieBreak) -> Message {
    match tie_break {
        TieBreak::Buchholz => msg!("tie-break-buchholz"),
        TieBreak::BuchholzCut1 => msg!("tie-break-buchholz-cut-1"),
        TieBreak::SonnebornBerger => msg!("tie-break-sonneborn-berger"),
        TieBreak::DirectEncounter => msg!("tie-break-direct-encounter"),
        TieBreak::NumberOfWins => msg!("tie-break-number-of-wins"),
        TieBreak::PerformanceRating => msg!("tie-break-performance-rating"),
    }
}

/// Who may enter; `None` if everyone may.
pub(super) fn admission(plan: &TournamentPlan) -> Option<Message> {
    let role = plan.role.as_ref().map(|role| Part::Role(role.clone()));
    match (role, rating_limits(plan.ratings)) {
        (None, None) => None,
        (Some(role), None) => Some(msg!("tournament-for-role", role = role)),
        (None, Some(ratings)) => Some(msg!("tournament-for-ratings", ratings = ratings)),
        (Some(role), Some(ratings)) => Some(msg!(
            "tournament-for-role-and-ratings",
            role = role,
            ratings = ratings
        )),
    }
}

/// The plan, for organizers.
pub fn plan(record: &TournamentRecord) -> Text {
    let plan = &record.plan;
    let starts = match (plan.starts, plan.when_full) {
        (Some(at), false) => msg!("plan-starts", at = Part::Relative(at)),
        (Some(at), true) => msg!("plan-starts-or-when-full", at = Part::Relative(at)),
        (None, true) => msg!("plan-starts-when-full"),
        (None, false) => msg!("plan-starts-on-word"),
    };
    let stand_in = plan.stand_in.map(Level::player_name);
    let series = plan.series.clone();
    let lines = [
        Some(msg!("plan-heading", name = plan.name.clone())),
        Some(msg!("plan-games", games = games_of(plan))),
        Some(msg!("plan-time", time = time_control(plan.time))),
        Some(msg!("plan-format", format = format(plan.format))),
        Some(msg!("plan-capacity", most = plan.capacity)),
        Some(starts),
        tie_breaks(plan).map(|order| msg!("plan-tie-breaks", order = order)),
        admission(plan),
        stand_in.map(|engine| msg!("plan-stand-in", engine = engine)),
        series.map(|name| msg!("plan-series", name = name)),
    ];
    lines
        .into_iter()
        .flatten()
        .fold(Text::default(), Text::line)
}

/// The button for a part of the plan.
pub fn plan_button(part: PlanPart, plan: &TournamentPlan) -> Message {
    match part {
        PlanPart::Name => msg!("button-plan-name"),
        PlanPart::Games => msg!("button-plan-games"),
        PlanPart::Time => msg!("button-plan-time"),
        PlanPart::Rounds if matches!(plan.format, Format::Arena { .. }) => {
            msg!("button-plan-minutes")
        }
        PlanPart::Rounds => msg!("button-plan-rounds"),
        PlanPart::Capacity => msg!("button-plan-capacity"),
        PlanPart::Starts => msg!("button-plan-starts"),
        PlanPart::TieBreaks => msg!("button-plan-tie-breaks"),
        PlanPart::Ratings => msg!("button-plan-ratings"),
        PlanPart::StandIn => msg!("button-plan-stand-in"),
        PlanPart::Series => msg!("button-plan-series"),
        PlanPart::Role | PlanPart::AnyRole => msg!("button-plan-any-role"),
        PlanPart::Rated if plan.rated => msg!("button-plan-casual"),
        PlanPart::Rated => msg!("button-plan-rated"),
        PlanPart::WhenFull if plan.when_full => msg!("button-plan-not-when-full"),
        PlanPart::WhenFull => msg!("button-plan-when-full"),
        PlanPart::CheckIn if plan.check_in => msg!("button-plan-no-check-in"),
        PlanPart::CheckIn => msg!("button-plan-check-in"),
    }
}

pub(super) fn part_name(part: PlanPart) -> Message {
    match part {
        PlanPart::Name => msg!("plan-part-name"),
        PlanPart::Games => msg!("plan-part-games"),
        PlanPart::Time => msg!("plan-part-time"),
        PlanPart::Rounds => msg!("plan-part-rounds"),
        PlanPart::Capacity => msg!("plan-part-capacity"),
        PlanPart::Starts => msg!("plan-part-starts"),
        PlanPart::TieBreaks => msg!("plan-part-tie-breaks"),
        PlanPart::Ratings => msg!("plan-part-ratings"),
        PlanPart::StandIn => msg!("plan-part-stand-in"),
        PlanPart::Series => msg!("plan-part-series"),
        PlanPart::Role | PlanPart::AnyRole => msg!("plan-part-role"),
        PlanPart::Rated => msg!("plan-part-rated"),
        PlanPart::WhenFull => msg!("plan-part-when-full"),
        PlanPart::CheckIn => msg!("plan-part-check-in"),
    }
}

/// An example of a part that is typed; `None` for parts that are chosen.
pub(super) fn example(part: PlanPart) -> Option<Message> {
    Some(match part {
        PlanPart::Name => msg!("modal-plan-name.example"),
        PlanPart::Games => msg!("modal-plan-games.example"),
        PlanPart::Time => msg!("modal-plan-time.example"),
        PlanPart::Rounds => msg!("modal-plan-rounds.example"),
        PlanPart::Capacity => msg!("modal-plan-capacity.example"),
        PlanPart::Starts => msg!("modal-plan-starts.example"),
        PlanPart::TieBreaks => msg!("modal-plan-tie-breaks.example"),
        PlanPart::Ratings => msg!("modal-plan-ratings.example"),
        PlanPart::StandIn => msg!("modal-plan-stand-in.example"),
        PlanPart::Series => msg!("modal-plan-series.example"),
        PlanPart::Role
        | PlanPart::AnyRole
        | PlanPart::Rated
        | PlanPart::WhenFull
        | PlanPart::CheckIn => return None,
    })
}

/// The modal in which a part of the plan is typed; `None` for parts that are chosen.
pub fn plan_form(part: PlanPart) -> Option<Modal> {
    let example = example(part)?;
    let label = match part {
        PlanPart::Name => msg!("modal-plan-name.label"),
        PlanPart::Games => msg!("modal-plan-games.label"),
        PlanPart::Time => msg!("modal-plan-time.label"),
        PlanPart::Rounds => msg!("modal-plan-rounds.label"),
        PlanPart::Capacity => msg!("modal-plan-capacity.label"),
        PlanPart::Starts => msg!("modal-plan-starts.label"),
        PlanPart::TieBreaks => msg!("modal-plan-tie-breaks.label"),
        PlanPart::Ratings => msg!("modal-plan-ratings.label"),
        PlanPart::StandIn => msg!("modal-plan-stand-in.label"),
        PlanPart::Series => msg!("modal-plan-series.label"),
        _ => return None,
    };
    Some(Modal {
        title: msg!("modal-plan.title").into(),
        label: label.into(),
        example: example.into(),
        max_length: 100,
    })
}
