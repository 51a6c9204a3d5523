//! A command that came to nothing.

use crate::protocol::people_refusal::PeopleRefusal;
use crate::protocol::refusal::{Refusal, TournamentRefusal};
use crate::store::StoreError;

/// A command that came to nothing.
#[derive(Clone, PartialEq, Debug)]
pub enum Failure {
    /// The rules or the state of things forbid it: the person is told why.
    Refused(Refusal),
    /// The store failed: whoever runs the bot has to know.
    Store(StoreError),
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
