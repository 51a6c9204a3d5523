//! A tournament's event in the server's list of scheduled events.
//!
//! Every change of a tournament that its event shows is followed by one effect, which reads the tournament when it is performed. So
//! it does not matter how many there are and in which order; only two at once could make two events.

use pairing::knockout::Elimination;
use pairing::round_robin;

use crate::context::{Change, Ctx, Reader, Result, commit_for_effects, refuse_if};
use crate::messages;
use crate::model::{
    Act, Format, Key, PlanPart, Record, ServerEvent, Span, Stage, TournamentPlan, TournamentRecord,
    Undo, Venue,
};
use crate::protocol::{
    Effect, EffectId, EventPhase, EventPlan, NotScheduled, Notice, Outgoing, Request, Schedule,
    Scheduled, TournamentRefusal, WantedEvent,
};
use crate::tournament::PendingChange;

/// Moves of each side in a game, for the estimate of its length.
const MOVES: i64 = 40;
/// Players of a tournament in which fewer have entered so far, for the estimate of its length.
const USUAL_PLAYERS: usize = 8;
const SHORTEST: Span = Span::minutes(30);
const LONGEST: Span = Span::days(1);

/// The fields that an event shows of a tournament. Entrants are not among them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum EventFields<'r> {
    Ahead {
        plan: &'r TournamentPlan,
        venue: &'r Venue,
        /// Whether its first message was replaced by another one.
        reminded: bool,
    },
    Running,
    Over,
    Nothing,
}

impl<'r> EventFields<'r> {
    fn of(record: &'r TournamentRecord) -> Self {
        match record.stage {
            _ if !record.plan.server_event => Self::Nothing,
            Stage::Canceled(_) => Self::Nothing,
            Stage::Open => Self::Ahead {
                plan: &record.plan,
                venue: &record.venue,
                reminded: record.reminded,
            },
            Stage::Playing | Stage::Between(_) | Stage::Paused => Self::Running,
            Stage::Finished(_) => Self::Over,
        }
    }
}

/// Refuses an event to people who could not create it themselves, and where Delos cannot.
pub(crate) fn may_ask(request: &Request) -> Result<(), TournamentRefusal> {
    if !request.context.creates_events {
        return Err(TournamentRefusal::MayNotCreateEvents);
    }
    refuse_if(request.context.eventless, TournamentRefusal::CannotSchedule)
}

/// Adds an effect for every tournament of which something changes that its event shows.
pub(crate) fn keep_events(ctx: &Ctx<'_>, change: &mut Change) -> Result<()> {
    for write in &mut change.writes {
        let Record::Tournament(record) = &mut write.record else {
            continue;
        };
        // As long as there may be an event, this is noted.
        if !record.plan.server_event && record.event.is_none() {
            continue;
        }
        let tournament = record.id;
        let former = ctx.load::<TournamentRecord>(Key::Tournament(tournament))?;
        let before = former.as_ref().map(|former| EventFields::of(&former.value));
        let now = EventFields::of(record);
        if before.unwrap_or(EventFields::Nothing) == now {
            continue;
        }
        if now != EventFields::Nothing && record.event.is_none() {
            record.event = Some(ServerEvent::Asked);
        }
        let schedule = Effect::Schedule(Schedule { tournament });
        change.effects.push(schedule);
    }
    Ok(())
}

/// The event as it should be now; `None` if there is no such tournament, or no server.
pub(crate) fn wanted_event(reader: &Reader<'_>, schedule: Schedule) -> Result<Option<WantedEvent>> {
    let record = reader.value::<TournamentRecord>(Key::Tournament(schedule.tournament))?;
    Ok(record.as_ref().and_then(wanted))
}

