//! What results say about strength.

use super::Points;
use std::fmt;

/// Results of a match for one player, counted by pairs of games from the same opening with colors swapped: the two games of a pair
/// are not independent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Games won.
    pub wins: usize,
    /// Games drawn.
    pub draws: usize,
    /// Games lost.
    pub losses: usize,
    /// How many pairs brought 0, ½, 1, 1½, 2 points.
    pub pairs: [usize; 5],
}

/// 97.5 % of a normal distribution lie below so many deviations.
const NORMAL_975: f64 = 1.96;

fn number(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}

/// The share of points expected with this advantage.
fn share_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The advantage that makes this share of points expected.
fn elo_of(share: f64) -> f64 {
    let share = share.clamp(1e-4, 1.0 - 1e-4);
    -400.0 * (1.0 / share - 1.0).log10()
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

    /// Games played.
    pub const fn games(&self) -> usize {
        self.wins + self.draws + self.losses
    }

    /// The share of points, 0 to 1; one half without games.
    pub fn share(&self) -> f64 {
        if self.games() == 0 {
            return 0.5;
        }
        (number(self.wins) + number(self.draws) / 2.0) / number(self.games())
    }

    /// The variance of the share of a pair's points.
    fn variance(&self) -> f64 {
        let count = number(self.pairs.iter().sum()).max(1.0);
        let mean = self.share();
        let sum: f64 = (0..5_u8)
            .zip(self.pairs)
            .map(|(points, pairs)| (f64::from(points) / 4.0 - mean).powi(2) * number(pairs))
            .sum();
        sum / count
    }

    /// The advantage in Elo points with the lower and upper end of its 95 % interval.
    pub fn elo(&self) -> (f64, f64, f64) {
        let count = number(self.pairs.iter().sum()).max(1.0);
        let error = NORMAL_975 * (self.variance() / count).sqrt();
        let share = self.share();
        (elo_of(share), elo_of(share - error), elo_of(share + error))
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (elo, low, high) = self.elo();
        write!(
            f,
            "{} games: +{} ={} -{}, {:.1} %, Elo {elo:+.0} (95 %: {low:+.0} to {high:+.0}), pairs {:?}",
            self.games(),
            self.wins,
            self.draws,
            self.losses,
            100.0 * self.share(),
            self.pairs,
        )
    }
}

/// A sequential probability ratio test between two advantages, each kind of error 5 %.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sprt {
    /// The advantage of the first hypothesis, in Elo points.
    pub elo0: f64,
    /// That of the second.
    pub elo1: f64,
}

/// ln(0.95 / 0.05): where the ratio decides.
const DECIDES: f64 = 2.944_438_979;

/// What a test has found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Rather the first hypothesis.
    NotBetter,
    /// Rather the second.
    Better,
}

impl Sprt {
    /// The logarithm of the likelihood ratio, by the normal approximation over pairs.
    pub fn ratio(&self, tally: &Tally) -> f64 {
        let count = number(tally.pairs.iter().sum());
        // A few imagined pairs keep a run of equal results from looking certain.
        let variance = (tally.variance() * count + 0.125) / (count + 1.0);
        let (s0, s1) = (share_of(self.elo0), share_of(self.elo1));
        count * (s1 - s0) * (2.0 * tally.share() - s0 - s1) / (2.0 * variance)
    }

    /// The verdict, once there is one.
    pub fn verdict(&self, tally: &Tally) -> Option<Verdict> {
        match self.ratio(tally) {
            ratio if ratio >= DECIDES => Some(Verdict::Better),
            ratio if ratio <= -DECIDES => Some(Verdict::NotBetter),
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
        assert!((tally.elo().0 - 190.8).abs() < 0.1);
        assert_eq!(tally.pairs, [0, 0, 0, 2, 0]);
    }

    #[test]
    fn the_sequential_test_tells_a_better_player_from_an_equal_one() {
        let sprt = Sprt {
            elo0: 0.0,
            elo1: 30.0,
        };
        let better = tally(&[[Points::Win, Points::Draw]; 100]);
        let equal: Vec<_> = [[Points::Win, Points::Loss], [Points::Draw, Points::Draw]]
            .into_iter()
            .cycle()
            .take(200)
            .collect();
        let noisy = [[Points::Win, Points::Win], [Points::Loss, Points::Loss]].repeat(20);
        assert_eq!(sprt.verdict(&better), Some(Verdict::Better));
        assert_eq!(sprt.verdict(&tally(&equal)), Some(Verdict::NotBetter));
        assert_eq!(sprt.verdict(&tally(&noisy)), None);
    }
}
