//! The move values of planners. All of them are estimates, because planners test only a sample of plans and ghost moves.

use plylab_core::{AgentFailure, AgentId, Certainty, RootMove, Value};
use plylab_games::pacman::Step;

/// A move with its estimated value to Pac-Man.
pub(super) fn estimated(action: Step, value: f64) -> RootMove<Step> {
    RootMove { action, value: Value::score(AgentId::FIRST, value).with(Certainty::Estimate), reply: None }
}

/// The best move, and of equals the first.
pub(super) fn best_of(moves: &[RootMove<Step>]) -> Result<RootMove<Step>, AgentFailure> {
    let better = |best: RootMove<Step>, next: RootMove<Step>| {
        if next.value.rank() > best.value.rank() { next } else { best }
    };
    moves.iter().copied().reduce(better).ok_or_else(AgentFailure::no_move)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_estimates_and_the_first_of_equals_is_best() {
        let moves = [(Step::East, 1.0), (Step::West, 2.0), (Step::North, 2.0)]
            .map(|(action, value)| estimated(action, value));
        assert!(moves.iter().all(|estimate| estimate.value.certainty == Certainty::Estimate));
        assert_eq!(best_of(&moves).map(|best| best.action).ok(), Some(Step::West));
        assert!(best_of(&[]).is_err());
    }
}
