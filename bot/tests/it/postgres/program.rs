use std::path::Path;

use app::store::Store as _;
use store::SledStore;

use crate::common::assert_says;
use crate::common::samples::{batch, game, name, opened};
use crate::common::server::{self, database, server};
use crate::program::{self, TOKEN, UNREACHABLE};

/// Runs the program on a database; returns status, output and errors.
fn delos(folder: &Path, arguments: &[&str], set: &[(&str, &str)]) -> (Option<i32>, String, String) {
    let account = [("DISCORD_TOKEN", TOKEN), ("DISCORD_API", UNREACHABLE)];
    program::delos(folder, arguments, &[&account, set].concat())
}

#[track_caller]
fn fails(folder: &Path, arguments: &[&str], set: &[(&str, &str)], status: i32, words: &str) {
    let (found, _, log) = delos(folder, arguments, set);
    assert_eq!(found, Some(status), "{arguments:?}: {log}");
    assert_says(&log, words);
}

#[test]
fn a_bot_moves_to_a_server_and_back_by_commands() {
    let Some(url) = database() else { return };
    let folder = tempfile::tempdir().unwrap();
    let sled = SledStore::open(&folder.path().join("data")).unwrap();
    for n in 0..120 {
        sled.commit(batch(0, game(n))).unwrap();
    }
    drop(sled);
    let url = url.to_string();
    let on_server = [("DELOS_STORE", url.as_str())];
    let run = |arguments: &[&str], set: &[(&str, &str)], words: &str| {
        let (status, out, log) = delos(folder.path(), arguments, set);
        assert_eq!(status, Some(0), "{arguments:?}: {out}{log}");
        assert_says(&out, words);
        out
    };
    run(&["backup", "one.jsonl"], &[], "");
    let restored = "120 values restored into ";
    let on_it = format!("{restored}postgres://");
    run(&["restore", "one.jsonl"], &on_server, &on_it);
    run(&["check"], &on_server, "120 records with ");
    run(&["ratings"], &on_server, "0 stored differently");
    let imported = run(&["import", "one.jsonl"], &on_server, "");
    assert_eq!(imported, "0 records added; 120 already existed\n");
    run(&["backup", "two.jsonl"], &on_server, "");
    let back = [("DELOS_DATA", "back")];
    run(&["restore", "two.jsonl"], &back, restored);
    run(&["backup", "three.jsonl"], &back, "");
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    assert_eq!(read("one.jsonl"), read("two.jsonl"));
    assert_eq!(read("one.jsonl"), read("three.jsonl"));
    for (command, words) in [
        ("restore", "has records already"),
        ("salvage", "restore a backup into an empty database"),
    ] {
        let arguments = [command, "one.jsonl"];
        fails(folder.path(), &arguments, &on_server, 1, words);
    }
}

#[test]
fn ratings_are_not_corrected_while_a_process_runs() {
    let Some(server) = server() else { return };
    let folder = tempfile::tempdir().unwrap();
    let database = server.database();
    drop(opened(&database));
    let url = database.to_string();
    let rebuild = |beat: &str| {
        let row = format!(
            "DELETE FROM processes; INSERT INTO processes (id, program, serves, beat) \
             OVERRIDING SYSTEM VALUE VALUES (7, '1', false, now() + interval '{beat}')"
        );
        server.sql(&name(&database), &row);
        let set = [("DELOS_STORE", url.as_str())];
        delos(folder.path(), &["ratings", "--rebuild"], &set)
    };
    // From the future, so that it stays recent however long the command takes to start.
    let (status, _, log) = rebuild("1 hour");
    assert_eq!(status, Some(1), "{log}");
    assert_says(&log, "a Delos runs on this database");
    let (status, _, log) = rebuild("-1 hour");
    assert_eq!(status, Some(0), "{log}");
}

#[test]
fn the_password_is_nowhere_and_errors_have_their_status() {
    let Some(server) = server() else { return };
    let folder = tempfile::tempdir().unwrap();
    let url = format!(
        "postgres://{}:hunter2@127.0.0.1:{}/postgres",
        server::GUARDED,
        server.port()
    );
    let set = [("DELOS_STORE", url.as_str()), ("DELOS_LOG", "trace")];
    let (status, out, log) = delos(folder.path(), &["check-config"], &set);
    assert_eq!(status, Some(0), "{log}");
    let shown = format!(
        "database     postgres://guarded@127.0.0.1:{}/postgres, not encrypted",
        server.port()
    );
    assert!(out.contains(&shown), "{out}");
    for arguments in [&["check"][..], &[], &["check-config"]] {
        let (_, out, log) = delos(folder.path(), arguments, &set);
        assert!(
            !out.contains("hunter2") && !log.contains("hunter2"),
            "{out}{log}"
        );
    }
    fails(folder.path(), &[], &set, 2, "DELOS_STORE_PASSWORD");

    let database = server.database();
    drop(opened(&database));
    server.sql(
        &name(&database),
        "UPDATE meta SET value = '99' WHERE key = 'form'",
    );
    let url = database.to_string();
    fails(folder.path(), &[], &[("DELOS_STORE", &url)], 3, "");
    let unreachable = [("DELOS_STORE", "postgres://delos@127.0.0.1:1/delos")];
    // A command doesn't retry.
    fails(folder.path(), &["check"], &unreachable, 1, "");
}

#[test]
fn a_bot_on_a_server_that_lost_its_token_is_no_playground() {
    let Some(url) = database() else { return };
    let folder = tempfile::tempdir().unwrap();
    let set = [("DELOS_STORE", &*url.to_string()), ("DISCORD_TOKEN", "")];
    for (arguments, set) in [
        (&["check-config"][..], &set[..]),
        (&[], &set),
        (&["serve"], &set),
        (&["serve"], &set[1..]),
    ] {
        fails(folder.path(), arguments, set, 2, "no platform to serve");
    }
}
