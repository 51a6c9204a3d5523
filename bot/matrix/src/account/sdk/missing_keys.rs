//! Encrypted messages whose keys are missing: they wait for the keys, and are unreadable if those don't arrive in time.

use std::time::{Duration, Instant};

use matrix_sdk::Room as SdkRoom;
use matrix_sdk::deserialized_responses::TimelineEvent;
use matrix_sdk::ruma::events::AnySyncTimelineEvent;
use matrix_sdk::ruma::serde::Raw;
use serde_json::Value;

use super::account::{Account, room_id};
use super::events::{has_type, read, readable};
use super::progress::{Progress, Waiting};
use crate::account::event::{Event, EventKind};
use crate::account::homeserver::Result;

/// After this long without its keys, an event is unreadable.
const KEYS: Duration = Duration::from_secs(20);

/// Undecryptable events kept, in all and per room; newer ones replace older ones.
const MOST_WAITING: usize = 200;
/// Size of such an event as JSON, in bytes; commands take a fraction of that.
const LARGEST_WAITING: usize = 8_192;
const MOST_OF_ROOM: usize = 10;

impl Account {
    /// Returns events that can be decrypted by now, or waited too long.
    pub(super) async fn read_waiting(&self, progress: &mut Progress) -> Result<Vec<Event>> {
        let mut events = Vec::new();
        let mut still = Vec::new();
        for waiting in std::mem::take(&mut progress.waiting) {
            let (Ok(room), Ok(raw)) = (room_id(&waiting.room), Raw::new(&waiting.event)) else {
                continue;
            };
            let room = self.client.get_room(&room);
            let event = decrypted(room.as_ref(), raw.cast_unchecked()).await;
            let Some(event) = readable(&event) else {
                continue;
            };
            let one = read(self.receives, self.me.as_str(), &waiting.room, &event);
            if is_unreadable(one.as_ref()) && waiting.since.elapsed() < KEYS {
                still.push(waiting);
            } else {
                events.extend(one);
            }
        }
        progress.waiting = still;
        Ok(events)
    }
}

impl Progress {
    /// Keeps an event until its keys arrive; returns false if it is too large to be stored with each acknowledgment.
    pub(super) fn wait_for_keys(&mut self, room: &str, event: Value) -> bool {
        let is_same = |waiting: &Waiting| waiting.event["event_id"] == event["event_id"];
        if self.waiting.iter().any(is_same) {
            return true;
        }
        if event.to_string().len() > LARGEST_WAITING {
            return false;
        }
        let of_room = |room: &str| self.waiting.iter().filter(|one| one.room == room).count();
        let crowded = if of_room(room) >= MOST_OF_ROOM {
            Some(room.to_owned())
        } else if self.waiting.len() >= MOST_WAITING {
            // A person who fills rooms with junk displaces their own.
            let rooms = self.waiting.iter().map(|one| one.room.as_str());
            rooms.max_by_key(|room| of_room(room)).map(str::to_owned)
        } else {
            None
        };
        if let Some(crowded) = crowded
            && let Some(oldest) = self.waiting.iter().position(|one| one.room == crowded)
        {
            self.waiting.remove(oldest);
        }
        self.waiting.push(Waiting {
            room: room.to_owned(),
            event,
            since: Instant::now(),
        });
        true
    }
}

/// Decrypts an event if possible. Missing keys are requested from the backup.
pub(super) async fn decrypted(
    room: Option<&SdkRoom>,
    event: Raw<AnySyncTimelineEvent>,
) -> TimelineEvent {
    if has_type(&event, "m.room.encrypted")
        && let Some(room) = room
        && let Ok(decrypted) = room.decrypt_event(event.cast_ref_unchecked(), None).await
    {
        return decrypted;
    }
    TimelineEvent::from_plaintext(event)
}

pub(super) fn is_unreadable(event: Option<&Event>) -> bool {
    event.is_some_and(|event| event.kind == EventKind::Unreadable)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_event_too_large_to_wait_displaces_no_other() {
        let mut progress = Progress::default();
        for number in 0..MOST_OF_ROOM {
            assert!(progress.wait_for_keys("!a:hs", json!({ "event_id": number })));
        }
        let large = json!({ "event_id": "$l", "body": "x".repeat(LARGEST_WAITING) });
        assert!(!progress.wait_for_keys("!a:hs", large));
        assert_eq!(progress.waiting[0].event["event_id"], 0);
    }

    #[test]
    fn junk_in_one_room_displaces_no_other_rooms_events() {
        let mut progress = Progress::default();
        let wait = |progress: &mut Progress, room: &str, number: usize| {
            let event = json!({ "event_id": format!("${room}{number}") });
            progress.wait_for_keys(room, event);
        };
        wait(&mut progress, "!quiet:hs", 0);
        for number in 0..2 * MOST_WAITING {
            wait(&mut progress, "!junk:hs", number);
        }
        assert_eq!(progress.waiting.len(), 1 + MOST_OF_ROOM);
        let newest = progress.waiting.last().unwrap();
        let expected = format!("$!junk:hs{}", 2 * MOST_WAITING - 1);
        assert_eq!(newest.event["event_id"], expected);
        for room in 0..MOST_WAITING / 2 {
            for number in 0..3 {
                wait(&mut progress, &format!("!{room}:hs"), number);
            }
        }
        assert_eq!(progress.waiting.len(), MOST_WAITING);
        assert_eq!(progress.waiting[0].room, "!quiet:hs");
    }
}
