//! The plan: parsed from what the organizer wrote, checked, and edited until the start.

use jiff::civil;
use pairing::TieBreak;
use rules_core::Variant;
use text::msg;

use crate::context::failure::Failure;
use crate::context::{Change, Ctx, Loaded};
use crate::messages;
use crate::model::ids::{Name, Person, RoleId};
use crate::model::limits::MAX_ID_BYTES;
use crate::model::moment::{Span, Timestamp};
use crate::model::record::{
    Act, Format, Level, PlanPart, TimeControl, TournamentPlan, TournamentRecord, Undo,
};
use crate::protocol::action::Action;
use crate::protocol::card::{Button, ButtonStyle, Card, Entities, EntityMenu};
use crate::protocol::effect::{Answer, Manner};
use crate::protocol::refusal::TournamentRefusal;
use crate::tournament::rounds;
use crate::tournament::signup::starts_when_full;
use crate::tournament::work::{Work, must_be_open};

/// Sets a part of the plan to what was written; without text, toggles it.
pub(crate) fn edit(
    ctx: &Ctx<'_>,
    mut record: Loaded<TournamentRecord>,
    who: &Person,
    part: PlanPart,
    written: Option<&str>,
) -> Result<Change, Failure> {
    must_be_open(&record.value)?;
    let tournament = &mut record.value;
    let mut plan = tournament.plan.clone();
    match written {
        Some(text) => write(&mut plan, part, text, ctx.moment.now)?,
        None => toggle(&mut plan, part)?,
    }
    let mut plan = checked(plan, ctx.moment.now)?;
    let entered = u16::try_from(tournament.entries.len()).unwrap_or(u16::MAX);
    plan.capacity = plan.capacity.max(entered);
    let former = tournament.replace_plan(plan);
    tournament.reminded = false;
    tournament.undo = Some(Undo::Plan(Box::new(former)));
    let mut work = Work::new(record);
    work.note(Act::Edit(part), Some(who), ctx.moment);
    if starts_when_full(&work.record.value) {
        return rounds::start(ctx, work, None);
    }
    let answer = Answer::Private(Box::new(card(&work.record.value)));
    Ok(work.done(Manner::InPlace, answer, ctx.moment))
}

/// The plan with the controls that change it.
pub(crate) fn card(record: &TournamentRecord) -> Card {
    let plan = &record.plan;
    let button = |part| Button {
        label: messages::plan_button(part, plan).into(),
        style: ButtonStyle::Plain,
        action: if part.is_written() {
            Action::EditPlan(record.id, part)
        } else {
            Action::TogglePlan(record.id, part)
        },
        disabled: false,
    };
    let written = PlanPart::ALL.iter().filter(|part| {
        part.is_written()
            && match part {
                PlanPart::Rounds => {
                    matches!(plan.format, Format::Swiss { .. } | Format::Arena { .. })
                }
                PlanPart::TieBreaks => messages::tie_breaks(plan).is_some(),
                _ => true,
            }
    });
    let written: Vec<Button> = written.map(|&part| button(part)).collect();
    let mut controls: Vec<Vec<Button>> = written.chunks(5).map(<[Button]>::to_vec).collect();
    controls.push(
        [
            PlanPart::Rated,
            PlanPart::WhenFull,
            PlanPart::CheckIn,
            PlanPart::AnyRole,
        ]
        .map(button)
        .to_vec(),
    );
    let text = messages::plan(record).line(messages::invitations(record));
    let mut card = Card::words(text);
    card.picker = Some(EntityMenu {
        action: Action::EditPlan(record.id, PlanPart::Role),
        prompt: msg!("menu-plan-role").into(),
        kind: Entities::Role {
            chosen: plan.role.clone(),
        },
    });
    card.controls = controls;
    card
}

