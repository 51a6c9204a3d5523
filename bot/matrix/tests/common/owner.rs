//! A person with a plain client, who makes rooms without encryption.

use std::sync::atomic::{AtomicU64, Ordering};

use reqwest::Method;
use serde_json::{Value, json};

use super::Server;

/// A person's account, by the homeserver's own interface.
#[derive(Debug)]
pub(crate) struct Owner {
    client: reqwest::Client,
    url: String,
    pub(crate) id: String,
    pub(crate) token: String,
    pub(crate) device: String,
    /// How much it has sent.
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

    pub(crate) async fn request(&self, method: Method, path: &str, body: Option<&Value>) -> Value {
        let mut request = self
            .client
            .request(method, format!("{}/_matrix/client/v3/{path}", self.url))
            .bearer_auth(&self.token);
        if let Some(body) = body {
            request = request.json(body);
        }
        let answer = request.send().await.unwrap();
        let status = answer.status();
        let answer: Value = answer.json().await.unwrap();
        assert!(status.is_success(), "{path}: {answer}");
        answer
    }

    pub(crate) async fn get(&self, path: &str) -> Value {
        self.request(Method::GET, path, None).await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Value {
        self.request(Method::POST, path, Some(body)).await
    }

    /// Makes a room and invites people, of whom the first has the owner's power.
    pub(crate) async fn room(&self, invited: &[&str]) -> String {
        let room = json!({
            "preset": "private_chat", "name": "Chess", "invite": invited,
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

    /// The devices of a person that can be encrypted to.
    pub(crate) async fn devices(&self, person: &str) -> Vec<String> {
        let wanted = json!({"device_keys": {person: []}});
        let answer = self.post("keys/query", &wanted).await;
        let devices = answer["device_keys"][person].as_object();
        devices
            .into_iter()
            .flat_map(|devices| devices.keys().cloned())
            .collect()
    }

    /// The plain texts in a room, oldest first.
    pub(crate) async fn texts(&self, room: &str) -> Vec<String> {
        let page = self
            .get(&format!("rooms/{room}/messages?dir=f&limit=200"))
            .await;
        page["chunk"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|event| event["content"]["body"].as_str().map(str::to_owned))
            .collect()
    }
}
