//! Principal variation search: alpha-beta with null windows, monomorphized for each variant.
//!
//! In reading order: [`searcher`] is the public interface, [`iterative_deepening`] drives [`node`], which prunes ([`pruning`]), extends ([`singular`]), searches the moves ([`move_loop`]) or
//! enters [`quiescence`]. [`params`](crate::params) has every number.
// CITE: Principal variation search. https://www.chessprogramming.org/Principal_Variation_Search

mod searcher;

mod iterative_deepening;
mod node;
mod pruning;
mod singular;

mod move_loop;
mod quiescence;

mod control;
pub(crate) mod human;
mod stack;

pub use searcher::{DEFAULT_TT_BYTES, PvLine, SearchReport, Searcher, search};

use crate::correction::CorrectionHistory;
use crate::history::{History, PieceTo};
use crate::levels::piece_values;
use crate::movepick::MovePicker;
use crate::net::{Accumulators, Net};
use crate::params::{DEAD_POSITION_MAX_PIECES, FIFTY_MOVES, MAX_PLY, Params};
use crate::rules::SearchRules;
use crate::score::{mate_at, mated_at};
use crate::see::PieceValues;
use crate::tt::{PackedMove, TranspositionTable};
use control::SearchControl;
use human::HumanError;
use rules_core::{Move, Position};
use searcher::Histories;
use stack::{KeyHistory, PvTable, SearchStack};
use std::marker::PhantomData;

/// The state of one search.
struct Search<'a, R> {
    piece_values: &'static PieceValues,
    accumulators: Accumulators,
    tt: &'a TranspositionTable,
    history: &'a mut History,
    correction: &'a mut CorrectionHistory,
    control: SearchControl<'a>,
    human: Option<HumanError>,
    params: Params,
    keys: KeyHistory,
    stack: SearchStack,
    pv: PvTable,
    /// The score of the root's principal variation, if it has one.
    root_score: i32,
    /// By ply; a node takes its picker out while it searches.
    pickers: Vec<MovePicker>,
    /// Root moves that this search leaves out.
    excluded: Vec<Move>,
    /// Depth of the current iteration.
    root_depth: i32,
    /// Deepest ply reached.
    seldepth: usize,
    rules: PhantomData<R>,
}

/// Alpha-beta bounds, for the side to move.
#[derive(Debug, Clone, Copy)]
struct Window {
    alpha: i32,
    beta: i32,
}

impl Window {
    const fn new(alpha: i32, beta: i32) -> Self {
        Self { alpha, beta }
    }

    /// Returns the null window that tests whether the score is above `alpha`.
    // CITE: Null window. https://www.chessprogramming.org/Null_Window
    const fn null(alpha: i32) -> Self {
        Self::new(alpha, alpha + 1)
    }

    /// Returns the window for the other side.
    const fn flipped(self) -> Self {
        Self::new(-self.beta, -self.alpha)
    }

    /// Narrows the window to the scores possible from a ply: from mated there to mate by the next move.
    // CITE: Mate distance pruning. https://www.chessprogramming.org/Mate_Distance_Pruning
    fn within_mate_distance(self, ply: usize) -> Self {
        Self::new(
            self.alpha.max(mated_at(ply)),
            self.beta.min(mate_at(ply + 1)),
        )
    }

    const fn is_empty(self) -> bool {
        self.alpha >= self.beta
    }
}

/// The expected role of a node in alpha-beta.
// CITE: Node types. https://www.chessprogramming.org/Node_Types
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NodeType {
    /// On the principal variation, searched with an open window.
    Pv,
    /// Some move is expected to fail high.
    Cut,
    /// Every move is expected to fail low.
    All,
}

impl NodeType {
    fn is_pv(self) -> bool {
        self == Self::Pv
    }

    const fn first_child(self) -> Self {
        match self {
            Self::Pv => Self::Pv,
            Self::Cut => Self::All,
            Self::All => Self::Cut,
        }
    }

    /// Returns the type of a child searched again with the null window, after a reduced search has failed high.
    const fn full_depth_child(self) -> Self {
        match self {
            Self::Pv | Self::All => Self::Cut,
            Self::Cut => Self::All,
        }
    }
}

