//! Requests to a running Delos, which alone may use its data folder: for a backup, an export or a check.
//!
//! It listens on the socket `control` in the data folder, so access to the folder is access to the socket. A request is one
//! line. The response is the requested lines, with lines of `total N` and `done N` in between for progress. Its last line is
//! `ok SUMMARY` or `failed REASON`.

use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::sync::Arc;

use progress::Progress;
use store::{Database, ExportScope, JsonlError};
use tokio_util::sync::CancellationToken;

use crate::error::{Error, Result};

#[cfg(unix)]
const FILE: &str = "control";
/// Time limit of reading a request and of writing to its client.
#[cfg(unix)]
const TIMEOUT: std::time::Duration = std::time::Duration::from_secs(10);
/// The longest request in bytes.
#[cfg(unix)]
const MAX_REQUEST: u64 = 100;

/// A request to a running Delos.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ControlRequest {
    /// Everything as JSON Lines.
    Backup,
    /// The records as JSON Lines.
    Export,
    /// An integrity check.
    Check,
}

impl ControlRequest {
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Backup => "backup",
            Self::Export => "export",
            Self::Check => "check",
        }
    }

    #[cfg(unix)]
    fn read(line: &str) -> Option<Self> {
        let mut all = [Self::Backup, Self::Export, Self::Check].into_iter();
        all.find(|request| request.word() == line.trim())
    }
}

/// A step in a request's progress.
#[derive(Clone, Copy, Debug)]
pub enum Step {
    /// The number of records.
    Total(u64),
    /// The number of records that were checked.
    Done(u64),
}

impl Step {
    fn read(line: &str) -> Option<Self> {
        let (step, records) = line.split_once(' ')?;
        match step {
            "total" => records.parse().ok().map(Self::Total),
            "done" => records.parse().ok().map(Self::Done),
            _ => None,
        }
    }

    /// Sends it to the client.
    fn write(self, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Self::Total(records) => writeln!(out, "total {records}"),
            Self::Done(records) => writeln!(out, "done {records}"),
        }?;
        out.flush()
    }

    /// Shows it to the operator.
    pub fn show(self, progress: &Progress) {
        match self {
            Self::Total(records) => progress.set_length(records),
            Self::Done(records) => progress.reach(records),
        }
    }
}

/// Handles a request; returns a summary. `tell` gets each step, and the output.
pub fn handle(
    store: &dyn Database,
    request: ControlRequest,
    out: &mut dyn Write,
    tell: &mut dyn FnMut(&mut dyn Write, Step) -> io::Result<()>,
) -> Result<String> {
    // A backup has more values than records, and counting them would take as long as writing them.
    if request != ControlRequest::Backup {
        let total = store.record_count().map_err(JsonlError::from)?;
        tell(out, Step::Total(total)).map_err(JsonlError::from)?;
    }
    let scope = match request {
        ControlRequest::Backup => ExportScope::All,
        ControlRequest::Export => ExportScope::Records,
        ControlRequest::Check => return check(store, out, tell),
    };
    let count = store.export(scope, out)?;
    Ok(format!("{count} values written"))
}

fn check(
    store: &dyn Database,
    out: &mut dyn Write,
    tell: &mut dyn FnMut(&mut dyn Write, Step) -> io::Result<()>,
) -> Result<String> {
    // If no one listens any longer, the check ends.
    let report = store.check_with(&mut |records| tell(out, Step::Done(records)));
    let report = report.map_err(JsonlError::from)?;
    for problem in &report.listed {
        writeln!(out, "{problem}").map_err(JsonlError::from)?;
    }
    if report.problems > 0 {
        return Err(Error::Problems {
            problems: report.problems,
        });
    }
    Ok(format!(
        "{} records with {} bytes and {} moves are in order",
        report.records, report.bytes, report.moves
    ))
}

/// Refuses to write once stopped.
pub(super) struct Stoppable<'a> {
    pub(super) out: &'a mut dyn Write,
    pub(super) stop: &'a CancellationToken,
}

impl Write for Stoppable<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.stop.is_cancelled() {
            return Err(io::Error::other("Delos is stopping"));
        }
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Serves requests until dropped. One may run on, but stops reading soon after `stop`, so that it hardly holds up the end of the
/// program.
#[cfg(unix)]
pub async fn listen(
    folder: &Path,
    store: Arc<dyn Database>,
    stop: CancellationToken,
) -> io::Result<()> {
    let path = folder.join(FILE);
    // The folder is locked: an existing socket was left by a process that was killed.
    match std::fs::remove_file(&path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let listener = tokio::net::UnixListener::bind(&path)?;
    std::fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o600))?;
    loop {
        let (stream, _) = listener.accept().await?;
        let stream = stream.into_std()?;
        stream.set_nonblocking(false)?;
        let (store, stop) = (Arc::clone(&store), stop.clone());
        // One at a time: each may block commits.
        let served = tokio::task::spawn_blocking(move || serve(&stream, &*store, &stop)).await;
        match served {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::warn!(%error, "control request not answered"),
            Err(error) => tracing::error!(%error, "control request failed"),
        }
    }
}

