//! Positions up to renaming the points: of all the names a position can have, one is chosen.

use plylab_core::Symmetric as _;
use plylab_games::sim::{Edge, Sim};

/// The edges of a position: those of the side to move, and above them those of the other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Key(u32);

/// A position's key, and how many positions share it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Class {
    pub key: Key,
    /// How many positions have this key: one for each way to name the points that makes a difference.
    pub size: u32,
}

/// A byte's worth of edges.
const BYTE: usize = 256;

/// All renamings of the points, as tables from edges to edges.
#[derive(Debug)]
pub(super) struct Renamings {
    /// For every renaming where the first eight edges go, and where the others go, by which of them there are.
    tables: Vec<[[u16; BYTE]; 2]>,
    edges: u32,
}

impl Renamings {
    /// The renamings of a game of at most six points, whose edges fit 16 bits.
    pub fn new(game: &Sim) -> Renamings {
        let edges = u32::from(game.points()) * (u32::from(game.points()) - 1) / 2;
        let table = |which: usize| {
            let image = |edge: u32| {
                if edge < edges { 1u16 << game.map_action(which, Edge(edge as u8)).0 } else { 0 }
            };
            let mut halves = [[0; BYTE]; 2];
            for (half, images) in halves.iter_mut().enumerate() {
                for set in 1..BYTE {
                    // A set is its lowest edge and a smaller set that is known.
                    let lowest = set.trailing_zeros();
                    images[set] = images[set & (set - 1)] | image(lowest + 8 * half as u32);
                }
            }
            halves
        };
        Renamings { tables: (0..game.symmetries()).map(table).collect(), edges }
    }

    /// The class of the position with these edges.
    pub fn class(&self, own: u32, other: u32) -> Class {
        let mut least = Key(u32::MAX);
        let mut times = 0;
        for [low, high] in &self.tables {
            let image = |set: u32| u32::from(low[set as usize % BYTE] | high[(set >> 8) as usize % BYTE]);
            let key = Key(image(own) | image(other) << self.edges);
            if key < least {
                least = key;
                times = 0;
            }
            times += u32::from(key == least);
        }
        // As many renamings lead to the same name as leave the position as it is.
        Class { key: least, size: self.tables.len() as u32 / times.max(1) }
    }
}
