//! How much speaks for a move. What counts is how little work a proof takes, not how often one succeeds. Found by trying
//! on positions of the public sets.

/// It is the move that was good enough before.
pub const KNOWN: i32 = 10_000;
/// It leaves the other side no choice.
pub const FORCING: i32 = 48;
/// A cell that would win, if it can be reached.
pub const THREAT: i32 = 36;
/// It is above a cell that can be taken now: the other side must not take that.
pub const THREAT_ABOVE_NEXT: i32 = 48;
/// It is above a cell that can be taken soon.
pub const THREAT_ABOVE_SECOND: i32 = 36;
/// Another threat is right below it.
pub const THREAT_ABOVE_THREAT: i32 = 72;
/// It is in a row that is its side's when columns fill up.
pub const OWN_ROW: i32 = 1;
/// A column further from the edge.
pub const CENTRE: i32 = 7;
/// The most that experience says for or against a cell.
pub const EXPERIENCE: i32 = 60;
