//! Measures the playground's throughput: `cargo run --release -p playground --example throughput`.
//!
//! Users repeat a slash command, and a bot without serenity responds at once. Prints the median, the 99th percentile and the
//! rate of playground, client and sockets together.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a measurement that a developer watches"
)]

use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use playground::{Playground, User};
use reqwest::Client;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message as Frame;

const USERS: usize = 50;
const ACTIONS_PER_USER: usize = 200;

/// Registers a command, connects to the gateway, and responds to every interaction.
async fn run_bot(pg: &Playground) {
    let http = Client::builder().no_proxy().build().unwrap();
    let api = format!("{}/api/v10", pg.api());
    let token = pg.token().to_owned();
    let application = pg.bot_mention().trim_matches(['<', '@', '>']).to_owned();
    let commands = json!([{"name": "ping", "description": "Responds"}]);
    http.put(format!("{api}/applications/{application}/commands"))
        .header("authorization", format!("Bot {token}"))
        .json(&commands)
        .send()
        .await
        .unwrap();
    let gateway = http.get(format!("{api}/gateway")).send().await.unwrap();
    let gateway: Value = gateway.json().await.unwrap();
    let url = gateway["url"].as_str().unwrap();
    let address = url.trim_start_matches("ws://");
    let stream = tokio::net::TcpStream::connect(address).await.unwrap();
    let (mut ws, _) = tokio_tungstenite::client_async(format!("{url}/?v=10"), stream)
        .await
        .unwrap();
    let identify = json!({"op": 2, "d": {"token": token, "intents": 1, "properties": {}}});
    ws.send(Frame::Text(identify.to_string())).await.unwrap();
    tokio::spawn(async move {
        while let Some(Ok(Frame::Text(text))) = ws.next().await {
            let event: Value = serde_json::from_str(&text).unwrap();
            if event["t"] != "INTERACTION_CREATE" {
                continue;
            }
            let id = event["d"]["id"].as_str().unwrap();
            let token = event["d"]["token"].as_str().unwrap();
            let callback = http
                .post(format!("{api}/interactions/{id}/{token}/callback"))
                .json(&json!({"type": 4, "data": {"content": "Pong!"}}));
            tokio::spawn(async move { drop(callback.send().await) });
        }
    });
}

/// Returns the time to the response of each action.
async fn act(user: User) -> Vec<Duration> {
    let mut times = Vec::new();
    for _ in 0..ACTIONS_PER_USER {
        let start = Instant::now();
        user.slash("ping", ()).await;
        times.push(start.elapsed());
    }
    times
}

#[tokio::main]
async fn main() {
    let pg = Playground::builder().real_time().start().await.unwrap();
    run_bot(&pg).await;
    pg.ready().await;
    let start = Instant::now();
    let users = (0..USERS).map(|n| pg.user(&format!("user{n}")));
    let tasks: Vec<_> = users.map(|user| tokio::spawn(act(user))).collect();
    let mut times = Vec::new();
    for task in tasks {
        times.extend(task.await.unwrap());
    }
    times.sort();
    let percentile = |percent: usize| times[(times.len() - 1) * percent / 100];
    let rate = u128::try_from(times.len()).unwrap() * 1000 / start.elapsed().as_millis().max(1);
    println!(
        "{} actions, median {:?}, p99 {:?}, {rate} per second",
        times.len(),
        percentile(50),
        percentile(99)
    );
}