fn wanted(record: &TournamentRecord) -> Option<WantedEvent> {
    let phase = match (EventFields::of(record), record.plan.starts) {
        (EventFields::Ahead { .. }, Some(starts)) => EventPhase::Ahead(Box::new(EventPlan {
            name: record.plan.name.clone(),
            words: messages::event_details(record),
            room: record.venue.room.clone(),
            links_message: !record.reminded && !record.lost,
            starts,
            ends: starts.plus(length(record)),
        })),
        (EventFields::Running, _) => EventPhase::Running,
        (EventFields::Over, _) => EventPhase::Over,
        // A plan with an event has a start time.
        (EventFields::Nothing | EventFields::Ahead { .. }, _) => EventPhase::Unwanted,
    };
    let made = match &record.event {
        Some(ServerEvent::Made(id)) => Some(id.clone()),
        Some(ServerEvent::Asked) | None => None,
    };
    Some(WantedEvent {
        server: record.venue.server.clone()?,
        made,
        code: record.id.to_string(),
        phase,
    })
}

/// Estimates how long a tournament takes, from rounds in which both clocks run down once. The event of one with days per move is
/// about its first day.
fn length(record: &TournamentRecord) -> Span {
    let plan = &record.plan;
    let most = usize::from(plan.capacity);
    let players = record.entries.len().max(USUAL_PLAYERS).min(most);
    let Some(side) = plan.time.for_moves(MOVES) else {
        return LONGEST;
    };
    let rounds = match plan.format {
        Format::Arena { minutes } => return Span::minutes(minutes.into()),
        Format::Swiss { rounds } => usize::from(rounds),
        Format::RoundRobin(cycles) => round_robin::number_of_rounds(players, cycles),
        Format::Knockout { elimination, rules } => {
            let rounds = players.next_power_of_two().ilog2() as usize;
            let brackets = usize::from(elimination == Elimination::Double) + 1;
            rounds * brackets * usize::from(rules.games.max(1))
        }
    };
    let rounds = i64::try_from(rounds).unwrap_or(i64::MAX);
    Span(rounds.saturating_mul(2 * side.0)).clamp(SHORTEST, LONGEST)
}

/// Records what became of the event, and marks the effect as done. An event that cannot be made, or that someone deleted, is no
/// longer planned, so that it comes back only when an organizer asks for it; the organizer is notified.
pub(crate) fn note_scheduled(
    ctx: &Ctx<'_>,
    asked: &EffectId,
    schedule: Schedule,
    outcome: &Scheduled,
) -> Result<Vec<Outgoing>> {
    commit_for_effects(ctx, |ctx| {
        let mut pending = PendingChange::load(ctx, schedule.tournament)?;
        let former = pending.record.clone();
        let record = &mut pending.record;
        let mut effects = Vec::new();
        match outcome {
            Scheduled::Kept(id) => record.event = Some(ServerEvent::Made(id.clone())),
            Scheduled::Absent if EventFields::of(record) == EventFields::Nothing => {
                record.event = None;
            }
            // The organizer asked for it again while it was being deleted.
            Scheduled::Absent => record.event = record.event.as_ref().map(|_| ServerEvent::Asked),
            Scheduled::Failed(why) => {
                let notice = Notice::NotScheduled {
                    tournament: record.id,
                    why: *why,
                };
                effects.push(Effect::tell(&record.by.id, notice));
                if *why != NotScheduled::Unchanged {
                    give_up(&mut pending);
                }
            }
        }
        let mut change = pending.done_if_changed(&former);
        // The tournament's message doesn't show the event, so it isn't updated.
        change.effects = effects;
        change.done.push(asked.clone());
        Ok(change)
    })
}

/// Takes the event out of the plan, also out of the one that an undo would bring back.
fn give_up(pending: &mut PendingChange) {
    let record = &mut pending.record;
    record.event = None;
    if let Some(Undo::Plan(plan)) = &mut record.undo {
        plan.server_event = false;
    }
    if std::mem::take(&mut record.plan.server_event) {
        pending.note(Act::Edit(PlanPart::ServerEvent), None);
    }
}
