//! Minimum spanning trees: Kruskal's algorithm over union-find groups.

use alloc::vec::Vec;

/// Disjoint groups of things (union-find).
#[derive(Clone, Debug)]
pub struct Groups {
    parent: Vec<u32>,
}

impl Groups {
    /// A group for each of this many things.
    #[must_use]
    pub fn new(count: u32) -> Self {
        Self { parent: (0..count).collect() }
    }

    /// The representative of a thing's group.
    pub fn of(&mut self, thing: u32) -> u32 {
        let mut at = thing;
        while self.parent[at as usize] != at {
            let above = self.parent[self.parent[at as usize] as usize];
            self.parent[at as usize] = above;
            at = above;
        }
        at
    }

    /// Joins two groups; false if they are the same.
    pub fn join(&mut self, a: u32, b: u32) -> bool {
        let (a, b) = (self.of(a), self.of(b));
        // The smaller number represents both, so that representatives do not depend on the order of joining.
        self.parent[a.max(b) as usize] = a.min(b);
        a != b
    }
}

/// The edges (a, b) with a < b that join `count` things with the least total weight; equal weights in the order
/// of (a, b).
pub fn spanning_tree(count: u32, mut weight: impl FnMut(u32, u32) -> u64) -> Vec<(u32, u32)> {
    let mut edges = Vec::with_capacity((count as usize * count.saturating_sub(1) as usize) / 2);
    for a in 0..count {
        for b in a + 1..count {
            edges.push((weight(a, b), a, b));
        }
    }
    crate::sort(&mut edges);
    let mut groups = Groups::new(count);
    edges.retain(|&(_, a, b)| groups.join(a, b));
    edges.into_iter().map(|(_, a, b)| (a, b)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cheapest_edges_join_everything_once() {
        let places = [0i64, 10, 1, 12, 30];
        let tree = spanning_tree(5, |a, b| places[a as usize].abs_diff(places[b as usize]));
        assert_eq!(tree, [(0, 2), (1, 3), (1, 2), (3, 4)]);
        assert!(spanning_tree(0, |_, _| 0).is_empty());
        assert!(spanning_tree(1, |_, _| 0).is_empty());
    }

    #[test]
    fn groups_know_their_members() {
        let mut groups = Groups::new(4);
        assert!(groups.join(3, 1));
        assert!(!groups.join(1, 3));
        assert_eq!(groups.of(3), 1);
        assert_ne!(groups.of(0), groups.of(2));
    }
}
