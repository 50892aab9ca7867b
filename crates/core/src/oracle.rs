//! Exact values of positions.

use crate::adapter::AnyPosition;
use crate::budget::StopFlag;
use crate::input::InputError;

/// Knows the values of positions under perfect play.
///
/// ```
/// use plylab_core::example::Heaps;
/// use plylab_core::{AnyPosition, CoreAgents, InputError, Oracle, Seed, StopFlag, adapt, message};
///
/// /// Searches the example game to its end.
/// struct Minimax;
///
/// impl Oracle for Minimax {
///     fn worth(&mut self, position: &dyn AnyPosition, stop: &StopFlag) -> Result<Option<i32>, InputError> {
///         if stop.is_stopped() {
///             return Ok(None);
///         }
///         let over = || InputError::new(message!("game-over", "the game is over"));
///         let me = position.turn().agent().ok_or_else(over)?;
///         let mut best = None;
///         for action in position.actions() {
///             let mut after = position.boxed_clone();
///             after.play(&action)?;
///             let value = match after.utility(me) {
///                 Some(points) => points as i32,
///                 None => match self.worth(after.as_ref(), stop)? {
///                     Some(theirs) => -theirs,
///                     None => return Ok(None),
///                 },
///             };
///             best = best.max(Some(value));
///         }
///         Ok(best)
///     }
/// }
///
/// // Whatever Left takes, Right answers with the same from the other heap.
/// let start = adapt(Heaps::default(), &CoreAgents).start(Seed(1));
/// assert_eq!(Minimax.worth(start.as_ref(), &StopFlag::default())?, Some(0));
/// # Ok::<(), InputError>(())
/// ```
pub trait Oracle: Send {
    /// What a position is worth to the side to move, in points: 0 is a draw, wins are positive, the sooner the higher, and
    /// losses negative, the later the higher. None if `stop` was raised. After a best move it is the same with the opposite
    /// sign.
    fn worth(&mut self, position: &dyn AnyPosition, stop: &StopFlag) -> Result<Option<i32>, InputError>;
}
