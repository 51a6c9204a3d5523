//! Pictures as plain data: what the application shows. The crate `render` draws them and describes them in words.
//!
//! Names of players are strings of any content. Other words are a [`Text`](text::Text), which is put into the reader's
//! language when the picture is drawn. Text that does not fit is cut.

mod board;
mod chart;
mod theme;
mod tournament;

pub use board::{
    Animation, BoardPicture, Gallery, PieceIcon, PlayerBar, Rotation, RuleDiagram, Size,
};
pub use chart::{Curve, CurvePoint, Graph, Series, Table, TableRow};
pub use theme::{Theme, UnknownTheme};
pub use tournament::{
    Bracket, BracketRound, BracketSide, Crosstable, CrosstableRow, PairedPlayer, PairingLine,
    Pairings, Podium, PodiumPlace,
};
