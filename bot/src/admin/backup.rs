//! `delos backup`, `restore`, `check`, `export` and `import`.

use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::Subcommand;

use super::control::{self, ControlError, ControlRequest};
use crate::store::{JsonlError, OpenError, RestoreError, SledStore};

/// A command about the whole store.
#[derive(Debug, Subcommand)]
pub enum DataCommand {
    /// Back up everything to a file, even while Delos is running
    Backup {
        /// The file to write; it must not exist yet
        file: PathBuf,
    },
    /// Create the data folder from a backup; an existing one is not overwritten
    Restore {
        /// A file written by `backup`
        file: PathBuf,
    },
    /// Check that all data is readable and consistent, and replay every game, even while Delos is running
    Check,
    /// Export all records to a JSON Lines file, even while Delos is running
    Export {
        /// The file to write; it must not exist yet
        file: PathBuf,
    },
    /// Add the missing records from an export or a backup
    Import {
        /// A file written by `export` or `backup`
        file: PathBuf,
    },
}

/// Executes a command on a data folder; returns a summary.
///
/// # Errors
/// [`DataError`].
pub fn execute(
    command: &DataCommand,
    folder: &Path,
    out: &mut dyn Write,
) -> Result<String, DataError> {
    match command {
        DataCommand::Backup { file } => write(folder, ControlRequest::Backup, file),
        DataCommand::Export { file } => write(folder, ControlRequest::Export, file),
        DataCommand::Restore { file } => restore(folder, file),
        DataCommand::Import { file } => import(folder, file),
        DataCommand::Check => request_or_open(folder, ControlRequest::Check, out),
    }
}

/// Why a [`DataCommand`] failed.
#[derive(Debug, thiserror::Error)]
pub enum DataError {
    /// The data folder cannot be used.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The store or the running Delos failed.
    #[error(transparent)]
    Control(#[from] ControlError),
    /// The backup cannot be restored.
    #[error(transparent)]
    Restore(#[from] RestoreError),
    /// The file cannot be imported.
    #[error("cannot import the file: {0}; the records before that were added")]
    Import(JsonlError),
    /// A file cannot be used.
    #[error("{}: {source}", file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The file to write exists.
    #[error("{} already exists: choose another file", .0.display())]
    Exists(PathBuf),
    /// The data folder has no database.
    #[error("there is no database in {}: no games were played there (DELOS_DATA chooses another folder)", .0.display())]
    NoDatabase(PathBuf),
}

fn file_error(file: &Path) -> impl FnOnce(io::Error) -> DataError + '_ {
    move |source| DataError::File {
        file: file.to_owned(),
        source,
    }
}

/// Sends a request to the Delos that runs on the folder, or opens the folder if none does.
fn request_or_open(
    folder: &Path,
    request: ControlRequest,
    out: &mut dyn Write,
) -> Result<String, DataError> {
    if let Some(summary) = control::send(folder, request, out)? {
        return Ok(summary);
    }
    if !folder.join("store").exists() {
        return Err(DataError::NoDatabase(folder.to_owned()));
    }
    let store = SledStore::open(folder)?;
    Ok(control::handle(&store, request, out)?)
}

/// Writes a backup or an export to a new file, complete before it is renamed.
fn write(folder: &Path, request: ControlRequest, file: &Path) -> Result<String, DataError> {
    if file.exists() {
        return Err(DataError::Exists(file.to_owned()));
    }
    let mut name = file.file_name().unwrap_or_default().to_owned();
    name.push(".new");
    let new = file.with_file_name(name);
    let written = File::create(&new)
        .map_err(file_error(&new))
        .and_then(|file_out| {
            let mut out = BufWriter::new(file_out);
            let summary = request_or_open(folder, request, &mut out)?;
            let file_out = out
                .into_inner()
                .map_err(|error| file_error(&new)(error.into_error()))?;
            file_out.sync_all().map_err(file_error(&new))?;
            fs::rename(&new, file).map_err(file_error(file))?;
            Ok(summary)
        });
    if written.is_err() {
        // A partial file is useless; if it cannot be removed, its name says so.
        let _ = fs::remove_file(&new);
    }
    written
}

fn restore(folder: &Path, file: &Path) -> Result<String, DataError> {
    let mut input = BufReader::new(File::open(file).map_err(file_error(file))?);
    let count = SledStore::restore(folder, &mut input)?;
    Ok(format!("{count} values restored into {}", folder.display()))
}

fn import(folder: &Path, file: &Path) -> Result<String, DataError> {
    let mut input = BufReader::new(File::open(file).map_err(file_error(file))?);
    let store = SledStore::open(folder)?;
    let counts = store.import(&mut input).map_err(DataError::Import)?;
    Ok(format!(
        "{} records added; {} existed already",
        counts.added, counts.existing
    ))
}
