//! One bracket: the moved-down players and the residents of a score group, paired by the criteria (Article 2) and, among
//! equals, as the one that comes first in the order of Articles 3 and 4.
//!
//! Most brackets are settled by what they hold alone. Only when that turns out to spoil the bracket below, or to leave
//! somebody without an opponent, is the bracket below looked at too, and at last everybody.

use std::ops::Range;

use super::completion::largest_matching;
use super::criteria::Criteria;
use super::field::Field;
use super::order;
use crate::weight::{Gains, Layout, Matching, best_matching};

/// What is to be paired, by places in the field.
#[derive(Debug)]
pub(super) struct Bracket<'a> {
    pub(super) field: &'a Field,
    /// Those who moved down from the bracket above.
    pub(super) movers: Vec<usize>,
    /// The score group.
    pub(super) residents: Range<usize>,
    /// The score group below; empty for the last one.
    pub(super) next: Range<usize>,
    /// Whether somebody has yet to get the pairing-allocated bye.
    pub(super) bye_is_due: bool,
}

/// A bracket that has been paired.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Paired {
    /// The pairs, the higher-ranked one first.
    pub(super) pairs: Vec<(usize, usize)>,
    /// Who moves down.
    pub(super) downfloaters: Vec<usize>,
    /// Who has the bye: the only one left. Among several it is settled further down, where they are moved-down players.
    pub(super) bye: Option<usize>,
}

/// How far down a [`Problem`] looks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Depth {
    Bracket,
    NextBracket,
    Everybody,
}

/// Where somebody stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Part {
    Mover,
    Resident,
    Next,
    Below,
    /// Not a person: who is matched with it has the bye.
    Bye,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Vertex {
    pub(super) part: Part,
    /// The place in the field; of no meaning for the bye.
    pub(super) place: usize,
}

/// A bracket with as much of what is below as is looked at, in order of rank, the bye last.
#[derive(Debug)]
pub(super) struct Problem<'a> {
    pub(super) bracket: &'a Bracket<'a>,
    pub(super) vertices: Vec<Vertex>,
    depth: Depth,
}

impl Bracket<'_> {
    /// Pairs it.
    pub(super) fn pair(&self) -> Option<Paired> {
        [Depth::Bracket, Depth::NextBracket, Depth::Everybody]
            .into_iter()
            .find_map(|depth| self.pair_at(depth))
    }

    fn pair_at(&self, depth: Depth) -> Option<Paired> {
        let problem = Problem::new(self, depth);
        let (paired, matching) = order::first_of_the_best(&problem)?;
        let holds = match depth {
            Depth::Bracket => self.leaves_below_intact(&paired),
            Depth::NextBracket => problem.leaves_everybody_paired(&paired, &matching),
            // Everybody was in the matching.
            Depth::Everybody => problem.is_complete(&paired, &matching),
        };
        holds.then_some(paired)
    }

    /// Whether everybody below can be paired, and the next bracket as well as its size allows (criteria C4 and C8).
    fn leaves_below_intact(&self, paired: &Paired) -> bool {
        let mut below = paired.downfloaters.clone();
        let downfloaters = below.len();
        below.extend(self.next.clone());
        if downfloaters == 0 {
            below.extend(self.below());
            return self.field.can_complete(&below, self.bye_goes_on(paired));
        }
        let bye_is_next = self.bye_goes_on(paired) && self.bye_reaches(&self.next);
        let bye = below.len();
        let vertices = bye + usize::from(bye_is_next);
        let order: Vec<usize> = (0..downfloaters)
            .chain(bye..vertices)
            .chain(downfloaters..bye)
            .collect();
        let link = |one: usize, two: usize| {
            // Downfloaters are paired with residents there, not with each other.
            two >= downfloaters && self.field.link(&below, one, two, bye)
        };
        let mates = largest_matching(vertices, &order, &link);
        let left: Vec<usize> = (0..vertices).filter(|&v| mates[v].is_none()).collect();
        let only_residents = left.iter().all(|v| (downfloaters..bye).contains(v));
        if !only_residents || left.len() > vertices % 2 {
            return false;
        }
        let left = left.into_iter().map(|v| below[v]).collect();
        self.rest_completes(left, self.bye_goes_on(paired) && !bye_is_next)
    }

    /// Whether these and all after the next bracket can be paired.
    fn rest_completes(&self, mut places: Vec<usize>, with_bye: bool) -> bool {
        places.extend(self.below());
        self.field.can_complete(&places, with_bye)
    }

    fn bye_goes_on(&self, paired: &Paired) -> bool {
        self.bye_is_due && paired.bye.is_none()
    }

    /// Whether those who may have the bye are in a score group or above it.
    fn bye_reaches(&self, group: &Range<usize>) -> bool {
        let score = group
            .clone()
            .next()
            .map(|place| self.field.card(place).score);
        score.is_some() && self.field.bye_score() >= score
    }

    /// All after the next bracket.
    fn below(&self) -> Range<usize> {
        self.next.end.max(self.residents.end)..self.field.len()
    }

    pub(super) fn size(&self) -> usize {
        self.movers.len() + self.residents.len()
    }
}

