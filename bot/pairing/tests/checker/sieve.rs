//! Goes through all rounds that break no absolute criterion, and keeps those that are best bracket by bracket: by the
//! criteria in their order, and among equals by the order in which the handbook's procedure would come to them. One is
//! left, and it must be the round that was paired.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use pairing::swiss::SwissRound;

use super::facts::{Facts, Player, Wish};

/// For each place the opponent's place; one's own for the bye.
type Whole = Vec<usize>;

/// Pairs of a bracket, the higher-ranked one first.
type Pairs = Vec<(usize, usize)>;

/// What a bracket makes of a round: the lower the better, the first difference deciding.
type Failures = Vec<Vec<i64>>;

pub(super) fn any_round(facts: &Facts) -> bool {
    !all_rounds(facts).is_empty()
}

pub(super) fn faults(facts: &Facts, round: &SwissRound) -> Vec<String> {
    let mut paired: Whole = (0..facts.players.len()).collect();
    for (game, _) in &round.pairings {
        let (white, black) = (facts.place(game.white), facts.place(game.black));
        paired[white] = black;
        paired[black] = white;
    }
    let mut rounds = all_rounds(facts);
    // C5 before everything else.
    let bye_score = |round: &Whole| {
        let bye = (0..round.len()).find(|&place| round[place] == place);
        bye.map(|place| facts.players[place].score)
    };
    let least = rounds.iter().map(bye_score).min().flatten();
    rounds.retain(|round| bye_score(round) == least);
    let mut scores: Vec<u16> = facts.players.iter().map(|player| player.score).collect();
    scores.dedup();
    for (number, &score) in scores.iter().enumerate() {
        let next = scores.get(number + 1).copied();
        let best = best_of_bracket(facts, &rounds, score, next);
        rounds.retain(|round| inside(facts, round, score) == best);
        if inside(facts, &paired, score) != best {
            let names = |pairs: &[(usize, usize)]| {
                let seed = |place: usize| facts.players[place].seed.number();
                pairs
                    .iter()
                    .map(|&(one, two)| (seed(one), seed(two)))
                    .collect::<Vec<_>>()
            };
            return vec![format!(
                "with {score} half points there are {:?}, and should be {:?}",
                names(&inside(facts, &paired, score)),
                names(&best)
            )];
        }
    }
    Vec::new()
}

/// Every complete round (Article 1.9).
fn all_rounds(facts: &Facts) -> Vec<Whole> {
    fn extend(
        facts: &Facts,
        round: &mut Vec<Option<usize>>,
        bye_left: bool,
        found: &mut Vec<Whole>,
    ) {
        let Some(one) = round.iter().position(Option::is_none) else {
            found.push(round.iter().map(|mate| mate.unwrap()).collect());
            return;
        };
        for two in one + 1..round.len() {
            if round[two].is_none() && facts.may_meet(one, two) {
                round[one] = Some(two);
                round[two] = Some(one);
                extend(facts, round, bye_left, found);
                round[two] = None;
            }
        }
        if bye_left && !facts.players[one].had_free_point {
            round[one] = Some(one);
            extend(facts, round, false, found);
        }
        round[one] = None;
    }
    let mut found = Vec::new();
    let size = facts.players.len();
    extend(facts, &mut vec![None; size], size % 2 == 1, &mut found);
    found
}

/// The pairs of a bracket: those whose lower one has its score.
fn inside(facts: &Facts, round: &Whole, score: u16) -> Pairs {
    (0..round.len())
        .filter(|&one| one < round[one] && facts.players[round[one]].score == score)
        .map(|one| (one, round[one]))
        .collect()
}

/// Who is in the bracket: the residents, and everybody above who has nobody above or in their own group.
fn members(facts: &Facts, round: &Whole, score: u16) -> (Vec<usize>, Vec<usize>) {
    let lower = |place: usize| facts.players[round[place].max(place)].score;
    let is_bye = |place: usize| round[place] == place;
    let movers = (0..round.len())
        .filter(|&place| {
            facts.players[place].score > score && (lower(place) <= score || is_bye(place))
        })
        .collect();
    let residents = (0..round.len())
        .filter(|&place| facts.players[place].score == score)
        .collect();
    (movers, residents)
}

fn best_of_bracket(facts: &Facts, rounds: &[Whole], score: u16, next: Option<u16>) -> Pairs {
    // C8 asks what the best is that the next bracket can come to after these pairs.
    let mut candidates: BTreeMap<Pairs, (&Whole, Failures)> = BTreeMap::new();
    for round in rounds {
        let below = next.map_or_else(Vec::new, |next| floaters(facts, round, next));
        let entry = candidates
            .entry(inside(facts, round, score))
            .or_insert((round, below.clone()));
        if below < entry.1 {
            entry.1 = below;
        }
    }
    let best = candidates
        .into_iter()
        .min_by_key(|(pairs, (round, below))| {
            let mut failures = floaters(facts, round, score);
            failures.extend(below.iter().cloned());
            failures.extend(quality(facts, round, pairs, score));
            failures.extend(order(facts, round, pairs, score));
            failures
        });
    best.map(|(pairs, _)| pairs).unwrap_or_default()
}

/// C6 and C7: how many downfloaters, and their scores from the highest.
fn floaters(facts: &Facts, round: &Whole, score: u16) -> Failures {
    let down = downfloaters(facts, round, score);
    let mut scores: Vec<i64> = down
        .iter()
        .map(|&place| i64::from(facts.players[place].score))
        .collect();
    scores.sort_unstable_by_key(|&score| Reverse(score));
    vec![vec![i64::try_from(down.len()).unwrap()], scores]
}

