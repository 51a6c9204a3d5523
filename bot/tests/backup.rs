//! Backups, exports and checks, while the program runs and while it is stopped.

#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

mod common;

use std::fs;
use std::path::Path;
use std::process::Command;

use common::{Stage, next};
use playground::args;

/// A finished run of the program.
struct Finished {
    status: Option<i32>,
    out: String,
    errors: String,
}

impl Finished {
    /// Returns the output of a successful run.
    fn success(self) -> String {
        let Self {
            status,
            out,
            errors,
        } = self;
        assert_eq!((status, errors.as_str()), (Some(0), ""), "{out}");
        out
    }

    /// Asserts that the run failed with these words.
    fn failure(&self, words: &str) {
        assert_eq!(self.status, Some(1), "{}", self.errors);
        assert!(self.errors.contains(words), "{words}: {}", self.errors);
    }
}

/// Runs the program on a data folder.
fn delos(data: &Path, arguments: &[&str]) -> Finished {
    let done = Command::new(env!("CARGO_BIN_EXE_delos"))
        .args(arguments)
        .env("DELOS_DATA", data)
        // So that it uses the folder itself and not the playground's.
        .env("DISCORD_TOKEN", "abc.def.ghi")
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Finished {
        status: done.status.code(),
        out: text(done.stdout),
        errors: text(done.stderr),
    }
}

/// A data folder with a game, and a backup made while the program ran.
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
    let out = delos(&data, &["backup", name]).success();
    assert!(out.ends_with("values written\n"), "{out}");
    let out = delos(&data, &["check"]).success();
    assert!(out.contains("are in order"), "{out}");
    delos(&data, &["backup", name]).failure("already exists");
    program.kill();
    stage
}

fn exported(data: &Path, name: &str) -> String {
    let file = data.join(name);
    delos(data, &["export", file.to_str().unwrap()]).success();
    fs::read_to_string(file).unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_continue_on_a_restored_backup_of_a_running_program() {
    let mut stage = with_a_game().await;
    let backup = stage.data.path().join("running.jsonl");
    let before = exported(stage.data.path(), "before.jsonl");
    assert!(
        before.contains("\"toto40\"") && before.contains("d5e5"),
        "{before}"
    );

    let backup = backup.to_str().unwrap();
    let restored = delos(stage.data.path(), &["restore", backup]);
    restored.failure("a backup never replaces anything");

    let other = tempfile::tempdir().unwrap();
    delos(other.path(), &["restore", backup]).success();
    assert_eq!(exported(other.path(), "after.jsonl"), before);
    assert_eq!(delos(other.path(), &["check"]).status, Some(0));

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
async fn an_import_adds_the_records_that_do_not_exist_yet() {
    let stage = with_a_game().await;
    let export = exported(stage.data.path(), "export.jsonl");
    let file = stage.data.path().join("export.jsonl");
    let other = tempfile::tempdir().unwrap();
    let import = |folder: &Path| delos(folder, &["import", file.to_str().unwrap()]);
    let first = import(other.path()).success();
    assert!(first.ends_with("added; 0 existed already\n"), "{first}");
    let again = import(other.path()).out;
    assert!(again.starts_with("0 records added; "), "{again}");
    let values = |text: &str| text.lines().filter(|line| line.contains("\"in\":")).count();
    assert_eq!(
        values(&exported(other.path(), "copy.jsonl")),
        values(&export)
    );
    assert_eq!(delos(other.path(), &["check"]).status, Some(0));
    // An export is no backup: it lacks the messages.
    let third = tempfile::tempdir().unwrap();
    delos(third.path(), &["restore", file.to_str().unwrap()]).failure("import it");
}

#[test]
fn a_truncated_or_modified_file_restores_nothing() {
    let head = "{\"delos\":1,\"program\":\"0.1.0\",\"scope\":\"all\"}\n";
    for (text, why) in [
        (String::new(), "line 1 is missing"),
        (
            "nonsense\n".to_owned(),
            "line 1 is not the header of a file",
        ),
        (head.to_owned(), "line 2 is missing: the file is truncated"),
        (
            format!("{head}{{\"end\":1}}\n"),
            "line 2 expects 1 values, but there are 0",
        ),
        (
            format!("{head}{{\"in\":\"passwords\"}}\n"),
            "line 2 is not a line by Delos",
        ),
        (
            format!("{head}{{\"in\":\"messages\",\"key\":\"x\",\"value\":\"1k7f3q2\"}}\n"),
            "line 2 has an invalid key",
        ),
        (
            head.replace(":1,", ":2,"),
            "the header of a file by a newer Delos",
        ),
        ("x".repeat(1 << 20), "line 1 is not the header of a file"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("backup.jsonl");
        fs::write(&file, &text).unwrap();
        let data = folder.path().join("data");
        delos(&data, &["restore", file.to_str().unwrap()]).failure(why);
        assert!(!data.join("store").exists(), "{why}: nothing is created");
    }
}

#[test]
fn without_a_database_there_is_nothing_to_back_up() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("backup.jsonl");
    for arguments in [&["backup", file.to_str().unwrap()][..], &["check"]] {
        delos(folder.path(), arguments).failure("no games were played there");
    }
    assert!(!file.exists());
}
