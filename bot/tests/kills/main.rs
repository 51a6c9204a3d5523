//! The real program under load, ended by force at moments that a seed chooses: nothing that anybody was told is lost, nothing is
//! said twice, and what is stored and seen in the end is what it is without trouble.
//!
//! Without arguments it is a short test. `cargo test --release -p bot --test kills -- --kills 200 --tables 40 --plies 40` takes
//! some minutes; `--cuts 50 --disks 4`, as root on Linux, adds power cuts, and disks that fill up, die, or can only be read.
//! `--tables 0 --lapses 0 --players 64 --rounds 9 --kills 40` plays a large tournament alone.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]
#![allow(clippy::print_stdout, reason = "it says what it does")]

mod bout;
mod cup;
mod disk;
#[allow(dead_code, reason = "the measurement of loads uses more of it")]
mod program;
mod standings;
#[allow(dead_code, reason = "the measurement of loads uses more of it")]
mod tables;
mod verdict;

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use app::effect::{Effect, Subject};
use app::{
    App, ChallengeId, ChallengeState, Command, Context, GameId, Limits, Moment, Person, PlayerId,
    Request, RoomId, ServerId, Terms, TimeControl, Timestamp, Venue, Which,
};
use bot::store::SledStore;
use clap::Parser;
use playground::{BotEvent, Channel, Follower, Playground, User};
use rules_core::{Color, Game, Variant};

use cup::Cup;
use disk::Disk;
use program::Program;
use tables::{Dice, Table};

#[derive(Parser, Debug, Clone)]
struct Plan {
    /// How often the program is killed
    #[arg(long, default_value_t = 6)]
    kills: usize,
    /// How often the power is cut (as root)
    #[arg(long, default_value_t = 0)]
    cuts: usize,
    /// How often the disk fills up, dies, or can only be read, in turns (as root)
    #[arg(long, default_value_t = 0)]
    disks: usize,
    /// Games between people; one more for each five is played with the engine
    #[arg(long, default_value_t = 5)]
    tables: usize,
    /// Entrants of a Swiss that is played beside them; 0 for none
    #[arg(long, default_value_t = 7)]
    players: usize,
    /// Its rounds
    #[arg(long, default_value_t = 3)]
    rounds: u8,
    /// How many of its breaks last their whole minute
    #[arg(long, default_value_t = 0)]
    breaks: u16,
    /// Half-moves of each game
    #[arg(long, default_value_t = 12)]
    plies: usize,
    /// Challenges and clocks whose time runs out meanwhile
    #[arg(long, default_value_t = 5)]
    lapses: usize,
    /// What chance follows; by the clock if left out
    #[arg(long)]
    seed: Option<u64>,
    /// The name of a test, as `cargo test` passes it to all: anything but a part of "kills" means another test
    filter: Option<String>,
    #[arg(long, hide = true)]
    list: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Trouble {
    Kill,
    /// Killed while it starts, too.
    KillTwice,
    /// Asked to end.
    Terminate,
    PowerCut,
    DiskFull,
    DiskDead,
    ReadOnly,
}

/// What happens after how many moves.
fn troubles(plan: &Plan, moves: usize, dice: &mut Dice) -> Vec<(usize, Trouble)> {
    let kill = |n| match n % 10 {
        3 => Trouble::KillTwice,
        7 => Trouble::Terminate,
        _ => Trouble::Kill,
    };
    let disks = [Trouble::DiskFull, Trouble::DiskDead, Trouble::ReadOnly];
    let all = (0..plan.kills)
        .map(kill)
        .chain((0..plan.cuts).map(|_| Trouble::PowerCut))
        .chain((0..plan.disks).map(|n| disks[n % disks.len()]));
    let mut list: Vec<_> = all.map(|trouble| (dice.roll(moves), trouble)).collect();
    list.sort_by_key(|(after, _)| std::cmp::Reverse(*after));
    list
}

/// A run from the first challenge to the last move.
struct Run {
    pg: Playground,
    follower: Follower,
    scratch: tempfile::TempDir,
    disk: Option<Disk>,
    tables: Vec<Table>,
    by_channel: HashMap<u64, usize>,
    cup: Option<Cup>,
    lapsing: Vec<ChallengeId>,
    lapses: Channel,
    /// Games in which nobody moves until the time is over.
    falling: Vec<GameId>,
    flags: Channel,
    program: Option<Program>,
    connected: Instant,
    shown: usize,
    counts: BTreeMap<String, usize>,
}

impl Run {
    async fn new(plan: &Plan, seed: u64) -> Self {
        let pg = Playground::builder().real_time().start().await.unwrap();
        // Whoever asks again after a kill may ask what was answered; a killed program acknowledges nothing in time.
        for rule in ["one-ack", "ack-3s"] {
            pg.expect(rule);
        }
        let scratch = tempfile::tempdir().unwrap();
        let disk = (plan.cuts + plan.disks > 0).then(|| Disk::new(scratch.path(), 64));
        let with_engine = plan.tables.div_ceil(5);
        let tables: Vec<_> = (0..plan.tables + with_engine)
            .map(|n| Table::new(&pg, n, n >= plan.tables, plan.plies, seed))
            .collect();
        let by_channel = tables
            .iter()
            .map(|table| table.channel.id())
            .zip(0..)
            .collect();
        let mut run = Self {
            follower: pg.follow(),
            lapses: pg.channel("lapses"),
            falling: Vec::new(),
            flags: pg.channel("flags"),
            cup: Cup::new(&pg, plan.players, plan.rounds, plan.breaks, seed),
            pg,
            scratch,
            disk,
            tables,
            by_channel,
            lapsing: Vec::new(),
            program: None,
            connected: Instant::now(),
            shown: 0,
            counts: BTreeMap::new(),
        };
        run.make_lapsing(plan);
        run.start().await;
        run
    }

