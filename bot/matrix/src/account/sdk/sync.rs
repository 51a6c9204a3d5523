//! The sync loop, which loses nothing.
//!
//! Everything up to `passed` was handed to the program. Where matrix-sdk's own position is another, a crash, an error or a
//! canceled request came between: then what is missing is asked for again, past matrix-sdk, which drops an answer that it knows.

use std::collections::HashSet;
use std::time::Duration;

use matrix_sdk::Room as SdkRoom;
use matrix_sdk::config::SyncSettings;
use matrix_sdk::deserialized_responses::TimelineEvent;
use matrix_sdk::room::MessagesOptions;
use matrix_sdk::ruma::RoomId;
use matrix_sdk::ruma::UInt;
use matrix_sdk::ruma::api::client::filter::{
    Filter, FilterDefinition, LazyLoadOptions, RoomEventFilter,
};
use matrix_sdk::ruma::api::client::sync::sync_events::v3;
use matrix_sdk::ruma::events::AnySyncTimelineEvent;
use matrix_sdk::ruma::serde::Raw;
use matrix_sdk::store::StateStoreDataKey;
use matrix_sdk::sync::SyncResponse;
use serde_json::Value;

use super::events::{accepted, hear, invitation, is_entry, is_possible};
use super::progress::Progress;
use super::settings::Hears;
use super::{Account, room_id};
use crate::account::event::{Event, EventKind, Sync};
use crate::account::homeserver::Error;

/// How long the homeserver waits for something to happen.
const POLL: Duration = Duration::from_secs(30);

/// How long it waits while keys are awaited, which may come from the backup, without a sync.
const POLL_FOR_KEYS: Duration = Duration::from_secs(2);

/// How long keys are awaited before an event counts as unreadable.
const KEYS: Duration = Duration::from_secs(20);

/// How many keys come with a sync at the most, in Synapse; more of them wait for the next one.
const KEYS_AT_ONCE: usize = 100;

/// The most syncs in a row that fetch keys: anyone can send more of them.
const MOST_SYNCS: usize = 50;

/// How many events of a room come with a sync; the others are fetched in pages.
const TIMELINE: u32 = 50;

/// How many events a page has, and how many pages of a room are fetched after an absence.
const PAGE: u32 = 100;
const PAGES: usize = 50;

/// A part of a room's timeline, as a sync brings it.
struct Stretch {
    is_limited: bool,
    prev_batch: Option<String>,
    events: Vec<TimelineEvent>,
}

impl Account {
    /// Waits for what happens next; `received` is the token of the last answer that reached the program.
    pub(super) async fn listen(&self, received: Option<String>) -> Result<Sync, Error> {
        let mut listening = self.listening.lock().await;
        let is_catching_up = !listening.is_attentive;
        // Also when this is canceled.
        listening.is_attentive = false;
        let mut progress = listening.confirm(received.as_deref());
        let sdk = self.sdk_position().await?;
        let is_first = sdk.is_none();
        let is_resumed = std::mem::take(&mut progress.is_resumed);
        let missed_since = progress.token.clone();
        let missed_since = missed_since.filter(|_| is_resumed || progress.token != sdk);

        let timeout = if is_catching_up || missed_since.is_some() {
            Duration::ZERO
        } else if progress.waiting.is_empty() {
            POLL
        } else {
            POLL_FOR_KEYS
        };
        let settings = SyncSettings::new()
            .filter(filter(is_first).into())
            .timeout(timeout);
        let mut responses = vec![self.client.sync_once(settings.clone()).await?];
        // Asking from another device's position makes the homeserver forget all keys that came before it.
        while is_resumed
            && responses.len() < MOST_SYNCS
            && let Some(latest) = responses.last()
            && latest.to_device.len() >= KEYS_AT_ONCE
        {
            responses.push(self.client.sync_once(settings.clone()).await?);
        }
        let token = responses.last().map(|latest| latest.next_batch.clone());
        let token = token.unwrap_or_default();

        // After the sync, which has brought the keys.
        let mut heard = match &missed_since {
            Some(since) => self.hear_all_missed(since, &token, &mut progress).await?,
            None => Vec::new(),
        };
        if is_resumed && missed_since.is_some() {
            // What is later than the bookmark is heard above. Before it, other devices may have sent something.
            let mut handled = Progress::from(None);
            let is_echo = |one: &Event| matches!(one.kind, EventKind::Echo { .. });
            for response in responses {
                let told = self.hear_response(response, sdk.as_deref(), &mut handled);
                heard.extend(told.await?.into_iter().filter(is_echo));
            }
        } else {
            // Only what is later than the first sync is any of the program's business.
            for response in responses {
                let told = self.hear_response(response, sdk.as_deref(), &mut progress);
                heard.extend(told.await?);
            }
        }
        heard.extend(self.hear_waiting(&mut progress).await?);
        let mut heard = self.admitted(without_repeats(heard), &mut listening.invitations);
        let is_fresh = |heard: &[Event], room: &str| heard.iter().any(|one| one.room == room);
        for open in self.open_invitations(&mut listening.invitations).await {
            if !is_fresh(&heard, &open.room) {
                heard.push(open);
            }
        }

        self.unacknowledged.push(progress.position(&token));
        progress.token = Some(token.clone());
        listening.offer(progress);
        Ok(Sync {
            token,
            heard,
            is_catching_up,
        })
    }

