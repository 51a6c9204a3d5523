//! Subjects of commands.

use crate::model::{ChallengeId, GameId, Person, TournamentId};

/// Which game a command is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which {
    /// The game with this code.
    Id(GameId),
    /// Your only game here, else your only game anywhere; for a move, only games in which it is your turn count.
    Mine,
}

/// The record that a command is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reads<'c> {
    /// No record, or none named in the command.
    Nothing,
    /// A game in progress, if it is the author's.
    Game(Which),
    /// The game of a move, which may begin with the game's code.
    GameOfMove(Which, &'c str),
    /// A finished game.
    FinishedGame(Which),
    /// The author's games in progress.
    OwnGames,
    Challenge(ChallengeId),
    /// The tournament with this code, or the one in progress here.
    Tournament(Option<TournamentId>),
    Person(Option<&'c Person>),
    /// The career of a person; the author's if `None`.
    Career(Option<&'c Person>),
}

impl Reads<'_> {
    /// The game with this code.
    pub(crate) fn game(id: GameId) -> Self {
        Self::Game(Which::Id(id))
    }

    /// Returns the game named by its code.
    pub(crate) fn named_game(self) -> Option<GameId> {
        match self {
            Self::Game(Which::Id(id))
            | Self::GameOfMove(Which::Id(id), _)
            | Self::FinishedGame(Which::Id(id)) => Some(id),
            _ => None,
        }
    }
}
