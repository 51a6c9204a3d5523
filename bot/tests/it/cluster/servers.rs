//! Database servers for the tests.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use store::Database;
use store::leases::{LEASE, Leases};
use store::postgres::DatabaseUrl;
use store::postgres::{PostgresSettings, PostgresStore};

use crate::cluster::memory::Server;
use crate::common::server;

/// A database server whose clock a test controls.
pub(crate) trait TestServer {
    /// Connects another process.
    fn connect(&self) -> Arc<dyn Database>;

    /// Advances the clock, or ages everything that is compared with it.
    fn advance(&self, by: Duration);

    /// Deletes all data.
    fn clear(&self);
}

/// Advances the clock while some processes keep sending heartbeats and the others send none.
pub(crate) fn pass(server: &dyn TestServer, by: Duration, beating: &[&Arc<dyn Leases>]) {
    let steps = by.as_millis().div_ceil(1_000);
    for _ in 0..steps {
        server.advance(by / u32::try_from(steps).unwrap());
        for one in beating {
            one.beat(&BTreeSet::new()).unwrap().unwrap();
        }
    }
}

/// A PostgreSQL server.
pub(crate) struct Postgres {
    url: Mutex<DatabaseUrl>,
    /// Kept open until the test ends: leases belong to connections.
    connections: Mutex<Vec<Arc<dyn Database>>>,
}

impl Postgres {
    /// Creates a database; `None` if PostgreSQL isn't installed.
    pub(crate) fn new() -> Option<Self> {
        Some(Self {
            url: Mutex::new(server::database()?),
            connections: Mutex::default(),
        })
    }

    pub(crate) fn run(&self, sql: &str) {
        self.ask(sql);
    }

    /// Runs a query.
    pub(crate) fn ask(&self, sql: &str) -> String {
        let url = self.url.lock().unwrap().to_string();
        let name = url.rsplit('/').next().unwrap();
        server::server().unwrap().sql(name, sql)
    }
}

impl TestServer for Postgres {
    fn connect(&self) -> Arc<dyn Database> {
        let url = self.url.lock().unwrap().clone();
        let store: Arc<dyn Database> =
            Arc::new(PostgresStore::open(&PostgresSettings::new(url)).unwrap());
        self.connections.lock().unwrap().push(Arc::clone(&store));
        store
    }

    /// Moves all stored times back.
    fn advance(&self, by: Duration) {
        let by = by.as_secs_f64();
        self.run(&format!(
            "UPDATE processes SET beat = beat - make_interval(secs => {by}), steady = steady - make_interval(secs => {by});
            UPDATE leases SET heard = heard - make_interval(secs => {by});
            UPDATE identify SET free = free - make_interval(secs => {by});
            UPDATE effects SET until = until - make_interval(secs => {by});"
        ));
    }

    fn clear(&self) {
        self.connections.lock().unwrap().clear();
        *self.url.lock().unwrap() = server::database().unwrap();
    }
}

/// An in-memory server.
pub(crate) struct InMemory(Mutex<Arc<Server>>);

impl InMemory {
    pub(crate) fn new() -> Self {
        Self(Mutex::new(Server::new(LEASE)))
    }
}

impl TestServer for InMemory {
    fn connect(&self) -> Arc<dyn Database> {
        Arc::new(self.0.lock().unwrap().connect())
    }

    fn advance(&self, by: Duration) {
        self.0.lock().unwrap().advance(by);
    }

    fn clear(&self) {
        *self.0.lock().unwrap() = Server::new(LEASE);
    }
}
