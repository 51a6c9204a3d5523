//! A playground with the bot in it, for end-to-end tests.

#![allow(dead_code, reason = "each test uses a part")]
#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

pub(crate) mod entries;
#[path = "../../../store/tests/it/proxy.rs"]
pub(crate) mod proxy;
#[path = "../../../store/tests/it/samples.rs"]
pub(crate) mod samples;
#[path = "../../../store/tests/it/server.rs"]
pub(crate) mod server;

use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use app::{Limits, Span, Timestamp};
use discord::Connection;
use playground::{Channel, Fault, Message, Playground, Reply, User};
use runtime::service::{MomentSource, Service, ServiceConfig};
use store::postgres::{DatabaseUrl, PostgresSettings, PostgresStore};
use store::{Database, Secret, SledStore};
use tempfile::TempDir;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

/// The list of the application's emoji.
pub(crate) const EMOJI: &str = "GET /applications/{app}/emojis";

/// A function's milliseconds, and reproducible random numbers.
pub(crate) struct ScriptedSource<N> {
    now: N,
    seed: AtomicU64,
}

impl<N: Fn() -> i64> ScriptedSource<N> {
    /// Gives each run on a store its own random numbers.
    pub(crate) fn new(run: u64, now: N) -> Self {
        let seed = AtomicU64::new(run * 1000);
        Self { now, seed }
    }
}

impl<N: Fn() -> i64 + Send + Sync + 'static> MomentSource for ScriptedSource<N> {
    fn now(&self) -> Timestamp {
        Timestamp((self.now)())
    }

    fn seed(&self) -> u64 {
        self.seed.fetch_add(1, Ordering::Relaxed)
    }

    /// Tests advance the clock by days in one step.
    fn longest_gap(&self) -> Span {
        Span(i64::MAX)
    }
}

/// Returns the playground's clock with a run's random numbers.
pub(crate) fn source(pg: &Playground, run: u64) -> impl MomentSource + use<> {
    let clock = pg.clock();
    ScriptedSource::new(run, move || i64::try_from(clock.now_ms()).unwrap())
}

pub(crate) fn connection(pg: &Playground) -> Connection {
    let token = Secret::from(pg.token().to_owned());
    Connection::new(token, Some(pg.api().to_owned()))
}

/// A playground, a data folder, and a bot in this process that uses both.
pub(crate) struct Stage {
    pub(crate) pg: Playground,
    pub(crate) data: TempDir,
    /// The database server that replaces the folder, with `DELOS_TEST_STORE=postgres`.
    database: Option<ServerDatabase>,
    pub(crate) limits: Limits,
    pub(crate) privacy_url: Option<String>,
    /// A rate-limiting proxy in front of the playground.
    pub(crate) proxy: Option<String>,
    /// `None` while the bot is stopped.
    pub(crate) service: Option<Arc<Service>>,
    running: Option<(CancellationToken, JoinHandle<()>)>,
    starts: u64,
}

impl Stage {
    /// Creates a playground with a running bot.
    pub(crate) async fn ready() -> Self {
        let mut stage = Self::empty().await;
        stage.start().await;
        stage
    }

    pub(crate) fn people<const N: usize>(&self, names: [&str; N]) -> [User; N] {
        names.map(|name| self.pg.user(name))
    }

    /// Creates a playground without a bot.
    pub(crate) async fn empty() -> Self {
        let pg = Playground::start().await;
        // Pictures on buttons would appear in the middle of a scene.
        pg.inject(Fault::on(EMOJI).status(403).always());
        Self {
            pg,
            data: tempfile::tempdir().unwrap(),
            database: configured_server(),
            limits: Limits::default(),
            privacy_url: None,
            proxy: None,
            service: None,
            running: None,
            starts: 0,
        }
    }

    /// Starts the bot on the same data folder.
    pub(crate) async fn start(&mut self) {
        self.launch();
        self.pg.ready().await;
    }

    /// Starts the bot without waiting until it is connected.
    pub(crate) fn launch(&mut self) {
        assert!(self.running.is_none(), "one bot at a time");
        let store = open(&self.data, self.database.as_ref());
        self.starts += 1;
        let source = source(&self.pg, self.starts);
        let config = ServiceConfig {
            limits: self.limits,
            privacy_url: self.privacy_url.clone(),
            ..ServiceConfig::default()
        };
        let (service, queues) = Service::new(store, config, source);
        service.recover().unwrap();
        let connection = connection(&self.pg).through(self.proxy.clone());
        self.service = Some(Arc::clone(&service));
        let stop = CancellationToken::new();
        let stopped = stop.clone();
        let task = tokio::spawn(async move {
            let ended = discord::run(&connection, service, queues, 1, stopped).await;
            ended.unwrap();
        });
        self.running = Some((stop, task));
    }

    /// Lets time pass on the playground's clock, and on that of the database server, which absences are measured by if there is one.
    pub(crate) async fn pass(&self, time: Duration) {
        self.pg.clock().advance(time);
        if self.database.is_some() {
            tokio::time::sleep(time).await;
        }
    }

    pub(crate) fn requests(&self, route: &str) -> usize {
        let calls = self.pg.calls();
        calls.iter().filter(|call| call.route == route).count()
    }

