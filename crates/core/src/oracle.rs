//! What is proven about games: exact values of positions, and bounds on scores.

use serde::Serialize;

use crate::adapter::AnyPosition;
use crate::budget::StopFlag;
use crate::input::InputError;
use crate::message::Message;

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

/// A proven upper bound on the score of agent 0.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScoreBound {
    /// The maximum: no game scores more.
    pub most: f64,
    /// Was the search for it finished? If not, a longer one might have proven a lower maximum.
    pub finished: bool,
    /// The proof in short.
    pub why: Message,
}

impl ScoreBound {
    /// A score as a share of the maximum: 1 is all of it. None unless the maximum is positive.
    pub fn share(&self, score: f64) -> Option<f64> {
        (self.most > 0.0).then(|| score / self.most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message;

    #[test]
    fn a_share_is_of_the_maximum() {
        let score_bound = |most| ScoreBound { most, finished: true, why: message!("proven", "it is proven") };
        assert_eq!(score_bound(989.0).share(494.5), Some(0.5));
        assert_eq!(score_bound(989.0).share(-989.0), Some(-1.0));
        assert_eq!(score_bound(0.0).share(5.0), None);
    }
}
