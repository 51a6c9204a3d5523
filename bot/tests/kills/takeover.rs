//! Takeover times after a program was killed or suspended, seen from outside: in the database, in the bot's posts, and by a
//! resident of each shard who keeps sending a command.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use playground::{BotEvent, Channel, Follower, Playground, User};
use store::Database;
use store::leases::Leases;
use tokio::task::JoinHandle;

/// Interval between two polls of the shards' owners.
const LOOK: Duration = Duration::from_millis(50);
/// Interval between two commands of a resident.
const QUESTION: Duration = Duration::from_millis(200);
/// Time limit for processes to share the shards.
const SHARING: Duration = Duration::from_mins(2);
/// Upper bound for the delay of a killed program's last messages.
const ECHO: Duration = Duration::from_millis(200);

/// Why a shard needs another program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Cause {
    /// Killed and restarted at once.
    Killed,
    /// Killed, and stopped until others have taken its shards.
    KilledForLong,
    Frozen,
}

impl Cause {
    fn name(self) -> &'static str {
        match self {
            Self::Killed => "killed, started again at once",
            Self::KilledForLong => "killed, away until others have its shards",
            Self::Frozen => "suspended",
        }
    }
}

/// A shard without its program.
struct Watch {
    cause: Cause,
    shard: u64,
    /// The previous process's number in the database.
    former: i64,
    since: Instant,
    /// Time until another process had the lease.
    taken: Option<Duration>,
    /// Time until another process posted, edited or answered something.
    first: Option<Duration>,
    /// Time until the resident was answered.
    answered: Option<Duration>,
    asked: Option<Instant>,
    is_disturbed: bool,
}

impl Watch {
    fn is_open(&self) -> bool {
        self.taken.is_none() || self.first.is_none() || self.answered.is_none()
    }
}

/// Returns one of the times, once it is known.
type Waited = fn(&Watch) -> Option<Duration>;

#[derive(Default)]
struct Book {
    owners: HashMap<u64, i64>,
    watches: Vec<Watch>,
}

struct Residents {
    people: Vec<User>,
    /// Shards by the resident's channel.
    by_channel: HashMap<u64, u64>,
}

