//! The real program, in a process that can be killed.

use std::fs::{self, File};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use playground::Playground;

/// Time limit for connecting, and for stopping.
const TIMEOUT: Duration = Duration::from_mins(1);

pub(crate) struct Program {
    child: Child,
    log: PathBuf,
    identifies: usize,
    /// Size of the log before the start, in bytes.
    logged: usize,
}

impl Program {
    /// Starts the program on a data folder, with one environment variable. Its log at this level is appended to a file.
    pub(crate) fn spawn(
        pg: &Playground,
        data: &Path,
        log: &Path,
        level: &str,
        env: Option<(&str, String)>,
    ) -> Self {
        let log_file = File::options().create(true).append(true).open(log).unwrap();
        let identifies = pg.gateway().identifies();
        let logged = fs::metadata(log).map_or(0, |file| file.len());
        let child = Command::new(env!("CARGO_BIN_EXE_delos"))
            .envs(pg.env())
            .env("DELOS_DATA", data)
            .env("DELOS_LOG", level)
            .envs(env)
            .stdin(Stdio::null())
            .stderr(log_file)
            .spawn()
            .unwrap();
        Self {
            child,
            log: log.to_owned(),
            identifies,
            logged: usize::try_from(logged).unwrap(),
        }
    }

    pub(crate) async fn ready(&mut self, pg: &Playground) {
        let begun = Instant::now();
        // A killed program's connection may still seem open: wait for the new one.
        while pg.gateway().identifies() == self.identifies || !pg.gateway().is_connected() {
            let status = self.exit_status();
            let is_well = status.is_none() && begun.elapsed() < TIMEOUT;
            assert!(is_well, "{status:?} {}", self.last_log_line());
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// Waits until the program has opened its store; returns false if it exited because there was no server.
    pub(crate) async fn opened(&mut self) -> bool {
        let begun = Instant::now();
        while !self.log().contains("store opened") {
            if let Some(status) = self.exit_status() {
                assert_eq!(status.code(), Some(1), "{}", self.last_log_line());
                return false;
            }
            let is_late = begun.elapsed() > TIMEOUT;
            assert!(!is_late, "no open store: {}", self.last_log_line());
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        true
    }

    fn log(&self) -> String {
        let text = fs::read_to_string(&self.log).unwrap_or_default();
        text.get(self.logged..).unwrap_or_default().to_owned()
    }

    /// Returns its process number on a database server; `None` before it has registered.
    pub(crate) fn number(&self) -> Option<i64> {
        let log = self.log();
        let mut lines = log.lines();
        let line = lines.rfind(|line| line.contains("process registered"))?;
        let number = line.split_once("process=")?.1;
        number.split_whitespace().next()?.parse().ok()
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    fn signal(&self, name: &str) {
        let sent = Command::new("kill")
            .args([name, &self.child.id().to_string()])
            .status()
            .unwrap();
        assert!(sent.success(), "kill {name}: {sent}");
    }

    /// `kill -9`.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        let signal = self.child.wait().unwrap().signal();
        assert_eq!(signal, Some(9), "it stopped: {}", self.last_log_line());
    }

    pub(crate) fn resume(&self) {
        self.signal("-CONT");
    }

    /// Suspends the program: it sends nothing until it is resumed.
    pub(crate) fn suspend(&self) {
        self.signal("-STOP");
        std::thread::sleep(Duration::from_millis(10));
    }

    pub(crate) fn terminate(&self) {
        self.signal("-TERM");
    }

    pub(crate) fn exit_status(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().unwrap()
    }

    /// Waits until the program stops; returns its exit status and last log line.
    pub(crate) async fn wait(mut self) -> (Option<i32>, String) {
        let begun = Instant::now();
        loop {
            if let Some(status) = self.exit_status() {
                return (status.code(), self.last_log_line());
            }
            assert!(begun.elapsed() < TIMEOUT, "the program does not stop");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    pub(crate) fn last_log_line(&self) -> String {
        let text = fs::read_to_string(&self.log).unwrap_or_default();
        text.lines().last().unwrap_or_default().to_owned()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
