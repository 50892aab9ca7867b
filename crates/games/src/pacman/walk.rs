//! The shortest walk that eats everything, ghosts left aside.
//!
//! A walk is a choice of how often each step between neighbouring cells is taken, never more than twice: the choice hangs
//! together, touches every pellet, and at every cell but the first and the last an even number of steps meet. So the maze
//! is swept from one side to the other, step by step, and of all that was decided behind the sweep only what can still be
//! seen on its front matters: which cells are touched, whether an odd or an even number of steps meet there, and which of
//! them hang together behind it. Of all choices that look alike the shortest is kept. Fronts of mazes are narrow, so few
//! looks are different, and the answer is exact; where they are too many the most promising are followed, and what was
//! left out gives the bound below which no walk can be.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use arrayvec::ArrayVec;
use plylab_core::mix;

use super::maze::{Maze, Spot};
use super::state::{Food, Step};

/// The most cells on the front of a sweep.
const FRONT: usize = 21;
/// Bits for a cell on the front: what it hangs together with, and whether an odd number of steps meet there.
const BITS: usize = 6;
/// The bit that says that the walk's last cell is behind the front.
const ENDED: u128 = 1 << 127;
/// How many fronts the first, quick sweep follows.
const QUICK: usize = 200;

/// A walk that eats everything.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CoveringWalk {
    /// The cells that it comes to, one for each move.
    pub cells: Vec<Spot>,
    /// No walk has fewer moves: this is proven.
    pub at_least: usize,
}

impl CoveringWalk {
    /// How many moves it has.
    pub fn moves(&self) -> usize {
        self.cells.len()
    }

    /// Is it proven that there is no shorter one?
    pub fn is_shortest(&self) -> bool {
        self.at_least == self.cells.len()
    }
}

/// The part of a maze that can be reached from one place, made ready for sweeps.
#[derive(Clone, Debug)]
pub struct Walks {
    /// The cells in the order of the sweep.
    cells: Vec<Spot>,
    numbers: HashMap<Spot, u16>,
    /// Empty if the front is wider than [`FRONT`].
    links: Vec<Link>,
}

/// Two neighbouring cells, and what changes on the front when it has passed between them.
#[derive(Clone, Debug)]
struct Link {
    ends: [u16; 2],
    /// Their places on the front.
    places: [u8; 2],
    /// Those of them that were not on the front before.
    enters: ArrayVec<(u16, u8), 2>,
    /// Those of them that have no further links.
    leaves: ArrayVec<(u16, u8), 2>,
}

/// What is seen of a choice on the front.
#[derive(Clone, Copy)]
struct Look {
    key: u128,
    length: u32,
    /// The look before, and how often the last link is taken.
    parent: u32,
    times: u8,
}

/// What a sweep found.
struct Swept {
    /// How often each link is taken.
    times: Option<Vec<u8>>,
    /// No choice that was left out is shorter.
    at_least: u32,
}

impl Walks {
    /// Everything that can be reached from the cell `from`.
    pub fn new(maze: &Maze, from: Spot) -> Walks {
        let mut cells = vec![from];
        let mut next = 0;
        while let Some(&cell) = cells.get(next) {
            for neighbour in neighbours(maze, cell) {
                if !cells.contains(&neighbour) {
                    cells.push(neighbour);
                }
            }
            next += 1;
        }
        cells.sort_unstable_by_key(|&cell| maze.halves(cell));
        let by_column = Walks::in_order(maze, cells.clone());
        cells.sort_unstable();
        let by_row = Walks::in_order(maze, cells);
        if by_row.cost() <= by_column.cost() { by_row } else { by_column }
    }

