//! How long the engine may think, by the purpose of a request; how many games are reviewed at once, and when a failed request is tried
//! again. `think_effect` in `bot/app/src/game/display.rs` asks for moves.

use std::time::Duration;

/// Games reviewed at the same time: no one waits for them.
pub(super) const CONCURRENT_REVIEWS: usize = 1;

/// Interval between attempts to answer a request.
pub(super) const RETRY_DELAY: Duration = Duration::from_secs(5);

/// Nodes for the reply to a wrong move: enough to see what it hangs, and so few that a move in a puzzle isn't a costly command.
pub(super) const REPLY_NODES: u64 = 20_000;

/// Nodes for one position of a review.
pub(super) const REVIEW_NODES: u64 = 15_000;

/// The purpose of a request, which decides how long it may take. A level's number of nodes, in `bot/engine/src/levels.rs`, normally
/// ends the search of a move first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestKind {
    /// The engine's own move in a game.
    Move,
    /// A hint or study for a person who waits.
    Hint,
    /// One position of a game that is reviewed. Its number of nodes ends the search.
    Review,
}

impl RequestKind {
    /// Thinking time on an idle machine.
    pub const fn target_time(self) -> Duration {
        match self {
            Self::Move => Duration::from_secs(2),
            Self::Hint => Duration::from_secs(1),
            Self::Review => Duration::from_secs(5),
        }
    }

    /// Time from request to answer, also on a busy machine.
    pub const fn deadline(self) -> Duration {
        match self {
            Self::Move | Self::Hint => Duration::from_secs(10),
            Self::Review => Duration::from_mins(1),
        }
    }
}
