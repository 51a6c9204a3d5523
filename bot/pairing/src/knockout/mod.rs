//! Single and double elimination.
//!
//! The bracket depends only on the number of entrants; everything else follows from the games. Top seeds get the byes of
//! the first round, and seeds 1 and 2 can only meet in the final.

mod bracket;

use serde::{Deserialize, Serialize};

use crate::round::{Forfeit, HalfPoints, Pairing, PairingResult, Seed};
use bracket::{BracketMatch, Source};

/// The number of lost matches that eliminates an entrant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Elimination {
    /// One.
    #[default]
    Single,
    /// Two. Losers of the upper bracket drop to the lower bracket.
    Double,
}

/// How a match is decided. If it is level after all games, Black of the last game advances, as in armageddon.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MatchRules {
    /// Games per match, at least one. Colors alternate.
    pub games: u8,
    /// Maximum number of extra games, added one at a time while the match is level.
    pub extra: u8,
}

impl Default for MatchRules {
    /// One game, and one extra game with colors reversed.
    fn default() -> Self {
        Self { games: 1, extra: 1 }
    }
}

/// The bracket and round of a match. Rounds count from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Stage {
    /// Upper bracket: entrants without a loss.
    Upper(u8),
    /// Lower bracket: entrants with one loss.
    Lower(u8),
    /// The final, or the grand final between the winners of both brackets.
    Final,
    /// The second grand final, played if the winner of the lower bracket won the first.
    BracketReset,
}

/// A side of a match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    /// Depends on a match that is not decided.
    Undecided,
    /// Will stay empty: the other side has a bye.
    Empty,
    /// A known entrant.
    Entrant(Seed),
}

impl Side {
    fn seed(self) -> Option<Seed> {
        match self {
            Self::Entrant(seed) => Some(seed),
            Self::Undecided | Self::Empty => None,
        }
    }
}

/// The state of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    /// Not both sides are known.
    Waiting,
    /// A game is being played.
    Playing,
    /// The next game to play.
    Next(Pairing),
    /// The match is over. Without a winner, neither side showed up.
    Decided {
        /// Advances.
        winner: Option<Seed>,
        /// `None` after a bye or a double forfeit.
        loser: Option<Seed>,
    },
    /// A bracket reset that is not played, since the grand final decided the tournament.
    NotNeeded,
}

/// A match and its current state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the field names say it")]
pub struct Match {
    pub stage: Stage,
    pub sides: [Side; 2],
    pub points: [HalfPoints; 2],
    pub progress: Progress,
}

/// The bracket and the match rules of a tournament.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Knockout {
    bracket: Vec<BracketMatch>,
    rules: MatchRules,
}

impl Knockout {
    /// Builds the bracket.
    pub fn new(entrants: usize, elimination: Elimination, rules: MatchRules) -> Self {
        Self {
            bracket: bracket::build(entrants, elimination),
            rules,
        }
    }

    /// The number of matches in the bracket.
    pub fn match_count(&self) -> usize {
        self.bracket.len()
    }

    /// Returns the current state of every match, in bracket order. `games` holds the games of each match so far.
    pub fn matches(&self, games: &[Vec<Pairing>]) -> Vec<Match> {
        let mut matches: Vec<Match> = Vec::with_capacity(self.bracket.len());
        for (index, &BracketMatch { stage, sources }) in self.bracket.iter().enumerate() {
            let sides = sources.map(|source| resolve(&matches, source));
            let own = games.get(index).map_or(&[][..], Vec::as_slice);
            let points = sides.map(|side| side.seed().map_or(HalfPoints::ZERO, |s| score(own, s)));
            let progress = match (stage, matches.last()) {
                (Stage::BracketReset, Some(last)) if decides_tournament(last) => {
                    Progress::NotNeeded
                }
                _ => self.progress(sides, own, &games[..index.min(games.len())]),
            };
            matches.push(Match {
                stage,
                sides,
                points,
                progress,
            });
        }
        matches
    }

    fn progress(&self, sides: [Side; 2], own: &[Pairing], earlier: &[Vec<Pairing>]) -> Progress {
        let (first, second) = match sides {
            [Side::Undecided, _] | [_, Side::Undecided] => return Progress::Waiting,
            [Side::Entrant(first), Side::Entrant(second)] => (first, second),
            [one, two] => {
                return Progress::Decided {
                    winner: one.seed().or(two.seed()),
                    loser: None,
                };
            }
        };
        if own.iter().any(|game| game.result.is_none()) {
            return Progress::Playing;
        }
        if let Some(decided) = self.decision(first, second, own) {
            return decided;
        }
        let whites = |seed: Seed| {
            let games = earlier.iter().flatten();
            games.filter(|game| game.white == seed).count()
        };
        Progress::Next(match own.last() {
            Some(game) => Pairing::new(game.black, game.white),
            // White goes to the entrant who had it less often, or to the first.
            None if whites(second) < whites(first) => Pairing::new(second, first),
            None => Pairing::new(first, second),
        })
    }

