//! Connect Four, solved exactly: on seven columns and six rows, and on any other board that fits 64 bits.
//!
//! | module | what it holds |
//! |---|---|
//! | `solver` | the questions one can ask, and how they become yes-or-no searches |
//! | `agent` | the agent that never errs |
//! | `level` | agents that err as people do |
//! | `search` | the search: is the score above a number? |
//! | `proofs` | answers without search, from who has to move when columns fill up |
//! | `table` | what is known of positions already searched |
//! | `memory` | hints to the machine about the table |
//! | `board` | cells and lines as bits |
//! | [`book`] | the first plies by heart |

mod agent;
mod board;
pub mod book;
mod level;
mod memory;
mod proofs;
mod search;
mod solver;
mod table;
mod value;

#[cfg(test)]
mod slow;
#[cfg(test)]
mod tests;

pub(crate) use agent::perfect;
pub(crate) use level::level;
pub use solver::{Control, Goal, Progress, ScoredMove, Settings, Solver, Stopped};
