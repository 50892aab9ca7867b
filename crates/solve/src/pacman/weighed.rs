//! What planners say of moves. They try a sample of plans against what ghosts may do: all of it is an estimate.

use plylab_core::{AgentFailure, AgentId, Certainty, RootMove, Value};
use plylab_games::pacman::Step;

/// A move that is worth about so much to Pac-Man.
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
    fn nothing_is_said_to_be_certain_and_the_first_of_equals_is_best() {
        let moves = [(Step::East, 1.0), (Step::West, 2.0), (Step::North, 2.0)]
            .map(|(action, value)| estimated(action, value));
        assert!(moves.iter().all(|weighed| weighed.value.certainty == Certainty::Estimate));
        assert_eq!(best_of(&moves).map(|best| best.action).ok(), Some(Step::West));
        assert!(best_of(&[]).is_err());
    }
}
