//! Forced wins by trying everything: slow, and plain enough to be trusted. What the search is checked against.

use crate::bench::random_game;
use crate::human::scramble;
use crate::limits::{SearchLimits, Stop};
use crate::think::Searcher;
use rules_core::{Color, Family, Game, MoveList, Position, Variant};
use std::collections::HashMap;

/// A position with a forced win.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Puzzle {
    /// The side to move wins. Nothing before it counts for superko or repetition.
    pub position: Position,
    /// In how many of its moves, at the least.
    pub moves: u32,
}

impl Puzzle {
    /// Reads a line `variant | moves | FEN`.
    ///
    /// # Errors
    /// What is wrong with the line.
    pub fn read(line: &str) -> Result<Self, String> {
        let mut parts = line.split('|').map(str::trim);
        let (Some(id), Some(moves), Some(fen)) = (parts.next(), parts.next(), parts.next()) else {
            return Err(format!("{line:?} is not variant | moves | FEN"));
        };
        let variant: Variant = id.parse().map_err(|why| format!("{why}"))?;
        Ok(Self {
            position: Position::from_fen(variant, fen).map_err(|why| format!("{fen}: {why}"))?,
            moves: moves
                .parse()
                .map_err(|_| format!("{moves:?} is no number"))?,
        })
    }
}

impl std::fmt::Display for Puzzle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let id = self.position.variant().id();
        write!(f, "{id} | {} | {}", self.moves, self.position)
    }
}

/// All of them, within a budget of positions.
struct Prover {
    budget: u64,
    /// Earlier placements, for superko.
    past: Vec<u64>,
    superko: bool,
    /// Whether the attacker, to move in the position with this key, wins in so many moves. Not used under superko, where the past
    /// counts as well.
    known: HashMap<(u64, u32), bool>,
}

struct OutOfBudget;

/// In how many moves the side to move wins by force, at most `most`, found by trying everything; the error says that this would have
/// taken more positions than allowed.
///
/// # Errors
/// The budget is used up.
pub fn shortest_win(position: &Position, most: u32, budget: u64) -> Result<Option<u32>, String> {
    let mut prover = Prover {
        budget,
        past: vec![position.placement_key()],
        superko: position.variant() == Variant::Toto40,
        known: HashMap::new(),
    };
    for moves in 1..=most {
        match prover.wins(position, moves) {
            Ok(true) => return Ok(Some(moves)),
            Ok(false) => (),
            Err(OutOfBudget) => return Err(format!("more than {budget} positions")),
        }
    }
    Ok(None)
}

impl Prover {
    /// The moves with the positions after them, superko applied.
    fn after(&self, position: &Position) -> Vec<Position> {
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        moves
            .iter()
            .map(|mv| position.play_unchecked(mv))
            .filter(|next| !self.superko || !self.past.contains(&next.placement_key()))
            .collect()
    }

    /// Who has won in a position just reached, as far as that can be seen without its moves or as it has none.
    fn winner(&mut self, position: &Position) -> Option<Color> {
        if self.superko {
            let over = position.outcome().and_then(|outcome| outcome.winner);
            return over.or_else(|| {
                self.past.push(position.placement_key());
                let stuck = self.after(position).is_empty();
                self.past.pop();
                stuck.then_some(!position.turn())
            });
        }
        // Only a position in check can be mate; in Leap Chess there are other ways to win.
        let possible = position.variant().family() == Family::Leap || position.is_check();
        if possible {
            position.outcome().and_then(|outcome| outcome.winner)
        } else {
            None
        }
    }

    fn spend(&mut self, positions: usize) -> Result<(), OutOfBudget> {
        let positions = u64::try_from(positions).unwrap_or(u64::MAX);
        self.budget = self.budget.checked_sub(positions).ok_or(OutOfBudget)?;
        Ok(())
    }

    fn wins(&mut self, position: &Position, moves: u32) -> Result<bool, OutOfBudget> {
        let key = (position.hash(), moves);
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        let nexts = self.after(position);
        self.spend(nexts.len())?;
        let us = position.turn();
        let mut found = false;
        for next in &nexts {
            match self.winner(next) {
                Some(winner) => found = winner == us,
                None if moves > 1 => {
                    self.past.push(next.placement_key());
                    let forced = self.is_forced(next, moves - 1);
                    self.past.pop();
                    found = forced?;
                }
                None => (),
            }
            if found {
                break;
            }
        }
        if !self.superko {
            self.known.insert(key, found);
        }
        Ok(found)
    }

    /// Whether every reply leaves the other side a win in so many moves. The position has moves or is a draw.
    fn is_forced(&mut self, position: &Position, moves: u32) -> Result<bool, OutOfBudget> {
        let nexts = self.after(position);
        self.spend(nexts.len())?;
        for next in &nexts {
            if self.winner(next).is_some() {
                // Won by the defender, or lost by a move that gives the attacker even more than asked for.
                if self.winner(next) == Some(position.turn()) {
                    return Ok(false);
                }
                continue;
            }
            self.past.push(next.placement_key());
            let wins = self.wins(next, moves);
            self.past.pop();
            if !wins? {
                return Ok(false);
            }
        }
        Ok(!nexts.is_empty())
    }
}

/// Looks through games of the engine against itself for positions with forced wins in up to four moves, until there are `wanted`;
/// a quarter of them of each length, if there are enough.
pub fn find_puzzles(variant: Variant, wanted: usize, seed: u64) -> Vec<Puzzle> {
    /// Positions tried for each candidate.
    const BUDGET: u64 = 4_000_000;
    const GAMES: u64 = 400;
    const LONGEST: usize = 200;
    let mut found: Vec<Puzzle> = Vec::new();
    let mut searcher = Searcher::new(1 << 20);
    for n in 0..GAMES {
        let mut game = random_game(variant, 6, scramble(seed ^ n << 32));
        let mut next = None;
        while game.ply() < LONGEST && game.outcome().is_none() && next.is_none() {
            searcher.clear();
            let limits = SearchLimits::nodes(1_500);
            let report = searcher.search(&game, &limits, &Stop::new(), &mut |_| ());
            let Some(best) = report.best else { break };
            if report
                .score
                .mate_in()
                .is_some_and(|moves| (1..=4).contains(&moves))
            {
                next = Some(*game.position());
            }
            if game.play(best).is_err() {
                break;
            }
        }
        let Some(position) = next.filter(|position| position.halfmove_clock() < 60) else {
            continue;
        };
        if let Ok(Some(moves)) = shortest_win(&position, 4, BUDGET) {
            let same = found.iter().filter(|puzzle| puzzle.moves == moves).count();
            if same < wanted.div_ceil(4) {
                found.push(Puzzle { position, moves });
            }
        }
        if found.len() >= wanted {
            break;
        }
    }
    found.sort_by_key(|puzzle| puzzle.moves);
    found
}

/// The puzzle as a game that begins with it.
pub fn as_game(puzzle: &Puzzle) -> Game {
    Game::from_position(puzzle.position)
}
