//! The real program as a process that can be killed.

use std::fs::{self, File};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use playground::Playground;

/// How long a program may take to be connected, or to end by itself.
const PATIENCE: Duration = Duration::from_mins(1);

pub(crate) struct Program {
    child: Child,
    log: PathBuf,
    identifies: usize,
}

impl Program {
    /// Starts it on this data folder; its log, of this level and above, is added to a file.
    pub(crate) fn spawn(pg: &Playground, data: &Path, log: (&Path, &str)) -> Self {
        let (log, level) = log;
        let paper = File::options().create(true).append(true).open(log).unwrap();
        let identifies = pg.gateway().identifies();
        let child = Command::new(env!("CARGO_BIN_EXE_delos"))
            .envs(pg.env())
            .env("DELOS_DATA", data)
            .env("DELOS_LOG", level)
            .stdin(Stdio::null())
            .stderr(paper)
            .spawn()
            .unwrap();
        Self {
            child,
            log: log.to_owned(),
            identifies,
        }
    }

    /// Waits until it is connected.
    pub(crate) async fn ready(&mut self, pg: &Playground) {
        let begun = Instant::now();
        // A killed program's connection may still look alive: wait for the new one.
        while pg.gateway().identifies() == self.identifies || !pg.gateway().is_connected() {
            if let Some(status) = self.ended() {
                panic!("the program ended with {status}: {}", self.last_words());
            }
            assert!(
                begun.elapsed() < PATIENCE,
                "the program does not connect: {}",
                self.last_words()
            );
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
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
        let status = self.child.wait().unwrap();
        assert_eq!(
            status.signal(),
            Some(9),
            "it had ended by itself: {}",
            self.last_words()
        );
    }

    /// Stops it where it is, so that nobody is told anything after the power is gone.
    pub(crate) fn freeze(&self) {
        self.signal("-STOP");
        std::thread::sleep(Duration::from_millis(10));
    }

    /// Asks it to end.
    pub(crate) fn terminate(&self) {
        self.signal("-TERM");
    }

    pub(crate) fn ended(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().unwrap()
    }

    /// Waits for it to end by itself.
    pub(crate) async fn end(mut self) -> (Option<i32>, String) {
        let begun = Instant::now();
        loop {
            if let Some(status) = self.ended() {
                return (status.code(), self.last_words());
            }
            assert!(begun.elapsed() < PATIENCE, "the program does not end");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// The last line of its log.
    pub(crate) fn last_words(&self) -> String {
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
