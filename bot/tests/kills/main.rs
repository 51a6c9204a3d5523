//! The real program under load, stopped by force at random moments: nothing that was shown is lost, nothing is posted twice, and
//! the final state is the same as without disruptions.
//!
//! Without arguments this is a short test. `cargo test --release -p bot --test kills -- --kills 200 --tables 40 --plies 40` takes
//! some minutes. `--cuts 50 --disks 4`, as root on Linux, adds power cuts, and disks that fill up, fail, or become read-only.
//! `--tables 0 --expiring 0 --players 64 --rounds 9 --kills 40` plays only a large tournament.
//!
//! `--processes 4` runs four programs on one PostgreSQL server, which the test starts; `--freezes 20 --restarts 20 --network-cuts 10`
//! disrupts them in ways that only several survive without a pause, and prints how long shards waited for another program.

#![allow(clippy::unwrap_used, reason = "a panic fails the test")]
#![allow(clippy::print_stdout, reason = "the test reports its progress")]

mod disk;
mod disruption;
mod expiring;
mod invariants;
#[allow(dead_code, reason = "the load benchmark uses more of it")]
mod program;
#[path = "../postgres/proxy.rs"]
mod proxy;
#[allow(dead_code, reason = "the load benchmark uses more of it")]
mod scripted_game;
#[path = "../common/server.rs"]
mod server;
mod storage;
mod takeover;
mod tournament;
mod tournament_game;
mod tournament_state;

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Parser;
use playground::{BotEvent, Follower, Playground};

use disk::Disk;
use disruption::{Disruption, PlannedDisruption, disruptions};
use expiring::Expiring;
use program::Program;
use proxy::{Cut, Proxy};
use scripted_game::{Dice, ScriptedGame};
use storage::Storage;
use takeover::{Cause, Takeovers};
use tournament::ScriptedTournament;

#[derive(Parser, Debug, Clone)]
struct Plan {
    /// Number of kills
    #[arg(long, default_value_t = 6)]
    kills: usize,
    /// Number of power cuts (as root)
    #[arg(long, default_value_t = 0)]
    cuts: usize,
    /// Number of disk failures: full, failed and read-only in turn (as root)
    #[arg(long, default_value_t = 0)]
    disks: usize,
    /// Games between people; for every five of them there is one with the engine
    #[arg(long, default_value_t = 5)]
    tables: usize,
    /// Entrants of a Swiss tournament; 0 for none
    #[arg(long, default_value_t = 7)]
    players: usize,
    /// Rounds of the tournament
    #[arg(long, default_value_t = 3)]
    rounds: u8,
    /// Number of breaks of the tournament that last their whole minute
    #[arg(long, default_value_t = 0)]
    breaks: u16,
    /// Half-moves of each game
    #[arg(long, default_value_t = 12)]
    plies: usize,
    /// Programs at the same time; more than one share a PostgreSQL server
    #[arg(long, default_value_t = 1)]
    processes: usize,
    /// Whether one program uses a PostgreSQL server, too
    #[arg(long)]
    postgres: bool,
    /// Number of times that a program is suspended for longer than its leases last
    #[arg(long, default_value_t = 0)]
    freezes: usize,
    /// Number of restarts of the database server
    #[arg(long, default_value_t = 0)]
    restarts: usize,
    /// Number of times that a program loses its connections to the database server
    #[arg(long, default_value_t = 0)]
    network_cuts: usize,
    /// Challenges and clocks that expire meanwhile
    #[arg(long, default_value_t = 5)]
    expiring: usize,
    /// Seed of all random choices [default: from the clock]
    #[arg(long)]
    seed: Option<u64>,
    /// The test filter of `cargo test`: anything but a part of "kills" skips this test
    filter: Option<String>,
    #[arg(long, hide = true)]
    list: bool,
}

impl Plan {
    fn uses_server(&self) -> bool {
        self.postgres || self.processes > 1
    }

