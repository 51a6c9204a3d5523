//! Says things on Matrix: cards become messages, which are sent in their turn and once.
//!
//! A homeserver knows a transaction id for about a day. Who was away for longer first catches up, and learns from the echoes of
//! their own messages what was posted.

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::account::{Content, Error, Homeserver, Member, TRANSACTION};
use app::card::Card;
use app::{Home, Part, Timestamp};
use futures_util::{StreamExt as _, stream};
use serde_json::{Map, Value};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use super::choices::PRESS;
use super::governor::{Governor, Urgency};
use super::ids;
use super::messages::{self, RenderedCard};
use super::words::{Names, lang};
use runtime::drawing::Artist;
use runtime::outbox::pauses::insert;
use runtime::service::Ownership;

/// The most rooms whose choices are remembered.
const MOST_ROOMS: usize = 1_000;
/// The most members who are remembered, over all rooms.
const MOST_MEMBERS: usize = 20_000;
/// The members that are asked for at once.
const MEMBERS_AT_ONCE: usize = 8;
/// How long names are remembered.
const NAMES_LIFE: Duration = Duration::from_mins(10);
/// The most messages of this account that are remembered by their transaction ids.
const MOST_ECHOES: usize = 10_000;
/// Between two looks at whether this process serves Matrix again.
const OWNER_INTERVAL: Duration = Duration::from_millis(100);

/// Members by room and user id, with the time at which they were asked for; none of who is not in the room.
type Members = HashMap<(String, String), (Instant, Option<Member>)>;

/// What it takes to say something.
#[derive(Debug)]
pub(crate) struct Speaker {
    pub(crate) homeserver: Arc<dyn Homeserver>,
    pub(crate) artist: Artist,
    governor: Governor,
    echoes: Arc<Echoes>,
    /// Of several processes, the one that may speak while it serves Matrix; then other devices of the account must be able to tell
    /// what this one has sent.
    owner: Option<Arc<Ownership>>,
    members: Mutex<Members>,
    latest: Latest,
    caught_up: CancellationToken,
    stop: CancellationToken,
}

impl Speaker {
    /// Speaks until `stop`.
    pub(crate) fn new(
        homeserver: Arc<dyn Homeserver>,
        artist: Artist,
        stop: CancellationToken,
    ) -> Self {
        Self {
            homeserver,
            artist,
            governor: Governor::default(),
            echoes: Arc::default(),
            owner: None,
            members: Mutex::default(),
            latest: Latest::default(),
            caught_up: CancellationToken::new(),
            stop,
        }
    }

    /// For one of several devices of the account, which has heard these echoes, and speaks only while its process serves Matrix.
    pub(super) fn among_others(self, echoes: Arc<Echoes>, owner: Arc<Ownership>) -> Self {
        Self {
            echoes,
            owner: Some(owner),
            ..self
        }
    }

    /// Notes an own message that was heard, and removes it if it repeats one that this run has sent: a process that was frozen
    /// while it sent a message finishes that when it wakes up.
    pub(crate) async fn echoed(&self, room: &str, transaction: &str, event: &str) {
        if let Some(repeated) = self.echoes.note(room, transaction, event) {
            self.remove(room, &repeated).await;
        }
    }

    async fn remove(&self, room: &str, event: &str) {
        let transaction = format!("d:{event}");
        let redact = || self.homeserver.redact(room, &transaction, event);
        match self.in_turn(Urgency::Notice, redact).await {
            Ok(()) => tracing::info!(event, "repeated message removed"),
            Err(error) => tracing::warn!(event, %error, "repeated message not removed"),
        }
    }

    /// Notes that everything is heard that happened before this run.
    pub(crate) fn note_caught_up(&self) {
        self.caught_up.cancel();
    }

    /// Waits for [`Self::note_caught_up`].
    pub(crate) async fn caught_up(&self) {
        self.caught_up.cancelled().await;
    }

    /// The fields of the latest message in a room, if something can be chosen beneath it and this run sent it.
    pub(crate) fn latest_choices(&self, room: &str) -> Option<Map<String, Value>> {
        self.latest.find(room)
    }

