//! Single and double elimination: who loses a match, or two, is out.
//!
//! The plan of all matches follows from the number of entrants alone, and everything else from the games that were
//! played. Seeds are set so that the first two can meet only in the final; the first ones have the byes.

mod plan;

use rules_core::Color;
use serde::{Deserialize, Serialize};

use crate::round::{Forfeit, HalfPoints, Pairing, PairingResult, Seed};
use plan::{Plan, Source};

/// How often one may lose.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Elimination {
    /// Who loses is out.
    #[default]
    Single,
    /// Who loses goes on in the lower bracket, and who loses there is out.
    Double,
}

/// How a match is decided. A match is never decided by chance: when all is level, who had Black in the last game goes on,
/// which both know before that game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MatchRules {
    /// Games of a match, with colors that alternate; at least one.
    pub games: u8,
    /// Games that are added one by one while the match is level.
    pub extra: u8,
}

impl Default for MatchRules {
    /// A game; if it is drawn, one with the colors changed; if that is drawn too, Black of the second goes on.
    fn default() -> Self {
        Self { games: 1, extra: 1 }
    }
}

/// Where a match stands in the plan. Rounds count from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// Those who have not lost.
    Upper(u8),
    /// Those who have lost once.
    Lower(u8),
    /// The last match; in double elimination between the winners of both brackets.
    Final,
    /// In double elimination, when the final was the first loss of the one who came without any.
    SecondFinal,
}

/// A side of a match as far as it is known.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    /// An earlier match goes on.
    Open,
    /// Nobody will come: the other side goes on without a game.
    Nobody,
    /// Somebody.
    Entrant(Seed),
}

impl Side {
    fn seed(self) -> Option<Seed> {
        match self {
            Self::Entrant(seed) => Some(seed),
            Self::Open | Self::Nobody => None,
        }
    }
}

/// How far a match has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    /// A side is not known yet.
    Waiting,
    /// A game goes on.
    Playing,
    /// This game is to be played next.
    Next(Pairing),
    /// It is over. Nobody wins when nobody came.
    Decided {
        /// Who goes on.
        winner: Option<Seed>,
        /// Who lost it; nobody when there was no opponent.
        loser: Option<Seed>,
    },
    /// It is not needed: the final has decided everything.
    Needless,
}

/// A match as it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Match {
    /// Where it stands.
    pub stage: Stage,
    /// Who plays.
    pub sides: [Side; 2],
    /// The points of each side.
    pub points: [HalfPoints; 2],
    /// How far it has come.
    pub progress: Progress,
}

/// The plan of a knock-out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Knockout {
    plans: Vec<Plan>,
    rules: MatchRules,
}

impl Knockout {
    /// The plan for so many entrants.
    pub fn new(entrants: usize, elimination: Elimination, rules: MatchRules) -> Self {
        Self {
            plans: plan::all(entrants, elimination),
            rules,
        }
    }

    /// How many matches the plan has.
    pub fn len(&self) -> usize {
        self.plans.len()
    }

    /// Whether the plan has no match; it always has one.
    pub fn is_empty(&self) -> bool {
        self.plans.is_empty()
    }

    /// Every match as it stands after these games: `games` holds for each match those that were begun.
    pub fn matches(&self, games: &[Vec<Pairing>]) -> Vec<Match> {
        let mut matches: Vec<Match> = Vec::with_capacity(self.plans.len());
        for (number, plan) in self.plans.iter().enumerate() {
            let sides = plan.sources.map(|source| side(&matches, source));
            let own = games.get(number).map_or(&[][..], Vec::as_slice);
            let points = sides.map(|side| side.seed().map_or(HalfPoints::NONE, |s| points(own, s)));
            let progress = match (plan.stage, matches.last()) {
                (Stage::SecondFinal, Some(last)) if decides_all(last) => Progress::Needless,
                _ => self.progress(sides, own, &games[..number.min(games.len())]),
            };
            matches.push(Match {
                stage: plan.stage,
                sides,
                points,
                progress,
            });
        }
        matches
    }

    fn progress(&self, sides: [Side; 2], own: &[Pairing], before: &[Vec<Pairing>]) -> Progress {
        let (first, second) = match sides {
            [Side::Open, _] | [_, Side::Open] => return Progress::Waiting,
            [Side::Entrant(first), Side::Entrant(second)] => (first, second),
            [one, two] => {
                let winner = one.seed().or(two.seed());
                return Progress::Decided {
                    winner,
                    loser: None,
                };
            }
        };
        if own.iter().any(|game| game.result.is_none()) {
            return Progress::Playing;
        }
        if let Some(decided) = self.verdict(first, second, own) {
            return decided;
        }
        let whites = |seed: Seed| {
            before
                .iter()
                .flatten()
                .filter(|game| game.white == seed)
                .count()
        };
        Progress::Next(match own.last() {
            Some(game) => Pairing::new(game.black, game.white),
            // Who had White less often has it now; the first of the two when that is level.
            None if whites(second) < whites(first) => Pairing::new(second, first),
            None => Pairing::new(first, second),
        })
    }

