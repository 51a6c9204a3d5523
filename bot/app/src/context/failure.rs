//! Errors of commands.

use crate::model::Key;
use crate::protocol::{PeopleRefusal, Refusal, TournamentRefusal};
use crate::store::StoreError;

/// Why a command failed.
#[derive(Clone, PartialEq, Debug)]
pub enum Failure {
    /// Not allowed; the refusal explains why to the user.
    Refused(Refusal),
    /// The store failed: an error for the operator.
    Store(StoreError),
}

/// The result of a command, or of a part of one.
pub(crate) type Result<T, E = Failure> = std::result::Result<T, E>;

impl Failure {
    /// A record of another type than its key.
    pub(crate) fn other_type(key: Key) -> Self {
        StoreError::Unreadable(key, "it holds a record of another type".to_owned()).into()
    }

    /// Whether the same attempt may succeed later.
    pub fn is_transient(&self) -> bool {
        match self {
            Self::Refused(refusal) => *refusal == Refusal::Busy,
            Self::Store(error) => error.is_transient(),
        }
    }
}

/// Separates a refusal, which the caller handles, from a failure of the store.
pub(crate) fn allowed<T>(done: Result<T>) -> Result<Result<T, Refusal>, StoreError> {
    match done {
        Ok(done) => Ok(Ok(done)),
        Err(Failure::Refused(refusal)) => Ok(Err(refusal)),
        Err(Failure::Store(error)) => Err(error),
    }
}

/// A filter that keeps errors, and items for which this holds.
pub(crate) fn keep<T>(is_kept: impl Fn(&T) -> bool) -> impl Fn(&Result<T>) -> bool {
    move |item: &Result<T>| item.as_ref().ok().is_none_or(&is_kept)
}

/// Fails with the refusal if the condition holds.
pub(crate) fn refuse_if<R>(is_refused: bool, refusal: R) -> Result<(), R> {
    if is_refused { Err(refusal) } else { Ok(()) }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<TournamentRefusal> for Failure {
    fn from(refusal: TournamentRefusal) -> Self {
        Self::Refused(refusal.into())
    }
}

impl From<PeopleRefusal> for Failure {
    fn from(refusal: PeopleRefusal) -> Self {
        Refusal::People(refusal).into()
    }
}
