//! The event of a tournament in the server's list, which is made to agree with the tournament.

use app::TournamentId;
use app::effect::Subject;
use app::server_event::{EventPhase, EventPlan, NotScheduled, Scheduled, WantedEvent};
use serde_json::json;
use serenity::all::{GuildId, ScheduledEventId};

use crate::bot::Bot;
use crate::ids;
use crate::render::markdown::{shared_lang, truncated};
use crate::rest;
use crate::rest::error::{ErrorClass, code};
use crate::rest::scheduled_events::{EventFields, ScheduledEvent, status};
use runtime::outbox;

/// The longest description of an event, in characters.
const DESCRIPTION_LIMIT: usize = 1000;

/// Creates, changes or deletes a tournament's event as needed.
pub(super) async fn synchronize(
    bot: &Bot,
    tournament: TournamentId,
    wanted: &WantedEvent,
) -> outbox::Result<Scheduled> {
    let Some(guild) = ids::server(&wanted.server) else {
        return Ok(Scheduled::Absent);
    };
    let events = match bot.rest.scheduled_events(guild).await {
        Ok(events) => events,
        Err(error) => return outcome_of(error, wanted.made.is_some(), &wanted.phase),
    };
    let event = find(bot, wanted, &events).await?;
    let done = match (&wanted.phase, event) {
        (EventPhase::Ahead(plan), found) => {
            if found.is_none() && wanted.made.is_some() {
                return Ok(Scheduled::Failed(NotScheduled::Gone));
            }
            // Discord accepts only a start that is to come.
            if found.is_none() && plan.starts <= bot.service.now() {
                return Ok(Scheduled::Absent);
            }
            let Some(fields) = fields(bot, guild, tournament, plan).await? else {
                return Ok(Scheduled::Failed(NotScheduled::Refused));
            };
            match found {
                Some(event) => match fields.changes(event) {
                    Some(changes) => bot.rest.change_event(guild, event.id, changes).await,
                    None => Ok(()),
                }
                .map(|()| event.id),
                None => bot.rest.create_event(guild, &fields).await,
            }
        }
        (_, None) => return Ok(Scheduled::Absent),
        (EventPhase::Running, Some(event)) => advance(bot, guild, event, &[status::ACTIVE]).await,
        (EventPhase::Over, Some(event)) => {
            let steps = [status::ACTIVE, status::COMPLETED];
            advance(bot, guild, event, &steps).await
        }
        (EventPhase::Unwanted, Some(event)) => match bot.rest.delete_event(guild, event.id).await {
            Ok(()) => return Ok(Scheduled::Absent),
            Err(error) => Err(error),
        },
    };
    match done {
        Ok(id) => Ok(Scheduled::Kept(ids::event_id(id))),
        Err(error) => outcome_of(error, event.is_some(), &wanted.phase),
    }
}

/// Finds the tournament's event: the recorded one, or one that Delos made with its code. One that is over counts as deleted.
async fn find<'e>(
    bot: &Bot,
    wanted: &WantedEvent,
    events: &'e [ScheduledEvent],
) -> rest::Result<Option<&'e ScheduledEvent>> {
    let mut current = events
        .iter()
        .filter(|event| event.status < status::COMPLETED);
    if let Some(made) = &wanted.made {
        return Ok(current.find(|event| ids::event_id(event.id) == *made));
    }
    let me = bot.own_user().await?;
    Ok(current.find(|event| {
        let description = event.description.as_deref().unwrap_or_default();
        event.creator_id == Some(me) && description.contains(&wanted.code)
    }))
}

/// Returns the wanted fields of the event; `None` if Discord can't represent its times.
async fn fields(
    bot: &Bot,
    guild: GuildId,
    tournament: TournamentId,
    plan: &EventPlan,
) -> outbox::Result<Option<EventFields>> {
    let time = |at: app::Timestamp| jiff::Timestamp::from_millisecond(at.0).ok();
    let (Some(starts), Some(ends)) = (time(plan.starts), time(plan.ends)) else {
        return Ok(None);
    };
    let subject = Subject::Tournament(tournament);
    let post = bot.service.ask_store(move |store| store.post(subject));
    let post = post.await?;
    let room = ids::room(&plan.room);
    let channel = room.map_or(String::new(), |channel| format!("/{channel}"));
    let message = post
        .filter(|post| plan.links_message && post.room == plan.room)
        .and_then(|post| ids::message(&post.message))
        .map_or(String::new(), |message| format!("/{message}"));
    Ok(Some(EventFields {
        name: plan.name.clone(),
        description: truncated(shared_lang().plain(&plan.words), DESCRIPTION_LIMIT),
        location: format!("https://discord.com/channels/{guild}{channel}{message}"),
        starts,
        ends,
    }))
}

/// Takes an event through the statuses that it has not reached.
async fn advance(
    bot: &Bot,
    guild: GuildId,
    event: &ScheduledEvent,
    statuses: &[u8],
) -> rest::Result<ScheduledEventId> {
    for &next in statuses {
        if event.status < next {
            let step = json!({ "status": next });
            bot.rest.change_event(guild, event.id, step).await?;
        }
    }
    Ok(event.id)
}

/// Returns the outcome of a request that failed for good.
fn outcome_of(error: rest::Error, exists: bool, phase: &EventPhase) -> outbox::Result<Scheduled> {
    let class = error.class();
    if class == ErrorClass::Transient {
        return Err(error.into());
    }
    tracing::warn!(%error, "server event not kept");
    let is_gone = error.has_code(code::UNKNOWN_SCHEDULED_EVENT);
    Ok(match phase {
        // Discord itself starts it at its time, and ends it.
        EventPhase::Running | EventPhase::Over => Scheduled::Absent,
        EventPhase::Unwanted if is_gone || !exists => Scheduled::Absent,
        EventPhase::Unwanted => Scheduled::Failed(NotScheduled::Unchanged),
        EventPhase::Ahead(_) if is_gone => Scheduled::Failed(NotScheduled::Gone),
        EventPhase::Ahead(_) if exists => Scheduled::Failed(NotScheduled::Unchanged),
        EventPhase::Ahead(_) => Scheduled::Failed(match (error.code(), class) {
            (Some(code::TOO_MANY_EVENTS), _) => NotScheduled::TooMany,
            (_, ErrorClass::Forbidden | ErrorClass::Gone) => NotScheduled::Forbidden,
            _ => NotScheduled::Refused,
        }),
    })
}
