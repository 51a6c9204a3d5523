//! Conversations with two processes on one database, each with one of two shards. People must not notice the split.

use std::sync::Arc;
use std::time::Duration;

use app::store::{Index, Page, Store as _};
use app::{Command, Request, ServerId, Terms, Venue};
use bot::admin::broadcast;
use playground::{Call, Channel, Guild, Message, Playground, User, args, permission};
use rules_core::Variant;
use runtime::cluster::DatabaseClock;
use runtime::service::{EffectQueues, Service, ServiceConfig};
use store::leases::{LEASE, Lease};
use store::{Database, SledStore};
use text::Platform;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::cluster::memory::{Node, Server};
use crate::cluster::process::until_true;
use crate::common::{self, assert_says, connection, next, public, says, whisper};
use crate::conversations::tournaments::{enters, starts};
use crate::conversations::{code, next_saying, resigns};
use crate::headless;
use crate::shards::one_of_each_shard;

/// A process with its front end.
struct Process {
    node: Node,
    service: Arc<Service>,
    stop: CancellationToken,
    task: JoinHandle<()>,
}

impl Process {
    fn start(pg: &Playground, server: &Arc<Server>) -> Self {
        let node = server.connect();
        let stop = CancellationToken::new();
        let (service, task) = serve(pg, Arc::new(node.clone()), stop.clone());
        Self {
            node,
            service,
            stop,
            task,
        }
    }

    fn serves(&self) -> Vec<u32> {
        let open = self.service.ownership().open().leases;
        open.into_iter().filter_map(Lease::shard).collect()
    }
}

/// Runs the bot on a store.
pub(super) fn serve(
    pg: &Playground,
    store: Arc<dyn Database>,
    stop: CancellationToken,
) -> (Arc<Service>, JoinHandle<()>) {
    let clock = DatabaseClock::default();
    let (service, queues) = Service::new(store, ServiceConfig::default(), clock);
    let connection = connection(pg);
    let running = Arc::clone(&service);
    let task = tokio::spawn(async move {
        discord::run(&connection, running, queues, 1, stop)
            .await
            .unwrap();
    });
    (service, task)
}

/// Two Discord servers, each served by its own process.
struct House {
    pg: Playground,
    processes: Vec<Process>,
    servers: [Guild; 2],
}

impl House {
    async fn open() -> Self {
        let pg = Playground::builder().real_time().start().await.unwrap();
        pg.gateway().advise_shards(2, 2);
        let servers = one_of_each_shard(&pg);
        let server = Server::new(LEASE);
        let processes = vec![Process::start(&pg, &server), Process::start(&pg, &server)];
        let house = Self {
            pg,
            processes,
            servers,
        };
        house.until_served(1).await;
        house.pg.ready().await;
        house
    }

    /// Waits until each process serves this many shards, and no shard is served twice.
    async fn until_served(&self, each: usize) {
        for _ in 0..1_500 {
            let served: Vec<_> = self.processes.iter().map(Process::serves).collect();
            let is_fair = served.iter().all(|shards| shards.len() == each);
            if is_fair && self.pg.gateway().connected_shards() == [0, 1] {
                return;
            }
            tokio::time::sleep(Duration::from_millis(40)).await;
        }
        let served: Vec<_> = self.processes.iter().map(Process::serves).collect();
        let connected = self.pg.gateway().connected_shards();
        panic!("waited a minute for the shards to be served: {served:?} of {connected:?}");
    }

    fn general(&self, of: usize) -> Channel {
        self.servers[of].channel("general")
    }

    fn people<const N: usize>(&self, names: [&str; N]) -> [User; N] {
        names.map(|name| self.pg.user(name))
    }

    /// Returns the server whose shard gets no direct messages.
    fn far(&self) -> usize {
        let is_far = |server: &&Guild| (server.id() >> 22) % 2 == 1;
        usize::from(is_far(&&self.servers[1]))
    }

    /// Returns the process that serves that server.
    fn far_process(&self) -> usize {
        let mut all = self.processes.iter();
        all.position(|one| one.serves() == [1]).unwrap()
    }

    async fn kill_far(&mut self) {
        let dead = self.processes.remove(self.far_process());
        dead.node.cut_off(true);
        dead.task.abort();
        drop(dead.task.await);
    }

    async fn close(self) {
        for process in self.processes {
            process.stop.cancel();
            process.task.await.unwrap();
        }
        self.pg.assert_clean();
    }
}

/// Returns the next message with a button, skipping a server's welcome.
async fn next_with(channel: &Channel, label: &str) -> Message {
    loop {
        let message = next(channel).await;
        if message.buttons().iter().any(|button| button.label == label) {
            return message;
        }
    }
}

/// Starts a rated game of Toto40 in a channel, in which both have moved; returns its board.
async fn game(channel: &Channel, alice: &User, bob: &User) -> Message {
    let (alice, bob) = (alice.at(channel), bob.at(channel));
    let terms = args! { game: "toto40", opponent: &bob, color: "white", time: "3d", rated: true };
    alice.slash("challenge", terms).await;
    let challenge = next_with(channel, "Accept").await;
    bob.click(&challenge, "Accept").await;
    // The other process posts the server's welcome, which may come in between.
    let first = next_with(channel, "Move").await;
    let code = code(&first);
    let moves = args! { "move": "d5e5", game: &code };
    alice.slash("move", moves).await;
    let second = next_board(channel, &first).await;
    bob.slash("move", args! { "move": "Kf6", game: &code })
        .await;
    next_board(channel, &second).await
}

