//! The shortest walk that eats everything, ignoring ghosts: a frontier DP over Eulerian multigraphs.
//!
//! A walk is a multigraph: it takes each link between neighbouring cells zero, one or two times, is connected, touches
//! every pellet, and has even degree at every cell but the first and the last. Such a multigraph has an Eulerian walk, and
//! [`frontier`] finds the smallest one by sweeping the maze from one side to the other. Frontiers of mazes are narrow, so
//! there are few states, and the result is exact; if there are too many, the most promising are followed, and the others
//! give a lower bound for the length of any walk.

mod frontier;
#[cfg(test)]
mod tests;

use std::collections::HashMap;

use arrayvec::ArrayVec;
use plylab_core::{Game as _, ScoreBound, Seed, StopFlag, message};
use plylab_games::pacman::{Food, Maze, Pacman, PacmanRules, Spot, Step};

use self::frontier::{CellLink, FRONT, sweep};

/// The maximum number of frontier states in the first, quick sweep.
const QUICK: usize = 200;

/// How much is searched for a walk.
#[derive(Clone, Copy, Debug)]
pub(super) struct WalkLimits {
    /// The maximum number of frontier states at a time.
    pub states: usize,
    /// The maximum number of nodes in all: frontier states with one more link decided.
    pub nodes: u64,
}

impl WalkLimits {
    /// For the shortest walk: enough for an exact result on all but the largest mazes, in a few seconds.
    pub const SHORTEST: WalkLimits = WalkLimits { states: 20_000, nodes: 40_000_000 };
}

/// A walk that eats everything.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CoveringWalk {
    /// The cells that it visits, one per move.
    pub cells: Vec<Spot>,
    /// A proven lower bound for the moves of any walk.
    pub at_least: usize,
}

impl CoveringWalk {
    /// The number of moves.
    pub fn moves(&self) -> usize {
        self.cells.len()
    }

    /// Is it proven that there is no shorter one?
    pub fn is_shortest(&self) -> bool {
        self.at_least == self.cells.len()
    }
}

/// The shortest walk from the start that eats everything, ignoring ghosts, or a short one with a bound; none if some
/// food cannot be reached, or if `stop` was raised: what is found until then would differ from run to run.
pub fn covering_walk<R: PacmanRules>(game: &Pacman<R>, stop: &StopFlag) -> Option<CoveringWalk> {
    let start = game.initial(Seed(0));
    let from = start.actors()[0].at;
    let walks = Walks::new(game.maze(), from);
    let mut go_on = || !stop.is_stopped();
    let walk = walks.shortest(game.maze(), from, start.food(), WalkLimits::SHORTEST, &mut go_on);
    walk.filter(|_| !stop.is_stopped())
}

/// An upper bound for the score of a game; none if it cannot be won, or if `stop` was raised.
pub fn score_bound<R: PacmanRules>(game: &Pacman<R>, stop: &StopFlag) -> Option<ScoreBound> {
    if game.maze().pellets().is_empty() {
        return None;
    }
    let walk = covering_walk(game, stop)?;
    let [bare, most] = game.most_points(walk.at_least);
    let moves = walk.at_least;
    let eaten = if walk.is_shortest() {
        message!("eating-takes", "eating everything takes {moves} moves")
    } else {
        message!("eating-takes-at-least", "eating everything takes at least {moves} moves")
    };
    let why = if most > bare {
        let ghosts = (most - bare) / 200;
        message!("and-ghosts", "{eaten}, and {ghosts} ghosts could be eaten")
    } else {
        eaten
    };
    Some(ScoreBound { most: f64::from(most), finished: walk.is_shortest(), why })
}

