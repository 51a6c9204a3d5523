//! The quality criteria of Article 2 as counts: what each edge of a bracket's graph adds to them.

use super::bracket::Scope;
use super::graph::{BracketGraph, Vertex, VertexKind};
use super::player::Float;
use crate::round::HalfPoints;
use crate::weight::{Count, EdgeWeight, Matching, WeightLayout, best_matching};

/// The counts of the criteria in order of importance, each to be maximized. The count of a criterion that cannot distinguish two
/// pairings of this bracket has no bits.
#[derive(Debug)]
pub(super) struct Criteria<'a> {
    graph: &'a BracketGraph<'a>,
    pub(super) layout: WeightLayout,
    /// C4, if all players below are in the graph: pairs.
    all_pairs: Count,
    /// C2 and C5: whether the PAB is assigned.
    bye: Count,
    /// C6: pairs in the bracket.
    pairs: Count,
    /// C7: paired MDPs by score.
    mdps: ScoreCounts,
    /// C8: pairs in the next bracket.
    next_pairs: Count,
    /// C8: downfloaters paired in the next bracket, by score.
    next_mdps: ScoreCounts,
    /// C9: games played by the player with the PAB.
    bye_games: Count,
    /// C10 to C13, the first two in the last round only: pairs that satisfy them.
    colors: [Count; 4],
    /// C14 to C21 for the last round and the one before it.
    floats: [FloatCounts; 2],
}

/// Floats that are not to be repeated within two rounds.
#[derive(Debug)]
struct FloatCounts {
    /// C14 and C16: paired residents who had a downfloat.
    residents: Count,
    /// C15 and C17: opponents of MDPs who had no upfloat.
    mdp_opponents: Count,
    /// C18 and C20: paired MDPs who had a downfloat, by score.
    mdps: ScoreCounts,
    /// C19 and C21: as C15 and C17, by the score of the MDP.
    mdp_opponents_by_score: ScoreCounts,
}

/// A count for each score, the highest first.
#[derive(Debug)]
struct ScoreCounts(Vec<(HalfPoints, Count)>);

impl ScoreCounts {
    /// Appends counts for the vertices that `filter` selects. Vertices are in rank order.
    fn new(
        graph: &BracketGraph<'_>,
        layout: &mut WeightLayout,
        filter: impl Fn(&Vertex) -> bool,
    ) -> Self {
        let vertices = graph.vertices.iter().filter(|vertex| filter(vertex));
        let scores: Vec<HalfPoints> = vertices
            .map(|vertex| graph.bracket.roster.score(vertex.player))
            .collect();
        let groups = scores.chunk_by(|one, two| one == two);
        Self(
            groups
                .map(|group| (group[0], layout.count(group.len() as u64)))
                .collect(),
        )
    }

    fn add_one(&self, score: HalfPoints, weight: &mut EdgeWeight) {
        if let Some(&(_, count)) = self.0.iter().find(|(own, _)| *own == score) {
            weight.add(count, 1);
        }
    }
}

impl<'a> Criteria<'a> {
    /// C9 applies if the only downfloater of the bracket has the PAB.
    pub(super) fn new(graph: &'a BracketGraph<'a>, has_c9: bool) -> Self {
        let mut layout = WeightLayout::default();
        let roster = graph.bracket.roster;
        let members = &graph.vertices[..graph.bracket.size()];
        let size = members.len() as u64;
        let vertices = graph.vertices.len() as u64;
        let all_pairs = layout.count_if(graph.scope == Scope::AllBelow, vertices);
        let bye = layout.count_if(graph.has_bye(), 1);
        let pairs = layout.count(size / 2);
        let mdps = ScoreCounts::new(graph, &mut layout, |vertex| vertex.kind == VertexKind::Mdp);
        let below = graph.vertices.iter();
        let next = below
            .filter(|vertex| vertex.kind == VertexKind::Next)
            .count() as u64;
        let next_pairs = layout.count(size.min(next) + next);
        let next_mdps = ScoreCounts::new(graph, &mut layout, |vertex| {
            next > 0 && matches!(vertex.kind, VertexKind::Mdp | VertexKind::Resident)
        });
        let games = members
            .iter()
            .map(|member| roster.players[member.player].games_played());
        let bye_games = layout.count_if(has_c9, games.max().unwrap_or(0));
        let is_last_round = roster.topscorer_threshold.is_some();
        let colors = [is_last_round, is_last_round, true, true]
            .map(|applies| layout.count_if(applies, size / 2));
        Self {
            graph,
            all_pairs,
            bye,
            pairs,
            mdps,
            next_pairs,
            next_mdps,
            bye_games,
            colors,
            floats: float_counts(graph, &mut layout),
            layout,
        }
    }