    /// Up to where matrix-sdk has synced.
    async fn sdk_position(&self) -> Result<Option<String>, Error> {
        let position = self
            .client
            .state_store()
            .get_kv_data(StateStoreDataKey::SyncToken)
            .await
            .map_err(|error| Error::Store(error.to_string()))?;
        Ok(position.and_then(matrix_sdk::store::StateStoreDataValue::into_sync_token))
    }

    /// What a sync brought; without `since` its timelines are from before the account listened.
    async fn hear_response(
        &self,
        response: SyncResponse,
        since: Option<&str>,
        progress: &mut Progress,
    ) -> Result<Vec<Event>, Error> {
        let mut heard = Vec::new();
        for (room, update) in response.rooms.invited {
            heard.extend(self.hear_invitation(&room, &update.invite_state.events));
        }
        let Some(since) = since else {
            return Ok(heard);
        };
        for (room, update) in response.rooms.joined {
            let stretch = Stretch {
                is_limited: update.timeline.limited,
                prev_batch: update.timeline.prev_batch,
                events: update.timeline.events,
            };
            heard.extend(self.hear_room(&room, stretch, since, progress).await?);
        }
        for (room, update) in response.rooms.left {
            let events = update.timeline.events.iter().map(TimelineEvent::raw);
            heard.extend(self.hear_farewell(&room, events));
        }
        Ok(heard)
    }

    /// What happened between two positions, however much of it matrix-sdk knows.
    ///
    /// The same request within minutes may get the same answer, though more has happened since: Synapse keeps answers.
    async fn hear_all_missed(
        &self,
        since: &str,
        until: &str,
        progress: &mut Progress,
    ) -> Result<Vec<Event>, Error> {
        let mut heard = Vec::new();
        let mut since = since.to_owned();
        for _ in 0..PAGES {
            let (more, next) = self.hear_missed(&since, progress).await?;
            heard.extend(more);
            if next == until || next == since {
                break;
            }
            since = next;
        }
        Ok(heard)
    }

    /// What an answer tells of what happened since a position, and how far it reaches.
    async fn hear_missed(
        &self,
        since: &str,
        progress: &mut Progress,
    ) -> Result<(Vec<Event>, String), Error> {
        let mut request = v3::Request::new();
        request.filter = Some(filter(false).into());
        request.since = Some(since.to_owned());
        request.timeout = Some(Duration::ZERO);
        request.use_state_after = true;
        let response = match self.client.send(request).await.map_err(Error::from) {
            Ok(response) => response,
            Err(Error::Invalid(reason)) => {
                tracing::error!(
                    reason,
                    "the homeserver refuses the stored position: messages of the absence are lost"
                );
                return Ok((Vec::new(), since.to_owned()));
            }
            Err(error) => return Err(error),
        };
        let next = response.next_batch.clone();
        tracing::info!(
            rooms = response.rooms.join.len(),
            "asked the homeserver again for what was not handled"
        );
        let mut heard = Vec::new();
        for (room, update) in response.rooms.invite {
            heard.extend(self.hear_invitation(&room, &update.invite_state.events));
        }
        for (room, update) in response.rooms.join {
            let known = self.client.get_room(&room);
            let mut events = Vec::new();
            for event in update.timeline.events {
                events.push(decrypted(known.as_ref(), event).await);
            }
            let stretch = Stretch {
                is_limited: update.timeline.limited,
                prev_batch: update.timeline.prev_batch,
                events,
            };
            heard.extend(self.hear_room(&room, stretch, since, progress).await?);
        }
        for (room, update) in response.rooms.leave {
            heard.extend(self.hear_farewell(&room, &update.timeline.events));
        }
        Ok((heard, next))
    }

    fn hear_invitation<'a, T: 'a>(
        &self,
        room: &RoomId,
        state: impl IntoIterator<Item = &'a Raw<T>>,
    ) -> Option<Event> {
        let state: Vec<Value> = state.into_iter().filter_map(json).collect();
        invitation(self.me.as_str(), room.as_str(), &state)
    }

