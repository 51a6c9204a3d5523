//! The contract of [`Store`] as a test that every implementation runs.

use rules_core::{ByColor, Variant};
use text::Platform;

use crate::model::{
    ChallengeId, ChallengeRecord, ChallengeState, GameId, GameRecord, HeardId, HeardRecord, Home,
    Index, Key, Level, Person, PlayerId, Record, RoomId, Seat, Terms, Timestamp, Venue,
};
use crate::protocol::{Effect, EffectId, Manner, Outgoing, Show, Subject};
use crate::store::{
    Batch, Contended, Held, Page, Quota, Result, Store, StoreError, Stored, Write, longest_ids,
};

/// Checks an empty store for everything that the application relies on.
///
/// # Panics
/// When the store breaks the contract.
pub fn check<S: Store>(store: &S) {
    longest_ids::check(store);
    reads_back_what_was_written(store);
    reads_many_in_the_order_of_their_keys(store);
    refuses_a_write_of_an_old_version(store);
    replaces_index_rows_with_their_record(store);
    pages_in_both_directions(store);
    removes_a_record_with_its_index_rows(store);
    keeps_effects_until_they_are_done(store);
    one_of_many_writers_wins(store);
    refuses_a_batch_without_room(store);
    refuses_a_batch_that_read_an_old_version(store);
    many_writers_fill_a_quota_exactly(store);
    each_of_many_that_hold_a_record_changes_it(store);
    lists_deadlines_earliest_first(store);
    keeps_deadlines_of_platforms_apart(store);
    notes_an_event_once_and_forgets_it(store);
}

fn person(name: &str) -> Person {
    Person::new(PlayerId::new(format!("test:{name}")), name)
}

fn venue(room: &str) -> Venue {
    Venue::direct(format!("test:{room}"))
}

fn game(seed: u64, room: &str) -> GameRecord {
    let seats = ByColor {
        white: Seat::Person(person("ann")),
        black: Seat::Engine(Level::LOWEST),
    };
    let id = GameId::draw(seed, 0);
    GameRecord {
        touched: Timestamp(i64::try_from(seed).unwrap_or(i64::MAX)),
        ..GameRecord::new(id, Variant::Toto40, seats, venue(room), Timestamp(1))
    }
}

fn challenge(seed: u64, by: &str, expires: i64) -> ChallengeRecord {
    let (id, terms) = (ChallengeId::draw(seed, 0), Terms::of(Variant::Latrunculi));
    let (made, expires) = (Timestamp(0), Timestamp(expires));
    ChallengeRecord::new(id, person(by), terms, venue("contract"), made, expires)
}

fn put<S: Store>(store: &S, expected: u64, record: impl Into<Record>) -> Result<()> {
    store.commit(Batch::write(expected, record))
}

fn reads_back_what_was_written<S: Store>(store: &S) {
    let record = game(1, "a");
    let key = Key::Game(record.id);
    assert_eq!(store.get(&key), Ok(None), "a new store is empty");
    assert_eq!(put(store, 0, record.clone()), Ok(()));
    let stored = store.get(&key).expect("readable").expect("present");
    assert_eq!((stored.version, stored.record), (1, Record::Game(record)));
}

fn reads_many_in_the_order_of_their_keys<S: Store>(store: &S) {
    let (low, high) = (game(60, "many"), game(61, "many"));
    let (low_key, high_key) = (Key::Game(low.id), Key::Game(high.id));
    let missing = Key::Game(GameId::draw(62, 0));
    assert_eq!(put(store, 0, high.clone()), Ok(()));
    assert_eq!(put(store, 0, low.clone()), Ok(()));
    assert_eq!(put(store, 1, low.clone()), Ok(()));
    let stored = |version, record| {
        Some(Stored {
            version,
            record: Record::Game(record),
        })
    };
    let (low, high) = (stored(2, low), stored(1, high));
    let keys = [&high_key, &missing, &low_key, &high_key, &missing].map(Clone::clone);
    assert_eq!(
        store.get_many(&keys),
        Ok(vec![high.clone(), None, low.clone(), high.clone(), None]),
        "in the order of the keys, which may repeat, with a place for each that is missing"
    );
    assert_eq!(
        store.get_many(&[low_key, high_key]),
        Ok(vec![low, high]),
        "not in the order in which they are stored"
    );
    assert_eq!(store.get_many(&[missing]), Ok(vec![None]));
    assert_eq!(store.get_many(&[]), Ok(Vec::new()), "nothing was asked for");
}

