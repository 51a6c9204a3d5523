//! A game: start position and moves, with the history that repetition and superko need.

use crate::games::superko;
use crate::rules::{Rules, dispatch};
use crate::san;
use crate::{Claim, Color, Move, MoveList, Outcome, Position, Reason, Variant, WhyNot};
use std::fmt;

/// Occurrences of a position, and half-moves without a pawn move or capture, at which a draw may be claimed or is there (ALL-3).
const THREEFOLD: usize = 3;
const FIVEFOLD: usize = 5;
const FIFTY_MOVES: u32 = 2 * 50;
const SEVENTY_FIVE_MOVES: u32 = 2 * 75;

/// A game from its start position on. Positions, outcome and claims are derived from the moves.
#[derive(Debug, Clone)]
pub struct Game {
    /// The start and the position after each move.
    positions: Vec<Position>,
    moves: Vec<Move>,
}

/// A move that is not legal in the position it was to be played in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IllegalMove;

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the move is not legal here")
    }
}

impl std::error::Error for IllegalMove {}

/// Why a stored game cannot be played through.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReplayError {
    /// The start position cannot be read.
    Start(crate::FenError),
    /// A move cannot be played.
    Move {
        /// How many moves were played before it.
        ply: usize,
        /// The move as it was given, cut to a few dozen letters.
        text: String,
        /// What is wrong with it.
        why: WhyNot,
    },
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start(error) => write!(f, "start position: {error}"),
            Self::Move { ply, text, why } => write!(f, "half-move {} ({text}): {why}", ply + 1),
        }
    }
}

impl std::error::Error for ReplayError {}

impl Game {
    /// A new game from the variant's start position.
    #[must_use]
    pub fn new(variant: Variant) -> Self {
        Self::from_position(variant.start())
    }

    /// A game that starts from this position; nothing before it counts for repetition and superko.
    #[must_use]
    pub fn from_position(position: Position) -> Self {
        Self {
            positions: vec![position],
            moves: Vec::new(),
        }
    }

    /// The rule set.
    #[must_use]
    pub fn variant(&self) -> Variant {
        self.start().variant()
    }

    /// The position before the first move.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.positions[0]
    }

    /// The position after the last move.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.positions[self.positions.len() - 1]
    }

    /// The side to move.
    #[must_use]
    pub fn turn(&self) -> Color {
        self.position().turn()
    }

    /// The moves played, in order.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The start position and the position after each move.
    #[must_use]
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// How many moves have been played, each side's counted.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.moves.len()
    }

    /// Plays a stored game through.
    ///
    /// # Errors
    /// Names the first move that cannot be played, or says that the start cannot be read.
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
            let illegal = |why| ReplayError::Move {
                ply,
                text: text.chars().take(60).collect(),
                why,
            };
            let mv = game.read(text).map_err(illegal)?;
            game.play(mv).map_err(|_| illegal(WhyNot::Unreadable))?;
        }
        Ok(game)
    }

    /// All legal moves, superko applied; empty when the game has been won (ALL-10).
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.position().legal_moves(&mut list);
        if self.variant() == Variant::Toto40 {
            for (_, forbidden) in superko(&self.positions) {
                list.retain(|mv| *mv != forbidden);
            }
        }
        list
    }

    /// Whether this move is legal now.
    #[must_use]
    pub fn is_legal(&self, mv: &Move) -> bool {
        self.legal_moves().contains(mv)
    }

    /// Reads any text a person may type as a move.
    ///
    /// # Errors
    /// Says why it is no legal move, in a sentence for the player.
    pub fn read(&self, text: &str) -> Result<Move, WhyNot> {
        crate::read::read(self, text)
    }

    /// Plays a move.
    ///
    /// # Errors
    /// The move is not legal now; nothing has changed.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        if !self.is_legal(&mv) {
            return Err(IllegalMove);
        }
        self.positions.push(self.position().play_unchecked(&mv));
        self.moves.push(mv);
        Ok(())
    }

    /// Takes the last move back.
    pub fn undo(&mut self) -> Option<Move> {
        let mv = self.moves.pop()?;
        self.positions.pop();
        Some(mv)
    }

    /// The end of the game, if the board says that it is over. Of several reasons the first in the order of ALL-10.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let position = self.position();
        if self.variant() == Variant::Toto40 {
            return dispatch!(self.variant(), R => R::won(position)
                .or_else(|| self.legal_moves().is_empty().then(|| R::without_moves(position))));
        }
        let draw = |reason| {
            Some(Outcome {
                winner: None,
                reason,
            })
        };
        match position.outcome() {
            Some(outcome) => Some(outcome),
            None if self.occurrences() >= FIVEFOLD => draw(Reason::Fivefold),
            None if position.halfmove_clock() >= SEVENTY_FIVE_MOVES => draw(Reason::SeventyFive),
            None => None,
        }
    }

    /// Whether and why the player to move may claim a draw now (ALL-3). A claim looks at the position on the board only; a game that is over
    /// has none.
    #[must_use]
    pub fn claim(&self) -> Option<Claim> {
        if self.variant() == Variant::Toto40 || self.outcome().is_some() {
            None
        } else if self.occurrences() >= THREEFOLD {
            Some(Claim::Threefold)
        } else {
            (self.position().halfmove_clock() >= FIFTY_MOVES).then_some(Claim::FiftyMoves)
        }
    }

    /// How often the position on the board has occurred in the game, this time included (ALL-3).
    #[must_use]
    pub fn occurrences(&self) -> usize {
        let now = self.position();
        self.positions
            .iter()
            .filter(|earlier| earlier.key == now.key && earlier.same_position(now))
            .count()
    }

    /// A legal move in human notation (ALL-8, LETO-15).
    #[must_use]
    pub fn san(&self, mv: Move) -> String {
        san::san(self.position(), &self.legal_moves(), mv)
    }

    /// All moves played, in human notation.
    #[must_use]
    pub fn sans(&self) -> Vec<String> {
        let mut game = Self::from_position(*self.start());
        let mut sans = Vec::with_capacity(self.moves.len());
        for (mv, position) in self.moves.iter().zip(&self.positions[1..]) {
            sans.push(game.san(*mv));
            game.positions.push(*position);
        }
        sans
    }

    /// A legal move in plain words, `"rook d5 takes pawn on d7"`.
    #[must_use]
    pub fn words(&self, mv: Move) -> String {
        san::words(self.position(), mv)
    }
}
