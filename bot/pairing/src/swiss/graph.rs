//! The graph whose best matching is the pairing of a bracket.

use super::bracket::{Bracket, Pair, Scope};
use crate::weight::Matching;

/// A player's relation to the bracket.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum VertexKind {
    Mdp,
    Resident,
    /// A resident of the next bracket.
    Next,
    Below,
    /// The PAB rather than a player.
    Bye,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Vertex {
    pub(super) kind: VertexKind,
    /// An index into the roster; meaningless for the bye.
    pub(super) player: usize,
}

/// The players in scope by rank, and the bye last. The players of the bracket come first.
#[derive(Debug)]
pub(super) struct BracketGraph<'a> {
    pub(super) bracket: &'a Bracket<'a>,
    pub(super) vertices: Vec<Vertex>,
    pub(super) scope: Scope,
}

impl<'a> BracketGraph<'a> {
    pub(super) fn new(bracket: &'a Bracket<'a>, scope: Scope) -> Self {
        let mut vertices = Vec::new();
        let mut add = |kind, players: &mut dyn Iterator<Item = usize>| {
            vertices.extend(players.map(|player| Vertex { kind, player }));
        };
        add(VertexKind::Mdp, &mut bracket.mdps.iter().copied());
        add(VertexKind::Resident, &mut bracket.residents.clone());
        if scope >= Scope::NextBracket {
            add(VertexKind::Next, &mut bracket.next.clone());
        }
        if scope == Scope::AllBelow {
            add(VertexKind::Below, &mut bracket.below_next());
        }
        let roster = bracket.roster;
        let lowest = vertices.last().map(|vertex| roster.score(vertex.player));
        if bracket.is_bye_due() && roster.bye_score >= lowest {
            vertices.push(Vertex {
                kind: VertexKind::Bye,
                player: roster.players.len(),
            });
        }
        Self {
            bracket,
            vertices,
            scope,
        }
    }

    pub(super) fn has_bye(&self) -> bool {
        let last = self.vertices.last();
        last.is_some_and(|vertex| vertex.kind == VertexKind::Bye)
    }

    /// Whether a player of the bracket itself may have the bye.
    pub(super) fn has_bye_in_bracket(&self) -> bool {
        self.has_bye() && self.bracket.bye_score_reaches(&self.bracket.residents)
    }

    pub(super) fn is_bye_matched(&self, matching: &Matching) -> bool {
        self.has_bye() && matching.last().is_some_and(Option::is_some)
    }

    pub(super) fn is_in_bracket(&self, vertex: usize) -> bool {
        vertex < self.bracket.size()
    }

    pub(super) fn is_mdp(&self, vertex: usize) -> bool {
        vertex < self.bracket.mdps.len()
    }

    pub(super) fn may_match(&self, first: usize, second: usize) -> bool {
        let (one, two) = (self.vertices[first], self.vertices[second]);
        let roster = self.bracket.roster;
        match (one.kind, two.kind) {
            (_, VertexKind::Bye) => roster.may_have_bye(one.player),
            (VertexKind::Mdp, VertexKind::Mdp) => false,
            _ => roster.may_meet(one.player, two.player),
        }
    }

    /// The matched pairs of vertices inside the bracket.
    pub(super) fn bracket_pairs(&self, matching: &Matching) -> Vec<Pair> {
        (0..self.bracket.size())
            .filter_map(|first| {
                let second = matching[first]?;
                let pair = Pair { first, second };
                (first < second && self.is_in_bracket(second)).then_some(pair)
            })
            .collect()
    }
}
