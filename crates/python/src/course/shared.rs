//! Python objects that many answers share: the names of the steps, and the cells of mazes as tuples.

use plylab_games::pacman::{MAX_SIDE, Step};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyString, PyTuple};

/// The names of the steps, by [`Step`].
pub const NAMES: [&str; 5] = ["West", "Stop", "East", "North", "South"];

fn names(py: Python<'_>) -> &[Py<PyString>; 5] {
    static SHARED: PyOnceLock<[Py<PyString>; 5]> = PyOnceLock::new();
    SHARED.get_or_init(py, || NAMES.map(|name| PyString::intern(py, name).unbind()))
}

/// A step's name.
pub fn name_of(py: Python<'_>, step: Step) -> &Py<PyString> {
    &names(py)[step as usize]
}

/// The step of that name.
pub fn step_of(action: &Bound<'_, PyAny>) -> Option<Step> {
    let names = names(action.py());
    // Nearly always one of the names that we gave out ourselves.
    let index = names.iter().position(|name| name.is(action)).or_else(|| {
        let text = action.cast::<PyString>().ok()?.to_str().ok()?;
        NAMES.iter().position(|name| *name == text)
    })?;
    Some(Step::ALL[index])
}

/// A cell as a tuple of whole numbers. A tuple never changes, so those of all mazes are made once.
pub fn cell(py: Python<'_>, x: usize, y: usize) -> PyResult<Bound<'_, PyTuple>> {
    static CELLS: PyOnceLock<Vec<Py<PyTuple>>> = PyOnceLock::new();
    if x >= MAX_SIDE || y >= MAX_SIDE {
        return PyTuple::new(py, [x, y]);
    }
    let cells = CELLS.get_or_try_init(py, || {
        (0..MAX_SIDE * MAX_SIDE)
            .map(|index| PyTuple::new(py, [index / MAX_SIDE, index % MAX_SIDE]).map(Bound::unbind))
            .collect::<PyResult<Vec<_>>>()
    })?;
    Ok(cells[x * MAX_SIDE + y].bind(py).clone())
}

/// A location in half cells: whole numbers as in a layout, or floating-point numbers as after a ghost's move.
pub fn location(py: Python<'_>, (x, y): (u16, u16), whole: bool) -> PyResult<Bound<'_, PyTuple>> {
    if whole {
        cell(py, usize::from(x / 2), usize::from(y / 2))
    } else {
        PyTuple::new(py, [f64::from(x) / 2.0, f64::from(y) / 2.0])
    }
}
