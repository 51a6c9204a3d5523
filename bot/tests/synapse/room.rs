//! A room with Delos' messages.

use std::collections::VecDeque;

use futures_util::future::join_all;
use matrix::Message;
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::delos::Delos;
use crate::person::{Person, WAIT_LIMIT};

/// Beginnings of the line with a message's choices.
const CHOICES: [&str; 2] = ["Reply with: ", "Reply or react: "];

/// A message as members of the room read it.
#[derive(Clone, Debug)]
pub(crate) struct Said {
    pub(crate) id: String,
    sender: String,
    pub(crate) body: String,
    pub(crate) calls: Vec<String>,
    pub(crate) is_edit: bool,
    /// The thread's first message.
    pub(crate) thread: Option<String>,
    /// The `msgtype`, unless it is encrypted.
    kind: Option<String>,
}

impl Said {
    /// Reads an unencrypted message.
    pub(crate) fn read(event: &Value) -> Option<Self> {
        if event["type"] != "m.room.message" {
            return None;
        }
        let mut content = &event["content"];
        let relation = &content["m.relates_to"];
        let is_edit = relation["rel_type"] == "m.replace";
        if is_edit {
            content = &content["m.new_content"];
        }
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let called = content["m.mentions"]["user_ids"].as_array();
        Some(Self {
            id: text(&event["event_id"])?,
            sender: text(&event["sender"])?,
            body: text(&content["body"])?,
            calls: called.into_iter().flatten().filter_map(text).collect(),
            is_edit,
            thread: text(&relation["event_id"]).filter(|_| relation["rel_type"] == "m.thread"),
            kind: text(&content["msgtype"]),
        })
    }

    /// Reads an encrypted message. Without edits, clients show them with a star.
    pub(crate) fn of(id: String, sender: String, message: Message) -> Self {
        let edit = message.body.strip_prefix("* ").map(str::to_owned);
        Self {
            id,
            sender,
            is_edit: edit.is_some(),
            body: edit.unwrap_or(message.body),
            calls: message.mentions.unwrap_or_default(),
            thread: message.thread,
            kind: None,
        }
    }

    pub(crate) fn offers(&self, choice: &str) -> bool {
        let lines = self.body.lines();
        let shown = lines.filter_map(|line| CHOICES.iter().find_map(|is| line.strip_prefix(is)));
        shown.flat_map(|shown| shown.split(" · ")).any(|shown| {
            let word = shown.trim_matches(|c: char| !c.is_alphanumeric());
            word.eq_ignore_ascii_case(choice)
        })
    }

    /// Whether this is an illustration, such as a challenge's, which comes last under rate limits.
    pub(crate) fn is_illustration(&self) -> bool {
        !self.body.contains('\n') && self.body.contains(" to move. White: ")
    }

    /// Whether this is a board, not an edit.
    pub(crate) fn is_board(&self) -> bool {
        let is_picture = self.kind.as_deref().is_none_or(|kind| kind == "m.image");
        !self.is_edit && is_picture && self.offers("move")
    }
}

/// A room, as one of its members sees it.
pub(crate) struct Room<'a> {
    pub(crate) id: String,
    watcher: &'a Person,
    delos: String,
    since: String,
    waiting: VecDeque<Said>,
    /// Delos' messages, in order.
    pub(crate) all: Vec<Said>,
    /// Number of messages that Delos redacted.
    pub(crate) removed: usize,
}

impl<'a> Room<'a> {
    /// Creates a room, and waits until all joined and Delos introduced itself.
    pub(crate) async fn new(owner: &'a Person, delos: &Delos, others: &[&Person]) -> Self {
        let mut invited = vec![delos.id.as_str()];
        invited.extend(others.iter().map(|other| other.id()));
        let id = owner.room(&invited).await;
        join_all(others.iter().map(|other| other.join(&id))).await;
        let mut room = Self::watched(owner, delos, id);
        room.until(|said| said.offers("challenge")).await;
        join_all(others.iter().map(|other| other.catch_up())).await;
        room
    }

