//! An in-memory database server that several processes of a test share: the reference for a real one.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io::{BufRead, Write};
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use app::effect::{Effect, EffectId, Outgoing, Show, Subject};
use app::store::memory::MemoryStore;
use app::store::{Batch, Contended, Index, Key, Page, Store, StoreError, Stored};
use app::{Home, Span};
use runtime::service::{MomentSource as _, SystemSource};
use store::leases::{Lease, LeaseSet, LeaseState, Leases, ProcessId, Role, STEADY};
use store::{
    Counts, Database, ExportScope, ImportCounts, IntegrityReport, JsonlError, MessageId, Post,
    Posts,
};
use text::Platform;
use tokio_util::sync::CancellationToken;

mod leases;

/// The tables and the clock that all processes share.
pub(crate) struct Server {
    store: MemoryStore,
    tables: Mutex<Tables>,
    lease: Duration,
    begun: Instant,
    /// How many times slower than real time its clock runs.
    slow: u32,
    /// Milliseconds by which the server's clock is ahead of the time since its start.
    ahead: AtomicI64,
}

#[derive(Default)]
struct Tables {
    posts: BTreeMap<Subject, Post>,
    subjects: HashMap<MessageId, Subject>,
    retiring: BTreeMap<MessageId, (Home, Post)>,
    processes: BTreeMap<ProcessId, Process>,
    last_process: i64,
    leases: BTreeMap<Lease, LeaseState>,
    bookmark: Option<String>,
    accounts: HashMap<Platform, String>,
    identify: HashMap<u32, i64>,
    work: HashMap<EffectId, (ProcessId, i64)>,
}

struct Process {
    role: Role,
    beat: i64,
    /// Start of its current series of heartbeats without a gap.
    steady: i64,
}

pub(crate) fn millis(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap()
}

impl Server {
    /// The number of buckets in which a turn to IDENTIFY was taken.
    pub(crate) fn turns(&self) -> usize {
        self.tables().identify.len()
    }

    pub(crate) fn new(lease: Duration) -> Arc<Self> {
        Self::slowed(lease, 1)
    }

    pub(crate) fn slowed(lease: Duration, slow: u32) -> Arc<Self> {
        Arc::new(Self {
            store: MemoryStore::default(),
            tables: Mutex::default(),
            lease,
            begun: Instant::now(),
            slow,
            ahead: AtomicI64::new(SystemSource.now().0),
        })
    }

    pub(crate) fn connect(self: &Arc<Self>) -> Node {
        Node(Arc::new(NodeInner {
            server: Arc::clone(self),
            me: AtomicI64::new(0),
            is_cut_off: AtomicBool::new(false),
            loses_answer: AtomicBool::new(false),
            beaten: Mutex::default(),
        }))
    }

    /// Returns the token up to which every event on Matrix is handled.
    pub(crate) fn bookmark(&self) -> Option<String> {
        self.tables().bookmark.clone()
    }

    /// Sets the token back, as if the last acknowledgments were lost.
    pub(crate) fn set_bookmark_back(&self, bookmark: Option<String>) {
        self.tables().bookmark = bookmark;
    }

    pub(crate) fn step(&self, by: Span) {
        self.ahead.fetch_add(by.0, Ordering::SeqCst);
    }

    pub(crate) fn now(&self) -> i64 {
        self.ahead.load(Ordering::SeqCst) + millis(self.begun.elapsed() / self.slow)
    }

    fn tables(&self) -> MutexGuard<'_, Tables> {
        self.tables.lock().unwrap()
    }

    /// Whether a process has sent a heartbeat within its lease.
    fn is_alive(&self, tables: &Tables, process: ProcessId) -> bool {
        let process = tables.processes.get(&process);
        process.is_some_and(|process| (self.now() - process.beat).abs() < millis(self.lease))
    }

    /// Ends overdue processes, if `me` may.
    fn bury(&self, tables: &mut Tables, me: ProcessId) {
        if self.is_steady(tables, me) {
            let processes = tables.processes.keys().copied();
            let (_, dead): (Vec<_>, Vec<_>) = processes.partition(|id| self.is_alive(tables, *id));
            for id in dead {
                tables.processes.remove(&id);
            }
        }
    }

    /// Whether a process may end other processes' leases.
    fn is_steady(&self, tables: &Tables, process: ProcessId) -> bool {
        let (now, process) = (self.now(), tables.processes.get(&process));
        process.is_some_and(|process| {
            process.steady + millis(self.lease) <= now
                && (now - process.beat).abs() < millis(STEADY)
        })
    }
}

