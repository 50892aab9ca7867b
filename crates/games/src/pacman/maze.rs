//! What never changes during a game: the open cells, the legal steps and the distances.
//!
//! Coordinates are in half cells, because a scared ghost moves half a cell at a time. A [`Spot`] is a
//! number: its low bits are the column in half cells, the bits above them the row. Moving is an addition, and "at
//! most half a cell apart" a comparison.

use std::sync::{Arc, OnceLock};

use super::layout::{Cell, Layout, MAX_SIDE};
use super::state::{Food, Step};

/// A location, to the half cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Spot(pub(super) u16);

/// Half cells per row, for mazes of any width: columns are the low bits of a [`Spot`].
const ROW: u16 = 2 * MAX_SIDE as u16;

/// What half a step adds to a spot, by [`Step`]. A table, because branches on steps are hard to predict.
const HALF: [u16; 5] = [1u16.wrapping_neg(), 0, 1, ROW, ROW.wrapping_neg()];

/// No pellet, no capsule, no open cell.
const NONE: u16 = u16::MAX;

/// The distance, in moves, of the cells that Pac-Man may flee to: see [`Maze::refuges`].
pub(super) const REFUGE: u16 = 6;

/// Walls, legal steps and distances of a layout. Copies share all of it.
#[derive(Clone, Debug)]
pub struct Maze {
    width: u16,
    height: u16,
    /// By spot: the steps that lead to an open cell, as bits by [`Step`], [`Step::Stop`] included; zero
    /// between cells and in walls.
    ways: Arc<[u8]>,
    /// By spot: the number of the pellet that the layout has there.
    pellet: Arc<[u16]>,
    /// By spot: the number of the capsule that the layout has there.
    capsule: Arc<[u16]>,
    /// By spot: the number of the open cell.
    open: Arc<[u16]>,
    pellets: Arc<[Spot]>,
    capsules: Arc<[Spot]>,
    cells: Arc<[Spot]>,
    /// By the number of an open cell.
    around: Arc<[Around]>,
}

/// What is measured from an open cell, each part when it is first asked for: together they grow with the square of the
/// maze, and most games need few of them.
#[derive(Debug, Default)]
struct Around {
    /// Lengths of the shortest paths to the open cells, [`NONE`] if there is none.
    distances: OnceLock<Box<[u16]>>,
    /// The cells at a distance of [`REFUGE`] moves.
    refuges: OnceLock<Box<[Spot]>>,
    /// The pellets, the nearest first, by each [`Metric`].
    nearest: [OnceLock<Box<[u16]>>; 3],
}

/// How the distance to a pellet is measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Metric {
    /// Differences of columns and rows added up.
    Manhattan,
    /// The straight line.
    Straight,
    /// The shortest path through the maze.
    Path,
}

impl Maze {
    /// The maze of a layout.
    pub fn new(layout: &Layout) -> Maze {
        let spots = usize::from(ROW) * 2 * layout.height;
        let numbers = |cells: &[Spot]| {
            let mut table = vec![NONE; spots];
            (0..).zip(cells).for_each(|(number, spot)| table[spot.index()] = number);
            table
        };
        let cells: Vec<Spot> = layout.open_cells().map(middle).collect();
        let pellets: Vec<Spot> = layout.food.iter().copied().map(middle).collect();
        let capsules: Vec<Spot> = layout.capsules.iter().copied().map(middle).collect();
        let open = numbers(&cells);
        let mut ways = vec![0; spots];
        for &spot in &cells {
            let leads_on = |step: &&Step| open[moved(spot, **step, 2).index()] != NONE;
            ways[spot.index()] = Step::ALL.iter().filter(leads_on).map(|step| step.bit()).sum();
        }
        Maze {
            width: layout.width as u16,
            height: layout.height as u16,
            ways: ways.into(),
            pellet: numbers(&pellets).into(),
            capsule: numbers(&capsules).into(),
            open: open.into(),
            pellets: pellets.into(),
            capsules: capsules.into(),
            around: cells.iter().map(|_| Around::default()).collect(),
            cells: cells.into(),
        }
    }

