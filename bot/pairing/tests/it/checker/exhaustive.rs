//! Enumerates all rounds that satisfy the absolute criteria, and keeps the best bracket by bracket: by the criteria in
//! order, and among equals by the order of the handbook's procedure. The one that remains must be the one paired.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use pairing::swiss::SwissRound;

use super::field::{Field, Player, Preference};

/// The index of each player's opponent, or their own for the PAB.
type FullRound = Vec<usize>;

/// The pairs of a bracket, the higher-ranked player first.
type Pairs = Vec<(usize, usize)>;

/// The failures of a bracket by criterion, compared lexicographically. Less is better.
type Failures = Vec<Vec<i64>>;

pub(super) fn is_round_possible(field: &Field) -> bool {
    !all_rounds(field).is_empty()
}

pub(super) fn violations(field: &Field, round: &SwissRound) -> Vec<String> {
    let mut paired: FullRound = (0..field.players.len()).collect();
    for (game, _) in &round.pairings {
        let (white, black) = (field.index(game.white), field.index(game.black));
        paired[white] = black;
        paired[black] = white;
    }
    let mut rounds = all_rounds(field);
    // C5 comes before everything else.
    let bye_score = |round: &FullRound| {
        let bye = (0..round.len()).find(|&index| round[index] == index);
        bye.map(|index| field.players[index].score)
    };
    let lowest = rounds.iter().map(bye_score).min().flatten();
    rounds.retain(|round| bye_score(round) == lowest);
    let mut scores: Vec<u16> = field.players.iter().map(|player| player.score).collect();
    scores.dedup();
    for (number, &score) in scores.iter().enumerate() {
        let next = scores.get(number + 1).copied();
        let best = best_pairs(field, &rounds, score, next);
        rounds.retain(|round| bracket_pairs(field, round, score) == best);
        let actual = bracket_pairs(field, &paired, score);
        if actual != best {
            let seeds = |pairs: &Pairs| {
                let seed = |index: usize| field.players[index].seed.number();
                let pairs = pairs.iter().map(|&(one, two)| (seed(one), seed(two)));
                pairs.collect::<Vec<_>>()
            };
            return vec![format!(
                "the bracket of {score} half points is {:?}, expected {:?}",
                seeds(&actual),
                seeds(&best)
            )];
        }
    }
    Vec::new()
}

/// Every complete round (Article 1.9).
fn all_rounds(field: &Field) -> Vec<FullRound> {
    fn extend(
        field: &Field,
        round: &mut Vec<Option<usize>>,
        byes_left: usize,
        found: &mut Vec<FullRound>,
    ) {
        let Some(one) = round.iter().position(Option::is_none) else {
            found.push(round.iter().map(|opponent| opponent.unwrap()).collect());
            return;
        };
        for two in one + 1..round.len() {
            if round[two].is_none() && field.may_meet(one, two) {
                round[one] = Some(two);
                round[two] = Some(one);
                extend(field, round, byes_left, found);
                round[two] = None;
            }
        }
        if byes_left > 0 && !field.players[one].had_free_point {
            round[one] = Some(one);
            extend(field, round, byes_left - 1, found);
        }
        round[one] = None;
    }
    let mut found = Vec::new();
    let size = field.players.len();
    extend(field, &mut vec![None; size], size % 2, &mut found);
    found
}

/// The pairs of a bracket: those whose lower-ranked player has its score.
fn bracket_pairs(field: &Field, round: &FullRound, score: u16) -> Pairs {
    (0..round.len())
        .filter(|&one| one < round[one] && field.players[round[one]].score == score)
        .map(|one| (one, round[one]))
        .collect()
}

