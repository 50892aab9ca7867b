//! `plylab.Tree`: a search that was recorded.

use std::sync::{Mutex, MutexGuard, PoisonError};

use plylab_core::{Registered as _, Seed, Spec};
use plylab_draw::tree::fold::NODES_DRAWN;
use plylab_draw::tree::text::{self, TextStyle};
use plylab_draw::tree::{TreePicture, dot};
use plylab_games::tree::{TREES, TreeGame};
use plylab_lab::explorer::Explorer;
use plylab_lab::messages::Language;
use plylab_search::record::{NODES_KEPT, NODES_PICTURED, RecordedTree};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::agent::{PyAgent, agent_of};
use crate::budget::LimitArgs;
use crate::game::{PyGame, game};
use crate::json::to_python;
use crate::own::Raised;
use crate::position::PyPosition;
use crate::registry::registry;
use crate::run::BackgroundWork;
use crate::thought::PyThought;

/// A search as it was observed: the important nodes, the rest counted. It draws itself in notebooks.
#[pyclass(frozen, name = "Tree", module = "plylab")]
pub struct PyTree(Mutex<Explorer>);

impl PyTree {
    fn explorer(&self) -> MutexGuard<'_, Explorer> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn picture(&self) -> RecordedTree {
        self.explorer().picture(NODES_PICTURED)
    }
}

#[pymethods]
impl PyTree {
    /// What is searched by whom.
    #[getter]
    fn title(&self) -> String {
        self.explorer().title()
    }

    /// The decision that the search led to.
    #[getter]
    fn thought(&self) -> PyThought {
        PyThought(self.explorer().thought().clone())
    }

    /// The nodes below the root that were visited.
    #[getter]
    fn visited(&self) -> u64 {
        self.picture().visited()
    }

    /// The tree as a picture, with at most that many nodes.
    #[pyo3(signature = (nodes=NODES_DRAWN))]
    fn svg(&self, py: Python<'_>, nodes: usize) -> String {
        py.detach(|| {
            let title = self.title();
            TreePicture { limit: nodes, ..TreePicture::new(title.as_str()) }.svg(&self.picture())
        })
    }

    /// The tree for Graphviz, with at most that many nodes.
    #[pyo3(signature = (nodes=NODES_DRAWN))]
    fn dot(&self, nodes: usize) -> String {
        dot::render(&self.picture(), &self.title(), nodes)
    }

    /// The tree as text, with at most that many nodes.
    #[pyo3(signature = (nodes=NODES_DRAWN))]
    fn text(&self, nodes: usize) -> String {
        let lines =
            text::lines(&self.picture(), TextStyle { unicode: true, limit: nodes }, Language::english());
        lines.iter().map(|line| format!("{}{}\n", line.branches, line.text)).collect()
    }

    /// The recorded nodes as plain data, as ``plylab tree --json`` writes them, with at most that many nodes: the upper
    /// levels, and below them the lines that values come from.
    #[pyo3(signature = (nodes=NODES_PICTURED))]
    fn to_dict<'py>(&self, py: Python<'py>, nodes: usize) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.explorer().picture(nodes))
    }

    /// The simulations of Monte Carlo tree search one by one, at most that many: the moves to the last node, its playout, the
    /// rewards, and what each node on the way has gathered since. Empty for other searches.
    #[pyo3(signature = (most=NODES_PICTURED as u64))]
    fn simulations<'py>(&self, py: Python<'py>, most: u64) -> PyResult<Bound<'py, PyAny>> {
        let simulations = py.detach(|| self.explorer().simulations(most));
        to_python(py, &simulations)
    }

    fn __repr__(&self) -> String {
        format!("<Tree {}, {} nodes>", self.title(), self.visited())
    }

    fn _repr_svg_(&self, py: Python<'_>) -> String {
        self.svg(py, NODES_DRAWN)
    }
}

/// Records the search of an agent by name: of a position, of the start of a game, or of a tree by its name or file.
#[pyfunction]
#[pyo3(signature = (what, agent=None, *, depth=None, seed=0))]
pub fn tree<'py>(
    py: Python<'py>,
    what: &Bound<'py, PyAny>,
    agent: Option<Bound<'py, PyAny>>,
    depth: Option<u32>,
    seed: u64,
) -> PyResult<PyTree> {
    let (run, raised) = (BackgroundWork::default(), Raised::default());
    let usual = || PyString::new(py, "alphabeta").into_any();
    let agent: Bound<'py, PyAgent> = agent_of(&agent.unwrap_or_else(usual))?;
    let (shared, root) = match what.cast::<PyPosition>() {
        Ok(position) => (std::sync::Arc::clone(&position.get().game), position.get().inner.boxed_clone()),
        Err(_) => {
            let PyGame(shared) = open(what)?;
            let start = shared.checked(shared.game.start(Seed(seed)))?;
            (shared, start)
        }
    };
    let (mut spec, rules, stop) = agent.get().named(py, &shared, &run, &raised)?;
    if let Some(depth) = depth {
        spec = spec.with("depth", depth.to_string());
    }
    let budget = LimitArgs::default().budget(shared.game.info().depth_unit, &stop)?;
    let recorded =
        run.work(py, || Explorer::record(rules, root, &spec, Seed(seed).of_search(), &budget, NODES_KEPT))?;
    if let Some(error) = raised.take() {
        return Err(error);
    }
    Ok(PyTree(Mutex::new(shared.or_raise(recorded)?)))
}

/// A game, or a tree by its name or file.
fn open(what: &Bound<'_, PyAny>) -> PyResult<PyGame> {
    let Ok(text) = what.cast::<PyString>() else { return game(what) };
    let text = text.to_str()?;
    let name = text.split(':').next().unwrap_or(text);
    let is_tree = TREES.iter().any(|tree| tree.name == text) || std::path::Path::new(text).is_file();
    if registry().kind(name).is_err() && is_tree {
        return PyGame::open(&Spec::new(TreeGame::kind().name).with("file", text));
    }
    game(what)
}
