//! Finds forced wins by exhaustive search: slow, and simple enough to check the engine's search against.

use crate::bench::random_game;
use crate::limits::{SearchLimits, Stop};
use crate::rng::splitmix64;
use crate::search::Searcher;
use rules_core::{Color, Family, MoveList, Position, Variant};
use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;

/// A position with a forced win for the side to move. Earlier positions do not count for superko or repetition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Puzzle {
    /// The side to move wins.
    pub position: Position,
    /// Moves to the win, at the least.
    pub moves: u32,
}

impl FromStr for Puzzle {
    type Err = String;

    /// Parses `variant | moves | FEN`.
    fn from_str(line: &str) -> Result<Self, String> {
        let mut parts = line.split('|').map(str::trim);
        let (Some(id), Some(moves), Some(fen)) = (parts.next(), parts.next(), parts.next()) else {
            return Err(format!("{line:?} is not variant | moves | FEN"));
        };
        let variant: Variant = id.parse().map_err(|why| format!("{why}"))?;
        Ok(Self {
            position: Position::from_fen(variant, fen).map_err(|why| format!("{fen}: {why}"))?,
            moves: moves
                .parse()
                .map_err(|_| format!("{moves:?} is not a number"))?,
        })
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let id = self.position.variant().id();
        write!(f, "{id} | {} | {}", self.moves, self.position)
    }
}

struct Solver {
    /// Nodes left.
    budget: u64,
    superko: bool,
    /// Placements that superko forbids.
    past: Vec<u64>,
    /// Whether the side to move in a position wins within a number of moves. Unused under superko, where the past matters as well.
    solved: HashMap<(u64, u32), bool>,
}

struct OutOfBudget;

/// Returns the number of moves to the shortest forced win of at most `max_moves`, if there is one.
///
/// # Errors
/// The search would take more than `budget` nodes.
pub fn shortest_win(
    position: &Position,
    max_moves: u32,
    budget: u64,
) -> Result<Option<u32>, String> {
    let mut solver = Solver {
        budget,
        superko: position.variant() == Variant::Toto40,
        past: vec![position.placement_key()],
        solved: HashMap::new(),
    };
    for moves in 1..=max_moves {
        let wins = solver.wins(position, moves);
        if wins.map_err(|OutOfBudget| format!("more than {budget} nodes"))? {
            return Ok(Some(moves));
        }
    }
    Ok(None)
}

impl Solver {
    /// Returns the positions after each legal move.
    fn children(&self, position: &Position) -> Vec<Position> {
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        moves
            .iter()
            .map(|mv| position.play_unchecked(mv))
            .filter(|next| !self.superko || !self.past.contains(&next.placement_key()))
            .collect()
    }

    /// Returns the winner if a position just reached is decided.
    fn winner(&mut self, position: &Position) -> Option<Color> {
        // Outside of Leap Chess and Toto40 only a position in check can be won.
        let may_be_won =
            self.superko || position.variant().family() == Family::Leap || position.is_check();
        let outcome = if may_be_won { position.outcome() } else { None };
        let winner = outcome.and_then(|outcome| outcome.winner);
        if winner.is_some() || !self.superko {
            return winner;
        }
        let is_stuck = self.beyond(position, |solver| solver.children(position).is_empty());
        is_stuck.then_some(!position.turn())
    }

    /// Looks beyond a position just reached, to which superko forbids to return.
    fn beyond<T>(&mut self, position: &Position, look: impl FnOnce(&mut Self) -> T) -> T {
        self.past.push(position.placement_key());
        let seen = look(self);
        self.past.pop();
        seen
    }

    /// Returns the positions after each legal move, and takes them off the budget.
    fn expand(&mut self, position: &Position) -> Result<Vec<Position>, OutOfBudget> {
        let children = self.children(position);
        let left = self.budget.checked_sub(children.len() as u64);
        self.budget = left.ok_or(OutOfBudget)?;
        Ok(children)
    }

    /// Whether the side to move wins within a number of moves.
    fn wins(&mut self, position: &Position, moves: u32) -> Result<bool, OutOfBudget> {
        let key = (position.hash(), moves);
        if let Some(&solved) = self.solved.get(&key) {
            return Ok(solved);
        }
        let children = self.expand(position)?;
        let mut found = false;
        for child in &children {
            match self.winner(child) {
                Some(winner) => found = winner == position.turn(),
                None if moves > 1 => {
                    found = self.beyond(child, |solver| solver.loses(child, moves - 1))?;
                }
                None => (),
            }
            if found {
                break;
            }
        }
        if !self.superko {
            self.solved.insert(key, found);
        }
        Ok(found)
    }

    /// Whether the opponent wins within a number of moves after every move of the side to move. Without moves the position is a draw.
    fn loses(&mut self, position: &Position, moves: u32) -> Result<bool, OutOfBudget> {
        let children = self.expand(position)?;
        for child in &children {
            match self.winner(child) {
                Some(winner) if winner == position.turn() => return Ok(false),
                // The move loses at once.
                Some(_) => (),
                None => {
                    if !self.beyond(child, |solver| solver.wins(child, moves))? {
                        return Ok(false);
                    }
                }
            }
        }
        Ok(!children.is_empty())
    }
}

/// Searches self-play games for positions with forced wins in up to four moves. At most a quarter of the puzzles, rounded up, have the
/// same length; there may be fewer than wanted.
pub fn find_puzzles(variant: Variant, wanted: usize, seed: u64) -> Vec<Puzzle> {
    /// Nodes to prove a candidate with.
    const BUDGET: u64 = 4_000_000;
    const GAMES: u64 = 400;
    const MAX_MOVES: u32 = 4;
    /// Later candidates are too near to a draw by the fifty-move rule.
    const MAX_CLOCK: u32 = 60;
    let mut puzzles: Vec<Puzzle> = Vec::new();
    let mut searcher = Searcher::new(1 << 20);
    for n in 0..GAMES {
        let candidate = first_mate_score(&mut searcher, variant, splitmix64(seed ^ n << 32));
        let Some(position) = candidate.filter(|position| position.halfmove_clock() < MAX_CLOCK)
        else {
            continue;
        };
        if let Ok(Some(moves)) = shortest_win(&position, MAX_MOVES, BUDGET) {
            let same = puzzles.iter().filter(|puzzle| puzzle.moves == moves);
            if same.count() < wanted.div_ceil(4) {
                puzzles.push(Puzzle { position, moves });
            }
        }
        if puzzles.len() >= wanted {
            break;
        }
    }
    puzzles.sort_by_key(|puzzle| puzzle.moves);
    puzzles
}

/// Returns the first position of a self-play game in which the search announces a win in up to four moves.
fn first_mate_score(searcher: &mut Searcher, variant: Variant, seed: u64) -> Option<Position> {
    const OPENING_PLIES: usize = 6;
    const MAX_PLIES: usize = 200;
    const NODES: u64 = 1_500;
    let mut game = random_game(variant, OPENING_PLIES, seed);
    while game.ply() < MAX_PLIES && game.outcome().is_none() {
        searcher.clear();
        let limits = SearchLimits::nodes(NODES);
        let report = searcher.search(&game, &limits, &Stop::new(), &mut |_| ());
        let best = report.best?;
        let mate = report.score.mate_in();
        if mate.is_some_and(|moves| (1..=4).contains(&moves)) {
            return Some(*game.position());
        }
        game.play(best).ok()?;
    }
    None
}
