//! The bracket: all matches in playing order, and where their sides come from.

use super::{Elimination, Side, Stage};
use crate::round::Seed;

/// The source of a side of a match. Matches are named by their index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Source {
    Known(Side),
    WinnerOf(usize),
    LoserOf(usize),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct BracketMatch {
    pub(super) stage: Stage,
    pub(super) sources: [Source; 2],
}

/// Builds the bracket. A match comes after all matches that feed it.
pub(super) fn build(entrants: usize, elimination: Elimination) -> Vec<BracketMatch> {
    let mut bracket = Vec::new();
    let upper = upper_bracket(&mut bracket, entrants);
    let last = bracket.len() - 1;
    match elimination {
        Elimination::Single => bracket[last].stage = Stage::Final,
        Elimination::Double => {
            let challenger = lower_bracket(&mut bracket, &upper);
            let sources = [Source::WinnerOf(last), challenger];
            let grand_final = add_round(&mut bracket, Stage::Final, &sources)[0];
            let sources = [Source::LoserOf(grand_final), Source::WinnerOf(grand_final)];
            add_round(&mut bracket, Stage::BracketReset, &sources);
        }
    }
    bracket
}

/// Adds the upper bracket. Returns the matches of each round.
fn upper_bracket(bracket: &mut Vec<BracketMatch>, entrants: usize) -> Vec<Vec<usize>> {
    let size = entrants.max(2).next_power_of_two();
    let sides = seeding(size).into_iter().map(|index| {
        let seed = (index < entrants).then(|| Seed::from_index(index));
        Source::Known(seed.map_or(Side::Empty, Side::Entrant))
    });
    let first: Vec<Source> = sides.collect();
    let mut rounds = vec![add_round(bracket, Stage::Upper(1), &first)];
    while let Some(matches) = rounds.last().filter(|matches| matches.len() > 1) {
        let round = u8::try_from(rounds.len() + 1).unwrap_or(u8::MAX);
        let winners = winners(matches);
        rounds.push(add_round(bracket, Stage::Upper(round), &winners));
    }
    rounds
}

/// Adds the lower bracket. Returns the source of its winner.
///
/// Rounds alternate: the survivors play each other, then the losers of the next upper round. Those drop in in reverse
/// order, which delays rematches.
fn lower_bracket(bracket: &mut Vec<BracketMatch>, upper: &[Vec<usize>]) -> Source {
    let mut survivors = losers(&upper[0]);
    for (matches, round) in upper[1..].iter().zip(0..) {
        let minor = add_round(bracket, Stage::Lower(2 * round + 1), &survivors);
        let dropping = losers(matches).into_iter().rev();
        let sources: Vec<Source> = winners(&minor)
            .into_iter()
            .zip(dropping)
            .flat_map(|(survivor, dropped)| [survivor, dropped])
            .collect();
        survivors = winners(&add_round(bracket, Stage::Lower(2 * round + 2), &sources));
    }
    survivors[0]
}

/// Adds a match for each two neighboring sources. Returns their indices.
fn add_round(bracket: &mut Vec<BracketMatch>, stage: Stage, sources: &[Source]) -> Vec<usize> {
    let first = bracket.len();
    let (pairs, _) = sources.as_chunks::<2>();
    bracket.extend(pairs.iter().map(|&sources| BracketMatch { stage, sources }));
    (first..bracket.len()).collect()
}

fn winners(matches: &[usize]) -> Vec<Source> {
    matches.iter().copied().map(Source::WinnerOf).collect()
}

fn losers(matches: &[usize]) -> Vec<Source> {
    matches.iter().copied().map(Source::LoserOf).collect()
}

/// The standard bracket order of zero-based seeds: 1 and 2 can only meet in the final, 1 to 4 in the semifinals.
fn seeding(size: usize) -> Vec<usize> {
    let mut order = vec![0];
    while order.len() < size {
        let next = 2 * order.len();
        order = order
            .into_iter()
            .flat_map(|seed| [seed, next - 1 - seed])
            .collect();
    }
    order
}
