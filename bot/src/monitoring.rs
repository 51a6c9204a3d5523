//! What a person or a program that watches over Delos can ask on this machine: `/metrics` and `/health`.

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
use metrics_exporter_prometheus::PrometheusHandle;
use tokio::net::TcpListener;

use crate::health;
use crate::store::SledStore;
use crate::telemetry;

/// How often measured times are summed up: until then each is kept by itself, and nobody may ever ask for them.
const UPKEEP: Duration = Duration::from_secs(5);

#[derive(Clone)]
struct Watched {
    store: Arc<SledStore>,
    folder: PathBuf,
    measured: PrometheusHandle,
}

/// Answers at this address until it is dropped.
///
/// # Errors
/// When the address cannot be had.
pub async fn serve(address: SocketAddr, store: Arc<SledStore>, folder: &Path) -> io::Result<()> {
    let named = |error: io::Error| {
        let what = format!("the address {address} of the monitoring cannot be had: {error}");
        io::Error::new(error.kind(), what)
    };
    let listener = TcpListener::bind(address).await.map_err(named)?;
    let measured = telemetry::start();
    let upkept = measured.clone();
    let router = Router::new()
        .route("/metrics", get(metrics))
        .route("/health", get(well))
        .with_state(Watched {
            store,
            folder: folder.to_owned(),
            measured,
        });
    let upkeep = async {
        let mut rounds = tokio::time::interval(UPKEEP);
        loop {
            rounds.tick().await;
            upkept.run_upkeep();
        }
    };
    tokio::select! {
        ended = axum::serve(listener, router).into_future() => ended,
        never = upkeep => never,
    }
}

async fn metrics(State(watched): State<Watched>) -> Result<String, StatusCode> {
    let store = Arc::clone(&watched.store);
    let counts = tokio::task::spawn_blocking(move || store.counts()).await;
    let counts = counts
        .ok()
        .and_then(Result::ok)
        .ok_or(StatusCode::SERVICE_UNAVAILABLE)?;
    let mut text = watched.measured.render();
    let mut gauge = |name: &str, help: &str, value: u64| {
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "# HELP {name} {help}\n# TYPE {name} gauge\n{name} {value}"
        );
    };
    gauge(
        "delos_games_ongoing",
        "Games in progress",
        counts.ongoing as u64,
    );
    gauge(
        "delos_due",
        "Things that happen when their time comes",
        counts.due as u64,
    );
    gauge(
        "delos_effects_outgoing",
        "Effects stored and not yet performed",
        counts.outgoing as u64,
    );
    gauge(
        "delos_messages_retiring",
        "Messages replaced that still show a board",
        counts.retiring as u64,
    );
    if let Some(bytes) = telemetry::resident() {
        gauge("process_resident_memory_bytes", "Memory", bytes);
    }
    Ok(text)
}

/// 200 while the store answers and the disk takes signs of life, 503 with the reason when one of them does not.
async fn well(State(watched): State<Watched>) -> (StatusCode, String) {
    let answer = tokio::task::spawn_blocking(move || {
        app::store::Store::outgoing(&*watched.store, 1).map_err(|error| error.to_string())?;
        health::check(&watched.folder, health::now())
    });
    match answer.await {
        Ok(Ok(())) => (StatusCode::OK, "well\n".to_owned()),
        Ok(Err(why)) => (StatusCode::SERVICE_UNAVAILABLE, format!("{why}\n")),
        Err(error) => (StatusCode::SERVICE_UNAVAILABLE, format!("{error}\n")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn ask(address: SocketAddr, path: &str) -> (u16, String) {
        let client = reqwest::Client::builder()
            .no_proxy()
            .build()
            .expect("built");
        let answer = client.get(format!("http://{address}{path}")).send().await;
        let answer = answer.expect("answered");
        (answer.status().as_u16(), answer.text().await.expect("read"))
    }

    #[tokio::test]
    async fn it_tells_how_much_there_is_to_do_and_whether_the_store_answers() {
        let folder = tempfile::tempdir().expect("made");
        let store = Arc::new(SledStore::open(folder.path()).expect("opens"));
        let free = TcpListener::bind("127.0.0.1:0").await.expect("bound");
        let address = free.local_addr().expect("known");
        drop(free);
        let asking = async {
            while tokio::net::TcpStream::connect(address).await.is_err() {
                tokio::task::yield_now().await;
            }
            let (status, text) = ask(address, "/health").await;
            assert_eq!(status, 503, "no sign of life yet: {text}");
            std::fs::write(folder.path().join("alive"), health::now().to_string())
                .expect("written");
            assert_eq!(ask(address, "/health").await, (200, "well\n".to_owned()));
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
