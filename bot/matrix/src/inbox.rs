//! Received events, handled in order within each room.
//!
//! A room in which an event fails or hangs is parked: its later events wait behind it, and other rooms go on. A sync is
//! acknowledged once all events up to its end are handled, so the next run receives again what still waits.

use std::collections::{HashMap, VecDeque};
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use app::Timestamp;
use futures_util::future::BoxFuture;
use futures_util::stream::FuturesUnordered;
use futures_util::{FutureExt as _, StreamExt as _};
use runtime::backoff::{Backoff, Retry};
use tokio::sync::Semaphore;
use tokio::time::timeout;

use crate::account::{Error, Event, EventKind, Result};
use crate::bot::{Bot, HandleError};
use crate::{parse, request, respond, rooms};

pub(crate) const BACKOFF: Backoff =
    Backoff::doubling(Duration::from_millis(500), Duration::from_secs(5));
/// Events handled concurrently.
const CONCURRENT: usize = 16;
/// Time after which a hanging event no longer counts as one of them.
const HANGS_AFTER: Duration = Duration::from_secs(5);
/// Longest time that a parked room pauses clocks: anyone can make a room that fails.
const CLOCKS: Duration = Duration::from_mins(10);
/// Attempts at an event while the store and the homeserver work, unless the error is transient.
const ATTEMPTS: u32 = 6;
/// How long a room's events are retried after transient errors while the store and the homeserver work. The longer a room is
/// parked, the more the next run receives again.
const LONGEST: Duration = Duration::from_hours(1);
/// Maximum number of events behind one that hangs; later ones are dropped.
const MOST_BEHIND: usize = 1_000;
/// Time limit for the events in progress when the program stops.
const STOPPING: Duration = Duration::from_secs(5);

/// The events of unacknowledged syncs.
pub(crate) struct Inbox<'a> {
    bot: &'a Arc<Bot>,
    lines: HashMap<String, Line>,
    at_work: FuturesUnordered<BoxFuture<'a, Handled>>,
    turns: Arc<Semaphore>,
    syncs: VecDeque<Received>,
    /// The number of the first of [`Self::syncs`].
    first: usize,
}

/// The events of a room.
struct Line {
    /// When the first one began.
    begun: Instant,
    /// The others, with the numbers of their syncs.
    behind: VecDeque<(usize, Event)>,
}

/// A sync whose events are not all handled.
struct Received {
    token: String,
    at: Timestamp,
    left: usize,
}

struct Handled {
    room: String,
    sync: usize,
    /// False if the program stopped first.
    outcome: Result<bool>,
    /// How long the room's events have failed in a row.
    failing: Duration,
}

pub(crate) struct Acknowledgment {
    pub(crate) token: String,
    /// All events that were acted on before this are acknowledged with it.
    pub(crate) until: Timestamp,
}

impl<'a> Inbox<'a> {
    pub(crate) fn new(bot: &'a Arc<Bot>) -> Self {
        Self {
            bot,
            lines: HashMap::new(),
            at_work: FuturesUnordered::new(),
            turns: Arc::new(Semaphore::new(CONCURRENT)),
            syncs: VecDeque::new(),
            first: 0,
        }
    }

    pub(crate) fn add(&mut self, token: String, events: Vec<Event>) {
        let sync = self.first + self.syncs.len();
        self.syncs.push_back(Received {
            token,
            at: self.bot.service.now(),
            left: events.len(),
        });
        for event in events {
            let Some(line) = self.lines.get_mut(&event.room) else {
                let behind = VecDeque::new();
                let begun = Instant::now();
                self.lines
                    .insert(event.room.clone(), Line { begun, behind });
                self.begin(sync, event, Duration::ZERO);
                continue;
            };
            if line.behind.len() >= MOST_BEHIND && line.begun.elapsed() > CLOCKS {
                tracing::error!(event = %event.id, "event given up: too many wait in its room");
                self.count(sync);
            } else {
                line.behind.push_back((sync, event));
            }
        }
    }

    /// Returns the longest time that a room has been waiting for its first event, except for rooms that no longer pause clocks.
    pub(crate) fn delay(&self) -> Duration {
        let delays = self.lines.values().map(|line| line.begun.elapsed());
        let delays = delays.filter(|delay| *delay < CLOCKS);
        delays.max().unwrap_or_default()
    }

    /// Whether no event keeps its room waiting.
    pub(crate) fn is_prompt(&self) -> bool {
        self.delay() < HANGS_AFTER
    }

    /// Handles events until `work` is done.
    ///
    /// # Errors
    /// When no retry of an event can succeed: the next run receives it again.
    pub(crate) async fn handle_during<T>(&mut self, work: impl Future<Output = T>) -> Result<T> {
        let mut work = pin!(work);
        loop {
            tokio::select! {
                done = &mut work => return Ok(done),
                Some(handled) = self.at_work.next() => self.handled(handled)?,
            }
        }
    }

    /// Handles events until something can be acknowledged.
    pub(crate) async fn until_acknowledgeable(&mut self) -> Result<Acknowledgment> {
        loop {
            if let Some(acknowledgment) = self.acknowledgeable() {
                return Ok(acknowledgment);
            }
            match self.at_work.next().await {
                Some(handled) => self.handled(handled)?,
                None => std::future::pending().await,
            }
        }
    }

