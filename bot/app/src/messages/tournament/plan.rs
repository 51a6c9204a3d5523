//! The plan of a tournament: as it is announced, and the controls that change it.

use pairing::TieBreak;
use pairing::knockout::Elimination;
use pairing::round_robin::Cycles;
use text::{Message, Part, Text, key, list, msg};

use crate::messages::settings::yes_or_no;
use crate::messages::shorthand::field;
use crate::messages::yes_key;
use crate::model::{Format, Level, PlanPart, RatingLimits, TournamentPlan, TournamentRecord};
use crate::protocol::{Field, FormatKind, Modal, TournamentDraft};

/// A format with its rules.
pub fn format(format: Format) -> Message {
    match format {
        Format::Swiss { rounds } => msg!("format-swiss", rounds),
        Format::Arena { minutes } => msg!("format-arena", minutes),
        Format::RoundRobin(Cycles::Single) => msg!("format-round-robin"),
        Format::RoundRobin(Cycles::Double) => msg!("format-double-round-robin"),
        Format::Knockout { elimination, rules } => {
            let elimination = key(match elimination {
                Elimination::Single => "single",
                Elimination::Double => "double",
            });
            msg!("format-knockout", elimination, games = rules.games.max(1))
        }
    }
}

/// The games of a tournament: one, or several in turn.
pub fn games_of(plan: &TournamentPlan) -> Text {
    let variants = std::iter::once(&plan.variant).chain(&plan.rotation);
    let games = list::and(variants.map(|&variant| variant.into()));
    if plan.rotation.is_empty() {
        games
    } else {
        msg!("tournament-games", games).into()
    }
}

