//! Backups, exports and checks, of a program that runs and of one that does not.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

mod common;

use std::fs;
use std::path::Path;
use std::process::Command;

use common::{Stage, next};
use playground::args;

/// Runs the program on a data folder: status, output, error output.
fn delos(data: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let done = Command::new(env!("CARGO_BIN_EXE_delos"))
        .args(arguments)
        .env("DELOS_DATA", data)
        // So that it looks into the folder itself, not into its playground's.
        .env("DISCORD_TOKEN", "abc.def.ghi")
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (done.status.code(), text(done.stdout), text(done.stderr))
}

async fn with_a_game() -> Stage {
    let stage = Stage::empty().await;
    let program = stage.spawn().await;
    let [alice, bob] = stage.people(["alice", "bob"]);
    let general = stage.pg.channel("general");
    let game = args! { game: "toto40", opponent: &bob, color: "white" };
    alice.slash("challenge", game).await;
    let challenge = next(&general).await;
    bob.click(&challenge, "Accept").await;
    next(&general).await;
    alice.slash("move", args! { "move": "Re5" }).await;
    next(&general).await;
    stage.pg.idle(std::time::Duration::from_millis(300)).await;
    let data = stage.data.path().to_owned();
    let backup = data.join("running.jsonl");
    let name = backup.to_str().unwrap();
    let (status, said, wrong) = delos(&data, &["backup", name]);
    assert_eq!((status, wrong.as_str()), (Some(0), ""));
    assert!(said.ends_with("values written\n"), "{said}");
    let (status, said, _) = delos(&data, &["check"]);
    assert_eq!(status, Some(0), "{said}");
    assert!(said.contains("are in order"), "{said}");
    let (status, _, wrong) = delos(&data, &["backup", name]);
    assert_eq!(status, Some(1));
    assert!(wrong.contains("is there already"), "{wrong}");
    program.kill();
    stage
}

fn exported(data: &Path, name: &str) -> String {
    let file = data.join(name);
    let (status, _, wrong) = delos(data, &["export", file.to_str().unwrap()]);
    assert_eq!((status, wrong.as_str()), (Some(0), ""));
    fs::read_to_string(file).unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_of_a_running_program_is_restored_and_played_on() {
    let mut stage = with_a_game().await;
    let backup = stage.data.path().join("running.jsonl");
    let before = exported(stage.data.path(), "before.jsonl");
    assert!(
        before.contains("\"toto40\"") && before.contains("d5e5"),
        "{before}"
    );

    let (status, _, wrong) = delos(stage.data.path(), &["restore", backup.to_str().unwrap()]);
    assert_eq!(status, Some(1), "nothing is written over");
    assert!(
        wrong.contains("a backup never replaces anything"),
        "{wrong}"
    );

    let other = tempfile::tempdir().unwrap();
    let (status, said, wrong) = delos(other.path(), &["restore", backup.to_str().unwrap()]);
    assert_eq!((status, wrong.as_str()), (Some(0), ""), "{said}");
    assert_eq!(exported(other.path(), "after.jsonl"), before);
    assert_eq!(delos(other.path(), &["check"]).0, Some(0));

    stage.data = other;
    let program = stage.spawn().await;
    let general = stage.pg.channel("general");
    stage
        .pg
        .user("bob")
        .slash("move", args! { "move": "Kf6" })
        .await;
    let board = next(&general).await;
    assert!(board.content().contains("Kf6"), "{}", board.content());
    program.kill();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_export_is_added_to_what_is_there() {
    let stage = with_a_game().await;
    let export = exported(stage.data.path(), "export.jsonl");
    let file = stage.data.path().join("export.jsonl");
    let other = tempfile::tempdir().unwrap();
    let import = |folder: &Path| delos(folder, &["import", file.to_str().unwrap()]);
    let (status, first, wrong) = import(other.path());
    assert_eq!((status, wrong.as_str()), (Some(0), ""));
    assert!(first.ends_with("added; 0 were there already\n"), "{first}");
    let (_, again, _) = import(other.path());
    assert!(again.starts_with("0 records added; "), "{again}");
    let values = |text: &str| text.lines().filter(|line| line.contains("\"in\":")).count();
    assert_eq!(
        values(&exported(other.path(), "copy.jsonl")),
        values(&export)
    );
    assert_eq!(delos(other.path(), &["check"]).0, Some(0));
    // An export alone makes no data folder: the messages are missing.
    let third = tempfile::tempdir().unwrap();
    let (status, _, wrong) = delos(third.path(), &["restore", file.to_str().unwrap()]);
    assert_eq!(status, Some(1));
    assert!(wrong.contains("import it"), "{wrong}");
}

#[test]
fn a_file_that_was_cut_short_or_changed_restores_nothing() {
    let head = "{\"delos\":1,\"program\":\"0.1.0\",\"scope\":\"all\"}\n";
    for (text, why) in [
        (String::new(), "line 1 is missing"),
        ("nonsense\n".to_owned(), "line 1 does not begin a file"),
        (head.to_owned(), "line 2 is missing: the file was cut short"),
        (
            format!("{head}{{\"end\":1}}\n"),
            "line 2 ends 1 values, but there are 0",
        ),
        (
            format!("{head}{{\"in\":\"passwords\"}}\n"),
            "line 2 is not one that Delos wrote",
        ),
        (
            format!("{head}{{\"in\":\"messages\",\"key\":\"x\",\"value\":\"1k7f3q2\"}}\n"),
            "line 2 has a key that is none",
        ),
        (head.replace(":1,", ":2,"), "a newer Delos wrote the file"),
        ("x".repeat(1 << 20), "line 1 does not begin a file"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("backup.jsonl");
        fs::write(&file, &text).unwrap();
        let data = folder.path().join("data");
        let (status, _, wrong) = delos(&data, &["restore", file.to_str().unwrap()]);
        assert_eq!(status, Some(1), "{wrong}");
        assert!(wrong.contains(why), "{why}: {wrong}");
        assert!(!data.join("store").exists(), "{why}: nothing was made");
    }
}

#[test]
fn where_nothing_was_played_there_is_nothing_to_keep() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("backup.jsonl");
    for arguments in [&["backup", file.to_str().unwrap()][..], &["check"]] {
        let (status, _, wrong) = delos(folder.path(), arguments);
        assert_eq!(status, Some(1));
        assert!(wrong.contains("nothing was ever played there"), "{wrong}");
    }
    assert!(!file.exists());
}
