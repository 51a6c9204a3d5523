//! The sync loop, which loses no events.
//!
//! The program has everything up to `passed`. If matrix-sdk's own position differs, a crash, an error or a cancellation came
//! between: then we request the missing events ourselves, since matrix-sdk drops a response that it knows.

use std::collections::HashSet;
use std::time::{Duration, Instant};

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
use matrix_sdk::sync::{SyncResponse, Timeline};
use serde_json::Value;

use super::account::{Account, user_id};
use super::events::{
    accepted, first_words, has_type, invitation, invited, is_own_join, json, read, readable,
};
use super::invitations::Invitations;
use super::limited;
use super::missing_keys::{decrypted, is_unreadable};
use super::progress::Progress;
use super::settings::Receives;
use crate::account::event::{Event, EventKind, Sync};
use crate::account::homeserver::{Error, Result};

/// Long polling timeout.
const POLL: Duration = Duration::from_secs(30);

/// Long polling timeout while keys are missing: the backup may bring them without a sync.
const POLL_FOR_KEYS: Duration = Duration::from_secs(2);

/// To-device messages per sync in Synapse; more wait for the next one.
const KEYS_AT_ONCE: usize = 100;

/// Limits consecutive syncs for keys: anyone can send more of them.
const MOST_SYNCS: usize = 50;

/// Events per room in a sync; others are fetched in pages.
const TIMELINE: u32 = 50;

/// Events per page, and pages per room after an absence.
const PAGE: u32 = 100;
const PAGES: usize = 50;

impl Account {
    /// Waits for events. `received` is the token of the last sync that reached the program.
    pub(super) async fn sync(&self, received: Option<String>) -> Result<Sync> {
        let mut listening = self.listening.lock().await;
        let is_catching_up = !listening.is_caught_up;
        // Holds if this call is canceled.
        listening.is_caught_up = false;
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
        let mut responses = Vec::new();
        let token = loop {
            let sync = self.client.sync_once(settings.clone());
            let response = limited(async { Ok(sync.await?) }).await?;
            let (token, keys) = (response.next_batch.clone(), response.to_device.len());
            responses.push(response);
            // A sync from another device's position makes the homeserver drop all earlier keys.
            if !is_resumed || keys < KEYS_AT_ONCE || responses.len() >= MOST_SYNCS {
                break token;
            }
        };
        // After the sync, which brings the keys.
        let mut events = match &missed_since {
            Some(since) => self.fetch_missed(since, &token, &mut progress).await?,
            None => Vec::new(),
        };
        // Events after a bookmark are fetched above. Before it, only echoes of other devices matter.
        let is_handled = is_resumed && missed_since.is_some();
        let mut handled = Progress::default();
        for response in responses {
            let progress = if is_handled {
                &mut handled
            } else {
                &mut progress
            };
            let mut told = self
                .read_response(response, sdk.as_deref(), progress)
                .await?;
            told.retain(|one| !is_handled || matches!(one.kind, EventKind::Echo { .. }));
            events.extend(told);
        }
        events.extend(self.read_waiting(&mut progress).await?);
        let mut ids = HashSet::new();
        events.retain(|one| ids.insert(one.id.clone()));
        let mut events = self.admitted(events, &mut listening.invitations);
        for open in self.open_invitations(&mut listening.invitations).await {
            if events.iter().all(|one| one.room != open.room) {
                events.push(open);
            }
        }

        self.unacknowledged.push(progress.position(&token));
        progress.token = Some(token.clone());
        listening.offer(progress);
        Ok(Sync {
            token,
            events,
            is_catching_up,
        })
    }

    /// Continues after another device's bookmark, or from the start of this run.
    pub(super) async fn resume(&self, bookmark: Option<&str>) -> Result<()> {
        let mut listening = self.listening.lock().await;
        let resumed = listening.resume(bookmark)?;
        self.unacknowledged.resume(resumed, &self.folder).await
    }

    async fn sdk_position(&self) -> Result<Option<String>> {
        let position = self
            .client
            .state_store()
            .get_kv_data(StateStoreDataKey::SyncToken)
            .await
            .map_err(|error| Error::Store(error.to_string()))?;
        Ok(position.and_then(matrix_sdk::store::StateStoreDataValue::into_sync_token))
    }

