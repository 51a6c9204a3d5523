//! Everybody meets everybody, by the Berger tables of FIDE C.05 Annex 1.

use serde::{Deserialize, Serialize};

use crate::round::{Bye, Pairing, Round, Seed, Slot};

/// How often each two meet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cycles {
    /// Once.
    #[default]
    Single,
    /// Twice, with either color. The last two rounds of the first half change places, so that nobody has the same color
    /// three times in a row.
    Double,
}

/// How many rounds that takes.
pub fn number_of_rounds(entrants: usize, cycles: Cycles) -> usize {
    let single = if entrants < 2 {
        0
    } else {
        entrants + entrants % 2 - 1
    };
    match cycles {
        Cycles::Single => single,
        Cycles::Double => 2 * single,
    }
}

/// All rounds for so many entrants. With an odd number one is free in each round, which brings no points.
pub fn rounds(entrants: usize, cycles: Cycles) -> Vec<Round> {
    let single = number_of_rounds(entrants, Cycles::Single);
    let mut order: Vec<usize> = (0..single).collect();
    if cycles == Cycles::Single {
        return order
            .into_iter()
            .map(|round| table(entrants, round, false))
            .collect();
    }
    if let [.., before, last] = order.as_mut_slice() {
        std::mem::swap(before, last);
    }
    let first = order.iter().map(|&round| table(entrants, round, false));
    let second = (0..single).map(|round| table(entrants, round, true));
    first.chain(second).collect()
}

/// A row of the table. All but the last number stand on a circle; the last one meets number `top`, and those at the same
/// distance from `top` on either side meet each other.
fn table(entrants: usize, round: usize, swapped: bool) -> Round {
    let even = entrants + entrants % 2;
    let circle = even - 1;
    let top = round * (even / 2) % circle;
    let mut slots = Vec::new();
    let mut add = |white: usize, black: usize| {
        let (white, black) = if swapped {
            (black, white)
        } else {
            (white, black)
        };
        slots.push(match (white < entrants, black < entrants) {
            (true, true) => Slot::Pairing(Pairing::new(Seed::at(white), Seed::at(black))),
            (is_white, _) => Slot::Bye {
                seed: Seed::at(if is_white { white } else { black }),
                bye: Bye::ZeroPoint,
            },
        });
    };
    // The last number has Black in the first row, White in the second, and so on.
    if round.is_multiple_of(2) {
        add(top, circle);
    } else {
        add(circle, top);
    }
    for distance in 1..even / 2 {
        add(
            (top + distance) % circle,
            (top + circle - distance) % circle,
        );
    }
    // Each number stands in one place of the row.
    Round::new(slots).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(round: &Round) -> Vec<(u16, u16)> {
        round
            .pairings()
            .map(|game| (game.white.number(), game.black.number()))
            .collect()
    }

    #[test]
    fn the_table_for_six_is_that_of_the_handbook() {
        let table: Vec<_> = rounds(6, Cycles::Single).iter().map(pairs).collect();
        let expected = [
            [(1, 6), (2, 5), (3, 4)],
            [(6, 4), (5, 3), (1, 2)],
            [(2, 6), (3, 1), (4, 5)],
            [(6, 5), (1, 4), (2, 3)],
            [(3, 6), (4, 2), (5, 1)],
        ];
        assert_eq!(table, expected);
    }

    #[test]
    fn everybody_meets_everybody_once_or_with_both_colors() {
        for entrants in 2..=21 {
            for cycles in [Cycles::Single, Cycles::Double] {
                let rounds = rounds(entrants, cycles);
                assert_eq!(rounds.len(), number_of_rounds(entrants, cycles));
                let mut met = vec![vec![0; entrants]; entrants];
                for round in &rounds {
                    for game in round.pairings() {
                        met[game.white.index()][game.black.index()] += 1;
                    }
                    assert_eq!(round.slots().len(), entrants.div_ceil(2));
                }
                for (one, row) in met.iter().enumerate() {
                    for (two, &white) in row[..one].iter().enumerate() {
                        let black = met[two][one];
                        let expected = usize::from(cycles == Cycles::Double) + 1;
                        assert_eq!(white + black, expected, "{one} {two} of {entrants}");
                        assert!(white <= 1 && black <= 1);
                    }
                }
            }
        }
    }

    #[test]
    fn nobody_has_a_color_three_times_in_a_row_where_the_halves_meet() {
        for entrants in (4..=20).step_by(2) {
            let rounds = rounds(entrants, Cycles::Double);
            for seed in (0..entrants).map(Seed::at) {
                let colors: Vec<_> = rounds
                    .iter()
                    .flat_map(Round::pairings)
                    .filter_map(|game| game.color_of(seed))
                    .collect();
                let thrice = colors
                    .windows(3)
                    .any(|three| three.iter().all(|c| *c == three[0]));
                assert!(!thrice, "{seed} of {entrants}: {colors:?}");
            }
        }
    }
}
