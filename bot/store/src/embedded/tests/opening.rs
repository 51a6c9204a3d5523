//! Opening data folders: in use, foreign, newer, damaged.

use super::*;

#[test]
fn everything_is_kept_when_the_store_is_reopened() {
    let folder = folder();
    let (game, challenge) = (game(1), challenge(1));
    let store = opened(&folder);
    let batch = Batch {
        outgoing: vec![show("1", game.id)],
        ..Batch::writing([
            Write::new(0, game.clone()),
            Write::new(0, challenge.clone()),
        ])
    };
    store.commit(batch).expect("written");
    drop(store);
    let store = opened(&folder);
    let due = vec![(9_000, Key::Challenge(challenge.id))];
    assert_eq!(store.list(&Index::Due, Page::first(9)), Ok(due));
    assert_eq!(store.outgoing(9), Ok(vec![show("1", game.id)]));
    for (key, record) in [
        (Key::Game(game.id), Record::from(game)),
        (Key::Challenge(challenge.id), Record::from(challenge)),
    ] {
        let stored = store.get(&key).expect("readable").expect("present");
        assert_eq!((stored.version, stored.record), (1, record));
    }
}

#[test]
fn the_first_account_stays() {
    let folder = folder();
    let agree = |store: &SledStore, platform, account| {
        let kept = store.agree_on_account(platform, account);
        kept.expect("kept")
    };
    let store = opened(&folder);
    assert_eq!(agree(&store, Platform::Discord, "1"), "1");
    assert_eq!(agree(&store, Platform::Matrix, "@delos:hs"), "@delos:hs");
    assert_eq!(agree(&store, Platform::Discord, "2"), "1");
    drop(store);
    let store = opened(&folder);
    assert_eq!(agree(&store, Platform::Discord, "2"), "1");
    assert!(store.is_empty());
}

#[test]
fn a_folder_in_use_is_refused_until_its_user_stops() {
    let folder = folder();
    let first = opened(&folder);
    let error = refused(&folder);
    assert!(matches!(error, OpenError::InUse { .. }), "{error}");
    let said = error.to_string();
    assert!(
        said.contains("is in use by another Delos: stop that one"),
        "{said}"
    );
    drop(first);
    opened(&folder);
}

#[test]
fn a_snapshot_left_unfinished_by_a_kill_is_removed() {
    let folder = folder();
    let store = opened(&folder);
    put(&store, 0, game(1)).expect("written");
    drop(store);
    let unfinished = folder.path().join("store/snap.7FFFFFFFFFFFFFFF.generating");
    fs::write(&unfinished, "truncated").expect("written");
    let store = opened(&folder);
    let found = store.get(&Key::Game(game(1).id)).expect("read");
    assert!(found.is_some());
    assert!(!unfinished.exists());
}

#[test]
fn the_first_start_after_a_restore_does_not_read_the_whole_log() {
    let (from, to) = (folder(), folder());
    let store = opened(&from);
    let games = (0..3000).map(|number| Write::new(0, game(number)));
    store.commit(Batch::writing(games)).expect("written");
    let mut backup = Vec::new();
    let exported = store.export(ExportScope::All, &mut backup);
    exported.expect("exported");
    let restored = SledStore::restore(to.path(), &mut backup.as_slice());
    assert_eq!(restored.expect("restored"), 3000);
    // sled names its latest snapshot by how far into the log it reaches.
    let unread = |folder: &TempDir| {
        let store = folder.path().join("store");
        let names = fs::read_dir(&store).expect("listed");
        let read = names.filter_map(|file| {
            let name = file.expect("listed").file_name().into_string().ok()?;
            u64::from_str_radix(name.strip_prefix("snap.")?, 16).ok()
        });
        let all = fs::metadata(store.join("db")).expect("known").len();
        let segments = |bytes: u64| bytes / (512 * 1024);
        let since = all.saturating_sub(read.max().unwrap_or(0));
        (segments(all), segments(since))
    };
    let (all, since) = unread(&to);
    assert!(all >= 4 && since <= 1, "{since} of {all}");
    drop(store);
    let (all, since) = unread(&from);
    assert!(
        all >= 4 && since >= 4,
        "{since} of {all}: without a snapshot"
    );
}

