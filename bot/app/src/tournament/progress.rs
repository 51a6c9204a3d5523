//! What comes next: the pairing of a round from what has happened so far.

use std::collections::BTreeSet;

use pairing::knockout::{Knockout, Progress};
use pairing::swiss::Request;
use pairing::{
    Bye, Forfeit, History, Pairing, PairingResult, Seed, Slot, arena, round_robin, standings, swiss,
};
use rules_core::Color;

use crate::model::key::Key;
use crate::model::record::{Format, RoundRecord, TournamentBoard, TournamentRecord};
use crate::store::StoreError;

/// Everything that was paired, as the pairing knows it.
pub(crate) fn history_of(
    tournament: &TournamentRecord,
    rounds: &[RoundRecord],
) -> Result<History, StoreError> {
    let damaged = |error: pairing::HistoryError| {
        StoreError::Unreadable(Key::Tournament(tournament.id), error.to_string())
    };
    let mut history = History::new(tournament.entrants()).map_err(damaged)?;
    // An arena has no rounds that follow each other, and more of them than a history holds.
    if let Format::Arena { .. } = tournament.plan.format {
        return Ok(history);
    }
    for round in rounds {
        history
            .add_round(round.round().map_err(damaged)?)
            .map_err(damaged)?;
    }
    Ok(history)
}

/// Everybody's place as things stand; of a knock-out only those who are out have one.
pub(crate) fn places(tournament: &TournamentRecord, rounds: &[RoundRecord]) -> Vec<(Seed, usize)> {
    match tournament.plan.format {
        Format::Arena { .. } => arena::standings(&tournament.arena_cards())
            .into_iter()
            .map(|(place, seed)| (seed, place))
            .collect(),
        Format::Knockout { .. } => {
            let (plan, games) = knockout(tournament, rounds);
            let entered = tournament.entries.len();
            let places = plan.places(&plan.matches(&games), entered);
            let seeds = (0..entered).map(Seed::from_index);
            seeds
                .zip(places)
                .filter_map(|(seed, place)| Some((seed, place?)))
                .collect()
        }
        // What was damaged was refused when the last round was paired.
        _ => history_of(tournament, rounds).map_or_else(
            |_| Vec::new(),
            |history| {
                let lines = standings(&history, &tournament.ranking).into_iter();
                lines.map(|line| (line.seed, line.rank)).collect()
            },
        ),
    }
}

/// The plan of a knock-out, and the games of each match.
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
        let of_match = board
            .of_match
            .and_then(|number| games.get_mut(usize::from(number)));
        if let Some(own) = of_match {
            own.push(board.pairing);
        }
    }
    (plan, games)
}

pub(crate) type Boards = (Vec<TournamentBoard>, Vec<(Seed, Bye)>);

/// The next round; none when there is none.
pub(crate) fn next_boards(
    tournament: &TournamentRecord,
    history: &History,
    rounds: &[RoundRecord],
) -> Option<Boards> {
    match tournament.plan.format {
        Format::Swiss { rounds } => swiss_boards(tournament, history, rounds),
        Format::Arena { .. } => arena_boards(tournament, rounds),
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
            Some((boards, byes.collect()))
        }
        Format::Knockout { .. } => {
            let (plan, games) = knockout(tournament, rounds);
            let boards: Vec<TournamentBoard> = plan
                .matches(&games)
                .iter()
                .zip(0..)
                .filter_map(|(m, number)| match m.progress {
                    Progress::Next(game) => Some(board(tournament, game, Some(number))),
                    _ => None,
                })
                .collect();
            (!boards.is_empty()).then_some((boards, Vec::new()))
        }
    }
}

/// Those who are free in an arena, as far as they can be paired.
fn arena_boards(tournament: &TournamentRecord, rounds: &[RoundRecord]) -> Option<Boards> {
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
        if tournament.stands_in(entry) {
            standing_in = Some(seed);
        } else {
            waiting.push(seed);
        }
    }
    waiting.extend(standing_in.filter(|_| waiting.len() % 2 == 1));
    // Who has played least has waited longest.
    let cards = tournament.arena_cards();
    waiting.sort_by_key(|seed| cards[seed.index()].games);
    let boards: Vec<TournamentBoard> = arena::pair(&cards, &waiting, there)
        .into_iter()
        .map(|game| board(tournament, game, None))
        .collect();
    (!boards.is_empty()).then_some((boards, Vec::new()))
}

fn swiss_boards(tournament: &TournamentRecord, history: &History, rounds: u8) -> Option<Boards> {
    let mut byes = Vec::new();
    let mut present = Vec::new();
    let mut standing_in = None;
    for (seed, entry) in history.seeds().zip(&tournament.entries) {
        if entry.withdrawn {
            continue;
        }
        if tournament.stands_in(entry) {
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
    };
    let round = swiss::pair(history, &request).ok()?;
    byes.extend(round.bye.map(|seed| (seed, Bye::PairingAllocated)));
    let games = round.pairings.into_iter();
    Some((
        games
            .map(|(game, _)| board(tournament, game, None))
            .collect(),
        byes,
    ))
}

/// A board of a new round. Whoever has withdrawn has lost already.
fn board(
    tournament: &TournamentRecord,
    mut pairing: Pairing,
    of_match: Option<u16>,
) -> TournamentBoard {
    let gone = |seed: Seed| tournament.entry(seed).is_none_or(|entry| entry.withdrawn);
    pairing.result = match (gone(pairing.white), gone(pairing.black)) {
        (false, false) => None,
        (true, true) => Some(PairingResult::Forfeit(Forfeit::Both)),
        (white, _) => {
            let absent = if white { Color::White } else { Color::Black };
            Some(PairingResult::Forfeit(Forfeit::By(absent)))
        }
    };
    TournamentBoard {
        pairing,
        game: None,
        of_match,
        replays: 0,
    }
}
