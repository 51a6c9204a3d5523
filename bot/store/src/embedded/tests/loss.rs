//! Databases that are older or smaller than acknowledged are noticed at startup or by a check.

use super::*;

/// Refuses to open with these words, and with what to do.
fn refuses(folder: &TempDir, words: &str) {
    let error = refused(folder);
    assert!(matches!(error, OpenError::Incomplete { .. }), "{error}");
    let said = error.to_string();
    for words in [words, "delos restore", "delos salvage", "NEW-FOLDER"] {
        assert!(said.contains(words), "{words}: {said}");
    }
}

/// A folder with commits, and a copy of it after some of them.
fn with_older(first: u64, then: u64) -> (TempDir, TempDir) {
    let (older, present) = (folder(), folder());
    let write = |numbers: std::ops::Range<u64>| {
        let store = opened(&present);
        for number in numbers {
            put(&store, 0, game(number)).expect("written");
        }
    };
    write(0..first);
    drop(opened(&present));
    copy(present.path(), older.path());
    write(first..first + then);
    // sled closes its files a little after the last handle.
    modify(&present, |_| ());
    (older, present)
}

fn assert_in_order(store: &SledStore) {
    let report = store.check_all().expect("checked");
    assert_eq!(report.listed, Vec::<String>::new());
}

#[test]
fn an_older_database_is_refused() {
    let (older, present) = with_older(3, 1);
    fs::remove_dir_all(present.path().join("store")).expect("removed");
    copy(&older.path().join("store"), &present.path().join("store"));
    let missing = "its last commit is missing (5 were acknowledged, with 4 records)";
    refuses(&present, missing);
}

#[test]
fn a_database_of_another_folder_is_refused() {
    let (one, other) = (folder(), folder());
    for folder in [&one, &other] {
        drop(opened(folder));
        modify(folder, |_| ());
    }
    fs::copy(one.path().join("tally"), other.path().join("tally")).expect("copied");
    refuses(&other, "do not belong together");
}

#[test]
fn a_missing_database_is_refused_and_not_created_again() {
    let (_, present) = with_older(2, 1);
    fs::remove_dir_all(present.path().join("store")).expect("removed");
    refuses(&present, "its 3 records are gone");
    assert!(!present.path().join("store").exists());
}

#[test]
fn a_missing_or_damaged_tally_is_refused() {
    let (_, present) = with_older(2, 1);
    let tally = present.path().join("tally");
    let counts = "the file tally, which counts what was acknowledged";
    fs::write(&tally, vec![7; 8192]).expect("written");
    refuses(&present, &format!("{counts}, is damaged"));
    fs::remove_file(&tally).expect("removed");
    refuses(&present, &format!("{counts}, is missing"));
    let mut out = Vec::new();
    let scratch = folder();
    let salvaged = SledStore::salvage(present.path(), scratch.path(), &mut out).expect("read");
    assert_eq!((salvaged.records, salvaged.acknowledged), (3, None));
    let restored = folder();
    SledStore::restore(restored.path(), &mut out.as_slice()).expect("restored");
    assert_in_order(&opened(&restored));
}

#[test]
fn a_crash_may_leave_the_tally_one_group_of_commits_behind() {
    let group = tally::MAX_GROUP as u64;
    for (behind, accepted) in [(1, true), (group, true), (group + 1, false)] {
        let (older, present) = with_older(2, behind);
        let tally = present.path().join("tally");
        fs::copy(older.path().join("tally"), &tally).expect("copied");
        if !accepted {
            refuses(&present, "the file tally is older than the database");
            continue;
        }
        for _ in 0..2 {
            assert_in_order(&opened(&present));
        }
    }
}

#[test]
fn one_damaged_copy_of_the_tally_is_repaired_and_reported_once() {
    for at in [0, 4096] {
        let (_, present) = with_older(2, 3);
        let tally = present.path().join("tally");
        let mut bytes = fs::read(&tally).expect("read");
        bytes[at + 9] ^= 1;
        fs::write(&tally, bytes).expect("written");
        let report = opened(&present).check_all().expect("checked");
        let repaired = "the file tally was damaged and has been repaired";
        assert_eq!(report.listed, [repaired]);
        assert_in_order(&opened(&present));
    }
}

#[test]
fn a_changed_value_is_found_by_a_check_and_never_backed_up() {
    let (_, present) = with_older(3, 0);
    modify(&present, |database| {
        let records = database.open_tree("records").expect("opens");
        let key = keys::key(&Key::Game(game(1).id));
        let value = records.get(&key).expect("read").expect("there");
        let value = String::from_utf8_lossy(&value).replace("h1h2", "h1g1");
        records.insert(key, value.as_bytes()).expect("written");
    });
    let store = opened(&present);
    let listed = store.check_all().expect("checked").listed;
    let damaged = "the database is damaged: it has 3 records, and 3 were";
    assert!(listed[0].starts_with(damaged), "{listed:?}");
    let exported = store.export(ExportScope::All, &mut Vec::new());
    let is_refused = matches!(exported, Err(JsonlError::Incomplete { .. }));
    assert!(is_refused, "{exported:?}");
}