    /// Whether one of the kills hits the program that has the tournament, halfway through it.
    fn kills_in_tournament(&self) -> bool {
        self.kills > 0 && self.players > 0
    }
}

/// What is stored and visible when everything is over.
struct FinalState {
    /// By number of the game.
    games: BTreeMap<u64, String>,
    tournament: Option<String>,
    /// How long shards waited for another program.
    takeovers: Option<String>,
}

/// Shards of several programs together.
const SHARDS: u64 = 8;

/// Longer than a lease.
const LONG_FREEZE: Duration = Duration::from_secs(8);
/// How long a killed program stays away at most, and how long the next disruption waits for its effect.
const LONG_ABSENCE: Duration = Duration::from_secs(20);
/// As long as it takes others to notice.
const LONG_CUT: Duration = Duration::from_secs(6);

/// A run from the first challenge to the last move.
struct Run {
    pg: Playground,
    follower: Follower,
    scratch: tempfile::TempDir,
    disk: Option<Disk>,
    storage: Storage,
    /// Between each program and the database server.
    proxies: Vec<Proxy>,
    games: Vec<ScriptedGame>,
    by_channel: HashMap<u64, usize>,
    tournament: Option<ScriptedTournament>,
    expiring: Expiring,
    takeovers: Option<Takeovers>,
    /// Whether a program is still to be killed halfway through the tournament.
    spares_tournament: bool,
    /// `None` while one is stopped.
    programs: Vec<Option<Program>>,
    connected: Instant,
    /// Number of boards shown.
    shown: usize,
    counts: BTreeMap<String, usize>,
}

impl Run {
    async fn new(plan: &Plan, seed: u64) -> Self {
        let pg = Playground::builder().real_time().start().await.unwrap();
        // People repeat requests that a killed program may have answered, and it acknowledges nothing in time.
        for rule in ["one-ack", "ack-3s"] {
            pg.expect(rule);
        }
        if plan.processes > 1 {
            pg.gateway().advise_shards(SHARDS, SHARDS);
        }
        let scratch = tempfile::tempdir().unwrap();
        let disk = (plan.cuts + plan.disks > 0).then(|| Disk::new(scratch.path(), 64));
        let data = disk
            .as_ref()
            .map_or_else(|| scratch.path().join("data"), Disk::data);
        let storage = if plan.uses_server() {
            let url = server::database().expect("installed: the test checks it first");
            Storage::Server(Box::new(url))
        } else {
            Storage::Folder(data)
        };
        let with_engine = plan.tables.div_ceil(5);
        let between_people =
            (0..plan.tables).map(|n| ScriptedGame::between_people(&pg, n, plan.plies, seed));
        let with_engine = (plan.tables..plan.tables + with_engine)
            .map(|n| ScriptedGame::with_engine(&pg, n, plan.plies, seed));
        let games: Vec<_> = between_people.chain(with_engine).collect();
        let mut run = Self {
            follower: pg.follow(),
            expiring: Expiring::new(&pg, &storage, plan.expiring),
            tournament: ScriptedTournament::new(&pg, plan.players, plan.rounds, plan.breaks, seed),
            by_channel: games
                .iter()
                .map(|game| game.channel.id())
                .zip(0..)
                .collect(),
            pg,
            scratch,
            disk,
            proxies: server::server()
                .filter(|_| plan.uses_server())
                .into_iter()
                .flat_map(|server| (0..plan.processes).map(|_| Proxy::start(server.port())))
                .collect(),
            storage,
            games,
            takeovers: None,
            spares_tournament: false,
            programs: (0..plan.processes).map(|_| None).collect(),
            connected: Instant::now(),
            shown: 0,
            counts: BTreeMap::new(),
        };
        // All at once, so that they share the shards from the beginning.
        (0..plan.processes).for_each(|number| run.spawn(number));
        for number in 0..plan.processes {
            run.until_started(number).await;
        }
        if plan.processes > 1 {
            let store = run.storage.open();
            let takeovers = Takeovers::new(&run.pg, store, SHARDS, run.shards());
            takeovers.until_shared(plan.processes).await;
            run.takeovers = Some(takeovers);
        }
        run
    }

