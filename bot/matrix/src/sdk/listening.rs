//! The sync loop, which loses nothing.
//!
//! Everything up to `passed` was handed to the program. Where matrix-sdk's own position is another, a crash, an error or a
//! canceled request came between: then what is missing is asked for again, past matrix-sdk, which drops an answer that it knows.

use std::collections::{HashSet, VecDeque};
use std::sync::{Mutex as StdMutex, MutexGuard, PoisonError};
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
use matrix_sdk::sync::SyncResponse;
use serde_json::Value;

use super::folder::{Folder, Position};
use super::hearing::{hear, invitation, is_entry};
use super::invitations::Invitations;
use super::{Account, room_id};
use crate::event::{Event, Heard, Sync};
use crate::homeserver::Error;

/// How long the homeserver waits for something to happen.
const POLL: Duration = Duration::from_secs(30);

/// How long it waits while keys are awaited, which may come from the backup, without a sync.
const POLL_FOR_KEYS: Duration = Duration::from_secs(2);

/// How long keys are awaited before an event counts as unreadable.
const KEYS: Duration = Duration::from_secs(20);

/// How many unreadable events are kept.
const MOST_WAITING: usize = 200;

/// How many events of a room come with a sync; the others are fetched in pages.
const TIMELINE: u32 = 50;

/// How many events a page has, and how many pages of a room are fetched after an absence.
const PAGE: u32 = 100;
const PAGES: usize = 50;

/// Where listening stands.
#[derive(Debug)]
pub(super) struct Listening {
    /// What the program has.
    passed: Progress,
    /// What it has if the last answer reached it.
    offered: Option<Progress>,
    /// Whether the last sync went well, so that nothing happened unheard since.
    is_attentive: bool,
    invitations: Invitations,
}

/// Up to where everything was handed out, but for what waits.
#[derive(Clone, Debug)]
struct Progress {
    token: Option<String>,
    /// What cannot be read yet.
    waiting: Vec<Waiting>,
}

/// An event whose keys may still come.
#[derive(Clone, Debug)]
struct Waiting {
    room: String,
    event: Value,
    since: Instant,
}

impl Listening {
    pub(super) fn new(position: Option<Position>, allow_servers: &[String]) -> Self {
        Self {
            passed: Progress::from(position),
            offered: None,
            is_attentive: false,
            invitations: Invitations::new(allow_servers),
        }
    }

    /// What the program has, if `received` is the token of the last sync that reached it in this run.
    fn confirm(&mut self, received: Option<&str>) -> Progress {
        if let Some(offered) = self.offered.take()
            && offered.token.as_deref() == received
        {
            self.passed = offered;
        }
        self.passed.clone()
    }
}

impl From<Option<Position>> for Progress {
    fn from(position: Option<Position>) -> Self {
        let Some(position) = position else {
            return Self {
                token: None,
                waiting: Vec::new(),
            };
        };
        let waiting = position.waiting.into_iter().map(|(room, event)| Waiting {
            room,
            event,
            since: Instant::now(),
        });
        Self {
            token: Some(position.token),
            waiting: waiting.collect(),
        }
    }
}

impl Progress {
    fn wait_for_keys(&mut self, room: &str, event: Value) {
        let is_there = self
            .waiting
            .iter()
            .any(|waiting| waiting.event["event_id"] == event["event_id"]);
        if !is_there && self.waiting.len() < MOST_WAITING {
            self.waiting.push(Waiting {
                room: room.to_owned(),
                event,
                since: Instant::now(),
            });
        }
    }

    fn position(&self, token: &str) -> Position {
        Position {
            token: token.to_owned(),
            waiting: self
                .waiting
                .iter()
                .map(|waiting| (waiting.room.clone(), waiting.event.clone()))
                .collect(),
        }
    }
}

/// Positions that were handed out, in order, behind the one that is stored.
#[derive(Debug)]
pub(super) struct Unacknowledged(StdMutex<(Option<Position>, VecDeque<Position>)>);

impl Unacknowledged {
    pub(super) fn new(stored: Option<Position>) -> Self {
        Self(StdMutex::new((stored, VecDeque::new())))
    }

