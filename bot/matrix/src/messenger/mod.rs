//! Sends messages: rendering, pacing, deduplication.

mod send_once;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use app::card::Card;
use app::{Home, Part, Timestamp};
use futures_util::{StreamExt as _, stream};
use runtime::drawing::Artist;
use runtime::recent::Recent;
use runtime::service::Ownership;
use serde_json::{Map, Value};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use crate::account::{Content, Error, Homeserver, Member, Relation, Result};
use crate::choices::PRESS;
use crate::ids;
use crate::rate_limits::{Pacer, Priority};
use crate::render::format::{Names, lang};
use crate::render::{self, RenderedCard};

pub(crate) use send_once::Echoes;

/// Rooms whose latest choices are kept.
const ROOMS: usize = 1_000;
/// Members whose names are cached, over all rooms.
const MEMBERS: usize = 20_000;
const CONCURRENT_MEMBERS: usize = 8;
/// How long a member's name is cached.
const MEMBER_TTL: Duration = Duration::from_mins(10);
/// Attempts at a message that a proxy refuses while the homeserver works: a firewall may object to its content.
const PROXY_ATTEMPTS: u32 = 7;
/// Capacity of [`Messenger::refused`].
const REFUSED: usize = 1_000;
/// Interval between checks of whether this process serves Matrix.
const OWNER_INTERVAL: Duration = Duration::from_millis(100);

/// Members by room and user id, with the time of the fetch; `None` for a person who is not in the room.
type Members = Recent<(String, String), (Instant, Option<Member>)>;

#[derive(Debug)]
pub(crate) struct Messenger {
    pub(crate) homeserver: Arc<dyn Homeserver>,
    pub(crate) artist: Artist,
    pacer: Pacer,
    pub(crate) echoes: Arc<Echoes>,
    /// Whether this process may send, where several share the account. Its messages then name their transaction ids for the
    /// other devices.
    owner: Option<Arc<Ownership>>,
    members: Members,
    /// The latest message in each room and its fields, if it offers choices.
    latest: Recent<String, (String, Map<String, Value>)>,
    /// Attempts at messages that a proxy refused, by room and transaction id.
    refused: Recent<(String, String), u32>,
    /// Cancelled once everything from before this run was received.
    pub(crate) caught_up: CancellationToken,
    pub(crate) stop: CancellationToken,
}

impl Messenger {
    pub(crate) fn new(
        homeserver: Arc<dyn Homeserver>,
        echoes: Arc<Echoes>,
        owner: Option<Arc<Ownership>>,
        stop: CancellationToken,
    ) -> Self {
        Self {
            homeserver,
            artist: Artist::default(),
            pacer: Pacer::default(),
            echoes,
            owner,
            members: Recent::new(MEMBERS),
            latest: Recent::new(ROOMS),
            refused: Recent::new(REFUSED),
            caught_up: CancellationToken::new(),
            stop,
        }
    }

    /// Returns the fields of the latest message in a room, if this run sent it and it offers choices.
    pub(crate) fn latest_choices(&self, room: &str) -> Option<Map<String, Value>> {
        self.latest.get(room).map(|(_, fields)| fields)
    }

    pub(crate) async fn render(&self, card: Card, room: &str, now: Timestamp) -> RenderedCard {
        let names = self.names(&card, room).await;
        render::render(&self.artist, card, lang(), now, &names).await
    }

    /// Returns the names of the people and rooms that a card mentions, if the homeserver answers.
    async fn names(&self, card: &Card, room: &str) -> Names {
        let parts = lang().resolve(&card.text);
        let people: BTreeSet<String> = parts
            .iter()
            .filter_map(|part| match part {
                Part::Person(id) | Part::Named { id, .. } => ids::user(id).map(str::to_owned),
                _ => None,
            })
            .collect();
        let members: Vec<Option<Member>> = stream::iter(people)
            .map(|person| async move { self.member(room, &person).await })
            .buffered(CONCURRENT_MEMBERS)
            .collect()
            .await;
        let members: Vec<_> = members.into_iter().flatten().collect();
        let mut names = Names::of(&members);
        for part in &parts {
            if let Part::Room(id) = part
                && let Some((mentioned, _)) = ids::room(id)
                && let Ok(Some(found)) = self.homeserver.room(mentioned).await
            {
                names.add_room(mentioned, &found.name);
            }
        }
        names
    }

