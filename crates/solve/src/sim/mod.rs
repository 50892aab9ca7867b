//! SIM, solved: the value of every position, against perfect and against random play.
//!
//! | module | contents |
//! |---|---|
//! | `table` | the whole game, solved by retrograde analysis |
//! | `agent` | the agents that look up their moves |
//! | `renamings` | positions up to renaming the points: a few thousand instead of millions |
//! | `chance` | exact fractions |

mod agent;
mod chance;
mod renamings;
mod table;

#[cfg(test)]
mod tests;

pub(crate) use agent::{exploit, perfect, ties};
pub use chance::Probability;
pub use table::{PositionCounts, SimTable, SimValue, SolvedMove};
