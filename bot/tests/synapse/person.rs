//! A person with a client, with or without encryption.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use matrix::account::sdk::{Receives, connect};
use matrix::{Content, Error, EventKind, Homeserver, Relation};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::time::{sleep, timeout};

use crate::common::Server;
use crate::common::owner::Owner;
use crate::room::Said;

/// Time limit of each wait, on a busy machine.
pub(crate) const WAIT_LIMIT: Duration = Duration::from_mins(4);

/// Encryption of a room.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Privacy {
    Clear,
    Encrypted,
}

pub(crate) struct Person {
    pub(crate) account: Owner,
    /// The encrypting client; otherwise messages use the plain API.
    client: Option<Client>,
}

struct Client {
    home: Arc<dyn Homeserver>,
    sent: AtomicU64,
    /// Unread messages, by room.
    heard: Mutex<HashMap<String, Vec<Said>>>,
    /// Rooms with an open invitation.
    invitations: Mutex<VecDeque<String>>,
    _place: TempDir,
}

impl Person {
    pub(crate) async fn new(server: &Server, name: &str, privacy: Privacy) -> Self {
        let account = Owner::new(server, name).await;
        let client = match privacy {
            Privacy::Clear => None,
            Privacy::Encrypted => Some(Client::new(&account).await),
        };
        Self { account, client }
    }

    /// Registers ann and bob, whose accounts begin with this name.
    pub(crate) async fn pair(server: &Server, name: &str, privacy: Privacy) -> [Self; 2] {
        let ann = Self::new(server, &format!("{name}-ann"), privacy).await;
        let bob = Self::new(server, &format!("{name}-bob"), privacy).await;
        [ann, bob]
    }

    pub(crate) fn id(&self) -> &str {
        &self.account.id
    }

    /// Creates a room and invites people, the first with this person's power level.
    pub(crate) async fn room(&self, invited: &[&str]) -> String {
        let encryption = json!({
            "type": "m.room.encryption", "state_key": "",
            "content": {"algorithm": "m.megolm.v1.aes-sha2"},
        });
        let state: &[Value] = match self.client {
            None => &[],
            Some(_) => &[encryption],
        };
        self.account.room_of(invited, state).await
    }

    pub(crate) async fn direct_room(&self, person: &str) -> String {
        self.client().home.direct_room(person, true).await.unwrap()
    }

    pub(crate) async fn join(&self, room: &str) {
        let Some(client) = &self.client else {
            return self.account.join(room).await;
        };
        client.invited(|invited| invited == room).await;
        client.home.join(room).await.unwrap();
    }

    pub(crate) async fn accept_invitation(&self) -> String {
        let room = self.client().invited(|_| true).await;
        self.client().home.join(&room).await.unwrap();
        room
    }

    pub(crate) async fn catch_up(&self) {
        if let Some(client) = &self.client {
            client.sync().await;
        }
    }

    pub(crate) async fn say(&self, room: &str, body: &str) -> String {
        self.say_to(room, body, &[]).await
    }

    /// Sends a text with mentions as clients do: names in the text, ids in the field.
    pub(crate) async fn say_to(&self, room: &str, body: &str, mentioned: &[&str]) -> String {
        let Some(client) = &self.client else {
            let message = json!({
                "msgtype": "m.text", "body": body, "m.mentions": {"user_ids": mentioned},
            });
            return self.account.send(room, "m.room.message", &message).await;
        };
        let mentions = mentioned.iter().copied().map(str::to_owned).collect();
        let content = Content {
            body: body.to_owned(),
            mentions,
            ..Content::default()
        };
        client.send(room, content).await
    }

    pub(crate) async fn reply(&self, room: &str, to: &str, body: &str) -> String {
        let Some(client) = &self.client else {
            return self.account.reply(room, to, body).await;
        };
        let content = Content {
            body: body.to_owned(),
            relation: Some(Relation::Reply(to.to_owned())),
            ..Content::default()
        };
        client.send(room, content).await
    }

    pub(crate) async fn react(&self, room: &str, to: &str, key: &str) {
        let Some(client) = &self.client else {
            self.account.react(room, to, key).await;
            return;
        };
        let transaction = client.transaction();
        again(|| client.home.react(room, &transaction, to, key)).await;
    }