/// A process's connection to the server.
#[derive(Clone)]
pub(crate) struct Node(Arc<NodeInner>);

struct NodeInner {
    server: Arc<Server>,
    me: AtomicI64,
    is_cut_off: AtomicBool,
    /// Whether the connection breaks once the next post is recorded, before the response.
    loses_answer: AtomicBool,
    beaten: Mutex<Option<Instant>>,
}

impl Node {
    /// Makes every call fail, or succeed again.
    pub(crate) fn cut_off(&self, is_cut_off: bool) {
        self.0.is_cut_off.store(is_cut_off, Ordering::SeqCst);
    }

    /// Cuts the connection once the next post is recorded, before the response.
    pub(crate) fn lose_answer(&self) {
        self.0.loses_answer.store(true, Ordering::SeqCst);
    }

    pub(crate) fn is_cut_off(&self) -> bool {
        self.0.is_cut_off.load(Ordering::SeqCst)
    }

    fn server(&self) -> Result<&Server, StoreError> {
        if self.is_cut_off() {
            return Err(StoreError::Unavailable("cut off".to_owned()));
        }
        Ok(&self.0.server)
    }

    fn me(&self) -> ProcessId {
        ProcessId(self.0.me.load(Ordering::SeqCst))
    }

    /// Fails if one of these effects is gone, or belongs to another process's shard.
    fn fence(&self, effects: &[EffectId]) -> Result<(), StoreError> {
        let server = self.server()?;
        let pending = server.store.outgoing(usize::MAX)?;
        let tables = server.tables();
        let mine = LeaseSet {
            total: tables.total(),
            leases: held(&tables, self.me()),
        };
        let is_mine = |id: &EffectId| {
            let found = pending.iter().find(|outgoing| outgoing.id == *id);
            found.is_some_and(|outgoing| outgoing.home.is_engine() || mine.contains(outgoing.home))
        };
        if effects.iter().all(is_mine) {
            Ok(())
        } else {
            Err(StoreError::NotOurs)
        }
    }
}

impl Tables {
    fn shards(&self) -> impl Iterator<Item = &LeaseState> + Clone {
        let leases = self.leases.values();
        leases.filter(|state| state.lease.shard().is_some())
    }

    fn total(&self) -> u32 {
        u32::try_from(self.shards().count()).unwrap()
    }
}

fn held(tables: &Tables, process: ProcessId) -> BTreeSet<Lease> {
    let held = tables.leases.values();
    let held = held.filter(|state| state.owner == Some(process));
    held.map(|state| state.lease).collect()
}

impl Store for Node {
    fn get_many(&self, keys: &[Key]) -> Result<Vec<Option<Stored>>, StoreError> {
        self.server()?.store.get_many(keys)
    }

    fn list(&self, index: &Index, page: Page) -> Result<Vec<(i64, Key)>, StoreError> {
        self.server()?.store.list(index, page)
    }

    fn commit(&self, batch: Batch) -> Result<(), StoreError> {
        self.server()?.store.commit(batch)
    }

    fn hold(
        &self,
        contended: &Contended,
        attempt: &mut dyn FnMut(&dyn Store),
    ) -> Result<(), StoreError> {
        self.server()?.store.hold(contended, attempt)
    }

    fn outgoing(&self, limit: usize) -> Result<Vec<Outgoing>, StoreError> {
        self.server()?.store.outgoing(limit)
    }
}

