//! Configuration and start of a playground.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{ConnectInfo, DefaultBodyLimit, Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use tokio::net::TcpListener;
use tokio::task::JoinSet;

use crate::driver::Playground;
use crate::rest::{Connection, LoopbackListener};
use crate::state::{Shared, World};
use crate::time::Time;

/// How long before the start the bot joined the first guild: 30 days.
const BEFORE_START_MS: u64 = 30 * 24 * 60 * 60 * 1000;
/// Time from a change to its being saved.
const SAVE_INTERVAL: Duration = Duration::from_secs(1);
/// How often a running clock is checked for expired interactions.
const EXPIRY_INTERVAL: Duration = Duration::from_millis(200);

/// The configuration of a playground. See [`Playground::builder`].
#[derive(Debug, Default)]
#[must_use = "nothing runs until it is started"]
pub struct Builder {
    port: u16,
    real_time: bool,
    lenient_drop: bool,
    folder: Option<PathBuf>,
}

impl Playground {
    /// Starts a playground on free ports, with a frozen clock.
    ///
    /// # Panics
    /// If there is no free port.
    pub async fn start() -> Self {
        Self::builder()
            .start()
            .await
            .unwrap_or_else(|error| panic!("no free port on 127.0.0.1: {error}"))
    }

    /// Configures port and clock.
    pub fn builder() -> Builder {
        Builder::default()
    }
}

impl Builder {
    /// The port of REST and the page. The default 0 takes a free one, as the gateway always does.
    pub fn port(mut self, port: u16) -> Self {
        self.port = port;
        self
    }

    /// Lets the clock run.
    pub fn real_time(mut self) -> Self {
        self.real_time = true;
        self
    }

    /// Does not panic because of violations when the playground is dropped.
    pub fn lenient_drop(mut self) -> Self {
        self.lenient_drop = true;
        self
    }

    /// Keeps people, chats, files and emoji in a folder, where the next playground continues.
    pub fn keep_in(mut self, folder: PathBuf) -> Self {
        self.folder = Some(folder);
        self
    }

    /// Binds the ports and starts to serve.
    pub async fn start(self) -> io::Result<Playground> {
        let loopback = |port| SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        let rest = TcpListener::bind(loopback(self.port)).await?;
        let gateway = TcpListener::bind(loopback(0)).await?;
        let time = if self.real_time {
            Time::real()
        } else {
            Time::frozen()
        };
        let mut world = World::new(time);
        world.api = format!("http://{}", rest.local_addr()?);
        world.gateway_url = format!("ws://{}", gateway.local_addr()?);
        let is_kept = match &self.folder {
            Some(folder) => world.load(folder)?,
            None => false,
        };
        if !is_kept {
            let owner = world.add_user("owner");
            let guild = world.add_guild("The Island", owner);
            // The bot has been there for a while; one that joins is another guild, or one that it had left.
            world.guild_mut(guild).bot_joined_ms -= BEFORE_START_MS;
        }
        let guild = world.guilds.keys().next().copied().unwrap_or_default();
        if let Some(folder) = &self.folder {
            world.snapshot().write(folder)?;
        }
        let api = world.api.clone();
        let shared = Arc::new(Shared::new(world));
        let mut tasks = JoinSet::new();
        let router = Router::new()
            .fallback(handle)
            .layer(DefaultBodyLimit::disable())
            .with_state(Arc::clone(&shared));
        let service = router.into_make_service_with_connect_info::<Connection>();
        tasks.spawn(async move { drop(axum::serve(LoopbackListener(rest), service).await) });
        tasks.spawn(crate::gateway::serve(Arc::clone(&shared), gateway));
        if self.real_time {
            tasks.spawn(expire_interactions(Arc::clone(&shared)));
        }
        if let Some(folder) = self.folder.clone() {
            tasks.spawn(save_changes(Arc::clone(&shared), folder));
        }
        Ok(Playground {
            shared,
            guild,
            api,
            checks_on_drop: !self.lenient_drop,
            folder: self.folder,
            _tasks: tasks,
        })
    }
}

/// Saves the world after changes, at most once per [`SAVE_INTERVAL`].
async fn save_changes(shared: Arc<Shared>, folder: PathBuf) {
    let mut ticks = shared.ticks();
    while ticks.changed().await.is_ok() {
        tokio::time::sleep(SAVE_INTERVAL).await;
        ticks.mark_unchanged();
        let (snapshot, folder) = (shared.read(World::snapshot), folder.clone());
        // The next change tries again.
        drop(tokio::task::spawn_blocking(move || snapshot.write(&folder)).await);
    }
}

async fn expire_interactions(shared: Arc<Shared>) {
    loop {
        tokio::time::sleep(EXPIRY_INTERVAL).await;
        let is_due = shared.read(|w| w.pending.first().is_some_and(|id| w.is_expired(*id)));
        if is_due {
            shared.update(World::expire_interactions);
        }
    }
}

async fn handle(
    State(shared): State<Arc<Shared>>,
    ConnectInfo(connection): ConnectInfo<Connection>,
    request: Request,
) -> Response {
    if !crate::page::is_same_origin(request.headers()) {
        let text = "The playground answers this machine only, under 127.0.0.1 or localhost.";
        return (StatusCode::FORBIDDEN, text).into_response();
    }
    if request.uri().path().starts_with("/api/") {
        crate::rest::handle(shared, connection, request).await
    } else {
        crate::page::handle(shared, request).await
    }
}
