//! Tie-breaks by the names and rules of FIDE C.07, with unplayed rounds as its Article 16 counts them.

use std::fmt;

use rules_core::Color;
use serde::{Deserialize, Serialize};

use crate::history::History;
use crate::performance::performance;
use crate::round::{Bye, HalfPoints, Seed, Slot};

/// What decides between entrants of equal points.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TieBreak {
    /// BH: the points of all opponents (Article 8.1).
    Buchholz,
    /// BH-C1: the same without the least of them (Articles 8.1, 14.1 and 16.5).
    BuchholzCut1,
    /// SB: the points of each opponent times what was scored against them (Article 9.1).
    SonnebornBerger,
    /// DE: points in the games among those who are equal (Article 6).
    DirectEncounter,
    /// WIN: rounds that brought as many points as a win (Article 7.1).
    NumberOfWins,
    /// TPR: the rating at which the score against these opponents is to be expected (Article 10.2).
    PerformanceRating,
}

impl TieBreak {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Buchholz,
        Self::BuchholzCut1,
        Self::SonnebornBerger,
        Self::DirectEncounter,
        Self::NumberOfWins,
        Self::PerformanceRating,
    ];

    /// The abbreviation of C.07.
    pub fn code(self) -> &'static str {
        match self {
            Self::Buchholz => "BH",
            Self::BuchholzCut1 => "BH-C1",
            Self::SonnebornBerger => "SB",
            Self::DirectEncounter => "DE",
            Self::NumberOfWins => "WIN",
            Self::PerformanceRating => "TPR",
        }
    }

    /// The name of C.07.
    pub fn name(self) -> &'static str {
        match self {
            Self::Buchholz => "Buchholz",
            Self::BuchholzCut1 => "Buchholz Cut 1",
            Self::SonnebornBerger => "Sonneborn-Berger",
            Self::DirectEncounter => "Direct Encounter",
            Self::NumberOfWins => "Number of Wins",
            Self::PerformanceRating => "Tournament Performance Rating",
        }
    }
}

/// A text that names no tie-break.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownTieBreak;

impl fmt::Display for UnknownTieBreak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no tie-break of C.07 that is known here")
    }
}

impl std::error::Error for UnknownTieBreak {}

impl std::str::FromStr for TieBreak {
    type Err = UnknownTieBreak;

    /// Reads a code or a name, in either case, with or without blanks and hyphens.
    fn from_str(text: &str) -> Result<Self, UnknownTieBreak> {
        fn plain(text: &str) -> String {
            let letters = text.chars().filter(|c| c.is_alphanumeric());
            letters.flat_map(char::to_lowercase).collect()
        }
        let sought = plain(text);
        Self::ALL
            .into_iter()
            .find(|known| sought == plain(known.code()) || sought == plain(known.name()))
            .ok_or(UnknownTieBreak)
    }
}

/// What a tie-break comes to, in quarters: a draw against an opponent with half a point is the smallest part there is.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Figure(u32);

impl Figure {
    fn whole(number: u32) -> Self {
        Self(number.saturating_mul(4))
    }

    fn points(points: HalfPoints) -> Self {
        Self(2 * u32::from(points.0))
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fraction = ["", ".25", ".5", ".75"][self.0 as usize % 4];
        write!(f, "{}{fraction}", self.0 / 4)
    }
}

/// One round of one entrant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Entry {
    kind: Kind,
    points: HalfPoints,
    /// Who was, or was to be, the opponent.
    opponent: Option<Seed>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Played,
    /// The game goes on.
    Pending,
    ForfeitWin,
    ForfeitLoss,
    Allocated,
    /// A half-point or zero-point bye, or away without a word.
    Requested,
}

impl Kind {
    /// Article 16.1: a voluntary unplayed round.
    fn is_voluntary(self) -> bool {
        matches!(self, Self::ForfeitLoss | Self::Requested)
    }
}

