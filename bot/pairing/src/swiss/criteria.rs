//! The quality criteria of Article 2 as counts: what each edge of a bracket's graph adds to them.

use super::bracket::Scope;
use super::graph::{BracketGraph, Vertex, VertexKind};
use super::player::Float;
use crate::round::HalfPoints;
use crate::weight::{Count, EdgeWeight, WeightLayout};

/// The counts of the criteria in order of importance, each to be maximized. A criterion that cannot distinguish two
/// pairings of this bracket has no count.
#[derive(Debug)]
pub(super) struct Criteria {
    pub(super) layout: WeightLayout,
    /// C4, if all players below are in the graph: pairs.
    all_pairs: Option<Count>,
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
    bye_games: Option<Count>,
    /// C10 and C11, in the last round only.
    topscorers: Option<TopscorerCounts>,
    /// C12: pairs that grant both color preferences.
    preferred: Count,
    /// C13: pairs that refuse no strong color preference.
    strongly_preferred: Count,
    /// C14 to C21 for the last round and the one before it.
    floats: [FloatCounts; 2],
}

#[derive(Debug)]
struct TopscorerCounts {
    /// C10: pairs without a color difference beyond two.
    balanced: Count,
    /// C11: pairs in which no one gets a color three times in a row.
    varied: Count,
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
#[derive(Debug, Default)]
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

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Criteria {
    /// The criteria of a bracket without C9.
    pub(super) fn new(graph: &BracketGraph<'_>) -> Self {
        Self::build(graph, false)
    }

    /// The criteria of a bracket whose only downfloater has the PAB, so that C9 applies.
    pub(super) fn with_c9(graph: &BracketGraph<'_>) -> Self {
        Self::build(graph, true)
    }

    fn build(graph: &BracketGraph<'_>, has_c9: bool) -> Self {
        let mut layout = WeightLayout::default();
        let (bracket, roster) = (graph.bracket, graph.bracket.roster);
        let size = bracket.size() as u64;
        let max_pairs = size / 2;
        let is_mdp = |vertex: &Vertex| vertex.kind == VertexKind::Mdp;
        let vertices = graph.vertices.len() as u64;
        let all_pairs = (graph.scope == Scope::AllBelow).then(|| layout.count(vertices));
        let bye = layout.count(u64::from(graph.has_bye()));
        let pairs = layout.count(max_pairs);
        let mdps = ScoreCounts::new(graph, &mut layout, is_mdp);
        let next = graph.count_of(VertexKind::Next);
        let (next_pairs, next_mdps) = if next == 0 {
            (layout.count(0), ScoreCounts::default())
        } else {
            let pairs = layout.count(size.min(next) + next);
            let is_member =
                |vertex: &Vertex| matches!(vertex.kind, VertexKind::Mdp | VertexKind::Resident);
            (pairs, ScoreCounts::new(graph, &mut layout, is_member))
        };
        let bye_games = has_c9.then(|| {
            let members = bracket.mdps.iter().copied();
            let members = members.chain(bracket.residents.clone());
            let games = members.map(|player| roster.player(player).games_played());
            layout.count(games.max().unwrap_or(0))
        });
        let topscorers = roster.has_topscorers().then(|| TopscorerCounts {
            balanced: layout.count(max_pairs),
            varied: layout.count(max_pairs),
        });
        let preferred = layout.count(max_pairs);
        let strongly_preferred = layout.count(max_pairs);
        Self {
            all_pairs,
            bye,
            pairs,
            mdps,
            next_pairs,
            next_mdps,
            bye_games,
            topscorers,
            preferred,
            strongly_preferred,
            floats: float_counts(graph, &mut layout),
            layout,
        }
    }

    /// Adds the weight of an edge. The first vertex ranks higher.
    pub(super) fn add_weight(
        &self,
        graph: &BracketGraph<'_>,
        first: usize,
        second: usize,
        weight: &mut EdgeWeight,
    ) {
        if let Some(all_pairs) = self.all_pairs {
            weight.add(all_pairs, 1);
        }
        let (one, two) = (graph.vertices[first], graph.vertices[second]);
        let roster = graph.bracket.roster;
        match (one.kind, two.kind) {
            (_, VertexKind::Bye) => {
                weight.add(self.bye, 1);
                if let Some(games) = self.bye_games.filter(|_| graph.is_in_bracket(first)) {
                    weight.add(games, roster.player(one.player).games_played());
                }
            }
            (VertexKind::Mdp, VertexKind::Resident) => {
                self.add_bracket_pair(graph, one, two, weight);
                self.add_mdp_pair(graph, one, two, weight);
            }
            (VertexKind::Resident, VertexKind::Resident) => {
                self.add_bracket_pair(graph, one, two, weight);
            }
            (_, VertexKind::Next) => {
                weight.add(self.next_pairs, 1);
                self.next_mdps.add_one(roster.score(one.player), weight);
            }
            _ => {}
        }
    }

    /// Adds what any pair in the bracket contributes.
    fn add_bracket_pair(
        &self,
        graph: &BracketGraph<'_>,
        one: Vertex,
        two: Vertex,
        weight: &mut EdgeWeight,
    ) {
        let roster = graph.bracket.roster;
        weight.add(self.pairs, 1);
        let colors = roster.color_quality(one.player, two.player);
        if let Some(topscorers) = &self.topscorers {
            weight.add_if(topscorers.balanced, colors.is_balanced);
            weight.add_if(topscorers.varied, colors.is_varied);
        }
        weight.add_if(self.preferred, colors.is_preferred);
        weight.add_if(self.strongly_preferred, colors.is_strongly_preferred);
        for (rounds_ago, counts) in self.floats.iter().enumerate() {
            for vertex in [one, two] {
                let is_repeated = vertex.kind == VertexKind::Resident
                    && roster.had_float(vertex.player, Float::Down, rounds_ago);
                weight.add_if(counts.residents, is_repeated);
            }
        }
    }

    /// Adds what a pair of an MDP and a resident contributes on top.
    fn add_mdp_pair(
        &self,
        graph: &BracketGraph<'_>,
        mdp: Vertex,
        opponent: Vertex,
        weight: &mut EdgeWeight,
    ) {
        let roster = graph.bracket.roster;
        let score = roster.score(mdp.player);
        self.mdps.add_one(score, weight);
        for (rounds_ago, counts) in self.floats.iter().enumerate() {
            if roster.had_float(mdp.player, Float::Down, rounds_ago) {
                counts.mdps.add_one(score, weight);
            }
            if !counts.mdp_opponents_by_score.is_empty()
                && !roster.had_float(opponent.player, Float::Up, rounds_ago)
            {
                weight.add(counts.mdp_opponents, 1);
                counts.mdp_opponents_by_score.add_one(score, weight);
            }
        }
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
        let max_opponents = if has_upfloaters {
            bracket.mdps.len()
        } else {
            0
        };
        (rounds_ago, residents, layout.count(max_opponents as u64))
    });
    numbers.map(|(rounds_ago, residents, mdp_opponents)| {
        let is_mdp = |vertex: &Vertex| vertex.kind == VertexKind::Mdp;
        let has_upfloaters = residents_with(Float::Up, rounds_ago) > 0;
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
