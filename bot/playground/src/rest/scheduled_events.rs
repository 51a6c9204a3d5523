//! Scheduled events.

use serde_json::Value;

use super::{Context, Response, ensure};
use crate::api_error::{self, ApiError};
use crate::limits;
use crate::permission::{CREATE_EVENTS, MANAGE_EVENTS};
use crate::state::scheduled_events::{MAX_EVENTS, ScheduledEvent};

impl Context<'_> {
    /// The guild of the route, with its events as they are now.
    fn guild_with_events(&mut self) -> Result<u64, ApiError> {
        let guild = self.guild()?;
        self.world.settle_events(guild);
        Ok(guild)
    }

    /// The guild and the event of the route.
    fn event(&mut self) -> Result<(u64, ScheduledEvent), ApiError> {
        let (guild, id) = (self.guild_with_events()?, self.id(1)?);
        let event = self.world.guilds[&guild].events.get(&id).cloned();
        Ok((guild, event.ok_or(api_error::UNKNOWN_SCHEDULED_EVENT)?))
    }

    /// Refuses to change what the bot's role does not permit: its own events need less.
    fn needs_to_change(&self, guild: u64, event: &ScheduledEvent) -> Result<(), ApiError> {
        let is_own = event.creator == self.world.bot;
        let own = if is_own { CREATE_EVENTS } else { 0 };
        self.needs(guild, own | MANAGE_EVENTS)
    }
}

pub(super) fn list(cx: &mut Context<'_>) -> Response {
    let guild = cx.guild_with_events()?;
    let events = cx.world.guilds[&guild].current_events();
    Ok(events.map(|e| cx.world.event_json(guild, e.id)).collect())
}

pub(super) fn create(cx: &mut Context<'_>) -> Response {
    let guild = cx.guild_with_events()?;
    cx.needs(guild, CREATE_EVENTS)?;
    let errors = limits::new_event(&cx.body, cx.world.now());
    cx.validate(&errors)?;
    let current = cx.world.guilds[&guild].current_events().count();
    ensure(current < MAX_EVENTS, api_error::TOO_MANY_EVENTS)?;
    let mut event = ScheduledEvent {
        creator: cx.world.bot,
        ..ScheduledEvent::default()
    };
    event.apply(&cx.body);
    let id = cx.world.add_event(guild, event);
    Ok(cx.world.event_json(guild, id))
}

pub(super) fn get(cx: &mut Context<'_>) -> Response {
    let (guild, event) = cx.event()?;
    Ok(cx.world.event_json(guild, event.id))
}

pub(super) fn edit(cx: &mut Context<'_>) -> Response {
    let (guild, mut event) = cx.event()?;
    cx.needs_to_change(guild, &event)?;
    let errors = limits::event_change(&cx.body, &event, cx.world.now());
    cx.validate(&errors)?;
    event.apply(&cx.body);
    let id = event.id;
    cx.world.guild_mut(guild).events.insert(id, event);
    cx.world.dispatch_event("UPDATE", guild, id);
    Ok(cx.world.event_json(guild, id))
}

pub(super) fn delete(cx: &mut Context<'_>) -> Response {
    let (guild, event) = cx.event()?;
    cx.needs_to_change(guild, &event)?;
    cx.world.delete_event(guild, event.id);
    Ok(Value::Null)
}
