//! The players of a round in rank order, and who may be paired with whom.

use std::cmp::Reverse;
use std::ops::Range;

use super::colors::satisfied_criteria;
use super::matching::maximum_matching;
use super::player::{Float, Player};
use crate::round::HalfPoints;

/// The players by rank: score, then seed (Article 1.2). Elsewhere in this module, players are indices into the roster.
#[derive(Debug)]
pub(super) struct Roster {
    pub(super) players: Vec<Player>,
    /// Whether C1 and C3 allow two players to meet; a square matrix.
    compatible: Vec<bool>,
    /// A player with more is a topscorer, exempt from C3, so that C10 and C11 apply. Only in the last round.
    pub(super) topscorer_threshold: Option<HalfPoints>,
    /// The lowest score that can have the PAB (C5); `None` if no one needs it.
    pub(super) bye_score: Option<HalfPoints>,
}

impl Roster {
    /// Returns `None` if no pairing satisfies the absolute criteria C1 to C4.
    pub(super) fn new(
        mut players: Vec<Player>,
        topscorer_threshold: Option<HalfPoints>,
    ) -> Option<Self> {
        players.sort_by_key(|player| (Reverse(player.score), player.seed));
        let size = players.len();
        let mut roster = Self {
            players,
            compatible: vec![false; size * size],
            topscorer_threshold,
            bye_score: None,
        };
        for first in 0..size {
            for second in first + 1..size {
                let compatible = roster.satisfies_absolute_criteria(first, second);
                roster.compatible[first * size + second] = compatible;
                roster.compatible[second * size + first] = compatible;
            }
        }
        let all: Vec<usize> = (0..size).collect();
        if size.is_multiple_of(2) {
            return roster.can_complete(&all).then_some(roster);
        }
        let mut scores: Vec<HalfPoints> = roster.players.iter().map(|p| p.score).collect();
        scores.dedup();
        for score in scores.into_iter().rev() {
            roster.bye_score = Some(score);
            if roster.can_complete(&all) {
                return Some(roster);
            }
        }
        None
    }

    /// C1: no rematch, and no pair that is kept apart. C3: no two players with the same absolute color preference, unless one is a topscorer.
    fn satisfies_absolute_criteria(&self, first: usize, second: usize) -> bool {
        let (one, two) = (&self.players[first], &self.players[second]);
        let is_topscorer = |player: &Player| {
            self.topscorer_threshold
                .is_some_and(|threshold| player.score > threshold)
        };
        let clash = one.absolute_color().is_some() && one.absolute_color() == two.absolute_color();
        !one.must_not_meet(two.seed) && (!clash || is_topscorer(one) || is_topscorer(two))
    }

    pub(super) fn score(&self, player: usize) -> HalfPoints {
        self.players[player].score
    }

    /// The scoregroups, highest first.
    pub(super) fn scoregroups(&self) -> Vec<Range<usize>> {
        let mut start = 0;
        self.players
            .chunk_by(|one, two| one.score == two.score)
            .map(|group| {
                let range = start..start + group.len();
                start = range.end;
                range
            })
            .collect()
    }

    pub(super) fn may_meet(&self, first: usize, second: usize) -> bool {
        self.compatible[first * self.players.len() + second]
    }

    /// Whether C2 and C5 allow a player the PAB.
    pub(super) fn may_have_bye(&self, player: usize) -> bool {
        let player = &self.players[player];
        self.bye_score == Some(player.score) && !player.is_barred_from_bye
    }

    /// Whether all of these players can be paired with each other, one of an odd number having the PAB (C4).
    pub(super) fn can_complete(&self, players: &[usize]) -> bool {
        let vertices = players.len().next_multiple_of(2);
        // The bye is matched first: it has the fewest candidates.
        let order: Vec<usize> = (0..vertices).rev().collect();
        let matching = maximum_matching(vertices, &order, &|first, second| {
            self.may_match(players, first, second)
        });
        matching.iter().all(Option::is_some)
    }

    /// Whether two vertices may be matched, where a vertex is an index into `players`, and one past its end is the PAB.
    pub(super) fn may_match(&self, players: &[usize], first: usize, second: usize) -> bool {
        match players.get(second) {
            Some(&opponent) => self.may_meet(players[first], opponent),
            None => self.may_have_bye(players[first]),
        }
    }

    /// Which of the color criteria a pairing satisfies, from C10 to C13.
    pub(super) fn satisfied_criteria(&self, first: usize, second: usize) -> [bool; 4] {
        satisfied_criteria(&self.players[first], &self.players[second])
    }

    /// Whether a player had a float `rounds_ago`, where 0 is the last round.
    pub(super) fn had_float(&self, player: usize, float: Float, rounds_ago: usize) -> bool {
        self.players[player].floats[rounds_ago] == Some(float)
    }
}