    fn data(&self) -> PathBuf {
        self.disk
            .as_ref()
            .map_or_else(|| self.scratch.path().join("data"), Disk::data)
    }

    fn log(&self) -> PathBuf {
        self.scratch.path().join("log")
    }

    /// Challenges whose time is over some seconds from now, one after the other, and games in which somebody's time is.
    fn make_lapsing(&mut self, plan: &Plan) {
        let store = SledStore::open(&self.data()).unwrap();
        let limits = Limits::default();
        let now = i64::try_from(self.pg.clock().now_ms()).unwrap();
        let app = App::new(Arc::new(store), limits);
        for number in 0..plan.lapses {
            let lapses = now + 3000 + 700 * i64::try_from(number).unwrap();
            let before = |life: i64, seed| Moment {
                now: Timestamp(lapses - life),
                seed: 10 * number as u64 + seed,
            };
            let challenger = self.pg.user(&format!("lapser{number}"));
            let request = |user: &User, place: &Channel, command| Request {
                who: Person::new(PlayerId::new(format!("discord:{}", user.id())), user.name()),
                venue: Venue {
                    room: RoomId::new(format!("discord:{}", place.id())),
                    server: Some(ServerId::new(format!("discord:{}", self.pg.guild("").id()))),
                },
                context: Context::default(),
                command,
            };
            let challenge = |time| Command::Challenge {
                opponent: None,
                terms: Terms {
                    variant: Variant::ALL[0],
                    color: app::ColorWish::Only(Color::White),
                    start: None,
                    time,
                    rated: false,
                    thread: None,
                },
            };
            let life = Timestamp(0).plus(limits.challenge_life).0;
            let asked = request(&challenger, &self.lapses, challenge(TimeControl::Unlimited));
            let open = app.handle(&asked, before(life, 0)).unwrap();
            self.lapsing.push(challenged(&open));
            // A minute for the whole game, of which White uses up all after one move of each side.
            let minute = TimeControl::Live {
                minutes: 1,
                increment: 0,
            };
            let asked = request(&challenger, &self.flags, challenge(minute));
            let open = app.handle(&asked, before(60_000, 1)).unwrap();
            let other = self.pg.user(&format!("flagger{number}"));
            let taken = request(&other, &self.flags, Command::Accept(challenged(&open)));
            let begun = app.handle(&taken, before(60_000, 2)).unwrap();
            let game = begun
                .outgoing
                .iter()
                .find_map(|outgoing| match &outgoing.effect {
                    Effect::Show(show) => match show.subject {
                        Subject::Game(id) => Some(id),
                        _ => None,
                    },
                    _ => None,
                });
            let id = game.unwrap();
            let mut game = Game::new(Variant::ALL[0]);
            for (user, seed) in [(&challenger, 3), (&other, 4)] {
                let mv = game.legal_moves()[0];
                let wanted = Command::Move {
                    game: Which::Id(id),
                    text: mv.uci(game.variant().shape()).to_string(),
                    ply: None,
                };
                game.play(mv).unwrap();
                let asked = request(user, &self.flags, wanted);
                app.handle(&asked, before(60_000, seed)).unwrap();
            }
            self.falling.push(id);
        }
    }

    fn spawn(&mut self) {
        self.program = Some(Program::spawn(
            &self.pg,
            &self.data(),
            (&self.log(), "debug"),
        ));
    }

    async fn start(&mut self) {
        self.spawn();
        if let Some(program) = &mut self.program {
            program.ready(&self.pg).await;
        }
        self.connected = Instant::now();
    }