    /// Reads a sync response; without `since`, its timelines precede the account.
    async fn read_response(
        &self,
        response: SyncResponse,
        since: Option<&str>,
        progress: &mut Progress,
    ) -> Result<Vec<Event>> {
        let mut received = Vec::new();
        for (room, update) in response.rooms.invited {
            received.extend(self.read_invitation(&room, &update.invite_state.events));
        }
        let Some(since) = since else {
            return Ok(received);
        };
        for (room, update) in response.rooms.joined {
            let told = self.read_room(&room, update.timeline, since, progress);
            received.extend(told.await?);
        }
        for (room, update) in response.rooms.left {
            let events = update.timeline.events.iter().map(TimelineEvent::raw);
            received.extend(self.read_own_leave(&room, events));
        }
        Ok(received)
    }

    /// Requests the events between two positions, past matrix-sdk. Synapse may answer a repeated request from its cache, so this
    /// goes on until it reaches `until`.
    async fn fetch_missed(
        &self,
        since: &str,
        until: &str,
        progress: &mut Progress,
    ) -> Result<Vec<Event>> {
        let mut events = Vec::new();
        let mut since = since.to_owned();
        for _ in 0..PAGES {
            let (more, next) = self.fetch_missed_page(&since, progress).await?;
            events.extend(more);
            if next == until || next == since {
                break;
            }
            since = next;
        }
        Ok(events)
    }

    /// Requests events since a position; returns them and the next position.
    async fn fetch_missed_page(
        &self,
        since: &str,
        progress: &mut Progress,
    ) -> Result<(Vec<Event>, String)> {
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
        tracing::info!(
            rooms = response.rooms.join.len(),
            "requested unhandled events again"
        );
        let mut received = Vec::new();
        for (room, update) in response.rooms.invite {
            received.extend(self.read_invitation(&room, &update.invite_state.events));
        }
        for (room, update) in response.rooms.join {
            let known = self.client.get_room(&room);
            let mut events = Vec::new();
            for event in update.timeline.events {
                events.push(decrypted(known.as_ref(), event).await);
            }
            let timeline = Timeline {
                limited: update.timeline.limited,
                prev_batch: update.timeline.prev_batch,
                events,
            };
            received.extend(self.read_room(&room, timeline, since, progress).await?);
        }
        for (room, update) in response.rooms.leave {
            received.extend(self.read_own_leave(&room, &update.timeline.events));
        }
        Ok((received, response.next_batch))
    }

    fn read_invitation<'a, T: 'a>(
        &self,
        room: &RoomId,
        state: impl IntoIterator<Item = &'a Raw<T>>,
    ) -> Option<Event> {
        let state: Vec<Value> = state.into_iter().filter_map(json).collect();
        invitation(self.me.as_str(), room.as_str(), &state)
    }

