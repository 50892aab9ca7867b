//! A state: an object of Python, and what is known of it.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use plylab_core::Turn;
use pyo3::prelude::*;
use pyo3::types::PyNone;

use super::moves::Move;

/// A state of a game in Python. Clones share it.
#[derive(Clone)]
pub struct OwnState(Arc<Known>);

struct Known {
    object: Py<PyAny>,
    hash: isize,
    turn: OnceLock<Turn>,
    moves: OnceLock<Vec<Move>>,
    key: OnceLock<u64>,
}

impl OwnState {
    /// The state that an object is. Fails if it cannot be hashed.
    pub fn new(object: &Bound<'_, PyAny>) -> PyResult<OwnState> {
        Ok(OwnState(Arc::new(Known {
            hash: object.hash()?,
            object: object.clone().unbind(),
            turn: OnceLock::new(),
            moves: OnceLock::new(),
            key: OnceLock::new(),
        })))
    }

    /// The state of a game that cannot even begin.
    pub fn none() -> OwnState {
        let object = Python::attach(|py| PyNone::get(py).to_owned().into_any().unbind());
        let (turn, moves, key) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        OwnState(Arc::new(Known { object, hash: 0, turn, moves, key }))
    }

    /// The object.
    pub fn object(&self) -> &Py<PyAny> {
        &self.0.object
    }

    /// Who moves, if that was asked before.
    pub fn turn(&self) -> &OnceLock<Turn> {
        &self.0.turn
    }

    /// The legal moves, if they were asked for before.
    pub fn moves(&self) -> &OnceLock<Vec<Move>> {
        &self.0.moves
    }

    /// A number for transposition tables, if it was asked for before.
    pub fn key(&self) -> &OnceLock<u64> {
        &self.0.key
    }
}

impl PartialEq for OwnState {
    fn eq(&self, other: &OwnState) -> bool {
        let same =
            || Python::attach(|py| self.0.object.bind(py).eq(other.0.object.bind(py)).unwrap_or(false));
        Arc::ptr_eq(&self.0, &other.0) || (self.0.hash == other.0.hash && same())
    }
}

impl Eq for OwnState {}

impl Hash for OwnState {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.0.hash.hash(hasher);
    }
}

impl fmt::Debug for OwnState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Python::attach(|py| match self.0.object.bind(py).repr() {
            Ok(text) => f.write_str(&text.to_string_lossy()),
            Err(_) => f.write_str("state"),
        })
    }
}
