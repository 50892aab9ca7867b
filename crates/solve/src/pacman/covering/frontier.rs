//! Dynamic programming over the frontier of a sweep.
//!
//! The links of the maze are decided one after the other. Of all that was decided behind the sweep only what can still be
//! seen on its frontier matters: which cells are touched, whether an odd or an even number of steps meet there, and which
//! of them hang together. Of all choices in the same [`FrontierState`] the shortest is kept.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use arrayvec::ArrayVec;
use plylab_core::mix;

/// The most cells on the front of a sweep.
pub(super) const FRONT: usize = 21;
/// Bits for a cell on the front: what it hangs together with, and whether an odd number of steps meet there.
const BITS: usize = 6;
/// The bit that says that the walk's last cell is behind the front.
const ENDED: u128 = 1 << 127;
/// Two neighbouring cells, and what changes on the front when it has passed between them.
#[derive(Clone, Debug)]
pub(super) struct Link {
    pub ends: [u16; 2],
    /// Their places on the front.
    pub places: [u8; 2],
    /// Those of them that were not on the front before.
    pub enters: ArrayVec<(u16, u8), 2>,
    /// Those of them that have no further links.
    pub leaves: ArrayVec<(u16, u8), 2>,
}

/// What is seen of a choice on the frontier.
#[derive(Clone, Copy)]
struct FrontierState {
    key: u128,
    length: u32,
    /// The state before, and how often the last link is taken.
    parent: u32,
    times: u8,
}

/// What a sweep found.
pub(super) struct Swept {
    /// How often each link is taken.
    pub times: Option<Vec<u8>>,
    /// No choice that was left out is shorter.
    pub at_least: u32,
}

/// Follows up to `most` states at a time to a choice that is shorter than `limit`, for as long as it may go on.
pub(super) fn sweep(
    links: &[Link],
    start: u16,
    wanted: &[bool],
    most: usize,
    mut limit: u32,
    go_on: &mut dyn FnMut() -> bool,
) -> Swept {
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
            // Nothing is known of what was not followed.
            left_out = 0;
            break;
        }
        for &(cell, place) in &link.enters {
            let is_wanted = wanted[usize::from(cell)];
            on_front[usize::from(place)] = is_wanted;
            ahead -= u32::from(is_wanted);
            start_ahead &= cell != start;
        }
        known.clear();
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
                            std::collections::hash_map::Entry::Occupied(place) => {
                                let other = &mut next[*place.get() as usize];
                                if length < other.length {
                                    *other = state;
                                }
                            }
                            std::collections::hash_map::Entry::Vacant(place) => {
                                place.insert(next.len() as u32);
                                next.push(state);
                            }
                        }
                    }
                }
            }
        }
        for &(_, place) in &link.leaves {
            on_front[usize::from(place)] = false;
        }
        // Two steps meet at every pellet that nothing touches yet, except at the last.
        let needs =
            |state: &FrontierState| state.length + ahead + Front::unpack(state.key).untouched(&on_front);
        next.retain(|state| needs(state) < limit);
        if next.len() > most {
            next.select_nth_unstable_by_key(most, |state| (needs(state), state.key));
            left_out = next[most..].iter().map(needs).min().map_or(left_out, |least| left_out.min(least));
            next.truncate(most);
        }
        history.push(next.iter().map(|state| (state.parent, state.times)).collect());
        states = next;
    }
    let times = best.map(|(last, mut place, taken)| {
        let mut times = vec![0; links.len()];
        times[last] = taken;
        for number in (0..last).rev() {
            let (parent, taken) = history[number][place as usize];
            times[number] = taken;
            place = parent;
        }
        times
    });
    Swept { times, at_least: limit.min(left_out) }
}

/// What became of a state when a link was decided.
enum Passed {
    /// No walk leads to it.
    Impossible,
    /// A part of it has no cell on the front any more: it must be all of it.
    Closed,
    /// It can go on.
    Open,
}

/// The cells on the front, unpacked: 0 if nothing touches the cell, else the number of the part it belongs to, doubled, plus
/// 1 if an odd number of steps meet there. Counted as one of them at the start cell is the coming of Pac-Man.
struct Front {
    cells: [u8; FRONT],
    ended: bool,
}

/// The number of a part that has just begun; it gets a proper one when the front is packed.
const NEW: u8 = 30;

impl Front {
    fn unpack(key: u128) -> Front {
        let mut cells = [0; FRONT];
        for (place, cell) in cells.iter_mut().enumerate() {
            *cell = (key >> (place * BITS)) as u8 & ((1 << BITS) - 1);
        }
        Front { cells, ended: key & ENDED != 0 }
    }

    /// Parts are numbered as they come, so that what looks alike is alike.
    fn pack(&self) -> u128 {
        let mut names = [0; 1 << (BITS - 1)];
        let mut count = 0;
        let mut key = if self.ended { ENDED } else { 0 };
        for (place, &cell) in self.cells.iter().enumerate().filter(|(_, cell)| **cell != 0) {
            let name = &mut names[usize::from(cell >> 1)];
            if *name == 0 {
                count += 1;
                *name = count;
            }
            key |= u128::from(*name << 1 | cell & 1) << (place * BITS);
        }
        key
    }

    /// Takes a link so many times.
    fn pass(&mut self, link: &Link, times: u8, start: u16, wanted: &[bool]) -> Passed {
        for &(cell, place) in &link.enters {
            self.cells[usize::from(place)] = if cell == start { NEW << 1 | 1 } else { 0 };
        }
        if times > 0 {
            let [one, other] = link.places.map(usize::from);
            let [here, there] = [self.cells[one] >> 1, self.cells[other] >> 1];
            let part = match (here, there) {
                (0, 0) => NEW + 1,
                (0, part) | (part, _) => part,
            };
            if here != 0 && there != 0 && here != there {
                let old = self.cells.iter_mut().filter(|cell| **cell >> 1 == there);
                old.for_each(|cell| *cell = part << 1 | *cell & 1);
            }
            for place in [one, other] {
                self.cells[place] = part << 1 | (self.cells[place] & 1) ^ (times & 1);
            }
        }
        let mut closed = 0;
        for &(cell, place) in &link.leaves {
            let left = std::mem::take(&mut self.cells[usize::from(place)]);
            if left == 0 {
                if wanted[usize::from(cell)] {
                    return Passed::Impossible;
                }
                continue;
            }
            if left & 1 != 0 {
                // Only the last cell of the walk may be so.
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

    /// Pellets on the front that nothing touches.
    fn untouched(&self, on_front: &[bool; FRONT]) -> u32 {
        self.cells.iter().zip(on_front).filter(|(cell, wanted)| **cell == 0 && **wanted).count() as u32
    }

    /// Is there a pellet on the front, apart from the cells that leave it, that nothing touches?
    fn misses(&self, on_front: &[bool; FRONT], link: &Link) -> bool {
        let leaves = |place: usize| link.leaves.iter().any(|(_, left)| usize::from(*left) == place);
        (0..FRONT).any(|place| on_front[place] && self.cells[place] == 0 && !leaves(place))
    }
}

/// Spreads the bits of a key that is known to be one.
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
