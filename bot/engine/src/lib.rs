#![doc = include_str!("../README.md")]

// In reading order: the public interface, the search, the evaluation, the handicaps, the tools.
mod limits;
mod score;

mod rules;

mod correction;
mod history;
mod movepick;
mod params;
mod search;
mod see;
mod tt;

mod net;

mod handicap;
mod levels;
mod rng;

pub mod uci;

pub mod arena;
pub mod bench;
pub mod mate_solver;
pub mod parallel;
pub mod puzzle_miner;
pub mod self_play;

pub use handicap::{Level, Seeds, choose_move};
pub use limits::{SearchLimits, Stop};
pub use score::Score;
pub use search::{DEFAULT_TT_BYTES, PvLine, SearchReport, Searcher, search};
