//! A pairing bracket: the moved-down players (MDPs) and the residents of a scoregroup.

use std::ops::Range;

use super::roster::Roster;

/// A bracket to be paired.
#[derive(Debug)]
pub(super) struct Bracket<'a> {
    pub(super) roster: &'a Roster,
    /// The downfloaters of the bracket above, in rank order.
    pub(super) mdps: Vec<usize>,
    /// The scoregroup.
    pub(super) residents: Range<usize>,
    /// The next scoregroup, empty for the last bracket.
    pub(super) next: Range<usize>,
}

/// Two players, or two vertices of a graph. The first ranks higher.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Pair {
    pub(super) first: usize,
    pub(super) second: usize,
}

impl Pair {
    pub(super) fn contains(self, member: usize) -> bool {
        self.first == member || self.second == member
    }
}

/// The pairing of a bracket.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct BracketPairing {
    pub(super) pairs: Vec<Pair>,
    pub(super) downfloaters: Vec<usize>,
    /// The player with the PAB, if it was assigned here. With several downfloaters, a bracket below assigns it.
    pub(super) bye: Option<usize>,
}

/// How much of the round is considered when a bracket is paired.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Scope {
    Bracket,
    NextBracket,
    AllBelow,
}

impl Bracket<'_> {
    /// Whether the player with the PAB has the score of a scoregroup or more.
    pub(super) fn bye_score_reaches(&self, scoregroup: &Range<usize>) -> bool {
        let first = scoregroup.clone().next();
        first.is_some_and(|player| self.roster.bye_score >= Some(self.roster.score(player)))
    }

    /// Whether one of the remaining players needs the PAB: their number is odd.
    pub(super) fn is_bye_due(&self) -> bool {
        (self.mdps.len() + self.roster.players.len() - self.residents.start) % 2 == 1
    }

    /// All players below the next bracket.
    pub(super) fn below_next(&self) -> Range<usize> {
        self.next.end.max(self.residents.end)..self.roster.players.len()
    }

    pub(super) fn size(&self) -> usize {
        self.mdps.len() + self.residents.len()
    }
}
