//! Several processes with one Matrix account: one serves it, the others stand by.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use app::store::Store as _;
use app::{GameRecord, Home, Person, PlayerId, Request, Span, Venue};
use matrix::Content;
use runtime::cluster::{self, ClusterChannels, DatabaseClock, Member};
use runtime::engine_pool::{self, EnginePool};
use runtime::service::{Service, ServiceConfig};
use store::Database;
use text::{Platform, Platforms};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::cluster::memory::{Node, Server};
use crate::cluster::process::{self, Gateway, LEASE, TIMING, moving, until_true};
use crate::headless;
use crate::homeserver::{self, Fault, Message, Op, User};

/// A process that serves Matrix only, with a device of its own.
struct Process {
    node: Node,
    service: Arc<Service>,
    stop: CancellationToken,
    tasks: Vec<JoinHandle<()>>,
}

impl Process {
    fn start(hs: &homeserver::Server, server: &Arc<Server>, device: u32) -> Self {
        let node = server.connect();
        let config = ServiceConfig {
            platforms: Platforms::MATRIX,
            ..ServiceConfig::default()
        };
        let clock = DatabaseClock::default();
        let (service, mut queues) = Service::new(Arc::new(node.clone()), config, clock);
        let mut channels = ClusterChannels::default();
        let commands = channels.open(Platform::Matrix);
        service.report_to(channels.events.clone());
        let pool = Arc::new(EnginePool::start(1).unwrap());
        let (stop, working) = (CancellationToken::new(), CancellationToken::new());
        let leases = service.leases().cloned().unwrap();
        let member = Member {
            service: Arc::clone(&service),
            leases: Arc::clone(&leases),
            wanted: None,
            timing: TIMING,
        };
        let account = hs.device(device);
        let (running, messages) = (Arc::clone(&service), queues.take(Platform::Matrix));
        let thinking = Arc::clone(&pool);
        let there =
            matrix::run_among_others(account, running, leases, messages, thinking, commands);
        let (ended, engine) = (working.clone(), Arc::clone(&service));
        let tasks = vec![
            tokio::spawn(cluster::run(member, channels, stop.clone())),
            tokio::spawn(async move {
                there.await.unwrap();
                ended.cancel();
            }),
            tokio::spawn(Arc::clone(&service).run_clock(working.clone())),
            tokio::spawn(engine_pool::run(engine, queues.engine, pool, working)),
        ];
        Self {
            node,
            service,
            stop,
            tasks,
        }
    }

    fn serves(&self) -> bool {
        self.service.ownership().open().contains(Home::MATRIX)
    }

    /// Kills the process, as `kill -9` would.
    async fn kill(self) {
        self.node.cut_off(true);
        for task in self.tasks {
            task.abort();
            drop(task.await);
        }
    }

    /// Stops the process, as a signal would.
    async fn end(self) {
        self.stop.cancel();
        for task in self.tasks {
            task.await.unwrap();
        }
    }
}

/// Two processes, and a room with ann and bob.
struct House {
    hs: homeserver::Server,
    server: Arc<Server>,
    hall: String,
    ann: User,
    bob: User,
}

impl House {
    async fn open() -> (Self, Process, Process) {
        Self::with_lease(LEASE).await
    }

    async fn with_lease(lease: Duration) -> (Self, Process, Process) {
        let hs = homeserver::Server::default();
        let hall = hs.room("hall", &["ann", "bob"]);
        let server = Server::new(lease);
        let [ann, bob] = ["ann", "bob"].map(|name| hs.user(name));
        let house = Self {
            hs,
            server,
            hall,
            ann,
            bob,
        };
        let one = house.start(1);
        until_true("one to serve Matrix", || one.serves()).await;
        let two = house.start(2);
        (house, one, two)
    }

    fn start(&self, device: u32) -> Process {
        Process::start(&self.hs, &self.server, device)
    }

    async fn until_served(&self, by: &Process) {
        until_true("the other one to serve Matrix", || by.serves()).await;
    }

    /// Waits until every message is handled and the bookmark is stored for all processes.
    async fn marked(&self) {
        let is_marked = || self.server.bookmark() == Some(self.hs.token());
        until_true("the bookmark of everything", is_marked).await;
    }

