//! Tuples and dictionaries for Python whose types the stubs tell.

use pyo3::inspect::{PyStaticConstant, PyStaticExpr};
use pyo3::prelude::*;
use pyo3::type_object::PyTypeInfo as _;
use pyo3::types::{PyDict, PyString, PyTuple};
use pyo3::{type_hint_identifier, type_hint_subscript, type_hint_union};

/// A tuple of any length.
pub struct TupleRow<T>(pub Vec<T>);

impl<'py, T: IntoPyObject<'py>> IntoPyObject<'py> for TupleRow<T> {
    type Target = PyTuple;
    type Output = Bound<'py, PyTuple>;
    type Error = PyErr;

    const OUTPUT_TYPE: PyStaticExpr = type_hint_subscript!(
        PyTuple::TYPE_HINT,
        T::OUTPUT_TYPE,
        PyStaticExpr::Constant { value: PyStaticConstant::Ellipsis }
    );

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0)
    }
}

/// A dictionary by texts, in order.
pub struct Dictionary<T>(pub Vec<(String, T)>);

impl<'py, T: IntoPyObject<'py>> IntoPyObject<'py> for Dictionary<T> {
    type Target = PyDict;
    type Output = Bound<'py, PyDict>;
    type Error = PyErr;

    const OUTPUT_TYPE: PyStaticExpr =
        type_hint_subscript!(PyDict::TYPE_HINT, PyString::TYPE_HINT, T::OUTPUT_TYPE);

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (name, value) in self.0 {
            dict.set_item(name, value)?;
        }
        Ok(dict)
    }
}

/// Who moves next.
pub struct PyTurn(pub plylab_core::Turn);

impl<'py> IntoPyObject<'py> for PyTurn {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    const OUTPUT_TYPE: PyStaticExpr = type_hint_union!(
        u8::OUTPUT_TYPE,
        type_hint_subscript!(
            type_hint_identifier!("typing", "Literal"),
            PyStaticExpr::Constant { value: PyStaticConstant::Str("chance") }
        ),
        PyStaticExpr::Constant { value: PyStaticConstant::None }
    );

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(match self.0 {
            plylab_core::Turn::Agent(agent) => agent.0.into_pyobject(py)?.into_any(),
            plylab_core::Turn::Chance => "chance".into_pyobject(py)?.into_any(),
            plylab_core::Turn::Over => py.None().into_bound(py),
        })
    }
}
