//! A Connect Four solver for seven columns and six rows, and for any other board that fits 64 bits.
//!
//! | module | contents |
//! |---|---|
//! | `solver` | scores of positions, by a series of null-window searches |
//! | `control` | how a caller stops a search and follows its progress |
//! | `agent` | the perfect agent |
//! | `level` | agents that make human-like mistakes |
//! | `search` | the null-window search: is the score above a number? |
//! | `proofs` | bounds without search, by follow-up strategies and zugzwang |
//! | `table` | the transposition table |
//! | `memory` | memory hints for the table |
//! | `board` | bitboards: cells and lines as bits |
//! | [`book`] | the opening book |

mod agent;
mod board;
pub mod book;
mod control;
mod level;
mod memory;
mod proofs;
mod search;
mod solver;
mod table;

#[cfg(test)]
mod tests;

pub(crate) use agent::perfect;
pub use control::{Control, SolveProgress, Stopped};
pub(crate) use level::level;
pub use solver::{Goal, ScoredMove, Solver, SolverSettings};
