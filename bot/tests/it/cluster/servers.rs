//! Database servers for the tests.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use app::Span;
use store::Database;
use store::leases::{LEASE, Leases};
use store::postgres::DatabaseUrl;

use crate::cluster::memory::Server;
use crate::common::samples::{name, opened};
use crate::common::server;

/// A database server whose clock a test controls.
pub(crate) trait TestServer {
    fn connect(&self) -> Arc<dyn Database>;

    /// Sets the clock, or moves everything that is compared with it.
    fn step(&self, by: Span);

    fn advance(&self, by: Duration) {
        self.step(Span(by.as_millis().try_into().unwrap()));
    }

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

/// Functions that shadow PostgreSQL's own: a clock that can be set, and runs slowly at first, so that stalls don't matter.
const CALENDAR: &str = "
CREATE SCHEMA calendar;
CREATE TABLE calendar.clock AS SELECT now() AS start, 100 AS slow, interval '0' AS ahead;
CREATE FUNCTION calendar.now() RETURNS timestamptz STABLE LANGUAGE sql
    AS 'SELECT start + (pg_catalog.now() - start) / slow + ahead FROM calendar.clock';
CREATE FUNCTION calendar.clock_timestamp() RETURNS timestamptz VOLATILE LANGUAGE sql
    AS 'SELECT start + (pg_catalog.clock_timestamp() - start) / slow + ahead FROM calendar.clock';";

/// Creates a database with a clock of its own.
fn with_calendar() -> Option<DatabaseUrl> {
    let url = server::database()?;
    let name = name(&url);
    let path = format!("ALTER DATABASE {name} SET search_path = public, calendar, pg_catalog");
    server::server()?.sql(&name, &format!("{CALENDAR} {path}"));
    Some(url)
}

pub(crate) struct Postgres {
    url: Mutex<DatabaseUrl>,
    /// Kept open until the test ends: leases belong to connections.
    connections: Mutex<Vec<Arc<dyn Database>>>,
}

impl Postgres {
    /// Creates a database; `None` if PostgreSQL isn't installed.
    pub(crate) fn new() -> Option<Self> {
        Some(Self {
            url: Mutex::new(with_calendar()?),
            connections: Mutex::default(),
        })
    }

    /// Lets the clock run as fast as others.
    pub(crate) fn run_clock(&self) {
        self.ask("UPDATE calendar.clock SET slow = 1");
    }

    pub(crate) fn ask(&self, sql: &str) -> String {
        let name = name(&self.url.lock().unwrap());
        server::server().unwrap().sql(&name, sql)
    }
}

impl TestServer for Postgres {
    fn connect(&self) -> Arc<dyn Database> {
        let store: Arc<dyn Database> = Arc::new(opened(&self.url.lock().unwrap()));
        self.connections.lock().unwrap().push(Arc::clone(&store));
        store
    }

    fn step(&self, by: Span) {
        let Span(by) = by;
        self.ask(&format!(
            "UPDATE calendar.clock SET ahead = ahead + make_interval(secs => {by} / 1000.0)"
        ));
    }

    fn clear(&self) {
        self.connections.lock().unwrap().clear();
        *self.url.lock().unwrap() = with_calendar().unwrap();
    }
}

/// How many times slower the clock runs, as in [`CALENDAR`].
const SLOW: u32 = 100;

pub(crate) struct InMemory(Mutex<Arc<Server>>);

impl InMemory {
    pub(crate) fn new() -> Self {
        Self(Mutex::new(Server::slowed(LEASE, SLOW)))
    }
}

impl TestServer for InMemory {
    fn connect(&self) -> Arc<dyn Database> {
        Arc::new(self.0.lock().unwrap().connect())
    }

    fn step(&self, by: Span) {
        self.0.lock().unwrap().step(by);
    }

    fn clear(&self) {
        *self.0.lock().unwrap() = Server::slowed(LEASE, SLOW);
    }
}
