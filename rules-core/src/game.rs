//! Games: a start position and moves, with the history that repetition and superko need.

use crate::games::{Rules, Toto40, superko};
use crate::notation::san;
use crate::{Claim, Color, Move, MoveError, MoveList, Outcome, Position, Reason, Square, Variant};
use std::fmt;

// ALL-3: occurrences of a position.
const THREEFOLD: usize = 3;
const FIVEFOLD: usize = 5;
// ALL-3: half-moves without a pawn move or capture.
const FIFTY_MOVES: u32 = 2 * 50;
const SEVENTY_FIVE_MOVES: u32 = 2 * 75;

/// A start position and the moves played from it.
#[derive(Debug, Clone)]
pub struct Game {
    /// The start and the position after each move.
    positions: Vec<Position>,
    moves: Vec<Move>,
}

/// [`Game::play`] was given a move that is not legal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlayError;

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("illegal move")
    }
}

impl std::error::Error for PlayError {}

/// Why a stored game can't be replayed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReplayError {
    /// The start position is invalid.
    Start(crate::FenError),
    /// A move is illegal or can't be read.
    Move {
        /// Number of moves before it.
        ply: usize,
        /// The move's text, truncated to 60 characters.
        text: String,
        /// The reason.
        error: MoveError,
    },
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start(error) => write!(f, "start position: {error}"),
            Self::Move { ply, text, error } => write!(f, "half-move {} ({text}): {error}", ply + 1),
        }
    }
}

impl std::error::Error for ReplayError {}

impl ReplayError {
    pub(crate) fn of_move(ply: usize, text: &str, error: MoveError) -> Self {
        let text = text.chars().take(60).collect();
        Self::Move { ply, text, error }
    }
}

impl Game {
    /// Starts from the variant's start position.
    pub fn new(variant: Variant) -> Self {
        Self::from_position(variant.start())
    }

    /// Starts from any position. Repetition and superko ignore what came before.
    pub fn from_position(position: Position) -> Self {
        Self {
            positions: vec![position],
            moves: Vec::new(),
        }
    }

    /// The rule set.
    pub fn variant(&self) -> Variant {
        self.start().variant()
    }

    /// The position before the first move.
    pub fn start(&self) -> &Position {
        &self.positions[0]
    }

    /// The position after the last move.
    pub fn position(&self) -> &Position {
        &self.positions[self.positions.len() - 1]
    }

    /// The side to move.
    pub fn turn(&self) -> Color {
        self.position().turn()
    }

    /// The moves played, in order.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The start position and the position after each move.
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// Number of half-moves played.
    pub fn ply(&self) -> usize {
        self.moves.len()
    }

    /// Replays a stored game.
    pub fn replay<'a>(
        variant: Variant,
        start_fen: Option<&str>,
        moves: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, ReplayError> {
        let start = match start_fen {
            Some(fen) => Position::from_fen(variant, fen).map_err(ReplayError::Start)?,
            None => variant.start(),
        };
        let mut game = Self::from_position(start);
        for (ply, text) in moves.into_iter().enumerate() {
            let mv = game
                .read(text)
                .map_err(|error| ReplayError::of_move(ply, text, error))?;
            game.push(mv);
        }
        Ok(game)
    }

    /// The legal moves, with superko: [`MoveList::MOST`] chains of captures if there are more. A game that has been won has none
    /// (ALL-10).
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.position().legal_moves(&mut list);
        self.without_superko(list)
    }

    /// Legal moves, with superko, among them all whose squares after the origin are `path`.
    pub(crate) fn moves_along(&self, path: &[Square]) -> MoveList {
        let mut list = MoveList::new();
        self.position().moves_along(path, &mut list);
        self.without_superko(list)
    }

    /// Legal moves, with superko, among them all with the same squares after the origin as `mv`.
    fn moves_like(&self, mv: &Move) -> MoveList {
        let path: Vec<Square> = mv.path().skip(1).collect();
        self.moves_along(&path)
    }

    fn without_superko(&self, mut list: MoveList) -> MoveList {
        if self.variant() == Variant::Toto40 {
            for (_, forbidden) in superko(&self.positions) {
                list.retain(|mv| *mv != forbidden);
            }
        }
        list
    }

    /// Returns whether `mv` is legal.
    pub fn is_legal(&self, mv: &Move) -> bool {
        self.moves_like(mv).contains(mv)
    }

    /// Reads a move in any form that people type: UCI, SAN, or words such as "knight g1 to f3".
    pub fn read(&self, text: &str) -> Result<Move, MoveError> {
        crate::reading::read(self, text)
    }

    /// Plays a move.
    ///
    /// # Errors
    /// The move is not legal; the game is unchanged.
    pub fn play(&mut self, mv: Move) -> Result<(), PlayError> {
        if !self.is_legal(&mv) {
            return Err(PlayError);
        }
        self.push(mv);
        Ok(())
    }

    /// Plays a move that is known to be legal.
    pub(crate) fn push(&mut self, mv: Move) {
        self.positions.push(self.position().play_unchecked(&mv));
        self.moves.push(mv);
    }

    /// Takes back the last move.
    pub fn undo(&mut self) -> Option<Move> {
        let mv = self.moves.pop()?;
        self.positions.pop();
        Some(mv)
    }

    /// The end of the game, if the rules have ended it.
    pub fn outcome(&self) -> Option<Outcome> {
        let position = self.position();
        if self.variant() == Variant::Toto40 {
            let is_stuck = || self.legal_moves().is_empty();
            return Toto40::won(position)
                .or_else(|| is_stuck().then(|| Toto40::without_moves(position)));
        }
        position.outcome().or_else(|| {
            if self.occurrences() >= FIVEFOLD {
                return Some(Outcome::draw(Reason::Fivefold));
            }
            (position.halfmove_clock() >= SEVENTY_FIVE_MOVES)
                .then_some(Outcome::draw(Reason::SeventyFive))
        })
    }

    /// The draw that the player to move may claim (ALL-3): `None` if there is none or the game is over.
    pub fn claim(&self) -> Option<Claim> {
        if self.variant() == Variant::Toto40 || self.outcome().is_some() {
            None
        } else if self.occurrences() >= THREEFOLD {
            Some(Claim::Threefold)
        } else {
            (self.position().halfmove_clock() >= FIFTY_MOVES).then_some(Claim::FiftyMoves)
        }
    }

    /// Number of times the current position has occurred, including now (ALL-3).
    pub fn occurrences(&self) -> usize {
        let now = self.position();
        self.positions
            .iter()
            .filter(|earlier| earlier.key == now.key && earlier.same_position(now))
            .count()
    }

    /// A legal move in SAN (ALL-8, LETO-15).
    pub fn san(&self, mv: Move) -> String {
        san::san(self.position(), &self.moves_like(&mv), mv)
    }

    /// The moves played, in SAN.
    pub fn sans(&self) -> Vec<String> {
        let mut game = Self::from_position(*self.start());
        let mut sans = Vec::with_capacity(self.moves.len());
        for (mv, position) in self.moves.iter().zip(&self.positions[1..]) {
            sans.push(game.san(*mv));
            game.positions.push(*position);
        }
        sans
    }
}