    /// Bytes of memory that it holds at the moment. What is measured from a cell adds to it, when it is first asked for.
    pub fn memory_bytes(&self) -> usize {
        fn held<T>(table: &OnceLock<Box<[T]>>) -> usize {
            table.get().map_or(0, |table| size_of_val(&**table))
        }
        let around = |around: &Around| {
            around.nearest.iter().chain([&around.distances]).map(held).sum::<usize>() + held(&around.refuges)
        };
        let numbers = [&self.pellet, &self.capsule, &self.open].map(|table| size_of_val(&**table));
        let spots = [&self.pellets, &self.capsules, &self.cells].map(|spots| size_of_val(&**spots));
        let fixed = [size_of_val(&*self.ways), size_of_val(&*self.around)];
        let measured = self.around.iter().map(around);
        numbers.into_iter().chain(spots).chain(fixed).chain(measured).sum()
    }

    /// The distance from an open cell to every open cell, by number.
    #[inline]
    fn distances(&self, from: usize) -> &[u16] {
        self.around[from].distances.get_or_init(|| self.flood(from))
    }

    /// The same, breadth first.
    fn flood(&self, from: usize) -> Box<[u16]> {
        let mut distances = vec![NONE; self.cells.len()];
        distances[from] = 0;
        let mut reached = vec![from];
        let mut next = 0;
        while let Some(&at) = reached.get(next) {
            let (spot, distance) = (self.cells[at], distances[at] + 1);
            for step in self.steps(spot) {
                let to = usize::from(self.open[moved(spot, step, 2).index()]);
                if distances[to] == NONE {
                    distances[to] = distance;
                    reached.push(to);
                }
            }
            next += 1;
        }
        distances.into()
    }

    /// The numbers of all pellets, the nearest to an open cell first.
    fn nearest_first(&self, from: usize, metric: Metric) -> Box<[u16]> {
        let cell = self.cells[from];
        let mut numbers: Vec<u16> = (0..self.pellets.len() as u16).collect();
        numbers.sort_by_cached_key(|&number| {
            let pellet = self.pellets[usize::from(number)];
            match metric {
                Metric::Manhattan => u32::from(self.manhattan(cell, pellet)),
                Metric::Straight => self.squared(cell, pellet),
                Metric::Path => self.distance(cell, pellet).map_or(u32::MAX, u32::from),
            }
        });
        numbers.into()
    }

    /// The pellet of `food` that is nearest to the cell `from`.
    #[inline]
    pub fn nearest_food(&self, food: &Food, from: Spot, metric: Metric) -> Option<Spot> {
        let cell = self.number(from)?;
        let numbers = &self.around[cell].nearest[metric as usize];
        let numbers = numbers.get_or_init(|| self.nearest_first(cell, metric));
        let nearest = numbers.iter().find(|&&number| food.has(usize::from(number)))?;
        Some(self.pellets[usize::from(*nearest)])
    }

    /// Columns, the border included.
    pub fn width(&self) -> u16 {
        self.width
    }

    /// Rows, the border included.
    pub fn height(&self) -> u16 {
        self.height
    }

    /// The spot in the middle of a cell.
    pub fn spot(&self, cell: Cell) -> Spot {
        middle(cell)
    }

    /// Column and row of a spot, in half cells.
    #[inline]
    pub fn halves(&self, spot: Spot) -> (u16, u16) {
        (spot.0 % ROW, spot.0 / ROW)
    }

    /// The spot at that column and row of half cells, if it is inside the maze.
    pub fn at_halves(&self, x: u16, y: u16) -> Option<Spot> {
        (x < 2 * self.width && y < 2 * self.height).then(|| Spot(y * ROW + x))
    }

    /// The spot `halves` half cells away in the direction of `step`. The border keeps every legal step inside.
    #[inline]
    pub fn moved(&self, spot: Spot, step: Step, halves: u16) -> Spot {
        moved(spot, step, halves)
    }

    /// The steps that lead to an open cell, as bits; zero between cells and in walls.
    #[inline]
    pub fn ways(&self, spot: Spot) -> u8 {
        self.ways.get(spot.index()).copied().unwrap_or(0)
    }

    /// The steps that lead to an open cell, in order; none between cells and in walls.
    #[inline]
    pub fn steps(&self, spot: Spot) -> impl Iterator<Item = Step> + use<> {
        let ways = self.ways(spot);
        Step::ALL.into_iter().filter(move |step| ways & step.bit() != 0)
    }

    /// Is this the middle of an open cell?
    #[inline]
    pub fn is_open(&self, spot: Spot) -> bool {
        self.ways(spot) != 0
    }

    /// Are two spots at most half a cell apart?
    #[inline]
    pub fn touch(&self, one: Spot, other: Spot) -> bool {
        let apart = one.0.abs_diff(other.0);
        apart <= 1 || apart == ROW
    }

