//! A run of the programs, with all players.

mod harm;

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use playground::{BotEvent, Follower, Playground};

use crate::disk::Disk;
use crate::disruption::{Disruption, PlannedDisruption};
use crate::expiring::Expiring;
use crate::program::Program;
use crate::proxy::Proxy;
use crate::scripted_game::{Dice, ScriptedGame};
use crate::storage::Storage;
use crate::takeover::Takeovers;
use crate::tournament::ScriptedTournament;
use crate::{Plan, invariants, server, tournament_state};

/// The stored and visible state at the end.
pub(crate) struct FinalState {
    pub(crate) games: BTreeMap<u64, String>,
    pub(crate) tournament: Option<String>,
    /// A report on how long shards waited for another program.
    pub(crate) takeovers: Option<String>,
}

/// Total number of shards, with several programs.
pub(crate) const SHARDS: u64 = 8;

/// A run from the first challenge to the last move.
pub(crate) struct Run {
    pg: Playground,
    follower: Follower,
    scratch: tempfile::TempDir,
    disk: Option<Disk>,
    storage: Storage,
    /// The proxies between each program and the database server.
    proxies: Vec<Proxy>,
    games: Vec<ScriptedGame>,
    by_channel: HashMap<u64, usize>,
    tournament: Option<ScriptedTournament>,
    expiring: Expiring,
    takeovers: Option<Takeovers>,
    /// Whether the program that runs the tournament is still to be killed halfway through it.
    pub(crate) spares_tournament: bool,
    /// `None` while a program is stopped.
    programs: Vec<Option<Program>>,
    connected: Instant,
    pub(crate) shown: usize,
    pub(crate) counts: BTreeMap<String, usize>,
}

impl Run {
    pub(crate) async fn new(plan: &Plan, seed: u64) -> Self {
        let pg = Playground::builder().real_time().start().await.unwrap();
        // People repeat requests that a killed program may have answered. It acknowledges none in time.
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
            tournament: ScriptedTournament::new(&pg, plan.players, plan.rounds, seed),
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
        // All at once, so that they share the shards from the start.
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
        // With a server, the folder contains only the heartbeat.
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

    /// Returns the environment variable with a program's store, if there is a database server.
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
            // Other programs may hold all shards. A program that starts while the server restarts exits at once.
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

    /// Plays until all games are over, through all disruptions.
    pub(crate) async fn play(&mut self, mut planned: Vec<PlannedDisruption>, dice: &mut Dice) {
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
                let (status, last) = (program.exit_status(), program.last_log_line());
                assert!(status.is_none(), "it stopped by itself: {status:?} {last}");
            }
            assert!(
                self.connected.elapsed() < Duration::from_mins(5),
                "the games do not continue: {:#?}",
                self.unfinished()
            );
        }
        assert!(!self.spares_tournament, "the tournament was never halfway");
        // The last ones hit an idle program.
        for last in planned {
            self.disrupt(last.disruption, dice).await;
        }
    }

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

    /// Returns the messages of the channels in which play goes on.
    fn unfinished(&self) -> Vec<Vec<String>> {
        let games = self.games.iter().filter(|game| !game.is_over());
        let games = games.map(|game| {
            let mut lines = invariants::lines(&game.channel);
            lines.push(game.trouble());
            lines
        });
        let tournament = self.tournament.iter().filter(|cup| !cup.is_over());
        let tournament = tournament.map(|cup| invariants::lines(&cup.channel));
        games.chain(tournament).collect()
    }

    fn is_running(&self) -> bool {
        let tournament = self.tournament.as_ref();
        self.games.iter().any(|game| !game.is_over())
            || tournament.is_some_and(|tournament| !tournament.is_over())
    }

    fn act(&mut self) {
        let connected = self.connected;
        for game in &mut self.games {
            game.repeat_unanswered(connected);
            if game.can_act() {
                game.act();
            }
        }
        // The tournament stays halfway until its program is killed.
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

    /// Checks the store while its only program is stopped.
    fn check(&self) {
        self.storage.look(self.scratch.path(), |store| {
            invariants::assert_nothing_lost(store, &self.games);
            if let Some(tournament) = &self.tournament {
                tournament_state::assert_nothing_lost(store, tournament);
            }
        });
    }

    /// Stops the program once everything is posted; returns the final state.
    pub(crate) async fn finish(mut self) -> FinalState {
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
        // The remaining events since the end of the last game.
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
        let report = store.check_all().unwrap();
        assert_eq!(report.listed, Vec::<String>::new(), "at the end");
        let games = invariants::state(&*store, &self.games);
        let tournament = self
            .tournament
            .take()
            .map(|tournament| tournament_state::state(store, &tournament, &log));
        FinalState {
            games,
            tournament,
            takeovers,
        }
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.scratch.disable_cleanup(true);
            eprintln!("the logs are in {}", self.scratch.path().display());
        }
    }
}
