//! Exceptions that cross Rust on their way back to Python.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use plylab_core::{AgentFailure, Message};
use pyo3::prelude::*;

/// The first exception that code in Python raised while Rust was calling it. Clones share it.
#[derive(Clone, Default)]
pub struct Raised(Arc<RaisedError>);

#[derive(Default)]
struct RaisedError {
    /// Is there one? Asked at every node of a search.
    full: AtomicBool,
    error: Mutex<Option<PyErr>>,
}

impl Raised {
    fn slot(&self) -> MutexGuard<'_, Option<PyErr>> {
        self.0.error.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps the exception, unless there is an earlier one.
    pub fn keep(&self, error: PyErr) {
        let mut kept = self.slot();
        // An exception that is not kept is dropped without the lock: dropping may run code in Python.
        let later = if kept.is_none() { kept.replace(error) } else { Some(error) };
        self.0.full.store(true, Ordering::Release);
        drop(kept);
        drop(later);
    }

    /// Takes the exception out.
    pub fn take(&self) -> Option<PyErr> {
        if !self.is_some() {
            return None;
        }
        let mut kept = self.slot();
        self.0.full.store(false, Ordering::Release);
        kept.take()
    }

    /// Is there one?
    pub fn is_some(&self) -> bool {
        self.0.full.load(Ordering::Acquire)
    }
}

/// The failure of an agent that raised an exception, in one line: `ValueError: no such move`.
pub fn crash(py: Python<'_>, error: &PyErr) -> AgentFailure {
    let name = error.get_type(py).name().map(|name| name.to_string()).unwrap_or_default();
    let text = error.value(py).str().map(|text| text.to_string()).unwrap_or_default();
    let line = text.lines().next().unwrap_or_default();
    AgentFailure::new(Message::verbatim(if line.is_empty() { name } else { format!("{name}: {line}") }))
}

/// The whole traceback, for logs.
pub fn traceback(py: Python<'_>, error: &PyErr) -> String {
    let text = || -> PyResult<String> {
        let lines = py
            .import("traceback")?
            .call_method1("format_exception", (error.get_type(py), error.value(py), error.traceback(py)))?;
        "".into_pyobject(py)?.call_method1("join", (lines,))?.extract()
    };
    text().unwrap_or_else(|_| error.to_string())
}