fn best_pairs(field: &Field, rounds: &[FullRound], score: u16, next: Option<u16>) -> Pairs {
    // C8: the best that the next bracket can reach after these pairs.
    let mut candidates: BTreeMap<Pairs, (&FullRound, Failures)> = BTreeMap::new();
    for round in rounds {
        let below = next.map_or_else(Vec::new, |next| {
            Bracket::new(field, round, next).downfloater_failures()
        });
        let entry = candidates
            .entry(bracket_pairs(field, round, score))
            .or_insert((round, below.clone()));
        if below < entry.1 {
            entry.1 = below;
        }
    }
    let best = candidates.into_values().min_by_key(|(round, below)| {
        let bracket = Bracket::new(field, round, score);
        let mut failures = bracket.downfloater_failures();
        failures.extend(below.iter().cloned());
        failures.push(bracket.bye_failures());
        failures.extend(bracket.color_failures());
        failures.extend(bracket.float_failures());
        failures.extend(bracket.position());
        failures
    });
    best.map_or_else(Vec::new, |(round, _)| bracket_pairs(field, round, score))
}

/// A bracket of a round. Players are indices into the field.
struct Bracket<'a> {
    field: &'a Field,
    round: &'a FullRound,
    score: u16,
    pairs: Pairs,
    /// Players from above who have no opponent above the bracket.
    mdps: Vec<usize>,
    residents: Vec<usize>,
    downfloaters: Vec<usize>,
}

impl<'a> Bracket<'a> {
    fn new(field: &'a Field, round: &'a FullRound, score: u16) -> Self {
        let own = |index: usize| field.players[index].score;
        let lower = |index: usize| own(round[index].max(index));
        let is_bye = |index: usize| round[index] == index;
        let mdps: Vec<usize> = (0..round.len())
            .filter(|&index| own(index) > score && (lower(index) <= score || is_bye(index)))
            .collect();
        let residents: Vec<usize> = (0..round.len())
            .filter(|&index| own(index) == score)
            .collect();
        let members = mdps.iter().chain(&residents).copied();
        let downfloaters = members
            .filter(|&index| is_bye(index) || lower(index) != score)
            .collect();
        Self {
            field,
            round,
            score,
            pairs: bracket_pairs(field, round, score),
            mdps,
            residents,
            downfloaters,
        }
    }

    fn player(&self, index: usize) -> &Player {
        &self.field.players[index]
    }

