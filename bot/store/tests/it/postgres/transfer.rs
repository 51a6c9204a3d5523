use std::io::BufReader;
use std::time::Duration;

use app::effect::Subject;
use app::store::{Batch, Key, Store as _, Write};
use app::{PresenceRecord, Span};
use store::leases::Lease;
use store::postgres::{PostgresSettings, PostgresStore};
use store::{Database, ExportScope, Posts as _, SledStore};
use text::Platform;

use crate::samples::{batch, game, name, now, opened, post, serving, show};
use crate::server::{self, database};

/// Stores some hundred games, effects and messages.
fn fill(store: &dyn Database) {
    for n in 0..650_u64 {
        let record = game(n);
        let subject = Subject::Game(record.id);
        let change = Batch {
            outgoing: vec![show(&format!("{n:013}"), record.id, 1)],
            ..batch(0, record.clone())
        };
        store.commit(change).unwrap();
        if n % 3 == 0 {
            store.commit(batch(1, record)).unwrap();
        }
        for message in [n * 1_000_000_007 + 5, n * 1_000_000_007 + 6] {
            let (message, room) = if n % 4 == 0 {
                (format!("discord:{message}"), "discord:7")
            } else {
                (format!("matrix:${message}:example.org"), "matrix:!a|$b")
            };
            if n % 2 == 0 {
                let post = post(message, room);
                store.complete(subject, Some(&post), &[]).unwrap();
            }
        }
    }
}

/// A database in a folder with this many games.
fn with_games(games: u64) -> (tempfile::TempDir, SledStore) {
    let folder = tempfile::tempdir().unwrap();
    let sled = SledStore::open(folder.path()).unwrap();
    for n in 0..games {
        sled.commit(batch(0, game(n))).unwrap();
    }
    (folder, sled)
}

fn exported(store: &dyn Database, scope: ExportScope) -> Vec<u8> {
    let mut out = Vec::new();
    store.export(scope, &mut out).unwrap();
    out
}

/// Returns the lines of a backup, sorted: stores differ in the order of messages.
fn backup(store: &dyn Database) -> Vec<String> {
    let mut out = Vec::new();
    let count = store.export(ExportScope::All, &mut out).unwrap();
    assert_eq!(count, 650 + 650 + 325 + 650 + 325);
    let text = String::from_utf8(out).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    lines.sort_unstable();
    lines
}

/// Restores the places of header and footer.
fn as_input(lines: &[String]) -> Vec<u8> {
    let mut lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    lines.sort_by_key(|line| match line {
        line if line.starts_with("{\"delos\"") => 0,
        line if line.starts_with("{\"end\"") => 2,
        _ => 1,
    });
    (lines.join("\n") + "\n").into_bytes()
}

#[test]
fn a_bot_moves_from_a_folder_to_a_server_and_back() {
    let Some(url) = database() else { return };
    let folder = tempfile::tempdir().unwrap();
    let sled = SledStore::open(&folder.path().join("one")).unwrap();
    fill(&sled);
    let first = backup(&sled);
    let settings = PostgresSettings::new(url.clone());
    let restored = PostgresStore::restore(&settings, &mut BufReader::new(&*as_input(&first)));
    assert_eq!(restored.unwrap(), 2_600);
    let server = opened(&url);
    assert_eq!(backup(&server), first, "byte for byte");
    assert_eq!(server.counts().unwrap(), sled.counts().unwrap());
    assert_eq!(server.check_all().unwrap(), sled.check_all().unwrap());
    let key = Key::Game(game(3).id);
    assert_eq!(server.get(&key), sled.get(&key));
    assert_eq!(server.outgoing(700), sled.outgoing(700));
    let index = app::store::Index::Ongoing;
    let page = app::store::Page::last(1000);
    assert_eq!(server.list(&index, page.clone()), sled.list(&index, page));
    let again = PostgresStore::restore(&settings, &mut BufReader::new(&*as_input(&first)));
    let again = again.expect_err("there are records").to_string();
    assert!(again.contains("has records already"), "{again}");
    let back = folder.path().join("back");
    let lines = as_input(&backup(&server));
    SledStore::restore(&back, &mut BufReader::new(&*lines)).unwrap();
    assert_eq!(backup(&SledStore::open(&back).unwrap()), first, "and back");
}