    /// The shards of the channels in which people play.
    fn shards(&self) -> HashMap<u64, u64> {
        let games = self.games.iter().map(|game| (&game.channel, game.server));
        let tournament = self.tournament.iter();
        let tournament = tournament.map(|cup| (&cup.channel, cup.server));
        let all = games.chain(tournament);
        all.map(|(channel, server)| (channel.id(), (server >> 22) % SHARDS))
            .collect()
    }

    fn log(&self, number: usize) -> PathBuf {
        self.scratch.path().join(format!("log{number}"))
    }

    fn logs(&self) -> String {
        let logs = (0..self.programs.len()).map(|number| {
            let log = std::fs::read_to_string(self.log(number)).unwrap_or_default();
            format!("program {number}:\n{log}")
        });
        logs.collect()
    }

    fn spawn(&mut self, number: usize) {
        // On a server each has a folder for its heartbeats only.
        let data = match &self.storage {
            Storage::Folder(data) => data.clone(),
            Storage::Server(_) => self.scratch.path().join(format!("data{number}")),
        };
        self.programs[number] = Some(Program::spawn(
            &self.pg,
            &data,
            &self.log(number),
            "debug",
            self.store_address(number),
        ));
    }

    /// A program's way to the database server, if there is one.
    fn store_address(&self, number: usize) -> Option<(&'static str, String)> {
        let name = self.storage.database()?;
        Some(("DELOS_STORE", self.proxies[number].url(&name).to_string()))
    }

    async fn start(&mut self, number: usize) {
        self.spawn(number);
        self.until_started(number).await;
    }

    async fn until_started(&mut self, number: usize) {
        match &self.storage {
            Storage::Folder(_) => {
                if let Some(program) = &mut self.programs[number] {
                    program.ready(&self.pg).await;
                }
            }
            // Another program may have all shards meanwhile. One that starts while the server restarts ends at once.
            Storage::Server(_) => {
                while let Some(program) = &mut self.programs[number]
                    && !program.opened().await
                {
                    self.spawn(number);
                }
            }
        }
        self.connected = Instant::now();
    }

    /// Plays until everything is over, through all disruptions.
    async fn play(&mut self, mut planned: Vec<PlannedDisruption>, dice: &mut Dice) {
        let mut tick = tokio::time::interval(Duration::from_millis(20));
        while self.is_running() {
            tokio::select! {
                happening = self.follower.next() => self.notice(&happening),
                _ = tick.tick() => {}
            }
            self.act();
            let shown = self.shown;
            let is_halfway = self
                .tournament
                .as_ref()
                .is_some_and(ScriptedTournament::is_halfway);
            if self.spares_tournament && is_halfway {
                self.spares_tournament = false;
                self.disrupt(Disruption::KillInTournament, dice).await;
            } else if let Some(next) = planned.pop_if(|next| next.after_moves <= shown) {
                tokio::time::sleep(Duration::from_millis(dice.roll(40) as u64)).await;
                self.disrupt(next.disruption, dice).await;
            }
            for program in self.programs.iter_mut().flatten() {
                let status = program.exit_status();
                let last = program.last_log_line();
                assert!(
                    status.is_none(),
                    "a program stopped by itself: {status:?} {last}"
                );
            }
            assert!(
                self.connected.elapsed() < Duration::from_mins(5),
                "the games do not continue"
            );
        }
        assert!(!self.spares_tournament, "the tournament was never halfway");
        // The last ones hit a program that has nothing left to do.
        for last in planned {
            self.disrupt(last.disruption, dice).await;
        }
    }

