//! The setups to measure: a store, and the programs that share it.

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use playground::Playground;
use store::postgres::{DatabaseUrl, PostgresSettings, PostgresStore};
use store::{Database, SledStore};

use crate::figures;
use crate::network;
use crate::program::Program;
use crate::server::Server;
use crate::usage::{self, Usage};

/// Time limit for the programs to share the shards.
const SHARING: Duration = Duration::from_mins(3);

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum Store {
    Sled,
    Postgres,
}

/// A setup to compare.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Setup {
    pub(crate) store: Store,
    pub(crate) processes: usize,
    /// Added to each round trip to the database.
    pub(crate) delay: Duration,
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.store, self.processes) {
            (Store::Sled, _) => return write!(f, "sled, 1 process"),
            (Store::Postgres, 1) => write!(f, "PostgreSQL, 1 process")?,
            (Store::Postgres, more) => write!(f, "PostgreSQL, {more} processes")?,
        }
        if self.delay.is_zero() {
            return Ok(());
        }
        write!(f, ", {} ms", self.delay.as_secs_f64() * 1000.0)
    }
}

impl Setup {
    /// Returns the setups that are compared by default.
    pub(crate) fn all(delay: Duration) -> Vec<Self> {
        let of = |store, processes, delay| Self {
            store,
            processes,
            delay,
        };
        vec![
            of(Store::Sled, 1, Duration::ZERO),
            of(Store::Postgres, 1, Duration::ZERO),
            of(Store::Postgres, 2, Duration::ZERO),
            of(Store::Postgres, 1, delay),
            of(Store::Postgres, 2, delay),
        ]
    }
}

pub(crate) struct Programs<'a> {
    running: Vec<Program>,
    data: PathBuf,
    database: Option<(&'a Server, DatabaseUrl)>,
}

/// A sample of the resources that the programs and their database use.
#[derive(Clone, Copy)]
pub(crate) struct Sample {
    pub(crate) programs: Usage,
    pub(crate) database: Duration,
    /// Processor time of the playground and the players: this process without its network threads.
    pub(crate) players: Duration,
    pub(crate) network: Duration,
    pub(crate) disk_bytes: u64,
}

impl<'a> Programs<'a> {
    /// Starts the programs, and waits until they are connected and share the shards.
    pub(crate) async fn start(
        setup: Setup,
        server: Option<&'a Server>,
        pg: &Playground,
        shards: u64,
        scratch: &Path,
    ) -> Self {
        let database = server.map(|server| (server, server.database()));
        let address = database.as_ref().map(|(server, url)| {
            let url = if setup.delay.is_zero() {
                url.to_string()
            } else {
                let port = network::start(server.port(), setup.delay);
                format!("postgres://delos@127.0.0.1:{port}/{}", name(url))
            };
            ("DELOS_STORE", url)
        });
        let data = scratch.join("data0");
        let programs = (0..setup.processes).map(|number| {
            let data = scratch.join(format!("data{number}"));
            let log = scratch.join(format!("log{number}"));
            Program::spawn(pg, &data, &log, "warn", address.clone())
        });
        let mut programs = Self {
            running: programs.collect(),
            data,
            database,
        };
        programs.until_shared(pg, shards).await;
        pg.ready().await;
        programs
    }

    async fn until_shared(&mut self, pg: &Playground, shards: u64) {
        let begun = Instant::now();
        let all: Vec<u64> = (0..shards).collect();
        while pg.gateway().connected_shards() != all || !self.is_fair(shards) {
            for program in &mut self.running {
                let status = program.exit_status();
                assert!(status.is_none(), "{}", program.last_log_line());
            }
            assert!(begun.elapsed() < SHARING, "the shards are not shared");
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    }

    /// Whether each program has its fair share of the shards.
    fn is_fair(&self, shards: u64) -> bool {
        let Some((server, url)) = &self.database else {
            return true;
        };
        let held = "SELECT count(shard) FROM leases WHERE owner IS NOT NULL GROUP BY owner";
        let held = server.try_sql(&name(url), held);
        // At first there are no tables.
        let held = String::from_utf8_lossy(&held.stdout).into_owned();
        let held: Vec<u64> = held.lines().filter_map(|line| line.parse().ok()).collect();
        let most = shards.div_ceil(self.running.len() as u64);
        held.len() == self.running.len()
            && held.iter().sum::<u64>() == shards
            && held.iter().all(|count| *count <= most)
    }

    pub(crate) fn usage(&self) -> Usage {
        let programs = self.running.iter();
        programs
            .map(|program| usage::of_process(program.id()))
            .fold(Usage::default(), |sum, one| Usage {
                resident_bytes: sum.resident_bytes + one.resident_bytes,
                cpu_time: sum.cpu_time + one.cpu_time,
            })
    }

    pub(crate) fn disk_bytes(&self) -> u64 {
        match &self.database {
            None => figures::size(&self.data),
            Some((server, url)) => {
                let size = format!("SELECT pg_database_size('{}')", name(url));
                server.admin(&size).parse().unwrap()
            }
        }
    }

    pub(crate) fn sample(&self) -> Sample {
        let database = self.database.as_ref();
        let network = usage::of_threads(network::THREAD);
        let test = usage::of_process(std::process::id()).cpu_time;
        Sample {
            programs: self.usage(),
            database: database
                .map(|(server, _)| usage::of_family(server.main_process()))
                .unwrap_or_default(),
            players: test.saturating_sub(network),
            network,
            disk_bytes: self.disk_bytes(),
        }
    }

    /// Stops the programs, as a signal would; returns their data, and the database to drop afterwards.
    pub(crate) async fn stop(self) -> (Box<dyn Database>, Option<(&'a Server, DatabaseUrl)>) {
        for program in &self.running {
            program.terminate();
        }
        for program in self.running {
            let (status, last_line) = program.wait().await;
            assert_eq!(status, Some(0), "{last_line}");
        }
        let store: Box<dyn Database> = match &self.database {
            None => Box::new(SledStore::open(&self.data).unwrap()),
            Some((_, url)) => {
                let settings = PostgresSettings::new(url.clone());
                Box::new(PostgresStore::open(&settings).unwrap())
            }
        };
        (store, self.database)
    }
}

fn name(url: &DatabaseUrl) -> String {
    let text = url.to_string();
    text.rsplit('/').next().unwrap().to_owned()
}
