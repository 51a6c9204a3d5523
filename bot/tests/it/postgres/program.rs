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
    let run = |arguments: &[&str], set: &[(&str, &str)]| {
        let (status, out, log) = delos(folder.path(), arguments, set);
        assert_eq!(status, Some(0), "{arguments:?}: {out}{log}");
        out
    };
    run(&["backup", "one.jsonl"], &[]);
    let said = run(&["restore", "one.jsonl"], &on_server);
    assert!(
        said.starts_with("120 values restored into postgres://"),
        "{said}"
    );
    let said = run(&["check"], &on_server);
    assert!(said.starts_with("120 records with "), "{said}");
    let said = run(&["ratings"], &on_server);
    assert!(said.contains("0 stored differently"), "{said}");
    let said = run(&["import", "one.jsonl"], &on_server);
    assert_eq!(said, "0 records added; 120 already existed\n");
    run(&["backup", "two.jsonl"], &on_server);
    let back = [("DELOS_DATA", "back")];
    let said = run(&["restore", "two.jsonl"], &back);
    assert!(said.starts_with("120 values restored into "), "{said}");
    run(&["backup", "three.jsonl"], &back);
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    assert_eq!(read("one.jsonl"), read("two.jsonl"));
    assert_eq!(read("one.jsonl"), read("three.jsonl"));
    let (status, _, log) = delos(folder.path(), &["restore", "one.jsonl"], &on_server);
    assert_eq!(status, Some(1), "{log}");
    assert!(log.contains("has records already"), "{log}");
    let (status, _, log) = delos(folder.path(), &["salvage", "four.jsonl"], &on_server);
    assert_eq!(status, Some(1), "{log}");
    assert_says(&log, "restore a backup into an empty database");
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
    let (status, _, log) = delos(folder.path(), &[], &set);
    assert_eq!(status, Some(2), "{log}");
    assert!(log.contains("DELOS_STORE_PASSWORD"), "{log}");

    let database = server.database();
    drop(opened(&database));
    server.sql(
        &name(&database),
        "UPDATE meta SET value = '99' WHERE key = 'form'",
    );
    let url = database.to_string();
    let (status, _, log) = delos(folder.path(), &[], &[("DELOS_STORE", &url)]);
    assert_eq!(status, Some(3), "{log}");
    let unreachable = [("DELOS_STORE", "postgres://delos@127.0.0.1:1/delos")];
    // A command doesn't retry.
    let (status, _, log) = delos(folder.path(), &["check"], &unreachable);
    assert_eq!(status, Some(1), "{log}");
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
        let (status, _, log) = delos(folder.path(), arguments, set);
        assert_eq!(status, Some(2), "{arguments:?}: {log}");
        assert!(log.contains("no platform to serve"), "{log}");
    }
}
