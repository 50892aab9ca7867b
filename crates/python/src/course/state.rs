//! The state of a game as course code knows it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use plylab_core::scene::View as _;
use plylab_core::{Game as _, Hashed as _, Notation as _, Seed};
use plylab_draw::Theme;
use plylab_draw::scene::scene_svg;
use plylab_games::pacman::Status;
use pyo3::exceptions::{PyAttributeError, PyException};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyList, PySet, PyTuple};

use super::agents::AgentState;
use super::grid::PyGrid;
use super::maze::CourseMaze;
use super::placed::{LastMove, PlacedState};
use super::shared::name_of;
use crate::errors::OrRaise as _;

/// The states that were seen since the last reset. Course code resets the set before it counts, so nothing is kept before the
/// first reset.
static EXPLORED: Mutex<Option<Py<PySet>>> = Mutex::new(None);
static EXPLORING: AtomicBool = AtomicBool::new(false);

/// A state of Pac-Man: where the agents are, what food is left, and the score. A state never changes, whatever is done to
/// the lists and grids that it gives out.
#[pyclass(module = "plylab.course.pacman", subclass, dict)]
pub struct GameState {
    placed: Option<PlacedState>,
    /// The grids that were given out: code that asks for a grid again and again, cell by cell, gets the same one.
    food: Option<Py<PyGrid>>,
    walls: Option<Py<PyGrid>>,
}

impl GameState {
    fn of(placed: Option<PlacedState>) -> GameState {
        GameState { placed, food: None, walls: None }
    }

    fn placed(&self) -> PyResult<&PlacedState> {
        let empty = || PyAttributeError::new_err("the state is empty; call initialize(layout) first");
        self.placed.as_ref().ok_or_else(empty)
    }

    /// Adds a state and its successor to those that were seen.
    fn explore(state: &Bound<'_, Self>, successor: &Bound<'_, Self>) -> PyResult<()> {
        // The lock is not held while Python compares states.
        let explored = {
            let explored = EXPLORED.lock().unwrap_or_else(PoisonError::into_inner);
            explored.as_ref().map(|explored| explored.clone_ref(state.py()))
        };
        if let Some(explored) = explored {
            explored.bind(state.py()).add(state)?;
            explored.bind(state.py()).add(successor)?;
        }
        Ok(())
    }
}

#[pymethods]
#[expect(non_snake_case, reason = "the names are those that course code uses")]
impl GameState {
    #[new]
    #[pyo3(signature = (*_args, **_kwargs))]
    fn new(_args: &Bound<'_, PyTuple>, _kwargs: Option<&Bound<'_, PyDict>>) -> GameState {
        GameState::of(None)
    }

    /// An empty state, or a copy in which the game goes on.
    #[pyo3(signature = (prevState=None))]
    fn __init__(slf: &Bound<'_, Self>, prevState: Option<&Bound<'_, GameState>>) -> PyResult<()> {
        let placed = match prevState {
            None => None,
            Some(state) => {
                let PlacedState { maze, state, last } = state.try_borrow()?.placed()?.clone();
                let last = LastMove { eaten: last.eaten, snapped: last.snapped, ..LastMove::default() };
                Some(PlacedState { maze, state: state.resumed(), last })
            }
        };
        *slf.try_borrow_mut()? = GameState::of(placed);
        Ok(())
    }

    /// Makes this the start of a game in that layout, with at most that number of ghosts.
    #[pyo3(signature = (layout, numGhostAgents=1000))]
    fn initialize(slf: &Bound<'_, Self>, layout: &Bound<'_, PyAny>, numGhostAgents: usize) -> PyResult<()> {
        let rows: Vec<String> = layout.getattr("layoutText")?.extract()?;
        let maze = slf.py().detach(|| CourseMaze::open(rows, numGhostAgents)).or_raise()?;
        let state = maze.classic.initial(Seed::default());
        *slf.try_borrow_mut()? = GameState::of(Some(PlacedState { maze, state, last: LastMove::default() }));
        Ok(())
    }

    /// The states seen since the last call: those that `generateSuccessor` was called on, and their successors.
    #[staticmethod]
    fn getAndResetExplored(py: Python<'_>) -> PyResult<Bound<'_, PySet>> {
        let fresh = PySet::empty(py)?;
        py.get_type::<GameState>().setattr("explored", &fresh)?;
        let seen = {
            let mut explored = EXPLORED.lock().unwrap_or_else(PoisonError::into_inner);
            explored.replace(fresh.unbind())
        };
        EXPLORING.store(true, Ordering::Relaxed);
        seen.map_or_else(|| PySet::empty(py), |seen| Ok(seen.into_bound(py)))
    }

    /// The states seen since `getAndResetExplored` was called; empty before its first call.
    #[classattr]
    fn explored(py: Python<'_>) -> PyResult<Bound<'_, PySet>> {
        PySet::empty(py)
    }

    /// The legal actions of an agent; none when the game is over.
    #[pyo3(signature = (agentIndex=0))]
    fn getLegalActions<'py>(&self, py: Python<'py>, agentIndex: isize) -> PyResult<Bound<'py, PyList>> {
        let placed = self.placed()?;
        PyList::new(py, placed.legal(placed.agent(agentIndex)?).iter().map(|&step| name_of(py, step)))
    }

