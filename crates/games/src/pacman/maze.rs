//! What never changes during a game: the open cells, the legal steps and the distances.
//!
//! Coordinates are in half cells, because a scared ghost moves half a cell at a time. A [`Spot`] is a
//! number: its low bits are the column in half cells, the bits above them the row. Moving is an addition, and "at
//! most half a cell apart" a comparison.

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
pub const REFUGE: u16 = 6;

/// Walls, legal steps and distances of a layout.
#[derive(Clone, Debug)]
pub struct Maze {
    width: u16,
    height: u16,
    /// By spot: the steps that lead to an open cell, as bits by [`Step`], [`Step::Stop`] included; zero
    /// between cells and in walls.
    ways: Box<[u8]>,
    /// By spot: the number of the pellet that the layout has there.
    pellet: Box<[u16]>,
    /// By spot: the number of the capsule that the layout has there.
    capsule: Box<[u16]>,
    /// By spot: the number of the open cell.
    open: Box<[u16]>,
    pellets: Box<[Spot]>,
    capsules: Box<[Spot]>,
    open_cells: usize,
    /// Lengths of the shortest paths between open cells, [`NONE`] if there is none.
    distances: Box<[u16]>,
    /// The cells at a distance of [`REFUGE`] moves from each open cell.
    refuges: Box<[Box<[Spot]>]>,
    /// The pellets as seen from each open cell, the nearest first, by each [`Metric`].
    nearest: [Box<[u16]>; 3],
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

impl Metric {
    const ALL: [Metric; 3] = [Metric::Manhattan, Metric::Straight, Metric::Path];
}

impl Maze {
    /// The maze of a layout, with every distance in it.
    pub fn new(layout: &Layout) -> Maze {
        let spots = usize::from(ROW) * 2 * layout.height;
        let mut maze = Maze {
            width: layout.width as u16,
            height: layout.height as u16,
            ways: vec![0; spots].into(),
            pellet: vec![NONE; spots].into(),
            capsule: vec![NONE; spots].into(),
            open: vec![NONE; spots].into(),
            pellets: Box::default(),
            capsules: Box::default(),
            open_cells: 0,
            distances: Box::default(),
            refuges: Box::default(),
            nearest: Default::default(),
        };
        let cells: Vec<Spot> = layout.open_cells().map(|cell| maze.spot(cell)).collect();
        for (number, spot) in cells.iter().enumerate() {
            maze.open[spot.index()] = number as u16;
        }
        for &spot in &cells {
            let leads_on = |step: &Step| maze.open[maze.moved(spot, *step, 2).index()] != NONE;
            maze.ways[spot.index()] =
                Step::ALL.iter().filter(|step| leads_on(step)).map(|step| step.bit()).sum();
        }
        maze.pellets = layout.food.iter().map(|&cell| maze.spot(cell)).collect();
        maze.capsules = layout.capsules.iter().map(|&cell| maze.spot(cell)).collect();
        for (number, spot) in maze.pellets.iter().enumerate() {
            maze.pellet[spot.index()] = number as u16;
        }
        for (number, spot) in maze.capsules.iter().enumerate() {
            maze.capsule[spot.index()] = number as u16;
        }
        maze.open_cells = cells.len();
        maze.distances = cells.iter().flat_map(|&from| maze.flood(from)).collect();
        let refuges = |&from: &Spot| {
            let away = |cell: &&Spot| maze.distance(from, **cell) == Some(REFUGE);
            cells.iter().filter(away).copied().collect()
        };
        maze.refuges = cells.iter().map(refuges).collect();
        maze.nearest = Metric::ALL
            .map(|metric| cells.iter().flat_map(|&from| maze.nearest_first(from, metric)).collect());
        maze
    }

    /// The distance from one cell to every open cell, breadth first.
    fn flood(&self, from: Spot) -> Vec<u16> {
        let mut distances = vec![NONE; self.open_cells];
        let mut frontier = vec![from];
        let mut distance = 0;
        while !frontier.is_empty() {
            let mut next = Vec::new();
            for spot in frontier {
                let known = &mut distances[usize::from(self.open[spot.index()])];
                if *known == NONE {
                    *known = distance;
                    let ways = self.ways(spot);
                    next.extend(
                        Step::ALL
                            .iter()
                            .filter(|step| ways & step.bit() != 0)
                            .map(|&step| self.moved(spot, step, 2)),
                    );
                }
            }
            frontier = next;
            distance += 1;
        }
        distances
    }

    /// The numbers of all pellets, the nearest to `from` first.
    fn nearest_first(&self, from: Spot, metric: Metric) -> Vec<u16> {
        let mut numbers: Vec<u16> = (0..self.pellets.len() as u16).collect();
        numbers.sort_by_key(|&number| {
            let pellet = self.pellets[usize::from(number)];
            match metric {
                Metric::Manhattan => u32::from(self.manhattan(from, pellet)),
                Metric::Straight => self.squared(from, pellet),
                Metric::Path => self.distance(from, pellet).map_or(u32::MAX, u32::from),
            }
        });
        numbers
    }

    /// The pellet of `food` that is nearest to the cell `from`.
    #[inline]
    pub fn nearest_food(&self, food: &Food, from: Spot, metric: Metric) -> Option<Spot> {
        let cell = numbered(&self.open, self.snapped(from))?;
        let numbers = &self.nearest[metric as usize][cell * self.pellets.len()..][..self.pellets.len()];
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
        Spot(2 * u16::from(cell.y) * ROW + 2 * u16::from(cell.x))
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
        Spot(spot.0.wrapping_add(HALF[step as usize].wrapping_mul(halves)))
    }

    /// The steps that lead to an open cell, as bits; zero between cells and in walls.
    #[inline]
    pub fn ways(&self, spot: Spot) -> u8 {
        self.ways.get(spot.index()).copied().unwrap_or(0)
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
        (0..self.open.len() as u16).map(Spot).filter(|spot| self.is_open(*spot))
    }

    /// The cells at a distance of [`REFUGE`] moves from a cell. If a ghost is farther away from one of them, it cannot meet
    /// an agent that goes there on a shortest path: it would have to be as close to some cell of that path.
    #[inline]
    pub fn refuges(&self, spot: Spot) -> &[Spot] {
        self.number(spot).map_or(&[], |number| &self.refuges[number])
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
    /// as the cell it would snap to.
    #[inline]
    pub fn distance(&self, one: Spot, other: Spot) -> Option<u16> {
        let from = numbered(&self.open, self.snapped(one))?;
        let to = numbered(&self.open, self.snapped(other))?;
        self.between(from, to)
    }

    /// The length of the shortest path between two open cells by number; none if there is no path, or no such cell.
    #[inline]
    pub fn between(&self, one: usize, other: usize) -> Option<u16> {
        self.distances.get(one * self.open_cells + other).copied().filter(|&distance| distance != NONE)
    }
}

impl Spot {
    #[inline]
    fn index(self) -> usize {
        usize::from(self.0)
    }
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
