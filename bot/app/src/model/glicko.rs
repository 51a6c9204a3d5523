//! Ratings by Glicko-2 (M. E. Glickman): a rating, its deviation and its volatility.
//!
//! **Rating periods.** Every rated game is its own rating period for both players, so its result shows at once. A player's
//! deviation grows by one period for every [`IDLE`] days since their last rated game of that family: from 60, a year away
//! leads to about 107, just below provisional.
//!
//! **The engine** has a fixed rating for each level ([`Rating::of_level`]). Games against it change a separate rating, so
//! no one climbs among people by beating a machine. If a move was taken back, only a loss counts.
//!
//! **Integers.** Figures are stored in thousandths of a point and billionths of volatility, rounded after each game.
//! Rebuilding all ratings from the finished games therefore gives the same digits.

use std::f64::consts::PI;

use serde::{Deserialize, Serialize};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, decay_deviation, glicko2_rating_period};

use crate::model::level::Level;
use crate::model::moment::Span;

/// Days without a rated game that count as one rating period.
pub const IDLE: i64 = 5;

/// Stored units in a point of rating or deviation.
const POINT: f64 = 1e3;

/// Points in a unit of the Glicko-2 scale.
const SCALE: f64 = 173.7178;

/// Stored units in a volatility of one.
const UNIT: f64 = 1e9;

/// A Glicko-2 rating. Stored figures out of range are clamped when used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Rating {
    /// Thousandths of a point.
    #[serde(rename = "r")]
    value: i32,
    /// Thousandths of a point.
    #[serde(rename = "d")]
    deviation: i32,
    /// Billionths.
    #[serde(rename = "v")]
    volatility: i32,
}

impl Default for Rating {
    fn default() -> Self {
        Self::NEW
    }
}

/// One player's result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    Win,
    Draw,
    Loss,
}

impl Rating {
    /// The rating of a new player.
    pub const NEW: Self = Self {
        value: 1_500_000,
        deviation: 350_000,
        volatility: 60_000_000,
    };
    /// The greatest deviation of a rating that counts as established, in whole points.
    pub const ESTABLISHED: i32 = 110;

    /// The fixed rating of the engine at a level: 600 at the lowest, 200 more for each (three points of four against the
    /// level below). The scale is the engine's own: a person's 1500 among people is not level 5.5.
    pub fn of_level(level: Level) -> Self {
        Self::fixed(400 + 200 * u16::from(level.number()))
    }

    /// The fixed rating of a puzzle of this difficulty, or of the engine.
    pub fn fixed(points: u16) -> Self {
        Self {
            deviation: 50_000,
            ..Self::of_points(points)
        }
    }

    /// A first guess of a rating.
    pub(crate) fn of_points(points: u16) -> Self {
        Self {
            value: i32::from(points) * 1000,
            ..Self::NEW
        }
    }

    /// Whole points.
    pub fn points(self) -> u16 {
        let points = (i64::from(self.value) + 500).div_euclid(1000);
        u16::try_from(points.max(0)).unwrap_or(u16::MAX)
    }

    /// Whole points of deviation.
    pub fn deviation(self) -> u16 {
        u16::try_from((i64::from(self.deviation) + 500).div_euclid(1000).max(0)).unwrap_or(u16::MAX)
    }

    /// Thousandths of a point: the sort key of leaderboards.
    pub fn order(self) -> i64 {
        self.value.into()
    }

    /// Whether the deviation is too great for a leaderboard.
    pub fn is_provisional(self) -> bool {
        self.deviation > Self::ESTABLISHED * 1000
    }

    /// The rating after a span without a rated game.
    #[must_use]
    pub fn after_idling(self, span: Span) -> Self {
        let mut rating = self.exact();
        let mut periods = span.0 / Span::days(IDLE).0;
        while periods > 0 && rating.deviation < 350.0 {
            rating = decay_deviation(&rating);
            periods -= 1;
        }
        Self::rounded(rating)
    }

