//! The command `plylab`, as part of the module.

use std::ffi::OsString;
use std::process::ExitCode;

use plylab_outside::Launcher;
use pyo3::prelude::*;

/// Runs the command `plylab` with those arguments, the name of the program first, and returns its exit status.
#[pyfunction]
pub fn run_command(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| status(plylab_cli::main(plylab_standard::registry(), arguments)))
}

/// An exit status as a number.
pub fn status(status: ExitCode) -> u8 {
    (0..=u8::MAX).find(|&code| ExitCode::from(code) == status).unwrap_or(u8::MAX)
}

/// Says how this package starts other programs: by its own interpreter.
#[pyfunction]
pub fn set_interpreter(python: String) {
    let supervisor = [python.as_str(), "-m", "plylab"].map(OsString::from).to_vec();
    Launcher { supervisor, python }.install();
}
