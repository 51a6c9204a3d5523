//! A process without a front end, on a shared store.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use app::effect::{EffectId, Handled};
use app::{
    Command, GameId, GameRecord, Person, PlayerId, Request, Span, TimeControl, Timestamp, Venue,
};
use runtime::cluster::{
    self, ClusterChannels, DatabaseClock, Member, ShardCommand, ShardEvent, Timing,
};
use runtime::service::{EffectQueues, MomentSource as _, QueuedEffect, Service, ServiceConfig};
use store::Posts as _;
use store::leases::{Lease, LeaseSet};
use text::Platform;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::cluster::memory::{Node, Server};
use crate::headless;
pub(crate) use crate::headless::{moving, until, until_true};

/// Long enough that a busy machine doesn't keep a process from renewing it.
pub(crate) const LEASE: Duration = Duration::from_secs(6);

pub(crate) const TIMING: Timing = Timing {
    beat: Duration::from_millis(200),
    limit: Duration::from_secs(5),
    scan: Duration::from_millis(50),
    hand_over: Duration::from_secs(1),
    hand_over_all: Duration::from_secs(4),
    beats_to_balance: 2,
    isolation: Duration::from_secs(7),
    rejoin: Duration::from_millis(500),
};

pub(crate) const SHARDS: u32 = 4;

/// Connections by shard and process, and whether a process ever connected while another still answered on the same shard.
#[derive(Default)]
pub(crate) struct Gateway {
    services: BTreeMap<usize, Arc<Service>>,
    connected: BTreeMap<u32, BTreeSet<usize>>,
    pub(crate) log: Vec<String>,
    clashes: Vec<String>,
    pub(crate) unreached: BTreeSet<usize>,
}

impl Gateway {
    pub(crate) fn start(&mut self, number: usize, shard: u32) {
        self.log.push(format!("{number} starts {shard}"));
        let others = self.services.iter().filter(|(other, _)| **other != number);
        for (other, service) in others {
            let served = service.ownership();
            if served.held().leases.contains(&Lease::Shard(shard)) {
                self.clashes.push(format!("{shard}: {other} and {number}"));
            }
        }
        self.connected.entry(shard).or_default().insert(number);
    }

    fn stop(&mut self, number: usize, shard: u32) {
        self.log.push(format!("{number} stops {shard}"));
        self.connected.entry(shard).or_default().remove(&number);
    }

    /// Asserts that each shard has one connection, and that no two processes ever answered on one.
    pub(crate) fn assert_orderly(&self) {
        assert_eq!(self.clashes, Vec::<String>::new(), "{:?}", self.log);
        let is_alone = |of: &BTreeSet<usize>| of.len() == 1;
        assert!(self.connected.values().all(is_alone), "{:?}", self.log);
    }
}

/// A process: its service, the main loop, and a front end that connects at once and performs no effects.
pub(crate) struct Process {
    pub(crate) node: Node,
    pub(crate) service: Arc<Service>,
    clock: DatabaseClock,
    pub(crate) stop: CancellationToken,
    pub(crate) tasks: Vec<JoinHandle<()>>,
    noted: Arc<Mutex<Vec<QueuedEffect>>>,
    pub(crate) events: mpsc::UnboundedSender<ShardEvent>,
}

impl Process {
    pub(crate) fn start(
        number: usize,
        server: &Arc<Server>,
        gateway: &Arc<Mutex<Gateway>>,
    ) -> Self {
        let node = server.connect();
        let clock = DatabaseClock::default();
        let config = ServiceConfig::default();
        let (service, queues) = Service::new(Arc::new(node.clone()), config, clock.clone());
        let mut channels = ClusterChannels::default();
        let (received, events) = (channels.open(Platform::Discord), channels.events.clone());
        let stop = CancellationToken::new();
        let member = Member {
            service: Arc::clone(&service),
            leases: service.leases().cloned().unwrap(),
            wanted: Some(SHARDS),
            timing: TIMING,
        };
        let own = Arc::clone(&service);
        gateway.lock().unwrap().services.insert(number, own);
        let noted = Arc::default();
        let (reports, there) = (events.clone(), Arc::clone(gateway));
        let tasks = vec![
            tokio::spawn(front_end(number, received, reports, there)),
            tokio::spawn(note_effects(queues, Arc::clone(&noted))),
            tokio::spawn(cluster::run(member, channels, stop.clone())),
            tokio::spawn(Arc::clone(&service).run_clock(stop.clone())),
        ];
        Self {
            node,
            service,
            clock,
            stop,
            tasks,
            noted,
            events,
        }
    }

    pub(crate) fn open(&self) -> BTreeSet<u32> {
        shards(self.service.ownership().open())
    }

    pub(crate) fn held(&self) -> BTreeSet<u32> {
        shards(self.service.ownership().held())
    }

