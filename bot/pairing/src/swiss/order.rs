//! Which of the pairings that satisfy the criteria equally well comes first (Articles 3 and 4): first it is settled who of
//! the moved-down players is paired, then with whom, then who of the remainder is exchanged, and at last who meets whom
//! there. What is settled is taken out of the problem.

use super::bracket::{Paired, Problem};
use super::card::Float;
use super::criteria::Criteria;
use super::field::ColorQuality;
use crate::weight::{Gains, MOST_BITS, Matching};

/// The pairing of a bracket, and the matching in which it was found for those outside it. None when nobody can have the
/// bye here though somebody must.
pub(super) fn first_of_the_best(problem: &Problem<'_>) -> Option<(Paired, Matching)> {
    if let Some(paired) = perfect(problem) {
        return Some((paired, vec![None; problem.vertices.len()]));
    }
    let mut search = Search::new(problem)?;
    search.pair_movers();
    search.pair_remainder();
    Some(search.finish())
}

/// The very first candidate, if there is nothing to be improved in it and nobody moves down.
fn perfect(problem: &Problem<'_>) -> Option<Paired> {
    let bracket = problem.bracket;
    let field = bracket.field;
    let has_bye = problem.has_bye();
    if !problem.is_alone()
        || !bracket.movers.is_empty()
        || has_bye == bracket.size().is_multiple_of(2)
    {
        return None;
    }
    let half = bracket.size() / 2;
    let first = bracket.residents.start;
    let pairs: Vec<(usize, usize)> = (first..first + half).map(|one| (one, one + half)).collect();
    let good = |&(one, two): &(usize, usize)| {
        field.legal(one, two) && field.colors(one, two) == ColorQuality::PERFECT
    };
    let bye = has_bye.then(|| bracket.residents.end - 1);
    let bye_is_good = bye.is_none_or(|place| {
        let most = bracket
            .residents
            .clone()
            .filter(|&other| field.may_have_bye(other));
        let most = most.map(|other| field.card(other).played).max();
        field.may_have_bye(place)
            && most == Some(field.card(place).played)
            && (0..2).all(|ago| !field.had_float(place, Float::Down, ago))
    });
    (bye_is_good && pairs.iter().all(good)).then_some(Paired {
        pairs,
        downfloaters: Vec::new(),
        bye,
    })
}

struct Search<'a> {
    problem: &'a Problem<'a>,
    criteria: Criteria,
    /// Vertices that are not settled yet.
    active: Vec<usize>,
    /// The best matching of these found last.
    matching: Matching,
    /// Pairs that are settled, by vertices.
    settled: Vec<(usize, usize)>,
    /// Pairs that are to be made in the bracket.
    goal: usize,
}

impl<'a> Search<'a> {
    /// Finds how well the criteria can be satisfied, and which moved-down players are paired (Article 4.4).
    fn new(problem: &'a Problem<'a>) -> Option<Self> {
        let bracket = problem.bracket;
        let active: Vec<usize> = (0..problem.vertices.len()).collect();
        let movers = u32::try_from(bracket.movers.len()).unwrap_or(u32::MAX);
        let mut single_bye = problem.holds_bye_inside() && bracket.size() % 2 == 1;
        loop {
            let criteria = Criteria::new(problem, single_bye);
            let mut layout = criteria.layout.clone();
            let chosen = layout.bits_wide(movers);
            let more = |low: usize, high: usize, gains: &mut Gains| {
                if problem.is_inside(high) && low < bracket.movers.len() {
                    gains.add_bit(chosen, movers - 1 - u32::try_from(low).unwrap_or(0));
                }
            };
            let matching = problem.solve(&criteria, &layout, &active, &|_, _| true, &more);
            let goal = problem.inside_pairs(&matching).len();
            if problem.has_bye() && matching.last().copied().flatten().is_none() {
                return None;
            }
            if single_bye && 2 * goal + 1 != bracket.size() {
                single_bye = false;
                continue;
            }
            return Some(Self {
                problem,
                criteria,
                active,
                matching,
                settled: Vec::new(),
                goal,
            });
        }
    }

