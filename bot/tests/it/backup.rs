//! Backups, exports and checks, while the program runs and while it is stopped.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::common::{Stage, assert_says, next};
use crate::conversations::{accepted, moves};
use playground::args;
use tempfile::TempDir;

const PROGRAM: &str = env!("CARGO_BIN_EXE_delos");

/// A finished run of the program.
struct Finished {
    status: Option<i32>,
    out: String,
    errors: String,
}

impl Finished {
    /// Returns the output of a successful run.
    fn success(self) -> String {
        // The progress lines of a slow command.
        let is_progress = |line: &&str| line.ends_with(" left") || line.ends_with(" so far");
        let mut errors = self.errors.lines().filter(|line| !is_progress(line));
        assert_eq!(
            (self.status, errors.next()),
            (Some(0), None),
            "{}",
            self.out
        );
        self.out
    }

    /// Asserts that the run failed with a message that contains `words`.
    fn failure(&self, words: &str) {
        assert_eq!(self.status, Some(1), "{}", self.errors);
        assert_says(&self.errors, words);
    }
}

/// Runs the program on a data folder.
fn delos(data: &Path, arguments: &[&str]) -> Finished {
    finished(Command::new(PROGRAM).args(arguments), data)
}

fn finished(command: &mut Command, data: &Path) -> Finished {
    let done = command
        .env("DELOS_DATA", data)
        // Makes it use this folder, not the playground's.
        .env("DISCORD_TOKEN", "abc.def.ghi")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Finished {
        status: done.status.code(),
        out: text(done.stdout),
        errors: text(done.stderr),
    }
}

/// Creates a data folder with a game and a backup that was made while the program ran.
async fn with_a_game() -> Stage {
    let stage = Stage::empty().await;
    let program = stage.spawn().await;
    // In days: boards of other games ask for a missing move when a restart took some seconds, and that changes their records.
    let first = accepted(&stage, args! { game: "toto40", time: "3d" }).await;
    moves(&stage.pg.user("alice"), &first, "Re5").await;
    let data = stage.data.path().to_owned();
    let backup = data.join("running.jsonl");
    let name = backup.to_str().unwrap();
    let out = delos(&data, &["backup", name]).success();
    assert!(out.ends_with("values written\n"), "{out}");
    assert_says(delos(&data, &["check"]).success(), "are in order");
    delos(&data, &["backup", name]).failure("already exists");
    program.kill();
    stage
}

/// Continues [`with_a_game`]'s game on another data folder.
async fn goes_on(mut stage: Stage, data: TempDir) {
    stage.data = data;
    let program = stage.spawn().await;
    let general = stage.pg.channel("general");
    let bob = stage.pg.user("bob");
    bob.slash("move", args! { "move": "Kf6" }).await;
    assert_says(next(&general).await.content(), "Kf6");
    program.kill();
}