fn downfloaters(facts: &Facts, round: &Whole, score: u16) -> Vec<usize> {
    let (movers, residents) = members(facts, round, score);
    let stays = |place: &usize| {
        let mate = round[*place];
        mate != *place && facts.players[mate.max(*place)].score == score
    };
    movers
        .into_iter()
        .chain(residents)
        .filter(|place| !stays(place))
        .collect()
}

/// C9 to C21.
fn quality(facts: &Facts, round: &Whole, pairs: &[(usize, usize)], score: u16) -> Failures {
    let player = |place: usize| &facts.players[place];
    let down = downfloaters(facts, round, score);
    let mut failures = Vec::new();
    let bye = match *down.as_slice() {
        [only] if round[only] == only => player(only).rounds_without_game,
        _ => 0,
    };
    let number = |count: usize| vec![i64::try_from(count).unwrap()];
    failures.push(number(bye));
    let count = |test: &dyn Fn(&Player, &Player) -> bool| {
        number(
            pairs
                .iter()
                .filter(|&&(one, two)| test(player(one), player(two)))
                .count(),
        )
    };
    let clash = |one: &Player, two: &Player| {
        one.wish().color().is_some() && one.wish().color() == two.wish().color()
    };
    let absolute = |player: &Player| matches!(player.wish(), Wish::Absolute(_));
    failures.push(count(&|one, two| {
        clash(one, two) && one.imbalance().abs() > 1 && two.imbalance().abs() > 1
    }));
    failures.push(count(&|one, two| {
        let (narrow, wide) = if one.imbalance().abs() <= two.imbalance().abs() {
            (one, two)
        } else {
            (two, one)
        };
        let level = one.imbalance().abs() == two.imbalance().abs();
        let both = absolute(one) && absolute(two);
        let third =
            |player: &Player| player.twice().is_some() && player.twice() != player.wish().color();
        clash(one, two)
            && both
            && if level {
                third(one) && third(two)
            } else {
                third(narrow) && wide.wish() == narrow.wish()
            }
    }));
    failures.push(count(&clash));
    failures.push(count(&|one, two| {
        let strong = |player: &Player| player.wish().strength() >= 2;
        clash(one, two) && strong(one) && strong(two) && !(absolute(one) && absolute(two))
    }));
    let residents_down = |back: usize| {
        let repeat = |&&place: &&usize| {
            player(place).score == score && player(place).downfloats.contains(&back)
        };
        number(down.iter().filter(repeat).count())
    };
    let moved = |&&(one, _): &&(usize, usize)| player(one).score > score;
    let opponents_up = |back: usize| {
        let again = pairs
            .iter()
            .filter(moved)
            .filter(|&&(_, two)| player(two).upfloats.contains(&back));
        number(again.count())
    };
    for back in [1, 2] {
        failures.push(residents_down(back));
        failures.push(opponents_up(back));
    }
    for back in [1, 2] {
        // A moved-down player who moves on counts more than one who is paired here.
        let mut movers: Vec<i64> = down
            .iter()
            .filter(|&&place| {
                player(place).score > score && player(place).downfloats.contains(&back)
            })
            .map(|&place| i64::from(player(place).score))
            .collect();
        movers.sort_unstable_by_key(|&score| Reverse(score));
        failures.push(movers);
        let mut opponents: Vec<i64> = pairs
            .iter()
            .filter(moved)
            .filter(|&&(_, two)| player(two).upfloats.contains(&back))
            .map(|&(one, _)| i64::from(player(one).score))
            .collect();
        opponents.sort_unstable_by_key(|&score| Reverse(score));
        failures.push(opponents);
    }
    failures
}

/// When the procedure of Articles 3 and 4 comes to these pairs.
fn order(facts: &Facts, round: &Whole, pairs: &[(usize, usize)], score: u16) -> Failures {
    let (movers, residents) = members(facts, round, score);
    let moved: Vec<(usize, usize)> = pairs
        .iter()
        .copied()
        .filter(|(one, _)| movers.contains(one))
        .collect();
    let numbers = |places: Vec<usize>| {
        places
            .into_iter()
            .map(|p| i64::try_from(p).unwrap())
            .collect()
    };
    let set: Vec<i64> = numbers(moved.iter().map(|&(one, _)| one).collect());
    let opponents: Vec<i64> = numbers(moved.iter().map(|&(_, two)| two).collect());
    // The remainder has numbers of its own.
    let rest: Vec<usize> = residents
        .into_iter()
        .filter(|place| !moved.iter().any(|(_, two)| two == place))
        .collect();
    let bsn =
        |place: usize| i64::try_from(rest.iter().position(|&p| p == place).unwrap()).unwrap() + 1;
    let remaining: Vec<(i64, i64)> = pairs
        .iter()
        .filter(|pair| !moved.contains(pair))
        .map(|&(one, two)| (bsn(one), bsn(two)))
        .collect();
    let half = i64::try_from(remaining.len()).unwrap();
    let upper: Vec<i64> = remaining.iter().map(|&(one, _)| one).collect();
    let came: Vec<i64> = upper.iter().copied().filter(|&one| one > half).collect();
    let mut left: Vec<i64> = (1..=half).filter(|one| !upper.contains(one)).collect();
    left.sort_unstable_by_key(|&one| Reverse(one));
    let difference = came.iter().sum::<i64>() - left.iter().sum::<i64>();
    vec![
        set,
        opponents,
        vec![i64::try_from(came.len()).unwrap()],
        vec![difference],
        left.into_iter().map(|one| -one).collect(),
        came,
        remaining.iter().map(|&(_, two)| two).collect(),
    ]
}
