//! Tie-break values of a history, with unplayed rounds as in Article 16.

use rules_core::Color;

use super::{Ranking, TieBreak, TieBreakValue};
use crate::history::History;
use crate::performance::{RatedGame, performance_rating};
use crate::round::{Bye, HalfPoints, Seed, Slot};

/// One entrant's round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct RoundResult {
    kind: ResultKind,
    points: HalfPoints,
    /// The scheduled opponent, whether the game was played or not.
    opponent: Option<Seed>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ResultKind {
    Played,
    Pending,
    ForfeitWin,
    ForfeitLoss,
    PairingAllocatedBye,
    /// A half-point or zero-point bye, or unannounced absence.
    RequestedBye,
}

impl RoundResult {
    const ABSENT: Self = Self::bye(Bye::ZeroPoint);

    const fn bye(bye: Bye) -> Self {
        Self {
            kind: match bye {
                Bye::PairingAllocated => ResultKind::PairingAllocatedBye,
                Bye::HalfPoint | Bye::ZeroPoint => ResultKind::RequestedBye,
            },
            points: bye.points(),
            opponent: None,
        }
    }

    /// Whether this is a voluntary unplayed round, or VUR (Article 16.1).
    fn is_voluntary(self) -> bool {
        matches!(
            self.kind,
            ResultKind::ForfeitLoss | ResultKind::RequestedBye
        )
    }
}

/// All results by entrant and round.
#[derive(Debug)]
pub(crate) struct Calculator<'a> {
    history: &'a History,
    results: Vec<Vec<RoundResult>>,
    scores: Vec<HalfPoints>,
    /// The score that each entrant contributes to the tie-breaks of opponents (Article 16.3).
    adjusted: Vec<HalfPoints>,
    predetermined: bool,
}

impl<'a> Calculator<'a> {
    pub(crate) fn new(history: &'a History, ranking: &Ranking) -> Self {
        let mut results = vec![Vec::new(); history.entrants().len()];
        for (number, round) in history.rounds().iter().enumerate() {
            for (seed, result) in history.counted(round).flat_map(results_of) {
                results[seed.index()].push(result);
            }
            for own in &mut results {
                own.resize(number + 1, RoundResult::ABSENT);
            }
        }
        let scores = history.scores();
        let adjusted = if ranking.predetermined {
            // A round without an opponent is part of the schedule, not a requested bye.
            scores.clone()
        } else {
            results.iter().map(|own| adjusted_score(own)).collect()
        };
        Self {
            history,
            results,
            scores,
            adjusted,
            predetermined: ranking.predetermined,
        }
    }

    pub(crate) fn score(&self, seed: Seed) -> HalfPoints {
        self.scores[seed.index()]
    }

    /// Returns the value of each entrant of a tied group.
    pub(crate) fn values(&self, tie_break: TieBreak, group: &[Seed]) -> Vec<TieBreakValue> {
        let each =
            |value: &dyn Fn(Seed) -> TieBreakValue| group.iter().copied().map(value).collect();
        match tie_break {
            TieBreak::Buchholz => each(&|seed| self.buchholz(seed)),
            TieBreak::BuchholzCut1 => each(&|seed| self.buchholz_cut_1(seed)),
            TieBreak::SonnebornBerger => each(&|seed| self.sonneborn_berger(seed)),
            TieBreak::DirectEncounter => self.direct_encounter(group),
            TieBreak::NumberOfWins => each(&|seed| self.number_of_wins(seed)),
            TieBreak::PerformanceRating => each(&|seed| self.performance_rating(seed)),
        }
    }

    fn results(&self, seed: Seed) -> &[RoundResult] {
        &self.results[seed.index()]
    }

    /// The opponent's score that a round contributes. In an unplayed round this is the score of a dummy opponent
    /// (Article 16.4).
    fn contribution(&self, seed: Seed, result: RoundResult) -> HalfPoints {
        let own = self.score(seed);
        let scheduled = result.opponent.map(|seed| self.adjusted[seed.index()]);
        match (result.kind, scheduled) {
            (ResultKind::Pending, _) => HalfPoints::ZERO,
            (ResultKind::Played, Some(score)) => score,
            (_, Some(score)) if self.predetermined => score,
            (_, Some(score)) => own.min(score),
            (_, None) => {
                let rounds = u16::try_from(self.history.rounds().len()).unwrap_or(u16::MAX);
                own.min(HalfPoints(rounds))
            }
        }
    }

    fn buchholz(&self, seed: Seed) -> TieBreakValue {
        let results = self.results(seed).iter();
        TieBreakValue::points(results.map(|&result| self.contribution(seed, result)).sum())
    }

    fn buchholz_cut_1(&self, seed: Seed) -> TieBreakValue {
        let results = self.results(seed);
        let lowest = |results: &mut dyn Iterator<Item = &RoundResult>| {
            results.map(|&result| self.contribution(seed, result)).min()
        };
        // A voluntary unplayed round is cut first (Article 16.5).
        let mut voluntary = results
            .iter()
            .filter(|result| result.is_voluntary() && !self.predetermined);
        let cut = lowest(&mut voluntary).or_else(|| lowest(&mut results.iter()));
        let TieBreakValue(total) = self.buchholz(seed);
        let TieBreakValue(cut) = TieBreakValue::points(cut.unwrap_or_default());
        TieBreakValue(total - cut)
    }

