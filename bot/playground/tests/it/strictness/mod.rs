//! Rules that span several requests, deadlines and permissions, broken over real sockets.

mod guilds;
mod page;
mod permissions;
mod requests;
mod responses;
mod scheduled_events;

use playground::Playground;
use reqwest::{Client, Method, RequestBuilder};
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

    /// An authorized request.
    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let url = format!("{}/api/v10{path}", self.pg.api());
        let token = format!("Bot {}", self.pg.token());
        self.http
            .request(method, url)
            .header("authorization", token)
    }

    async fn send(&self, method: Method, path: &str, body: Value) -> (u16, Value) {
        let request = self.request(method, path).json(&body);
        let answer = request.send().await.unwrap();
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

/// The status of a response, and the error code, if it is an error.
fn code((status, answer): (u16, Value)) -> (u16, Option<u64>) {
    (status, answer["code"].as_u64())
}

/// Waits until a request is refused with this code.
async fn refused(pg: &Playground, code: u64) {
    let refused = || pg.calls().into_iter().find(|call| call.code == code);
    pg.until("the refusal", refused).await;
}

fn rules(pg: &Playground) -> Vec<&'static str> {
    pg.violations().into_iter().map(|v| v.rule).collect()
}
