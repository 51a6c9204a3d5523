//! The pairing of the next round, and places, from the rounds so far.

use std::collections::BTreeSet;

use pairing::knockout::{Knockout, Progress};
use pairing::round_robin::Cycles;
use pairing::swiss::Request;
use pairing::{
    Bye, Forfeit, HalfPoints, History, Pairing, PairingResult, Seed, Slot, TieBreakValue, arena,
    round_robin, standings, swiss,
};
use rules_core::Color;

use crate::model::{Entry, Format, Key, RoundRecord, TournamentBoard, TournamentRecord};
use crate::store::StoreError;

/// Maximum number of pairs tried one by one when not all can be kept apart.
const MAX_TRIED: usize = 16;

/// A tournament and its rounds so far.
#[derive(Clone, Copy)]
pub(crate) struct Course<'a> {
    pub(crate) record: &'a TournamentRecord,
    pub(crate) rounds: &'a [RoundRecord],
}

pub(crate) struct Ranked {
    /// `None` for entrants who are still in a knockout.
    pub(crate) rank: Option<usize>,
    pub(crate) seed: Seed,
    pub(crate) points: HalfPoints,
    pub(crate) figures: Vec<TieBreakValue>,
}

#[derive(Default)]
pub(crate) struct NextRound {
    pub(crate) boards: Vec<TournamentBoard>,
    pub(crate) byes: Vec<(Seed, Bye)>,
    /// Pairs that were kept apart.
    pub(crate) apart: Vec<(Seed, Seed)>,
    /// Free players of an arena who got no opponent.
    pub(crate) waiting: Vec<Seed>,
}

impl NextRound {
    /// A round without byes; none without boards.
    fn of_boards(boards: Vec<TournamentBoard>) -> Option<Self> {
        (!boards.is_empty()).then_some(Self {
            boards,
            ..Self::default()
        })
    }
}

impl<'a> Course<'a> {
    pub(crate) fn new(record: &'a TournamentRecord, rounds: &'a [RoundRecord]) -> Self {
        Self { record, rounds }
    }

    /// The entrants and the rounds in the terms of `pairing`; no rounds of an arena.
    pub(crate) fn history(self) -> Result<History, StoreError> {
        let damaged = |error: pairing::HistoryError| {
            StoreError::Unreadable(Key::Tournament(self.record.id), error.to_string())
        };
        let mut history = History::new(self.record.entrants()).map_err(damaged)?;
        // Rounds of an arena overlap, and are more than a history holds.
        if let Format::Arena { .. } = self.record.plan.format {
            return Ok(history);
        }
        for round in self.rounds {
            let added = round.round().and_then(|round| history.add_round(round));
            added.map_err(damaged)?;
        }
        for seed in self.left_early() {
            history.annul(seed);
        }
        Ok(history)
    }

    /// The entrants of a round robin who left before they had played half of their games, so that their results don't count in the
    /// standings (FIDE C.05, Article 6.6). None if fewer than two players remain: the last one wins by forfeit.
    pub(crate) fn left_early(self) -> Vec<Seed> {
        let Format::RoundRobin(cycles) = self.record.plan.format else {
            return Vec::new();
        };
        if self.record.active().count() < 2 {
            return Vec::new();
        }
        let others = self.record.entries.len().saturating_sub(1);
        let games = match cycles {
            Cycles::Single => others,
            Cycles::Double => 2 * others,
        };
        let is_early = |&seed: &Seed| {
            let paired = self.rounds.iter().flat_map(RoundRecord::pairings);
            let own = paired.filter(|game| game.color_of(seed).is_some());
            let played = own.filter(|game| game.result.is_some_and(PairingResult::was_played));
            self.is_withdrawn(seed) && 2 * played.count() < games
        };
        (0..=others)
            .map(Seed::from_index)
            .filter(is_early)
            .collect()
    }

    fn is_withdrawn(self, seed: Seed) -> bool {
        self.record.entry(seed).is_none_or(|entry| entry.withdrawn)
    }

