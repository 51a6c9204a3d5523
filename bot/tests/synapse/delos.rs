//! The real program, in a process that can be killed.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;
use tokio::time::sleep;

use crate::common::Server;
use crate::person::WAIT_LIMIT;

/// Time limit of a stop.
const TIMEOUT: Duration = Duration::from_mins(3);

/// An environment variable and its value.
type Setting = (&'static str, String);

/// Delos with its own account and data folder.
pub(crate) struct Delos {
    pub(crate) id: String,
    place: TempDir,
    /// Environment variables beside the password.
    settings: Vec<Setting>,
    child: Option<Child>,
}

impl Delos {
    /// Registers an account and starts the program.
    pub(crate) async fn start(server: &Server, name: &str) -> Self {
        let id = server.register(name).await;
        Self::start_as(server, &id)
    }

    /// Starts the program with an account whose password is `secret`.
    pub(crate) fn start_as(server: &Server, id: &str) -> Self {
        Self::start_with(server, id, Vec::new())
    }

    /// As [`Self::start`], with environment variables.
    pub(crate) fn start_with(server: &Server, id: &str, settings: Vec<Setting>) -> Self {
        let place = tempfile::tempdir().unwrap();
        let config = format!(
            "data = '{}'\n[matrix]\nhomeserver = '{}'\nuser = '{id}'\n\
             [engine]\nthreads = 1\n[backup]\nevery = 'never'\n",
            place.path().join("data").display(),
            server.url,
        );
        fs::write(place.path().join("config.toml"), config).unwrap();
        let mut delos = Self {
            id: id.to_owned(),
            place,
            settings,
            child: None,
        };
        delos.begin();
        delos
    }

    pub(crate) fn begin(&mut self) {
        assert!(self.child.is_none(), "one process at a time");
        let log = File::options()
            .create(true)
            .append(true)
            .open(self.log_file())
            .unwrap();
        // Another build, for measurements.
        let program = std::env::var_os("DELOS_PROGRAM");
        let child = Command::new(program.unwrap_or_else(|| env!("CARGO_BIN_EXE_delos").into()))
            .arg("--config")
            .arg(self.place.path().join("config.toml"))
            .env_remove("DISCORD_TOKEN")
            .env("DELOS_MATRIX_PASSWORD", "secret")
            .envs(self.settings.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .unwrap();
        self.child = Some(child);
    }

    pub(crate) fn process(&self) -> u32 {
        self.child.as_ref().expect("it runs").id()
    }

    /// `kill -9`.
    pub(crate) fn kill(&mut self) {
        let mut child = self.child.take().unwrap();
        assert_eq!(child.try_wait().unwrap(), None, "{}", self.log());
        child.kill().unwrap();
        child.wait().unwrap();
    }

    /// Sends a signal, such as `STOP`.
    pub(crate) fn signal(&self, name: &str) {
        let id = self.process().to_string();
        let kill = Command::new("kill").args(["-s", name, &id]).status();
        assert!(kill.unwrap().success());
    }

    pub(crate) fn lose_data(&self) {
        assert!(self.child.is_none(), "it uses them");
        fs::remove_dir_all(self.place.path().join("data")).unwrap();
    }

    /// Stops the program as a service manager does.
    pub(crate) fn stop(&mut self) {
        self.signal("TERM");
        let mut child = self.child.take().unwrap();
        let begun = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
            assert!(begun.elapsed() < TIMEOUT, "it does not stop");
            std::thread::sleep(Duration::from_millis(20));
        };
        assert!(status.success(), "{status}: {}", self.log());
    }

    pub(crate) fn keys(&self) -> PathBuf {
        self.place.path().join("data/matrix")
    }

    pub(crate) fn device(&self) -> String {
        let session = fs::read_to_string(self.keys().join("session.json")).unwrap();
        let session: Value = serde_json::from_str(&session).unwrap();
        session["device"].as_str().unwrap().to_owned()
    }

    pub(crate) fn log(&self) -> String {
        fs::read_to_string(self.log_file()).unwrap_or_default()
    }

    /// Waits until the log has these words this often.
    pub(crate) async fn until_logged(&self, words: &str, times: usize) {
        let begun = Instant::now();
        while self.log().matches(words).count() < times {
            assert!(begun.elapsed() < WAIT_LIMIT, "{words}: {}", self.log());
            sleep(Duration::from_millis(50)).await;
        }
    }

    fn log_file(&self) -> PathBuf {
        Path::new(self.place.path()).join("delos.log")
    }
}

impl Drop for Delos {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("the log of {}:\n{}", self.id, self.log());
        }
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}