fn removes_a_record_with_its_index_rows<S: Store>(store: &S) {
    let record = game(70, "removed");
    let (key, rows) = (Key::Game(record.id), record.venue.room.clone());
    assert_eq!(put(store, 0, record.clone()), Ok(()));
    let remove = |expected| store.commit(Batch::removal(expected, key.clone()));
    assert_eq!(
        remove(2),
        Err(StoreError::Conflict(key.clone())),
        "a removal names the version it removes"
    );
    assert_eq!(remove(1), Ok(()));
    assert_eq!(store.get(&key), Ok(None), "a removed record is gone");
    assert_eq!(
        store.list(&Index::OngoingIn(rows), Page::first(10)),
        Ok(Vec::new()),
        "and so are its index rows"
    );
    assert_eq!(remove(1), Err(StoreError::Conflict(key.clone())));
    assert_eq!(put(store, 0, record), Ok(()), "its key is free again");
    assert_eq!(remove(1), Ok(()));
}

fn refuses_a_write_of_an_old_version<S: Store>(store: &S) {
    let (mut first, other) = (game(1, "a"), game(2, "a"));
    let key = Key::Game(first.id);
    first.moves.push("h1h2".to_owned());
    let late = Batch::writing([Write::new(0, other.clone()), Write::new(0, first.clone())]);
    assert_eq!(
        store.commit(late),
        Err(StoreError::Conflict(key.clone())),
        "version 1 is there, 0 was expected"
    );
    assert_eq!(
        store.get(&Key::Game(other.id)),
        Ok(None),
        "nothing of a refused batch is written"
    );
    assert_eq!(put(store, 1, first.clone()), Ok(()));
    assert_eq!(put(store, 1, first), Err(StoreError::Conflict(key.clone())));
}

fn replaces_index_rows_with_their_record<S: Store>(store: &S) {
    let mut record = game(3, "moving");
    put(store, 0, record.clone()).expect("written");
    let all = |index: &Index| store.list(index, Page::first(100)).expect("listed");
    let [old, new] = ["moving", "moved"].map(|room| Index::OngoingIn(venue(room).room));
    assert_eq!(all(&old), [(3, Key::Game(record.id))]);
    record.venue = venue("moved");
    put(store, 1, record.clone()).expect("written");
    assert_eq!(
        (all(&old).len(), all(&new)),
        (0, vec![(3, Key::Game(record.id))])
    );
    let prefix = Index::OngoingIn(RoomId::new("test:mov"));
    assert!(
        all(&prefix).is_empty(),
        "a prefix of an index's name is another index"
    );
}

fn pages_in_both_directions<S: Store>(store: &S) {
    // Negative numbers come first: an order is a signed number.
    let orders = [-5, 0, 3, 3, 700, i64::MAX];
    for (seed, expires) in (100..).zip(orders) {
        put(store, 0, challenge(seed, "paging", expires)).expect("written");
    }
    let index = Index::ChallengesBy(person("paging").id);
    let mut page = Page::first(2);
    let mut seen = Vec::new();
    let list = |page: &Page| store.list(&index, page.clone()).expect("listed");
    while let rows @ [.., last] = &list(&page)[..] {
        assert!(rows.len() <= 2);
        seen.extend_from_slice(rows);
        page.after = Some(last.clone());
    }
    assert_eq!(seen.iter().map(|row| row.0).collect::<Vec<_>>(), orders);
    seen.reverse();
    assert_eq!(store.list(&index, Page::last(100)), Ok(seen.clone()));
    let rest = Page {
        after: Some(seen[3].clone()),
        ..Page::last(100)
    };
    assert_eq!(store.list(&index, rest), Ok(seen[4..].to_vec()));
}

