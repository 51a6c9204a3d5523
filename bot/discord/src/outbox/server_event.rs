//! The event of a tournament in the server's list, which is made to agree with the tournament.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use app::TournamentId;
use app::effect::{EffectId, Subject};
use app::server_event::{EventPhase, EventPlan, NotScheduled, Schedule, Scheduled, WantedEvent};
use serde_json::json;
use serenity::all::{GuildId, ScheduledEventId};
use tokio::sync::OwnedMutexGuard;

use crate::markdown::{shared_lang, truncated};
use crate::retry::{ErrorClass, classify_request, code, code_of, request_error};
use crate::scheduled_events::{EventFields, ScheduledEvent, status};
use crate::{Bot, ids};
use runtime::outbox::{OutboxError, check_platform, complete};

/// The longest description of an event, in characters.
const DESCRIPTION_LIMIT: usize = 1000;

/// Lets one effect at a time look for a tournament's event: two that find none would make two.
#[derive(Default)]
pub(crate) struct Turns(Mutex<HashMap<TournamentId, Arc<tokio::sync::Mutex<()>>>>);

impl Turns {
    async fn take(&self, tournament: TournamentId) -> OwnedMutexGuard<()> {
        let turn = {
            let mut turns = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            turns.retain(|_, turn| Arc::strong_count(turn) > 1);
            Arc::clone(turns.entry(tournament).or_default())
        };
        turn.lock_owned().await
    }
}

impl Bot {
    /// Creates, changes or deletes a tournament's event, if need be, and tells the application; that completes the effect.
    pub(super) async fn keep_scheduled(
        &self,
        id: &EffectId,
        schedule: Schedule,
    ) -> Result<(), OutboxError> {
        let _turn = self.turns.take(schedule.tournament).await;
        let wanted = self
            .service
            .run_blocking(move |service| service.app().wanted_event(schedule))
            .await?;
        if let Some(wanted) = &wanted {
            check_platform::<Self>(wanted.server.as_str())?;
        }
        let guild = wanted
            .as_ref()
            .and_then(|wanted| ids::server(&wanted.server));
        let outcome = match (&wanted, guild) {
            (Some(wanted), Some(guild)) => {
                self.keep_event(guild, schedule.tournament, wanted).await?
            }
            _ => return complete(&self.service, id).await,
        };
        let id = id.clone();
        self.service
            .apply(move |service| {
                let app = service.app();
                app.note_scheduled(&id, schedule, &outcome, service.moment())
            })
            .await?;
        Ok(())
    }

    async fn keep_event(
        &self,
        guild: GuildId,
        tournament: TournamentId,
        wanted: &WantedEvent,
    ) -> Result<Scheduled, OutboxError> {
        let events = match self.rest.scheduled_events(guild).await {
            Ok(events) => events,
            Err(error) => return outcome_of(error, wanted.made.is_some(), &wanted.phase),
        };
        let event = self
            .find_event(wanted, &events)
            .await
            .map_err(request_error)?;
        let done = match (&wanted.phase, event) {
            (EventPhase::Ahead(plan), found) => {
                if found.is_none() && wanted.made.is_some() {
                    return Ok(Scheduled::Failed(NotScheduled::Gone));
                }
                // Discord accepts only a start that is to come.
                if found.is_none() && plan.starts <= self.service.now() {
                    return Ok(Scheduled::Absent);
                }
                let Some(fields) = self.fields(guild, tournament, plan).await? else {
                    return Ok(Scheduled::Failed(NotScheduled::Refused));
                };
                match found {
                    Some(event) => self.change(guild, event, &fields).await,
                    None => self.rest.create_event(guild, &fields).await,
                }
            }
            (_, None) => return Ok(Scheduled::Absent),
            (EventPhase::Running, Some(event)) => {
                self.advance(guild, event, &[status::ACTIVE]).await
            }
            (EventPhase::Over, Some(event)) => {
                let steps = [status::ACTIVE, status::COMPLETED];
                self.advance(guild, event, &steps).await
            }
            (EventPhase::Unwanted, Some(event)) => {
                match self.rest.delete_event(guild, event.id).await {
                    Ok(()) => return Ok(Scheduled::Absent),
                    Err(error) => Err(error),
                }
            }
        };
        match done {
            Ok(id) => Ok(Scheduled::Kept(ids::event_id(id))),
            Err(error) => outcome_of(error, event.is_some(), &wanted.phase),
        }
    }

