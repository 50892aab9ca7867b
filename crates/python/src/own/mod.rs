//! Agents, evaluations and games that are written in Python.

mod agent;
mod eval;
mod raised;

pub use agent::{OwnAgent, takes_two};
pub use eval::{EvalAgent, OwnEval};
pub use raised::Raised;
