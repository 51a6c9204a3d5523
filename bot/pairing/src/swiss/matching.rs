//! Maximum-cardinality matching by Edmonds's blossom algorithm.
//!
//! It answers whether players can be paired at all, several times per bracket. A weighted matching would dominate the
//! time of a round.

/// Returns the partner of each vertex in a matching of maximum size.
///
/// Vertices early in `order` are matched with priority: one stays free only if no maximum matching covers it together
/// with those before it. `may_match` is called with the lower index first.
pub(super) fn maximum_matching(
    vertices: usize,
    order: &[usize],
    may_match: &dyn Fn(usize, usize) -> bool,
) -> Vec<Option<usize>> {
    let neighbors: Vec<Vec<usize>> = (0..vertices)
        .map(|one| {
            (0..vertices)
                .filter(|&two| one != two && may_match(one.min(two), one.max(two)))
                .collect()
        })
        .collect();
    let mut partners = vec![None; vertices];
    for &root in order {
        if partners[root].is_none() {
            let free = neighbors[root].iter().find(|&&v| partners[v].is_none());
            if let Some(&neighbor) = free {
                partners[root] = Some(neighbor);
                partners[neighbor] = Some(root);
            } else {
                BlossomSearch::new(&neighbors, &mut partners).augment(root);
            }
        }
    }
    partners
}

/// The search for an augmenting path from a root.
struct BlossomSearch<'a> {
    neighbors: &'a [Vec<usize>],
    partners: &'a mut [Option<usize>],
    /// The outer vertex from which an inner vertex was reached.
    parents: Vec<Option<usize>>,
    /// The base of the blossom that contains a vertex, or the vertex itself.
    bases: Vec<usize>,
    is_outer: Vec<bool>,
    queue: Vec<usize>,
}

impl<'a> BlossomSearch<'a> {
    fn new(neighbors: &'a [Vec<usize>], partners: &'a mut [Option<usize>]) -> Self {
        let vertices = partners.len();
        Self {
            neighbors,
            partners,
            parents: vec![None; vertices],
            bases: (0..vertices).collect(),
            is_outer: vec![false; vertices],
            queue: Vec::new(),
        }
    }

    /// Augments the matching by a path from `root`, if there is one.
    fn augment(mut self, root: usize) {
        self.is_outer[root] = true;
        self.queue.push(root);
        let mut next = 0;
        while let Some(&from) = self.queue.get(next) {
            next += 1;
            for &to in &self.neighbors[from] {
                if self.bases[from] == self.bases[to] || self.partners[from] == Some(to) {
                    continue;
                }
                let partner = self.partners[to];
                if to == root || partner.is_some_and(|partner| self.parents[partner].is_some()) {
                    self.contract(root, from, to);
                } else if self.parents[to].is_none() {
                    self.parents[to] = Some(from);
                    let Some(partner) = partner else {
                        self.flip_path(to);
                        return;
                    };
                    self.is_outer[partner] = true;
                    self.queue.push(partner);
                }
            }
        }
    }

    /// Swaps matched and unmatched edges from a free vertex back to the root.
    fn flip_path(&mut self, end: usize) {
        let mut inner = Some(end);
        while let Some(vertex) = inner {
            let Some(outer) = self.parents[vertex] else {
                break;
            };
            let former = self.partners[outer];
            self.partners[vertex] = Some(outer);
            self.partners[outer] = Some(vertex);
            inner = former;
        }
    }

    /// Contracts the blossom that an edge between two outer vertices closes.
    fn contract(&mut self, root: usize, one: usize, two: usize) {
        let base = self.common_base(root, one, two);
        let mut is_inside = vec![false; self.bases.len()];
        self.mark_path(&mut is_inside, one, base, two);
        self.mark_path(&mut is_inside, two, base, one);
        for vertex in 0..self.bases.len() {
            if is_inside[self.bases[vertex]] {
                self.bases[vertex] = base;
                if !self.is_outer[vertex] {
                    self.is_outer[vertex] = true;
                    self.queue.push(vertex);
                }
            }
        }
    }

    /// The first base that the paths of two vertices to the root have in common.
    fn common_base(&self, root: usize, one: usize, two: usize) -> usize {
        let mut is_seen = vec![false; self.bases.len()];
        let mut base = self.bases[one];
        is_seen[base] = true;
        while base != self.bases[root] {
            let Some(above) = self.base_above(base) else {
                break;
            };
            base = above;
            is_seen[base] = true;
        }
        let mut base = self.bases[two];
        while !is_seen[base] {
            let Some(above) = self.base_above(base) else {
                break;
            };
            base = above;
        }
        base
    }

    /// The next base on the path to the root.
    fn base_above(&self, base: usize) -> Option<usize> {
        let inner = self.partners[base]?;
        Some(self.bases[self.parents[inner]?])
    }

    /// Marks the blossoms on the path from `start` to `base`, and links the path to its child across the new edge.
    fn mark_path(&mut self, is_inside: &mut [bool], start: usize, base: usize, first_child: usize) {
        let (mut vertex, mut child) = (start, first_child);
        while self.bases[vertex] != base {
            let Some(partner) = self.partners[vertex] else {
                return;
            };
            is_inside[self.bases[vertex]] = true;
            is_inside[self.bases[partner]] = true;
            self.parents[vertex] = Some(child);
            child = partner;
            match self.parents[partner] {
                Some(parent) => vertex = parent,
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

    /// The maximum number of matched vertices, by brute force.
    fn brute_force(free: u32, edges: &[Vec<bool>]) -> u32 {
        if free == 0 {
            return 0;
        }
        let one = free.trailing_zeros() as usize;
        let rest = free & !(1 << one);
        let mut best = brute_force(rest, edges);
        for two in one + 1..edges.len() {
            if rest >> two & 1 == 1 && edges[one][two] {
                best = best.max(2 + brute_force(rest & !(1 << two), edges));
            }
        }
        best
    }

    #[test]
    fn a_matching_is_as_large_as_the_best_by_brute_force() {
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
                    let partners = maximum_matching(size, &order, &|one, two| edges[one][two]);
                    let mut matched = 0;
                    for (one, partner) in partners.iter().enumerate() {
                        if let Some(two) = *partner {
                            assert_eq!(partners[two], Some(one));
                            assert!(edges[one.min(two)][one.max(two)]);
                            matched += 1;
                        }
                    }
                    assert_eq!(matched, brute_force((1 << size) - 1, &edges), "{edges:?}");
                }
            }
        }
    }
}
