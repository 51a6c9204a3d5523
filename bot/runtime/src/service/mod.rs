//! Runs the application: commands on blocking threads, and queues for the effects that follow.

mod clock;
mod homes;
mod link;
mod ownership;

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use app::effect::{Effect, EffectId, Handled, Outgoing, Subject};
use app::store::{Key, Store as _};
use app::{App, Facts, Failure, GameId, Home, Limits, Moment, Request, Timestamp};
use text::{ByPlatform, Platform, Platforms};
use tokio::sync::{Notify, Semaphore, mpsc};
use tokio_util::sync::CancellationToken;

use crate::telemetry::{self, Step};
use homes::{HomesOf, OpenHomes, before};
use link::{Link, Links};
use store::Database;
use store::leases::{Lease, LeaseSet, Leases};

pub use clock::{MomentSource, SystemSource};
pub use ownership::{Availability, Ownership};
pub(crate) use ownership::{Held, Phase};

/// How often deadlines are checked.
const CLOCK_INTERVAL: Duration = Duration::from_secs(1);

/// Blocking threads in use at once. More than there are cores help, since they share commits; but acknowledgments need cores, too.
const WORKERS: usize = 8;

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
    /// A shard or Matrix is connected.
    Connected(Lease),
    /// A shard or Matrix has been without a connection for some time.
    Disconnected(Lease),
    /// The account on Matrix hears its homeserver, so Matrix could be served here.
    AccountReady,
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
            alone: config.platforms != Platforms::ALL,
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
        };
        let queues = EffectQueues {
            messages,
            engine: engine_receiver,
        };
        (Arc::new(service), queues)
    }

    /// Resumes after a restart: adjusts Discord's clocks for the downtime, and queues the effects that an earlier run left. On a
    /// shared database that happens for each shard when it is taken; Matrix's clocks are adjusted when its homeserver answers.
    ///
    /// # Errors
    /// When the store cannot be read or written.
    pub fn recover(&self) -> Result<(), Failure> {
        if !self.ownership.is_sole() {
            return Ok(());
        }
        let left = self.store().outgoing(usize::MAX)?;
        let returned = if self.links.on(Platform::Discord).is_some() {
            let began = Timestamp(i64::MIN);
            self.app
                .come_back_since(Platform::Discord, began, self.now())?
        } else {
            Vec::new()
        };
        if !left.is_empty() {
            tracing::info!(count = left.len(), "effects recovered");
        }
        self.queue_recovered(left);
        self.queue(returned);
        Ok(())
    }

    /// Gives players back the time in which they could not reach Delos on these shards, or on Matrix.
    pub(crate) async fn give_back_absence(
        self: &Arc<Self>,
        leases: &Arc<dyn Leases>,
        set: LeaseSet,
    ) -> Result<(), Failure> {
        let leases = Arc::clone(leases);
        self.apply_unadjusted(move |service| service.absence_over(&*leases, set))
            .await
    }

    fn absence_over(&self, leases: &dyn Leases, set: LeaseSet) -> Result<Vec<Outgoing>, Failure> {
        let mut absence = None;
        for &lease in &set.leases {
            absence = absence.max(leases.absence(lease)?);
        }
        // Nothing has ever run on this database.
        let Some(absence) = absence else {
            return Ok(Vec::new());
        };
        let now = self.now();
        let from = before(now, absence);
        let platform = if set.leases.contains(&Lease::Matrix) {
            Platform::Matrix
        } else {
            Platform::Discord
        };
        let homes = HomesOf { leases, set };
        let (outgoing, failed) =
            self.app
                .make_up_in(platform, &homes, from, self.moment_at(now))?;
        match failed {
            Some(failure) => {
                self.queue(outgoing);
                Err(failure)
            }
            None => Ok(outgoing),
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

    /// Adjusts the clock to the database's.
    pub(crate) fn set_clock(&self, time: Timestamp) {
        self.source.set_clock(time);
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

    /// Executes a command on a blocking thread, and queues its effects.
    ///
    /// # Errors
    /// As [`App::handle`].
    pub async fn handle(self: &Arc<Self>, request: Request) -> Result<Handled, Failure> {
        let platform = request.venue.room.platform();
        let now = self.adjusted_time(Some(platform)).await?;
        let moment = self.moment_at(now);
        tracing::Span::current().record("request", telemetry::request(moment.seed));
        let begun = Instant::now();
        let handled = self
            .run_blocking(move |service| service.app.handle(&request, moment))
            .await?;
        telemetry::done(Step::Stored, begun.elapsed());
        self.queue(handled.outgoing.clone());
        Ok(handled)
    }

    /// Runs `work` on a blocking thread, in its turn.
    ///
    /// # Errors
    /// The errors of `work`; [`Failure::Store`] if it panics.
    pub async fn run_blocking<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&Self) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        let service = Arc::clone(self);
        let permit = Arc::clone(&self.workers).acquire_owned().await;
        tokio::task::spawn_blocking(move || {
            let result = work(&service);
            drop(permit);
            result
        })
        .await
        .unwrap_or_else(|error| {
            let why = format!("a command failed: {error}");
            tracing::error!("{why}");
            Err(Failure::Store(app::store::StoreError::Unavailable(why)))
        })
    }

    /// Runs a change on a blocking thread, and queues its effects.
    ///
    /// # Errors
    /// As [`Service::run_blocking`].
    pub async fn apply(
        self: &Arc<Self>,
        change: impl FnOnce(&Self) -> Result<Vec<Outgoing>, Failure> + Send + 'static,
    ) -> Result<(), Failure> {
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
    ///
    /// # Errors
    /// As [`Service::run_blocking`].
    pub async fn apply_to(
        self: &Arc<Self>,
        game: GameId,
        change: impl FnOnce(&Self) -> Result<Vec<Outgoing>, Failure> + Send + 'static,
    ) -> Result<(), Failure> {
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
        change: impl FnOnce(&Self) -> Result<Vec<Outgoing>, Failure> + Send + 'static,
    ) -> Result<(), Failure> {
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
            if self.ownership.is_sole() {
                self.enqueue(outgoing, false);
            } else if outgoing.home.is_engine() {
                self.work.notify_one();
            } else if self.ownership.admit(&outgoing) {
                self.enqueue(outgoing, false);
            }
        }
    }

    /// Queues effects of this process that another one may have stored.
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
        for outgoing in effects {
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

    /// Queues the engine's work that this process has claimed.
    pub(crate) fn queue_work(&self, work: Vec<Outgoing>) {
        for outgoing in work {
            if self.ownership.admit_found(&outgoing) {
                self.enqueue(outgoing, false);
            }
        }
    }

    /// Waits until there may be work for the engine to claim.
    pub(crate) async fn work_wanted(&self) {
        self.work.notified().await;
    }

    /// Notes that an effect is performed, or left to another process.
    pub(crate) fn performed(&self, effects: &[EffectId]) {
        self.ownership.performed(effects);
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

    /// Reports to this process's place among others what becomes of Matrix.
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
            if platform == Platform::Matrix {
                self.report(ShardEvent::Connected(Lease::Matrix));
            }
        } else if let Some(link) = self.links.on(platform) {
            let longest_gap = self.source.longest_gap();
            link.mark_reachable(|| self.now(), longest_gap).await;
        }
    }

    /// Records that people cannot reach the bot on a platform now. The clocks of its games pause until they can.
    pub async fn mark_unreachable(&self, platform: Platform) {
        if !self.ownership.is_sole() {
            if platform == Platform::Matrix {
                self.report(ShardEvent::Disconnected(Lease::Matrix));
            }
        } else if let Some(link) = self.links.on(platform) {
            link.mark_unreachable().await;
        }
    }

    /// The present time, once a platform's clocks are adjusted for an outage that is over: before anything else happens in a game.
    ///
    /// Decisions about clocks must use this time: there may be another outage before the next look at the clock.
    async fn adjusted_time(
        self: &Arc<Self>,
        platform: Option<Platform>,
    ) -> Result<Timestamp, Failure> {
        let Some(link) = platform.and_then(|platform| self.links.on(platform)) else {
            return Ok(self.now());
        };
        let platform = link.platform;
        let mut outage = link.outage.lock().await;
        let now = self.now();
        outage.look(now, self.source.longest_gap());
        if !outage.is_pending {
            return Ok(now);
        }
        let since = outage.last_reachable;
        self.apply_unadjusted(move |service| service.app.come_back_since(platform, since, now))
            .await?;
        outage.is_pending = false;
        // With many games the adjustment itself may take longer than a gap.
        let now = self.now();
        outage.last_look = now;
        tracing::info!(?platform, "bot reachable again: clocks running");
        Ok(now)
    }

    /// Expires challenges and clocks at their deadlines until `stop`; on each platform it pauses while the bot is unreachable there.
    pub async fn run_clock(self: Arc<Self>, stop: CancellationToken) {
        let mut ticks = tokio::time::interval(CLOCK_INTERVAL);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        while stop.run_until_cancelled(ticks.tick()).await.is_some() {
            for link in self.links.iter().filter(|link| link.is_reachable()) {
                let platform = link.platform;
                let passed = match self.adjusted_time(Some(platform)).await {
                    Ok(now) => {
                        self.apply_unadjusted(move |service| service.pass_time(platform, now))
                            .await
                    }
                    Err(failure) => Err(failure),
                };
                if let Err(failure) = passed {
                    tracing::error!(?platform, ?failure, "deadlines not checked");
                }
            }
        }
    }

    fn pass_time(&self, platform: Platform, now: Timestamp) -> Result<Vec<Outgoing>, Failure> {
        if self.ownership.is_sole() {
            self.app.note_presence(platform, now)?;
        } else if platform == Platform::Matrix && !self.ownership.open().contains(Home::MATRIX) {
            return Ok(Vec::new());
        }
        match self.app.next_due_on(platform)? {
            Some(due) if due <= now => self.app.pass_time_on(platform, self.moment_at(now)),
            _ => Ok(Vec::new()),
        }
    }
}