    /// Handles what it can before the program stops, and returns the position reached. The rest is received again.
    pub(crate) async fn stop(mut self) -> Option<Acknowledgment> {
        let finish = async {
            while let Some(handled) = self.at_work.next().await {
                self.handled(handled)?;
            }
            Ok::<_, Error>(())
        };
        if timeout(STOPPING, finish).await.is_err() {
            tracing::warn!("events not handled before the stop");
        }
        self.acknowledgeable()
    }

    fn begin(&self, sync: usize, event: Event, failing: Duration) {
        let (bot, turns) = (self.bot, Arc::clone(&self.turns));
        let handled = async move {
            let mut failing = failing;
            let outcome = handle_with_retries(bot, &turns, &event, &mut failing).await;
            Handled {
                room: event.room,
                sync,
                outcome,
                failing,
            }
        };
        self.at_work.push(handled.boxed());
    }

    /// Counts a handled event, and begins the next one in its room.
    fn handled(&mut self, handled: Handled) -> Result<()> {
        if !handled.outcome? {
            return Ok(());
        }
        self.count(handled.sync);
        let Some(line) = self.lines.get_mut(&handled.room) else {
            return Ok(());
        };
        if let Some((sync, next)) = line.behind.pop_front() {
            line.begun = Instant::now();
            self.begin(sync, next, handled.failing);
        } else {
            self.lines.remove(&handled.room);
        }
        Ok(())
    }

    fn count(&mut self, sync: usize) {
        if let Some(received) = self.syncs.get_mut(sync - self.first) {
            received.left -= 1;
        }
    }

    /// Takes the syncs up to the first with an event that is not handled.
    fn acknowledgeable(&mut self) -> Option<Acknowledgment> {
        let mut done = None;
        while let Some(received) = self.syncs.pop_front_if(|received| received.left == 0) {
            self.first += 1;
            done = Some(received.token);
        }
        let now = self.bot.service.now();
        let until = self.syncs.front().map_or(now, |next| next.at);
        done.map(|token| Acknowledgment { token, until })
    }
}

/// Handles an event, with retries while the store or the homeserver is unreachable. Returns false if the program stops first, and
/// an error when no retry can succeed.
async fn handle_with_retries(
    bot: &Arc<Bot>,
    turns: &Semaphore,
    event: &Event,
    failing: &mut Duration,
) -> Result<bool> {
    let mut retry = Retry::new(BACKOFF, &bot.stop);
    let mut failures = 0;
    let mut begun = Instant::now();
    loop {
        let Err(error) = attempt(bot, turns, event).await else {
            *failing = Duration::ZERO;
            return Ok(true);
        };
        tracing::error!(event = %event.id, %error, "event not handled");
        let cause = error.homeserver();
        if let Some(Error::Account(_) | Error::Store(_)) = cause {
            return cause.cloned().map_or(Ok(false), Err);
        }
        let since = std::mem::replace(&mut begun, Instant::now());
        if is_working(bot).await {
            failures += 1;
            *failing += since.elapsed();
        }
        let is_over = match cause {
            Some(error) if error.is_transient() => *failing >= LONGEST,
            _ => failures >= ATTEMPTS,
        };
        if is_over {
            tracing::error!(event = %event.id, "event given up");
            return Ok(true);
        }
        let wait = cause.map_or(Duration::ZERO, Error::retry_after);
        if !retry.wait_at_least(wait).await {
            return Ok(false);
        }
    }
}

/// Handles an event while holding a turn. If it hangs, gives the turn up and goes on.
async fn attempt(bot: &Arc<Bot>, turns: &Semaphore, event: &Event) -> Result<(), HandleError> {
    let turn = turns.acquire().await;
    let mut work = pin!(handle(bot, event));
    if let Ok(done) = timeout(HANGS_AFTER, &mut work).await {
        return done;
    }
    drop(turn);
    work.await
}

/// Carries out what an event asks for.
async fn handle(bot: &Arc<Bot>, event: &Event) -> Result<(), HandleError> {
    let is_own = event.sender == bot.homeserver().me();
    let parsed = match &event.kind {
        EventKind::Message(message) if !is_own => parse::message(bot, event, message).await?,
        EventKind::Reaction(reaction) if !is_own => parse::reaction(bot, event, reaction).await?,
        EventKind::Edited { of } if !is_own => parse::edit(bot, event, of),
        EventKind::Echo { .. }
        | EventKind::Message(_)
        | EventKind::Reaction(_)
        | EventKind::Edited { .. } => None,
        EventKind::Invited { is_direct } => return rooms::invited(bot, event, *is_direct).await,
        EventKind::Postponed { wait } => {
            rooms::postponed(bot, event, *wait);
            None
        }
        EventKind::Membership(change) => return rooms::membership(bot, event, change).await,
        EventKind::PowersChanged => return rooms::may_post(bot, &event.room).await,
        EventKind::Upgraded { to } => {
            rooms::upgraded(bot, to);
            None
        }
        EventKind::Unreadable => return rooms::unreadable(bot, event).await,
    };
    let Some((origin, intent)) = parsed else {
        return Ok(());
    };
    let (response, server) = request::carry_out(bot, &origin, intent).await?;
    if response.is_some() {
        let key = (origin.room.clone(), origin.event.clone());
        bot.requests.insert(key, origin.clone());
    }
    respond::respond(bot, origin, response, server).await;
    Ok(())
}

/// Whether the store and the homeserver work. If so, the event is at fault.
async fn is_working(bot: &Bot) -> bool {
    let read = bot.service.ask(|app| Ok(app.next_due()?));
    read.await.is_ok() && bot.homeserver().ping().await.is_ok()
}