fn keeps_effects_until_they_are_done<S: Store>(store: &S) {
    let show = Show {
        subject: Subject::Game(GameId::draw(1, 0)),
        version: 1,
        manner: Manner::InPlace,
        ply: Some(0),
    };
    let id = |id: &str| EffectId(id.to_owned());
    let effect = |number: &str| Outgoing {
        id: id(number),
        home: Home::new(7),
        effect: Effect::Show(show.clone()),
    };
    let three = Batch::sending(["2", "3", "1"].map(effect));
    store.commit(three).expect("written");
    assert_eq!(
        store.outgoing(2),
        Ok(vec![effect("1"), effect("2")]),
        "in the order of their ids"
    );
    let both = Batch {
        outgoing: vec![effect("4")],
        ..Batch::completing(["1", "3"].map(id))
    };
    store.commit(both).expect("written");
    assert_eq!(store.outgoing(9), Ok(vec![effect("2"), effect("4")]));
    let done = Batch::completing(["2", "4", "gone"].map(id));
    store
        .commit(done)
        .expect("completing an unknown effect is harmless");
    assert_eq!(store.outgoing(9), Ok(Vec::new()));
}

/// Returns how many of eight threads that write at the same time succeed.
fn successes(write: impl Fn(u8) -> Result<()> + Sync) -> usize {
    let start = std::sync::Barrier::new(8);
    let writer = |number| {
        start.wait();
        write(number).is_ok()
    };
    std::thread::scope(|scope| {
        let spawn = |number| scope.spawn(move || writer(number));
        let writers: Vec<_> = (0..8).map(spawn).collect();
        let outcomes = writers.into_iter().map(|w| w.join().expect("no panic"));
        outcomes.filter(|is_ok| *is_ok).count()
    })
}

fn one_of_many_writers_wins<S: Store>(store: &S) {
    let record = game(4, "race");
    put(store, 0, record.clone()).expect("written");
    let wins = successes(|number| {
        let mut mine = record.clone();
        mine.touched = Timestamp(10 + i64::from(number));
        put(store, 1, mine)
    });
    assert_eq!(wins, 1, "eight writers expected version 1");
    let rows = store
        .list(&Index::OngoingIn(venue("race").room), Page::first(9))
        .expect("listed");
    assert_eq!(rows.len(), 1, "the losers left no index rows");
}

/// Adds a challenge by `by`, if they have fewer than `below` that expire at or after `since`.
fn put_within<S: Store>(
    store: &S,
    (seed, by): (u64, &str),
    (since, below): (i64, usize),
) -> Result<()> {
    let expires = i64::try_from(seed).unwrap_or(i64::MAX);
    let quota = Quota {
        index: Index::ChallengesBy(person(by).id),
        since,
        below,
    };
    store.commit(Batch {
        quotas: vec![quota],
        ..Batch::write(0, challenge(seed, by, expires))
    })
}

fn refuses_a_batch_without_room<S: Store>(store: &S) {
    let index = Index::ChallengesBy(person("quota").id);
    let full = Err(StoreError::Full(index.clone()));
    let put = |seed, since, below| put_within(store, (seed, "quota"), (since, below));
    assert_eq!(put(200, i64::MIN, 0), full, "there is never room for it");
    assert_eq!(put(200, i64::MIN, 1), Ok(()));
    assert_eq!(put(201, i64::MIN, 1), full);
    assert_eq!(
        put(201, 200, 1),
        full,
        "its order is the lowest that counts"
    );
    assert_eq!(put(201, 201, 1), Ok(()), "older entries do not count");
    assert_eq!(put(202, 200, 2), full);
    assert_eq!(put(202, i64::MIN, 3), Ok(()));
    let rows = store.list(&index, Page::first(9)).expect("listed");
    assert_eq!(rows.len(), 3, "nothing of a refused batch is written");
}

fn refuses_a_batch_that_read_an_old_version<S: Store>(store: &S) {
    let (read, written) = (game(300, "held"), game(301, "held"));
    let key = Key::Game(read.id);
    let put_after = |version| {
        let key = key.clone();
        store.commit(Batch {
            held: vec![Held { key, version }],
            ..Batch::write(0, written.clone())
        })
    };
    assert_eq!(put_after(1), Err(StoreError::Conflict(key.clone())));
    put(store, 0, read.clone()).expect("written");
    assert_eq!(put_after(0), Err(StoreError::Conflict(key.clone())));
    assert_eq!(
        store.get(&Key::Game(written.id)),
        Ok(None),
        "nothing of a refused batch is written"
    );
    assert_eq!(put_after(1), Ok(()));
    assert_eq!(put(store, 1, read), Ok(()), "a held record is not changed");
}

