//! The engine's public interface: a searcher that keeps its tables between searches.

use super::human::HumanError;
use super::iterative_deepening::RootSearch;
use crate::correction::CorrectionHistory;
use crate::history::History;
use crate::limits::{SearchLimits, Stop};
use crate::params::{MAX_PLY, Params};
use crate::score::Score;
use crate::tt::TranspositionTable;
use rules_core::variant_rules::visit;
use rules_core::{Game, Move};
use std::time::Duration;

/// A principal variation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PvLine {
    /// For the side to move.
    pub score: Score,
    /// At least one move.
    pub moves: Vec<Move>,
}

/// The result of a search.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SearchReport {
    /// `None` only if the game is over.
    pub best: Option<Move>,
    /// For the side to move.
    pub score: Score,
    /// The principal variation; starts with the best move.
    pub pv: Vec<Move>,
    /// Nodes searched; before the end, by the first thread alone.
    pub nodes: u64,
    /// Last completed iteration, in plies.
    pub depth: u32,
    /// Longest line searched, in plies.
    pub seldepth: u32,
    /// Best first: as many as asked for, or as there are legal moves.
    pub lines: Vec<PvLine>,
    /// Use of the transposition table, in permille.
    pub hashfull: usize,
    /// Differs between equal searches, unlike every other field.
    pub time: Duration,
}

/// A thread's statistics, learned while it searches.
#[derive(Debug)]
pub(crate) struct Histories {
    pub(crate) moves: History,
    pub(crate) correction: CorrectionHistory,
}

impl Histories {
    fn new() -> Self {
        Self {
            moves: History::new(MAX_PLY + 4),
            correction: CorrectionHistory::new(),
        }
    }
}

/// Transposition table and histories of one player, kept from search to search.
#[derive(Debug)]
pub struct Searcher {
    pub(crate) tt: TranspositionTable,
    /// For each thread; at least one.
    pub(crate) histories: Vec<Histories>,
    /// Number of principal variations to search for.
    pub multi_pv: usize,
    pub(crate) human: Option<HumanError>,
    pub(crate) params: Params,
    /// Root moves to leave out; never all of them.
    pub(crate) excluded: Vec<Move>,
}

/// Default size of the transposition table: 8 MiB. With more, lookups miss the processor's address cache more often (README, "Search
/// changes").
pub const DEFAULT_TT_BYTES: usize = 8 << 20;

impl Searcher {
    /// Allocates a transposition table of at most this many bytes. The other tables take a few MiB.
    pub fn new(tt_bytes: usize) -> Self {
        Self {
            tt: TranspositionTable::new(tt_bytes),
            histories: vec![Histories::new()],
            multi_pv: 1,
            human: None,
            params: Params::TUNED,
            excluded: Vec::new(),
        }
    }

    /// Searches with this many threads, at least one. With more than one, equal searches may differ, and a limit of nodes is one of
    /// the first thread.
    pub fn set_threads(&mut self, threads: usize) {
        self.histories.resize_with(threads.max(1), Histories::new);
    }

    /// Clears all tables, so that the next search does not depend on earlier ones, except for a limit of the transposition table.
    pub fn clear(&mut self) {
        self.tt.clear();
        self.histories.fill_with(Histories::new);
    }

    /// Clears all tables and limits the transposition table to this many bytes, or to those allocated.
    pub fn clear_and_limit_tt(&mut self, tt_bytes: usize) {
        self.tt.clear_and_limit(tt_bytes);
        self.histories.fill_with(Histories::new);
    }

    /// Searches the last position of a game; `on_info` is called after each iteration.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
        stop: &Stop,
        on_info: &mut dyn FnMut(&SearchReport),
    ) -> SearchReport {
        let request = RootSearch {
            searcher: self,
            game,
            limits,
            stop,
            on_info,
        };
        visit(game.variant(), request)
    }
}

/// Searches with fresh tables. Limited by depth and nodes alone, equal calls return equal reports, except for the time.
pub fn search(
    game: &Game,
    limits: &SearchLimits,
    stop: &Stop,
    on_info: &mut dyn FnMut(&SearchReport),
) -> SearchReport {
    Searcher::new(DEFAULT_TT_BYTES).search(game, limits, stop, on_info)
}
