//! Values over time, and tables of names and figures.

#![allow(missing_docs, reason = "plain data whose fields say what they are")]

use rules_core::Position;
use text::Text;

use crate::Theme;

/// A game's evaluation, move by move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Graph {
    /// The heading, such as the players and the result.
    pub title: Text,
    /// The position before the first half-move.
    pub start: Position,
    /// White's expected score in thousandths at the start and after each half-move: 1000 is a certain win. The last 1200
    /// are shown.
    pub expectations: Vec<u16>,
    /// Half-moves to mark, counted from 1.
    pub marked: Vec<usize>,
    pub theme: Theme,
}

/// Ratings over time.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Curve {
    /// The heading, such as whose ratings these are.
    pub title: Text,
    /// One line each; the first six are shown.
    pub series: Vec<Series>,
    pub theme: Theme,
}

/// A line of a [`Curve`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Series {
    /// The game or other category that is rated.
    pub name: Text,
    /// In any order; the newest 2000 are shown.
    pub points: Vec<CurvePoint>,
}

/// A rating at one time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CurvePoint {
    /// Seconds since 1970 in UTC, clamped to the years 1970 to 2105.
    pub at: i64,
    pub value: u16,
}

/// Names in their order with figures: a leaderboard, the standings of a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Table {
    pub title: Text,
    /// Headings of the figures. The first six are shown.
    pub columns: Vec<Text>,
    /// The first 32 are shown, and how many more there are.
    pub rows: Vec<TableRow>,
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
