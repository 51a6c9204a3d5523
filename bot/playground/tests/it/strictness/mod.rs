//! Rules that span several requests, deadlines and permissions, broken over real sockets.

mod guilds;
mod page;
mod permissions;
mod requests;
mod responses;

use playground::Playground;
use reqwest::{Client, Method, RequestBuilder};
use serde_json::Value;

use crate::until;

/// A bot without serenity, for requests that serenity would not send.
struct Raw {
    api: String,
    token: String,
    http: Client,
    app: String,
}

/// A playground with such a bot, which may break these rules.
async fn start(rules: &[&str]) -> (Playground, Raw) {
    let pg = Playground::start().await;
    for rule in rules {
        pg.expect(rule);
    }
    let raw = Raw::new(&pg);
    (pg, raw)
}

impl Raw {
    fn new(pg: &Playground) -> Self {
        Self {
            api: format!("{}/api/v10", pg.api()),
            token: format!("Bot {}", pg.token()),
            http: Client::builder().no_proxy().build().unwrap(),
            app: pg.bot_mention().trim_matches(['<', '@', '>']).to_owned(),
        }
    }

    /// An authorized request.
    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let request = self.http.request(method, format!("{}{path}", self.api));
        request.header("authorization", &self.token)
    }

    async fn send(&self, method: Method, path: &str, body: Value) -> (u16, Value) {
        let request = self.request(method, path).json(&body);
        let answer = request.send().await.unwrap();
        let status = answer.status().as_u16();
        (status, answer.json().await.unwrap_or(Value::Null))
    }

    async fn get(&self, path: &str) -> Value {
        self.send(Method::GET, path, Value::Null).await.1
    }

    async fn post(&self, path: &str, body: Value) -> (u16, Value) {
        self.send(Method::POST, path, body).await
    }

    async fn say(&self, channel: u64, body: Value) -> (u16, Value) {
        self.post(&format!("/channels/{channel}/messages"), body)
            .await
    }
}

/// The status of a response, and the error code, if it is an error.
fn code((status, answer): (u16, Value)) -> (u16, Option<u64>) {
    (status, answer["code"].as_u64())
}

/// Waits until a request is refused with this code.
async fn refused(pg: &Playground, code: u64) {
    let refused = || pg.calls().iter().any(|call| call.code == code);
    until(pg, "the refusal", refused).await;
}

fn rules(pg: &Playground) -> Vec<&'static str> {
    pg.violations().into_iter().map(|v| v.rule).collect()
}
