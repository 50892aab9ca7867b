//! The native module of the Python package `plylab`.

mod course;

/// What the package `plylab` is made of; use that, not this.
#[pyo3::pymodule]
mod _native {
    #[pymodule_export]
    use super::course::course;

    /// The version of the package.
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}
