//! Tables, brackets and podiums.

mod bracket;
mod crosstable;
mod pairings;
mod podium;
pub(crate) mod sheet;
mod table;