    /// The rating after a period with these games against opponents of these ratings.
    #[must_use]
    pub fn after(self, games: &[(Self, Score)]) -> Self {
        let exact = |(opponent, score): &(Self, Score)| (opponent.exact(), score.outcome());
        let games: Vec<_> = games.iter().map(exact).collect();
        let after = glicko2_rating_period(&self.exact(), &games, &Glicko2Config::new());
        Self::rounded(after)
    }

    /// The rating so many tenths of the way to another.
    #[must_use]
    pub(crate) fn toward(self, other: Self, tenths: i32) -> Self {
        let part = |from: i32, to: i32| {
            let from = i64::from(from);
            let change = (i64::from(to) - from) * i64::from(tenths) / 10;
            i32::try_from(from + change).unwrap_or(to)
        };
        Self {
            value: part(self.value, other.value),
            deviation: part(self.deviation, other.deviation),
            volatility: part(self.volatility, other.volatility),
        }
    }

    /// The rating that fits all these games, with this one as the prior. Unlike [`after`](Self::after), which is one Newton step
    /// towards it, this holds however far off the prior is.
    #[must_use]
    pub(crate) fn fitted(self, games: &[(Self, Score)]) -> Self {
        let prior = self.exact();
        let precision = (prior.deviation / SCALE).powi(-2);
        // The slope of the posterior's logarithm, and its curvature.
        let slope = |points: f64| {
            let prior = ((prior.rating - points) / SCALE * precision, precision);
            games.iter().fold(prior, |sum, (opponent, score)| {
                let opponent = opponent.exact();
                let phi = opponent.deviation / SCALE;
                let g = (1.0 + 3.0 * (phi / PI).powi(2)).powf(-0.5);
                let expected = 1.0 / (1.0 + (g * (opponent.rating - points) / SCALE).exp());
                let surprise = score.outcome().to_chess_points() - expected;
                (
                    sum.0 + g * surprise,
                    sum.1 + g.powi(2) * expected * (1.0 - expected),
                )
            })
        };
        let (mut low, mut high) = (0.0, 4000.0);
        for _ in 0..32 {
            let middle = f64::midpoint(low, high);
            if slope(middle).0 > 0.0 {
                low = middle;
            } else {
                high = middle;
            }
        }
        Self::rounded(Glicko2Rating {
            rating: low,
            deviation: SCALE * slope(low).1.powf(-0.5),
            ..prior
        })
    }

    /// The rating of a person of whom both are estimates from different games: their mean, weighted by precision (the inverse
    /// of the squared deviation). Both started from the rating of a new player, which counts once.
    #[must_use]
    pub fn merged(self, other: Self) -> Self {
        let precision = |rating: &Glicko2Rating| rating.deviation.powi(-2);
        let (one, other, new) = (self.exact(), other.exact(), Self::NEW.exact());
        let [p, q, r] = [&one, &other, &new].map(precision);
        // No deviation exceeds a new player's, so none of its precisions is less than `r`.
        let sum = p + q - r;
        Self::rounded(Glicko2Rating {
            rating: (one.rating * p + other.rating * q - new.rating * r) / sum,
            deviation: sum.powf(-0.5),
            volatility: (one.volatility * p + other.volatility * q) / (p + q),
        })
    }

    fn exact(self) -> Glicko2Rating {
        Glicko2Rating {
            rating: f64::from(self.value.clamp(0, 4_000_000)) / POINT,
            deviation: f64::from(self.deviation.clamp(1000, 350_000)) / POINT,
            volatility: f64::from(self.volatility.clamp(1_000_000, 1_000_000_000)) / UNIT,
        }
    }

    fn rounded(rating: Glicko2Rating) -> Self {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "the figures are bounded, and the conversion saturates"
        )]
        let whole = |value: f64, unit: f64| (value * unit).round() as i32;
        Self {
            value: whole(rating.rating.clamp(0.0, 4000.0), POINT),
            deviation: whole(rating.deviation.clamp(1.0, 350.0), POINT),
            volatility: whole(rating.volatility.clamp(0.001, 1.0), UNIT),
        }
    }
}