    /// Adds the weight of an edge. The first vertex ranks higher.
    pub(super) fn add_weight(&self, first: usize, second: usize, weight: &mut EdgeWeight) {
        weight.add(self.all_pairs, 1);
        let [one, two] = [first, second].map(|vertex| self.graph.vertices[vertex]);
        let roster = self.graph.bracket.roster;
        match (one.kind, two.kind) {
            (_, VertexKind::Bye) => {
                weight.add(self.bye, 1);
                if self.graph.is_in_bracket(first) {
                    weight.add(self.bye_games, roster.players[one.player].games_played());
                }
            }
            (VertexKind::Mdp, VertexKind::Resident) => {
                self.add_bracket_pair(one, two, weight);
                self.add_mdp_pair(one, two, weight);
            }
            (VertexKind::Resident, VertexKind::Resident) => {
                self.add_bracket_pair(one, two, weight);
            }
            (_, VertexKind::Next) => {
                weight.add(self.next_pairs, 1);
                self.next_mdps.add_one(roster.score(one.player), weight);
            }
            _ => {}
        }
    }

    /// Adds what any pair in the bracket contributes.
    fn add_bracket_pair(&self, one: Vertex, two: Vertex, weight: &mut EdgeWeight) {
        let roster = self.graph.bracket.roster;
        weight.add(self.pairs, 1);
        let satisfied = roster.satisfied_criteria(one.player, two.player);
        for (count, is_satisfied) in self.colors.into_iter().zip(satisfied) {
            weight.add_if(count, is_satisfied);
        }
        for (rounds_ago, counts) in self.floats.iter().enumerate() {
            for vertex in [one, two] {
                let is_repeated = vertex.kind == VertexKind::Resident
                    && roster.had_float(vertex.player, Float::Down, rounds_ago);
                weight.add_if(counts.residents, is_repeated);
            }
        }
    }

    /// Adds what a pair of an MDP and a resident contributes on top.
    fn add_mdp_pair(&self, mdp: Vertex, opponent: Vertex, weight: &mut EdgeWeight) {
        let roster = self.graph.bracket.roster;
        let score = roster.score(mdp.player);
        self.mdps.add_one(score, weight);
        for (rounds_ago, counts) in self.floats.iter().enumerate() {
            if roster.had_float(mdp.player, Float::Down, rounds_ago) {
                counts.mdps.add_one(score, weight);
            }
            if !roster.had_float(opponent.player, Float::Up, rounds_ago) {
                weight.add(counts.mdp_opponents, 1);
                counts.mdp_opponents_by_score.add_one(score, weight);
            }
        }
    }

    /// Returns the best matching of the `active` vertices.
    ///
    /// `allowed` restricts the pairs inside the bracket. `add_extra` adds to the counts of `layout` that follow the
    /// criteria.
    pub(super) fn best_matching(
        &self,
        layout: &WeightLayout,
        active: &[usize],
        allowed: &dyn Fn(usize, usize) -> bool,
        add_extra: &dyn Fn(usize, usize, &mut EdgeWeight),
    ) -> Matching {
        let graph = self.graph;
        let edge = |first: usize, second: usize, weight: &mut EdgeWeight| {
            let (first, second) = (active[first], active[second]);
            let may_match = graph.may_match(first, second)
                && (!graph.is_in_bracket(second) || allowed(first, second));
            if may_match {
                self.add_weight(first, second, weight);
                add_extra(first, second, weight);
            }
            may_match
        };
        let best = best_matching(active.len(), layout, &edge);
        let mut matching = vec![None; graph.vertices.len()];
        for (&vertex, partner) in active.iter().zip(best) {
            matching[vertex] = partner.map(|partner| active[partner]);
        }
        matching
    }
}

/// Appends the counts of C14 to C21: the four by number first, then the four by score.
fn float_counts(graph: &BracketGraph<'_>, layout: &mut WeightLayout) -> [FloatCounts; 2] {
    let (bracket, roster) = (graph.bracket, graph.bracket.roster);
    let residents_with = |float, rounds_ago| {
        let residents = bracket.residents.clone();
        let floaters = residents.filter(|&player| roster.had_float(player, float, rounds_ago));
        floaters.count() as u64
    };
    let numbers = [0, 1].map(|rounds_ago| {
        let residents = layout.count(residents_with(Float::Down, rounds_ago));
        let has_upfloaters = residents_with(Float::Up, rounds_ago) > 0;
        let mdp_opponents = layout.count_if(has_upfloaters, bracket.mdps.len() as u64);
        (rounds_ago, has_upfloaters, residents, mdp_opponents)
    });
    numbers.map(|(rounds_ago, has_upfloaters, residents, mdp_opponents)| {
        let is_mdp = |vertex: &Vertex| vertex.kind == VertexKind::Mdp;
        FloatCounts {
            residents,
            mdp_opponents,
            mdps: ScoreCounts::new(graph, layout, |vertex| {
                is_mdp(vertex) && roster.had_float(vertex.player, Float::Down, rounds_ago)
            }),
            mdp_opponents_by_score: ScoreCounts::new(graph, layout, |vertex| {
                is_mdp(vertex) && has_upfloaters
            }),
        }
    })
}