    /// Returns [`Progress::Decided`] if the finished games decide the match.
    fn decision(&self, first: Seed, second: Seed, own: &[Pairing]) -> Option<Progress> {
        let won_by = |winner: Seed| Progress::Decided {
            winner: Some(winner),
            loser: Some(if winner == first { second } else { first }),
        };
        // A forfeit loses the match, not just the game.
        let forfeit = own.iter().find_map(|game| match game.result? {
            PairingResult::Forfeit(Forfeit::Both) => Some(Progress::Decided {
                winner: None,
                loser: None,
            }),
            PairingResult::Forfeit(Forfeit::By(color)) => Some(won_by(game.seed(!color))),
            PairingResult::Win(_) | PairingResult::Draw => None,
        });
        if forfeit.is_some() {
            return forfeit;
        }
        let (one, two) = (score(own, first), score(own, second));
        let lead = usize::from(one.0.abs_diff(two.0));
        let planned = usize::from(self.rules.games.max(1));
        if lead > 2 * planned.saturating_sub(own.len()) {
            return Some(won_by(if one > two { first } else { second }));
        }
        let maximum = planned + usize::from(self.rules.extra);
        let last = own.last().filter(|_| own.len() >= maximum && lead == 0)?;
        Some(won_by(last.black))
    }

    /// Returns the place of each entrant by seed, or `None` for those still in. Entrants eliminated in the same stage
    /// share a place. First place stays vacant after a double forfeit in the last match.
    pub fn places(&self, matches: &[Match], entrants: usize) -> Vec<Option<usize>> {
        let mut places = vec![None; entrants];
        let eliminated = matches
            .iter()
            .enumerate()
            .map(|(index, m)| (m.stage, self.eliminated(matches, index)));
        let eliminated: Vec<(Stage, Vec<Seed>)> = eliminated.collect();
        let is_over = matches
            .iter()
            .all(|m| matches!(m.progress, Progress::Decided { .. } | Progress::NotNeeded));
        // Everyone still in can take any of the places above the eliminated.
        let out = eliminated.iter().map(|(_, out)| out.len());
        let mut better = entrants.saturating_sub(out.sum());
        if is_over {
            better = 1;
            let champion = matches.iter().rev().find_map(|m| match m.progress {
                Progress::Decided { winner, .. } => Some(winner),
                _ => None,
            });
            if let Some(winner) = champion.flatten() {
                places[winner.index()] = Some(1);
            }
        }
        for stage in eliminated.chunk_by(|(one, _), (two, _)| one == two).rev() {
            let place = better + 1;
            for seed in stage.iter().flat_map(|(_, out)| out) {
                places[seed.index()] = Some(place);
                better += 1;
            }
        }
        places
    }

    /// The entrants whom a match eliminated: its loser unless another match follows, or both after a double forfeit.
    fn eliminated(&self, matches: &[Match], index: usize) -> Vec<Seed> {
        match matches[index].progress {
            Progress::Decided {
                loser: Some(loser), ..
            } => {
                let plays_on = self.bracket.iter().zip(matches).any(|(later, state)| {
                    later.sources.contains(&Source::LoserOf(index))
                        && state.progress != Progress::NotNeeded
                });
                if plays_on { Vec::new() } else { vec![loser] }
            }
            Progress::Decided { winner: None, .. } => {
                let sides = matches[index].sides.into_iter();
                sides.filter_map(Side::seed).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// Whether the grand final makes a bracket reset unnecessary: the winner of the upper bracket won, or had no opponent.
fn decides_tournament(grand_final: &Match) -> bool {
    match grand_final.progress {
        Progress::Decided { winner, loser } => {
            winner.is_none() || loser.is_none() || winner == grand_final.sides[0].seed()
        }
        _ => false,
    }
}

fn resolve(matches: &[Match], source: Source) -> Side {
    let (index, wins) = match source {
        Source::Known(side) => return side,
        Source::WinnerOf(index) => (index, true),
        Source::LoserOf(index) => (index, false),
    };
    let seed = match matches[index].progress {
        Progress::Decided { winner, .. } if wins => winner,
        Progress::Decided { loser, .. } => loser,
        Progress::NotNeeded => None,
        Progress::Waiting | Progress::Playing | Progress::Next(_) => return Side::Undecided,
    };
    seed.map_or(Side::Empty, Side::Entrant)
}

fn score(games: &[Pairing], seed: Seed) -> HalfPoints {
    games
        .iter()
        .filter_map(|game| Some(game.result?.points(game.color_of(seed)?)))
        .sum()
}