impl<'a> Problem<'a> {
    fn new(bracket: &'a Bracket<'a>, depth: Depth) -> Self {
        let mut vertices = Vec::new();
        let mut add = |part, places: &mut dyn Iterator<Item = usize>| {
            vertices.extend(places.map(|place| Vertex { part, place }));
        };
        add(Part::Mover, &mut bracket.movers.iter().copied());
        add(Part::Resident, &mut bracket.residents.clone());
        if depth >= Depth::NextBracket {
            add(Part::Next, &mut bracket.next.clone());
        }
        if depth == Depth::Everybody {
            add(Part::Below, &mut bracket.below());
        }
        let field = bracket.field;
        let lowest = vertices.last().map(|vertex| field.card(vertex.place).score);
        if bracket.bye_is_due && field.bye_score() >= lowest {
            vertices.push(Vertex {
                part: Part::Bye,
                place: field.len(),
            });
        }
        Self {
            bracket,
            vertices,
            depth,
        }
    }

    pub(super) fn has_bye(&self) -> bool {
        self.vertices
            .last()
            .is_some_and(|vertex| vertex.part == Part::Bye)
    }

    pub(super) fn holds_bye_inside(&self) -> bool {
        self.has_bye() && self.bracket.bye_reaches(&self.bracket.residents)
    }

    pub(super) fn holds_everybody(&self) -> bool {
        self.depth == Depth::Everybody
    }

    /// Whether nothing below the bracket is looked at.
    pub(super) fn is_alone(&self) -> bool {
        self.depth == Depth::Bracket
    }

    pub(super) fn count_of(&self, part: Part) -> u64 {
        self.vertices
            .iter()
            .filter(|vertex| vertex.part == part)
            .count() as u64
    }

    pub(super) fn is_inside(&self, vertex: usize) -> bool {
        vertex < self.bracket.size()
    }

    /// The best matching of some of the vertices. Pairs inside the bracket must also be `allowed`; `extra` counts, which
    /// come after those of the criteria, are added by `more`.
    pub(super) fn solve(
        &self,
        criteria: &Criteria,
        layout: &Layout,
        active: &[usize],
        allowed: &dyn Fn(usize, usize) -> bool,
        more: &dyn Fn(usize, usize, &mut Gains),
    ) -> Matching {
        let gains = |low: usize, high: usize, gains: &mut Gains| {
            let (low, high) = (active[low], active[high]);
            if !self.may_match(low, high) || (self.is_inside(high) && !allowed(low, high)) {
                return false;
            }
            criteria.gains(self, low, high, gains);
            more(low, high, gains);
            true
        };
        let found = best_matching(active.len(), layout, &gains);
        let mut matching = vec![None; self.vertices.len()];
        for (place, mate) in found.into_iter().enumerate() {
            matching[active[place]] = mate.map(|mate| active[mate]);
        }
        matching
    }

    pub(super) fn may_match(&self, low: usize, high: usize) -> bool {
        let (one, two) = (self.vertices[low], self.vertices[high]);
        let field = self.bracket.field;
        match (one.part, two.part) {
            (_, Part::Bye) => field.may_have_bye(one.place),
            (Part::Mover, Part::Mover) => false,
            _ => field.legal(one.place, two.place),
        }
    }

    /// The vertices of pairs inside the bracket.
    pub(super) fn inside_pairs(&self, matching: &Matching) -> Vec<(usize, usize)> {
        (0..self.bracket.size())
            .filter_map(|low| {
                let high = matching[low]?;
                (low < high && self.is_inside(high)).then_some((low, high))
            })
            .collect()
    }

    /// Whether everybody left over in the next bracket, with all below, can be paired.
    fn leaves_everybody_paired(&self, paired: &Paired, matching: &Matching) -> bool {
        if self.has_bye() && paired.bye.is_none() && matching.last().copied().flatten().is_none() {
            return false;
        }
        let with_bye = self.bracket.bye_is_due && !self.has_bye();
        self.bracket
            .rest_completes(self.left_over(paired, matching), with_bye)
    }

    fn is_complete(&self, paired: &Paired, matching: &Matching) -> bool {
        self.left_over(paired, matching).is_empty()
    }

    /// The places of those who are neither paired in the bracket nor matched below it.
    fn left_over(&self, paired: &Paired, matching: &Matching) -> Vec<usize> {
        let settled = |vertex: &Vertex| {
            paired.bye == Some(vertex.place)
                || paired
                    .pairs
                    .iter()
                    .any(|&(one, two)| one == vertex.place || two == vertex.place)
        };
        self.vertices
            .iter()
            .zip(matching)
            .filter(|(vertex, mate)| mate.is_none() && vertex.part != Part::Bye && !settled(vertex))
            .map(|(vertex, _)| vertex.place)
            .collect()
    }
}
