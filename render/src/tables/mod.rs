//! Tables, brackets, podiums and the gallery of games.

mod bracket;
mod crosstable;
mod gallery;
mod pairings;
mod podium;
pub(crate) mod sheet;
mod table;
