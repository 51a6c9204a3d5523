//! Asking a running Delos, which alone may use its data folder: for a backup, an export, a check.
//!
//! It listens on the socket `control` in the data folder; whoever may use the folder may ask. A question is one line, its
//! answer is the lines that were asked for, and then `ok` or `failed: ` and why.

use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::store::{Findings, LinesError, Scope, SledStore};

const FILE: &str = "control";

/// What can be asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// Everything as lines of JSON.
    Backup,
    /// The records as lines of JSON.
    Export,
    /// Whether everything fits together.
    Check,
}

impl Question {
    const ALL: [(Self, &'static str); 3] = [
        (Self::Backup, "backup"),
        (Self::Export, "export"),
        (Self::Check, "check"),
    ];

    fn word(self) -> &'static str {
        Self::ALL
            .iter()
            .find(|(question, _)| *question == self)
            .map_or("", |(_, word)| word)
    }

    fn read(line: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .find(|(_, word)| *word == line.trim())
            .map(|(question, _)| *question)
    }
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum ControlError {
    /// The store or the file cannot be used.
    #[error(transparent)]
    Lines(#[from] LinesError),
    /// The running Delos said so.
    #[error("the running Delos says: {0}")]
    Said(String),
    /// Something does not fit together.
    #[error("{problems} problems were found; restore a backup if you have one of before")]
    Problems {
        /// How many.
        problems: u64,
    },
}

/// Answers a question from the store; returns the sentence that is told of it.
///
/// # Errors
/// What is wrong with the store or with `out`.
pub fn answer(
    store: &SledStore,
    question: Question,
    out: &mut dyn Write,
) -> Result<String, ControlError> {
    let scope = match question {
        Question::Backup => Scope::All,
        Question::Export => Scope::Records,
        Question::Check => {
            return check(store, out);
        }
    };
    let count = store.export(scope, out)?;
    Ok(format!("{count} values written"))
}

fn check(store: &SledStore, out: &mut dyn Write) -> Result<String, ControlError> {
    let found = store.check_all().map_err(LinesError::from)?;
    let Findings {
        records,
        bytes,
        moves,
        problems,
        told,
    } = found;
    for problem in &told {
        writeln!(out, "{problem}").map_err(LinesError::from)?;
    }
    if problems > 0 {
        return Err(ControlError::Problems { problems });
    }
    Ok(format!(
        "{records} records of {bytes} bytes and {moves} moves are in order"
    ))
}

fn socket(folder: &Path) -> PathBuf {
    folder.join(FILE)
}

/// Answers until it is dropped.
///
/// # Errors
/// When there can be no socket, for instance because the folder's name is too long for one.
#[cfg(unix)]
pub async fn listen(folder: &Path, store: Arc<SledStore>) -> io::Result<()> {
    let path = socket(folder);
    // The folder is ours alone: what is there was left by a process that was killed.
    match std::fs::remove_file(&path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let listener = tokio::net::UnixListener::bind(&path)?;
    loop {
        let (stream, _) = listener.accept().await?;
        let stream = stream.into_std()?;
        stream.set_nonblocking(false)?;
        let store = Arc::clone(&store);
        // One after the other: each may hold up commits.
        let served = tokio::task::spawn_blocking(move || serve(&stream, &store)).await;
        match served {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::warn!(%error, "a question was not answered"),
            Err(error) => tracing::error!(%error, "a question was not answered"),
        }
    }
}

#[cfg(unix)]
fn serve(stream: &std::os::unix::net::UnixStream, store: &SledStore) -> io::Result<()> {
    // Whoever does not read must not hold up the games.
    let patience = Some(std::time::Duration::from_secs(10));
    stream.set_read_timeout(patience)?;
    stream.set_write_timeout(patience)?;
    let mut line = String::new();
    let mut asking = io::Read::take(stream, 100);
    BufReader::new(&mut asking).read_line(&mut line)?;
    let mut out = io::BufWriter::new(stream);
    let answered = match Question::read(&line) {
        Some(question) => answer(store, question, &mut out).map_err(|error| error.to_string()),
        None => Err("there is no such question".to_owned()),
    };
    match answered {
        Ok(sentence) => writeln!(out, "ok {sentence}")?,
        Err(why) => writeln!(out, "failed {}", why.replace('\n', " "))?,
    }
    out.flush()
}

/// Asks the Delos that runs on this folder; nothing when none runs. Lines go to `out`; returns the sentence that is told.
///
/// # Errors
/// What it said, or what is wrong with `out`.
#[cfg(unix)]
pub fn ask(
    folder: &Path,
    question: Question,
    out: &mut dyn Write,
) -> Result<Option<String>, ControlError> {
    let Ok(mut stream) = std::os::unix::net::UnixStream::connect(socket(folder)) else {
        return Ok(None);
    };
    writeln!(stream, "{}", question.word()).map_err(LinesError::from)?;
    for line in BufReader::new(stream).lines() {
        let line = line.map_err(LinesError::from)?;
        if let Some(sentence) = line.strip_prefix("ok ") {
            out.flush().map_err(LinesError::from)?;
            return Ok(Some(sentence.to_owned()));
        }
        if let Some(why) = line.strip_prefix("failed ") {
            return Err(ControlError::Said(why.to_owned()));
        }
        writeln!(out, "{line}").map_err(LinesError::from)?;
    }
    Err(ControlError::Said("nothing: it has ended".to_owned()))
}

/// There are no such sockets on this system: it must be stopped first.
///
/// # Errors
/// None.
#[cfg(not(unix))]
pub fn ask(_: &Path, _: Question, _: &mut dyn Write) -> Result<Option<String>, ControlError> {
    Ok(None)
}

/// There are no such sockets on this system.
///
/// # Errors
/// None.
#[cfg(not(unix))]
pub async fn listen(_: &Path, _: Arc<SledStore>) -> io::Result<()> {
    std::future::pending().await
}
