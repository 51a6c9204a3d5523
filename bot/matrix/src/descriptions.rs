//! Describes the commands to clients in the state of rooms in which people give commands (`msc4391`).
//!
//! There are dozens, and homeservers limit an account's events: they are sent one by one, with pauses, so that no move waits.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::account::Error;
use tokio::sync::mpsc;
use tokio::time::sleep;

use super::governor::Urgency;
use super::words::lang;
use super::{Bot, msc4391};
use runtime::outbox::pauses::insert;

/// Between two events: a homeserver with default limits takes one in five seconds.
const PACE: Duration = Duration::from_secs(15);
/// How long a room is left alone after it was looked at: Delos may be given the power later.
const AGAIN: Duration = Duration::from_hours(6);
/// The most rooms that wait, and that are remembered.
const MOST_ROOMS: usize = 1_000;

/// The rooms to describe the commands in.
#[derive(Debug)]
pub(super) struct Descriptions {
    queue: mpsc::Sender<String>,
    /// When a room was put into the queue.
    queued: Mutex<HashMap<String, Instant>>,
}

impl Descriptions {
    pub(super) fn new() -> (Self, mpsc::Receiver<String>) {
        let (queue, rooms) = mpsc::channel(MOST_ROOMS);
        let queued = Mutex::default();
        (Self { queue, queued }, rooms)
    }

    /// Has the commands described in a room before long.
    pub(super) fn offer(&self, room: &str) {
        let mut queued = self.queued.lock().unwrap_or_else(PoisonError::into_inner);
        let is_recent = |at: &Instant| at.elapsed() < AGAIN;
        if queued.get(room).is_some_and(is_recent) {
            return;
        }
        // Where too many wait, the next command there asks again.
        if self.queue.try_send(room.to_owned()).is_ok() {
            insert(&mut queued, room.to_owned(), Instant::now(), MOST_ROOMS);
        }
    }
}

/// Describes the commands in one room after the other, until the program stops.
pub(super) async fn run(bot: Arc<Bot>, mut rooms: mpsc::Receiver<String>) {
    let describing = async {
        while let Some(room) = rooms.recv().await {
            if let Err(error) = describe(&bot, &room).await {
                tracing::info!(%error, "commands not described");
            }
        }
    };
    bot.stop.run_until_cancelled(describing).await;
}

async fn describe(bot: &Bot, room: &str) -> Result<(), Error> {
    for description in msc4391::descriptions(lang()) {
        let describe = || bot.homeserver().describe_command(room, &description);
        match bot.speaker.in_turn(Urgency::Notice, describe).await {
            Ok(true) => sleep(PACE).await,
            Ok(false) => {}
            // Where it lacks the power, that is the managers' choice.
            Err(Error::Forbidden(_) | Error::NotFound(_)) => return Ok(()),
            Err(error) => return Err(error),
        }
    }
    Ok(())
}
