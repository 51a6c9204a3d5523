//! Records and index rows: of this program, of older and of newer ones.

use std::io;

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
