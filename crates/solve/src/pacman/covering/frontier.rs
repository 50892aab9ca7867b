//! Dynamic programming over the frontier of a sweep.
//!
//! The links of the maze are decided one after the other. Of all decisions behind the sweep only their effect on the
//! frontier matters: which cells are touched, the parity of their degrees, and which of them are connected. Of all choices
//! with the same [`FrontierState`] the shortest is kept.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use arrayvec::ArrayVec;
use plylab_core::mix;

use super::WalkLimits;

/// The maximum number of cells on the front of a sweep.
pub(super) const FRONT: usize = 21;
/// Bits for a cell on the front: its component, and the parity of its degree.
const BITS: usize = 6;
/// The bit that is set if the walk's last cell is behind the front.
const ENDED: u128 = 1 << 127;

/// Two neighbouring cells, and the changes of the front after their link.
#[derive(Clone, Debug)]
pub(super) struct CellLink {
    pub ends: [u16; 2],
    /// Their slots on the front.
    pub slots: [u8; 2],
    /// Those of them that were not on the front before.
    pub enters: ArrayVec<(u16, u8), 2>,
    /// Those of them that have no further links.
    pub leaves: ArrayVec<(u16, u8), 2>,
}

/// The state of a choice on the frontier.
#[derive(Clone, Copy)]
struct FrontierState {
    key: u128,
    length: u32,
    /// The state before, and how often the last link is taken.
    parent: u32,
    times: u8,
}

/// How often a link can be taken: not at all, once or twice.
const CHOICES: u64 = 3;

/// Searches for a choice that is shorter than `limit`, for a walk that begins in the cell `start` and touches all `wanted`
/// cells, while `go_on` returns true. Where nodes are running out, fewer states are followed, so that the sweep always
/// reaches the other side.
///
/// Returns how often each link is taken, if there is such a choice, and a lower bound for the choices that were left out.
pub(super) fn sweep(
    links: &[CellLink],
    start: u16,
    wanted: &[bool],
    limits: WalkLimits,
    mut limit: u32,
    go_on: &mut dyn FnMut() -> bool,
) -> (Option<Vec<u8>>, u32) {
    let mut nodes_left = limits.nodes;
    let mut history: Vec<Vec<(u32, u8)>> = Vec::with_capacity(links.len());
    let mut states = vec![FrontierState { key: 0, length: 0, parent: 0, times: 0 }];
    let mut ahead = wanted.iter().filter(|&&wanted| wanted).count() as u32;
    let mut start_ahead = true;
    let mut on_front = [false; FRONT];
    let mut known: HashMap<u128, u32, BuildHasherDefault<Mixing>> = HashMap::default();
    let mut best: Option<(usize, u32, u8)> = None;
    let mut left_out = u32::MAX;
    for (number, link) in links.iter().enumerate() {
        if !go_on() {
            // There is no bound for what was not followed.
            left_out = 0;
            break;
        }
        for &(cell, slot) in &link.enters {
            let is_wanted = wanted[usize::from(cell)];
            on_front[usize::from(slot)] = is_wanted;
            ahead -= u32::from(is_wanted);
            start_ahead &= cell != start;
        }
        known.clear();
        nodes_left = nodes_left.saturating_sub(CHOICES * states.len() as u64);
        let mut next: Vec<FrontierState> = Vec::new();
        for (parent, state) in states.iter().enumerate() {
            for times in 0..=2 {
                let length = state.length + u32::from(times);
                if length >= limit {
                    break;
                }
                let mut front = Front::unpack(state.key);
                match front.pass(link, times, start, wanted) {
                    Passed::Impossible => {}
                    Passed::Closed => {
                        if ahead == 0 && !start_ahead && !front.misses(&on_front, link) {
                            limit = length;
                            best = Some((number, parent as u32, times));
                        }
                    }
                    Passed::Open => {
                        let state = FrontierState { key: front.pack(), length, parent: parent as u32, times };
                        match known.entry(state.key) {
                            std::collections::hash_map::Entry::Occupied(entry) => {
                                let other = &mut next[*entry.get() as usize];
                                if length < other.length {
                                    *other = state;
                                }
                            }
                            std::collections::hash_map::Entry::Vacant(entry) => {
                                entry.insert(next.len() as u32);
                                next.push(state);
                            }
                        }
                    }
                }
            }
        }
        for &(_, slot) in &link.leaves {
            on_front[usize::from(slot)] = false;
        }
        // Two steps meet at every untouched pellet, one at the last: each adds at least one step.
        let needs =
            |state: &FrontierState| state.length + ahead + Front::unpack(state.key).untouched(&on_front);
        next.retain(|state| needs(state) < limit);
        let links_left = (links.len() - number - 1).max(1) as u64;
        let affordable = usize::try_from(nodes_left / (CHOICES * links_left)).unwrap_or(usize::MAX);
        let most = limits.states.min(affordable.max(1));
        if next.len() > most {
            next.select_nth_unstable_by_key(most, |state| (needs(state), state.key));
            left_out = next[most..].iter().map(needs).min().map_or(left_out, |least| left_out.min(least));
            next.truncate(most);
        }
        history.push(next.iter().map(|state| (state.parent, state.times)).collect());
        states = next;
    }
    let times = best.map(|(last, mut index, taken)| {
        let mut times = vec![0; links.len()];
        times[last] = taken;
        for number in (0..last).rev() {
            let (parent, taken) = history[number][index as usize];
            times[number] = taken;
            index = parent;
        }
        times
    });
    (times, limit.min(left_out))
}