    /// Creates a direct room of a person, who invites Delos.
    pub(crate) async fn direct(owner: &'a Person, delos: &Delos) -> Self {
        let id = owner.direct_room(&delos.id).await;
        let mut room = Self::watched(owner, delos, id);
        room.next().await;
        room
    }

    pub(crate) fn watched(watcher: &'a Person, delos: &Delos, id: String) -> Self {
        Self {
            id,
            watcher,
            delos: delos.id.clone(),
            since: String::new(),
            waiting: VecDeque::new(),
            all: Vec::new(),
            removed: 0,
        }
    }

    /// Returns Delos' next message or edit.
    pub(crate) async fn next(&mut self) -> Said {
        let next = timeout(WAIT_LIMIT, async {
            loop {
                if let Some(said) = self.waiting.pop_front() {
                    return said;
                }
                self.hear().await;
            }
        });
        let said = next.await.ok();
        said.unwrap_or_else(|| panic!("Delos said nothing more after {:#?}", self.all.last()))
    }

    /// Returns the next message that matches, skipping others.
    pub(crate) async fn until(&mut self, fits: impl Fn(&Said) -> bool) -> Said {
        loop {
            let said = self.next().await;
            if fits(&said) {
                return said;
            }
        }
    }

    /// Returns the first unread message that matches; others stay unread.
    pub(crate) async fn find(&mut self, fits: impl Fn(&Said) -> bool) -> Said {
        let mut passed = VecDeque::new();
        let found = loop {
            let said = self.next().await;
            if fits(&said) {
                break said;
            }
            passed.push_back(said);
        };
        passed.append(&mut self.waiting);
        self.waiting = passed;
        found
    }

    pub(crate) async fn board(&mut self) -> Said {
        self.until(Said::is_board).await
    }

    pub(crate) async fn until_says(&mut self, words: &str) -> Said {
        self.until(|said| said.body.contains(words)).await
    }

    /// Sends a text, and waits for the answer.
    pub(crate) async fn ask(&mut self, person: &Person, body: &str) -> Said {
        let asked = person.say(&self.id, body).await;
        self.until(|said| said.thread.as_ref() == Some(&asked))
            .await
    }

    /// Reads all of Delos' messages, and panics unless each was received once, in order. Returns them without edits. Redacted ones
    /// count in `removed` only.
    pub(crate) async fn messages(&mut self) -> Vec<&Said> {
        let (sent, removed) = self.sent().await;
        self.removed += removed.len();
        self.all.retain(|said| !removed.contains(&said.id));
        let read = timeout(WAIT_LIMIT, async {
            while self.all.len() < sent.len() {
                self.hear().await;
            }
        });
        read.await.expect("everything is read");
        let read = self.all.iter().map(|said| said.id.clone());
        assert_eq!(read.take(sent.len()).collect::<Vec<_>>(), sent);
        self.all.iter().filter(|said| !said.is_edit).collect()
    }

    /// Returns Delos' messages and edits on the homeserver, and the redacted ones.
    async fn sent(&self) -> (Vec<String>, Vec<String>) {
        let events = self.watcher.account.timeline(&self.id).await;
        let own = events.iter().filter(|event| {
            let kind = event["type"].as_str().unwrap();
            event["sender"] == self.delos.as_str()
                && matches!(kind, "m.room.message" | "m.room.encrypted")
        });
        let (sent, removed): (Vec<_>, Vec<_>) =
            own.partition(|event| event["content"] != json!({}));
        let id = |event: &Value| event["event_id"].as_str().unwrap().to_owned();
        let ids = |events: Vec<&Value>| events.into_iter().map(id).collect();
        (ids(sent), ids(removed))
    }

    async fn hear(&mut self) {
        let heard = self.watcher.hear(&self.id, &mut self.since).await;
        for said in heard.into_iter().filter(|said| said.sender == self.delos) {
            self.waiting.push_back(said.clone());
            self.all.push(said);
        }
    }
}
