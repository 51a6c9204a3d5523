//! A person with a plain client, who creates rooms and talks in unencrypted ones.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use matrix::account::sdk::{Login, MaySend, Receives, Settings};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tokio::time::sleep;

use super::Server;

/// Retries of a request that did not reach the homeserver, and the delay between them.
const RETRIES: usize = 100;
const DELAY: Duration = Duration::from_millis(200);

/// A person's account, by the client-server API.
#[derive(Debug)]
pub(crate) struct Owner {
    client: reqwest::Client,
    url: String,
    pub(crate) id: String,
    pub(crate) token: String,
    pub(crate) device: String,
    /// Number of events sent.
    sent: AtomicU64,
}

impl Owner {
    /// Registers and logs in.
    pub(crate) async fn new(server: &Server, name: &str) -> Self {
        let id = server.register(name).await;
        let mut owner = Self {
            client: reqwest::Client::new(),
            url: server.url.clone(),
            id,
            token: String::new(),
            device: String::new(),
            sent: AtomicU64::new(0),
        };
        let login = json!({
            "type": "m.login.password", "password": "secret",
            "identifier": {"type": "m.id.user", "user": name},
        });
        let answer = owner.post("login", &login).await;
        owner.token = answer["access_token"].as_str().unwrap().into();
        owner.device = answer["device_id"].as_str().unwrap().into();
        owner
    }

    /// Returns the settings of an encrypting client for the same person.
    pub(crate) fn settings(&self, folder: &Path, receives: Receives) -> Settings {
        Settings {
            homeserver: self.url.clone(),
            user: self.id.clone(),
            login: Login::Token {
                token: self.token.clone(),
                device: self.device.clone(),
            },
            recovery_key: None,
            folder: folder.to_owned(),
            allow_servers: Vec::new(),
            most_rooms: 1_000,
            receives,
            may_send: MaySend::default(),
        }
    }

    /// Makes a request; retries while the homeserver is down or limits the rate.
    pub(crate) async fn request(&self, method: Method, path: &str, body: Option<&Value>) -> Value {
        for _ in 0..RETRIES {
            let mut request = self
                .client
                .request(
                    method.clone(),
                    format!("{}/_matrix/client/v3/{path}", self.url),
                )
                .bearer_auth(&self.token);
            if let Some(body) = body {
                request = request.json(body);
            }
            let answer = match request.send().await {
                Ok(answer) => answer,
                // A stale connection from before a restart.
                Err(error) if method != Method::POST || error.is_connect() => {
                    sleep(DELAY).await;
                    continue;
                }
                Err(error) => panic!("{path}: {error}"),
            };
            let status = answer.status();
            let answer: Value = answer.json().await.unwrap();
            if status == StatusCode::TOO_MANY_REQUESTS {
                let wait = answer["retry_after_ms"].as_u64().unwrap();
                sleep(Duration::from_millis(wait)).await;
                continue;
            }
            assert!(status.is_success(), "{path}: {answer}");
            return answer;
        }
        panic!("{path}: no answer");
    }

    pub(crate) async fn get(&self, path: &str) -> Value {
        self.request(Method::GET, path, None).await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Value {
        self.request(Method::POST, path, Some(body)).await
    }

    /// Creates a room and invites people, the first with the owner's power level.
    pub(crate) async fn room(&self, invited: &[&str]) -> String {
        self.room_of(invited, &[]).await
    }

    /// As [`Self::room`], with initial state.
    pub(crate) async fn room_of(&self, invited: &[&str], state: &[Value]) -> String {
        let room = json!({
            "preset": "private_chat", "name": "Chess", "invite": invited, "initial_state": state,
            "power_level_content_override": {"users": {&self.id: 100, invited[0]: 100}},
        });
        let room = self.post("createRoom", &room).await;
        room["room_id"].as_str().unwrap().to_owned()
    }

    pub(crate) async fn join(&self, room: &str) {
        self.post(&format!("rooms/{room}/join"), &json!({})).await;
    }

    /// Sends an event, and returns its id.
    pub(crate) async fn send(&self, room: &str, kind: &str, content: &Value) -> String {
        let transaction = self.sent.fetch_add(1, Ordering::Relaxed);
        let path = format!("rooms/{room}/send/{kind}/{transaction}");
        let sent = self.request(Method::PUT, &path, Some(content)).await;
        sent["event_id"].as_str().unwrap().to_owned()
    }

    pub(crate) async fn say(&self, room: &str, body: &str) -> String {
        let content = json!({"msgtype": "m.text", "body": body});
        self.send(room, "m.room.message", &content).await
    }

    pub(crate) async fn reply(&self, room: &str, to: &str, body: &str) -> String {
        let content = json!({
            "msgtype": "m.text", "body": body, "m.mentions": {},
            "m.relates_to": {"m.in_reply_to": {"event_id": to}},
        });
        self.send(room, "m.room.message", &content).await
    }

    pub(crate) async fn react(&self, room: &str, to: &str, key: &str) -> String {
        let relation = json!({"rel_type": "m.annotation", "event_id": to, "key": key});
        let content = json!({"m.relates_to": relation});
        self.send(room, "m.reaction", &content).await
    }

    pub(crate) async fn event(&self, room: &str, event: &str) -> Value {
        self.get(&format!("rooms/{room}/event/{event}")).await
    }

    /// Returns a person's devices with keys.
    pub(crate) async fn devices(&self, person: &str) -> Vec<String> {
        let wanted = json!({"device_keys": {person: []}});
        let answer = self.post("keys/query", &wanted).await;
        let devices = answer["device_keys"][person].as_object();
        devices
            .into_iter()
            .flat_map(|devices| devices.keys().cloned())
            .collect()
    }

    /// Returns the events of a room, oldest first.
    pub(crate) async fn timeline(&self, room: &str) -> Vec<Value> {
        let mut events = Vec::new();
        let mut from = String::new();
        loop {
            let page = format!("rooms/{room}/messages?dir=f&limit=200{from}");
            let mut page = self.get(&page).await;
            let chunk = page["chunk"].as_array_mut().unwrap();
            let is_empty = chunk.is_empty();
            events.append(chunk);
            match page["end"].as_str().filter(|_| !is_empty) {
                Some(end) => from = format!("&from={end}"),
                None => return events,
            }
        }
    }

    /// Returns the plain texts of a room, oldest first.
    pub(crate) async fn texts(&self, room: &str) -> Vec<String> {
        let events = self.timeline(room).await;
        let bodies = events.iter().map(|event| event["content"]["body"].as_str());
        bodies.flatten().map(str::to_owned).collect()
    }
}