impl Score {
    fn outcome(self) -> Outcomes {
        match self {
            Self::Win => Outcomes::WIN,
            Self::Draw => Outcomes::DRAW,
            Self::Loss => Outcomes::LOSS,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rating(value: i32, deviation: i32) -> Rating {
        Rating {
            value: value * 1000,
            deviation: deviation * 1000,
            ..Rating::NEW
        }
    }

    /// M. E. Glickman, Example of the Glicko-2 system: 1464.06, 151.52, 0.05999.
    #[test]
    fn the_worked_example_of_its_author_comes_out() {
        let after = rating(1500, 200).after(&[
            (rating(1400, 30), Score::Win),
            (rating(1550, 100), Score::Loss),
            (rating(1700, 300), Score::Loss),
        ]);
        assert_eq!(after.value.div_euclid(10), 146_405, "1464.05 and a bit");
        assert_eq!((after.deviation + 5).div_euclid(10), 15_152, "151.52");
        assert_eq!(after.volatility.div_euclid(10_000), 5999, "0.05999");
    }

    #[test]
    fn a_rating_that_was_guessed_far_off_is_fitted_to_many_games() {
        let games: Vec<_> = (0..500)
            .map(|n| (rating(1500, 80), [Score::Win, Score::Loss][n % 2]))
            .collect();
        for guess in [0, 600, 2400, 4000] {
            let fitted = rating(guess, 350).fitted(&games);
            assert!((1480..1520).contains(&fitted.points()), "{fitted:?}");
            assert!((10..20).contains(&fitted.deviation()), "{fitted:?}");
        }
        let prior = rating(600, 350);
        assert_eq!(prior.fitted(&[]), prior);
    }

    #[test]
    fn idle_time_makes_a_rating_less_certain_and_nothing_else() {
        let before = rating(1700, 60);
        assert_eq!(before.after_idling(Span::days(IDLE - 1)), before);
        let year = before.after_idling(Span::days(365));
        assert_eq!(
            (year.value, year.volatility),
            (before.value, before.volatility)
        );
        assert_eq!(year.deviation(), 107);
        assert!(!year.is_provisional(), "a year is not yet too long");
        let ages = before.after_idling(Span(i64::MAX));
        assert_eq!(ages.deviation(), 350, "nothing is known");
    }

    #[test]
    fn two_estimates_of_one_person_are_weighted_by_what_is_known() {
        let known = rating(1700, 60);
        assert_eq!(
            known.merged(Rating::NEW),
            known,
            "a new account says nothing"
        );
        assert_eq!(Rating::NEW.merged(known), known);
        let both = known.merged(rating(1500, 60));
        assert!((1600..=1604).contains(&both.points()), "{both:?}");
        assert_eq!(
            both.deviation(),
            43,
            "60 divided by the root of two, and a bit"
        );
        let sure = known.merged(rating(1500, 200));
        assert!((1675..1700).contains(&sure.points()), "{sure:?}");
        assert_eq!(both, rating(1500, 60).merged(known));
    }

    #[test]
    fn one_willing_loser_gives_little_rating_and_no_place_on_a_leaderboard() {
        for mut winner in [Rating::NEW, rating(1600, 80)] {
            let (started, mut loser) = (winner.points(), Rating::NEW);
            for game in 1..=500 {
                (winner, loser) = (
                    winner.after(&[(loser, Score::Win)]),
                    loser.after(&[(winner, Score::Loss)]),
                );
                let gained = winner.points() - started;
                assert!(winner.is_provisional() || gained < 180, "{game}: {gained}");
            }
        }
    }

    #[test]
    fn the_levels_of_the_engine_are_known_and_ordered() {
        let levels: Vec<_> = (1..=10)
            .filter_map(Level::new)
            .map(|level| Rating::of_level(level).points())
            .collect();
        assert_eq!((levels[0], levels[9]), (600, 2400));
        assert!(levels.is_sorted());
    }

    #[test]
    fn figures_out_of_range_do_no_harm() {
        for extreme in [i32::MIN, -1, 0, i32::MAX] {
            let odd = Rating {
                value: extreme,
                deviation: extreme,
                volatility: extreme,
            };
            for odd in [Rating::after, Rating::fitted].map(|of| of(odd, &[(odd, Score::Win)])) {
                assert!(odd.points() <= 4000 && odd.deviation() <= 350, "{odd:?}");
            }
        }
    }
}
