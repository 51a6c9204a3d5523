//! The plan: parsed from what the organizer wrote, checked, and edited until the start.

use jiff::tz::TimeZone;
use pairing::TieBreak;
use rules_core::Variant;

use crate::context::{Change, Ctx, Reader, Result, refuse_if};
use crate::model::{
    Act, Format, Level, MAX_ID_BYTES, Name, Person, PlanPart, RoleId, ServerId, TimeControl,
    Timestamp, TournamentPlan, Undo,
};
use crate::protocol::{Answer, FormatKind, Manner, StartTimeError, TournamentRefusal};
use crate::tournament::{PendingChange, manage, records, rounds, signup, start_time};

/// Sets a part of the plan to what was written; without text, toggles it.
pub(crate) fn edit(
    ctx: &Ctx<'_>,
    mut pending: PendingChange,
    who: &Person,
    part: PlanPart,
    written: Option<&str>,
) -> Result<Change> {
    records::must_be_open(&pending.record)?;
    let tournament = &mut pending.record;
    let mut plan = tournament.plan.clone();
    let zone = zone(ctx, tournament.venue.server.as_ref())?;
    match written {
        Some(text) => write(&mut plan, part, text, ctx.moment.now, &zone)?,
        None => toggle(&mut plan, part)?,
    }
    let mut plan = checked(plan, ctx.moment.now)?;
    let entered = tournament.entered();
    refuse_if(
        entered > most_players(plan.format),
        TournamentRefusal::Full(entered),
    )?;
    plan.capacity = plan.capacity.max(entered);
    let former = tournament.replace_plan(plan);
    tournament.reminded = false;
    tournament.undo = Some(Undo::Plan(Box::new(former)));
    pending.note(Act::Edit(part), Some(who));
    if signup::starts_when_full(&pending.record) {
        return rounds::start(ctx, pending, None);
    }
    let answer = Answer::Aside(Box::new(manage::front(&pending.record)));
    Ok(pending.done(Manner::InPlace, answer))
}

/// The time zone in which a server's organizers write times.
pub(crate) fn zone(reader: &Reader<'_>, server: Option<&ServerId>) -> Result<TimeZone> {
    Ok(reader.server_settings(server)?.zone())
}

pub(crate) fn write(
    plan: &mut TournamentPlan,
    part: PlanPart,
    text: &str,
    now: Timestamp,
    zone: &TimeZone,
) -> Result<(), TournamentRefusal> {
    let bad = || TournamentRefusal::BadPart(part);
    let text = text.trim();
    let none = text.eq_ignore_ascii_case(PlanPart::NONE);
    match part {
        PlanPart::Name => text.clone_into(&mut plan.name),
        PlanPart::Games => {
            let mut games: Vec<Variant> = parse_list(text).ok_or_else(bad)?;
            plan.variant = games.remove(0);
            plan.rotation = games;
        }
        PlanPart::Format => {
            let kind = FormatKind::from_code(text).ok_or_else(bad)?;
            // The length stays if only the variation changes.
            plan.format = match (kind.format(), plan.format) {
                (_, same) if FormatKind::of(same) == kind => same,
                (Format::Knockout { elimination, .. }, Format::Knockout { rules, .. }) => {
                    Format::Knockout { elimination, rules }
                }
                (format, _) => format,
            };
        }
        PlanPart::Time => plan.time = text.parse().map_err(|_| bad())?,
        PlanPart::Rounds => match &mut plan.format {
            Format::Swiss { rounds } => *rounds = text.parse().map_err(|_| bad())?,
            Format::Arena { minutes } => *minutes = text.parse().map_err(|_| bad())?,
            _ => return Err(bad()),
        },
        PlanPart::MatchGames => match &mut plan.format {
            Format::Knockout { rules, .. } => rules.games = text.parse().map_err(|_| bad())?,
            _ => return Err(bad()),
        },
        PlanPart::Capacity => plan.capacity = text.parse().map_err(|_| bad())?,
        PlanPart::Starts if none => plan.starts = None,
        PlanPart::Starts => {
            let starts = start_time::parse(text, now, zone);
            plan.starts = Some(starts.map_err(TournamentRefusal::BadStart)?);
        }
        PlanPart::TieBreaks if none => plan.tie_breaks = Vec::new(),
        PlanPart::TieBreaks => {
            let order: Vec<TieBreak> = parse_list(text).ok_or_else(bad)?;
            if (1..order.len()).any(|at| order[..at].contains(&order[at])) {
                return Err(bad());
            }
            plan.tie_breaks = order;
        }
        PlanPart::Ratings if none => plan.ratings = <_>::default(),
        PlanPart::Ratings => plan.ratings = text.parse().map_err(|_| bad())?,
        PlanPart::StandIn if none => plan.stand_in = None,
        PlanPart::StandIn => {
            let level = text.parse().ok().and_then(Level::new);
            plan.stand_in = Some(level.ok_or_else(bad)?);
        }
        PlanPart::Series if none => plan.series = None,
        PlanPart::Series => plan.series = Some(text.to_owned()),
        PlanPart::Role => plan.role = Some(role(text).ok_or_else(bad)?),
        PlanPart::WinnersRole => plan.winners_role = Some(role(text).ok_or_else(bad)?),
        // These are toggled.
        PlanPart::AnyRole
        | PlanPart::NoWinnersRole
        | PlanPart::ServerEvent
        | PlanPart::Rated
        | PlanPart::WhenFull
        | PlanPart::CheckIn => return Err(bad()),
    }
    Ok(())
}

