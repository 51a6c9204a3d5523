//! [`Homeserver`] by matrix-sdk: one account with a sync loop and encryption.
//!
//! matrix-sdk stores how far it has synced before it hands anything out, so what a crash interrupts would be lost. The account
//! therefore keeps a position of its own, stored when the program has handled everything, and asks the homeserver once more for
//! what lies between the two ([`listening`]).

mod errors;
mod folder;
mod governor;
mod hearing;
mod invitations;
mod listening;
mod members;
mod progress;
mod recovery;
mod rooms;
mod sending;
mod session;
mod settings;
mod worker;
mod writing;

use std::collections::HashMap;
use std::fmt;
use std::rc::Rc;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use matrix_sdk::ruma::{EventId, OwnedEventId, OwnedUserId, RoomId, UserId};
use matrix_sdk::{Client, Room as SdkRoom, RoomState};
use serde_json::{Map, Value};
use tokio::sync::Mutex as AsyncMutex;

use crate::account::content::Content;
use crate::account::event::Sync;
use crate::account::homeserver::{Error, Homeserver, Member, Room};

use errors::invalid_id;
use folder::Folder;
use governor::Governor;
use invitations::Invitations;
use progress::{Listening, Unacknowledged};
use sending::Encrypting;
use worker::Worker;

pub use settings::{Hears, Login, MaySend, Settings};

/// Logs in, or goes on with the device of an earlier run.
///
/// # Errors
/// [`Error::Account`] when the password or token is refused, or when the keys of a token's device are lost;
/// [`Error::Unreachable`] when the homeserver does not answer, where trying again may help; [`Error::Store`] when the folder
/// cannot be used.
pub async fn connect(settings: Settings) -> Result<Arc<dyn Homeserver>, Error> {
    let worker = Worker::start(move || Box::pin(Account::connect(settings.clone()))).await?;
    let me = worker.run(|account: Rc<Account>| Box::pin(async move { Ok(account.me.to_string()) }));
    let me = me.await?;
    Ok(Arc::new(Handle {
        me,
        worker,
        received: Mutex::new(None),
    }))
}

/// The account as the program sees it.
struct Handle {
    me: String,
    worker: Worker<Account>,
    received: Mutex<Option<Received>>,
}

/// The last sync that was handed out.
#[derive(Clone)]
struct Received {
    token: String,
    /// How often the account had been connected again by then.
    restarts: u64,
}

impl Handle {
    fn received(&self) -> MutexGuard<'_, Option<Received>> {
        self.received.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the account was connected again since it handed out this sync.
    fn is_heard_again(&self, token: &str) -> bool {
        let restarts = self.worker.restarts();
        let received = self.received().clone();
        received.is_some_and(|sync| sync.token == token && sync.restarts != restarts)
    }
}

impl fmt::Debug for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Handle")
            .field("me", &self.me)
            .finish_non_exhaustive()
    }
}

/// The account.
struct Account {
    client: Client,
    me: OwnedUserId,
    hears: Hears,
    folder: Folder,
    governor: Governor,
    may_send: MaySend,
    listening: AsyncMutex<Listening>,
    unacknowledged: Unacknowledged,
    /// The direct rooms made in this run, of which the next sync may not tell yet.
    made_direct: AsyncMutex<HashMap<OwnedUserId, MadeDirect>>,
    encrypting: Encrypting,
    /// Held while power levels are read, changed and written.
    changing_power: AsyncMutex<()>,
}

/// A direct room that was made in this run.
struct MadeDirect {
    room: SdkRoom,
    /// Whether the account's data tells that it is one.
    is_marked: bool,
}

impl Account {
    async fn connect(settings: Settings) -> Result<Self, Error> {
        let folder = Folder::open(&settings.folder)?;
        let client = session::open(&settings, &folder).await?;
        client
            .encryption()
            .wait_for_e2ee_initialization_tasks()
            .await;
        recovery::set_up(&client, &folder, settings.recovery_key.as_deref()).await?;
        let me = client
            .user_id()
            .ok_or_else(|| Error::Account("not logged in".to_owned()))?
            .to_owned();
        let position = folder.position()?;
        let invitations = Invitations::new(&settings.allow_servers, settings.most_rooms);
        tracing::info!(user = %me, device = ?client.device_id(), "connected to the Matrix homeserver");
        Ok(Self {
            me,
            hears: settings.hears,
            may_send: settings.may_send,
            listening: AsyncMutex::new(Listening::new(position.clone(), invitations)),
            unacknowledged: Unacknowledged::new(position),
            client,
            folder,
            governor: Governor::new(),
            made_direct: AsyncMutex::new(HashMap::new()),
            encrypting: Encrypting::default(),
            changing_power: AsyncMutex::new(()),
        })
    }
    /// The room, if the account is in it.
    fn joined(&self, room: &str) -> Result<SdkRoom, Error> {
        self.client
            .get_room(&room_id(room)?)
            .filter(|room| room.state() == RoomState::Joined)
            .ok_or_else(|| Error::NotFound(format!("the account is not in {room}")))
    }
}

fn room_id(id: &str) -> Result<matrix_sdk::ruma::OwnedRoomId, Error> {
    RoomId::parse(id).map_err(|_| invalid_id(id))
}

fn event_id(id: &str) -> Result<OwnedEventId, Error> {
    EventId::parse(id).map_err(|_| invalid_id(id))
}

fn user_id(id: &str) -> Result<OwnedUserId, Error> {
    UserId::parse(id).map_err(|_| invalid_id(id))
}

#[async_trait]
impl Homeserver for Handle {
    fn me(&self) -> &str {
        &self.me
    }