impl Residents {
    fn new(pg: &Playground, shards: u64) -> Self {
        let mut homes: BTreeMap<u64, Channel> = BTreeMap::new();
        // A server's shard depends on the millisecond in which it was created.
        for number in 0.. {
            let server = pg.guild(&format!("home{number}"));
            let channel = || server.channel("home");
            homes
                .entry((server.id() >> 22) % shards)
                .or_insert_with(channel);
            if homes.len() as u64 == shards {
                break;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        let people = homes.iter();
        let people = people.map(|(shard, home)| pg.user(&format!("resident{shard}")).at(home));
        Self {
            people: people.collect(),
            by_channel: homes
                .iter()
                .map(|(shard, home)| (home.id(), *shard))
                .collect(),
        }
    }
}

/// Measures takeover times in the background until it is dropped.
pub(crate) struct Takeovers {
    book: Arc<Mutex<Book>>,
    task: JoinHandle<()>,
}

impl Drop for Takeovers {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Takeovers {
    /// Starts measuring. `shard_of` maps the channels in use to shards.
    pub(crate) fn new(
        pg: &Playground,
        store: Arc<dyn Database>,
        shards: u64,
        shard_of: HashMap<u64, u64>,
    ) -> Self {
        let book = Arc::default();
        let watcher = Watcher {
            book: Arc::clone(&book),
            leases: store.leases().unwrap(),
            _store: store,
            residents: Residents::new(pg, shards),
            shard_of,
        };
        let task = tokio::spawn(watcher.run(pg.follow()));
        Self { book, task }
    }

    fn book(&self) -> MutexGuard<'_, Book> {
        self.book.lock().unwrap()
    }

    pub(crate) fn owner(&self, shard: u64) -> Option<i64> {
        self.book().owners.get(&shard).copied()
    }

    pub(crate) fn has_shards(&self, process: i64) -> bool {
        self.book().owners.values().any(|owner| *owner == process)
    }

    /// Waits until this many processes share the shards evenly, with a difference of at most one.
    pub(crate) async fn until_shared(&self, processes: usize) {
        let is_fair = || {
            let mut counts: HashMap<i64, usize> = HashMap::new();
            for owner in self.book().owners.values() {
                *counts.entry(*owner).or_default() += 1;
            }
            let most = counts.values().max().copied().unwrap_or(0);
            counts.len() == processes && counts.values().all(|count| count + 1 >= most)
        };
        let begun = Instant::now();
        while !is_fair() {
            assert!(begun.elapsed() < SHARING, "the shards are not shared");
            tokio::time::sleep(LOOK).await;
        }
    }

    /// Starts the measurement for a process that was stopped at `since`.
    pub(crate) fn begin(&self, cause: Cause, process: i64, since: Instant) {
        let mut book = self.book();
        let held = book.owners.iter();
        let held = held.filter(|(_, owner)| **owner == process);
        let held: Vec<u64> = held.map(|(shard, _)| *shard).collect();
        for shard in held {
            let known = book.watches.iter_mut();
            let mut known = known.filter(|watch| watch.shard == shard && watch.is_open());
            if let Some(watch) = known.next() {
                watch.is_disturbed = true;
                continue;
            }
            book.watches.push(Watch {
                cause,
                shard,
                former: process,
                since,
                taken: None,
                first: None,
                answered: None,
                asked: None,
                is_disturbed: false,
            });
        }
    }

    pub(crate) fn disturb(&self) {
        let mut book = self.book();
        let open = book.watches.iter_mut().filter(|watch| watch.is_open());
        open.for_each(|watch| watch.is_disturbed = true);
    }

    /// Whether another process holds each shard.
    pub(crate) fn are_taken(&self) -> bool {
        let book = self.book();
        book.watches.iter().all(|watch| watch.taken.is_some())
    }

    /// Whether people get answers on every shard.
    pub(crate) fn are_over(&self) -> bool {
        !self.book().watches.iter().any(Watch::is_open)
    }

    pub(crate) fn report(&self) -> String {
        let book = self.book();
        let mut by_cause: BTreeMap<Cause, Vec<&Watch>> = BTreeMap::new();
        for watch in &book.watches {
            by_cause.entry(watch.cause).or_default().push(watch);
        }
        let mut out = String::new();
        for (cause, watches) in by_cause {
            let counted: Vec<_> = watches
                .iter()
                .filter(|watch| !watch.is_disturbed && !watch.is_open())
                .collect();
            writeln!(
                out,
                "{}: {} shards, {} of them left out because of another disruption or the end",
                cause.name(),
                watches.len(),
                watches.len() - counted.len()
            )
            .unwrap();
            let rows: [(&str, Waited); 3] = [
                ("lease taken", |watch| watch.taken),
                ("first message or answer", |watch| watch.first),
                ("a new command answered", |watch| watch.answered),
            ];
            for (what, of) in rows {
                let mut times: Vec<_> = counted.iter().filter_map(|watch| of(watch)).collect();
                times.sort_unstable();
                let at =
                    |percent: usize| times.get((times.len() * percent).div_ceil(100).max(1) - 1);
                if let (Some(p50), Some(p99), Some(worst)) = (at(50), at(99), at(100)) {
                    writeln!(
                        out,
                        "  {what:<24} p50 {p50:.1?}, p99 {p99:.1?}, worst {worst:.1?}"
                    )
                    .unwrap();
                }
            }
        }
        out
    }
}

struct Watcher {
    book: Arc<Mutex<Book>>,
    leases: Arc<dyn Leases>,
    /// Keeps the leases' connection open.
    _store: Arc<dyn Database>,
    residents: Residents,
    shard_of: HashMap<u64, u64>,
}

impl Watcher {
    async fn run(self, mut follower: Follower) {
        let mut ticks = tokio::time::interval(LOOK);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                happening = follower.next() => self.notice(&happening),
                _ = ticks.tick() => {
                    self.look().await;
                    self.ask();
                }
            }
        }
    }

    async fn look(&self) {
        let leases = Arc::clone(&self.leases);
        let shards = tokio::task::spawn_blocking(move || leases.shards()).await;
        // The server may be restarting.
        let Ok(Ok(shards)) = shards else {
            return;
        };
        let mut book = self.book.lock().unwrap();
        let with_owner = shards
            .iter()
            .filter_map(|shard| Some((u64::from(shard.lease.shard()?), shard.owner?.0)));
        book.owners = with_owner.collect();
        let Book { owners, watches } = &mut *book;
        for watch in watches {
            let owner = owners.get(&watch.shard);
            if watch.taken.is_none() && owner.is_some_and(|owner| *owner != watch.former) {
                watch.taken = Some(watch.since.elapsed());
            }
        }
    }

    /// Makes the residents of shards without a program send a command.
    fn ask(&self) {
        let mut book = self.book.lock().unwrap();
        for watch in &mut book.watches {
            let is_due = watch.asked.is_none_or(|asked| asked.elapsed() > QUESTION);
            if watch.answered.is_none() && is_due {
                watch.asked = Some(Instant::now());
                let resident = &self.residents.people[usize::try_from(watch.shard).unwrap()];
                // Refused while the bot has no shard.
                drop(resident.slash("games", ()).send());
            }
        }
    }

    fn notice(&self, happening: &BotEvent) {
        let (channel, is_answer) = match happening {
            BotEvent::Answered(reply) => (reply.channel(), true),
            BotEvent::Posted(message) | BotEvent::Edited(message) => (message.channel(), false),
            BotEvent::Unanswered(_) => return,
        };
        let home = self.residents.by_channel.get(&channel.id());
        let Some(shard) = home.or_else(|| self.shard_of.get(&channel.id())) else {
            return;
        };
        let mut book = self.book.lock().unwrap();
        for watch in &mut book.watches {
            let waited = watch.since.elapsed();
            if watch.shard != *shard || waited < ECHO {
                continue;
            }
            watch.first.get_or_insert(waited);
            if is_answer && home.is_some() {
                watch.answered.get_or_insert(waited);
            }
        }
    }
}
