//! Agents, evaluations and games that are written in Python.

mod agent;
mod check;
mod eval;
mod game;
mod raised;

pub use agent::{OwnAgent, takes_two};
pub use check::check_game;
pub use eval::{EvalAgent, OwnEval, terms_of};
pub use game::{OwnGame, OwnState, stone_tone};
pub use raised::Raised;