    fn in_order(maze: &Maze, cells: Vec<Spot>) -> Walks {
        let numbers: HashMap<Spot, u16> =
            cells.iter().enumerate().map(|(number, &cell)| (cell, number as u16)).collect();
        let mut pairs: Vec<[u16; 2]> = Vec::new();
        for (number, &cell) in cells.iter().enumerate() {
            let mut earlier: Vec<u16> = neighbours(maze, cell)
                .filter_map(|neighbour| numbers.get(&neighbour).copied())
                .filter(|&neighbour| usize::from(neighbour) < number)
                .collect();
            earlier.sort_unstable();
            pairs.extend(earlier.into_iter().map(|neighbour| [neighbour, number as u16]));
        }
        let mut left = vec![0; cells.len()];
        pairs.iter().flatten().for_each(|&cell| left[usize::from(cell)] += 1);
        let mut front: [Option<u16>; FRONT] = [None; FRONT];
        let mut links = Vec::new();
        for ends in pairs {
            let (mut enters, mut leaves) = (ArrayVec::new(), ArrayVec::new());
            let mut places = [0; 2];
            for (end, place) in ends.iter().zip(&mut places) {
                let known = front.iter().position(|cell| cell == &Some(*end));
                let Some(found) = known.or_else(|| front.iter().position(Option::is_none)) else {
                    return Walks { cells, numbers, links: Vec::new() };
                };
                *place = found as u8;
                front[found] = Some(*end);
                if known.is_none() {
                    enters.push((*end, *place));
                }
            }
            for (&end, &place) in ends.iter().zip(&places) {
                left[usize::from(end)] -= 1;
                if left[usize::from(end)] == 0 {
                    front[usize::from(place)] = None;
                    leaves.push((end, place));
                }
            }
            links.push(Link { ends, places, enters, leaves });
        }
        Walks { cells, numbers, links }
    }

    /// How many looks a front may have, all links together: more than there are, but good to compare two orders by.
    fn cost(&self) -> u64 {
        if self.links.is_empty() {
            return u64::MAX;
        }
        let mut width = 0;
        let looks = self.links.iter().map(|link| {
            width += link.enters.len() as u32;
            let looks = 3u64.pow(width);
            width -= link.leaves.len() as u32;
            looks
        });
        looks.sum()
    }

    /// The shortest walk from the cell `from` that eats all of `food`, or a short one and a bound if more than `most` looks
    /// must be told apart at a time; none if some of it cannot be reached.
    pub fn shortest(&self, maze: &Maze, from: Spot, food: &Food, most: usize) -> Option<CoveringWalk> {
        let &start = self.numbers.get(&from)?;
        let mut wanted = vec![false; self.cells.len()];
        for number in food.numbers() {
            let cell = self.numbers.get(maze.pellets().get(number)?)?;
            wanted[usize::from(*cell)] = true;
        }
        wanted[usize::from(start)] = false;
        let count = wanted.iter().filter(|&&wanted| wanted).count();
        if count == 0 {
            return Some(CoveringWalk { cells: Vec::new(), at_least: 0 });
        }
        let mut cells = self.greedy(maze, start, &wanted);
        let farthest = self.cells.iter().zip(&wanted).filter(|(_, wanted)| **wanted);
        let farthest = farthest.filter_map(|(&cell, _)| maze.distance(from, cell)).max().unwrap_or(0);
        let mut at_least = count.max(usize::from(farthest));
        for most in if most > QUICK { vec![QUICK, most] } else { vec![most] } {
            if self.links.is_empty() || at_least >= cells.len() {
                break;
            }
            let swept = self.sweep(start, &wanted, most, cells.len() as u32);
            if let Some(times) = swept.times {
                cells = self.walk(start, times);
            }
            at_least = at_least.max(cells.len().min(swept.at_least as usize));
        }
        Some(CoveringWalk { cells, at_least })
    }

    /// Always to the nearest pellet.
    fn greedy(&self, maze: &Maze, start: u16, wanted: &[bool]) -> Vec<Spot> {
        let mut left: Vec<Spot> =
            self.cells.iter().zip(wanted).filter(|(_, wanted)| **wanted).map(|(&cell, _)| cell).collect();
        let mut at = self.cells[usize::from(start)];
        let mut walk = Vec::new();
        let way = |one, other| maze.distance(one, other).unwrap_or(u16::MAX);
        while let Some(&goal) = left.iter().min_by_key(|&&cell| way(at, cell)) {
            while at != goal {
                let nearer = neighbours(maze, at).find(|&cell| way(cell, goal) < way(at, goal));
                // There is one, because there is a way.
                let Some(nearer) = nearer else { return walk };
                at = nearer;
                walk.push(at);
            }
            left.retain(|&cell| cell != goal);
        }
        walk
    }

