//! Grids of truth values, as course code uses them: `grid[x][y]`, `asList()`, `count()`.

use pyo3::IntoPyObjectExt as _;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator, PyList, PyTuple};

use super::shared::cell;

/// One bit per cell, column by column.
#[derive(Clone, PartialEq, Eq)]
pub struct BitGrid(Box<[u64]>);

impl BitGrid {
    /// So many bits, none set.
    pub fn new(count: usize) -> BitGrid {
        BitGrid(vec![0; count.div_ceil(64)].into())
    }

    pub fn has(&self, index: usize) -> bool {
        self.0[index / 64] >> (index % 64) & 1 != 0
    }

    pub fn set(&mut self, index: usize, on: bool) {
        let bit = 1 << (index % 64);
        if on {
            self.0[index / 64] |= bit;
        } else {
            self.0[index / 64] &= !bit;
        }
    }

    fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }
}

/// A grid is a set of bits until a column is taken from it: columns are lists, to which any code may write.
enum Cells {
    Bits(BitGrid),
    Columns(Py<PyAny>),
}

/// What cells are compared with, where nothing is said.
fn or_true<'py>(py: Python<'py>, item: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
    item.cloned().map_or_else(|| true.into_bound_py_any(py), Ok)
}

/// Truth values by column and row: grid[x][y], with (0, 0) at the bottom left.
#[pyclass(name = "Grid", module = "plylab.course.game", subclass, dict)]
pub struct PyGrid {
    #[pyo3(get)]
    width: usize,
    #[pyo3(get)]
    height: usize,
    cells: Cells,
}

impl PyGrid {
    /// A grid of those cells.
    pub fn of(width: usize, height: usize, bits: BitGrid) -> PyGrid {
        PyGrid { width, height, cells: Cells::Bits(bits) }
    }

    /// New columns with the values of the bits.
    fn columns_of<'py>(&self, py: Python<'py>, bits: &BitGrid) -> PyResult<Bound<'py, PyAny>> {
        let column = |x: usize| PyList::new(py, (0..self.height).map(|y| bits.has(x * self.height + y)));
        let columns = (0..self.width).map(column).collect::<PyResult<Vec<_>>>()?;
        Ok(PyList::new(py, columns)?.into_any())
    }

    /// The columns; from now on they are what the grid contains.
    fn columns<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let mut grid = slf.try_borrow_mut()?;
        let columns = match &grid.cells {
            Cells::Columns(columns) => return Ok(columns.bind(py).clone()),
            Cells::Bits(bits) => grid.columns_of(py, bits)?,
        };
        grid.cells = Cells::Columns(columns.clone().unbind());
        Ok(columns)
    }

    /// The columns for reading: the grid stays as it is.
    fn read<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let grid = slf.try_borrow()?;
        match &grid.cells {
            Cells::Columns(columns) => Ok(columns.bind(slf.py()).clone()),
            Cells::Bits(bits) => grid.columns_of(slf.py(), bits),
        }
    }

    /// The cells that are true.
    fn truths(slf: &Bound<'_, Self>) -> PyResult<BitGrid> {
        if let Cells::Bits(bits) = &slf.try_borrow()?.cells {
            return Ok(bits.clone());
        }
        let (width, height) = PyGrid::size(slf)?;
        let columns = PyGrid::read(slf)?;
        let mut bits = BitGrid::new(width * height);
        for x in 0..width {
            let column = columns.get_item(x)?;
            for y in 0..height {
                bits.set(x * height + y, column.get_item(y)?.is_truthy()?);
            }
        }
        Ok(bits)
    }

    fn size(slf: &Bound<'_, Self>) -> PyResult<(usize, usize)> {
        let grid = slf.try_borrow()?;
        Ok((grid.width, grid.height))
    }
}

#[pymethods]
#[expect(non_snake_case, reason = "the names are those that course code uses")]
impl PyGrid {
    #[new]
    #[pyo3(signature = (*_args, **_kwargs))]
    fn new(_args: &Bound<'_, PyTuple>, _kwargs: Option<&Bound<'_, PyDict>>) -> PyGrid {
        PyGrid::of(0, 0, BitGrid::new(0))
    }

    #[pyo3(signature = (width, height, initialValue=None))]
    fn __init__(
        &mut self,
        width: usize,
        height: usize,
        initialValue: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let fill = match initialValue {
            None => false,
            Some(value) if value.eq(true)? || value.eq(false)? => value.is_truthy()?,
            Some(value) => {
                let sentence = format!("a grid cannot be filled with {value}; use True or False");
                return Err(PyException::new_err(sentence));
            }
        };
        // Every cell of a course's grid is an object of Python, so this bound is not felt.
        let count = width.checked_mul(height).filter(|&count| count <= 1 << 24).ok_or_else(|| {
            PyException::new_err(format!("a grid of {width} x {height} cells is too large"))
        })?;
        let mut bits = BitGrid::new(count);
        (0..count).for_each(|index| bits.set(index, fill));
        *self = PyGrid::of(width, height, bits);
        Ok(())
    }

