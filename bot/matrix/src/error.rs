//! Why an event could not be handled.

use app::Failure;

use crate::account::Error;

/// An error that may pass, so that the event is handled again.
#[derive(Debug, thiserror::Error)]
pub(crate) enum HandleError {
    #[error("the store failed: {0:?}")]
    Store(Failure),
    #[error(transparent)]
    Homeserver(#[from] Error),
}

impl HandleError {
    /// The homeserver's error.
    pub(crate) fn homeserver(&self) -> Option<&Error> {
        match self {
            Self::Homeserver(error) => Some(error),
            Self::Store(_) => None,
        }
    }
}

impl From<Failure> for HandleError {
    fn from(failure: Failure) -> Self {
        Self::Store(failure)
    }
}