    /// The nearest cell, halves rounded to the right and upwards.
    #[inline]
    pub fn snapped(&self, spot: Spot) -> Spot {
        let (x, y) = self.halves(spot);
        Spot(spot.0.wrapping_add(x & 1).wrapping_add((y & 1) * ROW))
    }

    /// The number of the pellet that the layout has at a spot.
    #[inline]
    pub fn pellet_at(&self, spot: Spot) -> Option<usize> {
        numbered(&self.pellet, spot)
    }

    /// The number of the capsule that the layout has at a spot.
    #[inline]
    pub fn capsule_at(&self, spot: Spot) -> Option<usize> {
        numbered(&self.capsule, spot)
    }

    /// The number of an open cell, from 0, from the bottom row up, left to right; a spot between two cells counts as the
    /// cell it would snap to.
    #[inline]
    pub fn number(&self, spot: Spot) -> Option<usize> {
        numbered(&self.open, self.snapped(spot))
    }

    /// The open cells, by number.
    pub fn cells(&self) -> impl Iterator<Item = Spot> + '_ {
        self.cells.iter().copied()
    }

    /// The cells at a distance of `REFUGE` moves from a cell. If a ghost is farther away from one of them, it cannot meet
    /// an agent that goes there on a shortest path: it would have to be as close to some cell of that path.
    #[inline]
    pub fn refuges(&self, spot: Spot) -> &[Spot] {
        let Some(number) = self.number(spot) else { return &[] };
        self.around[number].refuges.get_or_init(|| {
            let away =
                self.cells.iter().zip(self.distances(number)).filter(|(_, distance)| **distance == REFUGE);
            away.map(|(&cell, _)| cell).collect()
        })
    }

    /// Where the layout has food, by number.
    pub fn pellets(&self) -> &[Spot] {
        &self.pellets
    }

    /// Where the layout has capsules, by number.
    pub fn capsules(&self) -> &[Spot] {
        &self.capsules
    }

    /// The Manhattan distance, in half cells.
    #[inline]
    pub fn manhattan(&self, one: Spot, other: Spot) -> u16 {
        let ((ax, ay), (bx, by)) = (self.halves(one), self.halves(other));
        ax.abs_diff(bx) + ay.abs_diff(by)
    }

    /// The square of the straight distance between two cells, in cells.
    #[inline]
    pub fn squared(&self, one: Spot, other: Spot) -> u32 {
        let ((ax, ay), (bx, by)) = (self.halves(one), self.halves(other));
        let (x, y) = (u32::from(ax.abs_diff(bx) / 2), u32::from(ay.abs_diff(by) / 2));
        x * x + y * y
    }

    /// The length of the shortest path between two cells; none if there is no path. A spot between two cells counts
    /// as the cell it would snap to. The first question about `one` takes as long as a walk through the maze.
    #[inline]
    pub fn distance(&self, one: Spot, other: Spot) -> Option<u16> {
        self.paths(one)?.to(other)
    }

    /// The shortest paths from a cell; none from a wall.
    #[inline]
    pub fn paths(&self, from: Spot) -> Option<Paths<'_>> {
        Some(Paths { maze: self, distances: self.distances(self.number(from)?) })
    }

    /// The length of the shortest path between two open cells by number; none if there is no path.
    #[inline]
    pub fn between(&self, one: usize, other: usize) -> Option<u16> {
        let distance = self.distances(one)[other];
        (distance != NONE).then_some(distance)
    }
}

/// The shortest paths from one cell, for several questions about it.
#[derive(Clone, Copy, Debug)]
pub struct Paths<'a> {
    maze: &'a Maze,
    distances: &'a [u16],
}

impl Paths<'_> {
    /// The length of the shortest path to a cell, as in [`Maze::distance`].
    #[inline]
    pub fn to(&self, spot: Spot) -> Option<u16> {
        self.distances.get(self.maze.number(spot)?).copied().filter(|&distance| distance != NONE)
    }
}

