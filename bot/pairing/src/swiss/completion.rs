//! Whether a set of entrants can be paired at all: matchings of the greatest size, without weights.
//!
//! The search is Edmonds's: grow a tree of alternating paths from a free vertex and contract odd cycles, until another
//! free vertex is found. It is asked several times for each bracket, and a weighted matching would take longer than all
//! the rest of a round.

/// For each vertex the one it is matched with, so that as many as possible are matched. A vertex that stands early in
/// `order` is left alone only if no matching of this size covers it together with those before it.
pub(super) fn largest_matching(
    vertices: usize,
    order: &[usize],
    may_meet: &dyn Fn(usize, usize) -> bool,
) -> Vec<Option<usize>> {
    let neighbors: Vec<Vec<usize>> = (0..vertices)
        .map(|one| {
            (0..vertices)
                .filter(|&two| one != two && may_meet(one.min(two), one.max(two)))
                .collect()
        })
        .collect();
    let mut mates = vec![None; vertices];
    for &root in order {
        if mates[root].is_none() {
            let free = neighbors[root]
                .iter()
                .find(|&&other| mates[other].is_none());
            if let Some(&other) = free {
                mates[root] = Some(other);
                mates[other] = Some(root);
            } else {
                Search::new(&neighbors, &mut mates).augment(root);
            }
        }
    }
    mates
}

struct Search<'a> {
    neighbors: &'a [Vec<usize>],
    mates: &'a mut [Option<usize>],
    /// The outer vertex from which an inner one was reached.
    parents: Vec<Option<usize>>,
    /// The vertex that stands for the contracted cycle in which a vertex is.
    bases: Vec<usize>,
    outer: Vec<bool>,
    queue: Vec<usize>,
}

impl<'a> Search<'a> {
    fn new(neighbors: &'a [Vec<usize>], mates: &'a mut [Option<usize>]) -> Self {
        let vertices = mates.len();
        Self {
            neighbors,
            mates,
            parents: vec![None; vertices],
            bases: (0..vertices).collect(),
            outer: vec![false; vertices],
            queue: Vec::new(),
        }
    }

    /// Matches `root` and one more if there is a way.
    fn augment(mut self, root: usize) {
        self.outer[root] = true;
        self.queue.push(root);
        let mut next = 0;
        while let Some(&from) = self.queue.get(next) {
            next += 1;
            for place in 0..self.neighbors[from].len() {
                let to = self.neighbors[from][place];
                if self.bases[from] == self.bases[to] || self.mates[from] == Some(to) {
                    continue;
                }
                let is_outer =
                    to == root || self.mates[to].is_some_and(|mate| self.parents[mate].is_some());
                if is_outer {
                    self.contract(root, from, to);
                } else if self.parents[to].is_none() {
                    self.parents[to] = Some(from);
                    let Some(mate) = self.mates[to] else {
                        self.flip(to);
                        return;
                    };
                    self.outer[mate] = true;
                    self.queue.push(mate);
                }
            }
        }
    }

    /// Swaps matched and unmatched edges on the way from a free vertex back to the root.
    fn flip(&mut self, end: usize) {
        let mut inner = Some(end);
        while let Some(vertex) = inner {
            let Some(outer) = self.parents[vertex] else {
                break;
            };
            let former = self.mates[outer];
            self.mates[vertex] = Some(outer);
            self.mates[outer] = Some(vertex);
            inner = former;
        }
    }

    /// Contracts the odd cycle that the edge between two outer vertices closes.
    fn contract(&mut self, root: usize, one: usize, two: usize) {
        let base = self.common_base(root, one, two);
        let mut inside = vec![false; self.bases.len()];
        self.mark(&mut inside, one, base, two);
        self.mark(&mut inside, two, base, one);
        for vertex in 0..self.bases.len() {
            if inside[self.bases[vertex]] {
                self.bases[vertex] = base;
                if !self.outer[vertex] {
                    self.outer[vertex] = true;
                    self.queue.push(vertex);
                }
            }
        }
    }

    fn common_base(&self, root: usize, one: usize, two: usize) -> usize {
        let mut seen = vec![false; self.bases.len()];
        let mut at = self.bases[one];
        loop {
            seen[at] = true;
            if at == self.bases[root] {
                break;
            }
            match self.mates[at].and_then(|mate| self.parents[mate]) {
                Some(parent) => at = self.bases[parent],
                None => break,
            }
        }
        let mut at = self.bases[two];
        while !seen[at] {
            match self.mates[at].and_then(|mate| self.parents[mate]) {
                Some(parent) => at = self.bases[parent],
                None => break,
            }
        }
        at
    }

    fn mark(&mut self, inside: &mut [bool], start: usize, base: usize, first_child: usize) {
        let (mut at, mut child) = (start, first_child);
        while self.bases[at] != base {
            let Some(mate) = self.mates[at] else { return };
            inside[self.bases[at]] = true;
            inside[self.bases[mate]] = true;
            self.parents[at] = Some(child);
            child = mate;
            match self.parents[mate] {
                Some(parent) => at = parent,
                None => return,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::rngs::SmallRng;
    use rand::{Rng, SeedableRng};

    use super::*;

    /// The most vertices that can be matched, found by trying everything.
    fn most(free: u32, edges: &[Vec<bool>]) -> u32 {
        if free == 0 {
            return 0;
        }
        let one = free.trailing_zeros() as usize;
        let rest = free & !(1 << one);
        let mut best = most(rest, edges);
        for two in one + 1..edges.len() {
            if rest >> two & 1 == 1 && edges[one][two] {
                best = best.max(2 + most(rest & !(1 << two), edges));
            }
        }
        best
    }

    #[test]
    fn as_many_are_matched_as_trying_everything_can_match() {
        let mut rng = SmallRng::seed_from_u64(5);
        for size in 1..=11_usize {
            for density in [0.15, 0.3, 0.6] {
                for _ in 0..40 {
                    let mut edges = vec![vec![false; size]; size];
                    for (one, row) in edges.iter_mut().enumerate() {
                        for edge in &mut row[one + 1..] {
                            *edge = rng.random_bool(density);
                        }
                    }
                    let order: Vec<usize> = (0..size).rev().collect();
                    let mates = largest_matching(size, &order, &|one, two| edges[one][two]);
                    let mut matched = 0;
                    for (one, mate) in mates.iter().enumerate() {
                        if let Some(two) = *mate {
                            assert_eq!(mates[two], Some(one));
                            assert!(edges[one.min(two)][one.max(two)]);
                            matched += 1;
                        }
                    }
                    assert_eq!(matched, most((1 << size) - 1, &edges), "{edges:?}");
                }
            }
        }
    }
}
