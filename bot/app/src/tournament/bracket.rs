//! Brackets of a knockout in pages of at most four rounds of at most eight matches each.

use pairing::knockout::{Elimination, Match, Progress, Side, Stage};
use pairing::{Pairing, Seed};
use pictures::{Bracket, BracketRound, BracketSide};

use crate::messages::{self, BracketKind};
use crate::model::record::{Format, RoundRecord, TournamentRecord};
use crate::tournament::progress::knockout;

/// Maximum number of rounds on a page.
const ROUNDS: usize = 4;

/// Maximum number of matches of the first round on a page.
const MATCHES: usize = 8;

/// The brackets of a knockout: one, or upper and lower; none in other formats.
pub(crate) struct Trees {
    matches: Vec<Match>,
    games: Vec<Vec<Pairing>>,
    /// Each bracket's rounds, by the numbers of their matches.
    brackets: Vec<Vec<Vec<usize>>>,
}

/// The part of a bracket on a page.
#[derive(Clone, Copy)]
pub(crate) struct Window {
    bracket: usize,
    /// The first of its rounds.
    round: usize,
    /// Which block of that round's matches.
    block: usize,
}

impl Trees {
    pub(crate) fn new(record: &TournamentRecord, rounds: &[RoundRecord]) -> Self {
        let Format::Knockout { elimination, .. } = record.plan.format else {
            return Self {
                matches: Vec::new(),
                games: Vec::new(),
                brackets: Vec::new(),
            };
        };
        let (plan, games) = knockout(record, rounds);
        let matches = plan.matches(&games);
        let (mut upper, mut lower): (Vec<Vec<usize>>, Vec<Vec<usize>>) = Default::default();
        let mut stage = None;
        for (number, m) in matches.iter().enumerate() {
            let needless = matches!(m.progress, Progress::NotNeeded | Progress::Waiting);
            if m.stage == Stage::BracketReset && needless {
                continue;
            }
            let bracket = match m.stage {
                Stage::Lower(_) => &mut lower,
                _ => &mut upper,
            };
            if stage.replace(m.stage) != Some(m.stage) {
                bracket.push(Vec::new());
            }
            if let Some(round) = bracket.last_mut() {
                round.push(number);
            }
        }
        let brackets = match elimination {
            Elimination::Single => vec![upper],
            Elimination::Double => vec![upper, lower],
        };
        Self {
            matches,
            games,
            brackets,
        }
    }

    fn windows(&self) -> Vec<Window> {
        let mut windows = Vec::new();
        for (bracket, rounds) in self.brackets.iter().enumerate() {
            let mut starts = vec![rounds.len().saturating_sub(ROUNDS)];
            while let Some(&start) = starts.last().filter(|start| **start > 0) {
                starts.push(start.saturating_sub(ROUNDS));
            }
            for round in starts.into_iter().rev() {
                let blocks = rounds
                    .get(round)
                    .map_or(0, |first| first.len().div_ceil(MATCHES));
                windows.extend((0..blocks).map(|block| Window {
                    bracket,
                    round,
                    block,
                }));
            }
        }
        windows
    }

    pub(crate) fn pages(&self) -> usize {
        self.windows().len()
    }

    /// Whether all undecided matches are on one page.
    pub(crate) fn fits(&self) -> bool {
        let windows = self.windows();
        self.brackets.len() == 1 && self.opening(None) + 1 == windows.len()
    }

    /// The page with the viewer's undecided match; without one, with the first undecided match; without any, with the
    /// final.
    pub(crate) fn opening(&self, viewer: Option<Seed>) -> usize {
        let windows = self.windows();
        let open = |m: &Match| matches!(m.progress, Progress::Playing | Progress::Next(_));
        let own = viewer.and_then(|seed| {
            let side = Side::Entrant(seed);
            self.matches
                .iter()
                .rposition(|m| open(m) && m.sides.contains(&side))
        });
        let mut all = self.brackets.iter().flatten().flatten().copied();
        let first = all.find(|number| open(&self.matches[*number]));
        let last_with = |number| {
            windows.iter().rposition(|window| {
                let rounds = self.rounds_of(*window);
                rounds.iter().any(|round| round.contains(&number))
            })
        };
        let last_of_first = windows
            .iter()
            .rposition(|window| window.bracket == 0)
            .unwrap_or(0);
        own.or(first).and_then(last_with).unwrap_or(last_of_first)
    }

    /// The numbers of the matches on a page, round by round.
    pub(crate) fn rounds_of(&self, window: Window) -> Vec<Vec<usize>> {
        let all = self
            .brackets
            .get(window.bracket)
            .map_or(&[][..], Vec::as_slice);
        let rounds = all.iter().skip(window.round).take(ROUNDS);
        let first = all.get(window.round).map_or(1, Vec::len).max(1);
        rounds
            .map(|round| {
                let part = |matches: usize| matches * round.len() / first;
                let (from, to) = (
                    part(window.block * MATCHES),
                    part((window.block + 1) * MATCHES).max(1),
                );
                round.iter().skip(from).take(to - from).copied().collect()
            })
            .collect()
    }

    pub(crate) fn picture(&self, record: &TournamentRecord, page: usize) -> Bracket {
        let windows = self.windows();
        let window = windows.get(page).or(windows.last()).copied();
        let rounds = window.map_or_else(Vec::new, |window| self.rounds_of(window));
        let (elimination, kind) = match (self.brackets.len(), window) {
            (0 | 1, _) => (Elimination::Single, BracketKind::Only),
            (_, Some(Window { bracket: 1.., .. })) => (Elimination::Double, BracketKind::Lower),
            _ => (Elimination::Double, BracketKind::Upper),
        };
        let rounds = rounds.into_iter().filter_map(|numbers| {
            let stage = self.matches[*numbers.first()?].stage;
            let all = self.matches.iter().filter(|m| m.stage == stage).count();
            Some(BracketRound {
                title: messages::bracket_round(stage, all, elimination).into(),
                matches: numbers
                    .into_iter()
                    .map(|number| self.sides(record, number))
                    .collect(),
            })
        });
        Bracket {
            rounds: rounds.collect(),
            title: messages::bracket_title(record, kind),
            ..Bracket::default()
        }
    }

    fn sides(&self, record: &TournamentRecord, number: usize) -> [BracketSide; 2] {
        let m = &self.matches[number];
        let games = self.games.get(number).map_or(&[][..], Vec::as_slice);
        let counts = games.iter().any(|game| game.result.is_some());
        let winner = match m.progress {
            Progress::Decided { winner, .. } => winner,
            _ => None,
        };
        [0, 1].map(|place| {
            let seed = match m.sides[place] {
                Side::Undecided => return BracketSide::Open,
                Side::Empty => return BracketSide::Bye,
                Side::Entrant(seed) => seed,
            };
            let score = counts.then(|| m.points[place].to_string());
            record
                .entry(seed)
                .map_or(BracketSide::Open, |entry| BracketSide::Player {
                    name: entry.seat.name().into(),
                    score: score.unwrap_or_default(),
                    won: winner == Some(seed),
                })
        })
    }
}
