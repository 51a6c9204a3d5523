//! Selects a bracket's pairing: the best by the criteria, and among equals the first that the sequential procedure of
//! Articles 3 and 4 generates.
//!
//! Decisions are made one group at a time, each by a matching with extra counts: which MDPs are paired, with whom, which
//! players of the remainder are exchanged between S1 and S2, and who meets whom there. Decided pairs leave the graph.

use super::bracket::{BracketPairing, Pair, Scope};
use super::criteria::Criteria;
use super::graph::BracketGraph;
use super::player::Float;
use crate::weight::{CAPACITIES, EdgeWeight, Matching, WeightLayout};

/// Returns the first of the best candidates with the matching of the players outside the bracket that goes with it, or `None` if
/// the PAB is due here and no one can have it.
pub(super) fn first_best(graph: &BracketGraph<'_>) -> Option<(BracketPairing, Matching)> {
    if let Some(pairing) = perfect_first_candidate(graph) {
        return Some((pairing, vec![None; graph.vertices.len()]));
    }
    let mut selection = Selection::new(graph)?;
    selection.pair_mdps();
    selection.pair_remainder();
    Some(selection.finish())
}

/// The first candidate of a homogeneous bracket, if it satisfies all criteria and no one floats down.
fn perfect_first_candidate(graph: &BracketGraph<'_>) -> Option<BracketPairing> {
    let (bracket, roster) = (graph.bracket, graph.bracket.roster);
    let has_bye = graph.has_bye();
    if graph.scope != Scope::Bracket
        || !bracket.mdps.is_empty()
        || has_bye == bracket.size().is_multiple_of(2)
    {
        return None;
    }
    let pairs = bracket.size() / 2;
    let pairs: Vec<Pair> = (bracket.residents.start..)
        .take(pairs)
        .map(|first| Pair {
            first,
            second: first + pairs,
        })
        .collect();
    let is_perfect = |pair: &Pair| {
        roster.may_meet(pair.first, pair.second)
            && roster.satisfied_criteria(pair.first, pair.second) == [true; 4]
    };
    let bye = has_bye.then(|| bracket.residents.end - 1);
    let is_perfect_bye = |player: usize| {
        let candidates = bracket.residents.clone();
        let candidates = candidates.filter(|&other| roster.may_have_bye(other));
        let most_games = candidates.map(|other| roster.players[other].games_played());
        roster.may_have_bye(player)
            && most_games.max() == Some(roster.players[player].games_played())
            && [0, 1].map(|ago| roster.had_float(player, Float::Down, ago)) == [false; 2]
    };
    let is_best = pairs.iter().all(is_perfect) && bye.is_none_or(is_perfect_bye);
    is_best.then_some(BracketPairing {
        pairs,
        downfloaters: Vec::new(),
        bye,
    })
}

/// The state of the selection. Players are vertices of the graph.
struct Selection<'a> {
    graph: &'a BracketGraph<'a>,
    criteria: Criteria<'a>,
    /// Vertices that are not in a decided pair.
    active: Vec<usize>,
    /// The last best matching of the active vertices.
    matching: Matching,
    decided: Vec<Pair>,
    /// The number of pairs in the bracket.
    target: usize,
}

impl<'a> Selection<'a> {
    /// Optimizes the criteria, and selects the MDPs that are paired (Article 4.4).
    fn new(graph: &'a BracketGraph<'a>) -> Option<Self> {
        let bracket = graph.bracket;
        if graph.has_bye_in_bracket() && bracket.size() % 2 == 1 {
            let selection = Self::with_criteria(graph, Criteria::new(graph, true))?;
            if 2 * selection.target + 1 == bracket.size() {
                return Some(selection);
            }
        }
        Self::with_criteria(graph, Criteria::new(graph, false))
    }

    fn with_criteria(graph: &'a BracketGraph<'a>, criteria: Criteria<'a>) -> Option<Self> {
        let active: Vec<usize> = (0..graph.vertices.len()).collect();
        let mdps = bits(graph.bracket.mdps.len());
        let mut layout = criteria.layout.clone();
        let selected = layout.bit_field(mdps);
        let select = |first: usize, second: usize, weight: &mut EdgeWeight| {
            if graph.is_in_bracket(second) && graph.is_mdp(first) {
                weight.add_bit(selected, mdps - 1 - bits(first));
            }
        };
        let matching = criteria.best_matching(&layout, &active, &|_, _| true, &select);
        if graph.has_bye() && !graph.is_bye_matched(&matching) {
            return None;
        }
        Some(Self {
            graph,
            criteria,
            active,
            target: graph.bracket_pairs(&matching).len(),
            matching,
            decided: Vec::new(),
        })
    }

