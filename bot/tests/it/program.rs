//! The program on the command line: its output and exit statuses.

#[cfg(target_os = "linux")]
use crate::common::Program;
use crate::common::assert_says;
#[cfg(target_os = "linux")]
use crate::headless::{until, until_true};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use playground::Playground;
use store::SledStore;
use tempfile::{TempDir, tempdir};

pub(crate) const TOKEN: &str = "MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs";

pub(crate) const UNREACHABLE: &str = "http://127.0.0.1:1";

fn folder() -> TempDir {
    tempdir().expect("a folder for temporary files")
}

/// Runs the program in a folder, with only `set` in the environment; returns status, output and errors.
pub(crate) fn delos(
    folder: &Path,
    arguments: &[&str],
    set: &[(&str, &str)],
) -> (Option<i32>, String, String) {
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

/// Starts the program with a token and a server.
fn started(folder: &Path, api: &str) -> (Option<i32>, String) {
    let set = [
        ("DISCORD_TOKEN", TOKEN),
        ("DISCORD_API", api),
        ("DELOS_LOG", "trace"),
    ];
    let (status, _, log) = delos(folder, &[], &set);
    (status, log)
}

#[test]
fn a_valid_configuration_is_described_with_status_0() {
    let set = [("DELOS_DATA", "here")];
    let (status, out, log) = delos(folder().path(), &["check-config"], &set);
    assert_eq!((status, log.as_str()), (Some(0), ""), "no other output");
    assert_says(&out, "data folder  here/playground\n");
    assert_says(&out, "no token");
}

#[test]
fn an_invalid_configuration_is_one_sentence_with_status_2() {
    let folder = folder();
    let file = folder.path().join("config.toml");
    fs::write(file, "[limits]\nchalenges = 3\n").expect("written");
    for arguments in [&[][..], &["check-config"], &["playground"], &["health"]] {
        let (status, out, log) = delos(folder.path(), arguments, &[]);
        assert_eq!((status, out.as_str()), (Some(2), ""));
        assert_eq!(
            log,
            "delos: config.toml, line 2: unknown key chalenges; did you mean challenges? (allowed here: games, challenges, challenge_hours, hourly, server_hourly, vacation_days)\n"
        );
    }
    let data = folder.path().join("data");
    assert!(!data.exists(), "the error comes before anything is created");
}

#[cfg(not(feature = "matrix"))]
#[test]
fn matrix_in_a_build_without_it_is_status_2() {
    let account = [
        ("DELOS_MATRIX_HOMESERVER", "https://matrix.example.org"),
        ("DELOS_MATRIX_USER", "delos"),
        ("DELOS_MATRIX_PASSWORD", "hunter2"),
    ];
    for arguments in [&[][..], &["check-config"]] {
        let (status, out, log) = delos(folder().path(), arguments, &account);
        assert_eq!((status, out.as_str()), (Some(2), ""), "{log}");
        assert_says(&log, "cargo run --release --features matrix");
    }
}

#[test]
fn version_and_exit_statuses_are_printed_and_unknown_arguments_status_2() {
    let folder = folder();
    let run = |argument: &str| delos(folder.path(), &[argument], &[]);
    let (status, version, _) = run("--version");
    assert_eq!(status, Some(0));
    assert_eq!(version, format!("delos {}\n", env!("CARGO_PKG_VERSION")));
    let (_, help, _) = run("--help");
    for status in 0..=5 {
        assert_says(&help, format!("\n  {status}  "));
    }
    for unknown in ["--frobnicate", "frobnicate"] {
        assert_eq!(run(unknown).0, Some(2));
    }
}

#[test]
fn a_data_folder_that_cannot_be_used_is_status_3_4_or_5() {
    let [foreign, used, file] = [(); 3].map(|()| folder());
    drop(sled::open(foreign.path().join("data/store")).expect("made"));
    let _first = SledStore::open(&used.path().join("data")).expect("opens");
    fs::write(file.path().join("data"), "a file").expect("written");
    let other = "is not Delos's, or was opened by another version";
    for (folder, expected, words) in [
        (foreign, 3, other),
        (used, 4, "in use by another Delos"),
        (file, 5, ""),
    ] {
        let (status, log) = started(folder.path(), UNREACHABLE);
        assert_eq!(status, Some(expected), "{log}");
        assert_says(&log, words);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rejected_token_is_status_1_and_not_logged() {
    let (folder, pg) = (folder(), Playground::start().await);
    let (status, log) = started(folder.path(), pg.api());
    assert_eq!(status, Some(1), "{log}");
    assert!(log.contains("store opened"), "the log was written: {log}");
    assert_says(&log, "Discord rejects the token");
    for part in TOKEN.split('.') {
        assert!(!log.contains(part), "{log}");
    }
}

#[test]
fn health_without_a_process_is_status_1() {
    for token in ["", "abc.def"] {
        let folder = folder();
        let (status, _, log) = delos(folder.path(), &["health"], &[("DISCORD_TOKEN", token)]);
        let said = "delos: no Delos is running on the data folder data\n";
        assert_eq!((status, log.as_str()), (Some(1), said));
    }
}

/// Draws with these arguments, in which quoted text is one.
fn render(folder: &Path, line: &str) -> (Option<i32>, String, String) {
    let parts = line.split('"').enumerate();
    let words = parts.flat_map(|(place, part)| match place % 2 {
        0 => part.split_whitespace().collect(),
        _ => vec![part],
    });
    let arguments: Vec<&str> = std::iter::once("render").chain(words).collect();
    delos(folder, &arguments, &[])
}

/// Draws a file; returns what was printed, and the file.
fn drawn(line: &str, file: &str) -> (String, Vec<u8>) {
    let folder = folder();
    let (status, out, log) = render(folder.path(), &format!("{line} -o {file}"));
    assert_eq!((status, log.as_str()), (Some(0), ""), "{line}");
    (out, fs::read(folder.path().join(file)).expect("written"))
}

#[test]
fn a_picture_or_an_animation_is_written_and_described_in_words() {
    let (out, file) = drawn("latrunculi --moves e2e4 e7e5 Nf3", "a.png");
    assert_says(&out, "Black to move.");
    assert_says(&out, "knights b1 f3");
    // Width and height follow the signature and the first chunk's header.
    assert_eq!(&file[..8], b"\x89PNG\r\n\x1a\n");
    assert_eq!(file[16..24], [0, 0, 2, 208, 0, 0, 2, 208], "720 pixels");

    let (out, file) = drawn("toto40 --moves \"f3f5 c10c8\" --size 200", "a.GIF");
    assert!(out.starts_with("Toto40."), "{out}");
    assert!(file.starts_with(b"GIF89a") && file.ends_with(&[0x3B]));
    let pictures = file.windows(3).filter(|bytes| *bytes == [0x21, 0xF9, 4]);
    assert_eq!(pictures.count(), 3, "the start and two moves");
}

#[test]
fn every_option_of_a_picture_changes_it() {
    let picture = |more: &str| {
        let line = "legan --fen \"4k3/8/8/8/8/8/4Q3/4K3 b - - 0 1\" ";
        drawn(&[line, more].concat(), "a.png").1
    };
    let plain = picture("");
    for more in ["--flip", "--theme Night", "--size 360"] {
        assert_ne!(plain, picture(more), "{more} changes nothing");
    }
}

#[test]
fn an_invalid_picture_is_status_2_and_leaves_no_file() {
    let pawn = "delos: --moves: half-move 1 (e2e5): The pawn on e2 can't go to e5";
    let ending = "delos: a.jpg must end in .png for a position or .gif for a game\n";
    let folder = folder();
    for (line, said) in [
        ("chess960 -o a.png", "chess960"),
        ("leto --fen nonsense -o a.png", "delos: --fen: "),
        (
            "latrunculi --moves e2e4 e2e4 -o a.png",
            "delos: --moves: half-move 2 (e2e4): ",
        ),
        ("leto --moves e2e5 -o a.png", pawn),
        ("leap -o a.jpg", ending),
        ("leap -o a.png --size 5000", "160..=1080"),
        ("leap -o a.png --theme pink", "the themes are wood, sea"),
        ("leap", "--output <FILE>"),
    ] {
        let (status, out, log) = render(folder.path(), line);
        assert_eq!((status, out.as_str()), (Some(2), ""), "{line}: {log}");
        assert_says(&log, said);
    }
    let left = fs::read_dir(folder.path()).expect("read").count();
    assert_eq!(left, 0, "nothing was written");
    let (status, out, log) = render(folder.path(), "leap -o nowhere/a.png");
    assert_eq!((status, out.as_str()), (Some(1), ""));
    let said = "delos: nowhere/a.png cannot be written: ";
    assert!(log.starts_with(said), "{log}");
}

#[test]
fn the_pictures_of_the_readme_can_be_drawn() {
    let readme = concat!(env!("CARGO_MANIFEST_DIR"), "/../README.md");
    let readme = fs::read_to_string(readme).expect("read");
    let folder = folder();
    let lines = readme.lines();
    let lines = lines.filter_map(|line| line.strip_prefix("delos render "));
    let lines: Vec<_> = lines.collect();
    assert!(!lines.is_empty(), "the README shows no picture's command");
    for line in lines {
        let (status, out, log) = render(folder.path(), line);
        assert_eq!((status, log.as_str()), (Some(0), ""), "{line}");
        assert_says(&out, "to move");
    }
}

/// A playground in a process of its own.
#[cfg(target_os = "linux")]
struct Running {
    program: Program,
    api: String,
    log: std::path::PathBuf,
}

#[cfg(target_os = "linux")]
impl Running {
    /// Starts one with a shell command, and waits until it handles signals.
    async fn start(folder: &Path, line: &str) -> Self {
        const TERM: u64 = 1 << 14;
        let (log, out) = (folder.join("log"), folder.join("out"));
        let child = Command::new("sh")
            .args(["-c", line, env!("CARGO_BIN_EXE_delos")])
            .current_dir(folder)
            .env("DELOS_LOG", "error")
            .env("DELOS_PLAYGROUND_ADDRESS", "127.0.0.1:0")
            .stdout(fs::File::create(&out).expect("created"))
            .stderr(fs::File::create(&log).expect("created"))
            .spawn()
            .expect("starts");
        let mut running = Self {
            program: Program(child),
            api: String::new(),
            log,
        };
        running.api = until("an address", || {
            let said = fs::read_to_string(&out).expect("read");
            let (line, _) = said.split_once('\n')?;
            let mut words = line.split(' ');
            let address = words.find(|word| word.starts_with("http"))?;
            Some(address.to_owned())
        })
        .await;
        let handles_it = || signals(&running.program, "SigCgt") & TERM != 0;
        until_true("a handler of signals", handles_it).await;
        running
    }

    /// Stops it with a signal; it must end cleanly.
    async fn stop(&mut self, name: &str) {
        self.program.signal(name);
        let status = until("the end", || self.program.0.try_wait().expect("asked")).await;
        assert_eq!(status.code(), Some(0));
        assert_eq!(fs::read_to_string(&self.log).expect("read"), "");
    }

    async fn act(&self, action: serde_json::Value) {
        let url = format!("{}/_playground/act", self.api);
        let acted = client().post(url).json(&action).send().await.expect("sent");
        assert!(acted.status().is_success(), "{:?}", acted.text().await);
    }

    /// Waits until alice sees these words; returns her whole state.
    async fn sees(&self, words: &str) -> String {
        let client = client();
        let deadline = std::time::Instant::now() + std::time::Duration::from_mins(1);
        loop {
            let url = format!("{}/_playground/state?user=alice", self.api);
            let state = client.get(url).send().await.expect("sent");
            let state = state.text().await.expect("read");
            if state.contains(words) {
                return state;
            }
            let is_late = std::time::Instant::now() > deadline;
            assert!(!is_late, "no {words}: {state}");
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
    }
}

#[cfg(target_os = "linux")]
fn client() -> reqwest::Client {
    let client = reqwest::Client::builder().no_proxy();
    client.build().expect("built")
}

/// The signals in a mask of a process's status.
#[cfg(target_os = "linux")]
fn signals(program: &Program, mask: &str) -> u64 {
    let status = format!("/proc/{}/status", program.0.id());
    let status = fs::read_to_string(status).expect("read");
    let mut lines = status.lines();
    let mask = lines.find_map(|line| line.strip_prefix(mask));
    let mask = mask.expect("there");
    u64::from_str_radix(mask.trim_start_matches(':').trim(), 16).expect("a mask")
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_closed_terminal_stops_it_in_order_unless_nohup_said_otherwise() {
    let folder = folder();
    // The tests themselves may run under nohup.
    let line = "exec env --default-signal=HUP \"$0\" playground";
    let mut running = Running::start(folder.path(), line).await;
    running.stop("HUP").await;
    let line = "trap '' HUP; exec \"$0\" playground";
    let mut running = Running::start(folder.path(), line).await;
    assert_eq!(signals(&running.program, "SigIgn") & 1, 1, "still ignored");
    running.stop("TERM").await;
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_second_playground_on_a_folder_prints_no_address() {
    let folder = folder();
    let _first = Running::start(folder.path(), "exec \"$0\" playground").await;
    for arguments in [&["playground"][..], &["playground", "--fresh"]] {
        let (status, out, log) = delos(folder.path(), arguments, &[]);
        assert_eq!((status, out.as_str()), (Some(4), ""), "{log}");
    }
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_playground_continues_or_starts_over() {
    use serde_json::json;
    let folder = folder();
    let start = async |arguments: &str| {
        let line = format!("exec \"$0\" playground {arguments}");
        Running::start(folder.path(), &line).await
    };
    let mut first = start("").await;
    let play = json!({"do": "slash", "user": "alice", "command": "play",
        "options": {"game": "toto40", "level": 1, "color": "white"}});
    let greeting = json!({"do": "say", "user": "alice", "text": "good morning"});
    first.act(json!({"do": "user", "text": "zoe"})).await;
    first.act(greeting).await;
    first.sees("\"name\":\"play\"").await;
    first.act(play).await;
    first.sees("/attachments/").await;
    let world = folder.path().join("data/playground/chats/world.json");
    let emoji = || {
        let saved = fs::read(&world).ok()?;
        let saved: serde_json::Value = serde_json::from_slice(&saved).ok()?;
        let all = saved["emoji"].as_object().cloned();
        all.filter(|all| !all.is_empty())
    };
    until("emoji", emoji).await;
    first.stop("TERM").await;
    let uploaded = emoji().expect("kept");

    let mut second = start("").await;
    let state = second.sees("\"online\":true").await;
    for kept in ["good morning", "zoe", "Toto40"] {
        assert!(state.contains(kept), "{kept}: {state}");
    }
    let picture = state.split('"').find(|word| word.contains("/attachments/"));
    let picture = picture.expect("a picture");
    assert!(picture.starts_with(&second.api), "{picture}");
    let shown = client().get(picture).send().await.expect("sent");
    assert!(shown.status().is_success());
    let command =
        json!({"do": "slash", "user": "alice", "command": "move", "options": {"move": "Re5"}});
    second.act(command).await;
    second.sees("1... ").await;
    second.stop("TERM").await;
    let known = emoji().expect("kept");
    assert!(uploaded.iter().all(|(id, name)| known[id] == *name));

    let mut third = start("--fresh").await;
    let state = third.sees("\"online\":true").await;
    for gone in ["zoe", "good morning"] {
        assert!(!state.contains(gone), "{state}");
    }
    third.stop("TERM").await;
}

#[test]
fn fresh_deletes_nothing_but_a_playground() {
    for others in [&["Cargo.toml"][..], &["store", "notes"], &["backups"]] {
        let folder = folder();
        let data = folder.path().join("playground");
        for name in others {
            fs::create_dir_all(data.join(name)).expect("made");
        }
        let arguments = ["--data", ".", "playground", "--fresh"];
        let (status, out, log) = delos(folder.path(), &arguments, &[]);
        assert_eq!((status, out.as_str()), (Some(1), ""), "{log}");
        assert_says(&log, "nothing deleted: ");
        let left = fs::read_dir(&data).expect("read").count();
        assert_eq!(left, others.len(), "{others:?}");
    }
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn games_without_their_chats_are_set_aside() {
    let folder = folder();
    let data = folder.path().join("data");
    drop(SledStore::open(&data.join("playground")).expect("opens"));
    // The second start goes on.
    for _ in 0..2 {
        let mut running = Running::start(folder.path(), "exec \"$0\" playground").await;
        running.sees("\"online\":true").await;
        running.stop("TERM").await;
        assert!(data.join("playground/chats/world.json").exists());
        assert!(data.join("playground.old1/store").exists());
    }
    assert!(!data.join("playground.old2").exists());
}

#[test]
fn a_command_without_a_token_finds_the_data_that_there_is() {
    let folder = folder();
    let at = |path: &str| drop(SledStore::open(&folder.path().join(path)).expect("opens"));
    let run = |arguments: &[&str]| delos(folder.path(), arguments, &[]);
    for command in [&["check"][..], &["ratings"], &["backup", "file"]] {
        let (status, _, log) = run(command);
        assert_eq!(status, Some(1), "{log}");
        assert_says(&log, "there is no database in data:");
    }
    assert!(!folder.path().join("data").exists(), "nothing is created");
    at("data");
    for command in [&["check"][..], &["ratings"], &["backup", "of-bot"]] {
        let (status, _, log) = run(command);
        assert_eq!(status, Some(0), "{command:?}: {log}");
    }
    at("data/playground");
    let (status, _, log) = run(&["check"]);
    assert_eq!(status, Some(1));
    let choices = "add --data data or --data data/playground";
    assert_says(&log, choices);
    for data in ["data", "data/playground"] {
        assert_eq!(run(&["check", "--data", data]).0, Some(0));
    }
    let set = [("DISCORD_TOKEN", TOKEN)];
    assert_eq!(delos(folder.path(), &["check"], &set).0, Some(0));
    let (_, out, _) = run(&["check-config", "--data", "there"]);
    for line in [
        "data folder  there/playground",
        "log          info, as text",
        "backups      daily, 7 kept in there/playground/backups",
    ] {
        assert!(out.lines().any(|printed| printed == line), "{line}: {out}");
    }
}
