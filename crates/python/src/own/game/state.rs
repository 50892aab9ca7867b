//! States and moves: a state is an object of Python and what is known of it, a move is a number.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use plylab_core::Turn;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyNone};

/// A state of a game in Python. Clones share it.
#[derive(Clone)]
pub struct OwnState(Arc<Known>);

/// An object, and what was asked of it before.
pub struct Known {
    pub object: Py<PyAny>,
    hash: isize,
    /// Who moves.
    pub turn: OnceLock<Turn>,
    /// The legal moves.
    pub moves: OnceLock<Vec<InternedMove>>,
    /// A number for transposition tables.
    pub key: OnceLock<u64>,
}

impl Deref for OwnState {
    type Target = Known;

    fn deref(&self) -> &Known {
        &self.0
    }
}

impl OwnState {
    /// The state that an object is. Fails if it cannot be hashed.
    pub fn new(object: &Bound<'_, PyAny>) -> PyResult<OwnState> {
        Ok(OwnState::with_hash(object.clone().unbind(), object.hash()?))
    }

    /// The state of a game that cannot even begin.
    pub fn none() -> OwnState {
        OwnState::with_hash(Python::attach(|py| PyNone::get(py).to_owned().into_any().unbind()), 0)
    }

    fn with_hash(object: Py<PyAny>, hash: isize) -> OwnState {
        let (turn, moves, key) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        OwnState(Arc::new(Known { object, hash, turn, moves, key }))
    }
}

impl PartialEq for OwnState {
    fn eq(&self, other: &OwnState) -> bool {
        let same = || Python::attach(|py| self.object.bind(py).eq(other.object.bind(py)).unwrap_or(false));
        Arc::ptr_eq(&self.0, &other.0) || (self.hash == other.hash && same())
    }
}

impl Eq for OwnState {}

impl Hash for OwnState {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.hash.hash(hasher);
    }
}

impl fmt::Debug for OwnState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Python::attach(|py| match self.object.bind(py).repr() {
            Ok(text) => f.write_str(&text.to_string_lossy()),
            Err(_) => f.write_str("state"),
        })
    }
}

/// A move: its number among all moves of the game that were ever legal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct InternedMove(u32);

/// A move is written as one word: `(0, 1)` as `(0,1)`.
pub fn one_word(text: &str) -> String {
    text.split_whitespace().collect()
}

/// All moves that were ever legal.
pub struct Moves {
    /// The number of each.
    numbers: Py<PyDict>,
    objects: Vec<Py<PyAny>>,
    texts: Vec<String>,
}

impl Moves {
    /// No moves yet.
    pub fn new(py: Python<'_>) -> Moves {
        Moves { numbers: PyDict::new(py).unbind(), objects: Vec::new(), texts: Vec::new() }
    }

    /// The move that an object is. Fails if it cannot be hashed.
    pub fn intern(&mut self, object: &Bound<'_, PyAny>) -> PyResult<InternedMove> {
        let numbers = self.numbers.bind(object.py());
        if let Some(number) = numbers.get_item(object)? {
            return number.extract().map(InternedMove);
        }
        let text = one_word(object.str()?.to_str()?);
        let number = u32::try_from(self.objects.len())?;
        numbers.set_item(object, number)?;
        self.objects.push(object.clone().unbind());
        self.texts.push(text);
        Ok(InternedMove(number))
    }

    /// The object of Python.
    pub fn object<'py>(
        &self,
        py: Python<'py>,
        InternedMove(number): InternedMove,
    ) -> Option<Bound<'py, PyAny>> {
        self.objects.get(number as usize).map(|object| object.bind(py).clone())
    }

    /// How it is written.
    pub fn text(&self, InternedMove(number): InternedMove) -> String {
        self.texts.get(number as usize).cloned().unwrap_or_default()
    }
}
