//! Records and index rows: of this program, of older and of newer ones.

use app::GameRecord;
use app::store::Write;

use super::*;
use crate::MAX_VALUE;

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
    let both = [Write::new(0, game(2)), Write::new(0, large.clone())];
    let too_large = StoreError::TooLarge(Key::Game(large.id));
    assert_eq!(store.commit(Batch::writing(both)), Err(too_large));
    assert_eq!(store.get(&Key::Game(game(2).id)), Ok(None));

    // The longest possible game fits.
    large.moves = vec!["a2xb1q".to_owned(); GameRecord::MAX_PLIES];
    assert_eq!(put(&store, 0, large), Ok(()));
}

#[test]
fn a_record_of_a_newer_schema_is_neither_read_nor_overwritten() {
    let folder = folder();
    drop(opened(&folder));
    let game = game(1);
    let key = Key::Game(game.id);
    modify(&folder, |database| {
        let put = |tree: &str, key: &[u8], value: &[u8]| {
            let tree = database.open_tree(tree).expect("opens");
            tree.insert(key, value).expect("inserted");
        };
        put(
            "records",
            &keys::key(&key),
            br#"{"s":2,"v":1,"shape":"unknown"}"#,
        );
        put("outgoing", b"0", br#"{"s":2,"v":1}"#);
    });
    let store = opened(&folder);
    let why = "written by a newer version of Delos (schema 2; this version reads up to 1): run that version";
    let unreadable = StoreError::Unreadable(key.clone(), why.to_owned());
    assert_eq!(store.get(&key), Err(unreadable.clone()));
    assert_eq!(put(&store, 1, game.clone()), Err(unreadable));
    // An unreadable effect does not block the others.
    let effect = show("1", game.id);
    store
        .commit(Batch::sending([effect.clone()]))
        .expect("written");
    assert_eq!(store.outgoing(1), Ok(vec![effect]));
}

#[test]
fn an_import_takes_few_commits() {
    let (from, into) = (folder(), folder());
    let games = (0..250).map(|n| Write::new(0, game(n)));
    let source = opened(&from);
    source.commit(Batch::writing(games)).expect("written");
    let mut file = Vec::new();
    let exported = source.export(ExportScope::Records, &mut file);
    exported.expect("exported");
    let store = opened(&into);
    let commits = || store.gate.read(|trees| Ok(trees.tally()?.commits));
    let import = || {
        let counts = store.import(&mut file.as_slice()).expect("imported");
        (counts.added, counts.existing)
    };
    let before = commits().expect("read");
    assert_eq!(import(), (250, 0));
    assert_eq!(commits(), Ok(before + 3));
    let removal = Batch::removal(1, Key::Game(game(7).id));
    store.commit(removal).expect("written");
    assert_eq!(import(), (1, 249), "only what is missing is added");
}

#[test]
fn a_check_ends_wherever_it_reads_if_its_progress_cannot_be_told() {
    let folder = folder();
    let store = opened(&folder);
    let games = (0..600).map(|n| Write::new(0, game(n)));
    store.commit(Batch::writing(games)).expect("written");
    let effects = (0..600_u64).map(|n| show(&n.to_string(), game(n).id));
    store.commit(Batch::sending(effects)).expect("written");
    let told_until = |end: usize| {
        let mut told = Vec::new();
        let checked = store.check_with(&mut |records| {
            told.push(records);
            if told.len() < end {
                Ok(())
            } else {
                Err(io::Error::other("stopping"))
            }
        });
        (told, checked)
    };
    let (all, checked) = told_until(usize::MAX);
    checked.expect("checked");
    let (first, last) = (all.first(), all.last());
    assert_eq!(first, Some(&0), "while everything is counted");
    assert_eq!(last, Some(&600), "among the effects");
    for end in 1..=all.len() {
        let (told, checked) = told_until(end);
        let why = checked.expect_err("ended").to_string();
        assert!(why.contains("stopping"), "{why}");
        assert_eq!(told, all[..end]);
    }
}

#[test]
fn later_effects_of_a_subject_are_found() {
    let folder = folder();
    let store = opened(&folder);
    let (one, other) = (game(1).id, game(2).id);
    let outgoing = [
        (1, Subject::Game(one)),
        (2, Subject::Game(other)),
        (3, Subject::Game(one)),
        (5, Subject::Game(one)),
        (6, Subject::GameElsewhere(one)),
    ];
    let outgoing = outgoing.map(|(version, subject)| {
        let mut outgoing = show(&version.to_string(), one);
        if let Effect::Show(show) = &mut outgoing.effect {
            (show.subject, show.version) = (subject, version);
        }
        outgoing
    });
    store.commit(Batch::sending(outgoing)).expect("written");
    let after = |subject, version| {
        let shows = store.shows_after(subject, version);
        let versions = shows.map(|shows| shows.iter().map(|show| show.version).collect::<Vec<_>>());
        versions.expect("read")
    };
    assert_eq!(after(Subject::Game(one), 0), [1, 3, 5]);
    assert_eq!(after(Subject::Game(one), 1), [3, 5]);
    assert_eq!(after(Subject::Game(one), 5), [0; 0]);
    assert_eq!(after(Subject::GameElsewhere(one), 1), [6]);
}

#[test]
fn a_post_is_found_by_its_subject_and_by_all_its_messages() {
    posts_are_found("discord:5", ["discord:10", "discord:11"]);
    let long = format!("matrix:${}", "e".repeat(254));
    posts_are_found("matrix:!room:example.org|$root", [&long, "matrix:$10"]);
    // As long as a number, and as the digits of one.
    posts_are_found("t:!r", ["t:$23456", "t:10"]);
}

/// Posts two messages of one game.
fn posts_are_found(room: &str, messages: [&str; 2]) {
    let folder = folder();
    let store = opened(&folder);
    let game = game(1);
    let subject = Subject::Game(game.id);
    let [one, two] = messages.map(MessageId::new);
    let found = |store: &SledStore, message: &MessageId| {
        let subject_of = store.subject_of(message).expect("read");
        (store.post(subject).expect("read"), subject_of)
    };
    assert_eq!(found(&store, &one), (None, None));
    let effects = [show("1", game.id), show("2", game.id)];
    store.commit(Batch::sending(effects)).expect("written");
    put(&store, 0, game.clone()).expect("written");

    let complete = |post: Option<&Post>, effect: Option<&str>| {
        let effect = effect.map(|id| EffectId(id.to_owned()));
        let completed = store.complete(subject, post, effect.as_slice());
        completed.expect("written");
    };
    let first = Post {
        message: one.clone(),
        room: RoomId::new(room),
        version: 1,
        first: Some(1),
        posted_at: 1,
        remains: "1. e4".to_owned(),
    };
    complete(Some(&first), Some("1"));
    assert_eq!(found(&store, &one), (Some(first.clone()), Some(subject)));
    // Completed together with its message.
    assert_eq!(store.outgoing(9), Ok(vec![show("2", game.id)]));

    let changed = Post {
        version: 2,
        ..first.clone()
    };
    complete(Some(&changed), None);
    assert_eq!(found(&store, &one), (Some(changed.clone()), Some(subject)));
    assert_eq!(store.unretired(), Ok(Vec::new()), "the same message");

    // Completed without a message.
    complete(None, Some("2"));
    assert_eq!(store.post(subject), Ok(Some(changed.clone())));
    assert_eq!(store.outgoing(9), Ok(Vec::new()));

    let second = Post {
        message: two.clone(),
        version: 3,
        ..first
    };
    complete(Some(&second), None);
    drop(store);
    let store = opened(&folder);
    // A former message still leads to its subject.
    for message in [&one, &two] {
        assert_eq!(
            found(&store, message),
            (Some(second.clone()), Some(subject))
        );
    }
    // A challenge and a game may have the same id.
    let other = Subject::Challenge(challenge(1).id);
    assert_eq!(store.post(other), Ok(None));
    assert_eq!(store.unretired(), Ok(vec![changed]), "replaced");
    let report = store.check_all().expect("checked");
    assert_eq!(report.listed, Vec::<String>::new());
    restored_alike(&store);

    store.mark_retired(&[one, two.clone()]).expect("written");
    assert_eq!(store.unretired(), Ok(Vec::new()));
    let forgotten = Batch {
        forgotten_posts: vec![subject],
        ..Batch::default()
    };
    store.commit(forgotten).expect("written");
    assert_eq!(found(&store, &two), (None, None));
}

/// A restored backup has the same values.
fn restored_alike(store: &SledStore) {
    let export = |store: &SledStore| {
        let mut backup = Vec::new();
        let exported = store.export(ExportScope::All, &mut backup);
        (exported.expect("exported"), backup)
    };
    let before = export(store);
    let folder = folder();
    SledStore::restore(folder.path(), &mut before.1.as_slice()).expect("restored");
    assert!(export(&opened(&folder)) == before, "the backup is the same");
}

#[test]
fn messages_of_discord_are_stored_as_by_earlier_programs() {
    let folder = folder();
    drop(opened(&folder));
    let game = game(1);
    let (subject, id) = (Subject::Game(game.id), 81_384_788_765_712_384_u64);
    let key = keys::subject(subject);
    let post = |message: u64| {
        format!(
            r#"{{"s":1,"v":1,"r":{{"message":{message},"channel":5,"version":1,"posted_at":1,"remains":""}}}}"#
        )
    };
    modify(&folder, |database| {
        let put = |tree: &str, key: &[u8], value: &[u8]| {
            let tree = database.open_tree(tree).expect("opens");
            tree.insert(key, value).expect("inserted");
        };
        put("posts", &key, post(id).as_bytes());
        put("messages", &id.to_be_bytes(), &key);
        put("messages", &7_u64.to_be_bytes(), &key);
        put("retiring", &7_u64.to_be_bytes(), post(7).as_bytes());
    });
    let store = opened(&folder);
    let message = |number| MessageId::new(format!("discord:{number}"));
    let found = store.post(subject).expect("read").expect("there");
    assert_eq!(found.message, message(id));
    assert_eq!(found.room, RoomId::new("discord:5"));
    assert_eq!(store.subject_of(&message(id)), Ok(Some(subject)));
    let left = store.unretired().expect("read");
    let left: Vec<_> = left.iter().map(|post| &post.message).collect();
    assert_eq!(left, [&message(7)]);
    store.mark_retired(&[message(7)]).expect("written");
    let next = Post {
        message: message(8),
        ..found
    };
    store.complete(subject, Some(&next), &[]).expect("written");
    drop(store);
    modify(&folder, |database| {
        let all = |tree: &str| -> Vec<(Vec<u8>, Vec<u8>)> {
            let tree = database.open_tree(tree).expect("opens");
            let entries = tree.iter().map(|entry| entry.expect("read"));
            entries
                .map(|(key, value)| (key.to_vec(), value.to_vec()))
                .collect()
        };
        assert_eq!(all("posts"), [(key.clone(), post(8).into_bytes())]);
        let of = |number: u64| (number.to_be_bytes().to_vec(), key.clone());
        assert_eq!(all("messages"), [of(7), of(8), of(id)]);
        let replaced = (id.to_be_bytes().to_vec(), post(id).into_bytes());
        assert_eq!(all("retiring"), [replaced]);
    });
}
