//! What a failed request means for whoever made it.

use app::Failure;
use app::store::StoreError;
use serenity::http::HttpError;

/// Discord's code for too many changes of messages older than an hour.
const TOO_MANY_CHANGES: isize = 30046;

/// Discord's code for a change in an archived thread, which a new message would open again.
const ARCHIVED: isize = 50083;

/// Whether it helps to try again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Trouble {
    /// Discord or the network is in trouble: try again later.
    Passing,
    /// Delos may not do this here.
    Forbidden,
    /// The channel or message is no longer there, or so old that it cannot be changed any more.
    Gone,
    /// Discord finds the request wrong: it would find so again.
    Rejected,
}

/// What the store said, as an error that [`trouble`] can read.
pub(crate) fn of_store(failure: Failure) -> anyhow::Error {
    match failure {
        Failure::Store(error) => error.into(),
        Failure::Refused(refusal) => anyhow::anyhow!("refused: {refusal:?}"),
    }
}

/// Reads what kind of trouble an error is.
pub(crate) fn trouble(error: &anyhow::Error) -> Trouble {
    if let Some(error) = error.downcast_ref::<StoreError>() {
        return match error {
            StoreError::Unreadable(..) | StoreError::TooLarge(_) => Trouble::Rejected,
            StoreError::Conflict(_) | StoreError::Unavailable(_) => Trouble::Passing,
        };
    }
    error.downcast_ref().map_or(Trouble::Passing, of_discord)
}

/// The same, for an error of serenity's.
pub(crate) fn of_discord(error: &serenity::Error) -> Trouble {
    let answer = match error {
        serenity::Error::Http(HttpError::UnsuccessfulRequest(answer)) => answer,
        // Discord did it, but its answer cannot be understood; or the message is one that Discord does not take, such as a
        // text that is too long. Doing it again would not help.
        serenity::Error::Json(_)
        | serenity::Error::Model(_)
        | serenity::Error::ExceededLimit(..)
        | serenity::Error::NotInRange(..) => return Trouble::Rejected,
        // The network, as far as can be told.
        _ => return Trouble::Passing,
    };
    if [TOO_MANY_CHANGES, ARCHIVED].contains(&answer.error.code) {
        return Trouble::Gone;
    }
    match answer.status_code.as_u16() {
        403 => Trouble::Forbidden,
        404 => Trouble::Gone,
        // The token may be mended, and then nothing must have been thrown away.
        401 | 408 | 429 | 500.. => Trouble::Passing,
        _ => Trouble::Rejected,
    }
}

/// Whether Discord takes no more changes of old messages in a channel for now.
pub(crate) fn is_too_many_changes(error: &serenity::Error) -> bool {
    matches!(error, serenity::Error::Http(HttpError::UnsuccessfulRequest(answer)) if answer.error.code == TOO_MANY_CHANGES)
}

#[cfg(test)]
mod tests {
    use serenity::all::ModelError;

    use super::*;

    #[test]
    fn what_can_never_be_sent_is_not_tried_for_ever() {
        let too_long = serenity::Error::Model(ModelError::MessageTooLong(1));
        assert_eq!(of_discord(&too_long), Trouble::Rejected);
        let cut = serenity::Error::Io(std::io::ErrorKind::ConnectionReset.into());
        assert_eq!(of_discord(&cut), Trouble::Passing);
    }
}