    /// The entrants in order of rank; in a knockout, those who are still in come first.
    pub(crate) fn ranking(self, history: &History) -> Vec<Ranked> {
        let without_figures = |rank, seed, points| Ranked {
            rank,
            seed,
            points,
            figures: Vec::new(),
        };
        match self.record.plan.format {
            Format::Arena { .. } => {
                let cards = self.record.arena_cards();
                let lines = arena::standings(&cards).into_iter();
                let lines = lines.map(|(rank, seed)| {
                    // An arena counts whole points.
                    let halves = u16::try_from(2 * cards[seed.index()].points).unwrap_or(u16::MAX);
                    without_figures(Some(rank), seed, HalfPoints(halves))
                });
                lines.collect()
            }
            Format::Knockout { .. } => {
                let (plan, games) = self.knockout();
                let places = plan.places(&plan.matches(&games), self.record.entries.len());
                let lines = history.seeds().zip(places).zip(history.scores());
                let mut lines: Vec<_> = lines
                    .map(|((seed, rank), points)| without_figures(rank, seed, points))
                    .collect();
                lines.sort_by_key(|line| (line.rank.unwrap_or(0), line.seed));
                lines
            }
            Format::Swiss { .. } | Format::RoundRobin(_) => {
                let lines = standings(history, &self.record.ranking).into_iter();
                let lines = lines.map(|line| Ranked {
                    rank: Some(line.rank),
                    seed: line.seed,
                    points: line.points,
                    figures: line.tie_breaks,
                });
                lines.collect()
            }
        }
    }

    /// The plan of a knockout, and the games of each match.
    pub(crate) fn knockout(self) -> (Knockout, Vec<Vec<Pairing>>) {
        let (elimination, rules) = match self.record.plan.format {
            Format::Knockout { elimination, rules } => (elimination, rules),
            Format::Swiss { .. } | Format::RoundRobin(_) | Format::Arena { .. } => {
                Default::default()
            }
        };
        let plan = Knockout::new(self.record.entries.len(), elimination, rules);
        let mut games = vec![Vec::new(); plan.match_count()];
        for board in self.rounds.iter().flat_map(|round| &round.boards) {
            if let Some(number) = board.of_match
                && let Some(own) = games.get_mut(usize::from(number))
            {
                own.push(board.pairing);
            }
        }
        (plan, games)
    }

    /// Whether the plan has another round; an arena has until its time is up.
    pub(crate) fn is_round_due(self) -> bool {
        match self.record.plan.format {
            Format::Swiss { rounds } => self.record.rounds < u16::from(rounds),
            Format::RoundRobin(cycles) => {
                let all = round_robin::number_of_rounds(self.record.entries.len(), cycles);
                usize::from(self.record.rounds) < all
            }
            Format::Arena { .. } => true,
            Format::Knockout { .. } => {
                let (plan, games) = self.knockout();
                let mut matches = plan.matches(&games).into_iter();
                matches.any(|m| matches!(m.progress, Progress::Next(_)))
            }
        }
    }

    /// Pairs the next round; `None` if no round is left or can be paired. A Swiss and an arena keep pairs `apart`, but a Swiss only
    /// those without which the round can be paired.
    pub(crate) fn next_round(self, history: &History, apart: &[(Seed, Seed)]) -> Option<NextRound> {
        match self.record.plan.format {
            Format::Swiss { rounds } => {
                let is_last = self.record.rounds + 1 >= u16::from(rounds);
                let round = |apart: &[_]| self.swiss_round(history, is_last, apart);
                round(apart).or_else(|| {
                    let mut best = round(&[])?;
                    let mut kept = Vec::new();
                    for &pair in apart.iter().take(MAX_TRIED) {
                        kept.push(pair);
                        match round(&kept) {
                            Some(better) => best = better,
                            None => drop(kept.pop()),
                        }
                    }
                    Some(best)
                })
            }
            Format::Arena { .. } => self.arena_round(apart),
            Format::RoundRobin(cycles) => {
                let all = round_robin::rounds(self.record.entries.len(), cycles);
                let round = all.into_iter().nth(usize::from(self.record.rounds))?;
                let boards = round.pairings().map(|&game| self.board(game, None));
                let byes = round.slots().iter().filter_map(|slot| match *slot {
                    Slot::Bye { seed, bye } => Some((seed, bye)),
                    Slot::Pairing(_) => None,
                });
                Some(NextRound {
                    boards: boards.collect(),
                    byes: byes.collect(),
                    ..NextRound::default()
                })
            }
            Format::Knockout { .. } => {
                let (plan, games) = self.knockout();
                let matches = plan.matches(&games).into_iter().zip(0..);
                let boards = matches.filter_map(|(m, number)| match m.progress {
                    Progress::Next(game) => Some(self.board(game, Some(number))),
                    _ => None,
                });
                NextRound::of_boards(boards.collect())
            }
        }
    }