    /// Plays on for a while.
    async fn play_for(&mut self, time: Duration) {
        let end = tokio::time::Instant::now() + time;
        while tokio::time::Instant::now() < end {
            tokio::select! {
                happening = self.follower.next() => self.notice(&happening),
                () = tokio::time::sleep(Duration::from_millis(20)) => {}
            }
            self.act();
        }
    }

    fn is_running(&self) -> bool {
        let tournament = self.tournament.as_ref();
        self.games.iter().any(|game| !game.is_over())
            || tournament.is_some_and(|tournament| !tournament.is_over())
    }

    /// Lets all people act.
    fn act(&mut self) {
        let connected = self.connected;
        for game in &mut self.games {
            game.repeat_unanswered(connected);
            if game.can_act() {
                game.act();
            }
        }
        // It stays halfway until its program is killed.
        let spares = self.spares_tournament;
        let tournament = self.tournament.as_mut();
        if let Some(tournament) = tournament.filter(|cup| !spares || !cup.is_halfway()) {
            tournament.act(connected);
        }
    }

    fn notice(&mut self, happening: &BotEvent) {
        let place = match happening {
            BotEvent::Answered(reply) | BotEvent::Unanswered(reply) => reply.channel(),
            BotEvent::Posted(message) | BotEvent::Edited(message) => message.channel(),
        };
        let tournament = self.tournament.as_mut();
        if let Some(tournament) =
            tournament.filter(|tournament| tournament.channel.id() == place.id())
        {
            self.shown += usize::from(tournament.notice(happening));
        } else if let Some(&game) = self.by_channel.get(&place.id()) {
            self.shown += usize::from(self.games[game].notice(happening));
        }
    }

    async fn disrupt(&mut self, disruption: Disruption, dice: &mut Dice) {
        *self.counts.entry(format!("{disruption:?}")).or_default() += 1;
        // Most have their effect before the next one.
        if self.takeovers.is_some() && dice.roll(4) > 0 {
            self.until_all(Takeovers::are_over).await;
        }
        let number = match disruption {
            Disruption::KillInTournament => self.host(),
            _ => self.victim(disruption, dice),
        };
        if let Some(takeovers) = self
            .takeovers
            .as_ref()
            .filter(|_| !disruption.is_measured())
        {
            takeovers.disturb();
        }
        if disruption.leaves_programs_alive() {
            self.trouble(disruption, number).await;
            return;
        }
        let Some(mut program) = self.programs[number].take() else {
            return;
        };
        let mut stays_away = false;
        match disruption {
            Disruption::Kill | Disruption::KillInTournament => {
                // Every other time, and in the tournament.
                let times = self.counts[&format!("{disruption:?}")];
                stays_away = disruption == Disruption::KillInTournament || times.is_multiple_of(2);
                self.kill(program, stays_away);
            }
            Disruption::ReadOnly => program.kill(),
            Disruption::KillTwice => {
                program.kill();
                self.check();
                self.spawn(number);
                tokio::time::sleep(Duration::from_millis(dice.roll(150) as u64)).await;
                if let Some(program) = self.programs[number].take() {
                    program.kill();
                }
            }
            Disruption::Terminate => {
                program.terminate();
                let (status, words) = program.wait().await;
                assert_eq!(status, Some(0), "{words}");
            }
            Disruption::PowerCut => {
                program.suspend();
                self.disk().cut();
                program.kill();
                self.disk().unmount();
                self.disk().mount("rw");
            }
            Disruption::DiskFull => {
                self.disk().fill();
                self.until_failed(&mut program).await;
                self.disk().free_space();
            }
            Disruption::DiskFailed => {
                self.disk().cut();
                self.until_failed(&mut program).await;
                self.disk().unmount();
                self.disk().mount("rw");
            }
            Disruption::Freeze | Disruption::RestartDatabase | Disruption::CutNetwork => {
                unreachable!("programs go on")
            }
        }
        if disruption == Disruption::ReadOnly {
            self.disk().unmount();
            self.disk().mount("ro");
            self.spawn(number);
            if let Some(program) = self.programs[number].take() {
                let (status, last_line) = program.wait().await;
                assert_disk_error(status, &last_line);
            }
            self.disk().unmount();
            self.disk().mount("rw");
        }
        self.check();
        if stays_away {
            self.until_all(Takeovers::are_taken).await;
        }
        self.start(number).await;
    }

