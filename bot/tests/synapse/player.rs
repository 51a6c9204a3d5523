//! A person in a room in clear, who sees what Delos says there.

use std::collections::VecDeque;
use std::time::Duration;

use serde_json::{Map, Value, json};
use tokio::time::timeout;

use crate::common::owner::Owner;
use crate::delos::Delos;

/// So that a test which waits in vain ends.
const PATIENCE: Duration = Duration::from_secs(90);

/// What Delos said.
#[derive(Clone, Debug)]
pub(crate) struct Said {
    pub(crate) id: String,
    pub(crate) body: String,
    pub(crate) content: Value,
    /// The message of which this is a new form.
    pub(crate) replaces: Option<String>,
}

impl Said {
    fn read(event: &Value) -> Option<Self> {
        let mut content = &event["content"];
        let relation = &content["m.relates_to"];
        let replaces = (relation["rel_type"] == "m.replace")
            .then(|| relation["event_id"].as_str().map(str::to_owned))
            .flatten();
        if replaces.is_some() {
            content = &content["m.new_content"];
        }
        Some(Self {
            id: event["event_id"].as_str()?.to_owned(),
            body: content["body"].as_str()?.to_owned(),
            content: content.clone(),
            replaces,
        })
    }

    /// Whether this can be chosen beneath it.
    pub(crate) fn offers(&self, choice: &str) -> bool {
        let press = self.content["org.delos.press"].as_object();
        press.is_some_and(|press: &Map<String, Value>| press.contains_key(choice))
    }

    /// Whether it is the first form of a board.
    pub(crate) fn is_board(&self) -> bool {
        self.replaces.is_none() && self.content["msgtype"] == "m.image" && self.offers("move")
    }

    /// Whom it calls.
    pub(crate) fn calls(&self) -> Vec<&str> {
        let called = self.content["m.mentions"]["user_ids"].as_array();
        called
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect()
    }
}

/// A room, watched by the person who made it.
pub(crate) struct Room<'a> {
    pub(crate) id: String,
    watcher: &'a Owner,
    delos: String,
    since: String,
    waiting: VecDeque<Said>,
    /// Everything that Delos said, in order.
    pub(crate) all: Vec<Said>,
}

impl<'a> Room<'a> {
    /// Makes a room with Delos and others in it, and waits until Delos came and introduced itself.
    pub(crate) async fn new(owner: &'a Owner, delos: &Delos, others: &[Owner]) -> Self {
        let mut invited = vec![delos.id.as_str()];
        invited.extend(others.iter().map(|other| other.id.as_str()));
        let id = owner.room(&invited).await;
        for other in others {
            other.join(&id).await;
        }
        let mut room = Self {
            id,
            watcher: owner,
            delos: delos.id.clone(),
            since: String::new(),
            waiting: VecDeque::new(),
            all: Vec::new(),
        };
        room.until(|said| said.offers("challenge")).await;
        room
    }

    /// What Delos says next, new forms of messages included.
    pub(crate) async fn next(&mut self) -> Said {
        let next = timeout(PATIENCE, async {
            loop {
                if let Some(said) = self.waiting.pop_front() {
                    return said;
                }
                self.hear().await;
            }
        });
        match next.await {
            Ok(said) => said,
            Err(_) => panic!("Delos said nothing more after {:#?}", self.all.last()),
        }
    }

    /// The next thing that fits.
    pub(crate) async fn until(&mut self, fits: impl Fn(&Said) -> bool) -> Said {
        loop {
            let said = self.next().await;
            if fits(&said) {
                return said;
            }
        }
    }

    /// The first thing that fits and was not looked at; what was said before it stays for later.
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

    async fn hear(&mut self) {
        let filter = json!({"room": {"rooms": [self.id], "timeline": {"limit": 100}}});
        let mut path = format!("sync?timeout=20000&filter={}", encoded(&filter));
        if !self.since.is_empty() {
            path.push_str("&since=");
            path.push_str(&self.since);
        }
        let sync = self.watcher.get(&path).await;
        sync["next_batch"]
            .as_str()
            .unwrap()
            .clone_into(&mut self.since);
        let timeline = &sync["rooms"]["join"][&self.id]["timeline"];
        assert_ne!(timeline["limited"] == true && !self.all.is_empty(), true);
        for event in timeline["events"].as_array().into_iter().flatten() {
            if event["sender"] == self.delos.as_str()
                && event["type"] == "m.room.message"
                && let Some(said) = Said::read(event)
            {
                self.waiting.push_back(said.clone());
                self.all.push(said);
            }
        }
    }
}

fn encoded(filter: &Value) -> String {
    filter
        .to_string()
        .bytes()
        .map(|byte| format!("%{byte:02X}"))
        .collect()
}
