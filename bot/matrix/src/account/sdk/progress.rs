//! Sync positions: what the program has received, and acknowledged.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use serde_json::Value;

use super::folder::{Folder, Position};
use super::invitations::Invitations;
use crate::account::homeserver::{Error, Result};

/// Positions kept while an earlier one is not acknowledged, each with its undecryptable events.
const MOST_POSITIONS: usize = 32;

/// State of the sync loop.
#[derive(Debug)]
pub(super) struct Listening {
    /// Received by the program.
    passed: Progress,
    /// At the start of this run, or after its first sync.
    begun: Option<Progress>,
    /// Received by the program if the last sync reached it.
    pub(super) offered: Option<Progress>,
    /// Whether the last sync succeeded, so that there is nothing to catch up on.
    pub(super) is_caught_up: bool,
    pub(super) invitations: Invitations,
}

/// A position up to which everything was received, except for waiting events.
#[derive(Clone, Debug, Default)]
pub(super) struct Progress {
    pub(super) token: Option<String>,
    /// Events that can't be decrypted yet.
    pub(super) waiting: Vec<Waiting>,
    /// Whether this came from a bookmark, so that matrix-sdk's own position is unrelated.
    pub(super) is_resumed: bool,
}

/// An event whose keys may still arrive.
#[derive(Clone, Debug)]
pub(super) struct Waiting {
    pub(super) room: String,
    pub(super) event: Value,
    pub(super) since: Instant,
}

impl Listening {
    pub(super) fn new(position: Option<Position>, invitations: Invitations) -> Self {
        Self {
            begun: position.clone().map(Progress::from),
            passed: position.map(Progress::from).unwrap_or_default(),
            offered: None,
            is_caught_up: false,
            invitations,
        }
    }

    /// Records what the program has received once the next sync reaches it.
    pub(super) fn offer(&mut self, progress: Progress) {
        self.begun.get_or_insert_with(|| progress.clone());
        self.offered = Some(progress);
        self.is_caught_up = true;
    }

    /// Moves to a bookmark, or to the start of this run. Returns the bookmark's position.
    pub(super) fn resume(&mut self, bookmark: Option<&str>) -> Result<Option<Position>> {
        let read = bookmark.map(serde_json::from_str).transpose();
        let position: Option<Position> = read.map_err(|error| {
            Error::Store(format!("the shared position cannot be read: {error}"))
        })?;
        let resumed = position.clone().map(Progress::from);
        let resumed = resumed.or_else(|| self.begun.clone());
        self.offered = None;
        self.is_caught_up = false;
        if let Some(resumed) = resumed {
            self.passed = resumed;
            self.passed.is_resumed = true;
        }
        Ok(position)
    }

    /// Returns the program's progress, given the token of the last sync that reached it.
    pub(super) fn confirm(&mut self, received: Option<&str>) -> Progress {
        if let Some(offered) = self.offered.take()
            && offered.token.as_deref() == received
        {
            self.passed = offered;
        }
        self.passed.clone()
    }
}

impl From<Position> for Progress {
    fn from(position: Position) -> Self {
        let waiting = position.waiting.into_iter().map(|(room, event)| Waiting {
            room,
            event,
            since: Instant::now(),
        });
        Self {
            token: Some(position.token),
            waiting: waiting.collect(),
            is_resumed: false,
        }
    }
}

impl Progress {
    pub(super) fn position(&self, token: &str) -> Position {
        let stored = |waiting: &Waiting| (waiting.room.clone(), waiting.event.clone());
        Position {
            token: token.to_owned(),
            waiting: self.waiting.iter().map(stored).collect(),
        }
    }
}

/// The stored position, and those of later syncs in order. A token that it does not know is of a sync before a reconnection, whose
/// events come again, or of one that a later acknowledgment includes.
#[derive(Debug)]
pub(super) struct Unacknowledged(Mutex<(Option<Position>, VecDeque<Position>)>);

impl Unacknowledged {
    pub(super) fn new(stored: Option<Position>) -> Self {
        Self(Mutex::new((stored, VecDeque::new())))
    }

    fn lock(&self) -> MutexGuard<'_, (Option<Position>, VecDeque<Position>)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn push(&self, position: Position) {
        let (_, later) = &mut *self.lock();
        // The homeserver repeats a token if nothing happened.
        later.retain(|other| other.token != position.token);
        later.push_back(position);
        if later.len() > MOST_POSITIONS {
            later.pop_front();
        }
    }

    /// Stores the position to resume from, which also holds after a reconnection, and drops later ones.
    pub(super) async fn resume(&self, position: Option<Position>, folder: &Folder) -> Result<()> {
        let Some(position) = position else {
            return Ok(());
        };
        store(position.clone(), folder).await?;
        *self.lock() = (Some(position), VecDeque::new());
        Ok(())
    }

    /// Returns a position for another device, if the token is known.
    pub(super) fn bookmark(&self, token: &str) -> Result<Option<String>> {
        let positions = self.lock();
        let mut known = positions.1.iter().chain(&positions.0);
        let position = known.find(|position| position.token == token);
        let written = position.map(serde_json::to_string).transpose();
        written.map_err(|error| Error::Store(error.to_string()))
    }

    /// Stores a position if its token is known, which acknowledges earlier ones, too.
    pub(super) async fn acknowledge(&self, token: &str, folder: &Folder) -> Result<()> {
        let position = {
            let positions = self.lock();
            match positions.1.iter().find(|position| position.token == token) {
                Some(position) if positions.0.as_ref() != Some(position) => position.clone(),
                _ => return Ok(()),
            }
        };
        store(position.clone(), folder).await?;
        let (stored, later) = &mut *self.lock();
        while let Some(earlier) = later.pop_front()
            && earlier.token != position.token
        {}
        *stored = Some(position);
        Ok(())
    }
}