    /// The program that serves the tournament.
    fn host(&self) -> usize {
        let owner = self.takeovers.as_ref().zip(self.tournament.as_ref());
        let owner = owner.and_then(|(takeovers, cup)| takeovers.owner((cup.server >> 22) % SHARDS));
        let is_host = |program: &Option<Program>| {
            let program = program.as_ref();
            owner.is_some() && program.and_then(Program::number) == owner
        };
        self.programs.iter().position(is_host).unwrap_or(0)
    }

    /// A random program, if possible one that has shards to lose.
    fn victim(&self, disruption: Disruption, dice: &mut Dice) -> usize {
        let has_shards = |number: &usize| {
            let program = self.programs[*number].as_ref();
            let takeovers = self
                .takeovers
                .as_ref()
                .zip(program.and_then(Program::number));
            takeovers.is_some_and(|(takeovers, process)| takeovers.has_shards(process))
        };
        let all = 0..self.programs.len();
        let preferred: Vec<usize> = all.filter(has_shards).collect();
        if disruption.is_measured() && !preferred.is_empty() {
            return preferred[dice.roll(preferred.len())];
        }
        dice.roll(self.programs.len())
    }

    fn kill(&self, program: Program, stays_away: bool) {
        let (number, since) = (program.number(), Instant::now());
        program.kill();
        let cause = if stays_away {
            Cause::KilledForLong
        } else {
            Cause::Killed
        };
        if let (Some(takeovers), Some(number)) = (&self.takeovers, number) {
            takeovers.begin(cause, number, since);
        }
    }

    /// Plays until this holds of all shards that lost their program, or for some time.
    async fn until_all(&mut self, holds: impl Fn(&Takeovers) -> bool) {
        let begun = Instant::now();
        while self.takeovers.as_ref().is_some_and(|all| !holds(all))
            && begun.elapsed() < LONG_ABSENCE
        {
            self.play_for(Duration::from_millis(100)).await;
        }
    }

    /// Troubles a program that goes on afterwards.
    async fn trouble(&mut self, disruption: Disruption, number: usize) {
        let suspended = self.programs[number].take_if(|_| disruption == Disruption::Freeze);
        if let Some(program) = suspended {
            let (known, since) = (program.number(), Instant::now());
            program.suspend();
            if let (Some(takeovers), Some(known)) = (&self.takeovers, known) {
                takeovers.begin(Cause::Frozen, known, since);
            }
            self.play_for(LONG_FREEZE).await;
            program.resume();
            self.programs[number] = Some(program);
        }
        if disruption == Disruption::RestartDatabase
            && let Some(server) = server::server()
        {
            server.crash();
        }
        if disruption == Disruption::CutNetwork {
            self.proxies[number].refuse(true);
            let begun = Instant::now();
            while begun.elapsed() < LONG_CUT {
                // Each connection breaks when it is used.
                self.proxies[number].cut(Cut::Answer);
                self.play_for(Duration::from_millis(20)).await;
            }
            self.proxies[number].cut(Cut::Never);
            self.proxies[number].refuse(false);
        }
        self.check();
        self.connected = Instant::now();
    }

    fn disk(&self) -> &Disk {
        self.disk.as_ref().unwrap()
    }

    /// Plays until the program detects that its disk fails, and stops.
    async fn until_failed(&mut self, program: &mut Program) {
        let begun = Instant::now();
        while program.exit_status().is_none() {
            tokio::select! {
                happening = self.follower.next() => self.notice(&happening),
                () = tokio::time::sleep(Duration::from_millis(20)) => {}
            }
            self.act();
            assert!(
                begun.elapsed() < Duration::from_mins(2),
                "the program keeps running without a disk"
            );
        }
        let status = program.exit_status().and_then(|status| status.code());
        assert_disk_error(status, &program.last_log_line());
    }

