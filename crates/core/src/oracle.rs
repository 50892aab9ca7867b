//! What is known of a game for certain: an oracle's values, and bounds on what a game can be worth.

use crate::budget::StopFlag;
use crate::edge::AnyPosition;
use crate::input::InputError;

/// Knows what positions of a game are worth under perfect play.
pub trait Oracle: Send {
    /// What a position is worth to the side to move, in points: 0 is a draw, wins are above it, the sooner the higher, and
    /// losses below, the later the higher. None if `stop` was raised. A best move keeps it, and turns its sign.
    fn worth(&mut self, position: &dyn AnyPosition, stop: &StopFlag) -> Result<Option<i32>, InputError>;
}
