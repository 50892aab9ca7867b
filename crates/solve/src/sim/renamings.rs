//! Positions up to renaming the points: canonical forms of edge-coloured graphs.
//!
//! Trying every renaming would be slow: there are 5,040 for seven points. Points with different neighbourhoods cannot be
//! exchanged, so points are sorted by a signature of theirs first, and only points with equal signatures are tried in
//! every order. After the first few moves there is hardly ever more than one order left.

use plylab_core::mix;
use plylab_games::sim::Sim;

/// The maximum number of points: two bits for each of their edges fit a word.
const MAX_POINTS: usize = 8;

/// The points of a game and the edges between them.
#[derive(Debug)]
pub(super) struct Renamings {
    points: usize,
    edges: u32,
    /// How many renamings there are.
    count: u32,
    /// The edge between two points, as a mask.
    between: [[u32; MAX_POINTS]; MAX_POINTS],
}

impl Renamings {
    /// The renamings of a game.
    pub fn new(game: &Sim) -> Renamings {
        let points = usize::from(game.points()).min(MAX_POINTS);
        let mut between = [[0; MAX_POINTS]; MAX_POINTS];
        let mut edges = 0;
        for (one, other) in (0..points).flat_map(|one| (one + 1..points).map(move |other| (one, other))) {
            between[one][other] = 1 << edges;
            between[other][one] = 1 << edges;
            edges += 1;
        }
        Renamings { points, edges, count: (1..=points as u32).product(), between }
    }

    /// The key of the position with these edges, and the number of positions that share it. The key is the canonical form:
    /// for every pair of points, in canonical order, two bits for the owner of their edge.
    pub fn class(&self, own: u32, other: u32) -> (u64, u32) {
        let signatures = self.signatures(own, other);
        let mut order = signatures;
        order[..self.points].sort_unstable();
        let mut canonical = Canonical {
            renamings: self,
            own,
            other,
            signatures,
            order,
            assigned: [0; MAX_POINTS],
            least: u64::MAX,
            times: 0,
        };
        canonical.assign(0, 0, 0, self.edges);
        // As many renamings lead to the same form as there are automorphisms of the position.
        (canonical.least, self.count / canonical.times.max(1))
    }

    /// A signature of each point: points that can be exchanged have the same one.
    fn signatures(&self, own: u32, other: u32) -> [u64; MAX_POINTS] {
        let mut signatures = [0; MAX_POINTS];
        // Three rounds: its own edges, its neighbours' signatures, and theirs.
        for _ in 0..3 {
            let before = signatures;
            for (point, signature) in signatures[..self.points].iter_mut().enumerate() {
                *signature = mix(before[point]);
                for (neighbour, &edge) in self.between[point][..self.points].iter().enumerate() {
                    if own & edge != 0 {
                        *signature = signature.wrapping_add(mix(before[neighbour] ^ 1));
                    } else if other & edge != 0 {
                        *signature = signature.wrapping_add(mix(before[neighbour] ^ 2));
                    }
                }
            }
        }
        signatures
    }
}

/// The search for the smallest form of one position.
struct Canonical<'a> {
    renamings: &'a Renamings,
    own: u32,
    other: u32,
    signatures: [u64; MAX_POINTS],
    /// The sorted signatures: the one that the point at each index must have.
    order: [u64; MAX_POINTS],
    assigned: [usize; MAX_POINTS],
    least: u64,
    /// How many renamings lead to it.
    times: u32,
}

impl Canonical<'_> {
    /// Tries every point at the next index. `form` is that of the edges between points already assigned, and `left` counts
    /// the others.
    fn assign(&mut self, next: usize, used: u32, form: u64, left: u32) {
        let points = self.renamings.points;
        if next == points {
            if form < self.least {
                self.least = form;
                self.times = 0;
            }
            self.times += 1;
            return;
        }
        for point in 0..points {
            if used >> point & 1 != 0 || self.signatures[point] != self.order[next] {
                continue;
            }
            let mut form = form;
            for &earlier in &self.assigned[..next] {
                let edge = self.renamings.between[point][earlier];
                form = form << 2 | u64::from(self.own & edge != 0) << 1 | u64::from(self.other & edge != 0);
            }
            let left = left - next as u32;
            // A form with a larger prefix is larger.
            if form <= self.least >> (2 * left) {
                self.assigned[next] = point;
                self.assign(next + 1, used | 1 << point, form, left);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use plylab_core::{Seed, Symmetric as _};
    use plylab_games::sim::{SimEdge, Start};

    use super::*;

    fn renamed(game: &Sim, which: usize, set: u32) -> u32 {
        (0..28)
            .filter(|edge| set >> edge & 1 != 0)
            .map(|edge| 1 << game.map_action(which, SimEdge(edge)).0)
            .sum()
    }

    #[test]
    fn classes_are_what_renaming_every_point_in_every_way_gives() {
        // All colourings of four points, and some of the others.
        for (points, count) in [(4u8, 729), (5, 500), (6, 200), (7, 30)] {
            let game = Sim::new(points, Start::Red).unwrap();
            let renamings = Renamings::new(&game);
            let edges = u32::from(points) * (u32::from(points) - 1) / 2;
            let mut rng = Seed(5).rng();
            let mut class_of_least = HashMap::new();
            for number in 0..count {
                let (mut own, mut other, mut digits) = (0, 0, number);
                for edge in 0..edges {
                    let digit = if points == 4 { digits % 3 } else { rng.below(3) };
                    digits /= 3;
                    own |= u32::from(digit == 1) << edge;
                    other |= u32::from(digit == 2) << edge;
                }
                let images: HashSet<(u32, u32)> = (0..game.symmetries())
                    .map(|which| (renamed(&game, which, own), renamed(&game, which, other)))
                    .collect();
                let class = renamings.class(own, other);
                assert_eq!(class.1 as usize, images.len(), "{points} points");
                for &(own, other) in images.iter().take(20) {
                    assert_eq!(renamings.class(own, other), class, "{points} points");
                }
                let least = images.into_iter().min();
                assert_eq!(*class_of_least.entry(least).or_insert(class), class);
            }
            let keys: HashSet<u64> = class_of_least.values().map(|&(key, _)| key).collect();
            assert_eq!(keys.len(), class_of_least.len(), "two kinds of position share a key");
        }
    }
}