    /// Plays on until everything is over, through all that is to happen.
    async fn play(&mut self, mut troubles: Vec<(usize, Trouble)>, dice: &mut Dice) {
        let mut tick = tokio::time::interval(Duration::from_millis(20));
        while self.goes_on() {
            tokio::select! {
                happening = self.follower.next() => self.notice(&happening),
                _ = tick.tick() => {}
            }
            self.act();
            if let Some((_, trouble)) = troubles.pop_if(|(after, _)| *after <= self.shown) {
                tokio::time::sleep(Duration::from_millis(dice.roll(40) as u64)).await;
                self.suffer(trouble, dice).await;
            }
            let ended = self.program.as_mut().and_then(Program::ended);
            assert!(ended.is_none(), "the program ended by itself: {ended:?}");
            assert!(
                self.connected.elapsed() < Duration::from_mins(5),
                "the games do not go on"
            );
        }
        // What comes last is suffered by a program that has nothing left to do.
        for (_, trouble) in troubles {
            self.suffer(trouble, dice).await;
        }
    }

    fn goes_on(&self) -> bool {
        let at_tables = self.tables.iter().any(|table| !table.is_over());
        at_tables || self.cup.as_ref().is_some_and(|cup| !cup.is_over())
    }

    /// People do what they can.
    fn act(&mut self) {
        let connected = self.connected;
        for table in &mut self.tables {
            table.lose_patience(connected);
            if table.can_act() {
                table.act();
            }
        }
        if let Some(cup) = &mut self.cup {
            cup.act(connected);
        }
    }

    fn notice(&mut self, happening: &BotEvent) {
        let place = match happening {
            BotEvent::Answered(reply) | BotEvent::Unanswered(reply) => reply.channel(),
            BotEvent::Posted(message) | BotEvent::Edited(message) => message.channel(),
        };
        if let Some(cup) = self
            .cup
            .as_mut()
            .filter(|cup| cup.channel.id() == place.id())
        {
            self.shown += usize::from(cup.notice(happening));
            return;
        }
        let (BotEvent::Answered(reply) | BotEvent::Unanswered(reply)) = happening else {
            let (BotEvent::Posted(message) | BotEvent::Edited(message)) = happening else {
                return;
            };
            if let Some(&table) = self.by_channel.get(&message.channel().id())
                && self.tables[table].notice(happening)
            {
                self.shown += 1;
            }
            return;
        };
        if let Some(&table) = self.by_channel.get(&reply.channel().id()) {
            self.tables[table].notice(happening);
        }
    }

    async fn suffer(&mut self, trouble: Trouble, dice: &mut Dice) {
        *self.counts.entry(format!("{trouble:?}")).or_default() += 1;
        let Some(mut program) = self.program.take() else {
            return;
        };
        match trouble {
            Trouble::Kill | Trouble::ReadOnly => program.kill(),
            Trouble::KillTwice => {
                program.kill();
                self.check();
                self.spawn();
                tokio::time::sleep(Duration::from_millis(dice.roll(150) as u64)).await;
                if let Some(program) = self.program.take() {
                    program.kill();
                }
            }
            Trouble::Terminate => {
                program.terminate();
                let (status, words) = program.end().await;
                assert_eq!(status, Some(0), "{words}");
            }
            Trouble::PowerCut => {
                program.freeze();
                self.disk().cut();
                program.kill();
                self.disk().unmount();
                self.disk().mount("rw");
            }
            Trouble::DiskFull => {
                self.disk().fill();
                self.fails_with_the_disk(&mut program).await;
                self.disk().make_room();
            }
            Trouble::DiskDead => {
                self.disk().cut();
                self.fails_with_the_disk(&mut program).await;
                self.disk().unmount();
                self.disk().mount("rw");
            }
        }
        if trouble == Trouble::ReadOnly {
            self.disk().unmount();
            self.disk().mount("ro");
            self.spawn();
            if let Some(program) = self.program.take() {
                told_about_the_disk(program.end().await);
            }
            self.disk().unmount();
            self.disk().mount("rw");
        }
        self.check();
        self.start().await;
    }

    fn disk(&self) -> &Disk {
        self.disk.as_ref().unwrap()
    }

    /// People go on until the program notices that its disk does not take anything any more, and ends.
    async fn fails_with_the_disk(&mut self, program: &mut Program) {
        let begun = Instant::now();
        while program.ended().is_none() {
            tokio::select! {
                happening = self.follower.next() => self.notice(&happening),
                () = tokio::time::sleep(Duration::from_millis(20)) => {}
            }
            self.act();
            assert!(
                begun.elapsed() < Duration::from_mins(2),
                "the program goes on without a disk"
            );
        }
        let status = program.ended().and_then(|status| status.code());
        told_about_the_disk((status, program.last_words()));
    }

