//! A round and its games.

use pairing::{Bye, HistoryError, Pairing, Round, Seed, Slot};
use serde::{Deserialize, Serialize};

use crate::model::ids::GameId;
use crate::model::moment::Timestamp;
use crate::model::record::defaults::is_default;
use crate::model::record_ids::RoundId;

/// A game of a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TournamentBoard {
    /// The players and the result.
    pub pairing: Pairing,
    /// The game; `None` if a player had withdrawn before it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<GameId>,
    /// The match of a knockout to which it belongs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of_match: Option<u16>,
    /// How often the game was replayed.
    #[serde(default, skip_serializing_if = "is_default")]
    pub replays: u8,
}

/// A round as stored: its games and byes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RoundRecord {
    /// The tournament and the number.
    pub id: RoundId,
    /// When it started.
    pub began: Timestamp,
    /// Its games.
    pub boards: Vec<TournamentBoard>,
    /// Entrants without an opponent.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub byes: Vec<(Seed, Bye)>,
    /// Pairs of entrants that were kept apart.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub apart: Vec<(Seed, Seed)>,
}

impl RoundRecord {
    /// The round in the terms of `pairing`.
    ///
    /// # Errors
    /// If an entrant is in it twice: the store is damaged.
    pub fn round(&self) -> Result<Round, HistoryError> {
        let games = self.boards.iter().map(|board| Slot::Pairing(board.pairing));
        let byes = self.byes.iter().map(|&(seed, bye)| Slot::Bye { seed, bye });
        Round::new(games.chain(byes).collect())
    }

    /// Whether every game has its result.
    pub fn is_finished(&self) -> bool {
        self.boards
            .iter()
            .all(|board| board.pairing.result.is_some())
    }
}

/// The place of a game in a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Event {
    pub round: RoundId,
    /// The board, from 0.
    pub board: u16,
}
