//! Where the programs keep what they store: one in a folder, or several on a database server.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use store::postgres::DatabaseUrl;
use store::postgres::{PostgresSettings, PostgresStore};
use store::{Database, SledStore};

use crate::invariants::RESTART;

/// What all programs of a run share.
pub(crate) enum Storage {
    /// A database in the data folder of the only program.
    Folder(PathBuf),
    Server(Box<DatabaseUrl>),
}

impl Storage {
    /// Opens it while no program, or none but those on a server, uses it.
    pub(crate) fn open(&self) -> Arc<dyn Database> {
        match self {
            Self::Folder(data) => {
                Arc::new(SledStore::open(data).unwrap_or_else(|error| panic!("{error}")))
            }
            Self::Server(url) => {
                let settings = PostgresSettings::new(DatabaseUrl::clone(url));
                let begun = Instant::now();
                loop {
                    match PostgresStore::open(&settings) {
                        Ok(store) => return Arc::new(store),
                        // It may be starting again.
                        Err(error) => assert!(begun.elapsed() < RESTART, "{error}"),
                    }
                    std::thread::sleep(Duration::from_millis(100));
                }
            }
        }
    }

    /// Shows what is stored. Of a folder it shows a copy, so that the next program finds what the last one left.
    pub(crate) fn look(&self, scratch: &Path, look: impl FnOnce(&dyn Database)) {
        let Self::Folder(data) = self else {
            look(&*self.open());
            return;
        };
        if !data.join("store").exists() {
            return;
        }
        let folder = scratch.join("copy");
        copy(data, &folder);
        look(&*Self::Folder(folder.clone()).open());
        fs::remove_dir_all(folder).unwrap();
    }

    /// The name of the database on the server.
    pub(crate) fn database(&self) -> Option<String> {
        match self {
            Self::Folder(_) => None,
            Self::Server(url) => url.to_string().rsplit('/').next().map(str::to_owned),
        }
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &target);
        } else if entry.file_type().unwrap().is_file() {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}
