//! Settings of the account.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

/// The account, and the folder of its keys.
#[derive(Clone)]
pub struct Settings {
    /// Homeserver URL, or a server name to discover it by.
    pub homeserver: String,
    /// User id such as `@delos:example.org`, or its local part.
    pub user: String,
    /// Password or access token.
    pub login: Login,
    /// Verifies a new device and unlocks the key backup.
    pub recovery_key: Option<String>,
    /// Folder of keys and sync position. Never share or restore it: an old copy reuses keys.
    pub folder: PathBuf,
    /// Servers whose users may invite the account; empty for all.
    pub allow_servers: Vec<String>,
    /// Number of rooms from which invitations wait.
    pub most_rooms: usize,
    /// Message types to receive.
    pub receives: Receives,
    /// Checked before each message.
    pub may_send: MaySend,
}

/// A check right before each message whether the account may send it; by default it may.
#[derive(Clone, Default)]
pub struct MaySend(Option<Arc<dyn Fn() -> bool + Send + Sync>>);

impl MaySend {
    /// Creates a check.
    pub fn when(check: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(check)))
    }

    pub(super) fn now(&self) -> bool {
        self.0.as_ref().is_none_or(|check| check())
    }
}

/// The messages that an account receives.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Receives {
    /// Texts of others, without edits.
    #[default]
    Requests,
    /// Also notices, captions and edits, for people in tests.
    Everything,
}

/// Credentials.
#[derive(Clone)]
pub enum Login {
    /// Password; a lost folder is replaced by a new device.
    Password(String),
    /// Access token of an otherwise unused device.
    Token {
        /// Access token.
        token: String,
        /// Device id.
        device: String,
    },
}

impl fmt::Debug for MaySend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MaySend")
    }
}

/// Omits secrets.
impl fmt::Debug for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Settings")
            .field("homeserver", &self.homeserver)
            .field("user", &self.user)
            .field("login", &self.login)
            .field("folder", &self.folder)
            .finish_non_exhaustive()
    }
}

/// Omits secrets.
impl fmt::Debug for Login {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Password(_) => "Password",
            Self::Token { .. } => "Token",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debug_output_has_no_secrets() {
        let mut settings = Settings {
            homeserver: "https://matrix.example.org".to_owned(),
            user: "@delos:example.org".to_owned(),
            login: Login::Password("hunter2".to_owned()),
            recovery_key: Some("EsTa 1234".to_owned()),
            folder: "data/matrix".into(),
            allow_servers: vec!["example.org".to_owned()],
            most_rooms: 100,
            receives: Receives::default(),
            may_send: MaySend::default(),
        };
        let with_password = format!("{settings:?}");
        settings.login = Login::Token {
            token: "syt_secret".to_owned(),
            device: "DELOS".to_owned(),
        };
        let with_token = format!("{settings:?}");
        for printed in [with_password, with_token] {
            assert!(printed.contains("@delos:example.org"), "{printed}");
            for secret in ["hunter2", "EsTa", "syt_secret"] {
                assert!(!printed.contains(secret), "{printed}");
            }
        }
    }
}