/// The board that follows this one; a server's welcome may come first.
async fn next_board(channel: &Channel, former: &Message) -> Message {
    let game = code(former);
    loop {
        let board = common::next_board(channel, former).await;
        if board.content().contains(&game) {
            return board;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_by_direct_message_and_a_rating_are_known_at_both_processes() {
    let house = House::open().await;
    let [alice, bob] = house.people(["alice", "bob"]);
    for (of, rating) in [(0, "**1662?**"), (1, "Toto40**: **")] {
        let channel = house.general(of);
        let board = game(&channel, &alice, &bob).await;
        let moves = args! { "move": "Kd7", game: code(&board) };
        alice.dm().slash("move", moves).await;
        let board = next_board(&channel, &board).await;
        assert_says(board.content(), "it's your move");
        assert_eq!(board.pings(), ["bob"], "once, and whose turn it is");
        resigns(&bob.at(&channel), &board).await;
        says(&next_board(&channel, &board).await, "by resignation").await;
        let other = house.general(1 - of);
        let asked = bob.at(&other).slash("profile", args! { person: &alice });
        let said = whisper(&asked.await).await.content();
        assert!(said.contains(rating), "{said}");
        let lost = format!("0 won, 0 drawn, {} lost", of + 1);
        assert!(said.contains(&lost), "against the person who asks: {said}");
    }
    house.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_pause_of_the_database_leaves_no_old_board_with_buttons() {
    let house = House::open().await;
    let [alice, bob] = house.people(["alice", "bob"]);
    let channel = house.general(house.far());
    let board = game(&channel, &alice, &bob).await;
    let nodes: Vec<_> = house.processes.iter().map(|one| &one.node).collect();
    house.processes[house.far_process()].node.lose_answer();
    let moves = args! { "move": "Kd7", game: code(&board) };
    drop(alice.at(&channel).slash("move", moves).send().unwrap());
    let is_lost = || nodes.iter().any(|node| node.is_cut_off());
    until_true("the answer to be lost", is_lost).await;
    let cut_off = |is_cut_off| {
        for node in &nodes {
            node.cut_off(is_cut_off);
        }
    };
    cut_off(true);
    let are_suspended = || house.processes.iter().all(|one| one.serves().is_empty());
    until_true("all shards to be suspended", are_suspended).await;
    cut_off(false);
    house.until_served(1).await;
    next_board(&channel, &board).await;
    house.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_program_that_starts_in_an_outage_waits_for_its_database() {
    let pg = Playground::builder().real_time().start().await.unwrap();
    let (node, stop) = (Server::new(LEASE).connect(), CancellationToken::new());
    node.cut_off(true);
    let (_service, task) = serve(&pg, Arc::new(node.clone()), stop.clone());
    let own_user = |call: &Call| call.route == "GET /users/@me";
    pg.until("the account to be compared", || {
        pg.calls().iter().any(own_user).then_some(())
    })
    .await;
    pg.idle(Duration::from_millis(500)).await;
    node.cut_off(false);
    pg.ready().await;
    stop.cancel();
    task.await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_connection_that_hangs_takes_no_turn_to_identify() {
    let pg = Playground::builder().real_time().start().await.unwrap();
    let server = Server::new(LEASE);
    pg.gateway().hang();
    let process = Process::start(&pg, &server);
    let hangs = || (pg.gateway().hanging() > 0).then_some(());
    pg.until("a connection", hangs).await;
    assert_eq!(server.turns(), 0);
    pg.gateway().accept();
    pg.ready().await;
    assert_eq!(server.turns(), 1);
    process.stop.cancel();
    process.task.await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_process_that_takes_over_asks_for_moves_that_no_one_heard() {
    let mut house = House::open().await;
    let [alice, bob] = house.people(["alice", "bob"]);
    let channel = house.general(house.far());
    let terms = args! { game: "legan", opponent: &bob, color: "white", time: "10" };
    alice.at(&channel).slash("challenge", terms).await;
    let challenge = next_with(&channel, "Accept").await;
    bob.at(&channel).click(&challenge, "Accept").await;
    let board = next_with(&channel, "Move").await;
    house.kill_far().await;
    says(&board, "I may have missed a message.").await;
    house.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_of_another_bot_is_refused_in_words() {
    let pg = Playground::builder().real_time().start().await.unwrap();
    let (service, queues) = of_another_bot(Arc::new(Server::new(LEASE).connect()));
    assert_refused(&pg, service, queues).await;
}

fn of_another_bot(store: Arc<dyn Database>) -> (Arc<Service>, EffectQueues) {
    store.agree_on_account(Platform::Discord, "12345").unwrap();
    let clock = DatabaseClock::default();
    Service::new(store, ServiceConfig::default(), clock)
}

async fn assert_refused(pg: &Playground, service: Arc<Service>, queues: EffectQueues) {
    let connection = connection(pg);
    let stop = CancellationToken::new();
    let ended = discord::run(&connection, service, queues, 1, stop);
    let ended = tokio::time::timeout(Duration::from_mins(1), ended).await;
    let why = ended.expect("it ends").unwrap_err().to_string();
    assert!(why.contains("12345: use that bot's token"), "{why}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_of_another_bots_data_is_posted() {
    let pg = Playground::start().await;
    let data = tempfile::tempdir().unwrap();
    let (service, queues) = of_another_bot(Arc::new(SledStore::open(data.path()).unwrap()));
    let room = format!("discord:{}", pg.channel("general").id());
    let challenge = Command::Challenge {
        opponent: None,
        terms: Terms::of(Variant::Legan),
    };
    let ann = headless::person(Platform::Discord, "1");
    let venue = Venue::on_server(room, "discord:77");
    let asked = service.handle(Request::new(ann, venue, challenge));
    asked.await.unwrap();
    let left = service.store().outgoing(9).unwrap();
    assert!(!left.is_empty());
    let hold = pg.hold("GET /users/@me");
    let arrived = async {
        hold.arrived(1).await;
        assert!(pg.calls().is_empty(), "the account is compared first");
        hold.release();
    };
    tokio::join!(assert_refused(&pg, Arc::clone(&service), queues), arrived);
    assert_eq!(pg.calls().len(), 1, "{:#?}", pg.calls());
    assert_eq!(service.store().outgoing(9).unwrap(), left);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_block_holds_at_both_processes() {
    let house = House::open().await;
    let [alice, bob] = house.people(["alice", "bob"]);
    let [here, there] = [house.general(0), house.general(1)];
    alice.at(&here).slash("block", args! { person: &bob }).await;
    let terms = args! { game: "toto40", opponent: &alice };
    let refused = bob.at(&there).slash("challenge", terms).await;
    let refused = whisper(&refused).await.content();
    let server = ServerId::new(format!("discord:{}", house.servers[1].id()));
    let made = Index::ChallengesMadeIn(server);
    let node = &house.processes[0].node;
    assert!(
        node.list(&made, Page::first(9)).unwrap().is_empty(),
        "{refused}"
    );
    let freed = alice.at(&there).slash("unblock", args! { person: &bob });
    freed.await;
    let terms = args! { game: "toto40", opponent: &alice };
    bob.at(&here).slash("challenge", terms).await;
    let asked = next_with(&here, "Accept").await;
    assert!(asked.content().contains("Toto40"), "{}", asked.content());
    house.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_broadcast_left_at_one_process_is_announced_once_on_each_server() {
    let house = House::open().await;
    let alice = house.pg.user("alice");
    for of in 0..2 {
        let channel = house.general(of);
        let play = args! { game: "legan", level: 1, color: "white" };
        alice.at(&channel).slash("play", play).await;
        next(&channel).await;
    }
    // The process without direct messages, which posts the announcements.
    let left_at = &house.processes[house.far_process()];
    let data = tempfile::tempdir().unwrap();
    broadcast::leave(data.path(), "Away from 9 to 10.", &mut Vec::new()).unwrap();
    let stop = CancellationToken::new();
    let (service, folder) = (Arc::clone(&left_at.service), data.path().to_owned());
    let running = tokio::spawn(broadcast::run(service, folder, stop.clone()));
    let is_announcement =
        |message: &Message| message.content() == "**From the operator:** Away from 9 to 10.";
    for of in 0..2 {
        let channel = house.general(of);
        while !is_announcement(&next(&channel).await) {}
    }
    // Long enough for several polls and heartbeats.
    tokio::time::sleep(Duration::from_secs(2)).await;
    for of in 0..2 {
        let messages = public(&house.general(of)).into_iter();
        assert_eq!(messages.filter(is_announcement).count(), 1);
    }
    stop.cancel();
    running.await.unwrap();
    house.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tournament_goes_on_across_processes_and_after_one_is_killed() {
    let mut house = House::open().await;
    let [boss, alice, bob] = house.people(["boss", "alice", "bob"]);
    let far = house.far();
    let channel = house.general(far);
    channel.deny_bot(permission::CREATE_PUBLIC_THREADS);
    house.servers[far].grant(&boss, permission::MANAGE_GUILD);
    let boss = boss.at(&channel);
    let plan =
        args! { name: "Friday cup", format: "swiss", game: "toto40", time: "3 days", rounds: 1 };
    boss.slash("tournament create", plan).await;
    let announced = next_with(&channel, "Join").await;
    enters(&[alice.at(&channel), bob.at(&channel)], &announced).await;
    starts(&boss).await;
    let board = next_saying(&channel, "it's your move").await;
    // The process that serves the server dies. The other one still gets direct messages, and ends the game and the round.
    house.kill_far().await;
    resigns(&alice.dm(), &board).await;
    loop {
        let said = next(&channel).await.content();
        if said.contains("Friday cup") && said.contains("bob") {
            break;
        }
    }
    house.close().await;
}