/// Everybody's rounds, laid out for counting.
#[derive(Debug)]
pub(crate) struct Ledger<'a> {
    history: &'a History,
    entries: Vec<Vec<Entry>>,
    scores: Vec<HalfPoints>,
    /// What each counts for their opponents (Article 16.3).
    adjusted: Vec<HalfPoints>,
    predetermined: bool,
}

impl<'a> Ledger<'a> {
    pub(crate) fn new(history: &'a History, predetermined: bool) -> Self {
        let away = Entry {
            kind: Kind::Requested,
            points: HalfPoints::NONE,
            opponent: None,
        };
        let mut entries = vec![Vec::new(); history.entrants().len()];
        for round in history.rounds() {
            for own in &mut entries {
                own.push(away);
            }
            for (seed, entry) in round.slots().iter().copied().flat_map(read) {
                if let Some(last) = entries[seed.index()].last_mut() {
                    *last = entry;
                }
            }
        }
        let scores = history.scores();
        let adjusted = entries.iter().map(|own| adjusted(own)).collect();
        Self {
            history,
            entries,
            scores,
            adjusted,
            predetermined,
        }
    }

    pub(crate) fn score(&self, seed: Seed) -> HalfPoints {
        self.scores[seed.index()]
    }

    /// A tie-break of each of a group of equals.
    pub(crate) fn figures(&self, tie_break: TieBreak, group: &[Seed]) -> Vec<Figure> {
        if tie_break == TieBreak::DirectEncounter {
            return self.direct_encounter(group);
        }
        group
            .iter()
            .map(|&seed| self.figure(tie_break, seed))
            .collect()
    }

    fn figure(&self, tie_break: TieBreak, seed: Seed) -> Figure {
        match tie_break {
            TieBreak::Buchholz => self.buchholz(seed, false),
            TieBreak::BuchholzCut1 => self.buchholz(seed, true),
            TieBreak::SonnebornBerger => self.sonneborn_berger(seed),
            TieBreak::NumberOfWins => {
                let rounds = self.entries[seed.index()].iter();
                let wins = rounds
                    .filter(|entry| entry.points == HalfPoints::WIN)
                    .count();
                Figure::whole(u32::try_from(wins).unwrap_or(u32::MAX))
            }
            TieBreak::PerformanceRating => Figure::whole(self.performance(seed)),
            TieBreak::DirectEncounter => Figure::default(),
        }
    }

    /// The score that a round's opponent contributes: a real one's adjusted points, or those of the dummy of Article 16.4.
    fn contribution(&self, seed: Seed, entry: Entry) -> HalfPoints {
        let own = self.score(seed);
        let scheduled = entry
            .opponent
            .map(|opponent| self.adjusted[opponent.index()]);
        match (entry.kind, scheduled) {
            (Kind::Pending, _) => HalfPoints::NONE,
            (Kind::Played, Some(score)) => score,
            (_, Some(score)) if self.predetermined => score,
            (_, Some(score)) => own.min(score),
            (_, None) => {
                let rounds = u16::try_from(self.history.rounds().len()).unwrap_or(u16::MAX);
                own.min(HalfPoints(rounds))
            }
        }
    }

    fn buchholz(&self, seed: Seed, cut: bool) -> Figure {
        let entries = &self.entries[seed.index()];
        let contributions: Vec<(bool, HalfPoints)> = entries
            .iter()
            .map(|&entry| (entry.kind.is_voluntary(), self.contribution(seed, entry)))
            .collect();
        let all: HalfPoints = contributions.iter().map(|&(_, points)| points).sum();
        if !cut {
            return Figure::points(all);
        }
        // Article 16.5: what comes from a voluntary unplayed round is cut before anything else.
        let least = |voluntary: bool| {
            contributions
                .iter()
                .filter(|&&(is_voluntary, _)| is_voluntary || !voluntary)
                .map(|&(_, points)| points)
                .min()
        };
        let cut = least(true).filter(|_| !self.predetermined).or(least(false));
        Figure::points(HalfPoints(all.0 - cut.unwrap_or_default().0))
    }

