//! Starting a playground.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{ConnectInfo, DefaultBodyLimit, Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use tokio::net::TcpListener;
use tokio::task::JoinSet;

use super::Playground;
use crate::rest::{Connection, Loopback};
use crate::state::{Shared, World};
use crate::time::Time;

/// How a playground is to be; made by [`Playground::builder`].
#[derive(Debug)]
pub struct Builder {
    port: u16,
    gateway_port: u16,
    real_time: bool,
    checked: bool,
    bot_name: String,
    token: String,
    guild: String,
}

impl Default for Builder {
    fn default() -> Self {
        Self {
            port: 0,
            gateway_port: 0,
            real_time: false,
            checked: true,
            bot_name: "Delos".to_owned(),
            token: "playground".to_owned(),
            guild: "The Island".to_owned(),
        }
    }
}

impl Builder {
    /// The port of REST and the page; 0, the default, takes a free one.
    #[must_use]
    pub fn port(mut self, port: u16) -> Self {
        self.port = port;
        self
    }

    /// The port of the gateway; 0, the default, takes a free one.
    #[must_use]
    pub fn gateway_port(mut self, port: u16) -> Self {
        self.gateway_port = port;
        self
    }

    /// The clock runs by itself, for people and load tests.
    #[must_use]
    pub fn real_time(mut self) -> Self {
        self.real_time = true;
        self
    }

    /// Violations do not panic when the playground is dropped.
    #[must_use]
    pub fn lenient_drop(mut self) -> Self {
        self.checked = false;
        self
    }

    /// What the bot is called; `Delos` unless set.
    #[must_use]
    pub fn bot_name(mut self, name: &str) -> Self {
        name.clone_into(&mut self.bot_name);
        self
    }

    /// The token that the bot must show; `playground` unless set.
    #[must_use]
    pub fn token(mut self, token: &str) -> Self {
        token.clone_into(&mut self.token);
        self
    }

    /// What the first server is called; `The Island` unless set.
    #[must_use]
    pub fn guild(mut self, name: &str) -> Self {
        name.clone_into(&mut self.guild);
        self
    }

    /// Binds the ports and begins to serve.
    ///
    /// # Errors
    /// If a port is taken.
    pub async fn start(self) -> io::Result<Playground> {
        let local = |port| SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        let rest = TcpListener::bind(local(self.port)).await?;
        let gate = TcpListener::bind(local(self.gateway_port)).await?;
        let time = if self.real_time {
            Time::real()
        } else {
            Time::still()
        };
        let mut world = World::new(time, &self.bot_name, &self.token);
        let owner = world.add_person("owner", false);
        let guild = world.add_guild(&self.guild, owner);
        world.api = format!("http://{}", rest.local_addr()?);
        world.gateway_url = format!("ws://{}", gate.local_addr()?);
        let (api, token) = (world.api.clone(), world.token.clone());
        let shared = Arc::new(Shared::new(world));
        let mut tasks = JoinSet::new();
        let router = Router::new()
            .fallback(answer)
            .layer(DefaultBodyLimit::disable())
            .with_state(Arc::clone(&shared));
        let service = router.into_make_service_with_connect_info::<Connection>();
        tasks.spawn(async move { drop(axum::serve(Loopback(rest), service).await) });
        tasks.spawn(crate::gateway::serve(Arc::clone(&shared), gate));
        if self.real_time {
            tasks.spawn(keep_time(Arc::clone(&shared)));
        }
        Ok(Playground {
            shared,
            guild,
            api,
            token,
            checked: self.checked,
            _tasks: tasks,
        })
    }
}

/// Fails late interactions while the clock runs by itself.
async fn keep_time(shared: Arc<Shared>) {
    loop {
        tokio::time::sleep(Duration::from_millis(200)).await;
        let now = shared.look(|w| {
            w.open
                .first()
                .and_then(|id| w.interactions.get(id))
                .is_some_and(|i| i.created_ms + crate::limits::ACK_MS < w.now())
        });
        if now {
            shared.change(World::expire);
        }
    }
}

async fn answer(
    State(shared): State<Arc<Shared>>,
    ConnectInfo(connection): ConnectInfo<Connection>,
    request: Request,
) -> Response {
    if !crate::page::is_own(request.headers()) {
        return (
            StatusCode::FORBIDDEN,
            "The playground answers this machine only, under 127.0.0.1 or localhost.",
        )
            .into_response();
    }
    let path = request.uri().path();
    if path.starts_with("/api/") {
        crate::rest::handle(shared, connection, request).await
    } else {
        crate::page::handle(shared, request).await
    }
}