impl Spot {
    #[inline]
    fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The spot in the middle of a cell.
fn middle(cell: Cell) -> Spot {
    Spot(2 * u16::from(cell.y) * ROW + 2 * u16::from(cell.x))
}

/// The spot `halves` half cells away.
#[inline]
fn moved(spot: Spot, step: Step, halves: u16) -> Spot {
    Spot(spot.0.wrapping_add(HALF[step as usize].wrapping_mul(halves)))
}

#[inline]
fn numbered(table: &[u16], spot: Spot) -> Option<usize> {
    table.get(spot.index()).copied().filter(|&number| number != NONE).map(usize::from)
}

#[cfg(test)]
mod tests {
    use super::super::layout::Reading;
    use super::*;

    fn maze(text: &str) -> Maze {
        Maze::new(&Layout::parse(text, Reading::Strict).unwrap())
    }

    #[test]
    fn distances_follow_the_corridors() {
        let maze = maze("%%%%%%%\n%P%...%\n%...%.%\n%%%%%.%\n%. .%.%\n%%%%%%%");
        let at = |x, y| maze.spot(Cell::new(x, y));
        assert_eq!(maze.distance(at(1, 4), at(1, 4)), Some(0));
        assert_eq!(maze.distance(at(1, 4), at(3, 3)), Some(3));
        assert_eq!(maze.distance(at(1, 4), at(5, 1)), Some(9));
        assert_eq!(maze.distance(at(5, 1), at(1, 4)), Some(9));
        assert_eq!(maze.distance(at(1, 4), at(1, 1)), None);
        assert_eq!(maze.distance(at(0, 0), at(1, 1)), None);
    }

    #[test]
    fn a_large_maze_holds_only_the_distances_that_were_asked_for() {
        let middle = format!("%{}%\n", " ".repeat(MAX_SIDE - 2)).repeat(MAX_SIDE - 3);
        let wall = "%".repeat(MAX_SIDE);
        let maze = maze(&format!("{wall}\n%P.{}%\n{middle}{wall}", " ".repeat(MAX_SIDE - 4)));
        let opened = maze.memory_bytes();
        assert!(opened < 1 << 20, "{opened}");
        let at = |x, y| maze.spot(Cell::new(x, y));
        assert_eq!(maze.distance(at(1, 1), at(62, 62)), Some(122));
        let row = maze.cells().count() * size_of::<u16>();
        assert_eq!(maze.memory_bytes(), opened + row);
        assert_eq!(maze.clone().distance(at(1, 1), at(3, 1)), Some(2));
        assert_eq!(maze.memory_bytes(), opened + row, "copies share them");
    }

    #[test]
    fn half_a_cell_touches_and_snaps_to_the_right_and_up() {
        let maze = maze("%%%%%\n%P..%\n%...%\n%%%%%");
        let cell = maze.spot(Cell::new(2, 1));
        for (step, snapped) in [
            (Step::East, Cell::new(3, 1)),
            (Step::West, Cell::new(2, 1)),
            (Step::North, Cell::new(2, 2)),
            (Step::South, Cell::new(2, 1)),
        ] {
            let half = maze.moved(cell, step, 1);
            assert!(maze.touch(cell, half) && maze.touch(half, cell));
            assert!(!maze.touch(cell, maze.moved(cell, step, 2)));
            assert!(!maze.is_open(half));
            assert_eq!(maze.snapped(half), maze.spot(snapped));
            assert_eq!(maze.manhattan(cell, half), 1);
        }
    }

    #[test]
    fn the_nearest_food_is_the_nearest_of_all() {
        for name in ["cross", "rooms", "ring"] {
            let layout = super::super::layouts::shipped(name).unwrap().layout().unwrap();
            let maze = Maze::new(&layout);
            let mut rng = plylab_core::Seed(5).rng();
            for round in 0..200 {
                let mut food = Food::first(maze.pellets().len());
                (0..maze.pellets().len())
                    .filter(|_| rng.below(200) < round)
                    .for_each(|number| food.take(number));
                let left = || food.numbers().map(|number| maze.pellets()[number]);
                for cell in layout.open_cells() {
                    let from = maze.spot(cell);
                    let found = |metric| maze.nearest_food(&food, from, metric);
                    let manhattan = found(Metric::Manhattan).map(|food| maze.manhattan(from, food));
                    assert_eq!(manhattan, left().map(|food| maze.manhattan(from, food)).min());
                    let straight = found(Metric::Straight).map(|food| maze.squared(from, food));
                    assert_eq!(straight, left().map(|food| maze.squared(from, food)).min());
                    let path = found(Metric::Path).and_then(|food| maze.distance(from, food));
                    assert_eq!(path, left().filter_map(|food| maze.distance(from, food)).min());
                }
            }
        }
    }
}