/// The result of a link for a state.
enum Passed {
    /// No walk leads to it.
    Impossible,
    /// The only component has left the front: the walk is complete.
    Closed,
    /// It can be continued.
    Open,
}

/// The cells on the front, unpacked: 0 if the cell is not touched, else twice the number of its component, plus 1 if its
/// degree is odd. The start cell counts Pac-Man's arrival as one step.
struct Front {
    cells: [u8; FRONT],
    ended: bool,
}

/// The number of a new component; it gets its final one when the front is packed.
const NEW: u8 = 30;

impl Front {
    fn unpack(key: u128) -> Front {
        let mut cells = [0; FRONT];
        for (slot, cell) in cells.iter_mut().enumerate() {
            *cell = (key >> (slot * BITS)) as u8 & ((1 << BITS) - 1);
        }
        Front { cells, ended: key & ENDED != 0 }
    }

    /// Components are numbered in order of appearance, so that equal fronts have equal keys.
    fn pack(&self) -> u128 {
        let mut names = [0; 1 << (BITS - 1)];
        let mut count = 0;
        let mut key = if self.ended { ENDED } else { 0 };
        for (slot, &cell) in self.cells.iter().enumerate().filter(|(_, cell)| **cell != 0) {
            let name = &mut names[usize::from(cell >> 1)];
            if *name == 0 {
                count += 1;
                *name = count;
            }
            key |= u128::from(*name << 1 | cell & 1) << (slot * BITS);
        }
        key
    }

    /// Takes a link that many times.
    fn pass(&mut self, link: &CellLink, times: u8, start: u16, wanted: &[bool]) -> Passed {
        for &(cell, slot) in &link.enters {
            self.cells[usize::from(slot)] = if cell == start { NEW << 1 | 1 } else { 0 };
        }
        if times > 0 {
            let [one, other] = link.slots.map(usize::from);
            let [here, there] = [self.cells[one] >> 1, self.cells[other] >> 1];
            let part = match (here, there) {
                (0, 0) => NEW + 1,
                (0, part) | (part, _) => part,
            };
            if here != 0 && there != 0 && here != there {
                let old = self.cells.iter_mut().filter(|cell| **cell >> 1 == there);
                old.for_each(|cell| *cell = part << 1 | *cell & 1);
            }
            for slot in [one, other] {
                self.cells[slot] = part << 1 | (self.cells[slot] & 1) ^ (times & 1);
            }
        }
        let mut closed = 0;
        for &(cell, slot) in &link.leaves {
            let left = std::mem::take(&mut self.cells[usize::from(slot)]);
            if left == 0 {
                if wanted[usize::from(cell)] {
                    return Passed::Impossible;
                }
                continue;
            }
            if left & 1 != 0 {
                // Only the last cell of the walk may have an odd degree.
                if self.ended {
                    return Passed::Impossible;
                }
                self.ended = true;
            }
            closed += u32::from(self.cells.iter().all(|other| other >> 1 != left >> 1));
        }
        match (closed, self.cells.iter().all(|&cell| cell == 0)) {
            (0, _) => Passed::Open,
            (1, true) => Passed::Closed,
            (_, _) => Passed::Impossible,
        }
    }

    /// The number of untouched pellets on the front.
    fn untouched(&self, on_front: &[bool; FRONT]) -> u32 {
        self.cells.iter().zip(on_front).filter(|(cell, wanted)| **cell == 0 && **wanted).count() as u32
    }

    /// Is there an untouched pellet on the front, apart from the cells that leave it?
    fn misses(&self, on_front: &[bool; FRONT], link: &CellLink) -> bool {
        let leaves = |slot: usize| link.leaves.iter().any(|(_, left)| usize::from(*left) == slot);
        (0..FRONT).any(|slot| on_front[slot] && self.cells[slot] == 0 && !leaves(slot))
    }
}

/// A hasher for keys.
#[derive(Default)]
struct Mixing(u64);

impl Hasher for Mixing {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for part in bytes.chunks(8) {
            self.0 = part.iter().fold(self.0, |hash, &byte| mix(hash ^ u64::from(byte)));
        }
    }

    fn write_u128(&mut self, key: u128) {
        self.0 = mix(mix(self.0 ^ key as u64) ^ (key >> 64) as u64);
    }
}
