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

use crate::model::{Format, Key, RoundRecord, TournamentBoard, TournamentRecord};
use crate::store::StoreError;

/// Maximum number of pairs tried one by one when not all can be kept apart.
const MAX_TRIED: usize = 16;

/// Returns the entrants and the rounds so far in terms of `pairing`; no rounds of an arena.
pub(crate) fn history_of(
    tournament: &TournamentRecord,
    rounds: &[RoundRecord],
) -> Result<History, StoreError> {
    let damaged = |error: pairing::HistoryError| {
        StoreError::Unreadable(Key::Tournament(tournament.id), error.to_string())
    };
    let mut history = History::new(tournament.entrants()).map_err(damaged)?;
    // Rounds of an arena overlap, and are more than a history holds.
    if let Format::Arena { .. } = tournament.plan.format {
        return Ok(history);
    }
    for round in rounds {
        history
            .add_round(round.round().map_err(damaged)?)
            .map_err(damaged)?;
    }
    for seed in left_early(tournament, rounds) {
        history.annul(seed);
    }
    Ok(history)
}

/// The entrants of a round robin who left before they had played half of their games, so that their results don't count in the
/// standings (FIDE C.05, Article 6.6). None if fewer than two players remain: the last one wins by forfeit.
pub(crate) fn left_early(tournament: &TournamentRecord, rounds: &[RoundRecord]) -> Vec<Seed> {
    let remaining = tournament.entries.iter().filter(|entry| !entry.withdrawn);
    let Format::RoundRobin(cycles) = tournament.plan.format else {
        return Vec::new();
    };
    if remaining.count() < 2 {
        return Vec::new();
    }
    let others = tournament.entries.len().saturating_sub(1);
    let games = match cycles {
        Cycles::Single => others,
        Cycles::Double => 2 * others,
    };
    let mut early: Vec<Seed> = (0..=others).map(Seed::from_index).collect();
    early.retain(|&seed| {
        let boards = rounds.iter().flat_map(|round| &round.boards);
        let paired = boards.map(|board| board.pairing);
        let own = paired.filter(|game| game.color_of(seed).is_some());
        let played = own.filter(|game| game.result.is_some_and(PairingResult::was_played));
        let entry = tournament.entry(seed);
        entry.is_some_and(|entry| entry.withdrawn) && 2 * played.count() < games
    });
    early
}

pub(crate) struct Ranked {
    /// `None` for entrants who are still in a knockout.
    pub(crate) rank: Option<usize>,
    pub(crate) seed: Seed,
    pub(crate) points: HalfPoints,
    pub(crate) figures: Vec<TieBreakValue>,
}