/// A span of ratings; `None` if it has no bounds.
pub(crate) fn rating_limits(limits: RatingLimits) -> Option<Message> {
    match (limits.from(), limits.to()) {
        (None, None) => None,
        (Some(from), None) => Some(msg!("tournament-ratings-from", from)),
        (None, Some(to)) => Some(msg!("tournament-ratings-up-to", to)),
        (Some(from), Some(to)) => Some(msg!("tournament-ratings-between", from, to)),
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

/// The entry conditions; `None` if everyone may enter.
pub(super) fn admission(plan: &TournamentPlan) -> Option<Message> {
    match (&plan.role, rating_limits(plan.ratings)) {
        (None, None) => None,
        (Some(role), None) => Some(msg!("tournament-for-role", role)),
        (None, Some(ratings)) => Some(msg!("tournament-for-ratings", ratings)),
        (Some(role), Some(ratings)) => Some(msg!("tournament-for-role-and-ratings", role, ratings)),
    }
}

/// The winners' role, if there is one.
pub(super) fn winners_role(plan: &TournamentPlan) -> Option<Message> {
    let role = plan.winners_role.as_ref()?;
    Some(msg!("tournament-winners-role", role))
}

/// The plan, for organizers.
pub fn plan(record: &TournamentRecord) -> Text {
    let plan = &record.plan;
    let times = plan.starts.map(|at| (Part::Date(at), Part::Relative(at)));
    let starts = match (times, plan.when_full) {
        (Some((date, at)), false) => msg!("plan-starts", date, at),
        (Some((date, at)), true) => msg!("plan-starts-or-when-full", date, at),
        (None, true) => msg!("plan-starts-when-full"),
        (None, false) => msg!("plan-starts-on-word"),
    };
    let (time, rated) = (plan.time.words(), yes_key(plan.rated));
    let stand_in = plan.stand_in.map(Level::player_name);
    let series = plan.series.as_ref();
    let fixed = [
        msg!("plan-heading", name = &plan.name),
        msg!("plan-games", games = games_of(plan)),
        msg!("plan-time", time, rated),
        msg!("plan-format", format = format(plan.format)),
        msg!("plan-capacity", most = plan.capacity),
        starts,
    ];
    let optional = [
        tie_breaks(plan).map(|order| msg!("plan-tie-breaks", order)),
        admission(plan),
        winners_role(plan),
        plan.server_event.then(|| msg!("plan-server-event")),
        stand_in.map(|engine| msg!("plan-stand-in", engine)),
        series.map(|name| msg!("plan-series", name)),
    ];
    Text::lines(fixed).line(Text::lines(optional))
}

/// A part of the plan, on a line of a menu.
pub fn plan_part(part: PlanPart, plan: &TournamentPlan) -> Message {
    match part {
        PlanPart::Name => msg!("option-plan-name"),
        PlanPart::Games => msg!("option-plan-games"),
        PlanPart::Format => msg!("option-plan-format"),
        PlanPart::Time => msg!("option-plan-time"),
        PlanPart::Rounds if matches!(plan.format, Format::Arena { .. }) => {
            msg!("option-plan-minutes")
        }
        PlanPart::Rounds => msg!("option-plan-rounds"),
        PlanPart::MatchGames => msg!("option-plan-match-games"),
        PlanPart::Capacity => msg!("option-plan-capacity"),
        PlanPart::Starts => msg!("option-plan-starts"),
        PlanPart::TieBreaks => msg!("option-plan-tie-breaks"),
        PlanPart::Ratings => msg!("option-plan-ratings"),
        PlanPart::StandIn => msg!("option-plan-stand-in"),
        PlanPart::Series => msg!("option-plan-series"),
        PlanPart::Role | PlanPart::AnyRole => msg!("option-plan-role"),
        PlanPart::WinnersRole | PlanPart::NoWinnersRole => msg!("option-plan-winners-role"),
        PlanPart::ServerEvent => msg!("option-plan-server-event"),
        PlanPart::Rated => msg!("option-plan-rated"),
        PlanPart::WhenFull => msg!("option-plan-when-full"),
        PlanPart::CheckIn => msg!("option-plan-check-in"),
    }
}

/// The present value of a part of the plan; empty for a part that its format does not have.
pub fn plan_value(part: PlanPart, plan: &TournamentPlan) -> Text {
    let none = || msg!("plan-value-none").into();
    let or_none = |text: Option<Text>| text.unwrap_or_else(none);
    let yes_or_no = |yes: bool| yes_or_no(yes).into();
    match (part, plan.format) {
        (PlanPart::Name, _) => (&plan.name).into(),
        (PlanPart::Games, _) => games_of(plan),
        (PlanPart::Format, format) => format_kind(FormatKind::of(format)).into(),
        (PlanPart::Time, _) => plan.time.words().into(),
        (PlanPart::Rounds, Format::Swiss { rounds }) => rounds.to_string().into(),
        (PlanPart::Rounds, Format::Arena { minutes }) => minutes.to_string().into(),
        (PlanPart::MatchGames, Format::Knockout { rules, .. }) => rules.games.to_string().into(),
        (PlanPart::Rounds | PlanPart::MatchGames, _) => Text::default(),
        (PlanPart::Capacity, _) => plan.capacity.to_string().into(),
        (PlanPart::Starts, _) => match plan.starts {
            // A menu shows no timestamps; the card above it does.
            Some(_) => msg!("plan-value-starts-at-time").into(),
            None => msg!("plan-value-starts-on-word").into(),
        },
        (PlanPart::TieBreaks, _) => tie_breaks(plan).unwrap_or_default(),
        (PlanPart::Ratings, _) => or_none(rating_limits(plan.ratings).map(Text::from)),
        (PlanPart::StandIn, _) => or_none(plan.stand_in.map(|level| level.player_name().into())),
        (PlanPart::Series, _) => or_none(plan.series.as_ref().map(Text::from)),
        (PlanPart::Role | PlanPart::AnyRole, _) => yes_or_no(plan.role.is_some()),
        (PlanPart::WinnersRole | PlanPart::NoWinnersRole, _) => {
            yes_or_no(plan.winners_role.is_some())
        }
        (PlanPart::ServerEvent, _) => yes_or_no(plan.server_event),
        (PlanPart::Rated, _) => yes_or_no(plan.rated),
        (PlanPart::WhenFull, _) => yes_or_no(plan.when_full),
        (PlanPart::CheckIn, _) => yes_or_no(plan.check_in),
    }
}

/// A format's name.
pub fn format_kind(kind: FormatKind) -> Message {
    match kind {
        FormatKind::Swiss => msg!("choice-format-swiss"),
        FormatKind::Knockout => msg!("choice-format-knockout"),
        FormatKind::RoundRobin => msg!("choice-format-round-robin"),
        FormatKind::Arena => msg!("choice-format-arena"),
        FormatKind::DoubleElimination => msg!("choice-format-double-elimination"),
        FormatKind::DoubleRoundRobin => msg!("choice-format-double-round-robin"),
    }
}

/// Describes a format in one line.
pub fn format_help(kind: FormatKind) -> Message {
    match kind {
        FormatKind::Swiss => msg!("format-help-swiss"),
        FormatKind::Knockout => msg!("format-help-knockout"),
        FormatKind::RoundRobin => msg!("format-help-round-robin"),
        FormatKind::Arena => msg!("format-help-arena"),
        FormatKind::DoubleElimination => msg!("format-help-double-elimination"),
        FormatKind::DoubleRoundRobin => msg!("format-help-double-round-robin"),
    }
}

/// The questions about a new tournament: its game and format, the rest later.
pub fn draft(draft: &TournamentDraft, zone: &str) -> Text {
    let (game, time) = (draft.variant, draft.time.words());
    let formats = FormatKind::MAIN.map(|kind| {
        let (format, help) = (format_kind(kind), format_help(kind));
        msg!("draft-format", format, help)
    });
    Text::from(msg!("draft-heading", game, time))
        .line(Text::lines(formats))
        .line(msg!("draft-next"))
        .line(zone_used(zone))
}

/// The time zone of the times that an organizer writes.
pub(crate) fn zone_used(zone: &str) -> Message {
    if zone == "UTC" {
        msg!("draft-zone-utc")
    } else {
        msg!("draft-zone", zone)
    }
}

/// The modal for the name and the start of a new tournament.
pub fn announcement_form(draft: TournamentDraft) -> Modal {
    let name = msg!("draft-name", game = draft.variant);
    let starts = draft.starts.map(|at| format!("<t:{}>", at.seconds()));
    let kind = draft.format.unwrap_or(FormatKind::Swiss);
    Modal {
        title: msg!("modal-draft.title", format = format_kind(kind)).into(),
        fields: vec![
            Field {
                value: name.to_string(),
                ..field!("modal-plan-name", 60)
            },
            Field {
                value: starts.unwrap_or_default(),
                optional: true,
                ..field!("modal-draft-when", 60)
            },
        ],
    }
}

pub(super) fn part_name(part: PlanPart) -> Message {
    match part {
        PlanPart::Name => msg!("plan-part-name"),
        PlanPart::Games => msg!("plan-part-games"),
        PlanPart::Format => msg!("plan-part-format"),
        PlanPart::Time => msg!("plan-part-time"),
        PlanPart::Rounds => msg!("plan-part-rounds"),
        PlanPart::MatchGames => msg!("plan-part-match-games"),
        PlanPart::Capacity => msg!("plan-part-capacity"),
        PlanPart::Starts => msg!("plan-part-starts"),
        PlanPart::TieBreaks => msg!("plan-part-tie-breaks"),
        PlanPart::Ratings => msg!("plan-part-ratings"),
        PlanPart::StandIn => msg!("plan-part-stand-in"),
        PlanPart::Series => msg!("plan-part-series"),
        PlanPart::Role | PlanPart::AnyRole => msg!("plan-part-role"),
        PlanPart::WinnersRole | PlanPart::NoWinnersRole => msg!("plan-part-winners-role"),
        PlanPart::ServerEvent => msg!("plan-part-server-event"),
        PlanPart::Rated => msg!("plan-part-rated"),
        PlanPart::WhenFull => msg!("plan-part-when-full"),
        PlanPart::CheckIn => msg!("plan-part-check-in"),
    }
}

/// The field in which a part is typed; `None` for parts that are chosen.
pub(super) fn field_of(part: PlanPart) -> Option<Field> {
    Some(match part {
        PlanPart::Name => field!("modal-plan-name", 100),
        PlanPart::Games => field!("modal-plan-games", 100),
        PlanPart::Time => field!("modal-plan-time", 100),
        PlanPart::Rounds => field!("modal-plan-rounds", 100),
        PlanPart::MatchGames => field!("modal-plan-match-games", 100),
        PlanPart::Capacity => field!("modal-plan-capacity", 100),
        PlanPart::Starts => field!("modal-plan-starts", 100),
        PlanPart::TieBreaks => field!("modal-plan-tie-breaks", 100),
        PlanPart::Ratings => field!("modal-plan-ratings", 100),
        PlanPart::StandIn => field!("modal-plan-stand-in", 100),
        PlanPart::Series => field!("modal-plan-series", 100),
        PlanPart::Format
        | PlanPart::Role
        | PlanPart::AnyRole
        | PlanPart::WinnersRole
        | PlanPart::NoWinnersRole
        | PlanPart::ServerEvent
        | PlanPart::Rated
        | PlanPart::WhenFull
        | PlanPart::CheckIn => return None,
    })
}

/// The modal in which a part of the plan is typed; `None` for parts that are chosen.
pub fn plan_form(part: PlanPart, format: Option<Format>) -> Option<Modal> {
    if let (PlanPart::Rounds, Some(Format::Arena { .. })) = (part, format) {
        let field = field!("modal-plan-minutes", 100);
        return Some(Modal::of(msg!("modal-plan-minutes.title"), field));
    }
    Some(Modal::of(msg!("modal-plan.title"), field_of(part)?))
}