#[cfg(unix)]
fn serve(
    stream: &std::os::unix::net::UnixStream,
    store: &dyn Database,
    stop: &CancellationToken,
) -> io::Result<()> {
    // A client that does not read must not block the games.
    stream.set_read_timeout(Some(TIMEOUT))?;
    stream.set_write_timeout(Some(TIMEOUT))?;
    let mut line = String::new();
    BufReader::new(io::Read::take(stream, MAX_REQUEST)).read_line(&mut line)?;
    let out = &mut io::BufWriter::new(stream);
    let mut out = Stoppable { out, stop };
    let request = ControlRequest::read(&line).ok_or("unknown request".to_owned());
    let handled = request.and_then(|request| {
        let handled = handle(store, request, &mut out, &mut |out, step| step.write(out));
        handled.map_err(|error| error.to_string())
    });
    match handled {
        Ok(summary) => writeln!(out, "ok {summary}")?,
        Err(why) => writeln!(out, "failed {}", why.replace('\n', " "))?,
    }
    out.flush()
}

/// Sends a request to the Delos that runs on this folder, and writes the requested lines to `out`. Returns the summary; `None` if
/// no Delos runs.
#[cfg(unix)]
pub fn send(
    folder: &Path,
    request: ControlRequest,
    out: &mut dyn Write,
    progress: &Progress,
) -> Result<Option<String>> {
    let Ok(mut stream) = std::os::unix::net::UnixStream::connect(folder.join(FILE)) else {
        return Ok(None);
    };
    writeln!(stream, "{}", request.word()).map_err(JsonlError::from)?;
    for line in BufReader::new(stream).lines() {
        let line = line.map_err(JsonlError::from)?;
        if let Some(summary) = line.strip_prefix("ok ") {
            out.flush().map_err(JsonlError::from)?;
            return Ok(Some(summary.to_owned()));
        }
        if let Some(step) = Step::read(&line) {
            step.show(progress);
            continue;
        }
        if let Some(why) = line.strip_prefix("failed ") {
            return Err(reported(why));
        }
        writeln!(out, "{line}").map_err(JsonlError::from)?;
    }
    Err(reported("no result, because it has stopped"))
}

#[cfg(unix)]
fn reported(why: &str) -> Error {
    Error::Other(format!("the running Delos reports: {why}"))
}

/// There are no Unix sockets on this system: a running Delos must be stopped first.
#[cfg(not(unix))]
pub fn send(
    _: &Path,
    _: ControlRequest,
    _: &mut dyn Write,
    _: &Progress,
) -> Result<Option<String>> {
    Ok(None)
}

/// There are no Unix sockets on this system.
#[cfg(not(unix))]
pub async fn listen(_: &Path, _: Arc<dyn Database>, _: CancellationToken) -> io::Result<()> {
    std::future::pending().await
}

#[cfg(test)]
mod tests {
    use store::SledStore;

    use super::*;

    #[test]
    fn a_backup_announces_no_total() {
        let folder = tempfile::tempdir().expect("made");
        let store = SledStore::open(folder.path()).expect("opens");
        for (request, is_known) in [
            (ControlRequest::Backup, false),
            (ControlRequest::Export, true),
            (ControlRequest::Check, true),
        ] {
            let mut total = None;
            let mut tell = |_: &mut dyn Write, step: Step| {
                if let Step::Total(records) = step {
                    total = Some(records);
                }
                Ok(())
            };
            handle(&store, request, &mut Vec::new(), &mut tell).expect("handled");
            assert_eq!(total.is_some(), is_known, "{request:?}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_request_ends_when_the_program_stops() {
        let folder = tempfile::tempdir().expect("made");
        let store = SledStore::open(folder.path()).expect("opens");
        let stop = CancellationToken::new();
        for is_served in [true, false] {
            let (mut client, server) = std::os::unix::net::UnixStream::pair().expect("made");
            client.write_all(b"backup\n").expect("sent");
            assert_eq!(serve(&server, &store, &stop).is_ok(), is_served);
            stop.cancel();
        }
    }
}
