//! Round robin by the Berger tables (FIDE C.05 Annex 1).

use serde::{Deserialize, Serialize};

use crate::round::{Bye, Pairing, Round, Seed, Slot};

/// The number of games that each two entrants play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cycles {
    /// One.
    #[default]
    Single,
    /// Two, with colors reversed. The last two rounds of the first cycle are swapped to avoid three games in a row with
    /// the same color.
    Double,
}

/// The number of rounds.
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

/// All rounds. With an odd number of entrants, one has a zero-point bye in each round.
pub fn rounds(entrants: usize, cycles: Cycles) -> Vec<Round> {
    let single = number_of_rounds(entrants, Cycles::Single);
    let mut rows: Vec<_> = (0..single).map(|row| berger_row(entrants, row)).collect();
    if cycles == Cycles::Double {
        let reversed = rows.iter().map(|row| {
            let pairs = row.iter();
            pairs.map(|&(white, black)| (black, white)).collect()
        });
        let second: Vec<Vec<_>> = reversed.collect();
        if let [.., before, last] = rows.as_mut_slice() {
            std::mem::swap(before, last);
        }
        rows.extend(second);
    }
    let rounds = rows.into_iter().map(|row| {
        let slots = row
            .into_iter()
            .map(|(white, black)| slot(entrants, white, black));
        // Each entrant appears once in a row of the table.
        Round::new(slots.collect()).unwrap_or_default()
    });
    rounds.collect()
}

/// White and Black of each pairing in a row of the Berger table, counted from 0. All numbers but the last are arranged on a circle.
/// The last number meets the `pivot`, and those at equal distance from the pivot meet each other.
fn berger_row(entrants: usize, row: usize) -> Vec<(usize, usize)> {
    let even = entrants + entrants % 2;
    let circle = even - 1;
    let pivot = row * (even / 2) % circle;
    // The last number alternates colors, starting with Black.
    let first = if row.is_multiple_of(2) {
        (pivot, circle)
    } else {
        (circle, pivot)
    };
    let others = (1..even / 2).map(|distance| {
        let black = (pivot + circle - distance) % circle;
        ((pivot + distance) % circle, black)
    });
    std::iter::once(first).chain(others).collect()
}

/// A pairing, or the bye of the entrant who meets the dummy of an odd field.
fn slot(entrants: usize, white: usize, black: usize) -> Slot {
    if white.max(black) < entrants {
        let [white, black] = [white, black].map(Seed::from_index);
        Slot::Pairing(Pairing::new(white, black))
    } else {
        Slot::Bye {
            seed: Seed::from_index(white.min(black)),
            bye: Bye::ZeroPoint,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(round: &Round) -> Vec<(u16, u16)> {
        let pairs = round.pairings().map(|game| (game.white, game.black));
        pairs
            .map(|(one, two)| (one.number(), two.number()))
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
    fn each_two_meet_once_or_once_with_each_color() {
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
    fn no_one_has_a_color_three_times_in_a_row_between_the_cycles() {
        for entrants in (4..=20).step_by(2) {
            let rounds = rounds(entrants, Cycles::Double);
            for seed in (0..entrants).map(Seed::from_index) {
                let games = rounds.iter().flat_map(Round::pairings);
                let colors: Vec<_> = games.filter_map(|game| game.color_of(seed)).collect();
                let is_one = |three: &[rules_core::Color]| three.iter().all(|c| *c == three[0]);
                assert!(
                    !colors.windows(3).any(is_one),
                    "{seed} of {entrants}: {colors:?}"
                );
            }
        }
    }
}
