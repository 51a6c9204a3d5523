//! Sources of autocompletion.

use crate::model::ids::TournamentId;
use crate::protocol::subject::Which;

/// The source of suggestions for an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Completion {
    /// Legal moves in this game.
    Move(Which),
    /// Lines of conditional moves in this game.
    Line(Which),
    /// Codes of games.
    Game(Games),
    /// Time controls.
    Time,
    /// Codes of tournaments.
    Tournament,
    /// Codes of games of a tournament, or of those in progress here.
    Pairing(Option<TournamentId>),
}

/// Which games an option is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Games {
    /// One's own in progress.
    Own,
    Finished,
    /// Games of others in progress.
    Watchable,
}