    fn sonneborn_berger(&self, seed: Seed) -> TieBreakValue {
        let products = self.results(seed).iter().map(|&result| {
            u32::from(self.contribution(seed, result).0) * u32::from(result.points.0)
        });
        TieBreakValue(products.sum())
    }

    fn number_of_wins(&self, seed: Seed) -> TieBreakValue {
        let results = self.results(seed).iter();
        let wins = results.filter(|result| result.points == HalfPoints::WIN);
        TieBreakValue::integer(u32::try_from(wins.count()).unwrap_or(u32::MAX))
    }

    fn performance_rating(&self, seed: Seed) -> TieBreakValue {
        let games: Vec<RatedGame> = self
            .results(seed)
            .iter()
            .filter(|result| result.kind == ResultKind::Played)
            .filter_map(|result| {
                let opponent = self.history.entrants().get(result.opponent?.index())?;
                Some(RatedGame {
                    opponent_rating: opponent.rating?,
                    points: result.points,
                })
            })
            .collect();
        TieBreakValue::integer(performance_rating(&games).map_or(0, u32::from))
    }

    /// The points in games between the tied entrants if all of them have met. Otherwise the first place is decided if no
    /// other could reach it by winning the missing games, then the second, and so on: the value is the number of entrants
    /// who stay below (Article 6).
    fn direct_encounter(&self, group: &[Seed]) -> Vec<TieBreakValue> {
        if group.len() < 2 {
            return vec![TieBreakValue::default(); group.len()];
        }
        let encounters: Vec<Encounters> = group
            .iter()
            .map(|&seed| self.encounters(seed, group))
            .collect();
        if encounters.iter().all(|own| own.missing == 0) {
            let points = encounters.iter().map(|own| own.points);
            return points.map(TieBreakValue::points).collect();
        }
        let mut values = vec![TieBreakValue::default(); group.len()];
        let mut rest: Vec<(usize, Encounters)> = encounters.into_iter().enumerate().collect();
        rest.sort_by_key(|(_, own)| own.points);
        while let Some((first, own)) = rest.pop() {
            let mut others = rest.iter();
            if others.any(|(_, other)| other.reachable_points() >= own.points) {
                break;
            }
            let below = u32::try_from(rest.len()).unwrap_or(u32::MAX);
            values[first] = TieBreakValue::integer(below);
        }
        values
    }

    fn encounters(&self, seed: Seed, group: &[Seed]) -> Encounters {
        let is_tied = |opponent: Seed| group.contains(&opponent);
        let games = self.results(seed).iter().filter(|result| {
            let counts = result.kind == ResultKind::Played || self.predetermined;
            counts && result.opponent.is_some_and(is_tied)
        });
        let (points, mut opponents): (Vec<HalfPoints>, Vec<Option<Seed>>) =
            games.map(|result| (result.points, result.opponent)).unzip();
        opponents.sort_unstable();
        opponents.dedup();
        Encounters {
            points: points.into_iter().sum(),
            missing: group.len() - 1 - opponents.len(),
        }
    }
}

/// One entrant's games against the others of a tied group.
struct Encounters {
    points: HalfPoints,
    /// Opponents not met.
    missing: usize,
}

impl Encounters {
    fn reachable_points(&self) -> HalfPoints {
        let wins = std::iter::repeat_n(HalfPoints::WIN, self.missing);
        wins.fold(self.points, std::ops::Add::add)
    }
}

fn results_of(slot: Slot) -> Vec<(Seed, RoundResult)> {
    match slot {
        Slot::Bye { seed, bye } => vec![(seed, RoundResult::bye(bye))],
        Slot::Pairing(pairing) => Color::ALL
            .into_iter()
            .map(|color| {
                let points = pairing.points(color);
                let kind = match pairing.result {
                    None => ResultKind::Pending,
                    Some(result) if result.was_played() => ResultKind::Played,
                    Some(_) if points == HalfPoints::WIN => ResultKind::ForfeitWin,
                    Some(_) => ResultKind::ForfeitLoss,
                };
                let result = RoundResult {
                    kind,
                    points,
                    opponent: Some(pairing.seed(!color)),
                };
                (pairing.seed(color), result)
            })
            .collect(),
    }
}

/// The score with trailing requested byes counted as draws (Article 16.3).
fn adjusted_score(results: &[RoundResult]) -> HalfPoints {
    let trailing = results
        .iter()
        .rev()
        .take_while(|result| result.is_voluntary())
        .count();
    let (regular, voluntary) = results.split_at(results.len() - trailing);
    let regular = regular.iter().map(|result| result.points);
    let adjusted = voluntary.iter().map(|result| match result.kind {
        ResultKind::RequestedBye => HalfPoints::DRAW,
        _ => result.points,
    });
    regular.chain(adjusted).sum()
}
