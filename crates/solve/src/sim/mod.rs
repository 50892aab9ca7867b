//! SIM, solved: what every position is worth, to perfect players and against chance.
//!
//! | module | what it holds |
//! |---|---|
//! | `table` | the whole game, played backwards from its ends |
//! | `agent` | the agents that look their moves up |
//! | `renamings` | positions up to renaming the points: a few thousand instead of millions |
//! | `chance` | exact fractions |

mod agent;
mod chance;
mod renamings;
mod table;

#[cfg(test)]
mod tests;

pub(crate) use agent::{exploit, perfect};
pub use chance::Chance;
pub use table::{Counts, JudgedMove, SimTable, Verdict};
