//! Processes that live and die together: the whole loop, without a front end.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use app::effect::{Effect, EffectId, Handled, Subject};
use app::store::{Batch, Key, Store as _, Write};
use app::{
    ColorWish, Command, Context, GameId, GameRecord, Person, PlayerId, Record, Request, RoomId,
    ServerId, Span, Terms, TimeControl, Timestamp, Venue, Which,
};
use bot::cluster::{self, DatabaseClock, Member, ShardCommand, ShardEvent, Timing};
use bot::service::{EffectQueues, MomentSource as _, QueuedEffect, Service, ServiceConfig};
use bot::store::Posts as _;
use rules_core::{Color, Variant};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::memory::{Node, Server};

const LEASE: Duration = Duration::from_secs(3);
const TIMING: Timing = Timing {
    beat: Duration::from_millis(200),
    limit: Duration::from_millis(2_400),
    look: Duration::from_millis(50),
    hand_over: Duration::from_secs(1),
    farewell: Duration::from_secs(4),
    patience: 2,
};
const SHARDS: u32 = 4;

/// Which process is connected for which shard, and whether two ever were.
#[derive(Default)]
struct Gateway {
    connected: BTreeMap<u32, usize>,
    log: Vec<String>,
    clashes: Vec<String>,
}

/// A process: its service, the loop, and a front end that connects at once and performs nothing by itself.
struct Process {
    node: Node,
    service: Arc<Service>,
    clock: DatabaseClock,
    stop: CancellationToken,
    tasks: Vec<JoinHandle<()>>,
    noted: Arc<Mutex<Vec<QueuedEffect>>>,
}

impl Process {
    fn start(number: usize, server: &Arc<Server>, gateway: &Arc<Mutex<Gateway>>) -> Self {
        let node = server.connect();
        let clock = DatabaseClock::default();
        let config = ServiceConfig::default();
        let (service, queues) = Service::new(Arc::new(node.clone()), config, clock.clone());
        let (commands, received) = mpsc::unbounded_channel();
        let (events, reported) = mpsc::unbounded_channel();
        let stop = CancellationToken::new();
        let member = Member {
            service: Arc::clone(&service),
            wanted: SHARDS,
            timing: TIMING,
            commands,
        };
        let noted = Arc::default();
        let tasks = vec![
            tokio::spawn(front_end(number, received, events, Arc::clone(gateway))),
            tokio::spawn(note_effects(queues, Arc::clone(&noted))),
            tokio::spawn(cluster::run(member, reported, stop.clone())),
            tokio::spawn(Arc::clone(&service).run_clock(stop.clone())),
        ];
        Self {
            node,
            service,
            clock,
            stop,
            tasks,
            noted,
        }
    }

    fn open(&self) -> BTreeSet<u32> {
        self.service.served().open().shards
    }

    /// Ends it as `kill -9` would.
    fn kill(&self, gateway: &Arc<Mutex<Gateway>>, number: usize) {
        self.node.cut_off(true);
        for task in &self.tasks {
            task.abort();
        }
        let mut gateway = gateway.lock().unwrap();
        gateway.connected.retain(|_, of| *of != number);
    }

    /// Completes an effect as the outbox would.
    fn perform(&self, effect: &QueuedEffect) {
        let id = effect.outgoing.id.clone();
        self.node.settle(std::slice::from_ref(&id)).unwrap();
        self.service.served().performed(&[id]);
    }

    fn ids(&self) -> Vec<EffectId> {
        let queued = self.noted.lock().unwrap();
        queued
            .iter()
            .map(|effect| effect.outgoing.id.clone())
            .collect()
    }

    async fn ask(&self, who: &str, server: u64, command: Command) -> Handled {
        let request = Request {
            who: Person::new(PlayerId::new(format!("discord:{}", who.len())), who),
            venue: Venue {
                room: RoomId::new("discord:77"),
                server: Some(ServerId::new(format!("discord:{}", server << 22))),
            },
            context: Context::default(),
            command,
        };
        self.service.handle(request).await.unwrap()
    }

    /// A game on the server `server << 22` between al (White) and bobby in which both have moved.
    async fn game(&self, server: u64) -> GameId {
        let terms = Terms {
            time: TimeControl::Live {
                minutes: 10,
                increment: 0,
            },
            color: ColorWish::Only(Color::White),
            ..Terms::of(Variant::Toto40)
        };
        let opponent = Some(Person::new(PlayerId::new("discord:5"), "bobby"));
        let made = self
            .ask("al", server, Command::Challenge { opponent, terms })
            .await;
        let challenge = made.outgoing.iter().find_map(|one| match &one.effect {
            Effect::Show(show) => match show.subject {
                Subject::Challenge(id) => Some(id),
                _ => None,
            },
            _ => None,
        });
        let accept = Command::Accept(challenge.unwrap());
        let began = self.ask("bobby", server, accept).await;
        let game = began.outgoing.iter().find_map(|one| match &one.effect {
            Effect::Show(show) => match show.subject {
                Subject::Game(id) => Some(id),
                _ => None,
            },
            _ => None,
        });
        let game = game.unwrap();
        self.ask("al", server, moving(game, "Re5")).await;
        self.ask("bobby", server, moving(game, "Kf6")).await;
        game
    }