    /// Follows up to `most` looks at a time to a choice that is shorter than `limit`.
    fn sweep(&self, start: u16, wanted: &[bool], most: usize, mut limit: u32) -> Swept {
        let mut history: Vec<Vec<(u32, u8)>> = Vec::with_capacity(self.links.len());
        let mut looks = vec![Look { key: 0, length: 0, parent: 0, times: 0 }];
        let mut ahead = wanted.iter().filter(|&&wanted| wanted).count() as u32;
        let mut start_ahead = true;
        let mut on_front = [false; FRONT];
        let mut known: HashMap<u128, u32, BuildHasherDefault<Mixing>> = HashMap::default();
        let mut best: Option<(usize, u32, u8)> = None;
        let mut left_out = u32::MAX;
        for (number, link) in self.links.iter().enumerate() {
            for &(cell, place) in &link.enters {
                let is_wanted = wanted[usize::from(cell)];
                on_front[usize::from(place)] = is_wanted;
                ahead -= u32::from(is_wanted);
                start_ahead &= cell != start;
            }
            known.clear();
            let mut next: Vec<Look> = Vec::new();
            for (parent, look) in looks.iter().enumerate() {
                for times in 0..=2 {
                    let length = look.length + u32::from(times);
                    if length >= limit {
                        break;
                    }
                    let mut front = Front::unpack(look.key);
                    match front.pass(link, times, start, wanted) {
                        Passed::Impossible => {}
                        Passed::Closed => {
                            if ahead == 0 && !start_ahead && !front.misses(&on_front, link) {
                                limit = length;
                                best = Some((number, parent as u32, times));
                            }
                        }
                        Passed::Open => {
                            let look = Look { key: front.pack(), length, parent: parent as u32, times };
                            match known.entry(look.key) {
                                std::collections::hash_map::Entry::Occupied(place) => {
                                    let other = &mut next[*place.get() as usize];
                                    if length < other.length {
                                        *other = look;
                                    }
                                }
                                std::collections::hash_map::Entry::Vacant(place) => {
                                    place.insert(next.len() as u32);
                                    next.push(look);
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
            let needs = |look: &Look| look.length + ahead + Front::unpack(look.key).untouched(&on_front);
            next.retain(|look| needs(look) < limit);
            if next.len() > most {
                next.select_nth_unstable_by_key(most, |look| (needs(look), look.key));
                left_out = next[most..].iter().map(needs).min().map_or(left_out, |least| left_out.min(least));
                next.truncate(most);
            }
            history.push(next.iter().map(|look| (look.parent, look.times)).collect());
            looks = next;
        }
        let times = best.map(|(last, mut place, taken)| {
            let mut times = vec![0; self.links.len()];
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

    /// A walk that takes every link as often as it says there.
    fn walk(&self, start: u16, mut times: Vec<u8>) -> Vec<Spot> {
        let mut links: Vec<Vec<usize>> = vec![Vec::new(); self.cells.len()];
        for (number, link) in self.links.iter().enumerate() {
            link.ends.iter().for_each(|&end| links[usize::from(end)].push(number));
        }
        // As far as it goes, and a detour wherever something was left over.
        let mut trail = vec![start];
        let mut walk = Vec::new();
        while let Some(&at) = trail.last() {
            let onward = &mut links[usize::from(at)];
            while onward.last().is_some_and(|&link| times[link] == 0) {
                onward.pop();
            }
            match onward.last() {
                Some(&link) => {
                    times[link] -= 1;
                    let [one, other] = self.links[link].ends;
                    trail.push(if one == at { other } else { one });
                }
                None => {
                    walk.push(self.cells[usize::from(at)]);
                    trail.pop();
                }
            }
        }
        walk.reverse();
        walk.remove(0);
        walk
    }
}

fn neighbours(maze: &Maze, cell: Spot) -> impl Iterator<Item = Spot> + '_ {
    let ways = maze.ways(cell);
    Step::ALL
        .into_iter()
        .filter(move |&step| step != Step::Stop && ways & step.bit() != 0)
        .map(move |step| maze.moved(cell, step, 2))
}

/// What became of a look when a link was decided.
enum Passed {
    /// No walk looks like this.
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

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use plylab_core::{Rng, Seed};

    use super::super::layout::{Layout, Reading};
    use super::super::layouts::LAYOUTS;
    use super::super::{Classic, Grid};
    use super::*;

    /// Plenty for every maze here.
    const MOST: usize = 20_000;

    /// By breadth: every cell with every set of pellets.
    fn slowly(maze: &Maze, from: Spot) -> Option<usize> {
        let count = maze.pellets().len();
        let eat = |cell: Spot, food: u32| maze.pellet_at(cell).map_or(food, |pellet| food & !(1 << pellet));
        let mut seen = HashSet::new();
        let mut layer = vec![(from, eat(from, (1 << count) - 1))];
        for length in 0.. {
            if layer.is_empty() {
                return None;
            }
            let mut next = Vec::new();
            for (cell, food) in layer {
                if food == 0 {
                    return Some(length);
                }
                if seen.insert((cell, food)) {
                    next.extend(neighbours(maze, cell).map(|cell| (cell, eat(cell, food))));
                }
            }
            layer = next;
        }
        None
    }

    /// The walk goes from cell to neighbouring cell and eats everything.
    fn check(maze: &Maze, from: Spot, food: &Food, walk: &CoveringWalk) {
        let mut at = from;
        let mut left = *food;
        for &cell in &walk.cells {
            assert!(neighbours(maze, at).any(|neighbour| neighbour == cell));
            at = cell;
            if let Some(pellet) = maze.pellet_at(at) {
                left.take(pellet);
            }
        }
        assert_eq!(left.count(), 0);
        assert!(walk.at_least <= walk.moves());
    }

    fn random_maze(rng: &mut Rng, width: usize, height: usize) -> Layout {
        let mut rows = vec!["%".repeat(width)];
        let (x, y) = (1 + rng.below(width - 2), 1 + rng.below(height - 2));
        for row in 1..height - 1 {
            let cells = (1..width - 1).map(|column| match rng.below(10) {
                _ if (column, row) == (x, y) => 'P',
                0..=2 => '%',
                3..=5 => ' ',
                _ => '.',
            });
            rows.push(format!("%{}%", cells.collect::<String>()));
        }
        rows.push("%".repeat(width));
        Layout::parse(&rows.join("\n"), Reading::Strict).unwrap()
    }

    #[test]
    fn walks_are_as_short_as_those_found_by_looking_at_everything() {
        let mut rng = Seed(3).rng();
        let (mut walks, mut unreachable) = (0, 0);
        while walks < 300 || unreachable < 30 {
            let (width, height) = (4 + rng.below(5), 4 + rng.below(4));
            let layout = random_maze(&mut rng, width, height);
            if layout.food.len() > 12 {
                continue;
            }
            let game = Classic::new(&layout);
            let from = game.start.actors[0].at;
            let found = Walks::new(&game.maze, from).shortest(&game.maze, from, &game.start.food, MOST);
            assert_eq!(found.as_ref().map(CoveringWalk::moves), slowly(&game.maze, from), "{layout:?}");
            match found {
                Some(walk) => {
                    assert!(walk.is_shortest());
                    check(&game.maze, from, &game.start.food, &walk);
                    walks += 1;
                }
                None => unreachable += 1,
            }
        }
    }

    #[test]
    fn the_shortest_walk_on_report_as_map_has_121_moves() {
        let game = Grid::new().unwrap();
        let from = game.start.actors[0].at;
        let walk = game.covering_walk().unwrap();
        check(&game.maze, from, &game.start.food, &walk);
        assert_eq!((walk.moves(), walk.is_shortest()), (121, true));
        assert_eq!(game.most_points(&walk), [989, 989]);
    }

    #[test]
    fn bounds_hold_however_few_looks_are_followed() {
        for shipped in LAYOUTS {
            let game = Classic::new(&shipped.layout().unwrap());
            let from = game.start.actors[0].at;
            let walks = Walks::new(&game.maze, from);
            let walk = |most| walks.shortest(&game.maze, from, &game.start.food, most).unwrap();
            let (rough, better) = (walk(3), walk(2_000));
            for walk in [&rough, &better] {
                check(&game.maze, from, &game.start.food, walk);
            }
            assert!(rough.at_least <= better.moves() && better.at_least <= rough.moves());
            assert!(better.moves() <= rough.moves());
        }
    }
}