    /// Reads the account's own leave from a left room.
    fn read_own_leave<'a>(
        &self,
        room: &RoomId,
        events: impl IntoIterator<Item = &'a Raw<AnySyncTimelineEvent>>,
    ) -> Vec<Event> {
        let me = self.me.as_str();
        events
            .into_iter()
            .filter_map(json)
            .filter_map(|event| read(self.receives, me, room.as_str(), &event))
            .filter(
                |event| matches!(&event.kind, EventKind::Membership(change) if change.person == me),
            )
            .collect()
    }

    async fn read_room(
        &self,
        room: &RoomId,
        timeline: Timeline,
        since: &str,
        progress: &mut Progress,
    ) -> Result<Vec<Event>> {
        let me = self.me.as_str();
        // The event may be among those that a limited timeline leaves out.
        let encrypts = |event: &TimelineEvent| has_type(event.raw(), "m.room.encryption");
        if timeline.limited || timeline.events.iter().any(encrypts) {
            self.clear.remove(room);
        }
        let mut events: Vec<Value> = Vec::new();
        if timeline.limited
            && let (Some(from), Some(room)) = (timeline.prev_batch, self.client.get_room(room))
        {
            match page_back(&room, from, since).await {
                Ok(earlier) => events = earlier,
                Err(error) if error.is_transient() => return Err(error),
                // The account may be banned there, which must not block other rooms.
                Err(error) => tracing::warn!(%error, "missed messages of a room not read"),
            }
        }
        events.extend(timeline.events.iter().filter_map(readable));
        if let Some(join) = events.iter().rposition(|event| is_own_join(me, event)) {
            let since = events.split_off(join);
            events = first_words(me, events);
            events.extend(since);
        }
        let mut received = Vec::new();
        for event in events {
            let is_program = self.receives == Receives::Requests;
            let accepted = accepted(me, room.as_str(), &event).filter(|_| is_program);
            let one = read(self.receives, me, room.as_str(), &event);
            let waits = is_unreadable(one.as_ref()) && progress.wait_for_keys(room.as_str(), event);
            received.extend(one.filter(|_| !waits).into_iter().chain(accepted));
        }
        Ok(received)
    }

    /// Removes the invitations and replacements over the limits.
    fn admitted(&self, events: Vec<Event>, invitations: &mut Invitations) -> Vec<Event> {
        let now = Instant::now();
        let rooms = self.client.joined_rooms().len();
        let admitted = events.into_iter().filter_map(|one| {
            let is_admitted = match one.kind {
                EventKind::Invited { .. } if self.joined(&one.room).is_ok() => {
                    invitations.accepted(&one.room, now);
                    true
                }
                EventKind::Invited { .. } => {
                    if self.has_direct_room(&one.sender) {
                        invitations.add_host(&one.sender, now);
                    }
                    invitations.admit_to(&one.room, &one.sender, rooms, now)
                }
                // Managers of a room can name any room as its replacement, repeatedly.
                EventKind::Upgraded { .. } => invitations.admit(&one.sender, now),
                _ => true,
            };
            if is_admitted {
                return Some(one);
            }
            tracing::info!(account = %self.me, "invitation postponed");
            let wait = invitations.wait_to_tell(&one.sender, now)?;
            let kind = EventKind::Postponed { wait };
            Some(Event { kind, ..one })
        });
        admitted.collect()
    }

    fn has_direct_room(&self, person: &str) -> bool {
        user_id(person).is_ok_and(|person| self.client.get_dm_rooms(&person).next().is_some())
    }

    /// Returns open invitations of earlier syncs and runs that are within the limits now.
    async fn open_invitations(&self, invitations: &mut Invitations) -> Vec<Event> {
        let now = Instant::now();
        let rooms = self.client.joined_rooms().len();
        if !invitations.should_check(rooms, now) {
            return Vec::new();
        }
        let mut open = Vec::new();
        let all = self.client.invited_rooms();
        for room in invitations.batch(all, |room| room.room_id().to_string()) {
            let (Ok(invitation), Ok(is_direct)) =
                (room.invite_details().await, room.is_direct().await)
            else {
                continue;
            };
            let (room, sender) = (room.room_id().as_str(), invitation.inviter_id.as_str());
            if invitations.admit_to(room, sender, rooms + open.len(), now) {
                open.push(invited(room, sender, "again", is_direct));
            }
        }
        open
    }
}

/// Fetches the events between `since` and `from`, oldest first.
async fn page_back(room: &SdkRoom, from: String, since: &str) -> Result<Vec<Value>> {
    let mut events: Vec<Value> = Vec::new();
    let mut from = Some(from);
    for _ in 0..PAGES {
        let Some(start) = from.take() else { break };
        let mut options = MessagesOptions::backward().from(start.as_str());
        options.to = Some(since.to_owned());
        options.limit = UInt::from(PAGE);
        let page = room.messages(options).await?;
        events.extend(page.chunk.iter().filter_map(readable));
        if !page.chunk.is_empty() {
            from = page.end.filter(|end| *end != start);
        }
    }
    if from.is_some() {
        tracing::warn!("too many missed messages in a room: the oldest are lost");
    }
    events.reverse();
    Ok(events)
}

/// Filters presence, typing and receipts, and lazy-loads members.
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
