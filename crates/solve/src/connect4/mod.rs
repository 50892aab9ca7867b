//! Connect Four, solved exactly: on seven columns and six rows, and on any other board that fits 64 bits.
//!
//! | module | what it holds |
//! |---|---|
//! | `solver` | the questions one can ask, and how they become yes-or-no searches |
//! | `agent` | the agent that never errs |
//! | `search` | the search: is the score above a number? |
//! | `proofs` | answers without search, from who has to move when columns fill up |
//! | `table` | what is known of positions already searched |
//! | `memory` | hints to the machine about the table |
//! | `board` | cells and lines as bits |

mod agent;
mod board;
mod memory;
mod proofs;
mod search;
mod solver;
mod table;

#[cfg(test)]
mod slow;
#[cfg(test)]
mod tests;

pub(crate) use agent::perfect;
pub use solver::{Control, Goal, Progress, ScoredMove, Settings, Solver, Stopped};
