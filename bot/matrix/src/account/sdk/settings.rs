//! What connecting takes.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

/// Which account to use, and where its keys are kept.
#[derive(Clone)]
pub struct Settings {
    /// The homeserver's URL, or a server name such as `example.org` that leads to it.
    pub homeserver: String,
    /// The user id, such as `@delos:example.org`, or its part before the colon.
    pub user: String,
    /// How to prove that.
    pub login: Login,
    /// The key with which a new device becomes trusted and reads the key backup; none before there is one.
    pub recovery_key: Option<String>,
    /// The folder of the account's keys and of what it has heard, private to the program: never shared, never restored from a
    /// backup, because an old copy repeats used keys.
    pub folder: PathBuf,
    /// The servers whose users may invite the account; all if there are none here.
    pub allow_servers: Vec<String>,
    /// In how many rooms it may be and still accept invitations; the others wait until it has left rooms.
    pub most_rooms: usize,
    /// Which messages it hears.
    pub hears: Hears,
    /// When it may send messages.
    pub may_send: MaySend,
}

/// Whether the account may send messages at the moment, which is asked right before each: always by default.
#[derive(Clone, Default)]
pub struct MaySend(Option<Arc<dyn Fn() -> bool + Send + Sync>>);

impl MaySend {
    /// Whenever this returns true.
    pub fn when(it_may: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(it_may)))
    }

    pub(super) fn now(&self) -> bool {
        self.0.as_ref().is_none_or(|it_may| it_may())
    }
}

/// Which messages an account hears.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Hears {
    /// What may be a request: texts of others as they were first sent.
    #[default]
    Requests,
    /// Also notices, captions and edits, as a person's client does; for players in tests.
    Everything,
}

/// How the account proves who it is.
#[derive(Clone)]
pub enum Login {
    /// By its password: a lost folder is made up for by a new device.
    Password(String),
    /// By an access token that was made elsewhere, for a device that nothing else uses.
    Token {
        /// The access token.
        token: String,
        /// The id of its device.
        device: String,
    },
}

impl fmt::Debug for MaySend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MaySend")
    }
}

/// Leaves the secrets out.
impl fmt::Debug for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Settings")
            .field("homeserver", &self.homeserver)
            .field("user", &self.user)
            .field("login", &self.login)
            .field("has_recovery_key", &self.recovery_key.is_some())
            .field("folder", &self.folder)
            .field("allow_servers", &self.allow_servers)
            .field("most_rooms", &self.most_rooms)
            .field("hears", &self.hears)
            .field("may_send", &self.may_send)
            .finish()
    }
}

/// Leaves the secrets out.
impl fmt::Debug for Login {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Password(_) => f.write_str("Password"),
            Self::Token { device, .. } => f
                .debug_struct("Token")
                .field("device", device)
                .finish_non_exhaustive(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_secret_is_printed() {
        let mut settings = Settings {
            homeserver: "https://matrix.example.org".to_owned(),
            user: "@delos:example.org".to_owned(),
            login: Login::Password("hunter2".to_owned()),
            recovery_key: Some("EsTa 1234".to_owned()),
            folder: "data/matrix".into(),
            allow_servers: vec!["example.org".to_owned()],
            most_rooms: 100,
            hears: Hears::default(),
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