    /// Puts a card into the words of a room.
    pub(crate) async fn render(&self, card: Card, room: &str, now: Timestamp) -> RenderedCard {
        let names = self.names(&card, room).await;
        messages::render(&self.artist, card, lang(), now, &names).await
    }

    /// The names of the people and rooms that a card names; of none that the homeserver does not tell now.
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
            .buffered(MEMBERS_AT_ONCE)
            .collect()
            .await;
        let members: Vec<_> = members.into_iter().flatten().collect();
        let mut names = Names::of(&members);
        for part in &parts {
            if let Part::Room(id) = part
                && let Some((named, _)) = ids::room(id)
                && let Ok(Some(found)) = self.homeserver.room(named).await
            {
                names.add_room(named, &found.name);
            }
        }
        names
    }

    /// A member of a room as they were a while ago at most.
    async fn member(&self, room: &str, person: &str) -> Option<Member> {
        let key = (room.to_owned(), person.to_owned());
        {
            let known = self.members.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some((since, member)) = known.get(&key)
                && since.elapsed() < NAMES_LIFE
            {
                return member.clone();
            }
        }
        let member = self.homeserver.member(room, person).await.ok()?;
        let mut known = self.members.lock().unwrap_or_else(PoisonError::into_inner);
        let entry = (Instant::now(), member.clone());
        insert(&mut known, key, entry, MOST_MEMBERS);
        member
    }

    /// Sends a message once for this transaction id, and returns the id of its event.
    ///
    /// # Errors
    /// Those of [`Homeserver::send`], except that it waits where the homeserver asks for it.
    pub(crate) async fn send(
        &self,
        urgency: Urgency,
        room: &str,
        transaction: &str,
        mut content: Content,
    ) -> Result<String, Error> {
        self.latest.note(room, &content);
        if self.owner.is_some() {
            let value = Value::from(transaction);
            content.fields.insert(TRANSACTION.to_owned(), value);
        }
        if let Some(event) = self.echoes.find(room, transaction) {
            return Ok(event);
        }
        let send = || self.homeserver.send(room, transaction, content.clone());
        let event = self.in_turn(urgency, send).await?;
        if let Some(repeated) = self.echoes.note_sent(room, transaction, &event) {
            self.remove(room, &repeated).await;
        }
        Ok(event)
    }

    /// Sends messages that belong together, and returns the id of the first one's event.
    ///
    /// # Errors
    /// As [`Self::send`].
    pub(crate) async fn send_all(
        &self,
        urgency: Urgency,
        room: &str,
        transaction: &str,
        contents: Vec<Content>,
    ) -> Result<Option<String>, Error> {
        let mut first = None;
        for (n, content) in contents.into_iter().enumerate() {
            if n == 0 {
                first = Some(self.send(urgency, room, transaction, content).await?);
            } else {
                let transaction = format!("{transaction}:{n}");
                self.send(Urgency::Notice, room, &transaction, content)
                    .await?;
            }
        }
        Ok(first)
    }

    /// Waits until this process serves Matrix, as far as it knows: longer than its lease was frozen with it.
    async fn allowed(&self) {
        if let Some(served) = &self.owner {
            while !served.performs(Home::MATRIX) {
                sleep(OWNER_INTERVAL).await;
            }
        }
    }

    /// Makes a request in its turn, again and again where the homeserver asks to wait.
    pub(crate) async fn in_turn<T, F>(
        &self,
        urgency: Urgency,
        request: impl Fn() -> F,
    ) -> Result<T, Error>
    where
        F: Future<Output = Result<T, Error>>,
    {
        loop {
            let turn = async {
                let turn = self.governor.turn(urgency).await;
                self.allowed().await;
                turn
            };
            let Some(turn) = self.stop.run_until_cancelled(turn).await else {
                return Err(Error::Unreachable("the program stops".to_owned()));
            };
            match request().await {
                Err(Error::TooMany(time)) => {
                    tracing::info!(?time, ?urgency, "the homeserver asks to wait");
                    self.governor.close(time);
                }
                outcome => return outcome,
            }
            drop(turn);
        }
    }
}

/// What can be chosen beneath the latest message in each room.
#[derive(Debug, Default)]
struct Latest(Mutex<HashMap<String, Map<String, Value>>>);

