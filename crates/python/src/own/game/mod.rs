//! A game that is written in Python.
//!
//! A state holds an object of Python and what is known of it: who moves, and which moves are legal. Both are asked for once.
//! Moves are numbers here: any number of different moves can be interned. An exception in a method is kept: the game
//! answers harmlessly from then on, until the caller takes the exception and raises it.

mod draw;
mod rules;
mod state;
mod view;

use std::collections::HashMap;
use std::ops::Deref;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use plylab_core::scene::Backdrop;
use plylab_core::{DepthUnit, GameInfo, InputError, Message, ResultKind};
use pyo3::prelude::*;

pub use self::draw::stone_tone;
use self::state::Moves;
pub use self::state::OwnState;
use super::Raised;
use super::raised::crash;
use crate::errors::input_error;
use crate::own::takes_two;

/// The methods that a game must have.
const NEEDED: [&str; 5] = ["initial", "turn", "actions", "apply", "utility"];

/// The most positions that are remembered by their texts.
const REMEMBERED: usize = 100_000;

/// A game in Python. Clones share what is known of it.
#[derive(Clone)]
pub struct OwnGame(Arc<Rules>);

/// The rules of a game in Python.
pub struct Rules {
    info: GameInfo,
    rules: Py<PyAny>,
    /// Does `initial` take a seed?
    seeded: bool,
    /// Does `features` take a seat? None if there is no such method.
    features: Option<bool>,
    /// What all pictures have in common, once one was drawn.
    backdrop: OnceLock<Backdrop>,
    /// What a method raised.
    pub raised: Raised,
    moves: Mutex<Moves>,
    /// Positions by their texts, to read what was written where the game has no method for it.
    written: Mutex<HashMap<String, OwnState>>,
}

impl Deref for OwnGame {
    type Target = Rules;

    fn deref(&self) -> &Rules {
        &self.0
    }
}

impl OwnGame {
    /// The game, if the object has the methods of one.
    pub fn new(rules: &Bound<'_, PyAny>) -> PyResult<OwnGame> {
        for method in NEEDED {
            if !rules.hasattr(method)? {
                return Err(input_error(format!(
                    "{} is not a game: it has no method '{method}'; a game has {}",
                    rules.get_type().name()?,
                    NEEDED.join(", ")
                )));
            }
        }
        let features = rules.getattr_opt("features")?.map(|method| takes_two(&method)).transpose()?;
        Ok(OwnGame(Arc::new(Rules {
            info: info(rules)?,
            seeded: takes_one(&rules.getattr("initial")?)?,
            rules: rules.clone().unbind(),
            features,
            backdrop: OnceLock::new(),
            raised: Raised::default(),
            moves: Mutex::new(Moves::new(rules.py())),
            written: Mutex::default(),
        })))
    }

    /// Asks Python; harmless if that fails now or has failed before.
    fn ask<T>(&self, harmless: impl FnOnce() -> T, ask: impl FnOnce(&Bound<'_, PyAny>) -> PyResult<T>) -> T {
        if self.raised.is_some() {
            return harmless();
        }
        Python::attach(|py| {
            ask(self.rules.bind(py)).unwrap_or_else(|error| {
                self.raised.keep(error);
                harmless()
            })
        })
    }

    /// The exception that was raised, as an error of the lab. It stays, to be raised in the end.
    fn broken(&self) -> Option<InputError> {
        let error = self.raised.take()?;
        let failure = Python::attach(|py| InputError::from(crash(py, &error)));
        self.raised.keep(error);
        Some(failure.at(Message::verbatim(self.info.title.to_string())))
    }

    /// Remembers a position by its text.
    fn remember(&self, text: &str, state: &OwnState) {
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        if written.len() < REMEMBERED {
            written.insert(text.to_owned(), state.clone());
        }
    }

    /// The position that was written as that text.
    fn remembered(&self, text: &str) -> Option<OwnState> {
        self.written.lock().unwrap_or_else(PoisonError::into_inner).get(text).cloned()
    }
}

fn takes_one(method: &Bound<'_, PyAny>) -> PyResult<bool> {
    method.py().import("plylab._calls")?.call_method1("takes_one", (method,))?.extract()
}

/// Reads the attributes of the game, with defaults for those it leaves out.
fn info(rules: &Bound<'_, PyAny>) -> PyResult<GameInfo> {
    let class = rules.get_type().name()?.to_string();
    let text = |name: &str, usual: String| -> PyResult<String> {
        rules.getattr_opt(name)?.map_or(Ok(usual), |value| value.extract())
    };
    let agents: Vec<String> = match rules.getattr_opt("seats")? {
        None => vec!["First".to_owned(), "Second".to_owned()],
        Some(count) if count.extract::<u8>().is_ok() => {
            (1..=count.extract::<u8>()?).map(|seat| format!("Player {seat}")).collect()
        }
        Some(names) => names.extract()?,
    };
    if agents.is_empty() || agents.len() > usize::from(u8::MAX) {
        return Err(input_error(format!("{class}.seats has {} seats; use 1 to 255", agents.len())));
    }
    let result = match text("result", "outcome".to_owned())?.as_str() {
        "outcome" => ResultKind::Outcome,
        "points" => ResultKind::Points,
        "value" => ResultKind::Value,
        other => {
            return Err(input_error(format!(
                "{class}.result is '{other}'; use 'outcome', 'points' or 'value'"
            )));
        }
    };
    let alike = rules.getattr_opt("seats_alike")?;
    Ok(GameInfo {
        name: text("name", class.to_lowercase())?.into(),
        title: text("title", class)?.into(),
        seats_alike: alike.map_or(Ok(agents.len() == 2), |alike| alike.is_truthy())?,
        agents,
        depth_unit: DepthUnit::Ply,
        result,
        notes: Vec::new(),
    })
}