    /// Returns a member of a room, cached for [`MEMBER_TTL`].
    async fn member(&self, room: &str, person: &str) -> Option<Member> {
        let key = (room.to_owned(), person.to_owned());
        if let Some((since, member)) = self.members.get(&key)
            && since.elapsed() < MEMBER_TTL
        {
            return member;
        }
        let member = self.homeserver.member(room, person).await.ok()?;
        self.members.insert(key, (Instant::now(), member.clone()));
        member
    }

    /// Uploads a message's file without a place in the queue: it may take half a minute, in which other messages are sent.
    async fn upload(&self, room: &str, transaction: &str, content: &Content) -> Result<()> {
        let uploaded = async {
            loop {
                self.served().await;
                match self.homeserver.prepare(room, transaction, content).await {
                    Err(Error::TooMany(wait)) => sleep(wait).await,
                    outcome => return outcome,
                }
            }
        };
        self.unless_stopped(uploaded).await
    }

    /// Counts an attempt at a message that a proxy refused. Returns whether to give it up.
    async fn is_refused(&self, room: &str, transaction: &str) -> bool {
        let key = (room.to_owned(), transaction.to_owned());
        let attempts = self.refused.get(&key).unwrap_or(0) + 1;
        self.refused.insert(key, attempts);
        attempts >= PROXY_ATTEMPTS && self.homeserver.ping().await.is_ok()
    }

    /// Sends messages that belong together, and returns the event id of the first. `further` returns the transaction ids of the
    /// others, given their index.
    pub(crate) async fn send_all(
        &self,
        priority: Priority,
        room: &str,
        transaction: &str,
        contents: Vec<Content>,
        further: impl Fn(usize, &Content) -> String,
    ) -> Result<Option<String>> {
        let mut first = None;
        for (n, content) in contents.into_iter().enumerate() {
            if n == 0 {
                first = Some(self.send(priority, room, transaction, content).await?);
            } else {
                let transaction = further(n, &content);
                self.send(Priority::Notice, room, &transaction, content)
                    .await?;
            }
        }
        Ok(first)
    }

    /// Remembers the choices of a message that people see now. One without any ends the former ones, unless it's only a file; an edit
    /// changes only those of its own message.
    fn note_choices(&self, room: &str, event: &str, content: &Content) {
        let message = match &content.relation {
            Some(Relation::Replacement(edited)) => {
                let latest = self.latest.get(room);
                if latest.is_none_or(|(message, _)| message != *edited) {
                    return;
                }
                edited
            }
            _ => event,
        };
        if content.fields.contains_key(PRESS) {
            let offered = (message.to_owned(), content.fields.clone());
            self.latest.insert(room.to_owned(), offered);
        } else if content.file.is_none() {
            self.latest.remove(room);
        }
    }

    /// Waits until this process serves Matrix: a frozen one may have lost its lease.
    async fn served(&self) {
        if let Some(served) = &self.owner {
            while !served.performs(Home::MATRIX) {
                sleep(OWNER_INTERVAL).await;
            }
        }
    }

    /// Returns the direct room with a person. Homeservers rate-limit invitations separately, for minutes, so messages don't wait
    /// for them.
    pub(crate) async fn direct_room(&self, user: &str, is_asked: bool) -> Result<String> {
        let opened = async {
            self.served().await;
            self.homeserver.direct_room(user, is_asked).await
        };
        self.unless_stopped(opened).await
    }

    /// Does the work, unless the program stops first.
    async fn unless_stopped<T>(&self, work: impl Future<Output = Result<T>>) -> Result<T> {
        let done = self.stop.run_until_cancelled(work).await;
        done.unwrap_or_else(|| Err(Error::Unreachable("the program stops".to_owned())))
    }

    /// Makes a request when the pacer permits, and repeats it while the homeserver limits the rate.
    pub(crate) async fn paced<T, F>(&self, priority: Priority, request: impl Fn() -> F) -> Result<T>
    where
        F: Future<Output = Result<T>>,
    {
        let place = self.pacer.place(priority);
        loop {
            let permit = async {
                let permit = self.pacer.acquire(place).await;
                self.served().await;
                Ok(permit)
            };
            let permit = self.unless_stopped(permit).await?;
            match request().await {
                Err(Error::TooMany(wait)) => {
                    tracing::info!(?wait, ?priority, "rate limited by the homeserver");
                    self.pacer.pause(wait);
                }
                outcome => return outcome,
            }
            drop(permit);
        }
    }
}