    /// Of a room that it has left, the account hears only that.
    fn hear_farewell<'a>(
        &self,
        room: &RoomId,
        events: impl IntoIterator<Item = &'a Raw<AnySyncTimelineEvent>>,
    ) -> Vec<Event> {
        let me = self.me.as_str();
        events
            .into_iter()
            .filter_map(json)
            .filter_map(|event| hear(self.hears, me, room.as_str(), &event))
            .filter(
                |heard| matches!(&heard.kind, EventKind::Membership(change) if change.person == me),
            )
            .collect()
    }

    async fn hear_room(
        &self,
        room: &RoomId,
        stretch: Stretch,
        since: &str,
        progress: &mut Progress,
    ) -> Result<Vec<Event>, Error> {
        let me = self.me.as_str();
        let mut events: Vec<Value> = Vec::new();
        if stretch.is_limited
            && let (Some(from), Some(room)) = (stretch.prev_batch, self.client.get_room(room))
        {
            match page_back(&room, from, since).await {
                Ok(earlier) => events = earlier,
                Err(error) if error.is_transient() => return Err(error),
                // It may have been banned there. What happens in one room must not keep it from hearing the others.
                Err(error) => tracing::warn!(%error, "what was said in a room is not read"),
            }
        }
        events.extend(stretch.events.iter().filter_map(readable));
        let entry = events.iter().rposition(|event| is_entry(me, event));
        let mut heard = Vec::new();
        for event in events.drain(entry.unwrap_or(0)..) {
            // A person's client has no use for it.
            let is_program = self.hears == Hears::Requests;
            let accepted = is_program.then(|| accepted(me, room.as_str(), &event));
            match hear(self.hears, me, room.as_str(), &event) {
                Some(one) if one.kind == EventKind::Unreadable => {
                    progress.wait_for_keys(room.as_str(), event);
                }
                one => heard.extend(one),
            }
            heard.extend(accepted.flatten());
        }
        Ok(heard)
    }

    /// What has become readable, and what has waited long enough.
    async fn hear_waiting(&self, progress: &mut Progress) -> Result<Vec<Event>, Error> {
        let mut heard = Vec::new();
        let mut still = Vec::new();
        for waiting in std::mem::take(&mut progress.waiting) {
            let Ok(room) = room_id(&waiting.room) else {
                continue;
            };
            let room = self.client.get_room(&room);
            let event = match Raw::new(&waiting.event) {
                Ok(raw) => decrypted(room.as_ref(), raw.cast_unchecked()).await,
                Err(_) => continue,
            };
            let Some(event) = readable(&event) else {
                continue;
            };
            let one = hear(self.hears, self.me.as_str(), &waiting.room, &event);
            let is_unreadable = one
                .as_ref()
                .is_some_and(|one| one.kind == EventKind::Unreadable);
            if is_unreadable && waiting.since.elapsed() < KEYS {
                still.push(waiting);
            } else {
                heard.extend(one);
            }
        }
        progress.waiting = still;
        Ok(heard)
    }
}

/// The events between `since` and `from`, oldest first.
async fn page_back(room: &SdkRoom, from: String, since: &str) -> Result<Vec<Value>, Error> {
    let mut pages = Vec::new();
    let mut from = Some(from);
    while let Some(start) = from.take() {
        if pages.len() == PAGES {
            tracing::warn!("more was said in a room during the absence than is read");
            break;
        }
        let mut options = MessagesOptions::backward().from(start.as_str());
        options.to = Some(since.to_owned());
        options.limit = UInt::from(PAGE);
        let page = room.messages(options).await?;
        let events: Vec<Value> = page.chunk.iter().filter_map(readable).collect();
        if !page.chunk.is_empty() {
            from = page.end.filter(|end| *end != start);
        }
        pages.push(events);
    }
    let mut events: Vec<Value> = pages.into_iter().flatten().collect();
    events.reverse();
    Ok(events)
}

/// An event as it can be read now; one that asks for keys that are missing has the backup looked through.
async fn decrypted(room: Option<&SdkRoom>, event: Raw<AnySyncTimelineEvent>) -> TimelineEvent {
    let is_encrypted = event
        .get_field::<String>("type")
        .is_ok_and(|kind| kind.as_deref() == Some("m.room.encrypted"));
    if is_encrypted
        && let Some(room) = room
        && let Ok(decrypted) = room.decrypt_event(event.cast_ref_unchecked(), None).await
    {
        return decrypted;
    }
    TimelineEvent::from_plaintext(event)
}

fn readable(event: &TimelineEvent) -> Option<Value> {
    let was_encrypted = event.encryption_info().is_some();
    json(event.raw()).filter(|event| is_possible(event, was_encrypted))
}

fn json<T>(event: &Raw<T>) -> Option<Value> {
    event.deserialize_as_unchecked().ok()
}

/// The same events, each at its first place.
fn without_repeats(heard: Vec<Event>) -> Vec<Event> {
    let mut ids = HashSet::new();
    heard
        .into_iter()
        .filter(|one| ids.insert(one.id.clone()))
        .collect()
}

/// Asks for syncs without presence, typing and read receipts, and for members only where they speak.
fn filter(is_first: bool) -> FilterDefinition {
    let mut filter = FilterDefinition::default();
    filter.presence = Filter::ignore_all();
    filter.room.ephemeral = RoomEventFilter::ignore_all();
    filter.room.timeline.limit = Some(UInt::from(if is_first { 1 } else { TIMELINE }));
    filter.room.state.lazy_load_options = LazyLoadOptions::Enabled {
        include_redundant_members: false,
    };
    filter
}
