//! Positions up to renaming the points: of all the names a position can have, one is chosen.
//!
//! To try every renaming would be slow: there are 5,040 for seven points. Points that differ in what they are joined to
//! cannot take each other's places, so they are put in order by that first, and only points that look alike are tried in
//! every order. Past the first few moves there is hardly ever more than one order left.

use plylab_core::mix;
use plylab_games::sim::Sim;

/// The most points: two bits for each of their edges fit a word.
const MOST_POINTS: usize = 8;

/// A position's name: for every pair of points, in the chosen order, two bits for whose edge joins them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Key(u64);

/// A position's key, and how many positions share it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Class {
    pub key: Key,
    /// How many positions have this key: one for each way to name the points that makes a difference.
    pub size: u32,
}

/// The points of a game and the edges between them.
#[derive(Debug)]
pub(super) struct Renamings {
    points: usize,
    edges: u32,
    /// How many renamings there are.
    count: u32,
    /// The edge between two points, as a mask.
    between: [[u32; MOST_POINTS]; MOST_POINTS],
}

impl Renamings {
    /// The renamings of a game.
    pub fn new(game: &Sim) -> Renamings {
        let points = usize::from(game.points()).min(MOST_POINTS);
        let mut between = [[0; MOST_POINTS]; MOST_POINTS];
        let mut edges = 0;
        for (one, other) in (0..points).flat_map(|one| (one + 1..points).map(move |other| (one, other))) {
            between[one][other] = 1 << edges;
            between[other][one] = 1 << edges;
            edges += 1;
        }
        Renamings { points, edges, count: (1..=points as u32).product(), between }
    }

    /// The class of the position with these edges.
    pub fn class(&self, own: u32, other: u32) -> Class {
        let looks = self.looks(own, other);
        let mut order = looks;
        order[..self.points].sort_unstable();
        let mut naming = Naming {
            renamings: self,
            own,
            other,
            looks,
            order,
            places: [0; MOST_POINTS],
            least: u64::MAX,
            times: 0,
        };
        naming.place(0, 0, 0, self.edges);
        // As many renamings lead to the same name as leave the position as it is.
        Class { key: Key(naming.least), size: self.count / naming.times.max(1) }
    }

    /// What each point looks like: points that could take each other's places look alike.
    fn looks(&self, own: u32, other: u32) -> [u64; MOST_POINTS] {
        let mut looks = [0; MOST_POINTS];
        // Twice more than its own edges: what its neighbours look like, and theirs.
        for _ in 0..3 {
            let before = looks;
            for (point, look) in looks[..self.points].iter_mut().enumerate() {
                *look = mix(before[point]);
                for (neighbour, &edge) in self.between[point][..self.points].iter().enumerate() {
                    if own & edge != 0 {
                        *look = look.wrapping_add(mix(before[neighbour] ^ 1));
                    } else if other & edge != 0 {
                        *look = look.wrapping_add(mix(before[neighbour] ^ 2));
                    }
                }
            }
        }
        looks
    }
}

/// The least name of one position, while it is looked for.
struct Naming<'a> {
    renamings: &'a Renamings,
    own: u32,
    other: u32,
    looks: [u64; MOST_POINTS],
    /// The looks in order: what the point at each place must look like.
    order: [u64; MOST_POINTS],
    places: [usize; MOST_POINTS],
    least: u64,
    /// How many renamings lead to it.
    times: u32,
}

impl Naming<'_> {
    /// Tries every point at the next place. `name` is that of the edges between points already placed, and `left` counts
    /// the others.
    fn place(&mut self, next: usize, placed: u32, name: u64, left: u32) {
        let points = self.renamings.points;
        if next == points {
            if name < self.least {
                self.least = name;
                self.times = 0;
            }
            self.times += 1;
            return;
        }
        for point in 0..points {
            if placed >> point & 1 != 0 || self.looks[point] != self.order[next] {
                continue;
            }
            let mut name = name;
            for &earlier in &self.places[..next] {
                let edge = self.renamings.between[point][earlier];
                name = name << 2 | u64::from(self.own & edge != 0) << 1 | u64::from(self.other & edge != 0);
            }
            let left = left - next as u32;
            // A name that begins larger is larger.
            if name <= self.least >> (2 * left) {
                self.places[next] = point;
                self.place(next + 1, placed | 1 << point, name, left);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use plylab_core::{Seed, Symmetric as _};
    use plylab_games::sim::{Edge, Start};

    use super::*;

    fn renamed(game: &Sim, which: usize, set: u32) -> u32 {
        (0..28)
            .filter(|edge| set >> edge & 1 != 0)
            .map(|edge| 1 << game.map_action(which, Edge(edge)).0)
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
                assert_eq!(class.size as usize, images.len(), "{points} points");
                for &(own, other) in images.iter().take(20) {
                    assert_eq!(renamings.class(own, other), class, "{points} points");
                }
                let least = images.into_iter().min();
                assert_eq!(*class_of_least.entry(least).or_insert(class), class);
            }
            let keys: HashSet<Key> = class_of_least.values().map(|class| class.key).collect();
            assert_eq!(keys.len(), class_of_least.len(), "two kinds of position share a key");
        }
    }
}
