//! A round and its games.

use pairing::{Bye, HistoryError, Pairing, Round, Seed, Slot};
use serde::{Deserialize, Serialize};

use crate::model::record::RoundId;
use crate::model::record::defaults::stored;
use crate::model::{GameId, Timestamp};

stored! {
    #[derive(Copy)]
    pub struct TournamentBoard {
        /// The players and the result.
        pub pairing: Pairing,
        /// The game; `None` if a player had withdrawn before it.
        pub game: Option<GameId> = default,
        /// The match of a knockout to which it belongs.
        pub of_match: Option<u16> = default,
        /// How often the game was replayed.
        pub replays: u8 = default,
    }

    /// A round as stored: its games and byes.
    pub struct RoundRecord {
        pub id: RoundId,
        pub began: Timestamp,
        pub boards: Vec<TournamentBoard>,
        /// Entrants without an opponent.
        pub byes: Vec<(Seed, Bye)> = default,
        /// Pairs of entrants that were kept apart.
        pub apart: Vec<(Seed, Seed)> = default,
    }
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

    pub fn is_finished(&self) -> bool {
        self.open_boards().next().is_none()
    }

    /// The boards without a result.
    pub(crate) fn open_boards(&self) -> impl Iterator<Item = &TournamentBoard> {
        let boards = self.boards.iter();
        boards.filter(|board| board.pairing.result.is_none())
    }

    pub(crate) fn pairings(&self) -> impl Iterator<Item = Pairing> {
        self.boards.iter().map(|board| board.pairing)
    }
}

/// The place of a game in a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Event {
    pub round: RoundId,
    /// The board, from 0.
    pub board: u16,
}
