//! The application at work: commands run on blocking threads, their effects go to whoever performs them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use app::effect::{Effect, Handled, Outgoing, Subject};
use app::store::Store as _;
use app::{App, Facts, Failure, GameId, Limits, Moment, Request, Timestamp};
use tokio::sync::mpsc;

use crate::store::SledStore;
use crate::telemetry::{self, Step};

/// Where time and chance come from: the machine in production, a script in tests.
pub trait Source: Send + Sync + 'static {
    /// The present time.
    fn now(&self) -> Timestamp;

    /// Random bits, other ones at each call.
    fn seed(&self) -> u64;
}

/// The machine's clock and its random numbers.
#[derive(Clone, Copy, Debug, Default)]
pub struct Machine;

impl Source for Machine {
    fn now(&self) -> Timestamp {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        Timestamp(i64::try_from(now.unwrap_or_default().as_millis()).unwrap_or(i64::MAX))
    }

    fn seed(&self) -> u64 {
        rand::random()
    }
}

/// The application, its store, and the two queues of work that follow from commands.
pub struct Service {
    app: App,
    store: Arc<SledStore>,
    source: Box<dyn Source>,
    shows: mpsc::UnboundedSender<Queued>,
    thoughts: mpsc::UnboundedSender<Thought>,
    /// Whether people can reach the bot, as far as is known.
    reachable: AtomicBool,
    contact: tokio::sync::Mutex<Contact>,
}

/// What is known of the last time in which people could reach the bot.
struct Contact {
    /// When they last could.
    heard: Timestamp,
    /// Whether they could not after that, and it is still to be made up for.
    lost: bool,
}

/// What the engine is told.
#[derive(Clone, Debug)]
pub enum Thought {
    /// A move is wanted of it.
    Wanted(Queued),
    /// Something has happened in a game: a move that was wanted there may not be any more.
    Changed(GameId),
}

/// An effect on its way to whoever performs it.
#[derive(Clone, Debug)]
pub struct Queued {
    /// The effect as it is stored.
    pub outgoing: Outgoing,
    /// Whether an earlier run of the program left it, and may have performed it without getting round to storing that.
    pub inherited: bool,
    /// When this run of the program took it up.
    pub since: Instant,
}

/// The receiving ends of a service's queues. Each effect is in the store as well: what is lost here comes again at the next start.
#[derive(Debug)]
pub struct Queues {
    /// Messages to be brought up to date.
    pub shows: mpsc::UnboundedReceiver<Queued>,
    /// What the engine is told.
    pub thoughts: mpsc::UnboundedReceiver<Thought>,
}

impl std::fmt::Debug for Service {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Service").finish_non_exhaustive()
    }
}

