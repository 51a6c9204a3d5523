//! [`Homeserver`] on matrix-sdk: one account with a sync loop and encryption.
//!
//! matrix-sdk stores its sync position before it returns events, so a crash would lose them. The account keeps a position of its
//! own, stored when the program has handled everything, and requests what lies between the two ([`sync`]).

mod account;
mod content;
mod errors;
mod events;
mod folder;
mod invitations;
mod missing_keys;
mod progress;
mod rooms;
mod send;
mod session;
mod settings;
mod sync;
mod worker;

use std::fmt;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use serde_json::{Map, Value};
use tokio::sync::Mutex;
use tokio::time::timeout;

use crate::account::content::Content;
use crate::account::event::Sync;
use crate::account::homeserver::{Error, Homeserver, Member, Result, Room};

use account::Account;
use worker::Worker;

pub use settings::{Login, MaySend, Receives, Settings};

/// Logs in, or continues with the device of an earlier run.
///
/// # Errors
/// [`Error::Account`] if the credentials are refused or a token's device has lost its keys, [`Error::Unreachable`] if a retry may
/// help, [`Error::Store`] if the folder is unusable.
pub async fn connect(settings: Settings) -> Result<Arc<dyn Homeserver>> {
    let worker = Worker::start(move || Box::pin(Account::connect(settings.clone()))).await?;
    let me = worker.run(async |account: Rc<Account>| Ok(account.me.to_string()));
    Ok(Arc::new(Handle {
        me: me.await?,
        worker,
        received: Mutex::new(None),
    }))
}

/// The longest call. matrix-sdk repeats a request after whatever time the homeserver asks for.
const LONGEST_CALL: Duration = Duration::from_mins(4);

/// The account from outside its thread.
struct Handle {
    me: String,
    worker: Worker<Account>,
    /// The token of the last sync returned, and the number of reconnections before it.
    received: Mutex<Option<(String, u64)>>,
}

impl fmt::Debug for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Handle")
            .field("me", &self.me)
            .finish_non_exhaustive()
    }
}

/// Runs a call on the account's thread, with owned copies of the arguments. The form `method(a, b; c)` calls the account's method;
/// `c` is moved, not copied.
macro_rules! on_thread {
    ($handle:ident, |$account:ident $(, $arg:ident)*| $call:expr) => {{
        $(let $arg = $arg.to_owned();)*
        let call = $handle.worker.run(async move |$account: Rc<Account>| $call);
        limited(call).await
    }};
    ($handle:ident, $method:ident($($arg:ident),* $(; $moved:ident)?)) => {
        on_thread!($handle, |account $(, $arg)*| account.$method($(&$arg,)* $($moved)?).await)
    };
}

/// Ends a call that takes longer than matrix-sdk's attempts at a request.
async fn limited<T>(call: impl Future<Output = Result<T>>) -> Result<T> {
    let late = |_| {
        Err(Error::Unreachable(
            "the homeserver asks to wait too long".to_owned(),
        ))
    };
    timeout(LONGEST_CALL, call).await.unwrap_or_else(late)
}

#[async_trait]
impl Homeserver for Handle {
    fn me(&self) -> &str {
        &self.me
    }

    async fn sync(&self) -> Result<Sync> {
        let restarts = self.worker.restarts();
        let received = self.received.lock().await.clone();
        let received = received.filter(|(_, before)| *before == restarts);
        let received = received.map(|(token, _)| token);
        let sync = async move |account: Rc<Account>| account.sync(received).await;
        let sync = self.worker.run(sync).await?;
        // Only now: a sync for a caller that gave up is returned again.
        *self.received.lock().await = Some((sync.token.clone(), restarts));
        Ok(sync)
    }

    async fn ping(&self) -> Result<()> {
        on_thread!(self, ping())
    }

    fn restarts(&self) -> u64 {
        self.worker.restarts()
    }

    async fn acknowledge(&self, token: &str) -> Result<()> {
        on_thread!(self, |account, token| {
            let Account { folder, .. } = &*account;
            account.unacknowledged.acknowledge(&token, folder).await
        })
    }

    async fn bookmark(&self, token: &str) -> Result<Option<String>> {
        on_thread!(self, |account, token| account
            .unacknowledged
            .bookmark(&token))
    }

    async fn resume(&self, bookmark: Option<&str>) -> Result<()> {
        let bookmark = bookmark.map(str::to_owned);
        on_thread!(self, |account| account.resume(bookmark.as_deref()).await)
    }

    async fn prepare(&self, room: &str, transaction: &str, content: &Content) -> Result<()> {
        on_thread!(self, prepare(room, transaction, content))
    }

    async fn send(&self, room: &str, transaction: &str, content: Content) -> Result<String> {
        on_thread!(self, send(room, transaction; content))
    }

    async fn react(&self, room: &str, transaction: &str, to: &str, key: &str) -> Result<()> {
        on_thread!(self, react(room, transaction, to, key))
    }

    async fn redact(&self, room: &str, transaction: &str, event: &str) -> Result<()> {
        on_thread!(self, redact(room, transaction, event))
    }

    async fn own_content(&self, room: &str, event: &str) -> Result<Option<Map<String, Value>>> {
        on_thread!(self, own_content(room, event))
    }

    async fn direct_room(&self, person: &str, is_asked: bool) -> Result<String> {
        on_thread!(self, direct_room(person; is_asked))
    }

    async fn join(&self, room: &str) -> Result<()> {
        on_thread!(self, join(room))
    }

    async fn leave(&self, room: &str) -> Result<()> {
        on_thread!(self, leave(room))
    }

    async fn room(&self, room: &str) -> Result<Option<Room>> {
        on_thread!(self, room(room))
    }

    async fn replaced_rooms(&self) -> Result<Vec<(String, String)>> {
        on_thread!(self, |account| Ok(account.replaced_rooms()))
    }

    async fn predecessor(&self, room: &str) -> Result<Option<String>> {
        on_thread!(self, predecessor(room))
    }

    async fn room_of(&self, address: &str) -> Result<Option<String>> {
        on_thread!(self, room_of(address))
    }

    async fn member(&self, room: &str, person: &str) -> Result<Option<Member>> {
        on_thread!(self, member(room, person))
    }

    async fn members(&self, room: &str) -> Result<Vec<Member>> {
        on_thread!(self, members(room))
    }

    async fn set_power(&self, room: &str, person: &str, level: i64) -> Result<()> {
        on_thread!(self, set_power(room, person; level))
    }
}
