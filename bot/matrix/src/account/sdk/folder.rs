//! The account's private folder.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use store::{file_modes, sync_parent};

use crate::account::homeserver::{Error, Result};

/// matrix-sdk's database of the device's keys.
const CRYPTO_STORE: &str = "matrix-sdk-crypto.sqlite3";

const SESSION: &str = "session.json";
const POSITION: &str = "position.json";
const RECOVERY_KEY: &str = "recovery-key.txt";

/// The device that the account uses.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct Session {
    pub(super) user: String,
    pub(super) device: String,
    pub(super) token: String,
    /// The device's public key, which identifies its store.
    pub(super) fingerprint: String,
}

/// A sync position up to which everything is handled.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(super) struct Position {
    pub(super) token: String,
    /// Earlier events that can't be decrypted yet, with their rooms.
    #[serde(default)]
    pub(super) waiting: Vec<(String, serde_json::Value)>,
}

/// A folder with the session, the sync position, perhaps the recovery key, and matrix-sdk's databases.
#[derive(Clone, Debug)]
pub(super) struct Folder {
    path: PathBuf,
}

impl Folder {
    /// Opens or creates a folder that no other user can read.
    pub(super) fn open(path: &Path) -> Result<Self> {
        let folder = Self {
            path: path.to_owned(),
        };
        create_private(path).map_err(|error| folder.failed("open", &error))?;
        Ok(folder)
    }

    /// Returns the folder of matrix-sdk's databases.
    pub(super) fn store(&self) -> PathBuf {
        self.path.join("store")
    }

    /// Whether there is a device's database of keys.
    pub(super) fn has_keys(&self) -> bool {
        self.store().join(CRYPTO_STORE).is_file()
    }

    /// Removes the device's session and keys, but not the position.
    pub(super) fn forget_device(&self) -> Result<()> {
        let session = absent_is_fine(fs::remove_file(self.path.join(SESSION)));
        let keys = absent_is_fine(fs::remove_dir_all(self.store()));
        session
            .and(keys)
            .map_err(|error| self.failed("clear", &error))
    }

    pub(super) fn session(&self) -> Result<Option<Session>> {
        self.read(SESSION)
    }

    pub(super) fn set_session(&self, session: &Session) -> Result<()> {
        self.write_json(SESSION, session)
    }

    pub(super) fn position(&self) -> Result<Option<Position>> {
        self.read(POSITION)
    }

    pub(super) fn set_position(&self, position: &Position) -> Result<()> {
        self.write_json(POSITION, position)
    }

    pub(super) fn recovery_key_path(&self) -> PathBuf {
        self.path.join(RECOVERY_KEY)
    }

    pub(super) fn recovery_key(&self) -> Option<String> {
        let key = fs::read_to_string(self.recovery_key_path()).ok()?;
        Some(key.trim().to_owned()).filter(|key| !key.is_empty())
    }

    pub(super) fn set_recovery_key(&self, key: &str) -> Result<()> {
        self.write(RECOVERY_KEY, format!("{key}\n").as_bytes())
    }

    /// Reads a JSON file; `None` if it's missing or damaged.
    fn read<T: DeserializeOwned>(&self, name: &str) -> Result<Option<T>> {
        match fs::read(self.path.join(name)) {
            Ok(bytes) => Ok(serde_json::from_slice(&bytes)
                .inspect_err(|error| {
                    tracing::warn!(name, %error, "ignored a damaged file of the Matrix account");
                })
                .ok()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(self.failed("read", &error)),
        }
    }

    fn write_json(&self, name: &str, value: &impl Serialize) -> Result<()> {
        let bytes = serde_json::to_vec(value)
            .map_err(|error| self.failed("write", &io::Error::other(error)))?;
        self.write(name, &bytes)
    }

    /// Replaces a file atomically.
    fn write(&self, name: &str, bytes: &[u8]) -> Result<()> {
        let path = self.path.join(name);
        let temporary = self.path.join(format!("{name}.new"));
        file_modes::create(&temporary)
            .and_then(|mut file| {
                file.write_all(bytes)?;
                file.sync_all()
            })
            .and_then(|()| fs::rename(&temporary, &path))
            .and_then(|()| sync_parent(&path))
            .map_err(|error| self.failed("write", &error))
    }

    fn failed(&self, what: &str, error: &io::Error) -> Error {
        Error::Store(format!("cannot {what} {}: {error}", self.path.display()))
    }
}

fn absent_is_fine(result: io::Result<()>) -> io::Result<()> {
    match result {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        result => result,
    }
}

/// Creates a folder for its owner alone, or closes an existing one to others. It holds keys, so it is refused if it stays open, as on
/// a file system without modes.
fn create_private(path: &Path) -> io::Result<()> {
    file_modes::create_folder(path)?;
    file_modes::owner_only(path)?;
    if file_modes::is_open_to_others(path)? {
        let why = "other users can open it, and its mode cannot be changed";
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, why));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session() -> Session {
        Session {
            user: "@delos:example.org".to_owned(),
            device: "DEVICE".to_owned(),
            token: "secret".to_owned(),
            fingerprint: "key".to_owned(),
        }
    }

    #[test]
    fn removing_a_device_keeps_the_position() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::open(&place.path().join("matrix")).unwrap();
        assert!(folder.session().unwrap().is_none());
        assert!(!folder.has_keys());

        let position = Position {
            token: "s1_2".to_owned(),
            waiting: vec![(
                "!a:example.org".to_owned(),
                serde_json::json!({"type": "x"}),
            )],
        };
        folder.set_position(&position).unwrap();
        folder.set_session(&session()).unwrap();
        fs::create_dir_all(folder.store()).unwrap();
        fs::write(folder.store().join(CRYPTO_STORE), "keys").unwrap();
        assert_eq!(folder.session().unwrap().unwrap().device, "DEVICE");
        assert!(folder.has_keys());

        folder.forget_device().unwrap();
        assert!(folder.session().unwrap().is_none());
        assert!(!folder.has_keys());
        assert_eq!(folder.position().unwrap(), Some(position));
        folder.forget_device().unwrap();
    }

    #[test]
    fn a_damaged_file_counts_as_absent() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::open(place.path()).unwrap();
        fs::write(place.path().join(SESSION), "{\"user\": ").unwrap();
        assert!(folder.session().unwrap().is_none());
    }

    #[test]
    fn what_an_interrupted_write_left_is_replaced() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::open(place.path()).unwrap();
        folder.set_recovery_key("former").unwrap();
        let left = place.path().join(format!("{RECOVERY_KEY}.new"));
        fs::write(&left, "longer than what is written next").unwrap();
        assert_eq!(folder.recovery_key().as_deref(), Some("former"));
        folder.set_recovery_key("next").unwrap();
        assert_eq!(folder.recovery_key().as_deref(), Some("next"));
        assert!(!left.exists());
    }

    #[cfg(unix)]
    #[test]
    fn no_other_user_can_read_the_folder() {
        use std::os::unix::fs::PermissionsExt as _;
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("matrix");
        fs::create_dir(&path).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        let folder = Folder::open(&path).unwrap();
        folder.set_session(&session()).unwrap();
        folder.set_recovery_key("a key").unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&path), 0o700);
        assert_eq!(mode(&path.join(SESSION)), 0o600);
        assert_eq!(mode(&folder.recovery_key_path()), 0o600);
        assert_eq!(folder.recovery_key().as_deref(), Some("a key"));
    }
}
