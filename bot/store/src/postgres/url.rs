//! The address of a database server.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, de};
use tokio_postgres::config::{Host, SslMode};

/// The address of a PostgreSQL database. A password in it is formatted as nothing.
#[derive(Clone, PartialEq, Eq)]
pub struct DatabaseUrl {
    config: tokio_postgres::Config,
    /// Whether the address itself says so, one way or the other.
    encrypted: Option<bool>,
}

impl DatabaseUrl {
    pub(super) fn config(&self) -> &tokio_postgres::Config {
        &self.config
    }

    /// Whether the connection is encrypted, and the server must prove who it is. By default it is, unless the server is on
    /// this machine.
    pub fn is_encrypted(&self) -> bool {
        self.encrypted
            .unwrap_or_else(|| !self.config.get_hosts().iter().all(is_local))
    }
}

fn is_local(host: &Host) -> bool {
    match host {
        Host::Tcp(name) => {
            let address = name.trim_matches(['[', ']']).parse::<std::net::IpAddr>();
            name == "localhost" || address.is_ok_and(|address| address.is_loopback())
        }
        #[cfg(unix)]
        Host::Unix(_) => true,
    }
}

impl fmt::Display for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("postgres://")?;
        if let Some(user) = self.config.get_user() {
            write!(f, "{user}@")?;
        }
        let ports = self.config.get_ports();
        for (n, host) in self.config.get_hosts().iter().enumerate() {
            if n > 0 {
                f.write_str(",")?;
            }
            match host {
                Host::Tcp(name) => f.write_str(name)?,
                #[cfg(unix)]
                Host::Unix(path) => write!(f, "{}", path.display())?,
            }
            if let Some(port) = ports.get(n).or(ports.first()) {
                write!(f, ":{port}")?;
            }
        }
        let name = self.config.get_dbname().or(self.config.get_user());
        write!(f, "/{}", name.unwrap_or_default())
    }
}

impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for DatabaseUrl {
    type Err = &'static str;

    /// No error repeats the text, which may have a password.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const FORM: &str = "is not an address like postgres://delos@db.example.org/delos";
        if !(text.starts_with("postgres://") || text.starts_with("postgresql://")) {
            return Err(FORM);
        }
        // A server that is not verified could be anyone, so all modes with encryption are one.
        let text = ["verify-full", "verify-ca", "prefer", "allow"]
            .iter()
            .fold(text.to_owned(), |text, mode| {
                text.replace(&format!("sslmode={mode}"), "sslmode=require")
            });
        let config: tokio_postgres::Config = text.parse().map_err(|_| FORM)?;
        if config.get_hosts().is_empty() || config.get_user().is_none() {
            return Err(FORM);
        }
        let encrypted = text
            .contains("sslmode=")
            .then(|| config.get_ssl_mode() != SslMode::Disable);
        Ok(Self { config, encrypted })
    }
}

impl<'de> Deserialize<'de> for DatabaseUrl {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(text: &str) -> DatabaseUrl {
        text.parse().expect(text)
    }

    #[test]
    fn a_connection_is_encrypted_unless_the_server_is_on_this_machine() {
        for text in [
            "postgres://delos@db.example.org/delos",
            "postgresql://delos@10.0.0.5:5433/delos",
            "postgres://delos@db.example.org/delos?sslmode=verify-full",
            "postgres://delos@localhost/delos?sslmode=require",
            "postgres://delos@localhost,db.example.org/delos",
        ] {
            assert!(url(text).is_encrypted(), "{text}");
        }
        for text in [
            "postgres://delos@db.example.org/delos?sslmode=disable",
            "postgres://delos@localhost/delos",
            "postgres://delos@127.0.0.1/delos",
            "postgres://delos@%2Frun%2Fpostgresql/delos",
        ] {
            assert!(!url(text).is_encrypted(), "{text}");
        }
    }

    #[test]
    fn a_password_is_never_shown() {
        let url = url("postgres://delos:hunter2@db.example.org:5433/games");
        assert_eq!(
            url.to_string(),
            "postgres://delos@db.example.org:5433/games"
        );
        assert!(!format!("{url:?}").contains("hunter2"));
        assert_eq!(url.config().get_password(), Some(&b"hunter2"[..]));
        let wrong = "postgres://delos:hunter2@db.example.org:port/games";
        let error = wrong.parse::<DatabaseUrl>().expect_err("no port");
        assert!(!error.contains("hunter2"), "{error}");
    }

    #[test]
    fn other_texts_are_not_addresses() {
        for text in [
            "",
            "data",
            "sled",
            "mysql://delos@localhost/delos",
            "postgres://",
            "postgres://localhost/delos",
            "host=localhost user=delos",
            "postgres://delos@localhost/delos?sslmode=sometimes",
        ] {
            assert!(text.parse::<DatabaseUrl>().is_err(), "{text}");
        }
    }
}
