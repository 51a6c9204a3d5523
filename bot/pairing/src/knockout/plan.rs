//! All matches of a knock-out, in the order in which they can be played: each names those that it waits for.

use super::{Elimination, Stage};
use crate::round::Seed;

/// Where a side of a match comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Source {
    Entrant(Seed),
    Nobody,
    WinnerOf(usize),
    LoserOf(usize),
}

/// A match before anything is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Plan {
    pub(super) stage: Stage,
    pub(super) sources: [Source; 2],
}

/// Every match among so many entrants, a match after all that it waits for.
pub(super) fn all(entrants: usize, elimination: Elimination) -> Vec<Plan> {
    let mut plans = Vec::new();
    let upper = upper_bracket(&mut plans, entrants);
    let last = plans.len() - 1;
    match elimination {
        Elimination::Single => plans[last].stage = Stage::Final,
        Elimination::Double => {
            let challenger = lower_bracket(&mut plans, &upper);
            let sources = [Source::WinnerOf(last), challenger];
            plans.push(Plan {
                stage: Stage::Final,
                sources,
            });
            let last = plans.len() - 1;
            let sources = [Source::LoserOf(last), Source::WinnerOf(last)];
            plans.push(Plan {
                stage: Stage::SecondFinal,
                sources,
            });
        }
    }
    plans
}

/// The bracket of those who have not lost, whose last match may be the final; returns the numbers of each round's matches.
fn upper_bracket(plans: &mut Vec<Plan>, entrants: usize) -> Vec<Vec<usize>> {
    let size = entrants.max(2).next_power_of_two();
    let first: Vec<Source> = seeding(size)
        .into_iter()
        .map(|place| {
            if place < entrants {
                Source::Entrant(Seed::at(place))
            } else {
                Source::Nobody
            }
        })
        .collect();
    let mut upper = vec![play(plans, Stage::Upper(1), &first)];
    while let Some(matches) = upper.last().filter(|matches| matches.len() > 1) {
        let winners: Vec<Source> = matches.iter().map(|&m| Source::WinnerOf(m)).collect();
        let round = u8::try_from(upper.len() + 1).unwrap_or(u8::MAX);
        upper.push(play(plans, Stage::Upper(round), &winners));
    }
    upper
}

/// Adds the matches of neighbors in a list, and returns their numbers.
fn play(plans: &mut Vec<Plan>, stage: Stage, sources: &[Source]) -> Vec<usize> {
    let (pairs, _) = sources.as_chunks::<2>();
    pairs
        .iter()
        .map(|&sources| {
            plans.push(Plan { stage, sources });
            plans.len() - 1
        })
        .collect()
}

/// The lower bracket: its rounds alternate between winners of the one before among themselves, and against those who
/// have just lost in the upper one, in reversed order so that few meet again soon. Returns its winner.
fn lower_bracket(plans: &mut Vec<Plan>, upper: &[Vec<usize>]) -> Source {
    let losers = |matches: &[usize]| {
        matches
            .iter()
            .map(|&m| Source::LoserOf(m))
            .collect::<Vec<_>>()
    };
    let winners = |matches: Vec<usize>| {
        matches
            .into_iter()
            .map(Source::WinnerOf)
            .collect::<Vec<_>>()
    };
    let mut round = 0;
    let mut next_stage = || {
        round += 1;
        Stage::Lower(round)
    };
    let mut alive = losers(&upper[0]);
    for dropping in &upper[1..] {
        let among = play(plans, next_stage(), &alive);
        let mut dropped = losers(dropping);
        dropped.reverse();
        let mixed: Vec<Source> = winners(among)
            .into_iter()
            .zip(dropped)
            .flat_map(|(winner, loser)| [winner, loser])
            .collect();
        alive = winners(play(plans, next_stage(), &mixed));
    }
    alive.first().copied().unwrap_or(Source::Nobody)
}

/// The order of the places of the starting list in the first round, so that better ones meet as late as possible.
fn seeding(size: usize) -> Vec<usize> {
    let mut order = vec![0];
    while order.len() < size {
        let next = 2 * order.len();
        order = order
            .into_iter()
            .flat_map(|place| [place, next - 1 - place])
            .collect();
    }
    order
}