    /// Gives each moved-down player that is paired the first opponent that is possible (Article 4.2).
    fn pair_movers(&mut self) {
        let movers = self.problem.bracket.movers.len();
        let paired: Vec<usize> = (0..movers)
            .filter(|&mover| self.matching[mover].is_some_and(|mate| self.problem.is_inside(mate)))
            .collect();
        let kept = paired.clone();
        let allowed = move |low: usize, _: usize| low >= movers || kept.contains(&low);
        let ranks: Vec<usize> = (0..self.problem.vertices.len()).collect();
        self.settle(&paired, &ranks, &allowed);
    }

    /// Pairs what is left of the residents as a homogeneous bracket (Articles 3.6 and 4.3).
    fn pair_remainder(&mut self) {
        let pairs = self.goal - self.settled.len();
        let movers = self.problem.bracket.movers.len();
        let remainder: Vec<usize> = self
            .active
            .iter()
            .copied()
            .filter(|&vertex| vertex >= movers && self.problem.is_inside(vertex))
            .collect();
        if pairs == 0 {
            return;
        }
        let mut ranks = vec![usize::MAX; self.problem.vertices.len()];
        for (rank, &vertex) in remainder.iter().enumerate() {
            ranks[vertex] = rank;
        }
        if self.accept_in_order(&remainder[..pairs], &remainder[pairs..]) {
            return;
        }
        let upper = self.upper_half(&remainder, &ranks, pairs);
        let lower: Vec<usize> = remainder
            .iter()
            .copied()
            .filter(|v| !upper.contains(v))
            .collect();
        if upper != remainder[..pairs] && self.accept_in_order(&upper, &lower) {
            return;
        }
        let mut is_upper = vec![false; self.problem.vertices.len()];
        for &vertex in &upper {
            is_upper[vertex] = true;
        }
        let allowed =
            move |low: usize, high: usize| low >= movers && is_upper[low] && !is_upper[high];
        self.settle(&upper, &ranks, &allowed);
    }

    /// Who is paired as the higher one: the original first half with as few and as near exchanges as can be.
    fn upper_half(&mut self, remainder: &[usize], ranks: &[usize], pairs: usize) -> Vec<usize> {
        let movers = self.problem.bracket.movers.len();
        let size = remainder.len();
        let allowed = move |low: usize, _: usize| low >= movers;
        let mut layout = self.criteria.layout.clone();
        let kept = layout.count(pairs as u64);
        let nearness = layout.count((pairs * size) as u64);
        let near = |low: usize, high: usize, gains: &mut Gains| {
            if self.problem.is_inside(high) {
                gains.add_if(kept, ranks[low] < pairs);
                gains.add(nearness, (size - ranks[low]) as u64);
            }
        };
        let matching = self
            .problem
            .solve(&self.criteria, &layout, &self.active, &allowed, &near);
        let upper = self.uppers(&matching);
        if upper.iter().all(|&vertex| ranks[vertex] < pairs) {
            self.matching = matching;
            return upper;
        }
        // 4.3.2: the last one that leaves the first half, then the first one that comes into it.
        let bits = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        let leaving = layout.bits_wide(bits(pairs) + bits(pairs).ilog2() + 1);
        let coming = layout.bits_wide(bits(size - pairs));
        let exact = |low: usize, high: usize, gains: &mut Gains| {
            near(low, high, gains);
            if !self.problem.is_inside(high) {
                return;
            }
            let rank = ranks[low];
            if rank < pairs {
                // All bits but the one of whoever stays.
                for bit in (0..pairs).filter(|&bit| bit != rank) {
                    gains.add_bit(leaving, bits(bit));
                }
            } else {
                gains.add_bit(coming, bits(size - 1 - rank));
            }
        };
        let matching = self
            .problem
            .solve(&self.criteria, &layout, &self.active, &allowed, &exact);
        let upper = self.uppers(&matching);
        self.matching = matching;
        upper
    }

    fn uppers(&self, matching: &Matching) -> Vec<usize> {
        let pairs = self.problem.inside_pairs(matching);
        pairs.into_iter().map(|(low, _)| low).collect()
    }

