//! Runs the application: commands on blocking threads, and queues for the effects that follow.

mod absence;
mod clock;
mod commands;
mod contacts;
mod homes;
mod link;
mod ownership;

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use app::effect::{Effect, Outgoing, Subject};
use app::store::{Key, Store as _, StoreError};
use app::{App, Facts, Failure, GameId, Home, Limits, Moment, PlayerId, Timestamp};
use text::{ByPlatform, Platform, Platforms};
use tokio::sync::{Notify, Semaphore, mpsc};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use crate::backoff::{Backoff, ticks};
use crate::locks::Locks;
use homes::OpenHomes;
use link::{Link, Links};
use store::Database;
use store::leases::{Lease, Leases};

pub(crate) use clock::LONGEST_GAP;
pub use clock::{MomentSource, SystemSource};
pub use commands::Turn;
pub(crate) use ownership::Phase;
pub use ownership::{Availability, Ownership};

/// The outcome of what the application does.
type Result<T, E = Failure> = std::result::Result<T, E>;

/// How often deadlines are checked.
const CLOCK_INTERVAL: Duration = Duration::from_secs(1);

/// Blocking threads in use at once. More than there are cores help, since they share commits; but acknowledgments need cores, too.
pub const WORKERS: usize = 8;

/// Blocking threads for queries whose answer can't be deferred. Commands have others, since they may wait for the database or for
/// each other.
const READERS: usize = 4;

/// The part that a process plays on a shared database.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Roles {
    /// Both of the others.
    #[default]
    Both,
    /// Answers people.
    Serve,
    /// Does the engine's work.
    Think,
}

impl Roles {
    /// Whether the process does the engine's work.
    pub fn think(self) -> bool {
        self != Self::Serve
    }
}

/// The settings of a [`Service`].
#[derive(Clone, Debug)]
pub struct ServiceConfig {
    /// Limits for one person or server.
    pub limits: Limits,
    /// The address of the privacy policy.
    pub privacy_url: Option<String>,
    /// The part that the process plays.
    pub roles: Roles,
    /// The chat platforms that it serves.
    pub platforms: Platforms,
}

/// Discord alone, and every role.
impl Default for ServiceConfig {
    fn default() -> Self {
        Self {
            limits: Limits::default(),
            privacy_url: None,
            roles: Roles::default(),
            platforms: Platforms::DISCORD,
        }
    }
}

/// A report of a front end to the cluster.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShardEvent {
    /// A shard or a platform is connected.
    Connected(Lease),
    /// A shard or a platform has been without a connection for some time.
    Disconnected(Lease),
    /// The account on a platform reaches its server, so the platform could be served here as a whole.
    AccountReady(Platform),
}

/// The application, its store, and the queues of effects that follow from commands.
pub struct Service {
    app: App,
    store: Arc<dyn Database>,
    /// `None` if this process is alone on its database.
    leases: Option<Arc<dyn Leases>>,
    ownership: Arc<Ownership>,
    roles: Roles,
    source: Box<dyn MomentSource>,
    links: Links,
    /// Reports to the cluster, if this process is part of one.
    reports: OnceLock<mpsc::UnboundedSender<ShardEvent>>,
    engine: mpsc::UnboundedSender<EngineEvent>,
    /// Notified when there is work for the engine to claim.
    work: Notify,
    workers: Arc<Semaphore>,
    readers: Arc<Semaphore>,
    persons: Locks<PlayerId>,
}

/// An event for the engine pool.
#[derive(Clone, Debug)]
pub enum EngineEvent {
    /// A move or a review is wanted.
    Requested(QueuedEffect),
    /// A game changed: requests about it may be obsolete.
    GameChanged(GameId),
}

/// An effect on its way to whatever performs it.
#[derive(Clone, Debug)]
pub struct QueuedEffect {
    /// The effect as stored.
    pub outgoing: Outgoing,
    /// Whether it was recovered from an earlier run, which may have performed it without recording that.
    pub recovered: bool,
    /// When this run queued it.
    pub queued_at: Instant,
}

