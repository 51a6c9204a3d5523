//! FIDE's tournament report file, TRF, with the two lines by which pairing programs know the number of rounds and the
//! first color (`XXR` and `XXC`, of the dialect TRF(x)).

use std::fmt::Write as _;

use rules_core::Color;

use crate::history::History;
use crate::round::{Bye, HalfPoints, PairingResult, Round, Seed, Slot};

/// What the file says beside the history.
#[derive(Clone, Debug)]
pub struct Heading<'a> {
    /// The tournament's name.
    pub name: &'a str,
    /// The kind of tournament, as in `Individual: Swiss-System`.
    pub kind: &'a str,
    /// How many rounds there will be.
    pub rounds: usize,
    /// The color of odd seeds at the beginning.
    pub initial: Color,
    /// Everybody's rank by seed, from 1.
    pub ranks: &'a [usize],
}

/// The file. Letters outside ASCII stay as they are; a line break in a name becomes a space.
pub fn write(history: &History, heading: &Heading<'_>) -> String {
    let mut text = String::new();
    let scores = history.scores();
    // Writing to a string cannot fail.
    let _ = writeln!(text, "012 {}", one_line(heading.name, 100));
    let _ = writeln!(text, "062 {}", history.entrants().len());
    let _ = writeln!(text, "092 {}", one_line(heading.kind, 100));
    let _ = writeln!(text, "XXR {}", heading.rounds);
    let _ = writeln!(text, "XXC {}1", heading.initial.name().to_lowercase());
    for (seed, entrant) in history.seeds().zip(history.entrants()) {
        let name = one_line(&entrant.name, 33);
        let rating = entrant
            .rating
            .map_or(String::new(), |rating| rating.min(9999).to_string());
        let rank = heading
            .ranks
            .get(seed.index())
            .copied()
            .unwrap_or(seed.index() + 1);
        let points = scores
            .get(seed.index())
            .copied()
            .unwrap_or_default()
            .decimal();
        let _ = write!(
            text,
            "001 {:>4}      {name:<33} {rating:>4} {:>3} {:>11} {:>10} {points:>4} {rank:>4}",
            seed.number(),
            "",
            "",
            "",
        );
        let mut line = String::new();
        for round in history.rounds() {
            let _ = write!(line, "  {}", cell(round, seed));
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// Opponent, color and result, in eight columns.
fn cell(round: &Round, seed: Seed) -> String {
    match round.slot_of(seed) {
        Some(Slot::Bye { bye, .. }) => {
            let letter = match bye {
                Bye::PairingAllocated => 'U',
                Bye::HalfPoint => 'H',
                Bye::ZeroPoint => 'Z',
            };
            format!("0000 - {letter}")
        }
        Some(Slot::Pairing(pairing)) => {
            let color = if pairing.white == seed {
                Color::White
            } else {
                Color::Black
            };
            let opponent = pairing.seed(!color);
            let letter = pairing.result.map_or(' ', |result| letter(result, color));
            format!("{:>4} {} {letter}", opponent.number(), color.letter())
        }
        // Away; in a round that is only being prepared nothing is known yet.
        None if round.pairings().next().is_some() => "0000 - Z".to_owned(),
        None => "        ".to_owned(),
    }
}

fn letter(result: PairingResult, color: Color) -> char {
    match result {
        PairingResult::Draw => '=',
        PairingResult::Win(winner) if winner == color => '1',
        PairingResult::Win(_) => '0',
        PairingResult::Forfeit(_) if result.points(color) == HalfPoints::WIN => '+',
        PairingResult::Forfeit(_) => '-',
    }
}

/// At most so many characters, none of which ends a line.
fn one_line(text: &str, most: usize) -> String {
    text.chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .take(most)
        .collect()
}