/// The part of a maze that can be reached from one cell, prepared for sweeps.
#[derive(Clone, Debug)]
pub(super) struct Walks {
    /// The cells in the order of the sweep.
    cells: Vec<Spot>,
    numbers: HashMap<Spot, u16>,
    /// Empty if the front is wider than [`FRONT`].
    links: Vec<CellLink>,
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
            let mut slots = [0; 2];
            for (end, slot) in ends.iter().zip(&mut slots) {
                let known = front.iter().position(|cell| cell == &Some(*end));
                let Some(found) = known.or_else(|| front.iter().position(Option::is_none)) else {
                    return Walks { cells, numbers, links: Vec::new() };
                };
                *slot = found as u8;
                front[found] = Some(*end);
                if known.is_none() {
                    enters.push((*end, *slot));
                }
            }
            for (&end, &slot) in ends.iter().zip(&slots) {
                left[usize::from(end)] -= 1;
                if left[usize::from(end)] == 0 {
                    front[usize::from(slot)] = None;
                    leaves.push((end, slot));
                }
            }
            links.push(CellLink { ends, slots, enters, leaves });
        }
        Walks { cells, numbers, links }
    }

    /// An upper bound for the number of frontier states of all links, to compare two orders.
    fn cost(&self) -> u64 {
        if self.links.is_empty() {
            return u64::MAX;
        }
        let mut width = 0;
        let states = self.links.iter().map(|link| {
            width += link.enters.len() as u32;
            let states = 3u64.pow(width);
            width -= link.leaves.len() as u32;
            states
        });
        states.sum()
    }

    /// The shortest walk from the cell `from` that eats all of `food`, or a short one and a bound if that takes more than
    /// `limits` allow; none if some of it cannot be reached. When `go_on` returns false, the best walk so far, at least that
    /// of the quick sweep.
    pub fn shortest(
        &self,
        maze: &Maze,
        from: Spot,
        food: &Food,
        limits: WalkLimits,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<CoveringWalk> {
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
        let thorough = limits.states > QUICK;
        let quick = WalkLimits { states: limits.states.min(QUICK), nodes: u64::MAX };
        for limits in if thorough { vec![quick, limits] } else { vec![quick] } {
            if self.links.is_empty() || at_least >= cells.len() {
                break;
            }
            let mut to_the_end = || true;
            let go_on = if limits.states > QUICK { &mut *go_on } else { &mut to_the_end };
            let (times, bound) = sweep(&self.links, start, &wanted, limits, cells.len() as u32, go_on);
            if let Some(times) = times {
                cells = self.walk(start, times);
            }
            at_least = at_least.max(cells.len().min(bound as usize));
        }
        Some(CoveringWalk { cells, at_least })
    }

    /// A greedy walk, always to the nearest pellet.
    fn greedy(&self, maze: &Maze, start: u16, wanted: &[bool]) -> Vec<Spot> {
        let mut left: Vec<Spot> =
            self.cells.iter().zip(wanted).filter(|(_, wanted)| **wanted).map(|(&cell, _)| cell).collect();
        let mut at = self.cells[usize::from(start)];
        let mut walk = Vec::new();
        let way = |one, other| maze.distance(one, other).unwrap_or(u16::MAX);
        while let Some(&goal) = left.iter().min_by_key(|&&cell| way(at, cell)) {
            while at != goal {
                let nearer = neighbours(maze, at).find(|&cell| way(goal, cell) < way(goal, at));
                // There is one, because the goal can be reached.
                let Some(nearer) = nearer else { return walk };
                at = nearer;
                walk.push(at);
            }
            left.retain(|&cell| cell != goal);
        }
        walk
    }

    /// An Eulerian walk that takes every link `times` times.
    fn walk(&self, start: u16, mut times: Vec<u8>) -> Vec<Spot> {
        let mut links: Vec<Vec<usize>> = vec![Vec::new(); self.cells.len()];
        for (number, link) in self.links.iter().enumerate() {
            link.ends.iter().for_each(|&end| links[usize::from(end)].push(number));
        }
        // Hierholzer's algorithm: walk as far as possible, and add a detour wherever links are left.
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
    maze.steps(cell).filter(|&step| step != Step::Stop).map(move |step| maze.moved(cell, step, 2))
}
