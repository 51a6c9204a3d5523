//! Rules that span several requests, deadlines and permissions, broken over real sockets.

mod guilds;
mod page;
mod permissions;
mod requests;
mod responses;
mod scheduled_events;

use playground::Playground;
use reqwest::{Client, Method};
use serde_json::Value;

/// A bot without serenity, for requests that serenity would not send.
struct Raw<'a> {
    pg: &'a Playground,
    http: Client,
    app: String,
}

impl<'a> Raw<'a> {
    fn new(pg: &'a Playground) -> Self {
        let http = Client::builder().no_proxy().build().unwrap();
        let app = pg.bot_mention().trim_matches(['<', '@', '>']).to_owned();
        Self { pg, http, app }
    }

    async fn send(&self, method: Method, path: &str, body: Value) -> (u16, Value) {
        let url = format!("{}/api/v10{path}", self.pg.api());
        let request = self
            .http
            .request(method, url)
            .header("authorization", format!("Bot {}", self.pg.token()));
        let answer = request.json(&body).send().await.unwrap();
        (
            answer.status().as_u16(),
            answer.json().await.unwrap_or(Value::Null),
        )
    }

    async fn post(&self, path: &str, body: Value) -> (u16, Value) {
        self.send(Method::POST, path, body).await
    }

    async fn say(&self, channel: u64, body: Value) -> (u16, Value) {
        self.post(&format!("/channels/{channel}/messages"), body)
            .await
    }
}

fn rules(pg: &Playground) -> Vec<&'static str> {
    pg.violations().into_iter().map(|v| v.rule).collect()
}