    fn arena_round(self, apart: &[(Seed, Seed)]) -> Option<NextRound> {
        let open = self.rounds.iter().flat_map(RoundRecord::open_boards);
        let busy: BTreeSet<Seed> = open
            .flat_map(|board| [board.pairing.white, board.pairing.black])
            .collect();
        let there = self.record.active().count();
        let free = self.record.active();
        let free = free.filter(|(seed, _)| !busy.contains(seed));
        let (mut waiting, standing_in) = self.with_stand_in(free);
        let cards = self.record.arena_cards();
        waiting.sort_by_key(|seed| cards[seed.index()].priority());
        let mut games = arena::pair(&cards, &waiting, there, apart);
        // While no one plays, no other opponent will be free.
        if games.is_empty() && busy.is_empty() {
            games = arena::pair(&cards, &waiting, there.min(2), apart);
        }
        let boards = games.iter().map(|&game| self.board(game, None));
        let next = NextRound::of_boards(boards.collect())?;
        waiting.retain(|&seed| {
            Some(seed) != standing_in && games.iter().all(|game| game.color_of(seed).is_none())
        });
        Some(NextRound { waiting, ..next })
    }

    /// These free entrants, and the stand-in among them, which comes last and only if their number is odd.
    fn with_stand_in<'e>(
        self,
        free: impl Iterator<Item = (Seed, &'e Entry)>,
    ) -> (Vec<Seed>, Option<Seed>) {
        let mut standing_in = None;
        let mut seeds = Vec::new();
        for (seed, entry) in free {
            if self.record.is_stand_in(entry) {
                standing_in = Some(seed);
            } else {
                seeds.push(seed);
            }
        }
        seeds.extend(standing_in.filter(|_| seeds.len() % 2 == 1));
        (seeds, standing_in)
    }

    fn swiss_round(
        self,
        history: &History,
        is_last: bool,
        apart: &[(Seed, Seed)],
    ) -> Option<NextRound> {
        let byes = self.record.active().filter(|(_, entry)| entry.sits_out);
        let mut byes: Vec<_> = byes.map(|(seed, _)| (seed, Bye::HalfPoint)).collect();
        let free = self.record.active().filter(|(_, entry)| !entry.sits_out);
        let (present, _) = self.with_stand_in(free);
        let request = Request {
            present,
            is_last,
            initial: self.record.initial,
            apart: apart.to_vec(),
        };
        let round = swiss::pair(history, &request).ok()?;
        byes.extend(round.bye.map(|seed| (seed, Bye::PairingAllocated)));
        let games = round.pairings.into_iter();
        Some(NextRound {
            boards: games.map(|(game, _)| self.board(game, None)).collect(),
            byes,
            apart: request.apart,
            ..NextRound::default()
        })
    }

    /// A board of a new round. A withdrawn entrant forfeits.
    fn board(self, mut pairing: Pairing, of_match: Option<u16>) -> TournamentBoard {
        let gone = [pairing.white, pairing.black].map(|seed| self.is_withdrawn(seed));
        let forfeit = match gone {
            [false, false] => None,
            [true, true] => Some(Forfeit::Both),
            [true, false] => Some(Forfeit::By(Color::White)),
            [false, true] => Some(Forfeit::By(Color::Black)),
        };
        pairing.result = forfeit.map(PairingResult::Forfeit);
        TournamentBoard {
            pairing,
            game: None,
            of_match,
            replays: 0,
        }
    }
}