fn exported(data: &Path, name: &str) -> String {
    let file = data.join(name);
    delos(data, &["export", file.to_str().unwrap()]).success();
    fs::read_to_string(file).unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_continue_on_a_restored_backup_of_a_running_program() {
    let stage = with_a_game().await;
    let backup = stage.data.path().join("running.jsonl");
    let before = exported(stage.data.path(), "before.jsonl");
    assert_says(&before, "\"toto40\"");
    assert_says(&before, "d5e5");

    let backup = backup.to_str().unwrap();
    let restored = delos(stage.data.path(), &["restore", backup]);
    restored.failure("restoring never replaces anything");

    let other = tempfile::tempdir().unwrap();
    delos(other.path(), &["restore", backup]).success();
    let after = exported(other.path(), "after.jsonl");
    assert_eq!(without_times(&after), without_times(&before));
    assert_eq!(delos(other.path(), &["check"]).status, Some(0));

    goes_on(stage, other).await;
}

fn records(export: &str) -> usize {
    let lines = export.lines();
    lines.filter(|line| line.contains("\"in\":")).count()
}

/// Returns an export without the record of when the program last ran, which it may have changed since the backup.
fn without_times(export: &str) -> String {
    // The footer has a checksum of all lines.
    let differs = |line: &&str| line.contains("presence") || line.starts_with("{\"end\"");
    let lines = export.lines().filter(|line| !differs(line));
    lines.collect::<Vec<_>>().join("\n")
}

fn automatic(data: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(data.join("backups")) else {
        return Vec::new();
    };
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|end| end == "jsonl"));
    files.sort();
    files
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_continue_on_an_automatic_backup_when_the_database_is_damaged() {
    let stage = with_a_game().await;
    let data = stage.data.path().to_owned();
    // A slow start may already have made one.
    let _ = fs::remove_dir_all(data.join("backups"));
    let program = stage.spawn().await;
    let made = || automatic(&data).pop();
    let backup = stage.pg.until("an automatic backup", made).await;
    program.kill();
    let program = stage.spawn().await;
    stage.pg.idle(Duration::from_millis(300)).await;
    program.kill();
    let after = automatic(&data);
    assert_eq!(after, [backup.as_path()], "a restart makes no other");
    let before = without_times(&exported(&data, "before.jsonl"));

    let database = data.join("store/db");
    let mut bytes = fs::read(&database).unwrap();
    // The file ends with preallocated space.
    let end = bytes.iter().rposition(|byte| *byte != 0).unwrap();
    bytes[end / 10..].fill(0);
    fs::write(&database, &bytes).unwrap();
    for arguments in [&["check"][..], &[]] {
        let refused = delos(&data, arguments);
        assert_eq!(refused.status, Some(3), "{}", refused.errors);
        for words in ["delos restore FILE", "delos salvage FILE", "OPERATIONS.md"] {
            assert_says(&refused.errors, words);
        }
    }

    let other = tempfile::tempdir().unwrap();
    delos(other.path(), &["restore", backup.to_str().unwrap()]).success();
    assert_says(delos(other.path(), &["check"]).success(), "are in order");
    let after = exported(other.path(), "after.jsonl");
    assert_eq!(without_times(&after), before);
    goes_on(stage, other).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_store_without_its_tally_is_salvaged_whole_and_left_as_it_is() {
    let stage = with_a_game().await;
    let data = stage.data.path();
    let before = exported(data, "before.jsonl");
    let database = fs::read(data.join("store/db")).unwrap();
    let file = data.join("salvaged.jsonl");
    let file = file.to_str().unwrap();
    let out = delos(data, &["salvage", file]).success();
    let records = records(&before);
    let said = format!("{records} records recovered of {records} acknowledged; 0 unreadable");
    assert!(out.starts_with(&said), "{out}");
    assert_eq!(fs::read(data.join("store/db")).unwrap(), database);
    assert!(!data.join("salvaged.jsonl.copy").exists());
    delos(data, &["salvage", file]).failure("already exists");

    fs::remove_file(data.join("tally")).unwrap();
    let refused = delos(data, &["check"]);
    assert_eq!(refused.status, Some(3), "{}", refused.errors);
    assert_says(&refused.errors, "is missing");
    let other = tempfile::tempdir().unwrap();
    delos(other.path(), &["restore", file]).success();
    assert_eq!(exported(other.path(), "after.jsonl"), before);
    delos(other.path(), &["check"]).success();
}

/// Returns a file's permissions, as `chmod` writes them.
#[cfg(unix)]
fn mode(file: &Path) -> u32 {
    use std::os::unix::fs::PermissionsExt as _;
    fs::metadata(file).unwrap().permissions().mode() & 0o777
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn files_are_for_their_owner_alone_whatever_the_umask() {
    use std::os::unix::fs::PermissionsExt as _;
    let stage = with_a_game().await;
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("new/data");
    let backup = stage.data.path().join("running.jsonl");
    assert_eq!(mode(&backup), 0o600, "a backup");
    let without_umask = |arguments: &str| {
        let line = format!("umask 0 && exec \"$0\" {arguments}");
        let mut shell = Command::new("sh");
        shell.env("DISCORD_API", stage.pg.api());
        finished(shell.args(["-c", &line, PROGRAM]), &data).errors
    };
    without_umask(&format!("restore {}", backup.display()));
    let export = data.join("export.jsonl");
    without_umask(&format!("export {}", export.display()));
    // Its token is rejected, after it opened the store.
    let log = without_umask("");
    assert!(!log.contains("chmod"), "{log}");
    assert_eq!((mode(&data), mode(&data.join("store"))), (0o700, 0o700));
    without_umask("broadcast hello");
    assert_eq!(mode(&data.join("broadcasts")), 0o700);
    let own = ["tally", "lock", "control"];
    let mut files: Vec<_> = own.iter().map(|name| data.join(name)).collect();
    files.push(export);
    let stored = fs::read_dir(data.join("store")).unwrap();
    files.extend(stored.map(|entry| entry.unwrap().path()));
    for file in files.iter().filter(|file| !file.is_dir()) {
        assert_eq!(mode(file), 0o600, "{}", file.display());
    }
    fs::set_permissions(&data, fs::Permissions::from_mode(0o755)).unwrap();
    let log = without_umask("");
    let advice = format!("chmod 700 {}", data.display());
    assert_eq!(log.matches(&advice).count(), 1, "{log}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_import_adds_the_records_that_do_not_exist_yet_even_through_a_pipe() {
    let stage = with_a_game().await;
    let export = exported(stage.data.path(), "export.jsonl");
    let file = stage.data.path().join("export.jsonl");
    let other = tempfile::tempdir().unwrap();
    let piped = format!("cat {} | \"$0\" import /dev/stdin", file.display());
    let piped = finished(
        Command::new("sh").args(["-c", &piped, PROGRAM]),
        other.path(),
    );
    let first = piped.success();
    assert!(first.ends_with("added; 0 already existed\n"), "{first}");
    assert!(!first.starts_with("0 records"), "{first}");
    let name = file.to_str().unwrap();
    let again = delos(other.path(), &["import", name]).success();
    assert!(again.starts_with("0 records added; "), "{again}");
    let copy = exported(other.path(), "copy.jsonl");
    assert_eq!(records(&copy), records(&export));
    delos(other.path(), &["check"]).success();
    // An export can't be restored: it lacks the messages.
    let third = tempfile::tempdir().unwrap();
    delos(third.path(), &["restore", name]).failure("import it");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_with_any_digit_changed_is_refused() {
    let stage = with_a_game().await;
    let backup = fs::read_to_string(stage.data.path().join("running.jsonl")).unwrap();
    let digits = backup.match_indices(|letter: char| letter.is_ascii_digit());
    let digits: Vec<usize> = digits.map(|(at, _)| at).collect();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("changed.jsonl");
    let arguments = |command| [command, file.to_str().unwrap()];
    for at in digits.iter().step_by(digits.len() / 12) {
        let mut changed = backup.clone().into_bytes();
        changed[*at] = if changed[*at] == b'7' { b'3' } else { b'7' };
        fs::write(&file, changed).unwrap();
        let data = folder.path().join("data");
        for command in ["restore", "import"] {
            delos(&data, &arguments(command)).failure("line ");
            assert!(!data.join("store").exists(), "{command}: digit at {at}");
        }
    }
    let (before, _) = backup.rsplit_once(",\"checksum\"").unwrap();
    let without = format!("{before}}}\n");
    fs::write(&file, without).unwrap();
    delos(&folder.path().join("by hand"), &arguments("restore")).success();
}

#[test]
fn a_truncated_or_modified_file_restores_nothing() {
    let head = "{\"delos\":1,\"program\":\"0.1.0\",\"scope\":\"all\"}\n";
    let newer = head.replace(":1,", ":2,");
    let long = "x".repeat(1 << 20);
    let keyless = "{\"in\":\"messages\",\"key\":\"\",\"value\":\"1k7f3q2\"}\n";
    for (head, rest, why) in [
        ("", "", "line 1 is missing"),
        ("", "nonsense\n", "line 1 is not the header of a file"),
        (head, "", "line 2 is missing: the file is truncated"),
        (
            head,
            "{\"end\":1}\n",
            "line 2 expects 1 values, but there are 0",
        ),
        (
            head,
            "{\"in\":\"passwords\"}\n",
            "line 2 is not a line written by Delos",
        ),
        (head, keyless, "line 2 has an invalid key"),
        (newer.as_str(), "", "the header of a file by a newer Delos"),
        ("", long.as_str(), "line 1 is not the header of a file"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("backup.jsonl");
        fs::write(&file, [head, rest].concat()).unwrap();
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
