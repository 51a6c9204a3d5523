//! Records and index rows: of this program, of older and of newer ones.

use app::store::Write;
use app::{GameRecord, PlayerId, Record};

use super::*;

#[test]
fn the_store_fulfills_the_contract() {
    let folder = folder();
    app::store::contract::check(&opened(&folder));
}

#[test]
fn a_batch_with_a_record_that_is_too_large_writes_nothing() {
    let folder = folder();
    let store = opened(&folder);
    let mut large = game(1);
    large.moves = vec!["h1h2".to_owned(); MAX_VALUE / 7];
    let writes = vec![
        Write {
            expected: 0,
            record: game(2).into(),
        },
        Write {
            expected: 0,
            record: large.clone().into(),
        },
    ];
    let outcome = store.commit(Batch {
        writes,
        ..Batch::default()
    });
    assert_eq!(outcome, Err(StoreError::TooLarge(Key::Game(large.id))));
    assert_eq!(store.get(&Key::Game(game(2).id)), Ok(None));

    large.moves = vec!["a2xb1q".to_owned(); GameRecord::MAX_PLIES];
    assert_eq!(
        put(&store, 0, large),
        Ok(()),
        "the longest possible game fits"
    );
}

#[test]
fn records_of_the_first_schema_are_still_read() {
    let folder = folder();
    drop(opened(&folder));
    let (game, challenge) = (game(1), challenge(1));
    let golden: [(Key, Record, &[u8]); 2] = [
        (
            Key::Game(game.id),
            game.clone().into(),
            include_bytes!("../../../tests/data/schema-1-game.json"),
        ),
        (
            Key::Challenge(challenge.id),
            challenge.into(),
            include_bytes!("../../../tests/data/schema-1-challenge.json"),
        ),
    ];
    modify(&folder, |database| {
        for (key, _, bytes) in &golden {
            database
                .open_tree("records")
                .and_then(|tree| tree.insert(keys::key(key), *bytes))
                .expect("inserted");
        }
    });
    let store = opened(&folder);
    for (key, record, _) in golden {
        assert_eq!(store.get(&key), Ok(Some(Stored { version: 3, record })));
    }
    assert_eq!(put(&store, 3, game), Ok(()), "and can be replaced");
}