async fn store(position: Position, folder: &Folder) -> Result<()> {
    let folder = folder.clone();
    tokio::task::spawn_blocking(move || folder.set_position(&position))
        .await
        .map_err(|error| Error::Store(error.to_string()))?
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

    /// The positions of a new run, with its folder and where that lies.
    fn new_run() -> (Unacknowledged, Folder, tempfile::TempDir) {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::open(place.path()).unwrap();
        (Unacknowledged::new(None), folder, place)
    }

    #[tokio::test]
    async fn acknowledging_stores_a_position_and_drops_earlier_ones() {
        let (positions, folder, _place) = new_run();
        for token in ["s1", "s2", "s2", "s3"] {
            positions.push(position(token));
        }
        for (token, stored) in [
            ("s2", "s2"),
            ("s1", "s2"),
            ("s2", "s2"),
            ("before a reconnection", "s2"),
            ("s3", "s3"),
        ] {
            positions.acknowledge(token, &folder).await.unwrap();
            assert_eq!(folder.position().unwrap(), Some(position(stored)));
        }
        // A position to resume from is stored at once.
        for resumed in [Some(position("s0")), None] {
            positions.resume(resumed, &folder).await.unwrap();
            assert_eq!(folder.position().unwrap(), Some(position("s0")));
        }
        positions.push(position("s8"));
        positions.acknowledge("s8", &folder).await.unwrap();
        assert_eq!(folder.position().unwrap(), Some(position("s8")));
    }

    #[tokio::test]
    async fn few_positions_are_kept_while_the_oldest_is_not_acknowledged() {
        let (positions, folder, _place) = new_run();
        for sync in 0..10_000 {
            positions.push(position(&format!("s{sync}")));
        }
        assert_eq!(positions.lock().1.len(), MOST_POSITIONS);
        positions.acknowledge("s0", &folder).await.unwrap();
        assert_eq!(folder.position().unwrap(), None);
        positions.acknowledge("s9999", &folder).await.unwrap();
        assert_eq!(folder.position().unwrap(), Some(position("s9999")));
    }

    #[test]
    fn a_waiting_event_is_stored_once_with_the_position() {
        let mut progress = Progress::from(position("s1"));
        let event = json!({"event_id": "$a"});
        for _ in 0..2 {
            progress.wait_for_keys("!a:example.org", event.clone());
        }
        let stored = progress.position("s2");
        assert_eq!(stored.waiting, [("!a:example.org".to_owned(), event)]);
        assert_eq!(Progress::from(stored).waiting.len(), 1);
    }

    #[test]
    fn a_bookmark_includes_events_that_wait_for_keys() {
        let positions = Unacknowledged::new(None);
        let waiting = vec![("!a:example.org".to_owned(), json!({"event_id": "$a"}))];
        positions.push(Position {
            token: "s5".to_owned(),
            waiting,
        });
        assert_eq!(positions.bookmark("s4").unwrap(), None);
        let bookmark = positions.bookmark("s5").unwrap().unwrap();
        let mut other = Listening::new(Some(position("s1")), Invitations::new(&[], 100));
        other.offer(Progress::from(position("s7")));
        other.resume(Some(&bookmark)).unwrap();
        let progress = other.confirm(Some("s7"));
        assert!(progress.is_resumed);
        assert_eq!(progress.token.as_deref(), Some("s5"));
        assert_eq!(progress.waiting.len(), 1);
        assert!(other.resume(Some("damaged")).is_err());
    }

    #[test]
    fn without_a_bookmark_a_run_resumes_from_its_start() {
        for (stored, expected) in [(Some(position("s1")), "s1"), (None, "s2")] {
            let mut listening = Listening::new(stored, Invitations::new(&[], 100));
            for token in ["s2", "s3"] {
                listening.offer(Progress::from(position(token)));
                listening.confirm(Some(token));
            }
            listening.resume(None).unwrap();
            assert_eq!(listening.confirm(None).token.as_deref(), Some(expected));
        }
    }

    #[test]
    fn a_sync_that_did_not_reach_the_program_does_not_count() {
        let mut listening = Listening::new(Some(position("s1")), Invitations::new(&[], 100));
        listening.offered = Some(Progress::from(position("s2")));
        assert_eq!(listening.confirm(None).token.as_deref(), Some("s1"));
        listening.offered = Some(Progress::from(position("s3")));
        assert_eq!(listening.confirm(Some("s3")).token.as_deref(), Some("s3"));
        assert_eq!(listening.confirm(Some("s3")).token.as_deref(), Some("s3"));
    }
}
