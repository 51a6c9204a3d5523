//! Pairs a bracket in wider and wider scopes.
//!
//! A bracket is first paired in isolation. If that leaves the players below without a legal pairing (C4), or spoils the
//! next bracket (C8), the search is repeated with the next bracket included, and finally with all players below.

use super::bracket::{Bracket, BracketPairing, Scope};
use super::candidate;
use super::graph::{BracketGraph, Vertex, VertexKind};
use super::matching::maximum_matching;
use crate::weight::Matching;

impl Bracket<'_> {
    /// Returns the best pairing, or `None` if there is none.
    pub(super) fn pair(&self) -> Option<BracketPairing> {
        [Scope::Bracket, Scope::NextBracket, Scope::AllBelow]
            .into_iter()
            .find_map(|scope| self.pair_within(scope))
    }

    /// Returns the best pairing within a scope, unless players outside of it could not be paired.
    fn pair_within(&self, scope: Scope) -> Option<BracketPairing> {
        let graph = BracketGraph::new(self, scope);
        let (pairing, matching) = candidate::first_best(&graph)?;
        let is_valid = match scope {
            Scope::Bracket => self.is_next_bracket_unaffected(&pairing),
            Scope::NextBracket => {
                let bye_is_open = graph.has_bye() && pairing.bye.is_none();
                let rest = unmatched(&graph, &pairing, &matching);
                (!bye_is_open || graph.is_bye_matched(&matching))
                    && self.can_complete_with_rest(rest)
            }
            Scope::AllBelow => unmatched(&graph, &pairing, &matching).is_empty(),
        };
        is_valid.then_some(pairing)
    }

    /// Whether all players below can be paired, and as many in the next bracket as its size allows (C4 and C8).
    fn is_next_bracket_unaffected(&self, pairing: &BracketPairing) -> bool {
        let mut players = pairing.downfloaters.clone();
        let downfloaters = players.len();
        players.extend(self.next.clone());
        if downfloaters == 0 {
            return self.can_complete_with_rest(players);
        }
        let bye = players.len();
        let is_bye_due = self.is_bye_due() && pairing.bye.is_none();
        let has_bye = is_bye_due && self.bye_score_reaches(&self.next);
        let vertices = bye + usize::from(has_bye);
        let order: Vec<usize> = (0..downfloaters)
            .chain(bye..vertices)
            .chain(downfloaters..bye)
            .collect();
        let matching = maximum_matching(vertices, &order, &|first, second| {
            // MDPs are paired with residents, not with each other.
            second >= downfloaters && self.roster.may_match(&players, first, second)
        });
        let unmatched: Vec<usize> = (0..vertices).filter(|&v| matching[v].is_none()).collect();
        let only_residents = unmatched.iter().all(|v| (downfloaters..bye).contains(v));
        if !only_residents || unmatched.len() > vertices % 2 {
            return false;
        }
        self.can_complete_with_rest(unmatched.into_iter().map(|v| players[v]).collect())
    }

    /// Whether these players and all below the next bracket can be paired.
    fn can_complete_with_rest(&self, mut players: Vec<usize>) -> bool {
        players.extend(self.below_next());
        self.roster.can_complete(&players)
    }
}

/// The players of a graph who are neither paired in the bracket nor matched below it.
fn unmatched(
    graph: &BracketGraph<'_>,
    pairing: &BracketPairing,
    matching: &Matching,
) -> Vec<usize> {
    let is_paired = |player: usize| {
        pairing.bye == Some(player) || pairing.pairs.iter().any(|pair| pair.contains(player))
    };
    let is_left = |vertex: &Vertex| vertex.kind != VertexKind::Bye && !is_paired(vertex.player);
    graph
        .vertices
        .iter()
        .zip(matching)
        .filter(|(vertex, partner)| partner.is_none() && is_left(vertex))
        .map(|(vertex, _)| vertex.player)
        .collect()
}
