//! Alpha-beta: principal variation search with what is usual around it, for one rule set at compile time.

mod moves;
mod node;
mod quiesce;

use crate::eval::Evaluator;
use crate::history::{History, Place};
use crate::human::Human;
use crate::order::Ordered;
use crate::play::Game;
use crate::score::lost_at;
use crate::table::{MoveTag, Table};
use crate::watch::Watch;
use rules_core::{Move, Position};
use std::marker::PhantomData;

/// The longest line that is looked at.
pub(crate) const MAX_PLY: usize = 120;
/// Half-moves without progress after which the opponent may claim a draw (ALL-3).
const CLAIMABLE: u32 = 100;
/// Few enough pieces for a dead position.
const FEW: usize = 6;

/// What is remembered of each half-move on the way to the position at hand.
#[derive(Debug, Clone, Copy)]
struct Step {
    /// The piece moved and where to.
    place: Place,
    eval: i32,
}

/// One search.
pub(crate) struct Worker<'a, G> {
    evaluator: &'a Evaluator,
    table: &'a mut Table,
    history: &'a mut History,
    pub(crate) watch: Watch<'a>,
    human: Option<Human>,
    /// Keys of the positions of the game and of the line looked at; the last is the position at hand.
    keys: Vec<u64>,
    /// For each key the place of the first one that could still recur.
    reach: Vec<usize>,
    /// The place of the root among the keys.
    root: usize,
    lists: Vec<Ordered>,
    steps: Vec<Step>,
    lines: Vec<Vec<Move>>,
    /// Moves of the root that are not to be looked at: the better lines already found.
    pub(crate) excluded: Vec<Move>,
    root_depth: i32,
    pub(crate) deepest: usize,
    game: PhantomData<G>,
}

/// A line of search between two bounds.
#[derive(Debug, Clone, Copy)]
struct Window {
    alpha: i32,
    beta: i32,
}

impl Window {
    const fn new(alpha: i32, beta: i32) -> Self {
        Self { alpha, beta }
    }

    const fn reversed(self) -> Self {
        Self::new(-self.beta, -self.alpha)
    }

    /// Only asks whether the score is above `alpha`.
    const fn above(alpha: i32) -> Self {
        Self::new(alpha, alpha + 1)
    }
}

impl<'a, G: Game> Worker<'a, G> {
    pub(crate) fn new(
        evaluator: &'a Evaluator,
        table: &'a mut Table,
        history: &'a mut History,
        watch: Watch<'a>,
        human: Option<Human>,
        past: &[Position],
    ) -> Self {
        let mut worker = Self {
            evaluator,
            table,
            history,
            watch,
            human,
            keys: Vec::with_capacity(past.len() + MAX_PLY),
            reach: Vec::with_capacity(past.len() + MAX_PLY),
            root: past.len().saturating_sub(1),
            lists: (0..=MAX_PLY).map(|_| Ordered::default()).collect(),
            steps: vec![
                Step {
                    place: Place::NONE,
                    eval: 0
                };
                MAX_PLY + 3
            ],
            lines: vec![Vec::new(); MAX_PLY + 2],
            excluded: Vec::new(),
            root_depth: 0,
            deepest: 0,
            game: PhantomData,
        };
        let mut before: Option<&Position> = None;
        for position in past {
            let fresh = before.is_none_or(|earlier| {
                earlier.occupied().len() != position.occupied().len()
                    || !G::TOTO && position.halfmove_clock() == 0
            });
            worker.enter(position, fresh);
            before = Some(position);
        }
        worker
    }

    /// The best line of the root.
    pub(crate) fn line(&self) -> &[Move] {
        &self.lines[0]
    }

    /// Looks at the root within bounds; the answer may lie outside of them.
    pub(crate) fn run(&mut self, root: &Position, depth: i32, alpha: i32, beta: i32) -> i32 {
        self.root_depth = depth;
        self.node::<true>(root, Window::new(alpha, beta), depth, 0, false)
    }

    fn enter(&mut self, position: &Position, fresh: bool) {
        let here = self.keys.len();
        let reach = if fresh {
            here
        } else {
            self.reach.last().copied().unwrap_or(0)
        };
        self.keys.push(G::repetition_key(position));
        self.reach.push(reach);
    }

    fn leave(&mut self) {
        self.keys.pop();
        self.reach.pop();
    }

    /// TOTO-11: whether the position just entered has stood on the board before.
    fn recurs(&self) -> bool {
        let (Some((&now, past)), Some(&reach)) = (self.keys.split_last(), self.reach.last()) else {
            return false;
        };
        past.get(reach..).is_some_and(|past| past.contains(&now))
    }

    /// Whether the position is to be taken for a draw by repetition: once more within the line looked at, twice more in the game.
    fn repeats(&self) -> bool {
        let (Some((&now, past)), Some(&reach)) = (self.keys.split_last(), self.reach.last()) else {
            return false;
        };
        let mut seen = 0;
        for (place, &key) in past.iter().enumerate().skip(reach).rev() {
            if key == now {
                seen += 1;
                if place > self.root || seen == 2 {
                    return true;
                }
            }
        }
        false
    }

    /// The score of a game that is over here, apart from having no move.
    fn ended(&self, position: &Position, ply: usize) -> Option<i32> {
        if let Some(won) = G::won(position) {
            let ours = won.winner == Some(position.turn());
            return Some(if ours { -lost_at(ply) } else { lost_at(ply) });
        }
        if G::TOTO {
            return None;
        }
        let dead = position.occupied().len() <= FEW && G::is_dead(position);
        let claimable = position.halfmove_clock() >= CLAIMABLE
            && (!G::is_check(position) || G::can_move(position));
        (dead || claimable || self.repeats()).then_some(0)
    }

    /// The score of a position without a legal move.
    fn without_moves(position: &Position, ply: usize) -> i32 {
        if G::TOTO {
            return lost_at(ply);
        }
        match G::without_moves(position).winner {
            None => 0,
            Some(winner) if winner == position.turn() => -lost_at(ply),
            Some(_) => lost_at(ply),
        }
    }

    fn evaluate(&self, position: &Position) -> i32 {
        let eval = self.evaluator.evaluate::<G>(position);
        match &self.human {
            Some(human) => eval + human.misjudges(position.hash()),
            None => eval,
        }
    }

    fn overlooks(&self, position: &Position, mv: &Move, ply: usize) -> bool {
        ply > 0
            && self
                .human
                .as_ref()
                .is_some_and(|human| human.overlooks(position.hash(), MoveTag::of(mv)))
    }
    fn extend_line(&mut self, ply: usize, mv: Move) {
        let (here, after) = self.lines.split_at_mut(ply + 1);
        here[ply].clear();
        here[ply].push(mv);
        here[ply].extend_from_slice(&after[0]);
    }
}