    /// Kills the process, as `kill -9` would.
    pub(crate) fn kill(&self, gateway: &Arc<Mutex<Gateway>>, number: usize) {
        self.node.cut_off(true);
        for task in &self.tasks {
            task.abort();
        }
        let mut gateway = gateway.lock().unwrap();
        gateway.services.remove(&number);
        for of in gateway.connected.values_mut() {
            of.remove(&number);
        }
    }

    /// Completes an effect as the outbox would.
    pub(crate) fn perform(&self, effect: &QueuedEffect) {
        let id = effect.outgoing.id.clone();
        self.node.settle(std::slice::from_ref(&id)).unwrap();
        self.service.ownership().performed(&[id]);
    }

    /// Returns the first queued effect that fits.
    pub(crate) fn queued(&self, fits: impl Fn(&QueuedEffect) -> bool) -> Option<QueuedEffect> {
        let queued = self.noted.lock().unwrap();
        queued.iter().find(|effect| fits(effect)).cloned()
    }

    pub(crate) fn ids(&self) -> Vec<EffectId> {
        let queued = self.noted.lock().unwrap();
        let ids = queued.iter().map(|effect| effect.outgoing.id.clone());
        ids.collect()
    }

    /// Reports that no open shard reaches the platform.
    pub(crate) fn lose_platform(&self) {
        for shard in self.open() {
            let lost = ShardEvent::Disconnected(Lease::Shard(shard));
            self.events.send(lost).unwrap();
        }
    }

    pub(crate) async fn ask(&self, who: &str, server: u64, command: Command) -> Handled {
        let who = Person::new(PlayerId::new(format!("discord:{}", who.len())), who);
        let venue = Venue::on_server("discord:77", format!("discord:{}", server << 22));
        let asked = self.service.handle(Request::new(who, venue, command));
        asked.await.unwrap()
    }

    /// Starts a game between al (White) and bobby on the server `server << 22`, in which both have moved.
    pub(crate) async fn game(&self, server: u64) -> GameId {
        let time = TimeControl::Live {
            minutes: 10,
            increment: 0,
        };
        let bobby = Person::new(PlayerId::new("discord:5"), "bobby");
        let ask = async |who: &str, command| self.ask(who, server, command).await;
        headless::game(ask, "al", bobby, time).await
    }

    pub(crate) fn record(&self, game: GameId) -> GameRecord {
        headless::record(&self.node, game)
    }

    /// Sets the remaining time of the player to move.
    pub(crate) fn set_left(&self, game: GameId, left: Span) {
        self.set_clock(game, left, Span(0));
    }

    /// Sets the remaining time of the player to move, some of which is used in this turn.
    pub(crate) fn set_clock(&self, game: GameId, left: Span, used: Span) {
        headless::change(&self.node, game, |record| {
            let turn = record.turn();
            let clock = record.clock.as_mut().unwrap();
            clock.left[turn] = Span(left.0 + used.0);
            clock.since = Timestamp(self.clock.now().0 - used.0);
        });
    }

    pub(crate) fn left(&self, game: GameId) -> Span {
        headless::left(&self.record(game), self.clock.now())
    }
}

fn shards(set: LeaseSet) -> BTreeSet<u32> {
    set.leases.into_iter().filter_map(Lease::shard).collect()
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
            ShardCommand::Start(lease, total) => {
                let shard = lease.shard().unwrap();
                assert_eq!(total, SHARDS);
                gateway.start(number, shard);
                if !gateway.unreached.contains(&number) {
                    events.send(ShardEvent::Connected(lease)).unwrap();
                }
            }
            ShardCommand::Stop(lease, done) => {
                gateway.stop(number, lease.shard().unwrap());
                let _ = done.send(());
            }
            ShardCommand::Probe(reached) => {
                if !gateway.unreached.contains(&number) {
                    let _ = reached.send(());
                }
            }
            ShardCommand::Retire(_) => {}
        }
    }
}

async fn note_effects(mut queues: EffectQueues, noted: Arc<Mutex<Vec<QueuedEffect>>>) {
    while let Some(effect) = queues.messages[Platform::Discord].recv().await {
        noted.lock().unwrap().push(effect);
    }
}

pub(crate) async fn until_all_open(processes: &[&Process]) {
    until_true("all shards to be open, fairly distributed", || {
        let counts: Vec<usize> = processes.iter().map(|one| one.open().len()).collect();
        let fair = counts.iter().max().unwrap() - counts.iter().min().unwrap() < 2;
        counts.iter().sum::<usize>() == SHARDS as usize && fair
    })
    .await;
}

/// Returns the process that serves a shard, with its number.
pub(crate) fn owner<'a>(processes: &[&'a Process], shard: u32) -> (usize, &'a Process) {
    let mut all = processes.iter().enumerate();
    let (number, found) = all.find(|(_, one)| one.open().contains(&shard)).unwrap();
    (number, found)
}