impl Service {
    /// A service over this store, with everything queued that an earlier run left to be done.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn new(
        store: Arc<SledStore>,
        limits: Limits,
        source: impl Source,
    ) -> Result<(Arc<Self>, Queues), Failure> {
        Self::with_page(store, limits, None, source)
    }

    /// The same, with the address of a page where people can read what is kept about them.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn with_page(
        store: Arc<SledStore>,
        limits: Limits,
        privacy: Option<String>,
        source: impl Source,
    ) -> Result<(Arc<Self>, Queues), Failure> {
        let (shows, shows_out) = mpsc::unbounded_channel();
        let (thoughts, thoughts_out) = mpsc::unbounded_channel();
        let left = store.outgoing(usize::MAX)?;
        let service = Self {
            app: App::new(Arc::clone(&store), limits).with_facts(Facts {
                version: env!("CARGO_PKG_VERSION"),
                source: env!("CARGO_PKG_REPOSITORY"),
                privacy,
                started: source.now(),
            }),
            store,
            source: Box::new(source),
            shows,
            thoughts,
            reachable: AtomicBool::new(true),
            contact: tokio::sync::Mutex::new(Contact {
                heard: Timestamp(i64::MIN),
                lost: false,
            }),
        };
        let returned = service.app.come_back(service.now())?;
        if !left.is_empty() {
            tracing::info!(
                effects = left.len(),
                "going on with what an earlier run left to be done"
            );
        }
        service.queue_all(left, true);
        service.queue(returned);
        Ok((
            Arc::new(service),
            Queues {
                shows: shows_out,
                thoughts: thoughts_out,
            },
        ))
    }

    /// The application, for questions; commands go through [`Service::handle`].
    pub fn app(&self) -> &App {
        &self.app
    }

    /// The store behind the application.
    pub fn store(&self) -> &Arc<SledStore> {
        &self.store
    }

    /// The present time.
    pub fn now(&self) -> Timestamp {
        self.source.now()
    }

    /// The moment that a command is handled with.
    pub fn moment(&self) -> Moment {
        Moment {
            now: self.source.now(),
            seed: self.source.seed(),
        }
    }

    /// Carries out a command away from the async threads, and queues its effects.
    ///
    /// # Errors
    /// As [`App::handle`].
    pub async fn handle(self: &Arc<Self>, request: Request) -> Result<Handled, Failure> {
        self.make_up().await?;
        let moment = self.moment();
        tracing::Span::current().record("request", telemetry::request(moment.seed));
        let begun = Instant::now();
        let handled = self
            .ask(move |service| service.app.handle(&request, moment))
            .await?;
        telemetry::done(Step::Stored, begun.elapsed());
        self.queue(handled.outgoing.clone());
        Ok(handled)
    }

    /// Answers a question about the stored state away from the async threads.
    ///
    /// # Errors
    /// Whatever `question` fails with.
    pub async fn ask<T: Send + 'static>(
        self: &Arc<Self>,
        question: impl FnOnce(&Self) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        let service = Arc::clone(self);
        tokio::task::spawn_blocking(move || question(&service))
            .await
            .unwrap_or_else(|error| {
                let why = format!("a command broke off: {error}");
                tracing::error!("{why}");
                Err(Failure::Store(app::store::StoreError::Unavailable(why)))
            })
    }

    /// Hands stored effects to whoever performs them.
    pub fn queue(&self, outgoing: Vec<Outgoing>) {
        self.queue_all(outgoing, false);
    }

    fn queue_all(&self, effects: Vec<Outgoing>, inherited: bool) {
        for outgoing in effects {
            if let Effect::Show(show) = &outgoing.effect
                && let Subject::Game(game) = show.subject
            {
                // Nobody receives any more when the program ends.
                drop(self.thoughts.send(Thought::Changed(game)));
            }
            let queued = Queued {
                outgoing,
                inherited,
                since: Instant::now(),
            };
            // The same, and the effect stays in the store.
            match queued.outgoing.effect {
                Effect::Show(_) | Effect::Tell(_) | Effect::Announce(_) | Effect::LookFor(_) => {
                    drop(self.shows.send(queued));
                }
                Effect::Think(_) | Effect::Analyze(_) => {
                    drop(self.thoughts.send(Thought::Wanted(queued)));
                }
            }
        }
    }

    /// Notes whether people can reach the bot, as far as is known; while they cannot, their clocks stand still.
    pub async fn set_reachable(&self, reachable: bool) {
        let before = self.reachable.swap(reachable, Ordering::Relaxed);
        let mut contact = self.contact.lock().await;
        contact.lost |= !reachable;
        if !contact.lost {
            contact.heard = self.now();
        }
        drop(contact);
        if before && !reachable {
            tracing::warn!("nobody can reach the bot: clocks stand still");
        }
    }

    /// Makes up for a time in which nobody could reach the bot, if there was one: before anything else happens in a game.
    async fn make_up(self: &Arc<Self>) -> Result<(), Failure> {
        let mut contact = self.contact.lock().await;
        if contact.lost {
            let heard = contact.heard;
            let outgoing = self
                .ask(move |service| service.app.come_back_since(heard, service.now()))
                .await?;
            contact.lost = false;
            tracing::info!("people can reach the bot again: clocks run");
            self.queue(outgoing);
        }
        Ok(())
    }

    /// Lets time pass until `stop`: challenges lapse and flags fall when their time has come. While nobody can reach the bot, none passes.
    pub async fn keep_time(self: Arc<Self>, stop: tokio_util::sync::CancellationToken) {
        let mut tick = tokio::time::interval(std::time::Duration::from_secs(1));
        tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        while stop.run_until_cancelled(tick.tick()).await.is_some() {
            if !self.reachable.load(Ordering::Relaxed) {
                continue;
            }
            let passed = match self.make_up().await {
                Ok(()) => self.ask(Self::pass_time).await,
                Err(failure) => Err(failure),
            };
            match passed {
                Ok(outgoing) => self.queue(outgoing),
                Err(failure) => tracing::error!(?failure, "time does not pass"),
            }
        }
    }

    fn pass_time(&self) -> Result<Vec<Outgoing>, Failure> {
        self.app.note_presence(self.now())?;
        match self.app.next_due()? {
            Some(due) if due <= self.now() => self.app.pass_time(self.moment()),
            _ => Ok(Vec::new()),
        }
    }
}
