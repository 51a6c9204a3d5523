//! Errors of the server and of the connection to it: what they mean, and what to do about them.

use std::error::Error as _;

use deadpool_postgres::{HookError, PoolError, TimeoutType};
use tokio_postgres::error::SqlState;

use crate::errors::ServerError;

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
            &SqlState::TOO_MANY_CONNECTIONS => Self::NoConnections(why),
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
        &SqlState::T_R_SERIALIZATION_FAILURE
        | &SqlState::T_R_DEADLOCK_DETECTED
        | &SqlState::LOCK_NOT_AVAILABLE => Meaning::Again,
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

/// Whether the server has too little disk space or memory.
pub(super) fn is_out_of_room(error: &tokio_postgres::Error) -> bool {
    error
        .code()
        .is_some_and(|code| code.code().starts_with("53"))
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
