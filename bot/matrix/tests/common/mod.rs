//! A real homeserver for tests: Synapse, installed once into `target/` and run on loopback.
//!
//! Tests of other packages include this file by its path.

#![allow(dead_code, reason = "no test that includes this module uses all of it")]

pub(crate) mod owner;

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::json;

/// Rate limits of the homeserver.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Limits {
    /// Synapse's own, except for registrations and logins, which in tests all come from one address: ten messages, then one in
    /// five seconds.
    Default,
    /// Without limits.
    Raised,
}

/// How to stop a homeserver.
#[derive(Clone, Copy, Debug)]
pub(crate) enum End {
    /// `SIGTERM`, as a service manager does.
    Stopped,
    /// `SIGKILL`.
    Killed,
}

/// A running homeserver; stops when dropped, or with the process.
#[derive(Debug)]
pub(crate) struct Server {
    /// Base URL.
    pub(crate) url: String,
    data: tempfile::TempDir,
    process: Child,
    /// Keeps the homeserver running while open.
    input: Option<ChildStdin>,
    /// Receives the base URL at each start.
    output: BufReader<ChildStdout>,
}

impl Server {
    /// Starts a homeserver; `None` without Python, which only CI requires.
    ///
    /// # Panics
    /// If it can't be installed or started, and in CI without Python.
    pub(crate) fn start(limits: Limits) -> Option<Self> {
        if !has_python() {
            assert!(
                std::env::var_os("CI").is_none(),
                "the tests on a Matrix homeserver need python3 with its module venv"
            );
            eprintln!(
                "skipped: the tests on a Matrix homeserver need python3 with its module venv"
            );
            return None;
        }
        let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
        let (script, target) = script_and_target(&here);
        let data = tempfile::tempdir().expect("a temporary folder");
        let mut process = Command::new("python3")
            .arg(script)
            .arg(target.join("synapse-venv"))
            .arg(data.path())
            .arg(match limits {
                Limits::Default => "default",
                Limits::Raised => "raised",
            })
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("python3 starts");
        let input = process.stdin.take();
        let output = process.stdout.take().expect("a piped output");
        let mut server = Self {
            url: String::new(),
            data,
            process,
            input,
            output: BufReader::new(output),
        };
        server.url = server.answering();
        Some(server)
    }

    /// Waits until it answers, and returns its base URL.
    fn answering(&mut self) -> String {
        let mut url = String::new();
        self.output
            .read_line(&mut url)
            .expect("the homeserver's address");
        let url = url.trim().to_owned();
        assert!(!url.is_empty(), "the homeserver did not start");
        url
    }

    /// Restarts it with the same data, and waits until it answers.
    ///
    /// # Panics
    /// If it doesn't start.
    pub(crate) fn restart(&mut self, end: End) {
        let signal = match end {
            End::Stopped => "SIGTERM",
            End::Killed => "SIGKILL",
        };
        let input = self.input.as_mut().expect("it runs");
        writeln!(input, "{signal}").expect("the script runs");
        assert_eq!(self.answering(), self.url);
    }

    /// Registers a user with the password `secret`, and returns the user id.
    ///
    /// # Panics
    /// If the homeserver refuses.
    pub(crate) async fn register(&self, name: &str) -> String {
        let answer = reqwest::Client::new()
            .post(format!("{}/_matrix/client/v3/register", self.url))
            .json(&json!({
                "username": name, "password": "secret", "inhibit_login": true,
                "auth": {"type": "m.login.dummy"},
            }))
            .send()
            .await
            .expect("the homeserver answers");
        let answer: serde_json::Value = answer.json().await.expect("an answer in JSON");
        answer["user_id"]
            .as_str()
            .unwrap_or_else(|| panic!("not registered: {answer}"))
            .to_owned()
    }

    /// Counts the uploaded files of this content.
    pub(crate) fn uploads_of(&self, content: &[u8]) -> usize {
        let mut folders = vec![self.data.path().join("media/local_content")];
        let mut count = 0;
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).expect("a folder of uploads") {
                let path = entry.expect("an entry").path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    count += usize::from(std::fs::read(path).expect("an upload") == content);
                }
            }
        }
        count
    }

    /// Returns Synapse's log, for failed tests.
    pub(crate) fn log(&self) -> PathBuf {
        self.data.path().join("homeserver.log")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.input.take());
        let _ = self.process.wait();
    }
}

fn has_python() -> bool {
    Command::new("python3")
        .args(["-c", "import venv, ensurepip"])
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// Returns the script and the target folder, from any package that includes this file.
fn script_and_target(package: &Path) -> (PathBuf, PathBuf) {
    let root = package
        .ancestors()
        .find(|folder| folder.join("Cargo.lock").is_file())
        .expect("the workspace");
    let target = std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| root.join("target"), |target| root.join(target));
    (root.join("bot/matrix/tests/common/homeserver.py"), target)
}
