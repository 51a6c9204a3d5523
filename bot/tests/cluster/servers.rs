//! The database servers that the tests run on.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use bot::cluster::leases::LEASE;
use bot::store::Database;

use crate::memory::Server;

/// A server whose clock a test sets forward.
pub(crate) trait TestServer {
    /// Another process's connection.
    fn connect(&self) -> Arc<dyn Database>;

    /// Sets the clock forward, or lets as much time seem to pass.
    fn advance(&self, by: Duration);

    /// Forgets everything.
    fn clear(&self);
}

/// A server in memory.
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
