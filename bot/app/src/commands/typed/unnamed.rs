//! Assigns words without a name to options.

use std::collections::HashSet;
use std::ops::Range;

use crate::commands::typed::value::{Fit, fit, most_words};
use crate::commands::typed::words::Word;
use crate::spec::{Kind, OptionSpec};

type Assigned = (&'static OptionSpec, String);

/// Assigns every word to an option, and a word to each required option if possible.
///
/// Prefers assignments with few values of several words, then [sure](Fit) ones in the order of the options. [Last](Fit) ones
/// count only if there is no other assignment.
///
/// # Errors
/// Returns the index of the first word that fits no option, given those before it.
pub(super) fn assign(
    words: &[&Word],
    options: &[&'static OptionSpec],
) -> Result<Vec<Assigned>, usize> {
    let with_last: Vec<_> = options.iter().map(|one| fitting(one, words)).collect();
    let without_last: Vec<_> = with_last.iter().map(|one| without_last(one)).collect();
    let required = (0..).zip(options).filter(|(_, option)| option.required);
    let required = required.fold(0, |all, (n, _)| all | (1 << n));
    let attempt = |lengths: &[Vec<Vec<(usize, Fit)>>], end: usize, required: u32| {
        let most = end.min(options.len());
        (0..=most).rev().find_map(|values| {
            let mut search = Search {
                lengths,
                end,
                values,
                required,
                dead: HashSet::new(),
                found: Vec::new(),
            };
            search.place(0, 0).then_some(search.found)
        })
    };
    let all = words.len();
    let found = attempt(&without_last, all, required)
        .or_else(|| attempt(&with_last, all, required))
        .or_else(|| attempt(&without_last, all, 0))
        .or_else(|| attempt(&with_last, all, 0));
    let Some(found) = found else {
        let is_whole = |&end: &usize| attempt(&without_last, end, 0).is_some();
        return Err((0..all).rev().find(is_whole).unwrap_or(0));
    };
    if let Some(number) = number_for_time(&found, words, options) {
        return Err(number);
    }
    let assigned = found.into_iter();
    let assigned = assigned.map(|(n, range)| (options[n], joined(&words[range])));
    Ok(assigned.collect())
}

/// Returns the index of a number that was read as a time but must be a level.
fn number_for_time(
    found: &[(usize, Range<usize>)],
    words: &[&Word],
    options: &[&OptionSpec],
) -> Option<usize> {
    let is_level = |n: usize| matches!(options[n].kind, Kind::Level);
    let lacks_level = (0..options.len()).any(is_level) && !found.iter().any(|(n, _)| is_level(*n));
    let is_time = |(n, _): &&(usize, _)| matches!(options[*n].kind, Kind::Time);
    let (_, range) = found.iter().find(is_time).filter(|_| lacks_level)?;
    let is_number = joined(&words[range.clone()]).parse::<u64>().is_ok();
    is_number.then_some(range.start)
}

fn joined(words: &[&Word]) -> String {
    let values: Vec<_> = words.iter().map(|word| &*word.value).collect();
    values.join(" ")
}

/// Returns, for every word, how many words starting there can be a value of the option.
fn fitting(option: &OptionSpec, words: &[&Word]) -> Vec<Vec<(usize, Fit)>> {
    let counts = |from: usize| {
        let most = most_words(option.kind).min(words.len() - from);
        let counts = (1..=most).filter_map(|count| {
            let fit = fit(option, &joined(&words[from..from + count]))?;
            Some((count, fit))
        });
        counts.collect()
    };
    (0..words.len()).map(counts).collect()
}

fn without_last(lengths: &[Vec<(usize, Fit)>]) -> Vec<Vec<(usize, Fit)>> {
    let is_kept = |(_, fit): &&(usize, Fit)| *fit != Fit::Last;
    let kept = |counts: &Vec<(usize, Fit)>| counts.iter().filter(is_kept).copied().collect();
    lengths.iter().map(kept).collect()
}

/// A search for a way to give the first words to some options.
struct Search<'a> {
    /// [`fitting`] for every option.
    lengths: &'a [Vec<Vec<(usize, Fit)>>],
    end: usize,
    /// How many options get a value.
    values: usize,
    /// The set of options that must get one.
    required: u32,
    /// Dead ends: the next word, and the set of options that have a value.
    dead: HashSet<(usize, u32)>,
    found: Vec<(usize, Range<usize>)>,
}

impl Search<'_> {
    /// Assigns the words from `from` on to options that are not in the set `full`.
    fn place(&mut self, from: usize, full: u32) -> bool {
        let open = self.values - self.found.len();
        if from == self.end {
            return open == 0 && self.required & !full == 0;
        }
        // Every value takes a word at least.
        if open == 0 || open > self.end - from || self.dead.contains(&(from, full)) {
            return false;
        }
        let lengths = self.lengths;
        for wanted in [Fit::Sure, Fit::Unsure, Fit::Last] {
            for (n, lengths) in lengths.iter().enumerate() {
                let bit = 1 << n;
                let fits = lengths[from].iter().filter(|(_, fit)| *fit == wanted);
                for &(count, _) in fits {
                    if full & bit != 0 || from + count > self.end {
                        break;
                    }
                    self.found.push((n, from..from + count));
                    if self.place(from + count, full | bit) {
                        return true;
                    }
                    self.found.pop();
                }
            }
        }
        self.dead.insert((from, full));
        false
    }
}
