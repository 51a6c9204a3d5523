//! The account on Matrix, if there is one.

use std::path::PathBuf;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, de};

use super::environment::Environment;
use super::values::{ServerAddress, text_setting};
use super::{Bounded, Secret};

/// The account on Matrix.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a table")]
pub struct MatrixConfig {
    /// The base address of the account's homeserver; without one, Matrix is not served.
    pub homeserver: Option<ServerAddress>,
    /// The account.
    pub user: Option<MatrixUser>,
    /// Its password.
    #[serde(skip)]
    pub password: Option<Secret>,
    /// A file with only the password.
    pub password_file: Option<PathBuf>,
    /// An access token in place of the password.
    #[serde(skip)]
    pub token: Option<Secret>,
    /// A file with only the access token.
    pub token_file: Option<PathBuf>,
    /// The device of the access token.
    pub device: Option<DeviceId>,
    /// The key with which the account's encryption is recovered.
    #[serde(skip)]
    pub recovery_key: Option<Secret>,
    /// A file with only the recovery key.
    pub recovery_key_file: Option<PathBuf>,
    /// The homeservers whose users may invite the account; all if there are none.
    pub allow_servers: ServerNames,
    /// Number of rooms at which it stops accepting invitations.
    pub most_rooms: Bounded<1, 100_000, 2_000>,
}

/// How the account logs in.
#[derive(Clone, PartialEq, Debug)]
pub enum MatrixLogin<'a> {
    /// By its password.
    Password(&'a Secret),
    /// By an access token that was made for a device.
    Token {
        /// The token.
        token: &'a Secret,
        /// The device.
        device: &'a str,
    },
}

/// The account, complete.
#[derive(Clone, PartialEq, Debug)]
pub struct MatrixAccount<'a> {
    /// The base address of its homeserver.
    pub homeserver: &'a str,
    /// The user.
    pub user: &'a str,
    /// How it logs in.
    pub login: MatrixLogin<'a>,
    /// The key with which its encryption is recovered.
    pub recovery_key: Option<&'a Secret>,
    /// The homeservers whose users may invite it; all if there are none.
    pub allow_servers: &'a [String],
    /// Number of rooms at which it stops accepting invitations.
    pub most_rooms: u32,
}

impl MatrixConfig {
    /// Returns the account to serve; `None` if nothing is configured.
    pub fn account(&self) -> Result<Option<MatrixAccount<'_>>, &'static str> {
        if !self.is_configured() {
            return Ok(None);
        }
        let homeserver = self.homeserver.as_ref().ok_or(
            "[matrix] needs a homeserver: set homeserver to its address, such as https://matrix.example.org",
        )?;
        let user = self.user.as_ref().ok_or(
            "[matrix] needs a user: set user to the account's name, such as delos or @delos:example.org",
        )?;
        let login = match (&self.password, &self.token, &self.device) {
            (Some(_), Some(_), _) => {
                Err("[matrix] has both a password and an access token: leave one of them out")
            }
            (Some(password), None, None) => Ok(MatrixLogin::Password(password)),
            (Some(_), None, Some(_)) => Err(
                "[matrix] has a device, but a password makes a device of its own: leave device out, or set an access token",
            ),
            (None, Some(token), Some(device)) => {
                let device = device.as_str();
                Ok(MatrixLogin::Token { token, device })
            }
            (None, Some(_), None) => Err(
                "[matrix] needs the device of the access token: set device to what the login returned as device_id",
            ),
            (None, None, _) => Err(
                "[matrix] needs a password or an access token: set DELOS_MATRIX_PASSWORD or password_file, or \
                 DELOS_MATRIX_TOKEN or token_file with device",
            ),
        };
        Ok(Some(MatrixAccount {
            homeserver: homeserver.as_str(),
            user: user.as_str(),
            login: login?,
            recovery_key: self.recovery_key.as_ref(),
            allow_servers: &self.allow_servers.0,
            most_rooms: self.most_rooms.number(),
        }))
    }

    /// Overrides settings with those in the environment.
    pub(super) fn apply(
        &mut self,
        environment: &Environment<'_, impl Fn(&str) -> Option<String>>,
    ) -> Result<(), String> {
        environment.set_option("DELOS_MATRIX_HOMESERVER", &mut self.homeserver)?;
        environment.set_option("DELOS_MATRIX_USER", &mut self.user)?;
        environment.set_option("DELOS_MATRIX_DEVICE", &mut self.device)?;
        environment.set_option("DELOS_MATRIX_PASSWORD_FILE", &mut self.password_file)?;
        environment.set_option("DELOS_MATRIX_TOKEN_FILE", &mut self.token_file)?;
        let recovery_key = &mut self.recovery_key_file;
        environment.set_option("DELOS_MATRIX_RECOVERY_KEY_FILE", recovery_key)?;
        environment.set("DELOS_MATRIX_ALLOW_SERVERS", &mut self.allow_servers)?;
        environment.set("DELOS_MATRIX_MOST_ROOMS", &mut self.most_rooms)
    }

    /// Whether an account is configured.
    pub fn is_configured(&self) -> bool {
        *self != Self::default()
    }
}

text_setting! {
    /// A user, for instance `delos` or `@delos:example.org`: their whole id, or what stands before the colon in it.
    MatrixUser(text) {
        let is_plain =
            |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_graphic() && c != '@');
        let is_user = match text.strip_prefix('@') {
            Some(id) => id
                .split_once(':')
                .is_some_and(|(local, server)| is_plain(local) && is_server(server)),
            None => is_plain(text) && !text.contains(':'),
        };
        if is_user {
            Ok(text.to_owned())
        } else {
            Err("is not a user like delos or @delos:example.org")
        }
    }
}

text_setting! {
    /// The id of a device.
    DeviceId(text) {
        if !text.is_empty() && text.chars().all(|c| c.is_ascii_graphic()) {
            Ok(text.to_owned())
        } else {
            Err("is not the id of a device like ABCDEFGHIJ")
        }
    }
}

/// Names of homeservers. In a variable they are separated by commas.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(try_from = "Vec<String>")]
pub struct ServerNames(Vec<String>);

impl TryFrom<Vec<String>> for ServerNames {
    type Error = &'static str;

    fn try_from(names: Vec<String>) -> Result<Self, Self::Error> {
        if names.iter().all(|name| is_server(name)) {
            Ok(Self(names))
        } else {
            Err(
                "is not a list of homeservers like [\"example.org\"]: a name is what stands after the colon in a user's id",
            )
        }
    }
}

/// Whether this is the name of a homeserver, which may have a port.
fn is_server(name: &str) -> bool {
    let is_letter = |c: char| c.is_ascii_alphanumeric() || "-.:[]".contains(c);
    !name.is_empty() && name.chars().all(is_letter)
}

impl FromStr for ServerNames {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let names = text.split(',').map(|name| name.trim().to_owned());
        names.collect::<Vec<_>>().try_into()
    }
}