    /// Checks the store, while its only program is stopped.
    fn check(&self) {
        self.storage.look(self.scratch.path(), |store| {
            invariants::assert_nothing_lost(store, &self.games);
            if let Some(tournament) = &self.tournament {
                tournament_state::assert_nothing_lost(store, tournament);
            }
        });
    }

    /// Stops the program once everything is posted; returns what is stored and visible.
    async fn finish(mut self) -> FinalState {
        let begun = Instant::now();
        while !self.expiring.is_shown() {
            assert!(
                begun.elapsed() < Duration::from_mins(2),
                "not expired: {:#?} {}",
                self.expiring.lines(),
                self.logs()
            );
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        // Replaced boards are retired after the new ones are posted.
        self.pg.idle(Duration::from_secs(2)).await;
        // Events since the end of the last game.
        let quiet = Duration::from_millis(100);
        while let Ok(happening) = tokio::time::timeout(quiet, self.follower.next()).await {
            self.notice(&happening);
        }
        let log = self.logs();
        let takeovers = self.takeovers.take().map(|takeovers| takeovers.report());
        for program in std::mem::take(&mut self.programs).into_iter().flatten() {
            program.terminate();
            let (status, words) = program.wait().await;
            assert_eq!(status, Some(0), "{words}");
        }
        self.check();
        let store = self.storage.open();
        self.expiring.assert_expired(&*store);
        for channel in self.pg.dm_channels() {
            invariants::assert_posted_once(&invariants::lines(&channel));
        }
        let games = invariants::state(&*store, &self.games);
        let tournament = self
            .tournament
            .map(|tournament| tournament_state::state(store, &tournament, &log));
        FinalState {
            games,
            tournament,
            takeovers,
        }
    }
}

fn assert_disk_error(status: Option<i32>, last_line: &str) {
    assert_eq!(status, Some(5), "{last_line}");
    assert!(last_line.contains("disk"), "no advice: {last_line}");
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
    if plan.uses_server() && server::server().is_none() {
        // It has said so.
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
    let undisturbed_plan = Plan {
        cuts: 0,
        disks: 0,
        freezes: 0,
        restarts: 0,
        network_cuts: 0,
        ..plan.clone()
    };
    let begun = Instant::now();
    let mut undisturbed = Run::new(&undisturbed_plan, seed).await;
    undisturbed.play(Vec::new(), &mut Dice(seed)).await;
    let moves = undisturbed.shown;
    let expected = undisturbed.finish().await;
    println!(
        "without disruptions: {moves} boards in {:.0?}",
        begun.elapsed()
    );

    let begun = Instant::now();
    let mut dice = Dice(seed);
    let planned = disruptions(plan, moves, &mut dice);
    let mut run = Run::new(plan, seed).await;
    run.spares_tournament = plan.kills_in_tournament();
    run.play(planned, &mut dice).await;
    let (shown, counts) = (run.shown, run.counts.clone());
    let found = run.finish().await;
    for (game, expected) in &expected.games {
        assert_eq!(&found.games[game], expected, "game {game}, seed {seed}");
    }
    assert_eq!(found.games.len(), expected.games.len());
    assert_eq!(found.tournament, expected.tournament, "seed {seed}");
    println!(
        "with disruptions: {shown} boards in {:.0?}; {counts:?}",
        begun.elapsed()
    );
    if let Some(takeovers) = found.takeovers {
        print!("until another program took over:\n{takeovers}");
    }
    println!(
        "nothing lost, nothing posted twice, {} games{} as without disruptions",
        found.games.len(),
        if found.tournament.is_some() {
            " and a tournament"
        } else {
            ""
        }
    );
}