    fn record(&self, game: GameId) -> GameRecord {
        match self.node.get(&Key::Game(game)).unwrap().unwrap().record {
            Record::Game(game) => game,
            other => panic!("{other:?}"),
        }
    }

    fn left(&self, game: GameId) -> Span {
        let record = self.record(game);
        assert_eq!(record.result, None, "{game} is over");
        record.time_left(record.turn(), self.clock.now()).unwrap()
    }
}

fn moving(game: GameId, text: &str) -> Command {
    Command::Move {
        game: Which::Id(game),
        text: text.to_owned(),
        ply: None,
    }
}

async fn front_end(
    number: usize,
    mut commands: mpsc::UnboundedReceiver<ShardCommand>,
    events: mpsc::UnboundedSender<ShardEvent>,
    gateway: Arc<Mutex<Gateway>>,
) {
    while let Some(command) = commands.recv().await {
        let mut gateway = gateway.lock().unwrap();
        match command {
            ShardCommand::Start { shard, total } => {
                assert_eq!(total, SHARDS);
                if let Some(other) = gateway.connected.insert(shard, number) {
                    gateway
                        .clashes
                        .push(format!("{shard}: {other} and {number}"));
                }
                gateway.log.push(format!("{number} starts {shard}"));
                events.send(ShardEvent::Connected(shard)).unwrap();
            }
            ShardCommand::Stop { shard, done } => {
                if gateway.connected.get(&shard) == Some(&number) {
                    gateway.connected.remove(&shard);
                }
                gateway.log.push(format!("{number} stops {shard}"));
                let _ = done.send(());
            }
            ShardCommand::Retire(_) => {}
        }
    }
}

async fn note_effects(mut queues: EffectQueues, noted: Arc<Mutex<Vec<QueuedEffect>>>) {
    while let Some(effect) = queues.discord.recv().await {
        noted.lock().unwrap().push(effect);
    }
}

