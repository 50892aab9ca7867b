//! The game in one maze, shared by all its states, and the mazes that were used last.

use std::sync::{Arc, Mutex, PoisonError};

use plylab_core::InputError;
use plylab_games::pacman::{Cell, Classic, Food, LAYOUTS, Layout, Reading, shipped};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

use super::grid::BitGrid;

/// The number of mazes that are remembered.
const REMEMBERED: usize = 16;

/// The game in one maze, with what course code asks of it.
pub struct CourseMaze {
    pub rows: Vec<String>,
    pub ghosts: usize,
    pub classic: Classic,
    pub width: usize,
    pub height: usize,
    pub walls: BitGrid,
    /// By number of the pellet: its place in a grid.
    places: Box<[u16]>,
    /// The layout as an object of Python, made on first use.
    layout: PyOnceLock<Py<PyAny>>,
}

impl CourseMaze {
    /// The maze drawn in those rows, with at most that number of ghosts. Building one takes far longer than a game, and a
    /// course plays many games in the same maze.
    pub fn open(rows: Vec<String>, ghosts: usize) -> Result<Arc<CourseMaze>, InputError> {
        static USED_LAST: Mutex<Vec<Arc<CourseMaze>>> = Mutex::new(Vec::new());
        // A list of mazes has no half-done state that a panic elsewhere could leave behind.
        let used = || USED_LAST.lock().unwrap_or_else(PoisonError::into_inner);
        let known = |used: &[Arc<CourseMaze>]| used.iter().position(|maze| maze.is_drawn(&rows, ghosts));
        {
            let mut used = used();
            if let Some(index) = known(&used) {
                let maze = used.remove(index);
                used.push(Arc::clone(&maze));
                return Ok(maze);
            }
        }
        let maze = Arc::new(CourseMaze::build(rows.clone(), ghosts)?);
        let mut used = used();
        if used.len() == REMEMBERED {
            used.remove(0);
        }
        used.push(Arc::clone(&maze));
        Ok(maze)
    }

    fn build(rows: Vec<String>, ghosts: usize) -> Result<CourseMaze, InputError> {
        let mut layout = Layout::parse(&rows.join("\n"), Reading::Course)?;
        layout.keep_ghosts(ghosts);
        let (width, height) = (layout.width, layout.height);
        let place = |cell: &Cell| usize::from(cell.x) * height + usize::from(cell.y);
        let mut walls = BitGrid::new(width * height);
        for index in 0..width * height {
            let cell = Cell::new((index / height) as u8, (index % height) as u8);
            walls.set(index, layout.is_wall(cell));
        }
        let places = layout.food.iter().map(|cell| place(cell) as u16).collect();
        let classic = Classic::new(&layout);
        Ok(CourseMaze { rows, ghosts, classic, width, height, walls, places, layout: PyOnceLock::new() })
    }

    fn is_drawn(&self, rows: &[String], ghosts: usize) -> bool {
        self.ghosts == ghosts && self.rows == rows
    }

    /// Is it the same maze, even if it was forgotten and built again?
    pub fn is_same(self: &Arc<Self>, other: &Arc<Self>) -> bool {
        Arc::ptr_eq(self, other) || self.is_drawn(&other.rows, other.ghosts)
    }

    /// The food as the cells of a grid.
    pub fn food_bits(&self, food: &Food) -> BitGrid {
        let mut bits = BitGrid::new(self.width * self.height);
        food.numbers().for_each(|number| bits.set(usize::from(self.places[number]), true));
        bits
    }

    /// The place of a cell in a grid, with Python's negative indices.
    pub fn place(&self, x: isize, y: isize) -> Option<usize> {
        let inside = |index: isize, size: usize| {
            let index = if index < 0 { index.checked_add_unsigned(size)? } else { index };
            usize::try_from(index).ok().filter(|&index| index < size)
        };
        Some(inside(x, self.width)? * self.height + inside(y, self.height)?)
    }

    /// The layout as an object of Python.
    pub fn layout<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let layout = self.layout.get_or_try_init(py, || {
            let class = py.import("plylab.course.layout")?.getattr("Layout")?;
            class.call1((self.rows.clone(),)).map(Bound::unbind)
        })?;
        Ok(layout.bind(py).clone())
    }
}

/// The text of the built-in layout of that name, if there is one.
#[pyfunction]
pub fn shipped_layout(name: &str) -> Option<&'static str> {
    shipped(name).map(|layout| layout.text)
}

/// The names of the built-in layouts.
#[pyfunction]
pub fn shipped_layouts() -> Vec<&'static str> {
    LAYOUTS.iter().map(|layout| layout.name).collect()
}