impl<'a, R: SearchRules> Search<'a, R> {
    fn new(
        tt: &'a TranspositionTable,
        histories: &'a mut Histories,
        control: SearchControl<'a>,
        human: Option<HumanError>,
        params: Params,
        game: &[Position],
    ) -> Self {
        Self {
            piece_values: piece_values(R::VARIANT),
            accumulators: Accumulators::new(Net::of(R::VARIANT), MAX_PLY + 1),
            tt,
            history: &mut histories.moves,
            correction: &mut histories.correction,
            control,
            human,
            params,
            keys: KeyHistory::new::<R>(game),
            stack: SearchStack::new(),
            pv: PvTable::new(),
            root_score: 0,
            pickers: (0..=MAX_PLY).map(|_| MovePicker::default()).collect(),
            excluded: Vec::new(),
            root_depth: 0,
            seldepth: 0,
            rules: PhantomData,
        }
    }

    /// Plays a move from a ply; `None`, with nothing changed, if superko forbids it.
    fn make_move(&mut self, position: &Position, mv: &Move, ply: usize) -> Option<Position> {
        let next = R::play(position, mv);
        self.tt.prefetch(next.hash());
        self.keys.push::<R>(position, &next);
        if R::SUPERKO && self.keys.breaks_superko() {
            self.keys.pop();
            return None;
        }
        self.stack.set_played(ply, PieceTo::of(position, mv));
        Some(next)
    }

    fn unmake_move(&mut self) {
        self.keys.pop();
    }

    /// Returns the score if the game is over by a win on the board.
    fn win_score(position: &Position, ply: usize) -> Option<i32> {
        let won = R::won(position)?;
        Some(if won.winner == Some(position.turn()) {
            mate_at(ply)
        } else {
            mated_at(ply)
        })
    }

    /// Returns the score if the game is won or drawn. Looks for a legal move only once the fifty-move draw can be claimed.
    fn terminal_score(&self, position: &Position, ply: usize) -> Option<i32> {
        let win = Self::win_score(position, ply);
        if win.is_some() || R::SUPERKO {
            return win;
        }
        let dead = position.occupied().len() <= DEAD_POSITION_MAX_PIECES && R::is_dead(position);
        if dead || self.keys.is_repetition() {
            return Some(0);
        }
        // A win by the last move goes before the draw (ALL-10).
        (position.halfmove_clock() >= FIFTY_MOVES).then(|| {
            if R::can_move(position) {
                0
            } else {
                Self::no_moves_score(position, ply)
            }
        })
    }

    fn no_moves_score(position: &Position, ply: usize) -> i32 {
        if R::SUPERKO {
            return mated_at(ply);
        }
        match R::without_moves(position).winner {
            None => 0,
            Some(winner) if winner == position.turn() => mate_at(ply),
            Some(_) => mated_at(ply),
        }
    }

    fn evaluate(&mut self, position: &Position, ply: usize) -> i32 {
        let eval = fade(position, self.accumulators.evaluate(position, ply));
        match &self.human {
            Some(human) => eval + human.eval_error(position.hash()),
            None => eval,
        }
    }

    fn corrected(&self, position: &Position, eval: i32) -> i32 {
        let divisor = self.params.correction_divisor;
        self.correction.correct(position, eval, divisor)
    }

    /// Whether a handicapped player overlooks this move. Moves at the root are left out by [`Search::excluded`] instead.
    fn overlooks(&self, position: &Position, mv: &Move, ply: usize) -> bool {
        ply > 0
            && self
                .human
                .as_ref()
                .is_some_and(|human| human.overlooks(position.hash(), PackedMove::of(mv)))
    }
}

/// Bound of evaluations, below the mate scores.
const MAX_EVAL: i32 = 20_000;

/// Draws an evaluation to zero: an advantage halves on the way to a draw.
// CITE: Fifty-move rule. https://www.chessprogramming.org/Fifty-move_Rule
fn fade(position: &Position, eval: i32) -> i32 {
    let clock = position.halfmove_clock().min(FIFTY_MOVES).cast_signed();
    let scale = 2 * FIFTY_MOVES.cast_signed();
    (eval * (scale - clock) / scale).clamp(-MAX_EVAL, MAX_EVAL)
}