/// Polls for a minute, since machines differ in speed.
async fn until<T>(what: &str, mut answer: impl FnMut() -> Option<T>) -> T {
    for _ in 0..3_000 {
        if let Some(answer) = answer() {
            return answer;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("waited a minute for {what}");
}

async fn until_all_open(processes: &[&Process]) {
    until("all shards to be open, fairly distributed", || {
        let counts: Vec<usize> = processes.iter().map(|one| one.open().len()).collect();
        let fair = counts.iter().max().unwrap() - counts.iter().min().unwrap() < 2;
        (counts.iter().sum::<usize>() == SHARDS as usize && fair).then_some(())
    })
    .await;
}

/// The process that serves a shard, and the others.
fn owner<'a>(processes: &[&'a Process], shard: u32) -> (usize, &'a Process) {
    let mut all = processes.iter().enumerate();
    let (number, found) = all.find(|(_, one)| one.open().contains(&shard)).unwrap();
    (number, found)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_killed_process_is_replaced_and_only_its_games_get_their_time_back() {
    let (server, gateway) = (Server::new(LEASE), Arc::default());
    let processes = [0, 1].map(|number| Process::start(number, &server, &gateway));
    let all = [&processes[0], &processes[1]];
    until_all_open(&all).await;
    let (dying, lost) = owner(&all, 1);
    let survivor = all[1 - dying];
    let kept = *survivor.open().first().unwrap();
    let games = [lost.game(1).await, survivor.game(u64::from(kept)).await];
    // What is queued for the shard's owner and not performed yet.
    let pending = lost.ids();
    assert!(!pending.is_empty());
    lost.kill(&gateway, dying);
    let before = games.map(|game| survivor.left(game));
    tokio::time::sleep(Duration::from_secs(1)).await;
    until("the survivor to open all shards", || {
        (survivor.open().len() == SHARDS as usize).then_some(())
    })
    .await;
    let after = games.map(|game| survivor.left(game));
    // It was heard at most a beat before the kill, and the lease had to end first.
    assert!(after[0].0 > before[0].0 - 1_000, "{before:?} {after:?}");
    assert!(after[1].0 < before[1].0 - 1_000, "{before:?} {after:?}");
    for id in pending {
        let found = until("what was pending to be queued", || {
            let queued = survivor.noted.lock().unwrap();
            let mut of_id = queued.iter().filter(|effect| effect.outgoing.id == id);
            of_id.next().cloned()
        })
        .await;
        assert!(found.recovered, "it may be performed already: {id:?}");
        survivor.perform(&found);
    }
    let epochs = bot::cluster::leases::Leases::shards(&survivor.node).unwrap();
    assert_eq!(epochs.iter().filter(|shard| shard.epoch == 2).count(), 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_process_cut_off_from_the_database_stops_before_another_takes_over_and_comes_back() {
    let (server, gateway) = (Server::new(LEASE), Arc::<Mutex<Gateway>>::default());
    let processes = [0, 1].map(|number| Process::start(number, &server, &gateway));
    let all = [&processes[0], &processes[1]];
    until_all_open(&all).await;
    all[0].node.cut_off(true);
    until("the other one to open all shards", || {
        (all[1].open().len() == SHARDS as usize).then_some(())
    })
    .await;
    assert!(all[0].open().is_empty());
    assert!(!all[0].service.served().performs(crate::protocol::home(0)));
    {
        let gateway = gateway.lock().unwrap();
        assert_eq!(gateway.clashes, Vec::<String>::new(), "{:?}", gateway.log);
    }
    all[0].node.cut_off(false);
    until_all_open(&all).await;
    let gateway = gateway.lock().unwrap();
    assert_eq!(gateway.clashes, Vec::<String>::new(), "{:?}", gateway.log);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn processes_come_and_go_and_hand_over_one_shard_after_another() {
    let (server, gateway) = (Server::new(LEASE), Arc::<Mutex<Gateway>>::default());
    let first = Process::start(0, &server, &gateway);
    until_all_open(&[&first]).await;
    let second = Process::start(1, &server, &gateway);
    until_all_open(&[&first, &second]).await;
    first.stop.cancel();
    let mut first = first;
    first.tasks.swap_remove(2).await.unwrap();
    let asked = server.now();
    until_all_open(&[&second]).await;
    let took = Duration::from_millis(u64::try_from(server.now() - asked).unwrap());
    assert!(took < LEASE, "no lease had to end: {took:?}");
    let gateway = gateway.lock().unwrap();
    assert_eq!(gateway.clashes, Vec::<String>::new(), "{:?}", gateway.log);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_another_process_commits_is_performed_by_the_owner_alone_and_once() {
    let (server, gateway) = (Server::new(LEASE), Arc::default());
    let processes = [0, 1].map(|number| Process::start(number, &server, &gateway));
    let all = [&processes[0], &processes[1]];
    until_all_open(&all).await;
    let (number, serving) = owner(&all, 2);
    let other = all[1 - number];
    let game = serving.game(2).await;
    until("its own effects to be queued", || {
        (serving.ids().len() >= 3).then_some(())
    })
    .await;
    let moved = other.ask("al", 2, moving(game, "Kd7")).await;
    let id = moved.outgoing[0].id.clone();
    let found = until("the owner to find it", || {
        let queued = serving.noted.lock().unwrap();
        queued
            .iter()
            .find(|effect| effect.outgoing.id == id)
            .cloned()
    })
    .await;
    assert!(!found.recovered, "no one has tried it");
    serving.perform(&found);
    // A dozen looks later.
    tokio::time::sleep(Duration::from_millis(600)).await;
    let times = serving.ids().iter().filter(|queued| **queued == id).count();
    assert_eq!(times, 1);
    assert!(!other.ids().contains(&id));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flag_falls_once_and_at_the_shard_that_is_open() {
    let (server, gateway) = (Server::new(LEASE), Arc::default());
    let processes = [0, 1].map(|number| Process::start(number, &server, &gateway));
    let all = [&processes[0], &processes[1]];
    until_all_open(&all).await;
    let (_, serving) = owner(&all, 3);
    let game = serving.game(3).await;
    let stored = serving.node.get(&Key::Game(game)).unwrap().unwrap();
    let Record::Game(mut record) = stored.record else {
        panic!("not a game");
    };
    let turn = record.turn();
    let clock = record.clock.as_mut().unwrap();
    clock.left[turn] = Span::seconds(1);
    clock.since = Timestamp(serving.clock.now().0);
    let write = Write {
        expected: stored.version,
        record: record.into(),
    };
    let batch = Batch {
        writes: vec![write],
        ..Batch::default()
    };
    serving.node.commit(batch).unwrap();
    until("the flag to fall", || serving.record(game).result.map(drop)).await;
}