    fn sonneborn_berger(&self, seed: Seed) -> Figure {
        let parts = self.entries[seed.index()]
            .iter()
            .map(|&entry| u32::from(self.contribution(seed, entry).0) * u32::from(entry.points.0));
        Figure(parts.sum())
    }

    fn performance(&self, seed: Seed) -> u32 {
        let games: Vec<(u16, HalfPoints)> = self.entries[seed.index()]
            .iter()
            .filter(|entry| entry.kind == Kind::Played)
            .filter_map(|entry| {
                let opponent = self.history.entrants().get(entry.opponent?.index())?;
                Some((opponent.rating?, entry.points))
            })
            .collect();
        performance(&games).map_or(0, u32::from)
    }

    /// Article 6: the points among the equals if all of them have met; otherwise only somebody whom no missing game could
    /// overtake is put before the others.
    fn direct_encounter(&self, group: &[Seed]) -> Vec<Figure> {
        if group.len() < 2 {
            return vec![Figure::default(); group.len()];
        }
        let met: Vec<(HalfPoints, usize)> = group
            .iter()
            .map(|&seed| {
                let games = self.entries[seed.index()].iter().filter(|entry| {
                    let counts = entry.kind == Kind::Played || self.predetermined;
                    counts && entry.opponent.is_some_and(|other| group.contains(&other))
                });
                let (points, opponents): (Vec<HalfPoints>, Vec<Option<Seed>>) =
                    games.map(|entry| (entry.points, entry.opponent)).unzip();
                let mut different = opponents;
                different.sort_unstable();
                different.dedup();
                (points.into_iter().sum(), group.len() - 1 - different.len())
            })
            .collect();
        if met.iter().all(|&(_, missing)| missing == 0) {
            return met
                .iter()
                .map(|&(points, _)| Figure::points(points))
                .collect();
        }
        let reach = |&(points, missing): &(HalfPoints, usize)| usize::from(points.0) + 2 * missing;
        (0..group.len())
            .map(|one| {
                let sure = (0..group.len())
                    .all(|two| one == two || usize::from(met[one].0.0) > reach(&met[two]));
                Figure::whole(u32::from(sure))
            })
            .collect()
    }
}

/// What a slot says about one or two entrants.
fn read(slot: Slot) -> Vec<(Seed, Entry)> {
    match slot {
        Slot::Bye { seed, bye } => {
            let kind = match bye {
                Bye::PairingAllocated => Kind::Allocated,
                Bye::HalfPoint | Bye::ZeroPoint => Kind::Requested,
            };
            let entry = Entry {
                kind,
                points: bye.points(),
                opponent: None,
            };
            vec![(seed, entry)]
        }
        Slot::Pairing(pairing) => Color::ALL
            .into_iter()
            .map(|color| {
                let points = pairing
                    .result
                    .map_or(HalfPoints::NONE, |result| result.points(color));
                let kind = match pairing.result {
                    None => Kind::Pending,
                    Some(result) if result.was_played() => Kind::Played,
                    Some(_) if points == HalfPoints::WIN => Kind::ForfeitWin,
                    Some(_) => Kind::ForfeitLoss,
                };
                let entry = Entry {
                    kind,
                    points,
                    opponent: Some(pairing.seed(!color)),
                };
                (pairing.seed(color), entry)
            })
            .collect(),
    }
}

/// Article 16.3: requested byes after which nothing else follows count as draws for the opponents.
fn adjusted(entries: &[Entry]) -> HalfPoints {
    let trailing = entries
        .iter()
        .rev()
        .take_while(|entry| entry.kind.is_voluntary())
        .count();
    let (before, after) = entries.split_at(entries.len() - trailing);
    let settled = before.iter().map(|entry| entry.points);
    let left = after.iter().map(|entry| match entry.kind {
        Kind::Requested => HalfPoints::DRAW,
        _ => entry.points,
    });
    settled.chain(left).sum()
}