    /// The columns, as a list of lists.
    #[getter]
    fn data<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        PyGrid::columns(slf)
    }

    #[setter]
    fn set_data(&mut self, columns: Py<PyAny>) {
        self.cells = Cells::Columns(columns);
    }

    fn __getitem__<'py>(slf: &Bound<'py, Self>, x: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        PyGrid::columns(slf)?.get_item(x)
    }

    fn __setitem__(slf: &Bound<'_, Self>, x: &Bound<'_, PyAny>, column: &Bound<'_, PyAny>) -> PyResult<()> {
        PyGrid::columns(slf)?.set_item(x, column)
    }

    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyIterator>> {
        PyGrid::columns(slf)?.try_iter()
    }

    /// The first letter of every cell, the top row first.
    fn __str__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let (width, height) = PyGrid::size(slf)?;
        let columns = PyGrid::read(slf)?;
        let mut text = String::new();
        for y in (0..height).rev() {
            for x in 0..width {
                let word = columns.get_item(x)?.get_item(y)?.str()?;
                text.extend(word.to_cow()?.chars().next());
            }
            if y > 0 {
                text.push('\n');
            }
        }
        Ok(text)
    }

    fn __eq__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<PyGrid>() else {
            return Ok(false);
        };
        {
            let (one, two) = (slf.try_borrow()?, other.try_borrow()?);
            if let (Cells::Bits(a), Cells::Bits(b)) = (&one.cells, &two.cells) {
                return Ok((one.width, one.height) == (two.width, two.height) && a == b);
            }
        }
        PyGrid::read(slf)?.eq(PyGrid::read(other)?)
    }

    fn __hash__(slf: &Bound<'_, Self>) -> PyResult<u64> {
        let bits = PyGrid::truths(slf)?;
        Ok(bits.0.iter().fold(0, |hash, &word| plylab_core::mix(hash ^ word)))
    }

    /// A grid of its own with the same cells.
    fn copy(slf: &Bound<'_, Self>) -> PyResult<PyGrid> {
        let (width, height) = PyGrid::size(slf)?;
        if let Cells::Bits(bits) = &slf.try_borrow()?.cells {
            return Ok(PyGrid::of(width, height, bits.clone()));
        }
        let columns = PyGrid::read(slf)?.try_iter()?.map(|column| {
            let column = column?;
            PyList::new(slf.py(), column.try_iter()?.collect::<PyResult<Vec<_>>>()?)
        });
        let columns = PyList::new(slf.py(), columns.collect::<PyResult<Vec<_>>>()?)?;
        Ok(PyGrid { width, height, cells: Cells::Columns(columns.into_any().unbind()) })
    }

    fn deepCopy(slf: &Bound<'_, Self>) -> PyResult<PyGrid> {
        PyGrid::copy(slf)
    }

    fn __copy__(slf: &Bound<'_, Self>) -> PyResult<PyGrid> {
        PyGrid::shallowCopy(slf)
    }

    fn __deepcopy__(slf: &Bound<'_, Self>, _memo: &Bound<'_, PyAny>) -> PyResult<PyGrid> {
        PyGrid::copy(slf)
    }

    /// A grid that shares its columns with this one.
    fn shallowCopy(slf: &Bound<'_, Self>) -> PyResult<PyGrid> {
        let columns = PyGrid::columns(slf)?;
        let (width, height) = PyGrid::size(slf)?;
        Ok(PyGrid { width, height, cells: Cells::Columns(columns.unbind()) })
    }

    /// The number of cells that are `item`.
    #[pyo3(signature = (item=None))]
    fn count(slf: &Bound<'_, Self>, item: Option<&Bound<'_, PyAny>>) -> PyResult<usize> {
        let (width, height) = PyGrid::size(slf)?;
        if let Cells::Bits(bits) = &slf.try_borrow()?.cells {
            let on = bits.count();
            let off = width * height - on;
            return Ok(match item {
                None => on,
                Some(item) => usize::from(item.eq(true)?) * on + usize::from(item.eq(false)?) * off,
            });
        }
        let item = or_true(slf.py(), item)?;
        let mut count = 0;
        for column in PyGrid::read(slf)?.try_iter()? {
            count += column?.call_method1("count", (&item,))?.extract::<usize>()?;
        }
        Ok(count)
    }

    /// The cells (x, y) that are `key`, column by column.
    #[pyo3(signature = (key=None))]
    fn asList<'py>(slf: &Bound<'py, Self>, key: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyList>> {
        let py = slf.py();
        let (width, height) = PyGrid::size(slf)?;
        if let Cells::Bits(bits) = &slf.try_borrow()?.cells {
            let (on, off) = match key {
                None => (true, false),
                Some(key) => (key.eq(true)?, key.eq(false)?),
            };
            let wanted = |index: &usize| if bits.has(*index) { on } else { off };
            let cells =
                (0..width * height).filter(wanted).map(|index| cell(py, index / height, index % height));
            return PyList::new(py, cells.collect::<PyResult<Vec<_>>>()?);
        }
        let key = or_true(py, key)?;
        let columns = PyGrid::read(slf)?;
        let found = PyList::empty(py);
        for x in 0..width {
            let column = columns.get_item(x)?;
            for y in 0..height {
                if column.get_item(y)?.eq(&key)? {
                    found.append(cell(py, x, y)?)?;
                }
            }
        }
        Ok(found)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let (width, height) = PyGrid::size(slf)?;
        let contents = PyDict::new(py);
        contents.set_item("width", width)?;
        contents.set_item("height", height)?;
        contents.set_item("data", PyGrid::read(slf)?)?;
        (slf.get_type(), (width, height), contents).into_pyobject(py)
    }

    /// Also reads what the course's engine has written into a recorded game.
    fn __setstate__(&mut self, contents: &Bound<'_, PyDict>) -> PyResult<()> {
        let part = |name: &str| {
            contents
                .get_item(name)?
                .ok_or_else(|| PyException::new_err(format!("the grid has no {name}, so it cannot be read")))
        };
        let cells = Cells::Columns(part("data")?.unbind());
        *self = PyGrid { width: part("width")?.extract()?, height: part("height")?.extract()?, cells };
        Ok(())
    }
}