    /// The state after an action of an agent.
    fn generateSuccessor<'py>(
        slf: &Bound<'py, Self>,
        agentIndex: isize,
        action: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, GameState>> {
        let successor = {
            let state = slf.try_borrow()?;
            let placed = state.placed()?;
            placed.successor(placed.agent(agentIndex)?, action)?
        };
        let successor = Bound::new(slf.py(), GameState::of(Some(successor)))?;
        if EXPLORING.load(Ordering::Relaxed) {
            GameState::explore(slf, &successor)?;
        }
        Ok(successor)
    }

    /// The legal actions of Pac-Man.
    fn getLegalPacmanActions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.getLegalActions(py, 0)
    }

    /// The state after an action of Pac-Man.
    fn generatePacmanSuccessor<'py>(
        slf: &Bound<'py, Self>,
        action: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, GameState>> {
        GameState::generateSuccessor(slf, 0, action)
    }

    /// Pac-Man.
    fn getPacmanState(&self) -> PyResult<AgentState> {
        Ok(self.placed()?.agent_state(0))
    }

    /// Where Pac-Man is.
    fn getPacmanPosition<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.placed()?.location(py, 0)
    }

    /// The ghosts, in order.
    fn getGhostStates(&self) -> PyResult<Vec<AgentState>> {
        let placed = self.placed()?;
        Ok((1..placed.agents()).map(|ghost| placed.agent_state(ghost)).collect())
    }

    /// One ghost; the first has the index 1.
    fn getGhostState(&self, agentIndex: isize) -> PyResult<AgentState> {
        let placed = self.placed()?;
        Ok(placed.agent_state(placed.ghost(agentIndex)?))
    }

    /// Where a ghost is.
    fn getGhostPosition<'py>(&self, py: Python<'py>, agentIndex: isize) -> PyResult<Bound<'py, PyTuple>> {
        let placed = self.placed()?;
        placed.location(py, placed.ghost(agentIndex)?)
    }

    /// Where the ghosts are.
    fn getGhostPositions<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        let placed = self.placed()?;
        (1..placed.agents()).map(|ghost| placed.location(py, ghost)).collect()
    }

    /// The number of agents, Pac-Man included.
    fn getNumAgents(&self) -> PyResult<usize> {
        Ok(self.placed()?.agents())
    }

    /// The score.
    fn getScore(&self) -> PyResult<f64> {
        Ok(f64::from(self.placed()?.state.score()))
    }

    /// The cells with a capsule.
    fn getCapsules<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        self.placed()?.capsules(py)
    }

    /// The number of food pellets left.
    fn getNumFood(&self) -> PyResult<u16> {
        Ok(self.placed()?.state.food_left())
    }

    /// The grid of food: state.getFood()[x][y].
    fn getFood(&mut self, py: Python<'_>) -> PyResult<Py<PyGrid>> {
        if let Some(food) = &self.food {
            return Ok(food.clone_ref(py));
        }
        let PlacedState { maze, state, .. } = self.placed()?;
        let food = Py::new(py, PyGrid::of(maze.width, maze.height, maze.food_bits(state.food())))?;
        Ok(self.food.insert(food).clone_ref(py))
    }

    /// The grid of walls: state.getWalls()[x][y].
    fn getWalls(&mut self, py: Python<'_>) -> PyResult<Py<PyGrid>> {
        if let Some(walls) = &self.walls {
            return Ok(walls.clone_ref(py));
        }
        let maze = &self.placed()?.maze;
        let walls = Py::new(py, PyGrid::of(maze.width, maze.height, maze.walls.clone()))?;
        Ok(self.walls.insert(walls).clone_ref(py))
    }

    /// Is there food in that cell?
    fn hasFood(&self, x: isize, y: isize) -> PyResult<bool> {
        self.placed()?.has_food(x, y)
    }

    /// Is that cell a wall?
    fn hasWall(&self, x: isize, y: isize) -> PyResult<bool> {
        let placed = self.placed()?;
        Ok(placed.maze.walls.has(placed.place(x, y)?))
    }

    /// Has Pac-Man lost?
    fn isLose(&self) -> PyResult<bool> {
        Ok(self.placed()?.state.status() == Status::Lost)
    }

    /// Has Pac-Man won?
    fn isWin(&self) -> PyResult<bool> {
        Ok(self.placed()?.state.status() == Status::Won)
    }

    /// A copy in which the game goes on, also where it was over.
    fn deepCopy(&self) -> PyResult<GameState> {
        let PlacedState { maze, state, last } = self.placed()?.clone();
        Ok(GameState::of(Some(PlacedState { maze, state: state.resumed(), last })))
    }

    /// What the state consists of: food, capsules, agents, layout, score.
    #[getter]
    fn data<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        static CLASS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        let py = slf.py();
        let class = CLASS.get_or_try_init(py, || {
            py.import("plylab.course.game")?.getattr("GameStateData").map(Bound::unbind)
        })?;
        class.bind(py).call1((slf,))
    }

    /// The layout of the maze.
    #[getter]
    fn _layout<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.placed()?.maze.layout(py)
    }

    /// The last move: the agent, whether it ate food or a capsule, the points, and for each agent whether it was eaten since
    /// Pac-Man moved.
    #[getter]
    fn _last(&self) -> PyResult<LastMoveFacts> {
        let placed = self.placed()?;
        let last = placed.last;
        let eaten = (0..placed.agents()).map(|agent| last.eaten >> agent & 1 != 0).collect();
        Ok((last.agent, last.ate_food, last.ate_capsule, last.points, eaten))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<GameState>() else {
            return Ok(false);
        };
        let other = other.try_borrow()?;
        let (one, two) = (self.placed()?, other.placed()?);
        Ok(one.compared() == two.compared() && one.maze.is_same(&two.maze))
    }

    fn __hash__(&self) -> PyResult<u64> {
        let placed = self.placed()?;
        Ok(placed.maze.classic.key(&placed.compared()))
    }

    fn __str__(&self) -> PyResult<String> {
        Ok(self.placed()?.text())
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        let PlacedState { maze, state, .. } = self.placed()?;
        Ok(scene_svg(&maze.classic.backdrop(), &maze.classic.scene(state), None, Theme::Light))
    }

    fn __copy__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        GameState::copied(slf, |attributes| attributes.call_method0("copy"))
    }

    fn __deepcopy__<'py>(slf: &Bound<'py, Self>, memo: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let copy = slf.py().import("copy")?;
        GameState::copied(slf, |attributes| copy.call_method1("deepcopy", (attributes, memo)))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let make = py.import("copyreg")?.getattr("__newobj__")?;
        let state = slf.try_borrow()?;
        let contents = state.placed.as_ref().map(|PlacedState { maze, state, last }| {
            let text = maze.classic.position_text(state);
            (
                maze.rows.clone(),
                maze.ghosts,
                text,
                (last.agent, last.ate_food, last.ate_capsule, last.points),
                (last.eaten, last.snapped),
            )
        });
        (make, (slf.get_type(),), (contents, slf.getattr("__dict__")?)).into_pyobject(py)
    }

    fn __setstate__(slf: &Bound<'_, Self>, contents: (Option<Contents>, Bound<'_, PyDict>)) -> PyResult<()> {
        let (contents, attributes) = contents;
        let placed = match contents {
            None => None,
            Some((rows, ghosts, text, (agent, ate_food, ate_capsule, points), (eaten, snapped))) => {
                let maze = CourseMaze::open(rows, ghosts).or_raise()?;
                let state = maze.classic.parse_position(&text).or_raise()?;
                let last = LastMove { agent, ate_food, ate_capsule, eaten, points, snapped };
                Some(PlacedState { maze, state, last })
            }
        };
        *slf.try_borrow_mut()? = GameState::of(placed);
        slf.getattr("__dict__")?.cast::<PyDict>()?.update(attributes.as_mapping())
    }
}

/// The agent, whether it ate food, whether it ate a capsule, the points, and who was eaten.
type LastMoveFacts = (Option<u8>, bool, bool, i32, Vec<bool>);

/// What a pickled state contains: the rows of the layout, the number of ghosts, the position, and the last move.
type Contents = (Vec<String>, usize, String, (Option<u8>, bool, bool, i32), (u8, u8));

impl GameState {
    /// A copy of the same class, with the attributes that `copy` makes of this one's.
    fn copied<'py>(
        slf: &Bound<'py, Self>,
        copy: impl FnOnce(Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let class = slf.get_type();
        let fresh = class.call_method1("__new__", (&class,))?;
        let target = fresh.cast::<GameState>().map_err(|_| {
            PyException::new_err("a class derived from GameState must make objects of its own")
        })?;
        *target.try_borrow_mut()? = GameState::of(slf.try_borrow()?.placed.clone());
        let attributes = copy(slf.getattr("__dict__")?)?;
        fresh.getattr("__dict__")?.cast::<PyDict>()?.update(attributes.cast::<PyDict>()?.as_mapping())?;
        Ok(fresh)
    }
}
