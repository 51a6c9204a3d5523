//! A person with an encrypted conversation.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use matrix::sdk::{Hears, Login, Settings, connect};
use matrix::{Content, Event, Homeserver, Message, Relation};
use serde_json::json;
use tempfile::TempDir;
use tokio::time::timeout;

use crate::common::Server;
use crate::common::owner::Owner;

/// So that a test which waits in vain ends.
const PATIENCE: Duration = Duration::from_secs(90);

/// A person whose client encrypts, and whose rooms are made by the homeserver's own interface.
pub(crate) struct Confidant {
    pub(crate) owner: Owner,
    home: Arc<dyn Homeserver>,
    /// What others said, which the test has not looked at.
    waiting: VecDeque<Said>,
    /// Rooms to which it is invited.
    invitations: VecDeque<String>,
    sent: u64,
    _place: TempDir,
}

/// Someone else's message.
#[derive(Clone, Debug)]
pub(crate) struct Said {
    pub(crate) id: String,
    room: String,
    pub(crate) sender: String,
    pub(crate) message: Message,
}

impl Said {
    pub(crate) fn body(&self) -> &str {
        &self.message.body
    }

    pub(crate) fn calls(&self, person: &str) -> bool {
        let called = self.message.mentions.iter().flatten();
        called.into_iter().any(|one| one == person)
    }
}

impl Confidant {
    pub(crate) async fn new(server: &Server, name: &str) -> Self {
        let owner = Owner::new(server, name).await;
        let place = tempfile::tempdir().unwrap();
        let settings = Settings {
            homeserver: server.url.clone(),
            user: owner.id.clone(),
            login: Login::Token {
                token: owner.token.clone(),
                device: owner.device.clone(),
            },
            recovery_key: None,
            folder: place.path().to_owned(),
            allow_servers: Vec::new(),
            hears: Hears::Everything,
        };
        let mut confidant = Self {
            home: connect(settings).await.unwrap(),
            owner,
            waiting: VecDeque::new(),
            invitations: VecDeque::new(),
            sent: 0,
            _place: place,
        };
        // A first sync tells nothing of what was said before it.
        confidant.hear().await;
        confidant
    }

    /// Makes an encrypted room, and waits until everyone is there.
    pub(crate) async fn room(&mut self, invited: &[&str]) -> String {
        let encryption = json!({
            "type": "m.room.encryption", "state_key": "",
            "content": {"algorithm": "m.megolm.v1.aes-sha2"},
        });
        let room = json!({
            "preset": "private_chat", "name": "Secret", "invite": invited,
            "initial_state": [encryption],
        });
        let room = self.owner.post("createRoom", &room).await;
        room["room_id"].as_str().unwrap().to_owned()
    }

    pub(crate) async fn direct_room(&self, person: &str) -> String {
        self.home.direct_room(person, true).await.unwrap()
    }

    pub(crate) async fn join(&mut self, room: &str) {
        self.hear().await;
        self.home.join(room).await.unwrap();
    }

    /// Joins the next room to which it is invited.
    pub(crate) async fn accept_invitation(&mut self) -> String {
        let invited = timeout(PATIENCE, async {
            loop {
                if let Some(room) = self.invitations.pop_front() {
                    return room;
                }
                self.hear().await;
            }
        });
        let room = invited.await.expect("an invitation");
        self.home.join(&room).await.unwrap();
        room
    }

    pub(crate) async fn say(&mut self, room: &str, body: &str) {
        self.send(room, body, None).await;
    }

    pub(crate) async fn reply(&mut self, to: &Said, body: &str) {
        let relation = Relation::Reply(to.id.clone());
        self.send(&to.room, body, Some(relation)).await;
    }

    pub(crate) async fn react(&mut self, to: &Said, key: &str) {
        self.sent += 1;
        let transaction = format!("p:{}", self.sent);
        let reacted = self.home.react(&to.room, &transaction, &to.id, key);
        reacted.await.unwrap();
    }

    async fn send(&mut self, room: &str, body: &str, relation: Option<Relation>) {
        self.sent += 1;
        let transaction = format!("p:{}", self.sent);
        let content = Content {
            body: body.to_owned(),
            relation,
            ..Content::default()
        };
        self.home.send(room, &transaction, content).await.unwrap();
    }

    /// A person's next message in a room that fits; what others said before it is passed over.
    pub(crate) async fn until(
        &mut self,
        sender: &str,
        room: &str,
        fits: impl Fn(&Said) -> bool,
    ) -> Said {
        let found = timeout(PATIENCE, async {
            loop {
                while let Some(said) = self.waiting.pop_front() {
                    if said.sender == sender && said.room == room && fits(&said) {
                        return said;
                    }
                }
                self.hear().await;
            }
        });
        found.await.expect("nothing of the kind was said")
    }

    /// Waits until a person has a device that is not one of the old ones, and this one's client knows it.
    pub(crate) async fn meet_another_device(&mut self, person: &str, old: &[String]) {
        let met = timeout(PATIENCE, async {
            loop {
                let devices = self.owner.devices(person).await;
                if devices.iter().any(|device| !old.contains(device)) {
                    return;
                }
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        });
        met.await.expect("another device");
        self.hear().await;
    }

    async fn hear(&mut self) {
        let sync = self.home.sync().await.unwrap();
        self.home.acknowledge(&sync.token).await.unwrap();
        for heard in sync.heard {
            assert_ne!(heard.event, Event::Unreadable, "{heard:?}");
            match heard.event {
                Event::Invited { .. } => self.invitations.push_back(heard.room),
                Event::Message(message) => self.waiting.push_back(Said {
                    id: heard.id,
                    room: heard.room,
                    sender: heard.sender,
                    message,
                }),
                _ => {}
            }
        }
    }
}
