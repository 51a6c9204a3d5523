//! What one person is told, once.

use serde::{Deserialize, Serialize};

use crate::model::ids::{GameId, PlayerId, TournamentId, Venue};
use crate::model::moment::Timestamp;
use crate::protocol::card::Card;

/// Somebody is to be told something.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Tell {
    /// Who.
    pub to: PlayerId,
    /// What.
    pub notice: Notice,
}

/// What somebody is told by themselves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Notice {
    /// It is their move, and they prefer to be told by themselves.
    YourTurn {
        /// The game.
        game: GameId,
        /// Half-moves played then.
        ply: u32,
    },
    /// A game that they follow has changed.
    Watched {
        /// The game.
        game: GameId,
        /// Half-moves played then.
        ply: u32,
    },
    /// Their time in a game is running out.
    TimeRunsOut {
        /// The game.
        game: GameId,
        /// Half-moves played: after another one there is nothing to remind of.
        ply: u32,
    },
    /// A game of a tournament's round has begun.
    RoundBegins {
        /// The game.
        game: GameId,
    },
    /// A tournament that they made cannot be shown any more where it is played, so it has stopped.
    TournamentStopped {
        /// The tournament.
        tournament: TournamentId,
    },
    /// Their opponent is on vacation.
    Away {
        /// The game.
        game: GameId,
        /// Until when.
        until: Timestamp,
    },
    /// Their opponent has come back from a vacation before its end.
    Back {
        /// The game.
        game: GameId,
    },
    /// The board of their game cannot be posted any more where it is played.
    CannotShow {
        /// The game.
        game: GameId,
    },
}

/// A notice in words, and how it may reach somebody.
#[derive(Clone, Debug)]
pub struct Told {
    /// The message.
    pub card: Card,
    /// Where they can be called if they accept no direct messages; nowhere if the message is none for others.
    pub room: Option<Venue>,
    /// Whether they would rather be called there than be sent a direct message.
    pub room_first: bool,
}