    fn mdp_pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        let pairs = self.pairs.iter().copied();
        pairs.filter(|&(one, _)| self.player(one).score > self.score)
    }

    /// C6 and C7: the number of downfloaters, and their scores from the highest.
    fn downfloater_failures(&self) -> Failures {
        let scores = self.downfloaters.iter().map(|&index| self.player(index));
        let scores = scores.map(|player| player.score);
        vec![number(self.downfloaters.len()), descending(scores)]
    }

    /// C9.
    fn bye_failures(&self) -> Vec<i64> {
        number(match *self.downfloaters.as_slice() {
            [only] if self.round[only] == only => self.player(only).rounds_without_game,
            _ => 0,
        })
    }

    /// C10 to C13.
    fn color_failures(&self) -> Failures {
        let count = |fails: &dyn Fn(&Player, &Player) -> bool| {
            let pairs = self.pairs.iter();
            let failing = pairs.filter(|&&(one, two)| fails(self.player(one), self.player(two)));
            number(failing.count())
        };
        let clash = |one: &Player, two: &Player| {
            one.preference().color().is_some()
                && one.preference().color() == two.preference().color()
        };
        let is_absolute = |player: &Player| matches!(player.preference(), Preference::Absolute(_));
        let is_strong = |player: &Player| player.preference().strength() >= 2;
        let difference = |player: &Player| player.color_difference().abs();
        vec![
            count(&|one, two| clash(one, two) && difference(one) > 1 && difference(two) > 1),
            count(&|one, two| {
                clash(one, two) && is_absolute(one) && is_absolute(two) && gets_third(one, two)
            }),
            count(&clash),
            count(&|one, two| {
                clash(one, two)
                    && is_strong(one)
                    && is_strong(two)
                    && !(is_absolute(one) && is_absolute(two))
            }),
        ]
    }

    /// C14 to C21.
    fn float_failures(&self) -> Failures {
        let had_downfloat = |index: usize, ago: usize| self.player(index).downfloats.contains(&ago);
        let had_upfloat = |index: usize, ago: usize| self.player(index).upfloats.contains(&ago);
        let mut failures = Vec::new();
        for ago in [1, 2] {
            let residents = self.downfloaters.iter().filter(|&&index| {
                self.player(index).score == self.score && had_downfloat(index, ago)
            });
            failures.push(number(residents.count()));
            let opponents = self.mdp_pairs().filter(|&(_, two)| had_upfloat(two, ago));
            failures.push(number(opponents.count()));
        }
        for ago in [1, 2] {
            let mdps = self.downfloaters.iter().filter(|&&index| {
                self.player(index).score > self.score && had_downfloat(index, ago)
            });
            failures.push(descending(mdps.map(|&index| self.player(index).score)));
            let opponents = self.mdp_pairs().filter(|&(_, two)| had_upfloat(two, ago));
            failures.push(descending(opponents.map(|(one, _)| self.player(one).score)));
        }
        failures
    }

    /// The position of these pairs in the sequence that Articles 3 and 4 generate.
    fn position(&self) -> Failures {
        let numbers = |indices: Vec<usize>| -> Vec<i64> {
            let numbers = indices.into_iter().map(i64::try_from);
            numbers.map(Result::unwrap).collect()
        };
        let (mdps, opponents): (Vec<usize>, Vec<usize>) = self
            .pairs
            .iter()
            .copied()
            .filter(|(one, _)| self.mdps.contains(one))
            .unzip();
        // The remainder is numbered from 1 (BSN, bracket sequence number).
        let residents = self.residents.iter().copied();
        let remainder: Vec<usize> = residents.filter(|i| !opponents.contains(i)).collect();
        let bsn = |index: usize| {
            let position = remainder.iter().position(|&other| other == index);
            i64::try_from(position.unwrap()).unwrap() + 1
        };
        let (s1, s2): (Vec<i64>, Vec<i64>) = self
            .pairs
            .iter()
            .filter(|(one, _)| !self.mdps.contains(one))
            .map(|&(one, two)| (bsn(one), bsn(two)))
            .unzip();
        let half = i64::try_from(s1.len()).unwrap();
        let coming: Vec<i64> = s1.iter().copied().filter(|&one| one > half).collect();
        let mut leaving: Vec<i64> = (1..=half).filter(|one| !s1.contains(one)).collect();
        leaving.sort_unstable_by_key(|&one| Reverse(one));
        let difference = coming.iter().sum::<i64>() - leaving.iter().sum::<i64>();
        vec![
            numbers(mdps),
            numbers(opponents),
            number(coming.len()),
            vec![difference],
            leaving.into_iter().map(|one| -one).collect(),
            coming,
            s2,
        ]
    }
}

/// C11, for two players with the same absolute preference.
fn gets_third(one: &Player, two: &Player) -> bool {
    let refused = |player: &Player| {
        let repeated = player.repeated_color();
        repeated.is_some() && repeated != player.preference().color()
    };
    let [first, second] = [one, two].map(|player| player.color_difference().abs());
    match first.cmp(&second) {
        std::cmp::Ordering::Equal => refused(one) && refused(two),
        std::cmp::Ordering::Less => refused(one),
        std::cmp::Ordering::Greater => refused(two),
    }
}

fn number(count: usize) -> Vec<i64> {
    vec![i64::try_from(count).unwrap()]
}

fn descending(scores: impl Iterator<Item = u16>) -> Vec<i64> {
    let mut scores: Vec<i64> = scores.map(i64::from).collect();
    scores.sort_unstable_by_key(|&score| Reverse(score));
    scores
}