    /// Waits until this many requests to a route got a status.
    pub(crate) async fn answered(&self, route: &str, status: u16, count: usize) {
        let happened = || {
            let calls = self.pg.calls().into_iter();
            let matching = calls.filter(|c| c.route == route && c.status == status);
            (matching.count() >= count).then_some(())
        };
        let what = format!("{status} of {route}");
        self.pg.until(&what, happened).await;
    }

    /// Stops the bot, as a signal would.
    pub(crate) async fn stop(&mut self) {
        let (stop, task) = self.running.take().unwrap();
        // The service keeps the database open.
        self.service = None;
        stop.cancel();
        task.await.unwrap();
    }

    /// Starts the program as a process on the same data folder.
    pub(crate) async fn spawn(&self) -> Program {
        let before = self.pg.gateway().identifies();
        let url = self.database.as_ref();
        let url = url.map(|database| ("DELOS_STORE", database.0.to_string()));
        let child = Command::new(env!("CARGO_BIN_EXE_delos"))
            .envs(self.pg.env())
            .envs(url)
            .env("DELOS_DATA", self.data.path())
            .env("DELOS_LOG", "warn")
            .stdin(Stdio::null())
            .spawn()
            .unwrap();
        // A killed program's connection may still seem open: wait for the new one.
        let connected = || (self.pg.gateway().identifies() > before).then_some(());
        self.pg.until("the program to connect", connected).await;
        self.pg.ready().await;
        Program(child)
    }
}

/// Opens the store of a stopped bot.
pub(crate) fn open(data: &TempDir, database: Option<&ServerDatabase>) -> Arc<dyn Database> {
    match database {
        None => Arc::new(SledStore::open(data.path()).unwrap()),
        Some(ServerDatabase(url)) => {
            let settings = PostgresSettings::new(url.clone());
            Arc::new(PostgresStore::open(&settings).unwrap())
        }
    }
}

/// A database on the test server. Dropping it checks it, and removes its several megabytes.
pub(crate) struct ServerDatabase(DatabaseUrl);

impl Drop for ServerDatabase {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            let report = samples::opened(&self.0).check_all().unwrap();
            assert_eq!(report.listed, Vec::<String>::new(), "after the scene");
        }
        if let Some(server) = server::server() {
            server.drop(&self.0);
        }
    }
}

/// Returns a database for a stage, if the tests run on a server.
pub(crate) fn configured_server() -> Option<ServerDatabase> {
    match std::env::var("DELOS_TEST_STORE").as_deref() {
        Ok("postgres") => {
            let url = server::database().expect("PostgreSQL is installed");
            Some(ServerDatabase(url))
        }
        Ok(other) if !other.is_empty() => {
            panic!("DELOS_TEST_STORE is postgres or nothing, not {other}")
        }
        _ => None,
    }
}

/// The program's process, killed on drop.
pub(crate) struct Program(pub(crate) Child);

impl Program {
    /// Returns the peak memory in KiB.
    pub(crate) fn peak_memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.0.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let words = line.and_then(|line| line.split_whitespace().next());
        words.unwrap().parse().unwrap()
    }

    /// Sends a signal, such as `STOP`.
    pub(crate) fn signal(&self, name: &str) {
        let id = self.0.id().to_string();
        let kill = Command::new("kill").args(["-s", name, &id]).status();
        assert!(kill.unwrap().success());
    }

    /// `kill -9`.
    pub(crate) fn kill(self) {
        drop(self);
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[track_caller]
pub(crate) fn assert_says(text: impl AsRef<str>, words: impl AsRef<str>) {
    let (text, words) = (text.as_ref(), words.as_ref());
    assert!(text.contains(words), "{words:?} is not in {text:?}");
}

pub(crate) async fn says(message: &Message, words: &str) {
    let says = |message: &Message| message.content().contains(words);
    message.until(words, says).await;
}

pub(crate) async fn next(channel: &Channel) -> Message {
    loop {
        let message = channel.next_message().await;
        if !message.is_ephemeral() {
            return message;
        }
    }
}

pub(crate) fn public(channel: &Channel) -> Vec<Message> {
    let mut messages = channel.messages();
    messages.retain(|message| !message.is_ephemeral());
    messages
}

/// Returns the private answer to an interaction.
pub(crate) async fn whisper(reply: &Reply) -> Message {
    let private = |reply: &Reply| {
        let mut messages = reply.messages().into_iter();
        messages.rfind(|m| m.is_ephemeral() && !m.is_thinking())
    };
    let is_there = |reply: &Reply| private(reply).is_some();
    reply.until("a private answer", is_there).await;
    private(reply).unwrap()
}

/// Waits until a former board has lost its picture and buttons.
pub(crate) async fn retired(board: &Message) {
    let is_retired = |old: &Message| old.buttons().is_empty() && old.files().is_empty();
    board.until("the board to be retired", is_retired).await;
}

/// Returns the next board of a game between two people, once the previous one is retired.
pub(crate) async fn next_board(channel: &Channel, former: &Message) -> Message {
    let board = next(channel).await;
    retired(former).await;
    board
}
