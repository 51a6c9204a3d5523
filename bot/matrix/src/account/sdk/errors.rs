//! Converts matrix-sdk's errors.

use std::error::Error as StdError;
use std::time::Duration;

use matrix_sdk::encryption::{MegolmError, OlmError};
use matrix_sdk::ruma::api::error::{ErrorKind, FromHttpResponseError, RetryAfter};
use matrix_sdk::{ClientBuildError, Error as SdkError, HttpError};

use crate::account::homeserver::Error;

/// The wait for a rate limit without `retry_after_ms`.
const PAUSE: Duration = Duration::from_secs(2);
/// The longest wait, whatever the homeserver asks for.
const LONGEST_PAUSE: Duration = Duration::from_mins(10);

/// Error codes of a homeserver that takes nothing from the account anywhere, until an operator acts.
const CLOSED: [&str; 2] = ["M_RESOURCE_LIMIT_EXCEEDED", "M_CONSENT_NOT_GIVEN"];

impl From<HttpError> for Error {
    fn from(error: HttpError) -> Self {
        let text = with_causes(&error);
        let HttpError::Api(ref api) = error else {
            return match error {
                HttpError::Reqwest(_) | HttpError::Cached(_) => Self::Unreachable(text),
                HttpError::RefreshToken(_) => Self::Account(text),
                _ => Self::Invalid(text),
            };
        };
        let Some(answer) = error.as_client_api_error() else {
            return match api.as_ref() {
                // It asks for a password or another proof.
                FromHttpResponseError::Server(_) => Self::Account(text),
                _ => Self::Unreachable(text),
            };
        };
        match answer.error_kind() {
            Some(ErrorKind::LimitExceeded(limit)) => Self::TooMany(match limit.retry_after {
                Some(RetryAfter::Delay(delay)) => delay.min(LONGEST_PAUSE),
                _ => PAUSE,
            }),
            Some(
                ErrorKind::UnknownToken(_)
                | ErrorKind::MissingToken
                | ErrorKind::UserDeactivated
                | ErrorKind::UserLocked
                | ErrorKind::UserSuspended,
            ) => Self::Account(text),
            Some(code) if CLOSED.contains(&code.errcode().as_str()) => Self::Unreachable(text),
            code => by_status(answer.status_code.as_u16(), code.is_some(), text),
        }
    }
}

/// Classifies a response by its status. One without Matrix's error code is a proxy's.
fn by_status(status: u16, has_code: bool, text: String) -> Error {
    match status {
        401 | 403 | 404 | 408 if !has_code => Error::Proxy(text),
        401 => Error::Account(text),
        403 => Error::Forbidden(text),
        404 => Error::NotFound(text),
        429 => Error::TooMany(PAUSE),
        500.. => Error::Unreachable(text),
        _ => Error::Invalid(text),
    }
}

impl From<SdkError> for Error {
    fn from(error: SdkError) -> Self {
        match error {
            SdkError::Http(error) => (*error).into(),
            SdkError::WrongRoomState(_) => Self::NotFound(error.to_string()),
            SdkError::ConcurrentRequestFailed => Self::Unreachable(error.to_string()),
            SdkError::AuthenticationRequired => Self::Account(error.to_string()),
            SdkError::StateStore(_)
            | SdkError::CryptoStoreError(_)
            | SdkError::EventCacheStore(_)
            | SdkError::MediaStore(_)
            | SdkError::CrossProcessLockError(_)
            | SdkError::BadCryptoStoreState
            | SdkError::NoOlmMachine
            | SdkError::Io(_) => Self::Store(error.to_string()),
            // The database of keys failed while a message was encrypted.
            SdkError::OlmError(ref cause) if matches!(**cause, OlmError::Store(_)) => {
                Self::Store(error.to_string())
            }
            SdkError::MegolmError(ref cause) if matches!(**cause, MegolmError::Store(_)) => {
                Self::Store(error.to_string())
            }
            _ => Self::Invalid(error.to_string()),
        }
    }
}

impl From<ClientBuildError> for Error {
    fn from(error: ClientBuildError) -> Self {
        match error {
            ClientBuildError::Http(error) => error.into(),
            ClientBuildError::AutoDiscovery(_) => Self::Unreachable(error.to_string()),
            ClientBuildError::SqliteStore(_) => Self::Store(error.to_string()),
            _ => Self::Invalid(error.to_string()),
        }
    }
}

/// Returns an error's text with its causes, which alone mention certificates and the like.
fn with_causes(error: &dyn StdError) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let more = error.to_string();
        if !text.contains(&more) {
            text.extend([": ", &more]);
        }
        cause = error.source();
    }
    text
}

/// Returns the error for an invalid id, such as a room id without `!`.
pub(super) fn invalid_id(id: &str) -> Error {
    Error::Invalid(format!("no Matrix id: {id:?}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, thiserror::Error)]
    #[error("{text}")]
    struct Failure {
        text: &'static str,
        source: Option<Box<Failure>>,
    }

    #[test]
    fn an_error_lists_its_causes_once() {
        let failure = |text, source: Option<Failure>| Failure {
            text,
            source: source.map(Box::new),
        };
        let refused = failure("connection refused", None);
        let connecting = failure("connection refused", Some(refused));
        let sending = failure("request failed", Some(connecting));
        assert_eq!(with_causes(&sending), "request failed: connection refused");
    }

    #[test]
    fn a_failure_of_the_key_store_is_the_stores() {
        let failure = || std::io::Error::other("disk full");
        let errors: [SdkError; 2] = [
            OlmError::Store(failure().into()).into(),
            MegolmError::Store(failure().into()).into(),
        ];
        for error in errors.map(Error::from) {
            assert!(matches!(error, Error::Store(_)), "{error}");
        }
    }

    #[test]
    fn only_errors_that_may_pass_are_transient() {
        for (status, of_homeserver, of_proxy) in [
            (400, false, false),
            (401, false, true),
            (403, false, true),
            (404, false, true),
            (413, false, false),
            (429, true, true),
            (500, true, true),
            (502, true, true),
        ] {
            for (has_code, is_transient) in [(true, of_homeserver), (false, of_proxy)] {
                let error = by_status(status, has_code, "x".to_owned());
                assert_eq!(error.is_transient(), is_transient, "{status}: {error}");
            }
        }
    }
}
