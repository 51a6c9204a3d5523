//! Standings: by points, then by tie-breaks in the announced order.

use std::cmp::Reverse;

use crate::history::History;
use crate::round::{HalfPoints, Seed};
use crate::tie_break::{Calculator, Ranking, TieBreakValue};

/// A row of the standings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// From 1. Entrants whom no tie-break separates share a rank.
    pub rank: usize,
    /// The entrant.
    pub seed: Seed,
    /// The score.
    pub points: HalfPoints,
    /// The values of [`Ranking::tie_breaks`], in the same order.
    pub tie_breaks: Vec<TieBreakValue>,
}

/// Returns the standings, the leader first. A shared rank is in seed order.
pub fn standings(history: &History, ranking: &Ranking) -> Vec<Standing> {
    let calculator = Calculator::new(history, ranking);
    let mut groups: Vec<Vec<Seed>> = vec![history.seeds().collect()];
    // Entrants whose games are annulled come last.
    groups = split(groups, |seed| {
        (!history.is_annulled(seed), calculator.score(seed))
    });
    let mut values: Vec<Vec<TieBreakValue>> = vec![Vec::new(); history.entrants().len()];
    for (place, &tie_break) in ranking.tie_breaks.iter().enumerate() {
        let mut known = 0;
        // Direct encounter is applied again to those whom it leaves tied (Article 6); other values stay the same.
        while known < groups.len() {
            known = groups.len();
            for group in &groups {
                for (&seed, value) in group.iter().zip(calculator.values(tie_break, group)) {
                    values[seed.index()].push(value);
                }
            }
            groups = split(groups, |seed| values[seed.index()].last().copied());
        }
        // The value among all who were tied is shown.
        for own in &mut values {
            own.truncate(place + 1);
        }
    }
    let mut standings = Vec::new();
    for group in groups {
        let rank = standings.len() + 1;
        standings.extend(group.into_iter().map(|seed| Standing {
            rank,
            seed,
            points: calculator.score(seed),
            tie_breaks: std::mem::take(&mut values[seed.index()]),
        }));
    }
    standings
}

/// Splits groups of tied entrants by a key, the greatest first.
fn split<K: Ord>(groups: Vec<Vec<Seed>>, key: impl Fn(Seed) -> K) -> Vec<Vec<Seed>> {
    let mut finer = Vec::new();
    for mut group in groups {
        group.sort_by_key(|&seed| (Reverse(key(seed)), seed));
        let parts = group.chunk_by(|&one, &two| key(one) == key(two));
        finer.extend(parts.map(<[Seed]>::to_vec));
    }
    finer
}

/// The rank of each entrant, indexed by seed.
pub fn ranks(standings: &[Standing]) -> Vec<usize> {
    let mut ranks = vec![0; standings.len()];
    for standing in standings {
        if let Some(rank) = ranks.get_mut(standing.seed.index()) {
            *rank = standing.rank;
        }
    }
    ranks
}
