//! The programs' storage: a folder for one program, or a database server for several.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use store::postgres::DatabaseUrl;
use store::postgres::{PostgresSettings, PostgresStore};
use store::{Database, SledStore};

use crate::invariants::RESTART;

/// Storage that all programs of a run share.
pub(crate) enum Storage {
    /// A database in the data folder of the only program.
    Folder(PathBuf),
    Server(Box<DatabaseUrl>),
}

impl Storage {
    /// Opens the store. A folder's must not be in use.
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
                        // The server may be restarting.
                        Err(error) => assert!(begun.elapsed() < RESTART, "{error}"),
                    }
                    std::thread::sleep(Duration::from_millis(100));
                }
            }
        }
    }

    /// Shows the stored data to `look`. A folder is copied, so that the next program finds it as the last one left it.
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