    /// While no program runs.
    fn check(&mut self) {
        let cup = self.cup.as_ref();
        let look = |store: &SledStore| {
            if let Some(cup) = cup {
                standings::nothing_told_is_lost(store, cup);
            }
        };
        verdict::nothing_told_is_lost(&self.data(), self.scratch.path(), &self.tables, look);
    }

    /// Ends the program as a signal does, when nothing more is to be said; returns what is stored and seen.
    async fn finish(mut self) -> (BTreeMap<u64, String>, Option<String>) {
        let lapsed = |messages: &[playground::Message]| !messages.iter().any(tables::is_open);
        let begun = Instant::now();
        while !(lapsed(&self.lapses.messages()) && lapsed(&self.flags.messages())) {
            assert!(
                begun.elapsed() < Duration::from_mins(2),
                "what should be over stands: {:#?} {:#?} {}",
                verdict::lines(&self.lapses),
                verdict::lines(&self.flags),
                std::fs::read_to_string(self.log()).unwrap_or_default()
            );
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        // Former boards lose their pictures after the new ones are there.
        self.pg.idle(Duration::from_secs(2)).await;
        // What happened since the last game ended is heard, too.
        let quiet = Duration::from_millis(100);
        while let Ok(happening) = tokio::time::timeout(quiet, self.follower.next()).await {
            self.notice(&happening);
        }
        let program = self.program.take().unwrap();
        program.terminate();
        let (status, words) = program.end().await;
        assert_eq!(status, Some(0), "{words}");
        self.check();
        let store = SledStore::open(&self.data()).unwrap();
        for id in &self.lapsing {
            assert_eq!(verdict::challenge(&store, *id), ChallengeState::Expired);
        }
        assert_eq!(verdict::lines(&self.lapses).len(), self.lapsing.len());
        for id in &self.falling {
            assert!(verdict::ended_by_time(&store, *id), "game {id} goes on");
        }
        for channel in self.pg.dm_channels() {
            verdict::said_once(&verdict::lines(&channel));
        }
        let state = verdict::state(&store, &self.tables);
        let log = std::fs::read_to_string(self.log()).unwrap_or_default();
        (
            state,
            self.cup.map(|cup| standings::state(store, &cup, &log)),
        )
    }
}

/// The challenge that a command made.
fn challenged(handled: &app::effect::Handled) -> ChallengeId {
    let found = handled
        .outgoing
        .iter()
        .find_map(|outgoing| match &outgoing.effect {
            Effect::Show(show) => match show.subject {
                Subject::Challenge(id) => Some(id),
                _ => None,
            },
            _ => None,
        });
    found.unwrap()
}

fn told_about_the_disk((status, words): (Option<i32>, String)) {
    assert_eq!(status, Some(5), "{words}");
    assert!(
        words.contains("disk"),
        "it does not say what to do: {words}"
    );
}

fn main() {
    let plan = Plan::parse();
    if plan.list
        || plan
            .filter
            .as_ref()
            .is_some_and(|name| !"kills".contains(name))
    {
        return;
    }
    let seed = plan.seed.unwrap_or_else(|| {
        let now = std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap();
        u64::from(now.subsec_nanos()) % 1_000_000
    });
    println!("{plan:?}, seed {seed}: repeat it with --seed {seed}");
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(both(&plan, seed));
}

async fn both(plan: &Plan, seed: u64) {
    let quiet = Plan {
        cuts: 0,
        disks: 0,
        ..plan.clone()
    };
    let begun = Instant::now();
    let mut undisturbed = Run::new(&quiet, seed).await;
    undisturbed.play(Vec::new(), &mut Dice(seed)).await;
    let moves = undisturbed.shown;
    let (expected, expected_cup) = undisturbed.finish().await;
    println!("undisturbed: {moves} boards in {:.0?}", begun.elapsed());

    let begun = Instant::now();
    let mut dice = Dice(seed);
    let troubles = troubles(plan, moves, &mut dice);
    let mut run = Run::new(plan, seed).await;
    run.play(troubles, &mut dice).await;
    let (shown, counts) = (run.shown, run.counts.clone());
    let (found, cup) = run.finish().await;
    for (table, expected) in &expected {
        assert_eq!(&found[table], expected, "table {table}, seed {seed}");
    }
    assert_eq!(found.len(), expected.len());
    assert_eq!(cup, expected_cup, "the tournament, seed {seed}");
    println!(
        "disturbed: {shown} boards in {:.0?}; {counts:?}",
        begun.elapsed()
    );
    println!(
        "nothing lost, nothing said twice, {} games{} as without trouble",
        found.len(),
        if cup.is_some() {
            " and a tournament"
        } else {
            ""
        }
    );
}