/// The receiving ends of a service's queues. The store holds each effect too: what is lost here is recovered at the next start.
#[derive(Debug)]
pub struct EffectQueues {
    /// Messages to post and edit on each platform. The queue of a platform that is not served stays empty.
    pub messages: ByPlatform<mpsc::UnboundedReceiver<QueuedEffect>>,
    /// Requests to the engine.
    pub engine: mpsc::UnboundedReceiver<EngineEvent>,
}

impl EffectQueues {
    /// Takes the queue of a platform, once.
    pub fn take(&mut self, platform: Platform) -> mpsc::UnboundedReceiver<QueuedEffect> {
        let (_, closed) = mpsc::unbounded_channel();
        std::mem::replace(&mut self.messages[platform], closed)
    }
}

impl std::fmt::Debug for Service {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Service").finish_non_exhaustive()
    }
}

impl Service {
    /// A service over a store. Call [`Service::recover`] before the first command.
    pub fn new(
        store: Arc<dyn Database>,
        config: ServiceConfig,
        source: impl MomentSource,
    ) -> (Arc<Self>, EffectQueues) {
        let (engine, engine_receiver) = mpsc::unbounded_channel();
        let started = source.now();
        let leases = store.leases();
        let (links, messages) = Links::new(config.platforms, started, leases.is_some());
        let ownership = Arc::new(Ownership::new(leases.is_none()));
        let mut app = App::new(Arc::clone(&store), config.limits).with_facts(Facts {
            version: env!("CARGO_PKG_VERSION"),
            source: env!("CARGO_PKG_REPOSITORY"),
            privacy: config.privacy_url,
            started,
            alone: config.platforms.each().count() < 2,
        });
        if let Some(leases) = &leases {
            app = app.serving(OpenHomes {
                leases: Arc::clone(leases),
                ownership: Arc::clone(&ownership),
            });
        }
        let service = Self {
            app,
            store,
            leases,
            ownership,
            roles: config.roles,
            source: Box::new(source),
            links,
            reports: OnceLock::new(),
            engine,
            work: Notify::new(),
            workers: Arc::new(Semaphore::new(WORKERS)),
            readers: Arc::new(Semaphore::new(READERS)),
            persons: Locks::default(),
        };
        let queues = EffectQueues {
            messages,
            engine: engine_receiver,
        };
        (Arc::new(service), queues)
    }

    /// Resumes after a restart: adjusts Discord's clocks for the downtime, and queues the effects that an earlier run left. On a
    /// shared database that happens for each shard when it is taken; Matrix's clocks are adjusted when its homeserver answers.
    pub fn recover(&self) -> Result<()> {
        if !self.ownership.is_sole() {
            return Ok(());
        }
        let left = self.store().outgoing(usize::MAX)?;
        let mut returned = Vec::new();
        if let Some(link) = self.links.on(Platform::Discord) {
            if let Some(last) = self.app.last_presence(Platform::Discord)? {
                // The first one stays.
                let _ = link.last_run.set(last);
            }
            returned = self.come_back(Platform::Discord, None, self.now())?;
        }
        if !left.is_empty() {
            tracing::info!(count = left.len(), "effects recovered");
        }
        self.queue_recovered(left);
        self.queue(returned);
        Ok(())
    }

    /// Returns the account on a platform to which the data belongs: `own`, unless there is one already. Waits while the database is
    /// down.
    pub async fn agree_on_account(
        self: &Arc<Self>,
        platform: Platform,
        own: &str,
    ) -> Result<String, StoreError> {
        let mut delays = Backoff::ANSWER.delays();
        loop {
            let own = own.to_owned();
            let kept = self.run_blocking(move |it| Ok(it.store.agree_on_account(platform, &own)));
            match kept.await {
                Ok(Ok(kept)) => return Ok(kept),
                Ok(Err(error)) if !error.is_transient() => return Err(error),
                failed => tracing::warn!(?failed, "account not compared with the store's yet"),
            }
            sleep(delays.next().unwrap_or_default()).await;
        }
    }