    fn lock(&self) -> MutexGuard<'_, (Option<Position>, VecDeque<Position>)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn push(&self, position: Position) {
        let mut positions = self.lock();
        // The homeserver repeats a token when nothing happened.
        positions.1.retain(|other| other.token != position.token);
        positions.1.push_back(position);
    }

    /// Stores a position, and with it all that were handed out earlier.
    pub(super) async fn acknowledge(&self, token: &str, folder: &Folder) -> Result<(), Error> {
        let position = {
            let positions = self.lock();
            let Some(position) = positions.1.iter().find(|position| position.token == token) else {
                return if positions
                    .0
                    .as_ref()
                    .is_some_and(|stored| stored.token == token)
                {
                    Ok(())
                } else {
                    Err(Error::Invalid("no sync has this token".to_owned()))
                };
            };
            if positions.0.as_ref() == Some(position) {
                return Ok(());
            }
            position.clone()
        };
        let folder = folder.clone();
        let stored = position.clone();
        tokio::task::spawn_blocking(move || folder.set_position(&stored))
            .await
            .map_err(|error| Error::Store(error.to_string()))??;
        let mut positions = self.lock();
        while positions
            .1
            .pop_front()
            .is_some_and(|earlier| earlier.token != position.token)
        {}
        positions.0 = Some(position);
        Ok(())
    }
}

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
        let missed_since = progress.token.clone().filter(|_| progress.token != sdk);

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
        let response = self.client.sync_once(settings).await?;
        let token = response.next_batch.clone();

        // After the sync, which has brought the keys.
        let mut heard = match &missed_since {
            Some(since) => self.hear_missed(since, &mut progress).await?,
            None => Vec::new(),
        };
        // Only what is later than the first sync is any of the program's business.
        heard.extend(
            self.hear_response(response, sdk.as_deref(), &mut progress)
                .await?,
        );
        heard.extend(self.hear_waiting(&mut progress).await?);
        let heard = self.admitted(without_repeats(heard), &mut listening.invitations);

        self.unacknowledged.push(progress.position(&token));
        progress.token = Some(token.clone());
        listening.offered = Some(progress);
        listening.is_attentive = true;
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
    ) -> Result<Vec<Heard>, Error> {
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

    /// What happened since a position, however much of it matrix-sdk knows.
    async fn hear_missed(&self, since: &str, progress: &mut Progress) -> Result<Vec<Heard>, Error> {
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
                return Ok(Vec::new());
            }
            Err(error) => return Err(error),
        };
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
        Ok(heard)
    }

    fn hear_invitation<'a, T: 'a>(
        &self,
        room: &RoomId,
        state: impl IntoIterator<Item = &'a Raw<T>>,
    ) -> Option<Heard> {
        let state: Vec<Value> = state.into_iter().filter_map(json).collect();
        invitation(self.me.as_str(), room.as_str(), &state)
    }

    /// Of a room that it has left, the account hears only that.
    fn hear_farewell<'a>(
        &self,
        room: &RoomId,
        events: impl IntoIterator<Item = &'a Raw<AnySyncTimelineEvent>>,
    ) -> Vec<Heard> {
        let me = self.me.as_str();
        events
            .into_iter()
            .filter_map(json)
            .filter_map(|event| hear(me, room.as_str(), &event))
            .filter(
                |heard| matches!(&heard.event, Event::Membership(change) if change.person == me),
            )
            .collect()
    }

    async fn hear_room(
        &self,
        room: &RoomId,
        stretch: Stretch,
        since: &str,
        progress: &mut Progress,
    ) -> Result<Vec<Heard>, Error> {
        let me = self.me.as_str();
        let mut events: Vec<Value> = Vec::new();
        if stretch.is_limited
            && let (Some(from), Some(room)) = (stretch.prev_batch, self.client.get_room(room))
        {
            events = page_back(&room, from, since).await?;
        }
        events.extend(stretch.events.iter().filter_map(|event| json(event.raw())));
        let entry = events.iter().rposition(|event| is_entry(me, event));
        let mut heard = Vec::new();
        for event in events.drain(entry.unwrap_or(0)..) {
            match hear(me, room.as_str(), &event) {
                Some(one) if one.event == Event::Unreadable => {
                    progress.wait_for_keys(room.as_str(), event);
                }
                one => heard.extend(one),
            }
        }
        Ok(heard)
    }

    /// What has become readable, and what has waited long enough.
    async fn hear_waiting(&self, progress: &mut Progress) -> Result<Vec<Heard>, Error> {
        let mut heard = Vec::new();
        let mut still = Vec::new();
        for waiting in std::mem::take(&mut progress.waiting) {
            let room = self.client.get_room(&room_id(&waiting.room)?);
            let event = match Raw::new(&waiting.event) {
                Ok(raw) => decrypted(room.as_ref(), raw.cast_unchecked()).await,
                Err(_) => continue,
            };
            let Some(event) = json(event.raw()) else {
                continue;
            };
            let one = hear(self.me.as_str(), &waiting.room, &event);
            let is_unreadable = one
                .as_ref()
                .is_some_and(|one| one.event == Event::Unreadable);
            if is_unreadable && waiting.since.elapsed() < KEYS {
                still.push(waiting);
            } else {
                heard.extend(one);
            }
        }
        progress.waiting = still;
        Ok(heard)
    }

    fn admitted(&self, heard: Vec<Heard>, invitations: &mut Invitations) -> Vec<Heard> {
        let now = Instant::now();
        heard
            .into_iter()
            .filter(|one| {
                let is_admitted = !matches!(one.event, Event::Invited { .. })
                    || invitations.admit(&one.sender, now);
                if !is_admitted {
                    tracing::info!(account = %self.me, "left an invitation alone");
                }
                is_admitted
            })
            .collect()
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
        let events: Vec<Value> = page
            .chunk
            .iter()
            .filter_map(|event| json(event.raw()))
            .collect();
        if !events.is_empty() {
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

fn json<T>(event: &Raw<T>) -> Option<Value> {
    event.deserialize_as_unchecked().ok()
}

/// The same events, each at its first place.
fn without_repeats(heard: Vec<Heard>) -> Vec<Heard> {
    let mut ids = HashSet::new();
    heard
        .into_iter()
        .filter(|one| ids.insert(one.id.clone()))
        .collect()
}

/// What a sync should bring: no presence, nobody's typing and reading, and members only where they speak.
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn position(token: &str) -> Position {
        Position {
            token: token.to_owned(),
            waiting: Vec::new(),
        }
    }

    #[tokio::test]
    async fn acknowledging_stores_a_position_and_forgets_the_earlier_ones() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::open(place.path()).unwrap();
        let positions = Unacknowledged::new(None);
        for token in ["s1", "s2", "s2", "s3"] {
            positions.push(position(token));
        }
        positions.acknowledge("s2", &folder).await.unwrap();
        assert_eq!(folder.position().unwrap(), Some(position("s2")));
        assert!(positions.acknowledge("s1", &folder).await.is_err());
        positions.acknowledge("s2", &folder).await.unwrap();
        positions.acknowledge("s3", &folder).await.unwrap();
        assert_eq!(folder.position().unwrap(), Some(position("s3")));
    }

    #[test]
    fn an_event_waits_once_and_is_part_of_the_position() {
        let mut progress = Progress::from(Some(position("s1")));
        let event = json!({"event_id": "$a"});
        progress.wait_for_keys("!a:example.org", event.clone());
        progress.wait_for_keys("!a:example.org", event.clone());
        let stored = progress.position("s2");
        assert_eq!(stored.waiting, [("!a:example.org".to_owned(), event)]);
        assert_eq!(Progress::from(Some(stored)).waiting.len(), 1);
    }

    #[test]
    fn an_answer_that_did_not_reach_the_program_does_not_count() {
        let mut listening = Listening::new(Some(position("s1")), &[]);
        listening.offered = Some(Progress::from(Some(position("s2"))));
        assert_eq!(listening.confirm(None).token.as_deref(), Some("s1"));
        listening.offered = Some(Progress::from(Some(position("s3"))));
        assert_eq!(listening.confirm(Some("s3")).token.as_deref(), Some("s3"));
        assert_eq!(listening.confirm(Some("s3")).token.as_deref(), Some("s3"));
    }
}
