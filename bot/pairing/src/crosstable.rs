//! The crosstable: every entrant's opponents and results by round, in the order of the standings.

use rules_core::Color;

use crate::history::History;
use crate::round::{Bye, PairingResult, Slot};
use crate::standings::{Standing, standings};
use crate::tie_break::Ranking;

/// One entrant's round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cell {
    /// A pairing, seen from the entrant's side.
    Game {
        /// The one-based row of the opponent. Unlike ranks, rows are unique.
        opponent: usize,
        /// The entrant's color.
        color: Color,
        /// `None` while the game is being played.
        result: Option<PairingResult>,
    },
    /// A bye.
    Bye(Bye),
    /// Neither paired nor given a bye.
    Absent,
}

impl Cell {
    /// The result: `1`, `½`, `0`, `+`, `-`, `*` for a pending game, or empty without points.
    pub fn result(self) -> &'static str {
        match self {
            Self::Absent | Self::Bye(Bye::ZeroPoint) => "",
            Self::Bye(Bye::PairingAllocated) => "1",
            Self::Bye(Bye::HalfPoint) => "½",
            Self::Game { result: None, .. } => "*",
            Self::Game {
                result: Some(result),
                color,
                ..
            } => result.symbol(color),
        }
    }
}

/// One entrant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CrosstableRow {
    /// Rank, points and tie-breaks.
    pub standing: Standing,
    /// One cell per round.
    pub cells: Vec<Cell>,
}

/// The rows, the leader first.
pub fn crosstable(history: &History, ranking: &Ranking) -> Vec<CrosstableRow> {
    let standings = standings(history, ranking);
    let mut row_numbers = vec![0; standings.len()];
    for (standing, number) in standings.iter().zip(1..) {
        row_numbers[standing.seed.index()] = number;
    }
    let rows = standings.into_iter().map(|standing| {
        let rounds = history.rounds().iter();
        let cells = rounds.map(|round| match round.slot_of(standing.seed) {
            None => Cell::Absent,
            Some(Slot::Bye { bye, .. }) => Cell::Bye(*bye),
            Some(Slot::Pairing(game)) => {
                let color = game.color_of(standing.seed).unwrap_or(Color::White);
                Cell::Game {
                    opponent: row_numbers[game.seed(!color).index()],
                    color,
                    result: game.result,
                }
            }
        });
        CrosstableRow {
            cells: cells.collect(),
            standing,
        }
    });
    rows.collect()
}
