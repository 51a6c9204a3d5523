//! An account whose program can be restarted, and helpers for its messages.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use matrix::account::sdk::{Login, MaySend, Receives, Settings, connect};
use matrix::account::{Attachment, Content, Event, EventKind, Homeserver, Membership};
use tempfile::TempDir;
use tokio::time::{sleep, timeout};

use crate::common::Server;
use crate::common::owner::Owner;

/// Time limit of each wait.
pub(crate) const WAIT_LIMIT: Duration = Duration::from_mins(2);

/// An account behind [`Homeserver`] whose program can be restarted.
pub(crate) struct Account {
    pub(crate) settings: Settings,
    pub(crate) id: String,
    pub(crate) home: Arc<dyn Homeserver>,
    place: TempDir,
}

impl Account {
    /// Registers, connects and skips the first sync.
    pub(crate) async fn new(server: &Server, name: &str) -> Self {
        let id = server.register(name).await;
        let place = tempfile::tempdir().unwrap();
        let settings = Settings {
            homeserver: server.url.clone(),
            user: id.clone(),
            login: Login::Password("secret".to_owned()),
            recovery_key: None,
            folder: place.path().join("matrix"),
            allow_servers: Vec::new(),
            most_rooms: 1_000,
            receives: Receives::default(),
            may_send: MaySend::default(),
        };
        let home = connect(settings.clone()).await.unwrap();
        let account = Self {
            settings,
            id,
            home,
            place,
        };
        assert!(account.sync().await.is_catching_up);
        account
    }

    /// Restarts as if killed.
    pub(crate) async fn restart(self) -> Self {
        self.restart_after(|_| ()).await
    }

    /// As [`Self::restart`], with a change of the folder in between.
    pub(crate) async fn restart_after(self, harm: impl FnOnce(&Path)) -> Self {
        let Self {
            settings,
            id,
            home,
            place,
        } = self;
        drop(home);
        harm(&settings.folder);
        let home = connect(settings.clone()).await.unwrap();
        Self {
            settings,
            id,
            home,
            place,
        }
    }

    /// Restarts during a sync.
    pub(crate) async fn restart_in_a_sync(self) -> Self {
        let home = Arc::clone(&self.home);
        let listening = tokio::spawn(async move { home.sync().await });
        sleep(Duration::from_millis(200)).await;
        listening.abort();
        assert!(listening.await.unwrap_err().is_cancelled());
        self.restart().await
    }

    pub(crate) async fn sync(&self) -> matrix::account::Sync {
        let sync = timeout(WAIT_LIMIT, self.home.sync())
            .await
            .unwrap()
            .unwrap();
        self.home.acknowledge(&sync.token).await.unwrap();
        sync
    }

    /// Receives events up to and including one that matches.
    pub(crate) async fn hear_until(&self, fits: impl Fn(&Event) -> bool) -> Vec<Event> {
        timeout(WAIT_LIMIT, async {
            let mut all = Vec::new();
            loop {
                all.extend(self.sync().await.events);
                if all.iter().any(&fits) {
                    return all;
                }
            }
        })
        .await
        .expect("nothing of the kind was heard")
    }

    /// Returns the first event that matches.
    pub(crate) async fn hear(&self, fits: impl Fn(&Event) -> bool) -> Event {
        self.hear_until(&fits).await.into_iter().find(fits).unwrap()
    }

    pub(crate) async fn hear_text(&self, body: &str) -> Event {
        self.hear(|heard| text_of(heard) == Some(body)).await
    }

    /// Returns the texts up to this one.
    pub(crate) async fn texts_until(&self, last: &str) -> Vec<String> {
        let heard = self.hear_until(|heard| text_of(heard) == Some(last)).await;
        texts(&heard)
    }

    /// Joins the next room that it is invited to.
    pub(crate) async fn accept(&self) -> String {
        let invitation = self.hear(is_invitation).await;
        self.home.join(&invitation.room).await.unwrap();
        self.hear(|heard| is_entry(heard, &self.id)).await;
        invitation.room
    }

    pub(crate) async fn say(&self, room: &str, transaction: &str, body: &str) -> String {
        self.home.send(room, transaction, text(body)).await.unwrap()
    }
}

pub(crate) fn text(body: &str) -> Content {
    Content {
        body: body.to_owned(),
        ..Content::default()
    }
}

pub(crate) fn text_of(heard: &Event) -> Option<&str> {
    match &heard.kind {
        EventKind::Message(message) => Some(&message.body),
        _ => None,
    }
}

pub(crate) fn texts(heard: &[Event]) -> Vec<String> {
    let texts = heard.iter().filter_map(text_of);
    texts.map(str::to_owned).collect()
}

pub(crate) fn echo(transaction: &str) -> EventKind {
    let transaction = transaction.to_owned();
    EventKind::Echo { transaction }
}

pub(crate) fn is_invitation(heard: &Event) -> bool {
    matches!(heard.kind, EventKind::Invited { .. })
}

pub(crate) fn is_entry(heard: &Event, person: &str) -> bool {
    is_membership(heard, person, true)
}

pub(crate) fn is_exit(heard: &Event, person: &str) -> bool {
    is_membership(heard, person, false)
}

fn is_membership(heard: &Event, person: &str, is_joined: bool) -> bool {
    let person = person.to_owned();
    heard.kind == EventKind::Membership(Membership { person, is_joined })
}

pub(crate) fn picture() -> Attachment {
    Attachment {
        name: "board.png".to_owned(),
        media_type: "image/png".to_owned(),
        content: Bytes::from_static(b"not really a picture"),
        alt_text: "White: king e1".to_owned(),
        dimensions: Some((640, 480)),
    }
}

/// Returns two accounts in an encrypted direct room that the second created.
pub(crate) async fn direct(server: &Server, name: &str) -> (Account, Account, String) {
    let bot = Account::new(server, &format!("{name}-bot")).await;
    let friend = Account::new(server, &format!("{name}-friend")).await;
    let room = friend.home.direct_room(&bot.id, true).await.unwrap();
    assert_eq!(bot.accept().await, room);
    friend.hear(|heard| is_entry(heard, &bot.id)).await;
    (bot, friend, room)
}

/// Returns an account and the owner of a clear room that it joined.
pub(crate) async fn with_owner(server: &Server, name: &str) -> (Account, Owner, String) {
    let bot = Account::new(server, &format!("{name}-bot")).await;
    let owner = Owner::new(server, &format!("{name}-owner")).await;
    let room = shared(&owner, &[&bot]).await;
    (bot, owner, room)
}

/// Creates a room where the first member has the owner's power level.
pub(crate) async fn shared(owner: &Owner, members: &[&Account]) -> String {
    let ids: Vec<&str> = members.iter().map(|member| member.id.as_str()).collect();
    let room = owner.room(&ids).await;
    for member in members {
        member.accept().await;
    }
    room
}
