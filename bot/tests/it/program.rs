//! The program on the command line: its output and exit statuses.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use store::SledStore;
use tempfile::{TempDir, tempdir};

const TOKEN: &str = "MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs";

/// An unreachable server.
const UNREACHABLE: &str = "http://127.0.0.1:1";

fn folder() -> TempDir {
    tempdir().expect("a folder for temporary files")
}

/// Runs the program in a folder, with only `set` in the environment; returns status, output and errors.
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

/// Starts the program with a token and an unreachable server.
fn started(folder: &Path) -> (Option<i32>, String) {
    let set = [
        ("DISCORD_TOKEN", TOKEN),
        ("DISCORD_API", UNREACHABLE),
        ("DELOS_LOG", "trace"),
    ];
    let (status, _, log) = delos(folder, &[], &set);
    (status, log)
}

#[test]
fn a_valid_configuration_is_described_with_status_0() {
    let (status, out, log) = delos(
        folder().path(),
        &["check-config"],
        &[("DELOS_DATA", "here")],
    );
    assert_eq!((status, log.as_str()), (Some(0), ""), "no other output");
    assert!(out.contains("data folder  here/playground\n"), "{out}");
    assert!(out.contains("no token"), "{out}");
}

#[test]
fn an_invalid_configuration_is_one_sentence_with_status_2() {
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
            "delos: config.toml, line 2: unknown key chalenges; did you mean challenges? (allowed here: games, challenges, challenge_hours, hourly, server_hourly, vacation_days)\n"
        );
    }
    assert!(
        !folder.path().join("data").exists(),
        "the error comes before anything is created"
    );
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
        assert!(
            log.contains("cargo run --release --features matrix"),
            "{log}"
        );
    }
}

#[test]
fn an_unknown_argument_is_status_2() {
    for arguments in [&["--frobnicate"][..], &["frobnicate"]] {
        assert_eq!(delos(folder().path(), arguments, &[]).0, Some(2));
    }
}

