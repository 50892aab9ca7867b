//! Errors of Rust as exceptions of Python.

use plylab_core::InputError;
use pyo3::prelude::*;

/// The exceptions that the Python part of the package defines.
mod python {
    #![allow(missing_docs)]
    pyo3::import_exception!(plylab._errors, InputError);
    pyo3::import_exception!(plylab._errors, Overdue);
}

/// Results whose error users can correct.
pub trait OrRaise<T> {
    /// The value, or `plylab.InputError` with the sentence that the terminal would print.
    fn or_raise(self) -> PyResult<T>;
}

impl<T> OrRaise<T> for Result<T, InputError> {
    fn or_raise(self) -> PyResult<T> {
        self.map_err(|error| input_error(error.to_string()))
    }
}

/// An error that is not the user's, such as of the disk.
pub fn unexpected(error: impl std::fmt::Display) -> PyErr {
    pyo3::exceptions::PyRuntimeError::new_err(error.to_string())
}

/// Is it the exception that interrupts an agent after its time?
pub fn is_overdue(py: Python<'_>, error: &PyErr) -> bool {
    error.is_instance_of::<python::Overdue>(py)
}

/// `plylab.InputError` with that sentence.
pub fn input_error(sentence: impl Into<String>) -> PyErr {
    python::InputError::new_err(sentence.into())
}