impl Latest {
    /// Words without choices end what could be chosen before; files beside them do not.
    fn note(&self, room: &str, content: &Content) {
        let mut latest = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if content.fields.contains_key(PRESS) {
            let fields = content.fields.clone();
            insert(&mut latest, room.to_owned(), fields, MOST_ROOMS);
        } else if content.file.is_none() {
            latest.remove(room);
        }
    }

    fn find(&self, room: &str) -> Option<Map<String, Value>> {
        let latest = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        latest.get(room).cloned()
    }
}

/// The latest own messages, by room and transaction id.
#[derive(Debug, Default)]
pub(super) struct Echoes(Mutex<Heard>);

#[derive(Debug, Default)]
struct Heard {
    events: HashMap<(String, String), Known>,
    /// Oldest first.
    order: VecDeque<(String, String)>,
}

/// An own message.
#[derive(Clone, Debug)]
struct Known {
    event: String,
    /// Whether this run has sent it.
    is_sent: bool,
}

impl Echoes {
    /// Notes what was heard; returns it if it repeats what this run has sent.
    pub(super) fn note(&self, room: &str, transaction: &str, event: &str) -> Option<String> {
        self.add(room, transaction, event, false)
    }

    /// Lets nothing count as sent: another process may have served Matrix since.
    pub(super) fn forget_sent(&self) {
        let mut heard = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for known in heard.events.values_mut() {
            known.is_sent = false;
        }
    }

    /// Notes what this run has sent; returns what was heard before and is repeated by it.
    fn note_sent(&self, room: &str, transaction: &str, event: &str) -> Option<String> {
        self.add(room, transaction, event, true)
    }

    /// Notes an event; returns the one that repeats one that this run has sent, for which the store has the latter.
    fn add(&self, room: &str, transaction: &str, event: &str, is_sent: bool) -> Option<String> {
        let mut heard = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (room.to_owned(), transaction.to_owned());
        let known = Known {
            event: event.to_owned(),
            is_sent,
        };
        match heard.events.get_mut(&key) {
            Some(there) if there.event == event => {
                there.is_sent |= is_sent;
                return None;
            }
            Some(there) if there.is_sent => return Some(known.event),
            Some(there) => {
                let former = std::mem::replace(there, known);
                return Some(former.event).filter(|_| is_sent);
            }
            None => {
                heard.events.insert(key.clone(), known);
                heard.order.push_back(key);
            }
        }
        if heard.order.len() > MOST_ECHOES
            && let Some(oldest) = heard.order.pop_front()
        {
            heard.events.remove(&oldest);
        }
        None
    }

    fn find(&self, room: &str, transaction: &str) -> Option<String> {
        let heard = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (room.to_owned(), transaction.to_owned());
        heard.events.get(&key).map(|known| known.event.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_echoes_are_remembered() {
        let echoes = Echoes::default();
        for n in 0..=MOST_ECHOES {
            echoes.note("!room", &format!("t{n}"), &format!("${n}"));
        }
        echoes.note("!room", "t1", "$1");
        assert_eq!(echoes.find("!room", "t0"), None);
        assert_eq!(echoes.find("!room", "t1").as_deref(), Some("$1"));
        assert_eq!(echoes.find("!other", "t1"), None);
        assert_eq!(echoes.0.lock().unwrap().events.len(), MOST_ECHOES);
    }

    #[test]
    fn a_message_that_repeats_one_of_this_run_is_told() {
        let echoes = Echoes::default();
        let sent = |event| echoes.note_sent("!room", "s:1", event);
        let heard = |event| echoes.note("!room", "s:1", event);
        assert_eq!(heard("$other"), None);
        assert_eq!(sent("$own").as_deref(), Some("$other"));
        assert_eq!(heard("$own"), None);
        assert_eq!(heard("$late").as_deref(), Some("$late"));
        assert_eq!(echoes.find("!room", "s:1").as_deref(), Some("$own"));
        // Two that were sent by others are not this run's to judge.
        assert_eq!(echoes.note("!room", "s:2", "$a"), None);
        assert_eq!(echoes.note("!room", "s:2", "$b"), None);
    }
}