fn role(text: &str) -> Option<RoleId> {
    (!text.is_empty() && text.len() <= MAX_ID_BYTES).then(|| RoleId::new(text))
}

/// Toggles a part that is on or off; a role is removed.
fn toggle(plan: &mut TournamentPlan, part: PlanPart) -> Result<(), TournamentRefusal> {
    match part {
        PlanPart::Rated => plan.rated = !plan.rated,
        PlanPart::WhenFull => plan.when_full = !plan.when_full,
        PlanPart::CheckIn => plan.check_in = !plan.check_in,
        PlanPart::ServerEvent => plan.server_event = !plan.server_event,
        PlanPart::Role | PlanPart::AnyRole => plan.role = None,
        PlanPart::WinnersRole | PlanPart::NoWinnersRole => plan.winners_role = None,
        _ => return Err(TournamentRefusal::BadPart(part)),
    }
    Ok(())
}

/// Parses a list separated by commas or semicolons, no longer than a rotation.
fn parse_list<T: std::str::FromStr>(text: &str) -> Option<Vec<T>> {
    let all: Option<Vec<T>> = text
        .split([',', ';'])
        .take(TournamentPlan::ROTATION + 2)
        .map(|one| one.parse().ok())
        .collect();
    all.filter(|all| all.len() <= TournamentPlan::ROTATION + 1)
}

/// Maximum number of players that a format can have.
fn most_players(format: Format) -> u16 {
    match format {
        Format::RoundRobin(_) => 32,
        Format::Arena { .. } => TournamentPlan::MOST_IN_ARENA,
        Format::Swiss { .. } | Format::Knockout { .. } => TournamentPlan::MOST,
    }
}

/// Checks the plan, and clamps what can be clamped.
pub(crate) fn checked(
    mut plan: TournamentPlan,
    now: Timestamp,
) -> Result<TournamentPlan, TournamentRefusal> {
    plan.name = line(&plan.name).ok_or(TournamentRefusal::BadPlan)?;
    plan.series = plan.series.as_deref().and_then(line);
    plan.rotation.truncate(TournamentPlan::ROTATION);
    plan.tie_breaks.truncate(TieBreak::ALL.len());
    plan.capacity = plan.capacity.clamp(2, most_players(plan.format));
    let good_rounds = match plan.format {
        Format::Swiss { rounds } => (1..=15).contains(&rounds),
        Format::RoundRobin(_) => true,
        Format::Knockout { rules, .. } => (1..=8).contains(&rules.games) && rules.extra <= 8,
        // An arena has no daily games.
        Format::Arena { minutes } => (5..=720).contains(&minutes) && plan.time.is_live(),
    };
    if let Some(starts) = plan.starts.filter(|starts| *starts <= now) {
        return Err(TournamentRefusal::BadStart(StartTimeError::Past(starts)));
    }
    if plan.time == TimeControl::Unlimited || !good_rounds {
        return Err(TournamentRefusal::BadPlan);
    }
    if plan.server_event && plan.starts.is_none() {
        return Err(TournamentRefusal::EventWithoutStart);
    }
    Ok(plan)
}

/// A name as one line of limited length; `None` if nothing is left.
fn line(text: &str) -> Option<String> {
    Name::new(text, TournamentPlan::NAME_LENGTH).map(String::from)
}
