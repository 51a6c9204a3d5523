//! How many actions a second the playground carries: `cargo run --release -p playground --example pace`.
//!
//! People press one button again and again; a bot of bare requests answers each with an update. Prints the median, the 99th
//! percentile and the rate. The figures are those of playground, client and socket together.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a measurement that a developer watches"
)]

use std::time::Instant;

use futures_util::{SinkExt, StreamExt};
use playground::Playground;
use reqwest::Client;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message as Frame;

const PEOPLE: usize = 50;
const EACH: usize = 200;

/// Answers every interaction at once.
async fn bot(pg: &Playground) {
    let http = Client::builder().no_proxy().build().unwrap();
    let api = format!("{}/api/v10", pg.api());
    let token = pg.token().to_owned();
    let gateway: Value = http
        .get(format!("{api}/gateway"))
        .send()
        .await
        .unwrap()
        .json()
        .await
        .unwrap();
    let url = gateway["url"].as_str().unwrap().to_owned();
    let app = pg.bot_mention().trim_matches(['<', '@', '>']).to_owned();
    let commands = json!([{"name": "ping", "description": "Answers"}]);
    let put = http
        .put(format!("{api}/applications/{app}/commands"))
        .header("authorization", format!("Bot {token}"));
    put.json(&commands).send().await.unwrap();
    let stream = tokio::net::TcpStream::connect(url.trim_start_matches("ws://"))
        .await
        .unwrap();
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
            let (id, token) = (
                event["d"]["id"].as_str().unwrap(),
                event["d"]["token"].as_str().unwrap(),
            );
            let answer = http.post(format!("{api}/interactions/{id}/{token}/callback"));
            let answer = answer.json(&json!({"type": 4, "data": {"content": "Pong!"}}));
            tokio::spawn(async move { drop(answer.send().await) });
        }
    });
}

#[tokio::main]
async fn main() {
    let pg = Playground::builder().real_time().start().await.unwrap();
    bot(&pg).await;
    pg.ready().await;
    let begun = Instant::now();
    let people: Vec<_> = (0..PEOPLE).map(|n| pg.user(&format!("user{n}"))).collect();
    let all = people.into_iter().map(|user| {
        tokio::spawn(async move {
            let mut times = Vec::new();
            for _ in 0..EACH {
                let asked = Instant::now();
                user.slash("ping", ()).await;
                times.push(asked.elapsed());
            }
            times
        })
    });
    let mut times = Vec::new();
    for one in all.collect::<Vec<_>>() {
        times.extend(one.await.unwrap());
    }
    times.sort();
    let at = |percent: usize| times[(times.len() - 1) * percent / 100];
    let rate = u128::try_from(times.len()).unwrap() * 1000 / begun.elapsed().as_millis().max(1);
    println!(
        "{} actions, median {:?}, p99 {:?}, {rate} a second",
        times.len(),
        at(50),
        at(99)
    );
}