    /// Pairs each selected MDP with its first possible opponent (Article 4.2).
    fn pair_mdps(&mut self) {
        let graph = self.graph;
        let pairs = graph.bracket_pairs(&self.matching).into_iter();
        let mdps: Vec<usize> = pairs
            .map(|pair| pair.first)
            .filter(|&first| graph.is_mdp(first))
            .collect();
        let allowed = |first: usize, _: usize| !graph.is_mdp(first) || mdps.contains(&first);
        let order: Vec<usize> = (0..graph.vertices.len()).collect();
        self.pair_with_first_possible(&mdps, &order, &allowed);
    }

    /// Pairs the remainder as a homogeneous bracket (Articles 3.6 and 4.3).
    fn pair_remainder(&mut self) {
        let graph = self.graph;
        let pairs = self.target - self.decided.len();
        if pairs == 0 {
            return;
        }
        let mut remainder = self.active.clone();
        remainder.retain(|&vertex| !graph.is_mdp(vertex) && graph.is_in_bracket(vertex));
        if self.accept_in_order(&remainder[..pairs], &remainder[pairs..]) {
            return;
        }
        let s1 = self.exchange(&remainder, pairs);
        let mut s2 = remainder.clone();
        s2.retain(|vertex| !s1.contains(vertex));
        if s1 != remainder[..pairs] && self.accept_in_order(&s1, &s2) {
            return;
        }
        let mut is_s1 = vec![false; graph.vertices.len()];
        for &vertex in &s1 {
            is_s1[vertex] = true;
        }
        let allowed =
            |first: usize, second: usize| !graph.is_mdp(first) && is_s1[first] && !is_s1[second];
        self.pair_with_first_possible(&s1, &remainder, &allowed);
    }

    /// Returns S1 after the smallest exchange that satisfies the criteria (Article 4.3).
    fn exchange(&mut self, remainder: &[usize], pairs: usize) -> Vec<usize> {
        let graph = self.graph;
        let size = remainder.len();
        let mut ranks = vec![usize::MAX; graph.vertices.len()];
        for (rank, &vertex) in remainder.iter().enumerate() {
            ranks[vertex] = rank;
        }
        let allowed = |first: usize, _: usize| !graph.is_mdp(first);
        let mut layout = self.criteria.layout.clone();
        // 4.3.1: as few exchanges as possible, of players as close to each other as possible.
        let stayed = layout.count(pairs as u64);
        let closeness = layout.count((pairs * size) as u64);
        let prefer_small = |first: usize, second: usize, weight: &mut EdgeWeight| {
            if graph.is_in_bracket(second) {
                weight.add_if(stayed, ranks[first] < pairs);
                weight.add(closeness, (size - ranks[first]) as u64);
            }
        };
        self.match_again(&layout, &allowed, &prefer_small);
        let s1 = self.first_players();
        if s1.iter().all(|&vertex| ranks[vertex] < pairs) {
            return s1;
        }
        // 4.3.2: of those, the lowest players leave S1, and then the highest come from S2.
        let leaving = layout.bit_field(bits(pairs) + bits(pairs).ilog2() + 1);
        let coming = layout.bit_field(bits(size - pairs));
        let prefer_first = |first: usize, second: usize, weight: &mut EdgeWeight| {
            prefer_small(first, second, weight);
            if !graph.is_in_bracket(second) {
                return;
            }
            let rank = ranks[first];
            if rank < pairs {
                // A player who stays sets every bit but their own.
                for bit in (0..pairs).filter(|&bit| bit != rank) {
                    weight.add_bit(leaving, bits(bit));
                }
            } else {
                weight.add_bit(coming, bits(size - 1 - rank));
            }
        };
        self.match_again(&layout, &allowed, &prefer_first);
        self.first_players()
    }

    /// Matches the active vertices with extra counts; see [`Criteria::best_matching`].
    fn match_again(
        &mut self,
        layout: &WeightLayout,
        allowed: &dyn Fn(usize, usize) -> bool,
        add_extra: &dyn Fn(usize, usize, &mut EdgeWeight),
    ) {
        let active = &self.active;
        self.matching = self
            .criteria
            .best_matching(layout, active, allowed, add_extra);
    }

    fn first_players(&self) -> Vec<usize> {
        let pairs = self.graph.bracket_pairs(&self.matching).into_iter();
        pairs.map(|pair| pair.first).collect()
    }