#[test]
fn records_of_an_older_program_get_the_present_index_rows() {
    let folder = folder();
    drop(opened(&folder));
    let game = game(1);
    let ongoing = Index::OngoingOf(PlayerId::new("test:ann"));
    let stale = keys::row(&ongoing, 1, &Key::Game(game.id));
    // As an older program left it: one row with another order than the present one, and no index version.
    modify(&folder, |database| {
        let golden = include_str!("../../../tests/data/schema-1-game.json")
            .replace(r#""order":2000}"#, r#""order":1}"#);
        let records = database.open_tree("records").expect("opens");
        records
            .insert(keys::key(&Key::Game(game.id)), golden.as_bytes())
            .expect("inserted");
        let rows = database.open_tree("rows").expect("opens");
        rows.insert(&stale, &[]).expect("inserted");
        let marker = database.open_tree(open::MARKER_TREE).expect("opens");
        marker
            .insert("marker", br#"{"program":"delos","format":1}"#)
            .expect("inserted");
        assert!(database.drop_tree("tally").expect("dropped"));
    });
    std::fs::remove_file(folder.path().join("tally")).expect("removed");
    for start in 1..=2 {
        let store = opened(&folder);
        let rows = |index: &Index| store.list(index, Page::first(10)).expect("listed");
        assert_eq!(rows(&Index::Ongoing).len(), 1, "start {start}");
        assert_eq!(rows(&ongoing), [(2000, Key::Game(game.id))]);
        let report = store.check_all().expect("checked");
        assert_eq!(report.listed, Vec::<String>::new());
        let stored = store
            .get(&Key::Game(game.id))
            .expect("read")
            .expect("there");
        assert_eq!(stored.version, 3, "unchanged");
    }
}

#[test]
fn a_record_of_a_newer_schema_is_neither_read_nor_overwritten() {
    let folder = folder();
    drop(opened(&folder));
    let game = game(1);
    let key = Key::Game(game.id);
    modify(&folder, |database| {
        let records = database.open_tree("records").expect("opens");
        records
            .insert(keys::key(&key), br#"{"s":2,"v":1,"shape":"unknown"}"#)
            .expect("inserted");
        let outgoing = database.open_tree("outgoing").expect("opens");
        outgoing.insert("0", br#"{"s":2,"v":1}"#).expect("inserted");
    });
    let store = opened(&folder);
    let why =
        "written by a newer version of Delos (schema 2; this version reads up to 1): run that version"
            .to_owned();
    let unreadable = StoreError::Unreadable(key.clone(), why);
    assert_eq!(store.get(&key), Err(unreadable.clone()));
    assert_eq!(put(&store, 1, game.clone()), Err(unreadable));
    // An unreadable effect does not block the others.
    store
        .commit(Batch {
            outgoing: vec![show("1", game.id)],
            ..Batch::default()
        })
        .expect("written");
    assert_eq!(store.outgoing(1), Ok(vec![show("1", game.id)]));
}

#[test]
fn later_effects_of_a_subject_are_found() {
    let folder = folder();
    let store = opened(&folder);
    let (one, other) = (game(1).id, game(2).id);
    let outgoing = [(1, one), (2, other), (3, one), (5, one)].map(|(version, game)| {
        let mut outgoing = show(&version.to_string(), game);
        if let Effect::Show(show) = &mut outgoing.effect {
            show.version = version;
        }
        outgoing
    });
    store
        .commit(Batch {
            outgoing: outgoing.to_vec(),
            ..Batch::default()
        })
        .expect("written");
    let after = |version| {
        let shows = store.shows_after(Subject::Game(one), version);
        let versions = shows.map(|shows| shows.iter().map(|show| show.version).collect::<Vec<_>>());
        versions.expect("read")
    };
    assert_eq!(after(0), [1, 3, 5]);
    assert_eq!(after(1), [3, 5]);
    assert_eq!(after(5), [0; 0]);
}

#[test]
fn a_post_is_found_by_its_subject_and_by_all_its_messages() {
    let folder = folder();
    let store = opened(&folder);
    let game = game(1);
    let subject = Subject::Game(game.id);
    assert_eq!(
        (store.post(subject), store.subject_of(10)),
        (Ok(None), Ok(None))
    );
    store
        .commit(Batch {
            outgoing: vec![show("1", game.id), show("2", game.id)],
            ..Batch::default()
        })
        .expect("written");

    let first = Post {
        message: 10,
        channel: 5,
        version: 1,
        first: Some(1),
        posted_at: 1,
        remains: "1. e4".to_owned(),
    };
    store
        .complete(subject, Some(&first), &[EffectId("1".to_owned())])
        .expect("written");
    assert_eq!(
        (store.post(subject), store.subject_of(10)),
        (Ok(Some(first.clone())), Ok(Some(subject)))
    );
    assert_eq!(
        store.outgoing(9),
        Ok(vec![show("2", game.id)]),
        "completed together with its message"
    );

    let changed = Post {
        version: 2,
        ..first.clone()
    };
    store
        .complete(subject, Some(&changed), &[])
        .expect("written");
    assert_eq!(
        (store.post(subject), store.subject_of(10)),
        (Ok(Some(changed.clone())), Ok(Some(subject)))
    );

    store
        .complete(subject, None, &[EffectId("2".to_owned())])
        .expect("written");
    assert_eq!(
        (store.post(subject), store.outgoing(9)),
        (Ok(Some(changed.clone())), Ok(Vec::new())),
        "completed without a message"
    );

    let second = Post {
        message: 11,
        version: 3,
        ..first.clone()
    };
    store
        .complete(subject, Some(&second), &[])
        .expect("written");
    drop(store);
    let store = opened(&folder);
    assert_eq!(store.post(subject), Ok(Some(second.clone())));
    assert_eq!(
        (store.subject_of(10), store.subject_of(11)),
        (Ok(Some(subject)), Ok(Some(subject))),
        "a former message still leads to its subject"
    );
    let other = Subject::Challenge(challenge(1).id);
    assert_eq!(
        store.post(other),
        Ok(None),
        "a challenge and a game may have the same id"
    );
}