/// Parses a written part into the plan.
pub(crate) fn write(
    plan: &mut TournamentPlan,
    part: PlanPart,
    text: &str,
    now: Timestamp,
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
        PlanPart::Time => plan.time = text.parse().map_err(|_| bad())?,
        PlanPart::Rounds => match &mut plan.format {
            Format::Swiss { rounds } => *rounds = text.parse().map_err(|_| bad())?,
            Format::Arena { minutes } => *minutes = text.parse().map_err(|_| bad())?,
            _ => return Err(bad()),
        },
        PlanPart::Capacity => plan.capacity = text.parse().map_err(|_| bad())?,
        PlanPart::Starts if none => plan.starts = None,
        PlanPart::Starts => plan.starts = Some(parse_time(text, now).ok_or_else(bad)?),
        PlanPart::TieBreaks if none => plan.tie_breaks = Vec::new(),
        PlanPart::TieBreaks => {
            let order: Vec<TieBreak> = parse_list(text).ok_or_else(bad)?;
            let twice = (1..order.len()).any(|at| order[..at].contains(&order[at]));
            if twice {
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
        PlanPart::Role => {
            if text.is_empty() || text.len() > MAX_ID_BYTES {
                return Err(bad());
            }
            plan.role = Some(RoleId::new(text));
        }
        PlanPart::AnyRole | PlanPart::Rated | PlanPart::WhenFull | PlanPart::CheckIn => {
            return Err(bad());
        }
    }
    Ok(())
}

/// Toggles a part that is on or off; a role is removed.
fn toggle(plan: &mut TournamentPlan, part: PlanPart) -> Result<(), TournamentRefusal> {
    match part {
        PlanPart::Rated => plan.rated = !plan.rated,
        PlanPart::WhenFull => plan.when_full = !plan.when_full,
        PlanPart::CheckIn => plan.check_in = !plan.check_in,
        PlanPart::Role | PlanPart::AnyRole => plan.role = None,
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

/// Parses a time in the future: `90` (minutes), `2 hours`, `18:30`, `2026-12-24 18:30` (UTC).
fn parse_time(text: &str, now: Timestamp) -> Option<Timestamp> {
    if let Ok(minutes) = text.parse::<u16>() {
        return Some(now.plus(Span::minutes(minutes.into())));
    }
    if let Ok(span) = text.parse::<jiff::SignedDuration>() {
        let span = Span(i64::try_from(span.as_millis()).ok()?);
        return (span > Span::default()).then(|| now.plus(span));
    }
    let utc = |at: civil::DateTime| {
        let zoned = at.to_zoned(jiff::tz::TimeZone::UTC).ok()?;
        Some(Timestamp(zoned.timestamp().as_millisecond()))
    };
    if let Ok(at) = text.parse::<civil::Time>() {
        let today = jiff::Timestamp::from_millisecond(now.0).ok()?;
        let today = today.to_zoned(jiff::tz::TimeZone::UTC).date();
        let next = utc(today.to_datetime(at)).filter(|&next| next > now);
        return next.or_else(|| utc(today.tomorrow().ok()?.to_datetime(at)));
    }
    utc(text.parse::<civil::DateTime>().ok()?)
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
    let most = match plan.format {
        Format::RoundRobin(_) => 32,
        Format::Arena { .. } => TournamentPlan::MOST_IN_ARENA,
        Format::Swiss { .. } | Format::Knockout { .. } => TournamentPlan::MOST,
    };
    plan.capacity = plan.capacity.clamp(2, most);
    let good_rounds = match plan.format {
        Format::Swiss { rounds } => (1..=15).contains(&rounds),
        Format::RoundRobin(_) => true,
        Format::Knockout { rules, .. } => (1..=8).contains(&rules.games) && rules.extra <= 8,
        // An arena has no daily games.
        Format::Arena { minutes } => (5..=720).contains(&minutes) && plan.time.is_live(),
    };
    let too_late = plan.starts.is_some_and(|starts| starts <= now);
    if plan.time == TimeControl::Unlimited || !good_rounds || too_late {
        return Err(TournamentRefusal::BadPlan);
    }
    Ok(plan)
}

/// A name as one line of limited length; `None` if nothing is left.
fn line(text: &str) -> Option<String> {
    Name::new(text, TournamentPlan::NAME_LENGTH).map(String::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Option<i64> {
        // Noon of 1 January 2026.
        let now = Timestamp(1_767_268_800_000);
        parse_time(text, now).map(|at| at.since(now).0 / 60_000)
    }

    #[test]
    fn times_parse_as_people_write_them() {
        assert_eq!(at("90"), Some(90));
        assert_eq!(at("2 hours"), Some(120));
        assert_eq!(at("1h 30m"), Some(90));
        assert_eq!(at("18:30"), Some(390));
        assert_eq!(at("11:00"), Some(23 * 60));
        assert_eq!(at("2026-01-02 12:00"), Some(24 * 60));
        for bad in ["", "soon", "-5 minutes", "25:00", "2026-13-01 10:00"] {
            assert_eq!(at(bad), None, "{bad}");
        }
    }
}
