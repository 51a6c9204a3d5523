//! A person with a client, which encrypts or cannot.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use matrix::account::sdk::{Hears, connect};
use matrix::{Content, Error, Event, Homeserver, Relation};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::time::{sleep, timeout};

use crate::common::Server;
use crate::common::owner::Owner;
use crate::room::Said;

/// Time limit of each wait; tests share the machine with other work.
pub(crate) const PATIENCE: Duration = Duration::from_mins(4);

/// How what is said in a room is sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Privacy {
    Clear,
    Encrypted,
}

/// A person who talks in rooms of one kind.
pub(crate) struct Person {
    pub(crate) account: Owner,
    /// What encrypts; in clear there is only the homeserver's own interface.
    client: Option<Client>,
}

/// A client that encrypts.
struct Client {
    home: Arc<dyn Homeserver>,
    sent: AtomicU64,
    /// What others said that no test has looked at, by room.
    heard: Mutex<HashMap<String, Vec<Said>>>,
    /// Rooms to which it is invited.
    invitations: Mutex<VecDeque<String>>,
    _place: TempDir,
}

impl Person {
    /// Registers and logs in.
    pub(crate) async fn new(server: &Server, name: &str, privacy: Privacy) -> Self {
        let account = Owner::new(server, name).await;
        let client = match privacy {
            Privacy::Clear => None,
            Privacy::Encrypted => Some(Client::new(&account).await),
        };
        Self { account, client }
    }

    pub(crate) fn id(&self) -> &str {
        &self.account.id
    }

    /// Makes a room and invites people, of whom the first has this person's power.
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

    /// Joins a room to which this person is invited.
    pub(crate) async fn join(&self, room: &str) {
        let Some(client) = &self.client else {
            return self.account.join(room).await;
        };
        client.invited(|invited| invited == room).await;
        client.home.join(room).await.unwrap();
    }

    /// Joins the next room to which this person is invited.
    pub(crate) async fn accept_invitation(&self) -> String {
        let room = self.client().invited(|_| true).await;
        self.client().home.join(&room).await.unwrap();
        room
    }

    /// Learns what has happened, where something has.
    pub(crate) async fn catch_up(&self) {
        if let Some(client) = &self.client {
            client.sync().await;
        }
    }

    pub(crate) async fn say(&self, room: &str, body: &str) -> String {
        self.say_to(room, body, &[]).await
    }

    /// Says something that mentions people, as a client writes it: the name in the text, the id beside it.
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

    /// What was said in a room since `since`; waits for it, within a limit.
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

    /// Waits until another person has a device that is not one of the old ones, and this one's client knows it.
    pub(crate) async fn meet_another_device(&self, person: &str, old: &[String]) {
        let met = timeout(PATIENCE, async {
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
        let settings = account.settings(place.path(), Hears::Everything);
        let client = Self {
            home: connect(settings).await.unwrap(),
            sent: AtomicU64::new(0),
            heard: Mutex::default(),
            invitations: Mutex::default(),
            _place: place,
        };
        // A first sync tells nothing of what was said before it.
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

    /// Waits for an invitation that fits.
    async fn invited(&self, fits: impl Fn(&str) -> bool) -> String {
        let invited = timeout(PATIENCE, async {
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
        for heard in sync.heard {
            assert_ne!(heard.event, Event::Unreadable, "{heard:?}");
            match heard.event {
                Event::Invited { .. } => self.invitations.lock().unwrap().push_back(heard.room),
                Event::Message(message) => {
                    let said = Said::of(heard.id, heard.sender, message);
                    let mut all = self.heard.lock().unwrap();
                    all.entry(heard.room).or_default().push(said);
                }
                _ => {}
            }
        }
    }
}

/// Makes a request again while the homeserver is away or asks to wait.
async fn again<T, F>(request: impl Fn() -> F) -> T
where
    F: Future<Output = Result<T, Error>>,
{
    let begun = Instant::now();
    loop {
        match request().await {
            Ok(done) => return done,
            Err(error) if error.is_transient() && begun.elapsed() < PATIENCE => {
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