    /// Starts a game of ann (White) against bob; returns its board.
    async fn begin(&self) -> Message {
        let Self { ann, bob, .. } = self;
        ann.say(&self.hall, "!delos challenge @bob leto white time:10+0");
        let challenge = self.hs.next_with(&self.hall, "accept").await;
        bob.react(&challenge, "✅");
        let board = self.board("ann").await;
        self.hs.says(&challenge, "accepted").await;
        board
    }

    /// Returns the next board that mentions a person.
    async fn board(&self, calls: &str) -> Message {
        let board = self.hs.next_with(&self.hall, "move").await;
        assert_eq!(board.mentions, [format!("@{calls}:hs")], "{board:?}");
        board
    }

    fn game(&self) -> GameRecord {
        headless::only_game(&self.server.connect())
    }

    fn set_left(&self, left: Span, at: &Service) {
        headless::change(&self.server.connect(), self.game().id, |game| {
            let turn = game.turn();
            let clock = game.clock.as_mut().unwrap();
            clock.left[turn] = left;
            clock.since = at.now();
        });
    }

    fn left(&self, at: &Service) -> Span {
        let game = self.game();
        game.time_left(game.turn(), at.now()).unwrap()
    }

    /// Asserts that every message is answered, and that nothing else is posted.
    async fn nothing_more(&self, boards: usize) {
        // Several polls.
        tokio::time::sleep(Duration::from_secs(1)).await;
        let there = self.hs.boards(&self.hall);
        assert_eq!(there.len(), boards, "{there:#?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_process_takes_over_matrix_and_acts_on_no_event_again() {
    let (house, one, two) = House::open().await;
    let board = house.begin().await;
    house.marked().await;
    let bookmark = house.server.bookmark();
    house.ann.reply(&board, "e4");
    let board = house.board("bob").await;
    house.marked().await;
    assert!(one.serves() && !two.serves());
    let before = house.left(&two.service);
    one.kill().await;
    // As if it had died before storing the bookmark.
    assert!(house.server.bookmark() > bookmark);
    house.server.set_bookmark_back(bookmark);
    house.bob.reply(&board, "e5");
    house.until_served(&two).await;
    let board = house.board("ann").await;
    assert_eq!(house.game().moves.len(), 2);
    house.ann.reply(&board, "Nf3");
    house.board("bob").await;
    house.nothing_more(4).await;
    let after = house.left(&two.service);
    assert!(after.0 > before.0 - 60_000, "{before:?} {after:?}");
    two.end().await;
    assert_eq!(house.hs.mistakes(), Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn messages_a_dead_process_posted_are_not_posted_again() {
    let (house, one, two) = House::open().await;
    let board = house.begin().await;
    house.marked().await;
    // All responses are lost until it dies, so nothing is recorded as posted.
    for _ in 0..9 {
        house.hs.fail_next(Op::Send, Fault::AnswerLost);
    }
    house.ann.reply(&board, "e4");
    house.board("bob").await;
    one.kill().await;
    house.hs.heal();
    assert_eq!(house.server.connect().outgoing(9).unwrap().len(), 1);
    house.until_served(&two).await;
    let is_noted = || house.server.connect().outgoing(9).unwrap().is_empty();
    until_true("the board to be noted as posted", is_noted).await;
    house.nothing_more(2).await;
    two.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_duplicate_from_a_process_that_was_frozen_is_removed() {
    let (house, one, two) = House::open().await;
    let board = house.begin().await;
    one.kill().await;
    house.ann.reply(&board, "e4");
    house.until_served(&two).await;
    let board = house.board("bob").await;
    // As if the first process had been frozen right before sending this.
    let transaction = board.transaction.unwrap();
    let mut late = Content {
        body: "late".to_owned(),
        ..Content::default()
    };
    let value = transaction.clone().into();
    late.fields.insert(matrix::TRANSACTION.to_owned(), value);
    let first = house.hs.device(1);
    let late = first.send(&house.hall, &transaction, late).await.unwrap();
    assert_ne!(late, board.id);
    let is_there = |event: &str| house.hs.message(event).is_some();
    until_true("it to be removed", || !is_there(&late)).await;
    assert!(is_there(&board.id));
    two.end().await;
    assert_eq!(house.hs.mistakes(), Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_process_that_stops_leaves_matrix_to_the_other_at_once() {
    let lease = LEASE * 10;
    let (house, one, two) = House::with_lease(lease).await;
    let board = house.begin().await;
    house.ann.reply(&board, "e4");
    let board = house.board("bob").await;
    let asked = house.server.now();
    one.end().await;
    house.bob.reply(&board, "e5");
    house.board("ann").await;
    let took = Duration::from_millis(u64::try_from(house.server.now() - asked).unwrap());
    assert!(took < lease, "no lease had to end: {took:?}");
    house.nothing_more(3).await;
    // After its restart, it stands by.
    let one = house.start(1);
    tokio::time::sleep(LEASE).await;
    assert!(two.serves() && !one.serves());
    two.end().await;
    house.until_served(&one).await;
    one.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_process_without_the_database_stops_acting_and_stands_by_afterwards() {
    let (house, one, two) = House::open().await;
    let board = house.begin().await;
    house.ann.reply(&board, "e4");
    let board = house.board("bob").await;
    one.node.cut_off(true);
    // It receives this, too.
    house.bob.reply(&board, "e5");
    house.until_served(&two).await;
    assert!(!one.serves());
    let board = house.board("ann").await;
    one.node.cut_off(false);
    tokio::time::sleep(LEASE).await;
    house.ann.reply(&board, "Nf3");
    house.board("bob").await;
    house.nothing_more(4).await;
    assert!(two.serves() && !one.serves());
    assert_eq!(house.game().moves.len(), 3);
    one.end().await;
    two.end().await;
    assert_eq!(house.hs.mistakes(), Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn matrix_goes_to_a_process_that_hears_the_homeserver() {
    let (house, one, two) = House::open().await;
    let board = house.begin().await;
    house.hs.cut_off(1, true);
    house.ann.reply(&board, "e4");
    // As a front end reports after each failed sync of a long silence.
    let reports = async {
        while !two.serves() {
            one.service.mark_unreachable(Platform::Matrix).await;
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    };
    tokio::join!(reports, house.until_served(&two));
    let board = house.board("bob").await;
    house.hs.cut_off(1, false);
    house.bob.reply(&board, "e5");
    house.board("ann").await;
    house.nothing_more(3).await;
    assert!(two.serves() && !one.serves());
    one.end().await;
    two.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_process_without_matrix_acts_for_it_but_never_serves_it() {
    let (house, one, two) = House::open().await;
    let gateway = Arc::<Mutex<Gateway>>::default();
    let discord = process::Process::start(9, &house.server, &gateway);
    until_true("Discord to be served", || discord.open().len() == 4).await;
    house.begin().await;
    let game = house.game();
    // A command from another process: the one that serves Matrix shows it.
    let request = Request::new(
        Person::new(PlayerId::new("matrix:@ann:hs"), "Ann"),
        Venue::direct("discord:77"),
        moving(game.id, "e4"),
    );
    discord.service.handle(request).await.unwrap();
    let board = house.board("bob").await;
    house.bob.reply(&board, "e5");
    house.board("ann").await;
    // No one serves Matrix now, so no one loses on time.
    one.kill().await;
    two.kill().await;
    house.set_left(Span::seconds(2), &discord.service);
    tokio::time::sleep(LEASE + Duration::from_secs(4)).await;
    assert_eq!(house.game().result, None);
    assert_eq!(discord.open().len(), 4, "nor does it take Matrix");
    assert!(discord.ids().is_empty(), "nor perform anything there");
    let three = house.start(3);
    house.until_served(&three).await;
    assert!(house.left(&three.service).0 > 0, "the time was given back");
    // Now the player to move loses on time.
    house.hs.said_in(&house.hall, "on time").await;
    three.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_of_another_matrix_account_is_refused_in_words() {
    let hs = homeserver::Server::default();
    let config = ServiceConfig {
        platforms: Platforms::MATRIX,
        ..ServiceConfig::default()
    };
    let store: Arc<dyn Database> = Arc::new(Server::new(LEASE).connect());
    store
        .agree_on_account(Platform::Matrix, "@other:hs")
        .unwrap();
    let (service, mut queues) = Service::new(store, config, DatabaseClock::default());
    let leases = service.leases().cloned().unwrap();
    let commands = ClusterChannels::default().open(Platform::Matrix);
    let messages = queues.take(Platform::Matrix);
    let pool = Arc::new(EnginePool::start(1).unwrap());
    let account = hs.device(1);
    let ended = matrix::run_among_others(account, service, leases, messages, pool, commands).await;
    let why = ended.unwrap_err().to_string();
    assert!(why.contains("@other:hs: use that one"), "{why}");
}
