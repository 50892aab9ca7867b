//! Moves as numbers.

use pyo3::prelude::*;
use pyo3::types::PyDict;

/// A move: its number among all moves of the game that were ever legal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move(u32);

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
    pub fn intern(&mut self, object: &Bound<'_, PyAny>) -> PyResult<Move> {
        let numbers = self.numbers.bind(object.py());
        if let Some(number) = numbers.get_item(object)? {
            return number.extract().map(Move);
        }
        let text = one_word(object.str()?.to_str()?);
        let number = u32::try_from(self.objects.len())?;
        numbers.set_item(object, number)?;
        self.objects.push(object.clone().unbind());
        self.texts.push(text);
        Ok(Move(number))
    }

    /// The object of Python.
    pub fn object<'py>(&self, py: Python<'py>, Move(number): Move) -> Option<Bound<'py, PyAny>> {
        self.objects.get(number as usize).map(|object| object.bind(py).clone())
    }

    /// How it is written.
    pub fn text(&self, Move(number): Move) -> String {
        self.texts.get(number as usize).cloned().unwrap_or_default()
    }
}
