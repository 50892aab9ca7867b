//! JSON as plain objects of Python.

use pyo3::prelude::*;
use serde::Serialize;

use crate::errors::unexpected;

/// The value as dictionaries, lists, texts and numbers.
pub fn to_python<'py>(py: Python<'py>, value: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    // Not written directly: numbers of 32 bits would be written with fewer digits than Python's have.
    let json = serde_json::to_value(value).map_err(unexpected)?;
    py.import("json")?.call_method1("loads", (json.to_string(),))
}
