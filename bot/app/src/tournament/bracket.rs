//! Brackets of a knockout in pages of at most four rounds of at most eight matches each.

use pairing::knockout::{Elimination, Match, Progress, Side, Stage};
use pairing::{Pairing, Seed};
use pictures::{Bracket, BracketRound, BracketSide};

use crate::messages;
use crate::model::{Format, TournamentRecord};
use crate::tournament::progress::Course;

/// Maximum number of rounds on a page.
const ROUNDS: usize = 4;

/// Maximum number of matches of the first round on a page.
const MATCHES: usize = 8;

/// The brackets of a knockout: one, or upper and lower; none in other formats.
#[derive(Default)]
pub(crate) struct Trees {
    elimination: Elimination,
    matches: Vec<Match>,
    games: Vec<Vec<Pairing>>,
    pages: Vec<Page>,
}

/// The part of a bracket on a page.
struct Page {
    is_lower: bool,
    /// The numbers of its matches, round by round.
    rounds: Vec<Vec<usize>>,
}

impl Trees {
    pub(crate) fn new(course: Course<'_>) -> Self {
        let Format::Knockout { elimination, .. } = course.record.plan.format else {
            return Self::default();
        };
        let (plan, games) = course.knockout();
        let matches = plan.matches(&games);
        let (mut upper, mut lower) = (Vec::new(), Vec::new());
        let mut start = 0;
        for round in matches.chunk_by(|one, two| one.stage == two.stage) {
            let numbers: Vec<usize> = (start..start + round.len()).collect();
            start += round.len();
            match (round[0].stage, round[0].progress) {
                (Stage::BracketReset, Progress::NotNeeded | Progress::Waiting) => {}
                (Stage::Lower(_), _) => lower.push(numbers),
                _ => upper.push(numbers),
            }
        }
        let mut pages = pages_of(&upper, false);
        pages.extend(pages_of(&lower, true));
        Self {
            elimination,
            matches,
            games,
            pages,
        }
    }

    pub(crate) fn pages(&self) -> usize {
        self.pages.len()
    }

    /// Whether all undecided matches are on one page.
    pub(crate) fn fits(&self) -> bool {
        self.elimination == Elimination::Single && self.opening(None) + 1 == self.pages()
    }

    /// The page with the viewer's undecided match; without one, with the first undecided match; without any, with the
    /// final.
    pub(crate) fn opening(&self, viewer: Option<Seed>) -> usize {
        let open = self.matches.iter().enumerate();
        let mut open: Vec<_> = open
            .filter(|(_, m)| matches!(m.progress, Progress::Playing | Progress::Next(_)))
            .collect();
        let own = viewer.and_then(|seed| {
            let side = Side::Entrant(seed);
            open.iter().copied().rfind(|(_, m)| m.sides.contains(&side))
        });
        // The upper bracket is first.
        open.sort_by_key(|(_, m)| matches!(m.stage, Stage::Lower(_)));
        let last_with = |(number, _)| {
            let has = |round: &Vec<usize>| round.contains(&number);
            self.pages
                .iter()
                .rposition(|page| page.rounds.iter().any(has))
        };
        own.or(open.first().copied())
            .and_then(last_with)
            .or_else(|| self.pages.iter().rposition(|page| !page.is_lower))
            .unwrap_or(0)
    }

    pub(crate) fn picture(&self, record: &TournamentRecord, page: usize) -> Bracket {
        let page = self.pages.get(page).or(self.pages.last());
        let is_lower = page.is_some_and(|page| page.is_lower);
        let rounds = page.into_iter().flat_map(|page| &page.rounds);
        let rounds = rounds.filter_map(|numbers| {
            let stage = self.matches[*numbers.first()?].stage;
            let all = self.matches.iter().filter(|m| m.stage == stage).count();
            let matches = numbers.iter().map(|&number| self.sides(record, number));
            Some(BracketRound {
                title: messages::bracket_round(stage, all, self.elimination).into(),
                matches: matches.collect(),
            })
        });
        Bracket {
            rounds: rounds.collect(),
            title: messages::bracket_title(record, self.elimination, is_lower),
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
            let Some(entry) = record.entry(seed) else {
                return BracketSide::Open;
            };
            let score = counts.then(|| m.points[place].to_string());
            BracketSide::Player {
                name: entry.seat.name().into(),
                score: score.unwrap_or_default(),
                won: winner == Some(seed),
            }
        })
    }
}

/// The pages of a bracket. The last one ends with its last round; each shows blocks of the matches of its first round.
fn pages_of(bracket: &[Vec<usize>], is_lower: bool) -> Vec<Page> {
    let mut starts = vec![bracket.len().saturating_sub(ROUNDS)];
    while let Some(&start) = starts.last().filter(|start| **start > 0) {
        starts.push(start.saturating_sub(ROUNDS));
    }
    let mut pages = Vec::new();
    for start in starts.into_iter().rev() {
        let shown = &bracket[start..bracket.len().min(start + ROUNDS)];
        let first = shown.first().map_or(0, Vec::len);
        for block in 0..first.div_ceil(MATCHES) {
            let rounds = shown.iter().map(|round| {
                let part = |matches: usize| matches * round.len() / first;
                let (from, to) = (part(block * MATCHES), part((block + 1) * MATCHES).max(1));
                round.iter().skip(from).take(to - from).copied().collect()
            });
            pages.push(Page {
                is_lower,
                rounds: rounds.collect(),
            });
        }
    }
    pages
}
