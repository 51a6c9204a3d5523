//! Scenes on Matrix: an in-memory homeserver, and people who type.

mod markup;
mod people;
mod posts;
mod rooms;

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use ::matrix::{Error, EventKind, Homeserver};
use app::store::Store as _;
use app::{Home, Limits};
use matrix::run_among_others;
use runtime::cluster::{self, ClusterChannels, Member, Timing};
use runtime::engine_pool::EnginePool;
use runtime::process::{self, Process, Running};
use runtime::service::{EffectQueues, Service, ServiceConfig};
use tempfile::TempDir;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use people::{MatrixReply, MatrixUser};
use posts::MatrixMessage;
use rooms::MatrixRoom;

use super::Front;
use crate::common::{ScriptedSource, ServerDatabase, configured_server, open};
use crate::homeserver::Server;

/// Start of the clock, as in the playground.
const BEGINNING: i64 = 1_767_268_800_000;
/// The power level required to write in a muted room.
const MUTED: i64 = 50;
/// Long enough to refill every quota of public answers.
const REST: Duration = Duration::from_mins(30);

/// People's actions of which the homeserver keeps no record.
#[derive(Debug, Default)]
pub(crate) struct World {
    server: Server,
    /// Ids of commands and choices. Answers to them are not part of the conversation.
    asked: Mutex<HashSet<String>>,
    /// Reactions by person, message and key: no one can react twice with the same key.
    reacted: Mutex<HashSet<(String, String, String)>>,
    /// Whether the messages of games in threads count as part of their room.
    threads_are_read: AtomicBool,
    /// Number of messages that [`Room::next`] has returned, by place.
    returned: Mutex<HashMap<(String, Option<String>), usize>>,
}

impl World {
    fn reads_threads(&self) -> bool {
        self.threads_are_read.load(Ordering::Relaxed)
    }

    fn is_asked(&self, event: &str) -> bool {
        self.asked.lock().unwrap().contains(event)
    }
}

/// A homeserver, a data folder, and a bot in this process that uses both.
pub(crate) struct Matrix {
    world: Arc<World>,
    data: TempDir,
    database: Option<ServerDatabase>,
    now: Arc<AtomicI64>,
    limits: Limits,
    privacy_page: Option<String>,
    service: Option<Arc<Service>>,
    running: Option<(CancellationToken, JoinHandle<()>)>,
    starts: u64,
}

/// Runs the bot until `stop`. On a shared database, it runs as one of several processes.
async fn run(
    account: Arc<dyn Homeserver>,
    service: Arc<Service>,
    mut queues: EffectQueues,
    stop: CancellationToken,
) {
    let pool = Arc::new(EnginePool::start(1).unwrap());
    let leases = service.leases().cloned();
    let count = if leases.is_none() { 1 } else { 2 };
    let process = Process::new(service, pool, count, stop);
    let mut front_ends: Vec<Running<'_, Error>> = Vec::new();
    let (there, messages) = (process.clone(), queues.take(text::Platform::Matrix));
    let (service, pool) = (there.service.clone(), there.pool.clone());
    if let Some(leases) = leases {
        let mut channels = ClusterChannels::default();
        let commands = channels.open(text::Platform::Matrix);
        service.report_to(channels.events.clone());
        let member = Member {
            service: Arc::clone(&service),
            leases: Arc::clone(&leases),
            wanted: None,
            timing: Timing::default(),
        };
        let among = process.clone();
        front_ends.push(Box::pin(async move {
            cluster::run(member, channels, among.stop.clone()).await;
            among.stopped_hearing();
            Ok(())
        }));
        front_ends.push(Box::pin(async move {
            let ended = run_among_others(account, service, leases, messages, pool, commands).await;
            there.stopped_hearing();
            ended
        }));
    } else {
        front_ends.push(Box::pin(async move {
            let stop = there.stop.clone();
            let ended = matrix::run(account, service, messages, pool, stop).await;
            there.stopped_hearing();
            ended
        }));
    }
    process::run(process, queues.engine, front_ends)
        .await
        .unwrap();
}

impl Front for Matrix {
    type User = MatrixUser;
    type Channel = MatrixRoom;
    type Message = MatrixMessage;
    type Reply = MatrixReply;

    const IS_MATRIX: bool = true;

    fn words(discord: &str) -> String {
        let rooms = discord.replace("server", "room").replace("channel", "room");
        let levels = rooms.replace("role", "power level");
        levels.replace("Role", "Power level")
    }