#[test]
fn it_prints_its_version() {
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
fn a_foreign_database_is_status_3() {
    let folder = folder();
    drop(sled::open(folder.path().join("data/store")).expect("made"));
    let (status, log) = started(folder.path());
    assert_eq!(status, Some(3), "{log}");
    assert!(
        log.contains("is not Delos's, or was opened by another version"),
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
fn a_data_folder_that_cannot_be_created_is_status_5() {
    let folder = folder();
    fs::write(folder.path().join("data"), "a file").expect("written");
    let (status, log) = started(folder.path());
    assert_eq!(status, Some(5), "{log}");
}

#[test]
fn an_unreachable_discord_is_status_1_and_the_token_is_not_logged() {
    let folder = folder();
    let (status, log) = started(folder.path());
    assert_eq!(status, Some(1), "{log}");
    assert!(log.contains("store opened"), "the log was written: {log}");
    for part in TOKEN.split('.') {
        assert!(!log.contains(part), "{log}");
    }
}

#[test]
fn health_without_a_process_is_status_1() {
    for (token, looked_at) in [("", "data/playground"), ("abc.def", "data")] {
        let folder = folder();
        let (status, _, log) = delos(folder.path(), &["health"], &[("DISCORD_TOKEN", token)]);
        let said = format!("delos: no Delos is running on the data folder {looked_at}\n");
        assert_eq!((status, log), (Some(1), said));
    }
}

#[test]
fn a_picture_is_written_and_described_in_words() {
    let folder = folder();
    let asked = [
        "render",
        "latrunculi",
        "--moves",
        "e2e4",
        "e7e5",
        "Nf3",
        "-o",
        "a.png",
    ];
    let (status, out, log) = delos(folder.path(), &asked, &[]);
    assert_eq!((status, log.as_str()), (Some(0), ""));
    assert!(out.contains("Black to move."), "{out}");
    assert!(out.contains("knights b1 f3"), "{out}");
    let file = fs::read(folder.path().join("a.png")).expect("written");
    // Width and height follow the signature and the first chunk's header.
    assert_eq!(&file[..8], b"\x89PNG\r\n\x1a\n");
    assert_eq!(file[16..24], [0, 0, 2, 208, 0, 0, 2, 208], "720 pixels");
}

#[test]
fn every_option_of_a_picture_changes_it() {
    let folder = folder();
    let picture = |more: &[&str]| {
        let fen = "4k3/8/8/8/8/8/4Q3/4K3 b - - 0 1";
        let asked = [&["render", "legan", "--fen", fen, "-o", "a.png"], more].concat();
        let (status, _, log) = delos(folder.path(), &asked, &[]);
        assert_eq!((status, log.as_str()), (Some(0), ""));
        fs::read(folder.path().join("a.png")).expect("written")
    };
    let plain = picture(&[]);
    for more in [&["--flip"][..], &["--theme", "Night"], &["--size", "360"]] {
        assert_ne!(plain, picture(more), "{more:?} changes nothing");
    }
}

#[test]
fn a_game_is_written_as_an_animation() {
    let folder = folder();
    let asked = [
        "render",
        "toto40",
        "--moves",
        "f3f5 c10c8",
        "--size",
        "200",
        "-o",
        "a.GIF",
    ];
    let (status, out, log) = delos(folder.path(), &asked, &[]);
    assert_eq!((status, log.as_str()), (Some(0), ""));
    assert!(out.starts_with("Toto40."), "{out}");
    let file = fs::read(folder.path().join("a.GIF")).expect("written");
    assert!(file.starts_with(b"GIF89a") && file.ends_with(&[0x3B]));
    let pictures = file
        .windows(3)
        .filter(|bytes| *bytes == [0x21, 0xF9, 4])
        .count();
    assert_eq!(pictures, 3, "the start and two moves");
}

#[test]
fn an_invalid_picture_is_status_2_and_leaves_no_file() {
    let mistakes: [(&[&str], &str); 7] = [
        (&["chess960", "-o", "a.png"], "chess960"),
        (
            &["leto", "--fen", "nonsense", "-o", "a.png"],
            "delos: --fen: ",
        ),
        (
            &["latrunculi", "--moves", "e2e4", "e2e4", "-o", "a.png"],
            "delos: --moves: half-move 2 (e2e4): ",
        ),
        (
            &["leap", "-o", "a.jpg"],
            "delos: a.jpg must end in .png for a position or .gif for a game\n",
        ),
        (&["leap", "-o", "a.png", "--size", "5000"], "160..=1080"),
        (
            &["leap", "-o", "a.png", "--theme", "pink"],
            "the themes are wood, sea",
        ),
        (&["leap"], "--output <FILE>"),
    ];
    let folder = folder();
    for (asked, said) in mistakes {
        let asked = [&["render"], asked].concat();
        let (status, out, log) = delos(folder.path(), &asked, &[]);
        assert_eq!((status, out.as_str()), (Some(2), ""), "{asked:?}: {log}");
        assert!(log.contains(said), "{asked:?}: {log}");
    }
    let left = fs::read_dir(folder.path()).expect("read").count();
    assert_eq!(left, 0, "nothing was written");
}

#[test]
fn a_file_that_cannot_be_written_is_status_1() {
    let asked = ["render", "leap", "-o", "nowhere/a.png"];
    let (status, out, log) = delos(folder().path(), &asked, &[]);
    assert_eq!((status, out.as_str()), (Some(1), ""));
    assert!(
        log.starts_with("delos: nowhere/a.png cannot be written: "),
        "{log}"
    );
}

#[test]
fn the_pictures_of_the_readme_can_be_drawn() {
    let readme = concat!(env!("CARGO_MANIFEST_DIR"), "/../README.md");
    let readme = fs::read_to_string(readme).expect("read");
    let folder = folder();
    let mut drawn = 0;
    for line in readme
        .lines()
        .filter(|line| line.starts_with("delos render "))
    {
        // Like a shell: quoted text is one argument.
        let quoted = line.split('"').enumerate();
        let arguments = quoted.flat_map(|(place, part)| match place % 2 {
            0 => part.split_whitespace().collect(),
            _ => vec![part],
        });
        let arguments: Vec<&str> = arguments.skip(1).collect();
        let (status, out, log) = delos(folder.path(), &arguments, &[]);
        assert_eq!((status, log.as_str()), (Some(0), ""), "{line}");
        assert!(out.contains("to move"), "{out}");
        drawn += 1;
    }
    assert!(drawn > 0, "the README shows no picture's command");
}