/// The entrants in order of rank; in a knockout, those who are still in come first.
pub(crate) fn ranking(
    tournament: &TournamentRecord,
    rounds: &[RoundRecord],
    history: &History,
) -> Vec<Ranked> {
    let without_figures = |rank, seed, points| Ranked {
        rank,
        seed,
        points,
        figures: Vec::new(),
    };
    match tournament.plan.format {
        Format::Arena { .. } => {
            let cards = tournament.arena_cards();
            let lines = arena::standings(&cards).into_iter();
            let lines = lines.map(|(rank, seed)| {
                // An arena counts whole points.
                let halves = u16::try_from(2 * cards[seed.index()].points).unwrap_or(u16::MAX);
                without_figures(Some(rank), seed, HalfPoints(halves))
            });
            lines.collect()
        }
        Format::Knockout { .. } => {
            let (plan, games) = knockout(tournament, rounds);
            let places = plan.places(&plan.matches(&games), tournament.entries.len());
            let lines = history.seeds().zip(places).zip(history.scores());
            let mut lines: Vec<_> = lines
                .map(|((seed, rank), points)| without_figures(rank, seed, points))
                .collect();
            lines.sort_by_key(|line| (line.rank.unwrap_or(0), line.seed));
            lines
        }
        Format::Swiss { .. } | Format::RoundRobin(_) => {
            let lines = standings(history, &tournament.ranking).into_iter();
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
pub(crate) fn knockout(
    tournament: &TournamentRecord,
    rounds: &[RoundRecord],
) -> (Knockout, Vec<Vec<Pairing>>) {
    let (elimination, rules) = match tournament.plan.format {
        Format::Knockout { elimination, rules } => (elimination, rules),
        Format::Swiss { .. } | Format::RoundRobin(_) | Format::Arena { .. } => Default::default(),
    };
    let plan = Knockout::new(tournament.entries.len(), elimination, rules);
    let mut games = vec![Vec::new(); plan.match_count()];
    for board in rounds.iter().flat_map(|round| &round.boards) {
        if let Some(number) = board.of_match
            && let Some(own) = games.get_mut(usize::from(number))
        {
            own.push(board.pairing);
        }
    }
    (plan, games)
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

/// Pairs the next round; `None` if no round is left or can be paired. A Swiss and an arena keep pairs `apart`, but a Swiss only
/// those without which the round can be paired.
pub(crate) fn next_round(
    tournament: &TournamentRecord,
    history: &History,
    rounds: &[RoundRecord],
    apart: &[(Seed, Seed)],
) -> Option<NextRound> {
    match tournament.plan.format {
        Format::Swiss { rounds } => {
            let round = |apart: &[_]| swiss_round(tournament, history, rounds, apart);
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
        Format::Arena { .. } => arena_round(tournament, rounds, apart),
        Format::RoundRobin(cycles) => {
            let all = round_robin::rounds(tournament.entries.len(), cycles);
            let round = all.into_iter().nth(usize::from(tournament.rounds))?;
            let boards = round
                .pairings()
                .map(|&game| board(tournament, game, None))
                .collect();
            let byes = round.slots().iter().filter_map(|slot| match *slot {
                Slot::Bye { seed, bye } => Some((seed, bye)),
                Slot::Pairing(_) => None,
            });
            Some(NextRound {
                boards,
                byes: byes.collect(),
                ..NextRound::default()
            })
        }
        Format::Knockout { .. } => {
            let (plan, games) = knockout(tournament, rounds);
            let matches = plan.matches(&games).into_iter().zip(0..);
            let boards = matches.filter_map(|(m, number)| match m.progress {
                Progress::Next(game) => Some(board(tournament, game, Some(number))),
                _ => None,
            });
            NextRound::of_boards(boards.collect())
        }
    }
}

fn arena_round(
    tournament: &TournamentRecord,
    rounds: &[RoundRecord],
    apart: &[(Seed, Seed)],
) -> Option<NextRound> {
    let boards = rounds.iter().flat_map(|round| &round.boards);
    let open = boards.filter(|board| board.pairing.result.is_none());
    let busy: BTreeSet<Seed> = open
        .flat_map(|board| [board.pairing.white, board.pairing.black])
        .collect();
    let (mut waiting, mut standing_in, mut there) = (Vec::new(), None, 0);
    for (place, entry) in tournament.entries.iter().enumerate() {
        if entry.withdrawn {
            continue;
        }
        let seed = Seed::from_index(place);
        there += 1;
        if busy.contains(&seed) {
            continue;
        }
        if tournament.is_stand_in(entry) {
            standing_in = Some(seed);
        } else {
            waiting.push(seed);
        }
    }
    waiting.extend(standing_in.filter(|_| waiting.len() % 2 == 1));
    let cards = tournament.arena_cards();
    waiting.sort_by_key(|seed| cards[seed.index()].priority());
    let mut games = arena::pair(&cards, &waiting, there, apart);
    // While no one plays, no other opponent will be free.
    if games.is_empty() && busy.is_empty() {
        games = arena::pair(&cards, &waiting, there.min(2), apart);
    }
    let boards = games.iter().map(|&game| board(tournament, game, None));
    let next = NextRound::of_boards(boards.collect())?;
    waiting.retain(|&seed| {
        Some(seed) != standing_in && games.iter().all(|game| game.color_of(seed).is_none())
    });
    Some(NextRound { waiting, ..next })
}

fn swiss_round(
    tournament: &TournamentRecord,
    history: &History,
    rounds: u8,
    apart: &[(Seed, Seed)],
) -> Option<NextRound> {
    let mut byes = Vec::new();
    let mut present = Vec::new();
    let mut standing_in = None;
    for (seed, entry) in history.seeds().zip(&tournament.entries) {
        if entry.withdrawn {
            continue;
        }
        if tournament.is_stand_in(entry) {
            standing_in = Some(seed);
        } else if entry.sits_out {
            byes.push((seed, Bye::HalfPoint));
        } else {
            present.push(seed);
        }
    }
    present.extend(standing_in.filter(|_| present.len() % 2 == 1));
    let request = Request {
        present,
        is_last: tournament.rounds + 1 >= u16::from(rounds),
        initial: tournament.initial,
        apart: apart.to_vec(),
    };
    let round = swiss::pair(history, &request).ok()?;
    byes.extend(round.bye.map(|seed| (seed, Bye::PairingAllocated)));
    let games = round.pairings.into_iter();
    let boards = games
        .map(|(game, _)| board(tournament, game, None))
        .collect();
    Some(NextRound {
        boards,
        byes,
        apart: apart.to_vec(),
        ..NextRound::default()
    })
}

/// A board of a new round. A withdrawn entrant forfeits.
fn board(
    tournament: &TournamentRecord,
    mut pairing: Pairing,
    of_match: Option<u16>,
) -> TournamentBoard {
    let gone = |seed: Seed| tournament.entry(seed).is_none_or(|entry| entry.withdrawn);
    let forfeit = match (gone(pairing.white), gone(pairing.black)) {
        (false, false) => None,
        (true, true) => Some(Forfeit::Both),
        (true, false) => Some(Forfeit::By(Color::White)),
        (false, true) => Some(Forfeit::By(Color::Black)),
    };
    pairing.result = forfeit.map(PairingResult::Forfeit);
    TournamentBoard {
        pairing,
        game: None,
        of_match,
        replays: 0,
    }
}
