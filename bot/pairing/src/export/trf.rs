//! FIDE's tournament report file (TRF16), with the `XXR` (number of rounds) and `XXC` (initial color) lines of the
//! TRF(x) dialect that pairing programs read.

use std::fmt::Write as _;

use rules_core::Color;

use crate::history::History;
use crate::round::{Bye, Round, Seed, Slot};

/// The fields of a report that are not in the history.
#[derive(Clone, Debug)]
pub struct Heading<'a> {
    /// The tournament's name.
    pub name: &'a str,
    /// The type of tournament, such as `Individual: Swiss-System`.
    pub kind: &'a str,
    /// The planned number of rounds.
    pub rounds: usize,
    /// The initial color: that of odd pairing numbers in the first round.
    pub initial: Color,
    /// Ranks from 1, indexed by seed.
    pub ranks: &'a [usize],
}

/// Writes the report. Text stays UTF-8; a line break in a name becomes a space.
///
/// Annulled games appear as not paired. FIDE keeps them in the table (C.05, Article 6.6), but TRF16 can't say that a result scores
/// nothing, and pairing programs refuse points that aren't the sum of the results.
pub fn write(history: &History, heading: &Heading<'_>) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(text, "012 {}", one_line(heading.name, 100));
    let _ = writeln!(text, "062 {}", history.entrants().len());
    let _ = writeln!(text, "092 {}", one_line(heading.kind, 100));
    let _ = writeln!(text, "XXR {}", heading.rounds);
    let _ = writeln!(text, "XXC {}1", heading.initial.name().to_lowercase());
    let entrants = history.entrants().iter().zip(history.scores());
    for (seed, (entrant, score)) in history.seeds().zip(entrants) {
        let name = one_line(&entrant.name, 33);
        let rating = entrant.rating.map(|rating| rating.min(9999).to_string());
        let rank = heading.ranks.get(seed.index()).copied();
        let _ = write!(
            text,
            "001 {:>4}      {name:<33} {:>4} {:>3} {:>11} {:>10} {:>4} {:>4}",
            seed.number(),
            rating.unwrap_or_default(),
            "",
            "",
            "",
            score.decimal(),
            rank.unwrap_or(seed.index() + 1),
        );
        for round in history.rounds() {
            let _ = write!(text, "  {}", cell(history, round, seed));
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text
}

/// Opponent, color and result in eight columns.
fn cell(history: &History, round: &Round, seed: Seed) -> String {
    match history.counted_slot(round, seed) {
        Some(Slot::Bye { bye, .. }) => {
            let letter = match bye {
                Bye::PairingAllocated => 'U',
                Bye::HalfPoint => 'H',
                Bye::ZeroPoint => 'Z',
            };
            format!("0000 - {letter}")
        }
        Some(Slot::Pairing(pairing)) => {
            let color = pairing.color_of(seed).unwrap_or(Color::White);
            let opponent = pairing.seed(!color).number();
            let symbol = pairing.result.map_or(" ", |result| result.symbol(color));
            let symbol = symbol.replace('½', "=");
            format!("{opponent:>4} {} {symbol}", color.letter())
        }
        None if round.pairings().next().is_some() => "0000 - Z".to_owned(),
        // Without pairings, the round holds only the byes for the round to be paired.
        None => " ".repeat(8),
    }
}

/// Truncates to `max` characters and replaces line breaks.
fn one_line(text: &str, max: usize) -> String {
    text.chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .take(max)
        .collect()
}
