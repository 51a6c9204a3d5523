//! The HTTP endpoints `/metrics`, `/health` and `/alive`. Metrics are counted by [`runtime::telemetry`]; those that the store counts
//! are added here.
//!
//! An orchestrator restarts what is not alive, and sends no one to what is not healthy. A pause of the database makes all
//! processes unhealthy at once, and a restart would only cost their connections: so only `/health` depends on the database.

use std::fmt::Write as _;
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::get;
use tokio::net::TcpListener;

use crate::health;
use runtime::telemetry;
use store::{Counts, Database};

/// Longest time that the store may take to count; Prometheus waits a few seconds longer.
const COUNT_TIMEOUT: Duration = Duration::from_secs(5);

/// The store, and the data folder.
type Monitored = (Arc<dyn Database>, PathBuf);

/// Serves the endpoints until dropped.
pub async fn serve(address: SocketAddr, store: Arc<dyn Database>, folder: &Path) -> io::Result<()> {
    let named = |error: io::Error| {
        let what = format!("monitoring: cannot listen on {address}: {error}");
        io::Error::new(error.kind(), what)
    };
    let listener = TcpListener::bind(address).await.map_err(named)?;
    let router = Router::new()
        .route("/metrics", get(metrics))
        .route("/health", get(healthy))
        .route("/alive", get(|| async { "alive\n" }))
        .with_state((store, folder.to_owned()));
    axum::serve(listener, router).await
}

/// All metrics, without the store's counts while it is unreachable.
async fn metrics(State((store, _)): State<Monitored>) -> String {
    let counting = tokio::task::spawn_blocking(move || store.counts());
    let counts = tokio::time::timeout(COUNT_TIMEOUT, counting).await;
    let mut text = telemetry::render();
    let mut gauge = |name: &str, help: &str, value: u64| {
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "# HELP {name} {help}\n# TYPE {name} gauge\n{name} {value}"
        );
    };
    if let Ok(Ok(Ok(counts))) = counts {
        let Counts {
            ongoing,
            due,
            outgoing,
            unretired,
        } = counts;
        let deadlines = "Deadlines of challenges, clocks and the like";
        let replaced = "Replaced messages that still show a board";
        gauge("delos_games_ongoing", "Games in progress", ongoing as u64);
        gauge("delos_due", deadlines, due as u64);
        gauge("delos_effects_outgoing", "Pending effects", outgoing as u64);
        gauge("delos_messages_unretired", replaced, unretired as u64);
    }
    if let Some(bytes) = telemetry::resident() {
        gauge("process_resident_memory_bytes", "Resident memory", bytes);
    }
    text
}

/// 200 while the store answers, heartbeats are recent, and the process takes part among others; 503 with the reason otherwise.
async fn healthy(State((store, folder)): State<Monitored>) -> (StatusCode, String) {
    let answer = tokio::task::spawn_blocking(move || {
        app::store::Store::outgoing(&*store, 1).map_err(|error| error.to_string())?;
        let leases = store.leases();
        let leases = leases.as_deref();
        leases.map_or(Ok(()), health::check_beat)?;
        health::check(&folder, health::now())?;
        leases.map_or_else(|| Ok(String::new()), health::platforms)
    });
    match answer.await.unwrap_or_else(|panic| Err(panic.to_string())) {
        Ok(platforms) => (StatusCode::OK, format!("healthy\n{platforms}")),
        Err(why) => (StatusCode::SERVICE_UNAVAILABLE, format!("{why}\n")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use store::SledStore;

    async fn ask(address: SocketAddr, path: &str) -> (u16, String) {
        let client = reqwest::Client::builder().no_proxy().build();
        let client = client.expect("built");
        let answer = client.get(format!("http://{address}{path}")).send().await;
        let answer = answer.expect("answered");
        (answer.status().as_u16(), answer.text().await.expect("read"))
    }

    #[tokio::test]
    async fn it_serves_metrics_and_health() {
        let folder = tempfile::tempdir().expect("made");
        let store: Arc<dyn Database> = Arc::new(SledStore::open(folder.path()).expect("opens"));
        let free = TcpListener::bind("127.0.0.1:0").await.expect("bound");
        let address = free.local_addr().expect("known");
        drop(free);
        let asking = async {
            while tokio::net::TcpStream::connect(address).await.is_err() {
                tokio::task::yield_now().await;
            }
            let (status, text) = ask(address, "/health").await;
            assert_eq!(status, 503, "no heartbeat yet: {text}");
            assert_eq!(ask(address, "/alive").await, (200, "alive\n".to_owned()));
            let alive = folder.path().join("alive");
            std::fs::write(alive, health::now().to_string()).expect("written");
            assert_eq!(ask(address, "/health").await, (200, "healthy\n".to_owned()));
            let (status, text) = ask(address, "/metrics").await;
            assert_eq!(status, 200);
            assert!(text.contains("\ndelos_games_ongoing 0\n"), "{text}");
            store.shut_down();
        };
        tokio::select! {
            ended = serve(address, Arc::clone(&store), folder.path()) => panic!("{ended:?}"),
            () = asking => {}
        }
    }
}
