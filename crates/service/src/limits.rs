//! What an answer holds at most.

/// Maximum number of positions per answer.
pub(crate) const POSITIONS: usize = 100;

/// Maximum number of moves of a variation.
pub(crate) const LINE: usize = 200;