#[test]
fn a_restored_bot_was_absent_since_its_backup() {
    let Some(url) = database() else { return };
    let (_folder, sled) = with_games(2);
    let ran = now().plus(Span::hours(-3));
    let presence = PresenceRecord::begun(Platform::Discord, ran);
    sled.commit(batch(0, presence)).unwrap();
    let file = exported(&sled, ExportScope::All);
    // A bot has run on the database before.
    let store = opened(&url);
    let leases = serving(&store, 2);
    for shard in [0, 1].map(Lease::Shard) {
        leases.hear(shard).unwrap();
    }
    leases.leave().unwrap();
    let noted = PresenceRecord::begun(Platform::Discord, now());
    store.commit(batch(0, noted)).unwrap();
    let settings = PostgresSettings::new(url);
    PostgresStore::restore(&settings, &mut BufReader::new(&*file)).unwrap();
    for total in [2, 3] {
        assert_eq!(leases.agree_on_total(total).unwrap(), total);
        for shard in (0..total).map(Lease::Shard) {
            let absence = leases.contact(shard).unwrap().absence().unwrap();
            assert!(absence > Duration::from_mins(179), "{absence:?}");
        }
    }
}

#[test]
fn an_import_adds_what_is_missing() {
    let Some(url) = database() else { return };
    let (_folder, sled) = with_games(250);
    let file = exported(&sled, ExportScope::Records);
    let server = opened(&url);
    for n in [3, 120, 121] {
        server.commit(batch(0, game(n))).unwrap();
    }
    for expected in [(247, 3), (0, 250)] {
        let counts = server.import(&mut BufReader::new(&*file)).unwrap();
        assert_eq!((counts.added, counts.existing), expected);
    }
    assert_eq!(server.check_all().unwrap().problems, 0);
    let back = exported(&server, ExportScope::Records);
    assert_eq!(back, file, "both write the same file");
}

#[test]
fn a_broken_backup_leaves_the_database_empty() {
    let Some(url) = database() else { return };
    let (_folder, sled) = with_games(900);
    let file = exported(&sled, ExportScope::All);
    let settings = PostgresSettings::new(url.clone());
    for length in [file.len() - 20, file.len() / 2] {
        let cut = &file[..length];
        let refused = PostgresStore::restore(&settings, &mut BufReader::new(cut));
        let refused = refused.expect_err("truncated").to_string();
        assert!(refused.contains("line"), "{refused}");
        assert!(opened(&url).is_empty());
    }
}

#[test]
fn a_check_ends_when_the_store_is_closed() {
    let Some(url) = database() else { return };
    let store = opened(&url);
    let games = (0..600).map(|n| Write::new(0, game(n)));
    store.commit(Batch::writing(games)).unwrap();
    let checked = store.check_with(&mut |_| {
        store.shut_down();
        Ok(())
    });
    let why = checked.unwrap_err().to_string();
    assert!(why.contains("the store is closed"), "{why}");
}

#[test]
fn a_check_finds_what_does_not_agree() {
    let Some(url) = database() else { return };
    let store = opened(&url);
    for n in 0..3 {
        store.commit(batch(0, game(n))).unwrap();
    }
    let elsewhere = Subject::GameElsewhere(game(0).id);
    let post = post("discord:5".to_owned(), "discord:7");
    store.complete(elsewhere, Some(&post), &[]).unwrap();
    assert_eq!(store.check_all().unwrap().problems, 0);
    let server = server::server().unwrap();
    for (damage, found) in [
        (
            "DELETE FROM rows WHERE entry = (SELECT entry FROM rows ORDER BY entry LIMIT 1)",
            "rows of records are missing",
        ),
        ("INSERT INTO rows VALUES ('\\x0000')", "belong to no record"),
        (
            "UPDATE records SET version = 9 WHERE key = (SELECT key FROM records ORDER BY key LIMIT 1)",
            "two versions",
        ),
        (
            "UPDATE records SET body = 'x' WHERE key = (SELECT key FROM records ORDER BY key DESC LIMIT 1)",
            "damaged",
        ),
        (
            "INSERT INTO posts VALUES ('\\x31', '5', '{}')",
            "does not exist",
        ),
        ("INSERT INTO effects VALUES ('5', 0, '', '{}')", "effect 5"),
        ("INSERT INTO messages VALUES ('6', '\\x00')", "to nothing"),
        (
            "UPDATE messages SET subject = '\\x31' WHERE message = '5'",
            "does not lead to",
        ),
    ] {
        server.sql(&name(&url), damage);
        let listed = store.check_all().unwrap().listed;
        let is_found = listed.iter().any(|problem| problem.contains(found));
        assert!(is_found, "{damage}: {listed:?}");
    }
}
