//! The rules, asked of Python.

use std::sync::PoisonError;

use plylab_core::{AgentId, Game, GameInfo, Hashed, InputError, Seed, Turn, Weights, mix};
use pyo3::prelude::*;
use pyo3::sync::MutexExt as _;
use pyo3::types::PyString;

use super::OwnGame;
use super::state::{InternedMove, Moves, OwnState};
use crate::errors::input_error;

impl OwnGame {
    /// All moves, locked. While this thread waits for them, it gives up the interpreter lock, which their holder may need.
    pub(super) fn moves<T>(&self, py: Python<'_>, see: impl FnOnce(&mut Moves) -> T) -> T {
        see(&mut self.moves.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner))
    }

    /// Who `turn` says is to move.
    fn read_turn(&self, answer: &Bound<'_, PyAny>) -> PyResult<Turn> {
        if answer.is_none() {
            return Ok(Turn::Over);
        }
        if answer.cast::<PyString>().is_ok_and(|text| text == "chance") {
            return Ok(Turn::Chance);
        }
        let seats = self.info.agents.len();
        match answer.extract::<u8>() {
            Ok(seat) if usize::from(seat) < seats => Ok(Turn::Agent(AgentId(seat))),
            _ => Err(input_error(format!(
                "turn returned {}; return a seat from 0 to {}, 'chance' where dice decide, or None at the end",
                answer.repr()?,
                seats - 1
            ))),
        }
    }

    /// The legal moves of a state, asked for once.
    fn legal<'a>(&self, state: &'a OwnState) -> Option<&'a Vec<InternedMove>> {
        if state.moves.get().is_some() {
            return state.moves.get();
        }
        self.ask(
            || (),
            |rules| {
                let listed = rules.call_method1("actions", (&state.object,))?;
                let objects = listed.try_iter()?.collect::<PyResult<Vec<_>>>()?;
                let intern = |object| self.moves(rules.py(), |moves| moves.intern(object));
                let moves = objects.iter().map(intern).collect::<PyResult<Vec<_>>>()?;
                let _ = state.moves.set(moves);
                Ok(())
            },
        );
        state.moves.get()
    }
}

impl Game for OwnGame {
    type State = OwnState;
    type Action = InternedMove;
    type Actions = Vec<InternedMove>;

    fn info(&self) -> &GameInfo {
        &self.info
    }

    fn initial(&self, seed: Seed) -> OwnState {
        self.ask(OwnState::none, |rules| {
            let state = match self.seeded {
                true => rules.call_method1("initial", (seed.0,))?,
                false => rules.call_method0("initial")?,
            };
            OwnState::new(&state)
        })
    }

    fn turn(&self, state: &OwnState) -> Turn {
        if self.raised.is_some() {
            // Every search ends at once.
            return Turn::Over;
        }
        if let Some(&turn) = state.turn.get() {
            return turn;
        }
        self.ask(
            || Turn::Over,
            |rules| {
                let turn = self.read_turn(&rules.call_method1("turn", (&state.object,))?)?;
                let _ = state.turn.set(turn);
                Ok(turn)
            },
        )
    }

    fn actions(&self, state: &OwnState, out: &mut Vec<InternedMove>) {
        out.clear();
        if self.turn(state) != Turn::Over {
            out.extend(self.legal(state).into_iter().flatten());
        }
        if out.is_empty() && self.turn(state) != Turn::Over {
            self.raised.keep(input_error(
                "actions returned no moves although the game is not over; return a move, or let turn return None",
            ));
        }
    }

    fn apply(&self, state: &mut OwnState, action: InternedMove) {
        // A move that is not legal here changes nothing, and Python does not see it: its rules need not expect any. Players
        // have listed the moves before, so this calls nothing.
        let legal =
            self.turn(state) != Turn::Over && self.legal(state).is_some_and(|legal| legal.contains(&action));
        if !legal {
            return;
        }
        let after = self.ask(
            || None,
            |rules| {
                let action = self.moves(rules.py(), |moves| moves.object(rules.py(), action));
                let after = rules.call_method1("apply", (&state.object, action))?;
                if after.is_none() {
                    return Err(input_error(
                        "apply returned None; return the new state, and leave the old one as it is",
                    ));
                }
                OwnState::new(&after).map(Some)
            },
        );
        if let Some(after) = after {
            *state = after;
        }
    }

    fn utility(&self, state: &OwnState, agent: AgentId) -> f64 {
        self.ask(
            || 0.0,
            |rules| {
                let utility = rules.call_method1("utility", (&state.object, agent.0))?;
                let utility: f64 = utility.extract()?;
                match utility.is_finite() {
                    true => Ok(utility),
                    false => Err(input_error(format!("utility returned {utility}; return a finite number"))),
                }
            },
        )
    }

    fn failure(&self) -> Option<InputError> {
        if self.raised.is_some() { self.broken() } else { None }
    }

    fn odds(&self, state: &OwnState, actions: &[InternedMove], out: &mut Weights) {
        let equal = || actions.iter().map(|_| 1.0 / actions.len() as f64).collect();
        *out = self.ask(equal, |rules| {
            let Some(odds) = rules.getattr_opt("odds")? else { return Ok(equal()) };
            let odds: Vec<f64> = odds.call1((&state.object,))?.extract()?;
            let sum: f64 = odds.iter().sum();
            if odds.len() != actions.len()
                || odds.iter().any(|&odd| odd.is_nan() || odd < 0.0)
                || (sum - 1.0).abs() > 1e-6
            {
                return Err(input_error(
                    "odds must return a probability for each of actions; their sum is 1",
                ));
            }
            Ok(odds.into_iter().collect())
        });
    }
}

impl Hashed for OwnGame {
    /// By the text of the state: hashes of Python differ from process to process.
    fn key(&self, state: &OwnState) -> u64 {
        if let Some(&key) = state.key.get() {
            return key;
        }
        let text =
            Python::attach(|py| state.object.bind(py).repr().map(|text| text.to_string_lossy().into_owned()));
        let text = text.unwrap_or_default();
        let key = text.as_bytes().chunks(8).fold(text.len() as u64, |key, part| {
            let word = part.iter().fold(0, |word: u64, &byte| word << 8 | u64::from(byte));
            mix(key ^ word)
        });
        let _ = state.key.set(key);
        key
    }
}
