//! The real program under load, stopped by force at random moments: nothing that was shown is lost, nothing is posted twice, and
//! the final state is the same as without disruptions.
//!
//! Without arguments this is a short test. `cargo test --release -p bot --test kills -- --kills 200 --tables 40 --plies 40` takes
//! some minutes. `--cuts 50 --disks 4`, as root on Linux, adds power cuts, and disks that fill up, fail, or become read-only.
//! `--tables 0 --expiring 0 --players 64 --rounds 9 --kills 40` plays only a large tournament.

#![allow(clippy::unwrap_used, reason = "a panic fails the test")]
#![allow(clippy::print_stdout, reason = "the test reports its progress")]

mod disk;
mod disruption;
mod expiring;
mod invariants;
#[allow(dead_code, reason = "the load benchmark uses more of it")]
mod program;
#[allow(dead_code, reason = "the load benchmark uses more of it")]
mod scripted_game;
mod tournament;
mod tournament_game;
mod tournament_state;

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use bot::store::SledStore;
use clap::Parser;
use playground::{BotEvent, Follower, Playground};

use disk::Disk;
use disruption::{Disruption, PlannedDisruption, disruptions};
use expiring::Expiring;
use program::Program;
use scripted_game::{Dice, ScriptedGame};
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

/// What is stored and visible when everything is over.
struct FinalState {
    /// By number of the game.
    games: BTreeMap<u64, String>,
    tournament: Option<String>,
}

/// A run from the first challenge to the last move.
struct Run {
    pg: Playground,
    follower: Follower,
    scratch: tempfile::TempDir,
    disk: Option<Disk>,
    data: PathBuf,
    games: Vec<ScriptedGame>,
    by_channel: HashMap<u64, usize>,
    tournament: Option<ScriptedTournament>,
    expiring: Expiring,
    program: Option<Program>,
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
        let scratch = tempfile::tempdir().unwrap();
        let disk = (plan.cuts + plan.disks > 0).then(|| Disk::new(scratch.path(), 64));
        let data = disk
            .as_ref()
            .map_or_else(|| scratch.path().join("data"), Disk::data);
        let with_engine = plan.tables.div_ceil(5);
        let between_people =
            (0..plan.tables).map(|n| ScriptedGame::between_people(&pg, n, plan.plies, seed));
        let with_engine = (plan.tables..plan.tables + with_engine)
            .map(|n| ScriptedGame::with_engine(&pg, n, plan.plies, seed));
        let games: Vec<_> = between_people.chain(with_engine).collect();
        let mut run = Self {
            follower: pg.follow(),
            expiring: Expiring::new(&pg, &data, plan.expiring),
            tournament: ScriptedTournament::new(&pg, plan.players, plan.rounds, plan.breaks, seed),
            by_channel: games
                .iter()
                .map(|game| game.channel.id())
                .zip(0..)
                .collect(),
            pg,
            scratch,
            disk,
            data,
            games,
            program: None,
            connected: Instant::now(),
            shown: 0,
            counts: BTreeMap::new(),
        };
        run.start().await;
        run
    }

    fn log(&self) -> PathBuf {
        self.scratch.path().join("log")
    }

    fn spawn(&mut self) {
        self.program = Some(Program::spawn(&self.pg, &self.data, &self.log(), "debug"));
    }

    async fn start(&mut self) {
        self.spawn();
        if let Some(program) = &mut self.program {
            program.ready(&self.pg).await;
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
            if let Some(next) = planned.pop_if(|next| next.after_moves <= shown) {
                tokio::time::sleep(Duration::from_millis(dice.roll(40) as u64)).await;
                self.disrupt(next.disruption, dice).await;
            }
            let status = self.program.as_mut().and_then(Program::exit_status);
            assert!(
                status.is_none(),
                "the program stopped by itself: {status:?}"
            );
            assert!(
                self.connected.elapsed() < Duration::from_mins(5),
                "the games do not continue"
            );
        }
        // The last ones hit a program that has nothing left to do.
        for last in planned {
            self.disrupt(last.disruption, dice).await;
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
        if let Some(tournament) = &mut self.tournament {
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
        let Some(mut program) = self.program.take() else {
            return;
        };
        match disruption {
            Disruption::Kill | Disruption::ReadOnly => program.kill(),
            Disruption::KillTwice => {
                program.kill();
                self.check();
                self.spawn();
                tokio::time::sleep(Duration::from_millis(dice.roll(150) as u64)).await;
                if let Some(program) = self.program.take() {
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
        }
        if disruption == Disruption::ReadOnly {
            self.disk().unmount();
            self.disk().mount("ro");
            self.spawn();
            if let Some(program) = self.program.take() {
                let (status, last_line) = program.wait().await;
                assert_disk_error(status, &last_line);
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

    /// Checks the store while the program is stopped.
    fn check(&self) {
        let check_tournament = |store: &SledStore| {
            if let Some(tournament) = &self.tournament {
                tournament_state::assert_nothing_lost(store, tournament);
            }
        };
        let scratch = self.scratch.path();
        invariants::assert_nothing_lost(&self.data, scratch, &self.games, check_tournament);
    }

    /// Stops the program once everything is posted; returns what is stored and visible.
    async fn finish(mut self) -> FinalState {
        let begun = Instant::now();
        while !self.expiring.is_shown() {
            assert!(
                begun.elapsed() < Duration::from_mins(2),
                "not expired: {:#?} {}",
                self.expiring.lines(),
                std::fs::read_to_string(self.log()).unwrap_or_default()
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
        let program = self.program.take().unwrap();
        program.terminate();
        let (status, words) = program.wait().await;
        assert_eq!(status, Some(0), "{words}");
        self.check();
        let store = SledStore::open(&self.data).unwrap();
        self.expiring.assert_expired(&store);
        for channel in self.pg.dm_channels() {
            invariants::assert_posted_once(&invariants::lines(&channel));
        }
        let games = invariants::state(&store, &self.games);
        let log = std::fs::read_to_string(self.log()).unwrap_or_default();
        let tournament = self
            .tournament
            .map(|tournament| tournament_state::state(store, &tournament, &log));
        FinalState { games, tournament }
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
