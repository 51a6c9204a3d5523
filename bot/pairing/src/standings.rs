//! Who stands where: points, then tie-breaks in the order that the tournament announced.

use serde::{Deserialize, Serialize};

use crate::history::History;
use crate::round::{HalfPoints, Seed};
use crate::tie_break::{Figure, Ledger, TieBreak};

/// How a tournament is ranked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ranking {
    /// The tie-breaks, the deciding one first.
    pub tie_breaks: Vec<TieBreak>,
    /// Whether who meets whom was fixed before the first round, as in a round robin: forfeited games then count as
    /// games (C.07 Article 15.2).
    #[serde(default)]
    pub predetermined: bool,
}

impl Ranking {
    /// What is usual for a Swiss tournament.
    pub fn swiss() -> Self {
        Self {
            tie_breaks: vec![
                TieBreak::BuchholzCut1,
                TieBreak::Buchholz,
                TieBreak::SonnebornBerger,
                TieBreak::DirectEncounter,
                TieBreak::NumberOfWins,
            ],
            predetermined: false,
        }
    }

    /// What is usual for a round robin, where the sum of all opponents' scores says nothing.
    pub fn round_robin() -> Self {
        Self {
            tie_breaks: vec![
                TieBreak::SonnebornBerger,
                TieBreak::DirectEncounter,
                TieBreak::NumberOfWins,
            ],
            predetermined: true,
        }
    }
}

/// One line of the standings.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Standing {
    /// From 1; shared by those whom no tie-break tells apart.
    pub rank: usize,
    /// Who.
    pub seed: Seed,
    /// Their points.
    pub points: HalfPoints,
    /// The tie-breaks in their order.
    pub figures: Vec<Figure>,
}

/// The standings, the leader first; those who share a rank stand in the order of their seeds.
pub fn standings(history: &History, ranking: &Ranking) -> Vec<Standing> {
    let ledger = Ledger::new(history, ranking.predetermined);
    let mut groups: Vec<Vec<Seed>> = vec![history.seeds().collect()];
    groups = split(groups, |seed| ledger.score(seed));
    let mut figures: Vec<Vec<Figure>> = vec![Vec::new(); history.entrants().len()];
    for &tie_break in &ranking.tie_breaks {
        for group in &groups {
            for (&seed, figure) in group.iter().zip(ledger.figures(tie_break, group)) {
                figures[seed.index()].push(figure);
            }
        }
        groups = split(groups, |seed| figures[seed.index()].last().copied());
    }
    let mut standings = Vec::new();
    for group in groups {
        let rank = standings.len() + 1;
        standings.extend(group.into_iter().map(|seed| Standing {
            rank,
            seed,
            points: ledger.score(seed),
            figures: std::mem::take(&mut figures[seed.index()]),
        }));
    }
    standings
}

/// Splits groups of equals by a figure, the greatest first.
fn split<F: Ord>(groups: Vec<Vec<Seed>>, figure: impl Fn(Seed) -> F) -> Vec<Vec<Seed>> {
    let mut finer = Vec::new();
    for mut group in groups {
        group.sort_by_key(|&seed| (std::cmp::Reverse(figure(seed)), seed));
        finer.extend(
            group
                .chunk_by(|&one, &two| figure(one) == figure(two))
                .map(<[Seed]>::to_vec),
        );
    }
    finer
}

/// Everybody's rank by seed, from 1.
pub fn ranks(standings: &[Standing]) -> Vec<usize> {
    let mut ranks = vec![0; standings.len()];
    for standing in standings {
        if let Some(rank) = ranks.get_mut(standing.seed.index()) {
            *rank = standing.rank;
        }
    }
    ranks
}
