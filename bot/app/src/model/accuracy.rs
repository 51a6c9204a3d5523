//! How well each side played a reviewed game.
// CITE: Lichess accuracy metric. https://lichess.org/page/accuracy
// The page has the formula of a move's accuracy; windows, weights and thresholds are those of lichess's `AccuracyPercent` and `Advice`.

use rules_core::{ByColor, Color};

/// How well a side played.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Quality {
    /// In percent.
    pub accuracy: f64,
    pub inaccuracies: usize,
    pub mistakes: usize,
    pub blunders: usize,
}

/// A move of one side.
struct Played {
    /// The expected score that it gave away, in thousandths.
    loss: u16,
    /// How much the game swung around it.
    volatility: f64,
}

impl Played {
    fn accuracy(&self) -> f64 {
        let percents = f64::from(self.loss) / 10.0;
        (103.1668 * (-0.04354 * percents).exp() - 3.1669).clamp(0.0, 100.0)
    }
}

/// Takes White's expected score in thousandths at the start and after each half-move. `None` for a side that made no move.
pub(crate) fn qualities(white: &[u16], first: Color) -> ByColor<Option<Quality>> {
    let window = (white.len().saturating_sub(1) / 10).clamp(2, 8);
    ByColor::new_with(|color| {
        let plies = white.windows(2).enumerate();
        let own = plies.skip(usize::from(color != first)).step_by(2);
        let moves = own.map(|(ply, pair)| {
            let from = (ply + 2).saturating_sub(window);
            let around = white.iter().skip(from).take(window);
            Played {
                loss: match color {
                    Color::White => pair[0].saturating_sub(pair[1]),
                    Color::Black => pair[1].saturating_sub(pair[0]),
                },
                volatility: deviation(around.map(|&score| f64::from(score) / 10.0)),
            }
        });
        quality(&moves.collect::<Vec<_>>())
    })
}

fn quality(moves: &[Played]) -> Option<Quality> {
    let by_volatility = |played: &Played| (played.accuracy(), played.volatility.clamp(0.5, 12.0));
    let inverted = |played: &Played| (1.0 / played.accuracy().max(1.0), 1.0);
    let weighted = mean(moves.iter().map(by_volatility))?;
    let inverse = mean(moves.iter().map(inverted))?;
    let losing = |least, below| {
        let lost = moves.iter().map(|played| played.loss);
        lost.filter(|loss| (least..below).contains(loss)).count()
    };
    // Winning chances from -1 to 1 that fall by 0.1, 0.2 and 0.3.
    Some(Quality {
        accuracy: f64::midpoint(weighted, 1.0 / inverse),
        inaccuracies: losing(50, 100),
        mistakes: losing(100, 150),
        blunders: losing(150, u16::MAX),
    })
}

/// The mean of values with their weights; `None` without values.
fn mean(values: impl Iterator<Item = (f64, f64)>) -> Option<f64> {
    let (sum, weights) = values.fold((0.0, 0.0), |(sum, weights), (value, weight)| {
        (sum + value * weight, weights + weight)
    });
    (weights > 0.0).then(|| sum / weights)
}

/// The standard deviation; 0 without values.
fn deviation(values: impl Iterator<Item = f64> + Clone) -> f64 {
    let center = mean(values.clone().map(|value| (value, 1.0))).unwrap_or_default();
    let squares = values.map(|value| ((value - center).powi(2), 1.0));
    mean(squares).unwrap_or_default().sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accuracy(white: &[u16], first: Color, of: Color) -> f64 {
        qualities(white, first)[of].unwrap().accuracy
    }

    #[test]
    fn moves_that_lose_nothing_are_accurate() {
        let level = [500; 30];
        let improving = [500, 500, 600, 600, 700];
        for color in Color::ALL {
            assert!(accuracy(&level, Color::White, color) > 99.9);
        }
        assert!(accuracy(&improving, Color::Black, Color::White) > 99.9);
    }

    #[test]
    fn a_single_move_has_the_accuracy_of_the_formula() {
        for (after, expected) in [(400, 63.58), (200, 24.78), (0, 8.53)] {
            let found = accuracy(&[500, after], Color::White, Color::White);
            assert!((found - expected).abs() < 0.01, "{found}");
        }
        let found = accuracy(&[1000, 0], Color::White, Color::White);
        assert!((0.0..=1.0).contains(&found), "{found}");
    }

    #[test]
    fn losses_belong_to_the_side_that_moved() {
        let white = [500, 500, 600, 500, 500];
        let usual = qualities(&white, Color::White);
        assert_eq!(usual[Color::White].unwrap().mistakes, 1);
        assert_eq!(usual[Color::Black].unwrap().mistakes, 1);
        let black_first = qualities(&white, Color::Black);
        for color in Color::ALL {
            assert_eq!(black_first[color].unwrap().mistakes, 0, "{color:?}");
        }
    }

    #[test]
    fn losses_are_counted_by_their_size() {
        let white = [900, 851, 851, 801, 801, 701, 701, 551, 551, 0];
        let found = qualities(&white, Color::White)[Color::White].unwrap();
        let counts = [found.inaccuracies, found.mistakes, found.blunders];
        assert_eq!(counts, [1, 1, 2]);
    }

    #[test]
    fn a_long_game_has_the_accuracy_that_another_program_computes() {
        let white: Vec<u16> = (0..=60).map(|ply| 300 + ply * 37 % 101 * 4).collect();
        for (first, of, expected) in [
            (Color::White, Color::White, 64.799),
            (Color::White, Color::Black, 63.889),
            (Color::Black, Color::White, 67.318),
            (Color::Black, Color::Black, 65.446),
        ] {
            let found = accuracy(&white, first, of);
            assert!((found - expected).abs() < 0.001, "{found}");
        }
    }

    #[test]
    fn sides_without_moves_have_no_quality() {
        for white in [&[][..], &[500]] {
            assert_eq!(qualities(white, Color::White), ByColor::new_with(|_| None));
        }
        let one = qualities(&[500, 400], Color::Black);
        assert!(one[Color::Black].is_some() && one[Color::White].is_none());
    }
}
