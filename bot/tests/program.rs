//! The program as its user sees it: what it prints, and the status it ends with.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use bot::store::SledStore;
use tempfile::{TempDir, tempdir};

const TOKEN: &str = "MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs";

/// Nothing answers here: the run ends before it speaks to anybody.
const NOBODY: &str = "http://127.0.0.1:1";

fn folder() -> TempDir {
    tempdir().expect("a folder for temporary files")
}

/// Runs it in an empty folder with nothing in the environment but `set`.
fn delos(folder: &Path, arguments: &[&str], set: &[(&str, &str)]) -> (Option<i32>, String, String) {
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    let Output {
        status,
        stdout,
        stderr,
    } = Command::new(env!("CARGO_BIN_EXE_delos"))
        .args(arguments)
        .current_dir(folder)
        .env_clear()
        .envs(set.iter().copied())
        .output()
        .expect("starts");
    (status.code(), text(stdout), text(stderr))
}

/// Starts it as if for Discord, where nobody answers.
fn started(folder: &Path) -> (Option<i32>, String) {
    let set = [
        ("DISCORD_TOKEN", TOKEN),
        ("DISCORD_API", NOBODY),
        ("DELOS_LOG", "trace"),
    ];
    let (status, _, log) = delos(folder, &[], &set);
    (status, log)
}

#[test]
fn a_configuration_in_order_is_described_with_status_0() {
    let (status, out, log) = delos(
        folder().path(),
        &["check-config"],
        &[("DELOS_DATA", "here")],
    );
    assert_eq!(
        (status, log.as_str()),
        (Some(0), ""),
        "nothing else is said"
    );
    assert!(out.contains("data folder  here\n"), "{out}");
    assert!(out.contains("no token"), "{out}");
}

#[test]
fn a_mistake_in_the_configuration_is_one_sentence_with_status_2() {
    let folder = folder();
    fs::write(
        folder.path().join("config.toml"),
        "[limits]\nchalenges = 3\n",
    )
    .expect("written");
    for arguments in [&[][..], &["check-config"], &["playground"], &["health"]] {
        let (status, out, log) = delos(folder.path(), arguments, &[]);
        assert_eq!((status, out.as_str()), (Some(2), ""));
        assert_eq!(
            log,
            "delos: config.toml, line 2: there is no key chalenges; did you mean challenges? (allowed here: games, challenges, challenge_hours)\n"
        );
    }
    assert!(
        !folder.path().join("data").exists(),
        "nothing was begun before the mistake was told"
    );
}

#[test]
fn what_it_was_not_made_for_is_status_2() {
    for arguments in [&["--frobnicate"][..], &["frobnicate"]] {
        assert_eq!(delos(folder().path(), arguments, &[]).0, Some(2));
    }
}

#[test]
fn it_tells_its_version() {
    let (status, out, _) = delos(folder().path(), &["--version"], &[]);
    assert_eq!(
        (status, out),
        (Some(0), format!("delos {}\n", env!("CARGO_PKG_VERSION")))
    );
}

#[test]
fn the_help_names_every_exit_status() {
    let (_, out, _) = delos(folder().path(), &["--help"], &[]);
    for status in 0..=5 {
        assert!(out.contains(&format!("\n  {status}  ")), "{status}: {out}");
    }
}

#[test]
fn a_database_that_is_not_ours_is_status_3() {
    let folder = folder();
    drop(sled::open(folder.path().join("data/store")).expect("made"));
    let (status, log) = started(folder.path());
    assert_eq!(status, Some(3), "{log}");
    assert!(
        log.contains("holds a database that is not Delos's"),
        "{log}"
    );
}

#[test]
fn a_data_folder_in_use_is_status_4() {
    let folder = folder();
    let _first = SledStore::open(&folder.path().join("data")).expect("opens");
    let (status, log) = started(folder.path());
    assert_eq!(status, Some(4), "{log}");
    assert!(log.contains("in use by another Delos"), "{log}");
}

#[test]
fn a_data_folder_that_cannot_be_made_is_status_5() {
    let folder = folder();
    fs::write(folder.path().join("data"), "a file").expect("written");
    let (status, log) = started(folder.path());
    assert_eq!(status, Some(5), "{log}");
}

#[test]
fn discord_out_of_reach_is_status_1_and_the_token_is_nowhere() {
    let folder = folder();
    let (status, log) = started(folder.path());
    assert_eq!(status, Some(1), "{log}");
    assert!(
        log.contains("the store is open"),
        "the log was written: {log}"
    );
    for part in TOKEN.split('.') {
        assert!(!log.contains(part), "{log}");
    }
}

#[test]
fn health_without_a_process_is_status_1() {
    for (token, looked_at) in [("", "data/playground"), ("abc.def", "data")] {
        let folder = folder();
        let (status, _, log) = delos(folder.path(), &["health"], &[("DISCORD_TOKEN", token)]);
        let said = format!("delos: no Delos runs on the data folder {looked_at}\n");
        assert_eq!((status, log), (Some(1), said));
    }
}
