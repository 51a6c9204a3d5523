//! Errors of the server and of the connection to it: what they mean, and what to do about them.

use std::error::Error as _;

use deadpool_postgres::{HookError, PoolError, TimeoutType};
use tokio_postgres::error::SqlState;

/// Why a database server cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ServerError {
    /// No connection came about.
    #[error(
        "it cannot be reached ({0}): check that it runs, and the address in store.url (DELOS_STORE)"
    )]
    Unreachable(String),
    /// It does not know the user or the password.
    #[error(
        "it refuses the user ({0}): set the password in DELOS_STORE_PASSWORD, or in the file of store.password_file"
    )]
    Password(String),
    /// It is a standby.
    #[error(
        "it takes no writes: it is a standby, so name the primary in store.url (DELOS_STORE) as well"
    )]
    ReadOnly,
    /// It has no such database.
    #[error(
        "it has no such database: create it (createdb), owned by the user in store.url (DELOS_STORE)"
    )]
    NoDatabase,
    /// The connection cannot be encrypted.
    #[error(
        "the connection cannot be encrypted ({0}): name its certificate authority in store.ca_file, or end the address with ?sslmode=disable if no one can listen in between"
    )]
    Tls(String),
    /// The user may not create tables.
    #[error(
        "the user may not create tables there: make it the owner of the database, or GRANT CREATE ON SCHEMA public TO it"
    )]
    NoTables,
    /// The tables are another program's.
    #[error(
        "the database has tables of another program ({0}); nothing was changed: create a database for Delos alone"
    )]
    NotOurs(String),
    /// A newer version has changed the tables.
    #[error(
        "the database was written by a newer Delos ({what} {found}; this version reads up to {known}): run that version"
    )]
    Newer {
        /// A form of the tables, or a migration.
        what: &'static str,
        /// Its number in the database.
        found: u32,
        /// The last one that this version knows.
        known: u32,
    },
    /// A version that this one does not know has written it.
    #[error(
        "the database was written by a Delos that this version does not know (index rows {0}): run that version, and bring its backup here"
    )]
    UnknownRows(String),
    /// Something in it cannot be read.
    #[error(
        "it has damaged records ({0}): run `delos check`, and restore a backup into an empty database"
    )]
    Damaged(String),
    /// There is something in it.
    #[error(
        "the database has records already, and a backup never replaces anything: restore into an empty one"
    )]
    NotEmpty,
    /// Anything else, in the server's words.
    #[error("it reports: {0}")]
    Other(String),
}

impl ServerError {
    /// Whether the same may work soon: the server is starting, or its standby is about to take over.
    pub fn is_passing(&self) -> bool {
        matches!(self, Self::Unreachable(_) | Self::ReadOnly)
    }
}

impl From<tokio_postgres::Error> for ServerError {
    fn from(error: tokio_postgres::Error) -> Self {
        let why = text(&error);
        let Some(reported) = error.as_db_error() else {
            return match error.to_string() {
                kind if kind.starts_with("error performing TLS handshake") => Self::Tls(why),
                // The cause has this wording; it has no code.
                _ if why.contains("does not allow writes") => Self::ReadOnly,
                // tokio-postgres asks for the password only when the server wants one.
                kind if kind.starts_with("invalid configuration") => Self::Password(why),
                _ => Self::Unreachable(why),
            };
        };
        match reported.code() {
            &SqlState::INVALID_PASSWORD | &SqlState::INVALID_AUTHORIZATION_SPECIFICATION => {
                Self::Password(why)
            }
            &SqlState::INVALID_CATALOG_NAME => Self::NoDatabase,
            &SqlState::INSUFFICIENT_PRIVILEGE => Self::NoTables,
            _ if meaning(&error) == Meaning::Lost => Self::Unreachable(why),
            _ => Self::Other(why),
        }
    }
}

impl From<PoolError> for ServerError {
    fn from(error: PoolError) -> Self {
        match error {
            PoolError::Backend(error) | PoolError::PostCreateHook(HookError::Backend(error)) => {
                error.into()
            }
            PoolError::Timeout(TimeoutType::Wait) => {
                Self::Other("all connections of this program are in use".to_owned())
            }
            PoolError::Timeout(_) => Self::Unreachable("it does not answer".to_owned()),
            other => Self::Other(other.to_string()),
        }
    }
}

/// The effect of an error on the statement that was sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Meaning {
    /// The connection is of no more use, and the statement may have been executed.
    Lost,
    /// Nothing was done, and the same may succeed now.
    Again,
    /// A check in the statement failed: nothing was done.
    Refused,
    /// Nothing was done.
    Other,
}

pub(super) fn meaning(error: &tokio_postgres::Error) -> Meaning {
    let Some(reported) = error.as_db_error() else {
        return Meaning::Lost;
    };
    match reported.code() {
        &SqlState::T_R_SERIALIZATION_FAILURE | &SqlState::T_R_DEADLOCK_DETECTED => Meaning::Again,
        &SqlState::DIVISION_BY_ZERO | &SqlState::UNIQUE_VIOLATION => Meaning::Refused,
        // It has become a standby: another one takes writes now.
        &SqlState::READ_ONLY_SQL_TRANSACTION
        | &SqlState::ADMIN_SHUTDOWN
        | &SqlState::CRASH_SHUTDOWN
        | &SqlState::CANNOT_CONNECT_NOW
        | &SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT
        | &SqlState::T_R_STATEMENT_COMPLETION_UNKNOWN => Meaning::Lost,
        code if code.code().starts_with("08") || code.code() == "57P05" => Meaning::Lost,
        _ => Meaning::Other,
    }
}

/// An error in one line, with its cause.
pub(super) fn text(error: &tokio_postgres::Error) -> String {
    if let Some(reported) = error.as_db_error() {
        return format!(
            "{} (SQLSTATE {})",
            reported.message(),
            reported.code().code()
        );
    }
    match error.source() {
        Some(cause) => format!("{error}: {cause}"),
        None => error.to_string(),
    }
}
