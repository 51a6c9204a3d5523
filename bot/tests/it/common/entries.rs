//! Many people join one tournament at once, with counts of the database requests.

#![allow(dead_code, reason = "a test and a benchmark use a part each")]
#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use app::effect::{Outgoing, Subject};
use app::store::{Batch, Contended, Index, Key, Page, Store, StoreError, Stored};
use app::{
    App, Command, Context, Failure, Format, Limits, Moment, Person, PlayerId, Request, TimeControl,
    Timestamp, TournamentCommand, TournamentId, TournamentPlan, TournamentRecord, Venue,
};
use rules_core::Variant;
use store::postgres::{DatabaseUrl, PostgresSettings, PostgresStore};

/// Requests to a database server.
#[derive(Default)]
pub(crate) struct Counts {
    pub(crate) trips: AtomicUsize,
    /// Commits that lost a write conflict.
    pub(crate) conflicts: AtomicUsize,
    /// Attempts that waited for their turn.
    pub(crate) held: AtomicUsize,
}

/// Counts the requests to a store, or to the part of it that one attempt uses.
struct Counting<S> {
    store: S,
    counts: Arc<Counts>,
}

impl<S> Counting<S> {
    fn trip(&self) {
        self.counts.trips.fetch_add(1, Ordering::Relaxed);
    }
}

impl<S: Deref<Target: Store> + Send + Sync> Store for Counting<S> {
    fn get_many(&self, keys: &[Key]) -> Result<Vec<Option<Stored>>, StoreError> {
        self.trip();
        self.store.get_many(keys)
    }

    fn list(&self, index: &Index, page: Page) -> Result<Vec<(i64, Key)>, StoreError> {
        self.trip();
        self.store.list(index, page)
    }

    fn commit(&self, batch: Batch) -> Result<(), StoreError> {
        self.trip();
        let done = self.store.commit(batch);
        if let Err(StoreError::Conflict(_) | StoreError::Full(_)) = done {
            // Another query asks for the reason.
            self.trip();
            self.counts.conflicts.fetch_add(1, Ordering::Relaxed);
        }
        done
    }

    fn hold(
        &self,
        contended: &Contended,
        attempt: &mut dyn FnMut(&dyn Store),
    ) -> Result<(), StoreError> {
        self.trip();
        self.counts.held.fetch_add(1, Ordering::Relaxed);
        self.store.hold(contended, &mut |store| {
            let counts = Arc::clone(&self.counts);
            attempt(&Counting { store, counts });
        })
    }

    fn outgoing(&self, limit: usize) -> Result<Vec<Outgoing>, StoreError> {
        self.trip();
        self.store.outgoing(limit)
    }
}

/// One process's application.
pub(crate) struct Door {
    app: App,
    pub(crate) counts: Arc<Counts>,
}

impl Door {
    /// Opens an application on a database, with at most this many connections.
    pub(crate) fn open(url: DatabaseUrl, connections: usize) -> Self {
        let settings = PostgresSettings {
            connections,
            ..PostgresSettings::new(url)
        };
        let counts = Arc::default();
        let store = Counting {
            store: Arc::new(PostgresStore::open(&settings).unwrap()),
            counts: Arc::clone(&counts),
        };
        Self {
            app: App::new(store, Limits::default()),
            counts,
        }
    }

    /// Announces a tournament for up to 256 people.
    pub(crate) fn announce(&self) -> TournamentId {
        let time = TimeControl::Live {
            minutes: 10,
            increment: 5,
        };
        let format = Format::Swiss { rounds: 3 };
        let plan = TournamentPlan {
            capacity: 256,
            ..TournamentPlan::new("Friday cup", Variant::Toto40, time, format)
        };
        let create = Command::Tournament(None, TournamentCommand::create(plan));
        let announced = self.app.handle(&request("organizer", create), moment(1));
        let mut shown = announced.as_ref().unwrap().subjects();
        shown.find_map(Subject::tournament).unwrap()
    }

    /// Enters the person with this number.
    pub(crate) fn enter(&self, tournament: TournamentId, person: usize) -> Result<(), Failure> {
        let join = Command::Tournament(Some(tournament), TournamentCommand::Join);
        let request = request(&format!("person{person}"), join);
        self.app.handle(&request, moment(10 + person as u64))?;
        Ok(())
    }

    /// Opens a connection for each of these threads.
    pub(crate) fn warm_up(&self, tournament: TournamentId, threads: usize) {
        let read = || drop(self.app.store().get(&Key::Tournament(tournament)).unwrap());
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| (0..10).for_each(|_| read()));
            }
        });
        self.counts.trips.store(0, Ordering::Relaxed);
    }

    pub(crate) fn entrants(&self, tournament: TournamentId) -> usize {
        let stored = self.app.store().get(&Key::Tournament(tournament));
        let record = TournamentRecord::try_from(stored.unwrap().unwrap().record);
        record.unwrap().entries.len()
    }
}

fn request(who: &str, command: Command) -> Request {
    Request {
        who: Person::new(PlayerId::new(format!("test:{who}")), who),
        venue: Venue::on_server("test:room", "test:server"),
        context: Context {
            manages: true,
            ..Context::default()
        },
        command,
    }
}

fn moment(seed: u64) -> Moment {
    Moment {
        now: Timestamp(1_000_000),
        seed,
    }
}