    async fn start(&mut self) {
        assert!(self.running.is_none(), "one bot at a time");
        self.starts += 1;
        let now = Arc::clone(&self.now);
        // Every read returns a new time: message times decide whether a message is older than its content.
        let source = ScriptedSource::new(self.starts, move || now.fetch_add(1, Ordering::Relaxed));
        let config = ServiceConfig {
            limits: self.limits,
            privacy_url: self.privacy_page.clone(),
            platforms: text::Platforms::MATRIX,
            ..ServiceConfig::default()
        };
        let store = open(&self.data, self.database.as_ref());
        let (service, queues) = Service::new(store, config, source);
        service.recover().unwrap();
        self.service = Some(Arc::clone(&service));
        let server = &self.world.server;
        let (account, mut before) = (server.account(), server.acknowledgments());
        let stop = CancellationToken::new();
        let running = run(account, Arc::clone(&service), queues, stop.clone());
        self.running = Some((stop, tokio::spawn(running)));
        if !service.ownership().is_sole() {
            let has_turn = || service.ownership().open().contains(Home::MATRIX);
            self.happens("its turn", has_turn).await;
            // The bot may have acknowledged events before without acting on them.
            before = server.acknowledgments();
        }
        let listens = || server.acknowledgments() > before;
        self.happens("the bot to listen", listens).await;
    }

    async fn stop(&mut self) {
        let (stop, task) = self.running.take().unwrap();
        // The service keeps the database open.
        self.service = None;
        stop.cancel();
        task.await.unwrap();
    }

    async fn restarts_with(&mut self, limits: Limits, privacy_page: Option<String>) {
        (self.limits, self.privacy_page) = (limits, privacy_page);
        self.restarts().await;
    }

    fn service(&self) -> &Arc<Service> {
        self.service.as_ref().unwrap()
    }

    async fn rejoins(&self) {
        let general = self.channel("general").room;
        let host = self.manager("host").user();
        let server = &self.world.server;
        server.put_out(&general);
        let invited = EventKind::Invited { is_direct: false };
        server.add_event(&general, &host.id, invited);
        let joined = || server.has_delos(&general);
        self.happens("the bot to join", joined).await;
    }

    fn user(&self, name: &str) -> MatrixUser {
        let general = self.channel("general");
        if !self.world.server.has_member(&general.room, name) {
            self.enters(name, &general.room, 0);
        }
        MatrixUser {
            name: name.to_owned(),
            channel: general,
        }
    }

    fn manager(&self, name: &str) -> MatrixUser {
        let general = self.channel("general");
        self.enters(name, &general.room, 100);
        self.user(name)
    }

    async fn refused(&self, posts: usize) {
        let server = &self.world.server;
        let is_noted = || self.service().store().outgoing(1).unwrap().is_empty();
        let refused = || server.refusals() >= posts && is_noted();
        self.happens("posts to be refused", refused).await;
    }

    fn delete(&self, message: &MatrixMessage) {
        self.world.server.redact(&message.now().id);
    }

    fn leaves(&self, who: &MatrixUser) {
        let general = self.channel("general");
        self.world.server.remove_member(&general.room, &who.name);
    }

    fn channel(&self, name: &str) -> MatrixRoom {
        let room = format!("!{name}:hs");
        if !self.world.server.has_room(&room) {
            self.world.server.room(name, &[]);
        }
        MatrixRoom {
            world: Arc::clone(&self.world),
            room,
            thread: None,
        }
    }

    fn advance(&self, by: Duration) {
        let by = i64::try_from(by.as_millis()).unwrap();
        self.now.fetch_add(by, Ordering::Relaxed);
    }

    fn rest(&self) {
        self.advance(REST);
    }

    async fn until<T>(&self, what: &str, find: impl FnMut() -> Option<T>) -> T {
        self.world.server.when(what, find).await
    }
}

impl Matrix {
    /// Creates a homeserver with a running bot.
    pub(crate) async fn ready() -> Self {
        let world = Arc::new(World::default());
        world.server.room("general", &[]);
        let mut stage = Self {
            world,
            data: tempfile::tempdir().unwrap(),
            database: configured_server(),
            now: Arc::new(AtomicI64::new(BEGINNING)),
            limits: Limits::default(),
            privacy_page: None,
            service: None,
            running: None,
            starts: 0,
        };
        stage.start().await;
        stage
    }

    pub(crate) fn homeserver(&self) -> &Server {
        &self.world.server
    }

    /// Joins a person to a room, and creates their direct room with Delos.
    fn enters(&self, name: &str, room: &str, power: i64) {
        let server = &self.world.server;
        server.set_member(room, name, power);
        let direct = server.direct(name);
        server.set_member(&direct, name, 100);
    }
}

impl Drop for Matrix {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            assert_eq!(self.world.server.mistakes(), Vec::<String>::new());
        }
    }
}

/// Returns an event's position among all events.
fn number(event: &str) -> usize {
    event.trim_start_matches('$').parse().unwrap()
}