    /// Settles the pairs of first with first, second with second, if the criteria are satisfied as well as they can be.
    fn accept_in_order(&mut self, upper: &[usize], lower: &[usize]) -> bool {
        if !self.problem.is_alone() {
            return false;
        }
        let mut pairs: Vec<(usize, usize)> =
            upper.iter().copied().zip(lower.iter().copied()).collect();
        if pairs.iter().any(|&(low, high)| low > high) {
            return false;
        }
        let left = &lower[upper.len()..];
        let mut found: Vec<(usize, usize)> = self.problem.inside_pairs(&self.matching);
        found.retain(|(low, _)| self.active.contains(low));
        if self.problem.has_bye() {
            let bye = self.problem.vertices.len() - 1;
            let &[only] = left else { return false };
            pairs.push((only, bye));
            found.extend(self.matching[bye].map(|vertex| (vertex, bye)));
        }
        let possible = pairs
            .iter()
            .all(|&(low, high)| self.problem.may_match(low, high));
        if !possible || self.worth(&pairs) != self.worth(&found) {
            return false;
        }
        for &(low, high) in &pairs {
            self.matching[low] = Some(high);
            self.matching[high] = Some(low);
        }
        for &vertex in left {
            if !self.problem.has_bye() {
                self.matching[vertex] = None;
            }
        }
        if self.problem.has_bye() {
            pairs.pop();
        }
        self.fix(&pairs);
        true
    }

    /// What these pairs add to each count of the criteria.
    fn worth(&self, pairs: &[(usize, usize)]) -> Vec<u64> {
        let mut worth = self.criteria.layout.zeros();
        for &(low, high) in pairs {
            let mut gains = Gains::default();
            self.criteria.gains(self.problem, low, high, &mut gains);
            gains.tally(&mut worth);
        }
        worth
    }

    /// Settles one after the other of `leaders` with whoever ranks first among those possible. As many are settled at
    /// once as fit beside the criteria.
    fn settle(
        &mut self,
        leaders: &[usize],
        ranks: &[usize],
        allowed: &dyn Fn(usize, usize) -> bool,
    ) {
        let known: Vec<usize> = ranks
            .iter()
            .copied()
            .filter(|&rank| rank != usize::MAX)
            .collect();
        let most = known.iter().max().map_or(0, |&rank| rank as u64 + 1);
        let width = (64 - most.leading_zeros()).max(1);
        let taken = self.criteria.layout.bits();
        let mut rest = leaders;
        while !rest.is_empty() {
            let wanted = width.saturating_mul(u32::try_from(rest.len()).unwrap_or(u32::MAX));
            let room = room_for(taken, wanted.min(8 * width)).saturating_sub(taken);
            let batch = rest.len().min((room / width).max(1) as usize);
            let (now, later) = rest.split_at(batch);
            rest = later;
            let mut layout = self.criteria.layout.clone();
            let mut counts = vec![None; self.problem.vertices.len()];
            for &leader in now {
                counts[leader] = Some(layout.count(most));
            }
            let more = |low: usize, high: usize, gains: &mut Gains| {
                if let Some(count) = counts[low].filter(|_| self.problem.is_inside(high)) {
                    gains.add(count, most - ranks[high] as u64);
                }
            };
            self.matching =
                self.problem
                    .solve(&self.criteria, &layout, &self.active, allowed, &more);
            let pairs: Vec<(usize, usize)> = now
                .iter()
                .filter_map(|&leader| Some((leader, self.matching[leader]?)))
                .collect();
            self.fix(&pairs);
        }
    }

    /// Takes pairs out of the problem.
    fn fix(&mut self, pairs: &[(usize, usize)]) {
        self.settled.extend_from_slice(pairs);
        self.active.retain(|&vertex| {
            !pairs
                .iter()
                .any(|&(low, high)| low == vertex || high == vertex)
        });
    }

    fn finish(self) -> (Paired, Matching) {
        let problem = self.problem;
        let place = |vertex: usize| problem.vertices[vertex].place;
        let left: Vec<usize> = self
            .active
            .iter()
            .copied()
            .filter(|&vertex| problem.is_inside(vertex))
            .collect();
        let bye = match *left.as_slice() {
            [only] if problem.holds_bye_inside() => Some(place(only)),
            _ => None,
        };
        let paired = Paired {
            pairs: self
                .settled
                .iter()
                .map(|&(low, high)| (place(low), place(high)))
                .collect(),
            downfloaters: if bye.is_some() {
                Vec::new()
            } else {
                left.into_iter().map(place).collect()
            },
            bye,
        };
        (paired, self.matching)
    }
}

/// How many bits to work with when `taken` are taken and `wanted` more are welcome: narrow weights are much faster.
fn room_for(taken: u32, wanted: u32) -> u32 {
    [57, 121, 249, 505, 1017]
        .into_iter()
        .find(|&room| room >= taken + wanted)
        .unwrap_or(MOST_BITS)
}
