//! Priorities for the move ordering. They minimise the work of a proof, not its number of failures. Tuned on positions of
//! the public sets.

/// The move of the transposition table.
pub const TABLE_MOVE: i32 = 10_000;
/// A forcing move.
pub const FORCING: i32 = 48;
/// A threat that can be reached.
pub const THREAT: i32 = 36;
/// The threat is above a playable cell, which the other side must not take.
pub const THREAT_ABOVE_NEXT: i32 = 48;
/// The threat is above a cell that is playable soon.
pub const THREAT_ABOVE_SECOND: i32 = 36;
/// Another threat is directly below it.
pub const THREAT_ABOVE_THREAT: i32 = 72;
/// The cell is in a row that its side gets by following up.
pub const OWN_ROW: i32 = 1;
/// Per column of distance from the edge.
pub const CENTRE: i32 = 7;
/// The maximum of the history heuristic, for or against a cell.
pub const MAX_HISTORY: i32 = 60;
