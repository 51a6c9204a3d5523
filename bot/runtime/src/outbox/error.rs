//! Why an effect was not performed.

use std::error::Error;

use app::Failure;
use app::store::StoreError;

/// Whether a failed request is worth a retry: all classes but the first are permanent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErrorClass {
    /// The platform, the network or the store failed.
    Transient,
    /// The bot lacks a permission.
    Forbidden,
    /// The room or message no longer exists, or is too old to edit.
    Gone,
    /// The request itself is wrong.
    Invalid,
}

/// The outcome of an effect, or of a part of it.
pub type Result<T, E = OutboxError> = std::result::Result<T, E>;

/// Why an effect was not performed.
#[derive(Debug, thiserror::Error)]
pub enum OutboxError {
    /// A request to the platform or the store failed.
    #[error("{1}")]
    Failed(ErrorClass, #[source] Box<dyn Error + Send + Sync>),
    /// Another process has taken over the effect.
    #[error("another process performs it")]
    NotOurs,
    /// The effect stays in the store for the front end of its platform.
    #[error("it concerns another platform")]
    OtherPlatform,
}

impl OutboxError {
    /// Returns the failure of a request.
    pub fn failed(class: ErrorClass, source: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self::Failed(class, source.into())
    }

    /// The class of a failed request.
    pub fn class(&self) -> Option<ErrorClass> {
        match self {
            Self::Failed(class, _) => Some(*class),
            Self::NotOurs | Self::OtherPlatform => None,
        }
    }

    /// Whether a retry may succeed.
    pub fn is_transient(&self) -> bool {
        self.class() == Some(ErrorClass::Transient)
    }
}

impl From<StoreError> for OutboxError {
    fn from(error: StoreError) -> Self {
        let class = match error {
            StoreError::NotOurs => return Self::NotOurs,
            StoreError::Unreadable(..) | StoreError::TooLarge(_) => ErrorClass::Invalid,
            StoreError::Conflict(_)
            | StoreError::Full(_)
            | StoreError::Unavailable(_)
            | StoreError::Unknown(_) => ErrorClass::Transient,
        };
        Self::failed(class, error)
    }
}

impl From<Failure> for OutboxError {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Store(error) => error.into(),
            Failure::Refused(refusal) => {
                Self::failed(ErrorClass::Transient, format!("refused: {refusal:?}"))
            }
        }
    }
}
