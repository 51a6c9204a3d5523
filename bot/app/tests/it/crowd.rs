//! Many people who change the same record at once, with a slow store.

use std::sync::Barrier;
use std::time::Duration;

use app::effect::{Effect, Outgoing, Subject};
use app::store::memory::MemoryStore;
use app::store::{Batch, Contended, Index, Key, Page, Store, StoreError, Stored};
use app::{App, Command, Limits, Moment, Record, Timestamp, TournamentCommand};

use crate::common::cup::{SWISS, plan};
use crate::common::request;

/// A store whose commits take as long as a disk's.
#[derive(Default)]
struct Slow(MemoryStore);

impl Store for Slow {
    fn get_many(&self, keys: &[Key]) -> Result<Vec<Option<Stored>>, StoreError> {
        self.0.get_many(keys)
    }

    fn list(&self, index: &Index, page: Page) -> Result<Vec<(i64, Key)>, StoreError> {
        self.0.list(index, page)
    }

    fn commit(&self, batch: Batch) -> Result<(), StoreError> {
        std::thread::sleep(Duration::from_millis(2));
        self.0.commit(batch)
    }

    fn hold(
        &self,
        contended: &Contended,
        attempt: &mut dyn FnMut(&dyn Store),
    ) -> Result<(), StoreError> {
        self.0.hold(contended, &mut |_| attempt(self))
    }

    fn outgoing(&self, limit: usize) -> Result<Vec<Outgoing>, StoreError> {
        self.0.outgoing(limit)
    }
}

fn tournament(command: TournamentCommand) -> Command {
    Command::Tournament(None, command)
}

fn moment(seed: u64) -> Moment {
    Moment {
        now: Timestamp(1_000_000),
        seed,
    }
}

#[test]
fn a_whole_server_joins_a_tournament_at_once() {
    const ALL: u64 = 64;
    let app = App::new(Slow::default(), Limits::default());
    let create = TournamentCommand::create(plan(SWISS));
    let announced = app
        .handle(&request("org", tournament(create)), moment(1))
        .unwrap();
    let start = Barrier::new(ALL.try_into().unwrap());
    std::thread::scope(|scope| {
        for number in 0..ALL {
            let (app, start) = (&app, &start);
            scope.spawn(move || {
                let who = format!("p{number}");
                start.wait();
                let join = request(&who, tournament(TournamentCommand::Join));
                let entered = app.handle(&join, moment(10 + number));
                assert!(entered.is_ok(), "{who}: {entered:?}");
            });
        }
    });
    let Some(Effect::Show(show)) = announced.outgoing.first().map(|first| &first.effect) else {
        panic!("{announced:?}");
    };
    let Subject::Tournament(id) = show.subject else {
        panic!("{show:?}");
    };
    let stored = app.store().get(&Key::Tournament(id)).unwrap().unwrap();
    let Record::Tournament(record) = stored.record else {
        panic!("{id}");
    };
    assert_eq!(record.entries.len(), 64);
}