fn many_writers_fill_a_quota_exactly<S: Store>(store: &S) {
    let stored = successes(|number| {
        let seed = 400 + u64::from(number);
        put_within(store, (seed, "crowd"), (i64::MIN, 3))
    });
    assert_eq!(stored, 3, "eight writers for a quota of three");
}

fn each_of_many_that_hold_a_record_changes_it<S: Store>(store: &S) {
    let record = game(500, "turns");
    let key = Key::Game(record.id);
    put(store, 0, record).expect("written");
    let change = |store: &dyn Store| {
        let stored = store.get(&key).expect("readable").expect("present");
        store.commit(Batch::write(stored.version, stored.record))
    };
    // Not all at once: on a busy machine the last would wait longer for its turn than a store lets anyone wait.
    for _ in 0..2 {
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    let mut outcome = None;
                    store
                        .hold(&Contended::Record(key.clone()), &mut |held| {
                            outcome = Some(change(held));
                        })
                        .expect("held");
                    assert_eq!(outcome, Some(Ok(())), "no other held attempt comes between");
                });
            }
        });
    }
    let stored = store.get(&key).expect("readable").expect("present");
    assert_eq!(stored.version, 9);
    // A held record need not exist.
    let mut ran = false;
    let missing = Contended::Record(Key::Game(GameId::draw(501, 0)));
    let held = store.hold(&missing, &mut |_| ran = true);
    assert_eq!((held, ran), (Ok(()), true));
    let mut listed = None;
    let index = Index::OngoingIn(venue("turns").room);
    let held = store.hold(&Contended::Index(index.clone()), &mut |held| {
        listed = Some(held.list(&index, Page::first(9)).expect("listed").len());
    });
    assert_eq!((held, listed), (Ok(()), Some(1)));
}

fn lists_deadlines_earliest_first<S: Store>(store: &S) {
    let all = store.list(&Index::Due, Page::first(1000)).expect("listed");
    assert!(all.len() > 2, "the challenges above have deadlines");
    let due = |page| store.list(&Index::Due, page);
    assert_eq!(due(Page::first(2)), Ok(all[..2].to_vec()));
    let page = Page {
        after: Some(all[0].clone()),
        ..Page::first(1)
    };
    assert_eq!(due(page), Ok(all[1..2].to_vec()));
}

fn keeps_deadlines_of_platforms_apart<S: Store>(store: &S) {
    let due = |platform| store.list(&Index::due_on(platform), Page::first(1000));
    let before = due(Platform::Discord);
    let mut record = challenge(600, "matrix", 700);
    record.venue.room = RoomId::new("matrix:!room:example.org");
    let key = Key::Challenge(record.id);
    put(store, 0, record.clone()).expect("written");
    assert_eq!(due(Platform::Discord), before);
    assert_eq!(due(Platform::Matrix), Ok(vec![(700, key.clone())]));
    record.state = ChallengeState::Expired;
    put(store, 1, record).expect("written");
    let kept = due(Platform::Matrix).expect("listed");
    assert!(kept.len() == 1 && kept[0].0 > 700, "it is kept for a while");
    let removed = store.commit(Batch::removal(2, key));
    assert_eq!(removed, Ok(()));
    assert_eq!(due(Platform::Matrix), Ok(Vec::new()));
}

fn notes_an_event_once_and_forgets_it<S: Store>(store: &S) {
    let heard = |n: i64| HeardRecord {
        id: HeardId::new(format!("matrix:$event-{n}:example.org")),
        at: Timestamp(n),
    };
    let key = |n| Key::Heard(heard(n).id);
    for n in [2, 1] {
        assert_eq!(put(store, 0, heard(n)), Ok(()));
        assert_eq!(put(store, 0, heard(n)), Err(StoreError::Conflict(key(n))));
    }
    let noted = |limit| store.list(&Index::Heard, Page::first(limit));
    assert_eq!(noted(9), Ok(vec![(1, key(1)), (2, key(2))]));
    let forgotten = store.commit(Batch::removal(1, key(1)));
    assert_eq!(forgotten, Ok(()));
    assert_eq!(noted(9), Ok(vec![(2, key(2))]));
    assert_eq!(store.get(&key(1)), Ok(None));
}
