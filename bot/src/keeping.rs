//! Backups, exports and checks from the command line.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::Subcommand;

use crate::control::{self, ControlError, Question};
use crate::store::{LinesError, OpenError, RestoreError, SledStore};

/// What can be done with all that is stored.
#[derive(Debug, Subcommand)]
pub enum Keeping {
    /// Write everything to a file, from which `restore` makes a data folder; also while Delos runs
    Backup {
        /// The file, which must not be there yet
        file: PathBuf,
    },
    /// Make the data folder from a backup; nothing is written over
    Restore {
        /// The file that `backup` wrote
        file: PathBuf,
    },
    /// Read all that is stored, play every game again, and say what does not fit together; also while Delos runs
    Check,
    /// Write games, challenges, people and servers to a file, a line of JSON each; also while Delos runs
    Export {
        /// The file, which must not be there yet
        file: PathBuf,
    },
    /// Add what is in an export or a backup and not yet here
    Import {
        /// The file that `export` or `backup` wrote
        file: PathBuf,
    },
}

/// Does it with the data folder, and returns the sentence that is told of it.
///
/// # Errors
/// [`KeepingError`].
pub fn execute(
    keeping: &Keeping,
    folder: &Path,
    out: &mut dyn Write,
) -> Result<String, KeepingError> {
    match keeping {
        Keeping::Backup { file } => write(folder, Question::Backup, file),
        Keeping::Export { file } => write(folder, Question::Export, file),
        Keeping::Restore { file } => restore(folder, file),
        Keeping::Import { file } => import(folder, file),
        Keeping::Check => asked(folder, Question::Check, out),
    }
}

/// Why it came to nothing.
#[derive(Debug, thiserror::Error)]
pub enum KeepingError {
    /// The data folder cannot be used.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The store or the running Delos.
    #[error(transparent)]
    Button(#[from] ControlError),
    /// The backup cannot be restored.
    #[error(transparent)]
    Restore(#[from] RestoreError),
    /// The file cannot be imported.
    #[error("the file cannot be imported: {0}; what came before that is in the store")]
    Import(LinesError),
    /// A file cannot be used.
    #[error("{}: {source}", file.display())]
    File {
        /// Which.
        file: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Nothing is written over.
    #[error("{} is there already; name another file", .0.display())]
    Exists(PathBuf),
    /// There is nothing to be kept.
    #[error("there is no database in {}: nothing was ever played there (DELOS_DATA names another folder)", .0.display())]
    Nothing(PathBuf),
}

fn of(file: &Path) -> impl FnOnce(io::Error) -> KeepingError + '_ {
    move |source| KeepingError::File {
        file: file.to_owned(),
        source,
    }
}

/// Has a question answered by the Delos that runs on the folder, or from the folder itself when none does.
fn asked(folder: &Path, question: Question, out: &mut dyn Write) -> Result<String, KeepingError> {
    if let Some(sentence) = control::ask(folder, question, out)? {
        return Ok(sentence);
    }
    if !folder.join("store").exists() {
        return Err(KeepingError::Nothing(folder.to_owned()));
    }
    let store = SledStore::open(folder)?;
    Ok(control::answer(&store, question, out)?)
}

/// Writes a backup or an export to a new file, complete before it has its name.
fn write(folder: &Path, question: Question, file: &Path) -> Result<String, KeepingError> {
    if file.exists() {
        return Err(KeepingError::Exists(file.to_owned()));
    }
    let mut name = file.file_name().unwrap_or_default().to_owned();
    name.push(".new");
    let new = file.with_file_name(name);
    let written = File::create(&new).map_err(of(&new)).and_then(|paper| {
        let mut out = BufWriter::new(paper);
        let sentence = asked(folder, question, &mut out)?;
        let paper = out
            .into_inner()
            .map_err(|error| of(&new)(error.into_error()))?;
        paper.sync_all().map_err(of(&new))?;
        fs::rename(&new, file).map_err(of(file))?;
        Ok(sentence)
    });
    if written.is_err() {
        // A part of a file is of no use; if it cannot be removed, its name says so.
        let _ = fs::remove_file(&new);
    }
    written
}

/// Makes the data folder from a backup.
fn restore(folder: &Path, file: &Path) -> Result<String, KeepingError> {
    let mut input = BufReader::new(File::open(file).map_err(of(file))?);
    let count = SledStore::restore(folder, &mut input)?;
    Ok(format!("{count} values restored into {}", folder.display()))
}

/// Adds the records of a file that are not there yet.
fn import(folder: &Path, file: &Path) -> Result<String, KeepingError> {
    let mut input = BufReader::new(File::open(file).map_err(of(file))?);
    let store = SledStore::open(folder)?;
    let (added, there) = store.import(&mut input).map_err(KeepingError::Import)?;
    Ok(format!("{added} records added; {there} were there already"))
}
