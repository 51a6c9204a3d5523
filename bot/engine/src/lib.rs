//! The opponent: search and evaluation over `rules-core`.

pub mod analysis;
pub mod arena;
pub mod bench;
mod eval;
mod history;
mod human;
mod ladder;
mod level;
mod limits;
mod order;
mod play;
pub mod proof;
mod score;
mod search;
mod table;
mod think;
pub mod tuning;
pub mod uci;
mod watch;

pub use level::{Dice, Level, choose, choose_scored, choose_with, choose_within};
pub use limits::{SearchLimits, Stop};
pub use score::Score;
pub use think::{DEFAULT_MEMORY, Line, SearchReport, Searcher, search};
