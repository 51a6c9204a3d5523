//! Tables of names and figures.

use text::Text;

use crate::Theme;

/// Names in their order with figures: a leaderboard, the standings of a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Table {
    /// The heading.
    pub title: Text,
    /// Headings of the figures. The first six are shown.
    pub columns: Vec<Text>,
    /// The first 32 are shown, and how many more there are.
    pub rows: Vec<TableRow>,
    /// The colors.
    pub theme: Theme,
}

/// A line of a [`Table`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TableRow {
    /// The rank, which lines may share.
    pub rank: String,
    /// The name of a player, or what the figures are about.
    pub name: Text,
    /// One figure for each column; the first is set in bold.
    pub cells: Vec<String>,
    /// The figures in words, such as "1 point"; if empty, each column's heading and its figure.
    pub spoken: Vec<Text>,
    /// Whether a bar at the left edge points the line out, such as the reader's own.
    pub marked: bool,
}
