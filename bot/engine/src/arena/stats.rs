//! Elo and SPRT from match results.

use std::fmt;

/// The result of a game for one player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Points {
    Win,
    Draw,
    Loss,
}

impl Points {
    pub(super) const fn half_points(self) -> usize {
        match self {
            Self::Win => 2,
            Self::Draw => 1,
            Self::Loss => 0,
        }
    }
}

/// One player's results, also counted by pairs of games from the same opening, since those are not independent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Games won.
    pub wins: usize,
    /// Games drawn.
    pub draws: usize,
    /// Games lost.
    pub losses: usize,
    /// Pairs that scored 0, ½, 1, 1½ and 2 points.
    pub pairs: [usize; 5],
}

/// An advantage with its 95 % confidence interval.
#[derive(Debug, Clone, Copy, PartialEq)]
#[allow(missing_docs, reason = "the names say it")]
pub struct EloEstimate {
    pub elo: f64,
    pub low: f64,
    pub high: f64,
}

/// The 97.5th percentile of the normal distribution.
const NORMAL_975: f64 = 1.96;

pub(super) fn number(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}

/// Returns the expected score, 0 to 1, of an advantage.
fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// Returns the advantage that leads to an expected score.
fn elo_of(score: f64) -> f64 {
    let score = score.clamp(1e-4, 1.0 - 1e-4);
    -400.0 * (1.0 / score - 1.0).log10()
}

impl Tally {
    pub(crate) fn add(&mut self, pair: [Points; 2]) {
        for points in pair {
            match points {
                Points::Win => self.wins += 1,
                Points::Draw => self.draws += 1,
                Points::Loss => self.losses += 1,
            }
        }
        self.pairs[pair[0].half_points() + pair[1].half_points()] += 1;
    }

    /// Returns the number of games played.
    pub const fn games(&self) -> usize {
        self.wins + self.draws + self.losses
    }

    /// Returns the score, 0 to 1; one half without games.
    pub fn score(&self) -> f64 {
        if self.games() == 0 {
            return 0.5;
        }
        (number(self.wins) + number(self.draws) / 2.0) / number(self.games())
    }

    /// Returns the variance of a pair's score.
    fn variance(&self) -> f64 {
        let count = number(self.pairs.iter().sum()).max(1.0);
        let mean = self.score();
        let sum: f64 = (0..5_u8)
            .zip(self.pairs)
            .map(|(points, pairs)| (f64::from(points) / 4.0 - mean).powi(2) * number(pairs))
            .sum();
        sum / count
    }

    /// Returns the advantage in Elo points.
    // CITE: Match statistics. https://www.chessprogramming.org/Match_Statistics
    pub fn elo(&self) -> EloEstimate {
        let count = number(self.pairs.iter().sum()).max(1.0);
        let error = NORMAL_975 * (self.variance() / count).sqrt();
        let score = self.score();
        EloEstimate {
            elo: elo_of(score),
            low: elo_of(score - error),
            high: elo_of(score + error),
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let EloEstimate { elo, low, high } = self.elo();
        write!(
            f,
            "{} games: +{} ={} -{}, {:.1} %, Elo {elo:+.0} (95 %: {low:+.0} to {high:+.0}), pairs {:?}",
            self.games(),
            self.wins,
            self.draws,
            self.losses,
            100.0 * self.score(),
            self.pairs,
        )
    }
}

/// A sequential probability ratio test between two advantages, with 5 % of either error.
// CITE: SPRT. https://www.chessprogramming.org/Sequential_Probability_Ratio_Test
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sprt {
    /// Null hypothesis, in Elo points.
    pub elo0: f64,
    /// Alternative hypothesis, in Elo points.
    pub elo1: f64,
}

/// Log-likelihood ratio that decides the test: ln(0.95 / 0.05).
pub const LLR_BOUND: f64 = 2.944_438_979;

/// The hypothesis that a test accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The null hypothesis.
    NotBetter,
    /// The alternative.
    Better,
}

impl Sprt {
    /// Returns the log-likelihood ratio, by the normal approximation over pairs.
    pub fn llr(&self, tally: &Tally) -> f64 {
        let count = number(tally.pairs.iter().sum());
        // One pair of a fixed variance keeps a run of equal results from looking certain.
        let variance = (tally.variance() * count + 0.125) / (count + 1.0);
        let (s0, s1) = (score_of(self.elo0), score_of(self.elo1));
        count * (s1 - s0) * (2.0 * tally.score() - s0 - s1) / (2.0 * variance)
    }

    /// Returns the verdict once there is one.
    pub fn verdict(&self, tally: &Tally) -> Option<Verdict> {
        match self.llr(tally) {
            llr if llr >= LLR_BOUND => Some(Verdict::Better),
            llr if llr <= -LLR_BOUND => Some(Verdict::NotBetter),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(pairs: &[[Points; 2]]) -> Tally {
        let mut tally = Tally::default();
        for pair in pairs {
            tally.add(*pair);
        }
        tally
    }

    #[test]
    fn three_points_of_four_are_worth_about_191_elo() {
        let tally = tally(&[[Points::Win, Points::Draw], [Points::Draw, Points::Win]]);
        assert!((tally.elo().elo - 190.8).abs() < 0.1);
        assert_eq!(tally.pairs, [0, 0, 0, 2, 0]);
    }

    #[test]
    fn the_sequential_test_tells_a_better_player_from_an_equal_one() {
        let sprt = Sprt {
            elo0: 0.0,
            elo1: 30.0,
        };
        let better = tally(&[[Points::Win, Points::Draw]; 100]);
        let equal = [[Points::Win, Points::Loss], [Points::Draw, Points::Draw]].repeat(100);
        let noisy = [[Points::Win, Points::Win], [Points::Loss, Points::Loss]].repeat(20);
        assert_eq!(sprt.verdict(&better), Some(Verdict::Better));
        assert_eq!(sprt.verdict(&tally(&equal)), Some(Verdict::NotBetter));
        assert_eq!(sprt.verdict(&tally(&noisy)), None);
    }
}
