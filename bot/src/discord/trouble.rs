//! What a failed request means for whoever made it.

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

/// Reads what kind of trouble an error is; anything that is not an answer of Discord's counts as passing.
pub(crate) fn trouble(error: &anyhow::Error) -> Trouble {
    error.downcast_ref().map_or(Trouble::Passing, of_discord)
}

/// The same, for an error of serenity's.
pub(crate) fn of_discord(error: &serenity::Error) -> Trouble {
    let serenity::Error::Http(HttpError::UnsuccessfulRequest(answer)) = error else {
        return Trouble::Passing;
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