    /// The application, for queries; commands go through [`Service::handle`].
    pub fn app(&self) -> &App {
        &self.app
    }

    /// The leases of the processes on the same database; `None` if this one is alone.
    pub fn leases(&self) -> Option<&Arc<dyn Leases>> {
        self.leases.as_ref()
    }

    /// The part that this process plays.
    pub fn roles(&self) -> Roles {
        self.roles
    }

    /// The leases that this process holds, and the effects that it performs.
    pub fn ownership(&self) -> &Arc<Ownership> {
        &self.ownership
    }

    /// The store behind the application.
    pub fn store(&self) -> &Arc<dyn Database> {
        &self.store
    }

    /// The present time.
    pub fn now(&self) -> Timestamp {
        self.source.now()
    }

    /// The present time and fresh random bits.
    pub fn moment(&self) -> Moment {
        self.moment_at(self.now())
    }

    fn moment_at(&self, now: Timestamp) -> Moment {
        Moment {
            now,
            seed: self.source.seed(),
        }
    }

    /// Runs `work` on a blocking thread, in its turn.
    ///
    /// # Errors
    /// The errors of `work`; [`Failure::Store`] if it panics.
    pub async fn run_blocking<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&Self) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        self.run_among(&self.workers, work).await
    }

    /// Runs a query whose answer can't be deferred: it waits for no command.
    pub async fn query<T: Send + 'static>(
        self: &Arc<Self>,
        query: impl FnOnce(&Self) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        self.run_among(&self.readers, query).await
    }

    async fn run_among<T: Send + 'static>(
        self: &Arc<Self>,
        threads: &Arc<Semaphore>,
        work: impl FnOnce(&Self) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let service = Arc::clone(self);
        let permit = Arc::clone(threads).acquire_owned().await;
        tokio::task::spawn_blocking(move || {
            let result = work(&service);
            drop(permit);
            result
        })
        .await
        .unwrap_or_else(|error| {
            let why = format!("a command failed: {error}");
            tracing::error!("{why}");
            Err(Failure::Store(StoreError::Unavailable(why)))
        })
    }

    /// Runs a change on a blocking thread, and queues its effects.
    pub async fn apply(
        self: &Arc<Self>,
        change: impl FnOnce(&Self) -> Result<Vec<Outgoing>> + Send + 'static,
    ) -> Result<()> {
        if let Some(sole) = self.links.sole() {
            self.adjusted_time(Some(sole)).await?;
        } else {
            // An unreachable platform is adjusted when it is reachable again.
            for link in self.links.iter().filter(|link| link.is_reachable()) {
                self.adjusted_time(Some(link.platform)).await?;
            }
        }
        self.apply_unadjusted(change).await
    }

    /// [`Service::apply`] to a game, whose clocks are adjusted for what was outage until now.
    pub async fn apply_to(
        self: &Arc<Self>,
        game: GameId,
        change: impl FnOnce(&Self) -> Result<Vec<Outgoing>> + Send + 'static,
    ) -> Result<()> {
        let platform = match self.links.sole() {
            Some(sole) => Some(sole),
            None => {
                self.run_blocking(move |service| {
                    let stored = service.store.get(&Key::Game(game))?;
                    Ok(stored.and_then(|stored| stored.record.home().platform()))
                })
                .await?
            }
        };
        self.adjusted_time(platform).await?;
        self.apply_unadjusted(change).await
    }

    async fn apply_unadjusted(
        self: &Arc<Self>,
        change: impl FnOnce(&Self) -> Result<Vec<Outgoing>> + Send + 'static,
    ) -> Result<()> {
        let outgoing = self.run_blocking(change).await?;
        self.queue(outgoing);
        Ok(())
    }

    /// Queues effects that a change has stored. Those of other processes are left to them, and the engine's work to the process
    /// that claims it.
    pub fn queue(&self, effects: Vec<Outgoing>) {
        for outgoing in effects {
            self.tell_engine(&outgoing);
            if !self.is_for_this_run(&outgoing) {
                continue;
            }
            if !self.ownership.is_sole() && outgoing.home.is_engine() {
                self.work.notify_one();
            } else if self.ownership.admit(&outgoing) {
                self.enqueue(outgoing, false);
            }
        }
    }

    /// Queues effects of this process that another one may have stored, and the engine's work that it has claimed.
    pub(crate) fn queue_found(&self, effects: Vec<Outgoing>) {
        for outgoing in effects {
            if self.ownership.admit_found(&outgoing) {
                self.tell_engine(&outgoing);
                self.enqueue(outgoing, false);
            }
        }
    }

    /// Queues effects that another process or an earlier run left, and may have performed without recording that.
    pub(crate) fn queue_recovered(&self, effects: Vec<Outgoing>) {
        for outgoing in Outgoing::in_order(effects) {
            if self.is_for_this_run(&outgoing) && self.ownership.admit_found(&outgoing) {
                self.tell_engine(&outgoing);
                self.enqueue(outgoing, true);
            }
        }
    }

    /// Whether someone performs it in this run; otherwise it stays in the store for a run that serves its platform.
    fn is_for_this_run(&self, outgoing: &Outgoing) -> bool {
        let platform = outgoing.platform();
        platform.is_none_or(|platform| self.links.on(platform).is_some())
    }

    /// Waits until there may be work for the engine to claim.
    pub(crate) async fn work_wanted(&self) {
        self.work.notified().await;
    }

    /// A changed game may make requests about it obsolete.
    fn tell_engine(&self, outgoing: &Outgoing) {
        if let Effect::Show(show) = &outgoing.effect
            && let Subject::Game(game) = show.subject
        {
            // At shutdown the receiver may be gone.
            drop(self.engine.send(EngineEvent::GameChanged(game)));
        }
    }

    fn enqueue(&self, outgoing: Outgoing, recovered: bool) {
        let platform = outgoing.platform();
        let queued = QueuedEffect {
            outgoing,
            recovered,
            queued_at: Instant::now(),
        };
        match platform.map(|platform| self.links.on(platform)) {
            Some(Some(link)) => link.send(queued),
            // It stays in the store.
            Some(None) => {}
            // At shutdown the receiver may be gone.
            None => drop(self.engine.send(EngineEvent::Requested(queued))),
        }
    }

    /// Reports to this process's place among others what becomes of the platforms that one of them serves.
    pub fn report_to(&self, events: mpsc::UnboundedSender<ShardEvent>) {
        // The first one stays.
        let _ = self.reports.set(events);
    }

    /// Reports an event of a shard to the cluster; a no-op in a process that is alone on its database.
    pub fn report(&self, event: ShardEvent) {
        if let Some(reports) = self.reports.get() {
            // At shutdown the receiver may be gone.
            let _ = reports.send(event);
        }
    }

    /// Whether people can reach the bot on a platform now.
    pub fn is_reachable(&self, platform: Platform) -> bool {
        let link = self.links.on(platform);
        link.is_some_and(Link::is_reachable)
    }

    /// Records that people can reach the bot on a platform now. Among several processes, Discord's shards report it themselves.
    pub async fn mark_reachable(&self, platform: Platform) {
        if !self.ownership.is_sole() {
            if let Some(lease) = Lease::of_all(platform) {
                self.report(ShardEvent::Connected(lease));
            }
        } else if let Some(link) = self.links.on(platform) {
            let longest_gap = self.source.longest_gap();
            link.mark_reachable(|| self.now(), longest_gap).await;
        }
    }

    /// Records that people cannot reach the bot on a platform now. The clocks of its games pause until they can.
    pub async fn mark_unreachable(&self, platform: Platform) {
        if !self.ownership.is_sole() {
            if let Some(lease) = Lease::of_all(platform) {
                self.report(ShardEvent::Disconnected(lease));
            }
        } else if let Some(link) = self.links.on(platform) {
            link.mark_unreachable().await;
        }
    }

    /// The present time, once a platform's clocks are adjusted for an outage that is over: before anything else happens in a game.
    ///
    /// Decisions about clocks must use this time: there may be another outage before the next look at the clock.
    async fn adjusted_time(self: &Arc<Self>, platform: Option<Platform>) -> Result<Timestamp> {
        let Some(link) = platform.and_then(|platform| self.links.on(platform)) else {
            return Ok(self.now());
        };
        let platform = link.platform;
        let mut outage = link.outage.lock().await;
        self.give_back_silences(link).await?;
        let now = self.now();
        outage.look(now, self.source.longest_gap());
        if !outage.is_pending {
            return Ok(now);
        }
        let since = outage.last_reachable;
        self.apply_unadjusted(move |service| service.come_back(platform, since, now))
            .await?;
        outage.is_pending = false;
        outage.last_reachable = Some(now);
        // With many games the adjustment itself may take longer than a gap.
        let now = self.now();
        outage.last_look = now;
        if link.is_reachable() {
            tracing::info!(?platform, "bot reachable again: clocks running");
        }
        Ok(now)
    }

    /// Expires challenges and clocks at their deadlines until `stop`; on each platform it pauses while the bot is unreachable there.
    pub async fn run_clock(self: Arc<Self>, stop: CancellationToken) {
        let mut ticks = ticks(CLOCK_INTERVAL);
        while stop.run_until_cancelled(ticks.tick()).await.is_some() {
            for link in self.links.iter().filter(|link| link.is_reachable()) {
                if let Err(failure) = self.check_deadlines(link).await {
                    tracing::error!(platform = ?link.platform, ?failure, "deadlines not checked");
                }
            }
        }
        if !self.ownership.is_sole() {
            return;
        }
        // So the next run knows how long people could not reach Delos.
        for link in self.links.iter().filter(|link| link.is_reachable()) {
            if let Err(failure) = self.note_leaving(link.platform).await {
                tracing::warn!(platform = ?link.platform, ?failure, "end of the run not recorded");
            }
        }
    }

    async fn note_leaving(self: &Arc<Self>, platform: Platform) -> Result<()> {
        let now = self.adjusted_time(Some(platform)).await?;
        self.run_blocking(move |service| service.app.note_leaving(platform, now))
            .await
    }

    /// Lets time pass on a platform if something is due there, and its connections live.
    async fn check_deadlines(self: &Arc<Self>, link: &Link) -> Result<()> {
        let platform = link.platform;
        let now = self.adjusted_time(Some(platform)).await?;
        let due = self.run_blocking(move |service| service.due(platform, now));
        let Some(due) = due.await? else {
            return Ok(());
        };
        // A move that was made in time may not have arrived. A connection that is lost now gives its time back.
        if !link.contacts.were_heard_since(due).await {
            return Ok(());
        }
        let now = self.adjusted_time(Some(platform)).await?;
        let pass = move |service: &Self| service.app.pass_time_on(platform, service.moment_at(now));
        self.apply_unadjusted(pass).await
    }

    /// Returns the first deadline on a platform that has passed.
    fn due(&self, platform: Platform, now: Timestamp) -> Result<Option<Timestamp>> {
        if self.ownership.is_sole() {
            self.app.note_presence(platform, now)?;
        } else if platform.is_whole() && !self.ownership.open().contains(Home::direct(platform)) {
            return Ok(None);
        }
        let due = self.app.next_due_on(platform)?;
        Ok(due.filter(|due| *due <= now))
    }
}