    /// Waits for messages in a room since `since`.
    pub(crate) async fn hear(&self, room: &str, since: &mut String) -> Vec<Said> {
        let Some(client) = &self.client else {
            return self.hear_in_clear(room, since).await;
        };
        if let Some(said) = client.take(room) {
            return said;
        }
        client.sync().await;
        client.take(room).unwrap_or_default()
    }

    async fn hear_in_clear(&self, room: &str, since: &mut String) -> Vec<Said> {
        let filter = json!({"room": {"rooms": [room], "timeline": {"limit": 100}}});
        let mut path = format!("sync?timeout=20000&filter={filter}");
        if !since.is_empty() {
            path.push_str("&since=");
            path.push_str(since);
        }
        let is_first = since.is_empty();
        let sync = self.account.get(&path).await;
        sync["next_batch"].as_str().unwrap().clone_into(since);
        let timeline = &sync["rooms"]["join"][room]["timeline"];
        assert!(is_first || timeline["limited"] != true, "too much was said");
        let events = timeline["events"].as_array();
        events
            .into_iter()
            .flatten()
            .filter_map(Said::read)
            .collect()
    }

    /// Waits until the client knows a new device of another person.
    pub(crate) async fn meet_another_device(&self, person: &str, old: &[String]) {
        let met = timeout(WAIT_LIMIT, async {
            loop {
                let devices = self.account.devices(person).await;
                if devices.iter().any(|device| !old.contains(device)) {
                    return;
                }
                sleep(Duration::from_millis(100)).await;
            }
        });
        met.await.expect("another device");
        self.client().sync().await;
    }

    fn client(&self) -> &Client {
        self.client.as_ref().expect("a client that encrypts")
    }
}

impl Client {
    async fn new(account: &Owner) -> Self {
        let place = tempfile::tempdir().unwrap();
        let settings = account.settings(place.path(), Receives::Everything);
        let client = Self {
            home: connect(settings).await.unwrap(),
            sent: AtomicU64::new(0),
            heard: Mutex::default(),
            invitations: Mutex::default(),
            _place: place,
        };
        // The first sync skips earlier messages.
        client.sync().await;
        client
    }

    fn transaction(&self) -> String {
        format!("p:{}", self.sent.fetch_add(1, Ordering::Relaxed))
    }

    async fn send(&self, room: &str, content: Content) -> String {
        let transaction = self.transaction();
        again(|| self.home.send(room, &transaction, content.clone())).await
    }

    async fn invited(&self, fits: impl Fn(&str) -> bool) -> String {
        let invited = timeout(WAIT_LIMIT, async {
            loop {
                {
                    let mut invitations = self.invitations.lock().unwrap();
                    if let Some(at) = invitations.iter().position(|room| fits(room)) {
                        return invitations.remove(at).unwrap();
                    }
                }
                self.sync().await;
            }
        });
        invited.await.expect("an invitation")
    }

    fn take(&self, room: &str) -> Option<Vec<Said>> {
        self.heard.lock().unwrap().remove(room)
    }

    async fn sync(&self) {
        let sync = again(|| self.home.sync()).await;
        self.home.acknowledge(&sync.token).await.unwrap();
        for heard in sync.events {
            assert_ne!(heard.kind, EventKind::Unreadable, "{heard:?}");
            match heard.kind {
                EventKind::Invited { .. } => self.invitations.lock().unwrap().push_back(heard.room),
                EventKind::Message(message) => {
                    let said = Said::of(heard.id, heard.sender, message);
                    let mut all = self.heard.lock().unwrap();
                    all.entry(heard.room).or_default().push(said);
                }
                _ => {}
            }
        }
    }
}

/// Retries while the homeserver is down or limits the rate.
async fn again<T, F>(request: impl Fn() -> F) -> T
where
    F: Future<Output = Result<T, Error>>,
{
    let begun = Instant::now();
    loop {
        match request().await {
            Ok(done) => return done,
            Err(error) if error.is_transient() && begun.elapsed() < WAIT_LIMIT => {
                let wait = match error {
                    Error::TooMany(wait) => wait,
                    _ => Duration::from_millis(500),
                };
                sleep(wait).await;
            }
            Err(error) => panic!("{error}"),
        }
    }
}