#[test]
fn a_database_of_another_format_is_refused_and_left_unchanged() {
    let rows = keys::INDEX_VERSION + 1;
    let newer = format!(r#"{{"program":"delos","format":2,"rows":{rows}}}"#);
    let bring = "run that version, and bring its backup here";
    for (marker, why) in [
        (
            r#"{"program":"delos","format":3,"and":"more"}"#,
            "newer Delos (format 3; this version reads up to 2): run that version",
        ),
        (
            r#"{"program":"delos","format":1}"#,
            &format!("does not know (format 1, index rows 0): {bring}"),
        ),
        (
            &newer,
            &format!("does not know (format 2, index rows {rows}): {bring}"),
        ),
    ] {
        let folder = folder();
        drop(opened(&folder));
        modify(&folder, |database| {
            let ours = database.open_tree("delos").expect("opens");
            ours.insert("marker", marker).expect("inserted");
        });
        let error = refused(&folder).to_string();
        assert!(error.ends_with(why), "{error}");
        modify(&folder, |database| {
            let ours = database.open_tree("delos").expect("opens");
            let kept = ours.get("marker").expect("read");
            assert_eq!(kept.as_deref(), Some(marker.as_bytes()));
        });
    }
}

#[test]
fn a_database_without_the_marker_is_refused_and_left_unchanged() {
    // An empty one too: a folder opened by another version of sled looks like that.
    for rows in [0, 3] {
        let folder = folder();
        modify(&folder, |database| {
            for row in 0..rows {
                database.insert([row], b"theirs").expect("inserted");
            }
        });
        let error = refused(&folder);
        assert!(matches!(error, OpenError::NotOurs { .. }), "{error}");
        modify(&folder, |database| {
            let kept = (database.len(), database.tree_names().len());
            assert_eq!(kept, (usize::from(rows), 1));
        });
    }
}

#[test]
fn a_database_that_was_never_finished_is_created_again() {
    let folder = folder();
    fs::create_dir(folder.path().join("store.new")).expect("made");
    fs::write(folder.path().join("store.new/db"), b"partial").expect("written");
    drop(opened(&folder));
    assert!(!folder.path().join("store.new").exists());
}

#[test]
fn an_unusable_folder_is_named_in_the_error() {
    let folder = folder();
    let file = folder.path().join("file");
    fs::write(&file, "not a folder").expect("written");
    let error = SledStore::open(&file).expect_err("a file is not a folder");
    assert!(matches!(error, OpenError::Io { .. }), "{error}");
    let (said, file) = (error.to_string(), file.display().to_string());
    assert!(said.contains(&file), "{said}");
}

#[test]
fn a_damaged_database_is_an_error_and_never_a_panic_or_an_empty_store() {
    let template = folder();
    let store = opened(&template);
    let keys: Vec<_> = (0..200).map(|number| game(number).id).collect();
    for number in 0..200 {
        put(&store, 0, game(number)).expect("written");
    }
    drop(store);
    // sled closes its files a little after the last handle.
    modify(&template, |_| ());

    let mut kinds = [0; 3];
    for round in 0..16 {
        let folder = folder();
        copy(template.path(), folder.path());
        let log = folder.path().join("store/db");
        let mut bytes = fs::read(&log).expect("read");
        let part = bytes.len() / 16;
        bytes[round * part..(round + 1) * part].fill(0xA5);
        fs::write(log, bytes).expect("written");

        match SledStore::open(folder.path()) {
            Err(error @ OpenError::Damaged { .. }) => {
                kinds[0] += 1;
                assert!(error.to_string().contains("delos restore"), "{error}");
            }
            Err(OpenError::Incomplete { .. }) => kinds[1] += 1,
            Err(error) => panic!("unexpected: {error}"),
            Ok(store) => {
                kinds[2] += 1;
                // A damaged record must not read as missing; an undamaged one is intact.
                for (&id, number) in keys.iter().zip(0..) {
                    match store.get(&Key::Game(id)) {
                        Ok(stored) => {
                            let record = stored.map(|stored| stored.record);
                            assert_eq!(record, Some(game(number).into()));
                        }
                        Err(StoreError::Unavailable(_) | StoreError::Unreadable(..)) => {}
                        Err(error) => panic!("unexpected: {error}"),
                    }
                }
            }
        }
    }
    assert!(kinds[0] > 0, "no damage was detected: {kinds:?}");
}