    /// Pairs S1 with S2 in order, if that satisfies the criteria as well as the best matching does. Returns whether it
    /// did.
    fn accept_in_order(&mut self, s1: &[usize], s2: &[usize]) -> bool {
        let graph = self.graph;
        if graph.scope != Scope::Bracket {
            return false;
        }
        let in_order = s1.iter().zip(s2);
        let pairs: Vec<Pair> = in_order
            .map(|(&first, &second)| Pair { first, second })
            .collect();
        let mut edges = pairs.clone();
        let mut best = graph.bracket_pairs(&self.matching);
        best.retain(|pair| self.active.contains(&pair.first));
        let rest = &s2[s1.len()..];
        if graph.has_bye() {
            let &[player] = rest else { return false };
            let bye = graph.vertices.len() - 1;
            let with_bye = |first: usize| Pair { first, second: bye };
            edges.push(with_bye(player));
            best.extend(self.matching[bye].map(with_bye));
        }
        let is_possible = edges
            .iter()
            .all(|pair| pair.first < pair.second && graph.may_match(pair.first, pair.second));
        if !is_possible || self.counts(&edges) != self.counts(&best) {
            return false;
        }
        for &vertex in rest {
            self.matching[vertex] = None;
        }
        for edge in edges {
            self.matching[edge.first] = Some(edge.second);
            self.matching[edge.second] = Some(edge.first);
        }
        self.decide(&pairs);
        true
    }

    /// The counts of the criteria for these edges.
    fn counts(&self, edges: &[Pair]) -> Vec<u64> {
        let mut counts = vec![0; self.criteria.layout.len()];
        for edge in edges {
            let mut weight = EdgeWeight::default();
            self.criteria
                .add_weight(edge.first, edge.second, &mut weight);
            weight.add_to(&mut counts);
        }
        counts
    }

    /// Decides the opponents of `players` one by one: each gets the first possible one in `order`. Several are decided
    /// by one matching if their ranks fit into a weight next to the criteria.
    fn pair_with_first_possible(
        &mut self,
        players: &[usize],
        order: &[usize],
        allowed: &dyn Fn(usize, usize) -> bool,
    ) {
        let graph = self.graph;
        let mut preference = vec![0; graph.vertices.len()];
        for (&vertex, value) in order.iter().rev().zip(1_u64..) {
            preference[vertex] = value;
        }
        let max = order.len() as u64;
        let width = (u64::BITS - max.leading_zeros()).max(1);
        let used = self.criteria.layout.bits();
        let mut rest = players;
        while !rest.is_empty() {
            let wanted = used + width.saturating_mul(bits(rest.len()).min(8));
            // Narrow weights are much faster.
            let mut capacities = CAPACITIES.into_iter();
            let capacity = capacities.find(|&capacity| capacity >= wanted);
            let available = capacity.unwrap_or(CAPACITIES[5]).saturating_sub(used);
            let batch = rest.len().min((available / width).max(1) as usize);
            let (now, later) = rest.split_at(batch);
            rest = later;
            let mut layout = self.criteria.layout.clone();
            let mut counts = vec![None; graph.vertices.len()];
            for &player in now {
                counts[player] = Some(layout.count(max));
            }
            let prefer_first = |first: usize, second: usize, weight: &mut EdgeWeight| {
                if let Some(count) = counts[first].filter(|_| graph.is_in_bracket(second)) {
                    weight.add(count, preference[second]);
                }
            };
            self.match_again(&layout, allowed, &prefer_first);
            let partners = now.iter().map(|&first| (first, self.matching[first]));
            let pairs: Vec<Pair> = partners
                .filter_map(|(first, second)| second.map(|second| Pair { first, second }))
                .collect();
            self.decide(&pairs);
        }
    }

    /// Moves pairs from the active vertices to the decided pairs.
    fn decide(&mut self, pairs: &[Pair]) {
        self.decided.extend_from_slice(pairs);
        self.active
            .retain(|&vertex| !pairs.iter().any(|pair| pair.contains(vertex)));
    }

    fn finish(self) -> (BracketPairing, Matching) {
        let graph = self.graph;
        let player = |vertex: usize| graph.vertices[vertex].player;
        let unpaired = self.active.iter().copied();
        let mut downfloaters: Vec<usize> = unpaired
            .filter(|&vertex| graph.is_in_bracket(vertex))
            .map(player)
            .collect();
        let bye = match *downfloaters.as_slice() {
            [only] if graph.has_bye_in_bracket() => Some(only),
            _ => None,
        };
        if bye.is_some() {
            downfloaters.clear();
        }
        let pairs = self.decided.iter().map(|pair| Pair {
            first: player(pair.first),
            second: player(pair.second),
        });
        let pairing = BracketPairing {
            pairs: pairs.collect(),
            downfloaters,
            bye,
        };
        (pairing, self.matching)
    }
}

fn bits(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
