//! Tie-break values of a history, with unplayed rounds as in Article 16.

use rules_core::Color;

use super::{Ranking, TieBreak, TieBreakValue};
use crate::history::History;
use crate::performance::performance_rating;
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
    /// A win by forfeit, or the pairing-allocated bye.
    WinWithoutGame,
    ForfeitLoss,
    /// A half-point or zero-point bye, or unannounced absence.
    RequestedBye,
}

impl RoundResult {
    const ABSENT: Self = Self::bye(Bye::ZeroPoint);

    const fn bye(bye: Bye) -> Self {
        Self {
            kind: match bye {
                Bye::PairingAllocated => ResultKind::WinWithoutGame,
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
        // A voluntary unplayed round is cut first (Article 16.5).
        let cuts = self.results(seed).iter().map(|&result| {
            let is_first = result.is_voluntary() && !self.predetermined;
            (!is_first, self.contribution(seed, result))
        });
        let (_, cut) = cuts.min().unwrap_or_default();
        let TieBreakValue(total) = self.buchholz(seed);
        TieBreakValue(total - TieBreakValue::points(cut).0)
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
        let results = self.results(seed).iter();
        let played = results.filter(|result| result.kind == ResultKind::Played);
        let rated = played.filter_map(|result| {
            let opponent = self.history.entrants().get(result.opponent?.index())?;
            Some((opponent.rating?, result.points))
        });
        let games: Vec<_> = rated.collect();
        TieBreakValue::integer(performance_rating(&games).map_or(0, u32::from))
    }

    /// The points in games between the tied entrants if all of them have met. Otherwise the first place is decided if no
    /// other could reach it by winning the missing games, then the second, and so on: the value is the number of entrants
    /// who stay below (Article 6).
    fn direct_encounter(&self, group: &[Seed]) -> Vec<TieBreakValue> {
        if group.len() < 2 {
            return vec![TieBreakValue::default(); group.len()];
        }
        let seeds = group.iter();
        let encounters: Vec<_> = seeds.map(|&seed| self.encounters(seed, group)).collect();
        if encounters.iter().all(|(points, most)| points == most) {
            let points = encounters.into_iter().map(|(points, _)| points);
            return points.map(TieBreakValue::points).collect();
        }
        let mut values = vec![TieBreakValue::default(); group.len()];
        let mut rest: Vec<_> = encounters.into_iter().enumerate().collect();
        rest.sort_by_key(|&(_, (points, _))| points);
        while let Some((first, (points, _))) = rest.pop() {
            if rest.iter().any(|&(_, (_, most))| most >= points) {
                break;
            }
            let below = u32::try_from(rest.len()).unwrap_or(u32::MAX);
            values[first] = TieBreakValue::integer(below);
        }
        values
    }

    /// The points of one entrant against the others of a tied group, and those after winning every missing game.
    fn encounters(&self, seed: Seed, group: &[Seed]) -> (HalfPoints, HalfPoints) {
        let is_tied = |opponent: Seed| group.contains(&opponent);
        let games = self.results(seed).iter().filter(|result| {
            let counts = result.kind == ResultKind::Played || self.predetermined;
            counts && result.opponent.is_some_and(is_tied)
        });
        let (points, mut opponents): (Vec<HalfPoints>, Vec<Option<Seed>>) =
            games.map(|result| (result.points, result.opponent)).unzip();
        opponents.sort_unstable();
        opponents.dedup();
        let points: HalfPoints = points.into_iter().sum();
        let missing = group.len() - 1 - opponents.len();
        let wins = std::iter::repeat_n(HalfPoints::WIN, missing);
        (points, wins.chain([points]).sum())
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
                    Some(_) if points == HalfPoints::WIN => ResultKind::WinWithoutGame,
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
    let mut is_trailing = true;
    let adjusted = results.iter().rev().map(|result| {
        is_trailing &= result.is_voluntary();
        match result.kind {
            ResultKind::RequestedBye if is_trailing => HalfPoints::DRAW,
            _ => result.points,
        }
    });
    adjusted.sum()
}
