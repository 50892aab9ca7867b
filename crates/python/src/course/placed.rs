//! A state in its maze: the answers to what course code asks, apart from how Python asks it.

use std::fmt::Write as _;
use std::sync::Arc;

use plylab_core::{AgentId, Game as _, Seed};
use plylab_games::pacman::{Actor, Cell, PacmanState, Status, Step, Steps};
use pyo3::exceptions::{PyException, PyIndexError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::agents::{AgentState, Configuration, Known};
use super::maze::CourseMaze;
use super::shared::{NAMES, location, step_of};

/// What the last move did, for those who draw it.
#[derive(Clone, Copy, Default)]
pub struct LastMove {
    pub agent: Option<u8>,
    pub ate_food: bool,
    pub ate_capsule: bool,
    /// The ghosts eaten since Pac-Man's last move, as bits by agent.
    pub eaten: u8,
    pub points: i32,
    /// The ghosts whose last move ended with a snap to the nearest cell, as bits by agent: their location is then a pair of
    /// whole numbers.
    pub snapped: u8,
}

/// A state in its maze.
#[derive(Clone)]
pub struct PlacedState {
    pub maze: Arc<CourseMaze>,
    pub state: PacmanState,
    pub last: LastMove,
}

impl PlacedState {
    pub fn agents(&self) -> usize {
        self.maze.classic.agents()
    }

    /// The agent with that index, with Python's negative indices.
    pub fn agent(&self, index: isize) -> PyResult<usize> {
        let agents = self.agents();
        let agent = if index < 0 { index.checked_add_unsigned(agents) } else { Some(index) };
        agent.and_then(|agent| usize::try_from(agent).ok()).filter(|&agent| agent < agents).ok_or_else(|| {
            PyIndexError::new_err(format!("there is no agent {index}; this game has {agents} agents"))
        })
    }

    pub fn ghost(&self, index: isize) -> PyResult<usize> {
        match self.agent(index) {
            Ok(agent) if agent > 0 => Ok(agent),
            _ => {
                let sentence = match self.agents() - 1 {
                    0 => format!("{index} is no ghost; this game has none"),
                    ghosts => format!("{index} is no ghost; ghosts have the indices 1 to {ghosts}"),
                };
                Err(PyException::new_err(sentence))
            }
        }
    }

    fn with_turn(&self, agent: usize) -> PacmanState {
        // `agent` has been checked.
        self.maze.classic.with_turn(&self.state, AgentId(agent as u8)).unwrap_or(self.state)
    }

    /// The state as it is compared: whose turn it is and whether the game is over do not count.
    pub fn compared(&self) -> PacmanState {
        self.with_turn(0).resumed()
    }

    fn actor(&self, agent: usize) -> Actor {
        self.state.actors()[agent]
    }

    /// Is the agent's location a pair of whole numbers, as in the layout? A ghost's is not once it has moved.
    fn is_whole(&self, agent: usize) -> bool {
        agent == 0 || self.actor(agent).facing == Step::Stop || self.last.snapped >> agent & 1 != 0
    }

    pub fn location<'py>(&self, py: Python<'py>, agent: usize) -> PyResult<Bound<'py, PyTuple>> {
        location(py, self.maze.classic.maze().halves(self.actor(agent).at), self.is_whole(agent))
    }

    pub fn agent_state(&self, agent: usize) -> AgentState {
        let known = |actor: Actor, whole: bool, facing: Step| {
            let at = self.maze.classic.maze().halves(actor.at);
            Configuration::Known(Known { at, whole, facing })
        };
        let start = self.maze.classic.initial(Seed::default()).actors()[agent];
        let now = self.actor(agent);
        AgentState::of(
            known(start, true, Step::Stop),
            known(now, self.is_whole(agent), now.facing),
            agent == 0,
            i64::from(now.scared),
        )
    }

    pub fn legal(&self, agent: usize) -> Steps {
        let mut steps = Steps::new();
        self.maze.classic.actions(&self.with_turn(agent), &mut steps);
        steps
    }

    pub fn successor(&self, agent: usize, action: &Bound<'_, PyAny>) -> PyResult<PlacedState> {
        let mut state = self.with_turn(agent);
        let classic = &self.maze.classic;
        if state.status() != Status::Playing {
            return Err(PyException::new_err("the game is over, so there is no successor"));
        }
        let mut steps = Steps::new();
        classic.actions(&state, &mut steps);
        let Some(step) = step_of(action).filter(|step| steps.contains(step)) else {
            let names: Vec<&str> = steps.iter().map(|&step| NAMES[step as usize]).collect();
            let sentence =
                format!("{action} is not legal for agent {agent}; legal actions: {}", names.join(", "));
            return Err(PyException::new_err(sentence));
        };
        classic.apply(&mut state, step);
        let last = self.move_to(agent, &state);
        Ok(PlacedState { maze: Arc::clone(&self.maze), state, last })
    }

    /// What a move of that agent to `next` did.
    fn move_to(&self, agent: usize, next: &PacmanState) -> LastMove {
        let ate_capsule = next.capsules() != self.state.capsules();
        let mut last = LastMove {
            agent: Some(agent as u8),
            ate_food: next.food_left() != self.state.food_left(),
            ate_capsule,
            eaten: if agent == 0 { 0 } else { self.last.eaten },
            points: next.score() - self.state.score(),
            snapped: self.last.snapped,
        };
        if agent > 0 {
            let snaps = self.actor(agent).scared == 1;
            last.snapped = last.snapped & !(1 << agent) | u8::from(snaps) << agent;
        }
        let movers = if agent == 0 { 1..self.agents() } else { agent..agent + 1 };
        for ghost in movers {
            let (before, after) = (self.actor(ghost), next.actors()[ghost]);
            // An eaten ghost is back at its start: it faces nowhere, and nothing scares it.
            let was_scared = before.scared > 0 || ate_capsule;
            if was_scared && after.scared == 0 && after.facing == Step::Stop {
                last.eaten |= 1 << ghost;
            }
        }
        last
    }

    pub fn has_food(&self, x: isize, y: isize) -> PyResult<bool> {
        let (maze, place) = (&self.maze, self.place(x, y)?);
        let spot =
            maze.classic.maze().spot(Cell::new((place / maze.height) as u8, (place % maze.height) as u8));
        Ok(maze.classic.maze().pellet_at(spot).is_some_and(|pellet| self.state.food().has(pellet)))
    }

    pub fn place(&self, x: isize, y: isize) -> PyResult<usize> {
        self.maze.place(x, y).ok_or_else(|| PyIndexError::new_err(format!("({x}, {y}) is not in the maze")))
    }

    pub fn capsules<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        let maze = self.maze.classic.maze();
        let left = |&(number, _): &(usize, _)| self.state.capsules() >> number & 1 != 0;
        let capsules = maze.capsules().iter().enumerate().filter(left);
        capsules.map(|(_, &spot)| location(py, maze.halves(spot), true)).collect()
    }

    /// The board as text, the top row first, and the score.
    pub fn text(&self) -> String {
        let (maze, rules) = (&self.maze, self.maze.classic.maze());
        let food = maze.food_bits(self.state.food());
        let letter = |place: usize| match (food.has(place), maze.walls.has(place)) {
            (true, _) => '.',
            (false, true) => '%',
            (false, false) => ' ',
        };
        let mut letters: Vec<char> = (0..maze.width * maze.height).map(letter).collect();
        let place = |spot| {
            let (x, y) = rules.halves(rules.snapped(spot));
            usize::from(x / 2) * maze.height + usize::from(y / 2)
        };
        for agent in 0..self.agents() {
            let Actor { at, facing, .. } = self.actor(agent);
            letters[place(at)] = match (agent, facing) {
                // His mouth is open towards where he faces.
                (0, Step::North) => 'v',
                (0, Step::South) => '^',
                (0, Step::West) => '>',
                (0, Step::East | Step::Stop) => '<',
                _ => 'G',
            };
        }
        for (number, &spot) in rules.capsules().iter().enumerate() {
            if self.state.capsules() >> number & 1 != 0 {
                letters[place(spot)] = 'o';
            }
        }
        let mut text = String::new();
        for y in (0..maze.height).rev() {
            text.extend((0..maze.width).map(|x| letters[x * maze.height + y]));
            text.push('\n');
        }
        let _ = writeln!(text, "Score: {}", self.state.score());
        text
    }
}
