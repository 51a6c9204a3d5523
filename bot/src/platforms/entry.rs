//! A row of the table: one platform.

use tokio::sync::mpsc;

use crate::config::{Config, ConfigError};
use runtime::cluster::{Desk, ShardCommand};
use runtime::process::{Process, Running};
use runtime::service::QueuedEffect;

/// A platform as the program sees it.
pub(crate) struct PlatformEntry {
    pub(crate) name: &'static str,
    /// The setting that makes Delos serve it.
    pub(crate) setting: &'static str,
    /// The same, where it is missing.
    pub(crate) without: &'static str,
    /// Returns the server to connect to.
    pub(crate) address: fn(&Config) -> String,
    /// Refuses a build without it.
    pub(super) check_build: fn() -> Result<(), ConfigError>,
    /// Serves it until the process stops; calls [`Process::stopped_hearing`] once.
    pub(super) serve: for<'a> fn(&'a Config, FrontEnd) -> Running<'a, String>,
}

/// The parts of a process that a front end gets.
pub(super) struct FrontEnd {
    pub(super) process: Process,
    pub(super) messages: mpsc::UnboundedReceiver<QueuedEffect>,
    /// For the front end that connects this process with others.
    pub(super) desk: Option<Desk>,
    /// For a front end that is served by one process at a time: when to start and stop.
    pub(super) commands: Option<mpsc::UnboundedReceiver<ShardCommand>>,
}