    async fn sync(&self) -> Result<Sync, Error> {
        let restarts = self.worker.restarts();
        let received = self.received().clone();
        let received = received.filter(|sync| sync.restarts == restarts);
        let received = received.map(|sync| sync.token);
        let sync = self
            .worker
            .run(move |account| Box::pin(async move { account.listen(received).await }))
            .await?;
        // Only now: what the thread found for a caller that gave up is found again.
        *self.received() = Some(Received {
            token: sync.token.clone(),
            restarts,
        });
        Ok(sync)
    }

    fn restarts(&self) -> u64 {
        self.worker.restarts()
    }

    async fn acknowledge(&self, token: &str) -> Result<(), Error> {
        if self.is_heard_again(token) {
            tracing::info!("a sync before a panic is heard again");
            return Ok(());
        }
        let token = token.to_owned();
        self.worker
            .run(move |account| {
                Box::pin(async move {
                    account
                        .unacknowledged
                        .acknowledge(&token, &account.folder)
                        .await
                })
            })
            .await
    }

    async fn bookmark(&self, token: &str) -> Result<Option<String>, Error> {
        if self.is_heard_again(token) {
            return Ok(None);
        }
        let token = token.to_owned();
        self.worker
            .run(move |account| Box::pin(async move { account.unacknowledged.bookmark(&token) }))
            .await
            .map(Some)
    }

    async fn resume(&self, bookmark: Option<&str>) -> Result<(), Error> {
        let bookmark = bookmark.map(str::to_owned);
        self.worker
            .run(move |account| {
                Box::pin(async move {
                    let mut listening = account.listening.lock().await;
                    let resumed = listening.resume(bookmark.as_deref())?;
                    account
                        .unacknowledged
                        .resume(resumed, &account.folder)
                        .await
                })
            })
            .await
    }

    async fn send(&self, room: &str, transaction: &str, content: Content) -> Result<String, Error> {
        let (room, transaction) = (room.to_owned(), transaction.to_owned());
        self.worker
            .run(move |account| {
                Box::pin(async move { account.send_message(&room, &transaction, content).await })
            })
            .await
    }

    async fn react(
        &self,
        room: &str,
        transaction: &str,
        to: &str,
        key: &str,
    ) -> Result<String, Error> {
        let (room, transaction) = (room.to_owned(), transaction.to_owned());
        let (to, key) = (to.to_owned(), key.to_owned());
        self.worker
            .run(move |account| {
                Box::pin(async move { account.send_reaction(&room, &transaction, &to, &key).await })
            })
            .await
    }

    async fn redact(&self, room: &str, transaction: &str, event: &str) -> Result<(), Error> {
        let (room, transaction) = (room.to_owned(), transaction.to_owned());
        let event = event.to_owned();
        self.worker
            .run(move |account| {
                Box::pin(async move { account.send_redaction(&room, &transaction, &event).await })
            })
            .await
    }

    async fn own_content(
        &self,
        room: &str,
        event: &str,
    ) -> Result<Option<Map<String, Value>>, Error> {
        let (room, event) = (room.to_owned(), event.to_owned());
        self.worker
            .run(move |account| {
                Box::pin(async move { account.present_content(&room, &event).await })
            })
            .await
    }

    async fn direct_room(&self, person: &str, is_asked: bool) -> Result<String, Error> {
        let person = person.to_owned();
        self.worker
            .run(move |account| Box::pin(async move { account.room_with(&person, is_asked).await }))
            .await
    }

    async fn join(&self, room: &str) -> Result<(), Error> {
        let room = room.to_owned();
        self.worker
            .run(move |account| Box::pin(async move { account.enter(&room).await }))
            .await
    }

    async fn leave(&self, room: &str) -> Result<(), Error> {
        let room = room.to_owned();
        self.worker
            .run(move |account| Box::pin(async move { account.depart(&room).await }))
            .await
    }

    async fn room(&self, room: &str) -> Result<Option<Room>, Error> {
        let room = room.to_owned();
        self.worker
            .run(move |account| Box::pin(async move { account.look_at(&room).await }))
            .await
    }

    async fn replaced_rooms(&self) -> Result<Vec<(String, String)>, Error> {
        self.worker
            .run(move |account| Box::pin(async move { Ok(account.replaced()) }))
            .await
    }

    async fn predecessor(&self, room: &str) -> Result<Option<String>, Error> {
        let room = room.to_owned();
        self.worker
            .run(move |account| Box::pin(async move { account.replaced_by(&room).await }))
            .await
    }

    async fn room_of(&self, address: &str) -> Result<Option<String>, Error> {
        let address = address.to_owned();
        self.worker
            .run(move |account| Box::pin(async move { account.find_room(&address).await }))
            .await
    }

    async fn member(&self, room: &str, person: &str) -> Result<Option<Member>, Error> {
        let (room, person) = (room.to_owned(), person.to_owned());
        self.worker
            .run(move |account| {
                Box::pin(async move { account.look_for_member(&room, &person).await })
            })
            .await
    }

    async fn members(&self, room: &str) -> Result<Vec<Member>, Error> {
        let room = room.to_owned();
        self.worker
            .run(move |account| Box::pin(async move { account.look_for_members(&room).await }))
            .await
    }

    async fn set_power(&self, room: &str, person: &str, level: i64) -> Result<(), Error> {
        let (room, person) = (room.to_owned(), person.to_owned());
        self.worker
            .run(move |account| {
                Box::pin(async move { account.change_power(&room, &person, level).await })
            })
            .await
    }
}