    /// The tournament's event: the one that was recorded, or one that Delos made with its code. One that is over counts as deleted.
    async fn find_event<'e>(
        &self,
        wanted: &WantedEvent,
        events: &'e [ScheduledEvent],
    ) -> serenity::Result<Option<&'e ScheduledEvent>> {
        let mut current = events
            .iter()
            .filter(|event| event.status < status::COMPLETED);
        if let Some(made) = &wanted.made {
            return Ok(current.find(|event| ids::event_id(event.id) == *made));
        }
        let me = self.me().await?;
        Ok(current.find(|event| {
            let description = event.description.as_deref().unwrap_or_default();
            event.creator_id == Some(me) && description.contains(&wanted.code)
        }))
    }

    /// What the event should say; `None` if Discord could not write its times.
    async fn fields(
        &self,
        guild: GuildId,
        tournament: TournamentId,
        plan: &EventPlan,
    ) -> Result<Option<EventFields>, OutboxError> {
        let time = |at: app::Timestamp| jiff::Timestamp::from_millisecond(at.0).ok();
        let (Some(starts), Some(ends)) = (time(plan.starts), time(plan.ends)) else {
            return Ok(None);
        };
        let subject = Subject::Tournament(tournament);
        let post = self
            .service
            .run_blocking(move |service| Ok(service.store().post(subject)?));
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

    async fn change(
        &self,
        guild: GuildId,
        event: &ScheduledEvent,
        fields: &EventFields,
    ) -> serenity::Result<ScheduledEventId> {
        if let Some(changes) = fields.changes(event) {
            self.rest.change_event(guild, event.id, changes).await?;
        }
        Ok(event.id)
    }

    /// Takes an event through the statuses that it has not reached.
    async fn advance(
        &self,
        guild: GuildId,
        event: &ScheduledEvent,
        statuses: &[u8],
    ) -> serenity::Result<ScheduledEventId> {
        for &next in statuses {
            if event.status < next {
                let step = json!({ "status": next });
                self.rest.change_event(guild, event.id, step).await?;
            }
        }
        Ok(event.id)
    }
}

/// What a request's failure means for the event.
///
/// # Errors
/// A transient failure's.
fn outcome_of(
    error: serenity::Error,
    exists: bool,
    phase: &EventPhase,
) -> Result<Scheduled, OutboxError> {
    let class = classify_request(&error);
    if class == ErrorClass::Transient {
        return Err(request_error(error));
    }
    tracing::warn!(%error, "server event not kept");
    let is_gone = code_of(&error) == Some(code::UNKNOWN_SCHEDULED_EVENT);
    Ok(match phase {
        // Discord itself starts it at its time, and ends it.
        EventPhase::Running | EventPhase::Over => Scheduled::Absent,
        EventPhase::Unwanted if is_gone || !exists => Scheduled::Absent,
        EventPhase::Unwanted => Scheduled::Failed(NotScheduled::Unchanged),
        EventPhase::Ahead(_) if is_gone => Scheduled::Failed(NotScheduled::Gone),
        EventPhase::Ahead(_) if exists => Scheduled::Failed(NotScheduled::Unchanged),
        EventPhase::Ahead(_) => Scheduled::Failed(match (code_of(&error), class) {
            (Some(code::TOO_MANY_EVENTS), _) => NotScheduled::TooMany,
            (_, ErrorClass::Forbidden | ErrorClass::Gone) => NotScheduled::Forbidden,
            _ => NotScheduled::Refused,
        }),
    })
}