impl Posts for Node {
    fn complete(
        &self,
        subject: Subject,
        post: Option<&Post>,
        effects: &[EffectId],
    ) -> Result<(), StoreError> {
        self.fence(effects)?;
        let server = self.server()?;
        let pending = server.store.outgoing(usize::MAX)?;
        let home = pending
            .iter()
            .find(|outgoing| effects.contains(&outgoing.id));
        let home = home.map_or(Home::DIRECT, |outgoing| outgoing.home);
        if let Some(post) = post {
            let mut tables = server.tables();
            tables.subjects.insert(post.message.clone(), subject);
            let former = tables.posts.insert(subject, post.clone());
            if let Some(former) = former.filter(|former| former.message != post.message) {
                tables
                    .retiring
                    .insert(former.message.clone(), (home, former));
            }
        }
        server.store.commit(Batch::completing(effects.to_vec()))?;
        if post.is_some() && self.0.loses_answer.swap(false, Ordering::SeqCst) {
            self.cut_off(true);
        }
        self.server().map(drop)
    }

    fn settle(&self, effects: &[EffectId]) -> Result<(), StoreError> {
        self.fence(effects)?;
        self.server()?
            .store
            .commit(Batch::completing(effects.to_vec()))
    }

    fn post(&self, subject: Subject) -> Result<Option<Post>, StoreError> {
        Ok(self.server()?.tables().posts.get(&subject).cloned())
    }

    fn shows_after(&self, subject: Subject, version: u64) -> Result<Vec<Show>, StoreError> {
        let pending = self.server()?.store.outgoing(usize::MAX)?;
        let later = |outgoing: Outgoing| match outgoing.effect {
            Effect::Show(show) if show.subject == subject && show.version > version => Some(show),
            _ => None,
        };
        Ok(pending.into_iter().filter_map(later).collect())
    }

    fn subject_of(&self, message: &MessageId) -> Result<Option<Subject>, StoreError> {
        Ok(self.server()?.tables().subjects.get(message).copied())
    }

    fn unretired(&self) -> Result<Vec<Post>, StoreError> {
        let tables = self.server()?.tables();
        Ok(tables
            .retiring
            .values()
            .map(|(_, post)| post.clone())
            .collect())
    }

    fn mark_retired(&self, messages: &[MessageId]) -> Result<(), StoreError> {
        let mut tables = self.server()?.tables();
        for message in messages {
            tables.retiring.remove(message);
        }
        Ok(())
    }
}

impl Database for Node {
    fn leases(&self) -> Option<Arc<dyn Leases>> {
        Some(Arc::new(self.clone()))
    }

    fn agree_on_account(&self, platform: Platform, account: &str) -> Result<String, StoreError> {
        let mut tables = self.server()?.tables();
        let kept = tables.accounts.entry(platform);
        Ok(kept.or_insert_with(|| account.to_owned()).clone())
    }

    fn broken(&self) -> Option<String> {
        None
    }

    fn mark_broken(&self, _: String) {}

    fn failure(&self) -> CancellationToken {
        CancellationToken::new()
    }

    fn shut_down(&self) {}

    fn export(&self, _: ExportScope, _: &mut dyn Write) -> Result<u64, JsonlError> {
        Err(JsonlError::Store(not_kept()))
    }

    fn is_empty(&self) -> bool {
        false
    }

    fn import(&self, _: &mut dyn BufRead) -> Result<ImportCounts, JsonlError> {
        Err(JsonlError::Store(not_kept()))
    }

    fn record_count(&self) -> Result<u64, StoreError> {
        Err(not_kept())
    }

    fn check_with(
        &self,
        _: &mut dyn FnMut(u64) -> std::io::Result<()>,
    ) -> Result<IntegrityReport, StoreError> {
        Err(not_kept())
    }

    fn counts(&self) -> Result<Counts, StoreError> {
        Ok(Counts::default())
    }
}

/// Returns the error for calls that no test needs.
fn not_kept() -> StoreError {
    StoreError::Unavailable("the reference in memory has no such thing".to_owned())
}
