//! `delos backup`, `restore`, `salvage`, `check`, `export` and `import`.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Cursor, Read as _, Seek, Write};
use std::path::{Path, PathBuf};

use clap::Subcommand;

use super::control::{self, ControlRequest};
use super::folder;
use crate::config::Config;
use crate::error::{Error, Result};
use progress::{Counted, Progress};
use store::postgres::PostgresStore;
use store::{Salvaged, SledStore, file_modes, sync_parent};

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
    /// Write what is readable of a damaged data folder as a backup, while Delos is stopped; the folder is not changed
    Salvage {
        /// The file to write; it must not exist yet
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

const NO_FOLDER: &str = "salvage reads a damaged data folder, but the database is on a server (store.url, DELOS_STORE): \
    restore a backup into an empty database there";

/// Executes a command on the configured store; returns a summary.
pub fn execute(command: &DataCommand, config: &Config, out: &mut dyn Write) -> Result<String> {
    match command {
        DataCommand::Backup { file } => write(config, ControlRequest::Backup, file),
        DataCommand::Export { file } => write(config, ControlRequest::Export, file),
        DataCommand::Restore { file } => restore(config, file),
        DataCommand::Salvage { .. } if config.store.url.is_some() => {
            Err(Error::Other(NO_FOLDER.to_owned()))
        }
        DataCommand::Salvage { file } => salvage(&config.data, file),
        DataCommand::Import { file } => import(config, file),
        DataCommand::Check => {
            let progress = Progress::new("check");
            request_or_open(config, ControlRequest::Check, out, &progress)
        }
    }
}

/// Sends a request to the Delos that runs on the folder, or opens the folder if none does. A server serves both at once.
fn request_or_open(
    config: &Config,
    request: ControlRequest,
    out: &mut dyn Write,
    progress: &Progress,
) -> Result<String> {
    if config.store.url.is_none()
        && let Some(summary) = control::send(&config.data, request, out, progress)?
    {
        return Ok(summary);
    }
    let store = folder::open(config)?;
    let show = &mut |_: &mut dyn Write, step: control::Step| {
        step.show(progress);
        Ok(())
    };
    control::handle(&*store, request, out, show)
}

fn write(config: &Config, request: ControlRequest, file: &Path) -> Result<String> {
    let progress = Progress::new(request.word());
    write_new(file, |out| {
        request_or_open(config, request, &mut progress.counted(out), &progress)
    })
}

/// Writes a new file for its owner alone, complete before it gets its name.
pub(crate) fn write_new<T>(
    file: &Path,
    content: impl FnOnce(&mut dyn Write) -> Result<T>,
) -> Result<T> {
    if file.exists() {
        let exists = format!("{} already exists: choose another file", file.display());
        return Err(Error::Other(exists));
    }
    let new = beside(file, ".new");
    let written = file_modes::create(&new)
        .map_err(Error::file(&new))
        .and_then(|file_out| {
            let mut out = BufWriter::new(file_out);
            let summary = content(&mut out)?;
            out.into_inner()
                .map_err(io::IntoInnerError::into_error)
                .and_then(|file_out| file_out.sync_all())
                .map_err(Error::file(&new))?;
            fs::rename(&new, file).map_err(Error::file(file))?;
            sync_parent(file).map_err(Error::file(file))?;
            Ok(summary)
        });
    if written.is_err() {
        // A partial file is useless; if it cannot be removed, its name says so.
        let _ = fs::remove_file(&new);
    }
    written
}

/// The file's path with more at its end.
fn beside(file: &Path, more: &str) -> PathBuf {
    let mut name = file.file_name().unwrap_or_default().to_owned();
    name.push(more);
    file.with_file_name(name)
}

/// Opens a file that will be read `times` times, and counts the bytes read as progress.
pub(super) fn open<'p>(
    file: &Path,
    times: u64,
    progress: &'p Progress,
) -> Result<BufReader<Counted<'p, File>>> {
    let input = File::open(file).map_err(Error::file(file))?;
    let length = input.metadata().map_err(Error::file(file))?.len();
    progress.set_length(times * length);
    Ok(BufReader::new(progress.counted(input)))
}

fn restore(config: &Config, file: &Path) -> Result<String> {
    let progress = Progress::new("restore");
    let mut input = open(file, 1, &progress)?;
    if let Some(settings) = config.store.postgres() {
        let count = PostgresStore::restore(&settings, &mut input)?;
        return Ok(format!("{count} values restored into {}", settings.url));
    }
    let folder = &config.data;
    let count = SledStore::restore(folder, &mut input)?;
    Ok(format!("{count} values restored into {}", folder.display()))
}

fn salvage(folder: &Path, file: &Path) -> Result<String> {
    if !folder.join("store").exists() {
        return Err(Error::NoDatabase(folder.to_owned()));
    }
    let scratch = beside(file, ".copy");
    // A copy is left by a salvage that was killed.
    let _ = fs::remove_dir_all(&scratch);
    let progress = Progress::new("salvage");
    let salvaged = write_new(file, |out| {
        file_modes::create_folder(&scratch).map_err(Error::file(&scratch))?;
        let mut out = progress.counted(out);
        Ok(SledStore::salvage(folder, &scratch, &mut out)?)
    });
    // A leftover copy is useless, and its name says so.
    let _ = fs::remove_dir_all(&scratch);
    let Salvaged {
        records,
        acknowledged,
        unreadable,
    } = salvaged?;
    let of = match acknowledged {
        Some(all) => format!("of {all} acknowledged"),
        None => "(the file tally, which counted them, cannot be read)".to_owned(),
    };
    Ok(format!(
        "{records} records recovered {of}; {unreadable} unreadable values skipped\n\
         Restore them into a new folder: DELOS_DATA=NEW-FOLDER delos restore {}",
        file.display()
    ))
}

fn import(config: &Config, file: &Path) -> Result<String> {
    let progress = Progress::new("import");
    let mut input = open(file, 2, &progress)?;
    if input.stream_position().is_ok() {
        return import_from(config, file, input);
    }
    // A pipe can be read once.
    let mut all = Vec::new();
    input.read_to_end(&mut all).map_err(Error::file(file))?;
    import_from(config, file, Cursor::new(all))
}

/// Imports a file that can be read twice: nothing is added from one that is damaged.
fn import_from(config: &Config, file: &Path, mut input: impl BufRead + Seek) -> Result<String> {
    store::verify(&mut input).map_err(Error::Import)?;
    input.rewind().map_err(Error::file(file))?;
    let store = folder::open_or_create(config)?;
    let counts = store.import(&mut input).map_err(Error::Import)?;
    Ok(format!(
        "{} records added; {} already existed",
        counts.added, counts.existing
    ))
}
