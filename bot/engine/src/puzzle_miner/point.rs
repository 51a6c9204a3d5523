//! The point of a puzzle whose solution ends before the gain shows.

use super::{Mined, Miner};
use crate::limits::{SearchLimits, Stop};
use rules_core::{Color, Game, Move, Position, Role};

/// Least material that a puzzle wins, in half pawns: an alfil or a dabbabah.
const GAIN: i32 = 3;
/// Moves of the solver after a puzzle in which that shows, at most.
const MAX_POINT: usize = 3;

impl Miner {
    /// Returns the best moves after a puzzle, up to the solver's that shows what it wins: the game, or material that the best reply leaves.
    /// `None` if that takes long.
    pub fn point(&mut self, puzzle: &Mined) -> Option<Vec<Move>> {
        let mut game = Game::from_position(puzzle.start);
        for &mv in &puzzle.moves {
            game.play(mv).ok()?;
        }
        let (from, solver) = (game.ply(), !game.turn());
        let before = game.positions().iter().take(2);
        let before = before.map(|position| balance(position, solver)).max()?;
        self.judge.clear();
        self.judge.multi_pv = 1;
        let limits = SearchLimits::nodes(self.effort.second);
        let mut best = |game: &Game| {
            (self.judge)
                .search(game, &limits, &Stop::new(), &mut |_| ())
                .best
        };
        loop {
            let point = game.moves()[from..].to_vec();
            if let Some(outcome) = game.outcome() {
                return (outcome.winner == Some(solver)).then_some(point);
            }
            game.play(best(&game)?).ok()?;
            let gain = balance(game.position(), solver) - before;
            if game.outcome().is_some() || gain < GAIN && point.len() == 2 * MAX_POINT {
                return None;
            }
            if gain >= GAIN {
                return Some(point);
            }
            game.play(best(&game)?).ok()?;
        }
    }
}

/// A side's lead in material, in half pawns.
fn balance(position: &Position, of: Color) -> i32 {
    let worth = |role| match role {
        Role::King => 0,
        Role::Pawn => 2,
        Role::Alfil | Role::Dabbabah => 3,
        Role::Leto | Role::Kwagga => 4,
        Role::Knight | Role::Bishop | Role::Sail => 6,
        Role::Rook | Role::Hawk => 10,
        Role::Queen => 18,
    };
    let pieces = position.pieces().map(|(_, piece)| {
        let sign = if piece.color == of { 1 } else { -1 };
        sign * worth(piece.role)
    });
    pieces.sum()
}