    /// Who has won, if the games decide it.
    fn verdict(&self, first: Seed, second: Seed, own: &[Pairing]) -> Option<Progress> {
        let decided = |winner: Seed| Progress::Decided {
            winner: Some(winner),
            loser: Some(if winner == first { second } else { first }),
        };
        // Who does not appear has lost the match, not the game alone.
        for game in own {
            match game.result {
                Some(PairingResult::Forfeit(Forfeit::Both)) => {
                    return Some(Progress::Decided {
                        winner: None,
                        loser: None,
                    });
                }
                Some(PairingResult::Forfeit(Forfeit::By(color))) => {
                    return Some(decided(game.seed(!color)));
                }
                _ => {}
            }
        }
        let (one, two) = (points(own, first).0, points(own, second).0);
        let planned = usize::from(self.rules.games.max(1));
        let left = planned.saturating_sub(own.len());
        let lead = usize::from(one.abs_diff(two));
        if lead > 2 * left {
            return Some(decided(if one > two { first } else { second }));
        }
        let all = planned + usize::from(self.rules.extra);
        let last = own.last().filter(|_| own.len() >= all && lead == 0)?;
        Some(decided(last.seed(Color::Black)))
    }

    /// Everybody's place, by seed: 1 for the winner, and the same one for all who were out at the same stage. None for
    /// those who are still in. Where nobody came to the last match, nobody has the first place.
    pub fn places(&self, matches: &[Match], entrants: usize) -> Vec<Option<usize>> {
        let mut places = vec![None; entrants];
        let out: Vec<Vec<Seed>> = matches.iter().map(|m| self.dropped(matches, m)).collect();
        let over = matches
            .iter()
            .all(|m| matches!(m.progress, Progress::Decided { .. } | Progress::Needless));
        let mut better = if over {
            1
        } else {
            // Those who are not out can still take any of the places above those who are.
            entrants - out.iter().map(Vec::len).sum::<usize>().min(entrants)
        };
        if over {
            let last = matches.iter().rev().find_map(|m| match m.progress {
                Progress::Decided { winner, .. } => Some(winner),
                _ => None,
            });
            let winner = last.flatten();
            if let Some(place) = winner.and_then(|winner| places.get_mut(winner.index())) {
                *place = Some(1);
            }
        }
        let stages: Vec<Stage> = matches.iter().map(|m| m.stage).collect();
        for group in stages.chunk_by(|one, two| one == two).rev() {
            let of_stage = matches
                .iter()
                .zip(&out)
                .filter(|(m, _)| m.stage == group[0]);
            let group: Vec<Seed> = of_stage.flat_map(|(_, out)| out).copied().collect();
            for seed in &group {
                places[seed.index()] = Some(better + 1);
            }
            better += group.len();
        }
        places
    }

    /// Who was out of the tournament after a match: its loser if they do not go on elsewhere, or both sides if neither came.
    fn dropped(&self, matches: &[Match], of: &Match) -> Vec<Seed> {
        let Progress::Decided { winner, loser } = of.progress else {
            return Vec::new();
        };
        let Some(loser) = loser else {
            let sides = of.sides.into_iter().filter(|_| winner.is_none());
            return sides.filter_map(Side::seed).collect();
        };
        let goes_on = matches.iter().zip(&self.plans).any(|(later, plan)| {
            let waits_for = |source| match source {
                Source::LoserOf(number) => matches.get(number) == Some(of),
                _ => false,
            };
            plan.sources.into_iter().any(waits_for) && later.progress != Progress::Needless
        });
        if goes_on { Vec::new() } else { vec![loser] }
    }
}

/// Whether the final leaves nothing open: the one who came without a loss has won it, or had no opponent.
fn decides_all(last: &Match) -> bool {
    match last.progress {
        Progress::Decided { winner, loser } => {
            winner.is_none() || loser.is_none() || winner == last.sides[0].seed()
        }
        _ => false,
    }
}

fn side(matches: &[Match], source: Source) -> Side {
    let of = |seed: Option<Seed>| seed.map_or(Side::Nobody, Side::Entrant);
    let (number, wins) = match source {
        Source::Entrant(seed) => return Side::Entrant(seed),
        Source::Nobody => return Side::Nobody,
        Source::WinnerOf(number) => (number, true),
        Source::LoserOf(number) => (number, false),
    };
    match matches[number].progress {
        Progress::Decided { winner, loser } => of(if wins { winner } else { loser }),
        Progress::Needless => Side::Nobody,
        _ => Side::Open,
    }
}

fn points(games: &[Pairing], seed: Seed) -> HalfPoints {
    games
        .iter()
        .filter_map(|game| Some(game.result?.points(game.color_of(seed)?)))
        .sum()
}
