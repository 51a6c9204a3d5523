//! Channels between the cluster and the front ends of this process.

use std::time::Duration;

use store::Post;
use store::leases::Lease;
use text::{ByPlatform, Platform};
use tokio::sync::{mpsc, oneshot};

use crate::service::ShardEvent;

/// Time limit of a probe.
const PROBE_TIMEOUT: Duration = Duration::from_secs(8);
/// How long a connection may take to close.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(3);

/// A command to a front end.
#[derive(Debug)]
pub enum ShardCommand {
    /// Connect a shard, or serve a platform. The number is that of the shards of all processes.
    Start(Lease, u32),
    /// Close a connection. The sender is answered once it is closed, and dropped if there was none.
    Stop(Lease, oneshot::Sender<()>),
    /// Remove picture and buttons from these messages of a former owner.
    Retire(Vec<Post>),
    /// Answer if Discord can be reached, and drop the sender if not.
    Probe(oneshot::Sender<()>),
}

/// Channels between a process's place in the cluster and its front ends.
#[derive(Debug)]
pub struct ClusterChannels {
    /// For the reports of front ends.
    pub events: mpsc::UnboundedSender<ShardEvent>,
    pub(super) reported: mpsc::UnboundedReceiver<ShardEvent>,
    pub(super) front_ends: FrontEndChannels,
}

impl Default for ClusterChannels {
    fn default() -> Self {
        let (events, reported) = mpsc::unbounded_channel();
        Self {
            events,
            reported,
            front_ends: FrontEndChannels::default(),
        }
    }
}

impl ClusterChannels {
    /// Opens the channel to the front end of a platform.
    pub fn open(&mut self, platform: Platform) -> mpsc::UnboundedReceiver<ShardCommand> {
        let (commands, received) = mpsc::unbounded_channel();
        self.front_ends.0[platform] = Some(commands);
        received
    }
}

/// The channel to each front end of this process.
#[derive(Clone, Debug, Default)]
pub(super) struct FrontEndChannels(ByPlatform<Option<mpsc::UnboundedSender<ShardCommand>>>);

impl FrontEndChannels {
    pub(super) fn has(&self, platform: Platform) -> bool {
        self.0[platform].is_some()
    }

    /// Sends a command to the front end of a lease. Without one, there is nothing to connect.
    pub(super) fn send(&self, lease: Lease, command: ShardCommand) {
        if let Some(front_end) = &self.0[lease.platform()] {
            // At shutdown the receiver may be gone.
            drop(front_end.send(command));
        }
    }

    /// Closes a connection; the receiver is answered once it is closed.
    pub(super) fn stop(&self, lease: Lease) -> oneshot::Receiver<()> {
        let (done, closed) = oneshot::channel();
        self.send(lease, ShardCommand::Stop(lease, done));
        closed
    }

    /// Closes a connection, and waits until it is closed or time is up.
    pub(super) async fn disconnect(&self, lease: Lease, limit: Duration) {
        // Dropped if it was not connected.
        let _ = tokio::time::timeout(CLOSE_TIMEOUT.min(limit), self.stop(lease)).await;
    }

    pub(super) async fn is_discord_reached(&self) -> bool {
        let (answer, reached) = oneshot::channel();
        self.send(Lease::Shard(0), ShardCommand::Probe(answer));
        let reached = tokio::time::timeout(PROBE_TIMEOUT, reached).await;
        matches!(reached, Ok(Ok(())))
    }
}
