//! Who met whom with what result, as a table in the order of the standings.

use rules_core::Color;

use crate::history::History;
use crate::round::{Bye, Forfeit, HalfPoints, PairingResult, Slot};
use crate::standings::Standing;

/// One round of one entrant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cell {
    /// A game, or one that was to be played.
    Game {
        /// The number of the opponent's line, from 1: unlike ranks, lines are not shared.
        opponent: usize,
        /// The own color.
        color: Color,
        /// How it ended, once it has.
        result: Option<PairingResult>,
    },
    /// No opponent, with or without points.
    Bye(Bye),
    /// Not there.
    Away,
}

impl Cell {
    /// The result alone: `1`, `½`, `0`, `+`, `-`; `*` while the game goes on, and nothing for somebody away.
    pub fn result(self) -> &'static str {
        match self {
            Self::Away | Self::Bye(Bye::ZeroPoint) => "",
            Self::Bye(Bye::PairingAllocated) => "1",
            Self::Bye(Bye::HalfPoint) => "½",
            Self::Game { result: None, .. } => "*",
            Self::Game {
                result: Some(result),
                color,
                ..
            } => match result {
                PairingResult::Draw => "½",
                PairingResult::Win(winner) if winner == color => "1",
                PairingResult::Win(_) => "0",
                PairingResult::Forfeit(Forfeit::By(_))
                    if result.points(color) == HalfPoints::WIN =>
                {
                    "+"
                }
                PairingResult::Forfeit(_) => "-",
            },
        }
    }
}

/// One line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CrossRow {
    /// Rank, points and tie-breaks.
    pub standing: Standing,
    /// Each round.
    pub cells: Vec<Cell>,
}

/// The whole table, the leader first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Crosstable {
    /// Its lines.
    pub rows: Vec<CrossRow>,
}

impl Crosstable {
    /// The table of a history, in the order of its standings.
    pub fn new(history: &History, standings: Vec<Standing>) -> Self {
        let mut lines = vec![0; history.entrants().len()];
        for (standing, line) in standings.iter().zip(1..) {
            if let Some(place) = lines.get_mut(standing.seed.index()) {
                *place = line;
            }
        }
        let rows = standings
            .into_iter()
            .map(|standing| {
                let rounds = history.rounds().iter();
                let cells = rounds.map(|round| match round.slot_of(standing.seed) {
                    None => Cell::Away,
                    Some(Slot::Bye { bye, .. }) => Cell::Bye(*bye),
                    Some(Slot::Pairing(game)) => {
                        let color = game.color_of(standing.seed).unwrap_or(Color::White);
                        Cell::Game {
                            opponent: lines.get(game.seed(!color).index()).copied().unwrap_or(0),
                            color,
                            result: game.result,
                        }
                    }
                });
                CrossRow {
                    cells: cells.collect(),
                    standing,
                }
            })
            .collect();
        Self { rows }
    }
}
