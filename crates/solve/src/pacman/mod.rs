//! Pac-Man: agents that plan a route through the whole maze, and bounds on the score.

mod covering;
mod danger;
mod grid_planner;
mod planner;
mod tour;

pub use covering::{CoveringWalk, covering_walk, score_bound};
pub(crate) use grid_planner::grid_planner;
pub(crate) use planner::classic_planner;

use plylab_core::{AgentFailure, AgentId, Certainty, Decision, Key, RootMove, SearchStats, Value};
use plylab_games::pacman::Step;

/// A move with its value to Pac-Man: an estimate, because planners test only a sample of plans and ghost moves.
fn estimated(action: Step, value: f64) -> RootMove<Step> {
    RootMove { action, value: Value::score(AgentId::FIRST, value).with(Certainty::Estimate), reply: None }
}

/// The decision for the best of these moves, and of equals the first.
fn decide(moves: Vec<RootMove<Step>>, stats: SearchStats) -> Result<Decision<Step>, AgentFailure> {
    let better = |best: RootMove<Step>, next: RootMove<Step>| {
        if next.value.rank() > best.value.rank() { next } else { best }
    };
    let best = moves.iter().copied().reduce(better).ok_or_else(AgentFailure::no_move)?;
    let line = vec![best.action];
    Ok(Decision { value: Some(best.value), moves, line, stats, ..Decision::plain(best.action) })
}

/// The setting that makes a planner careful.
fn fear() -> Key {
    let about =
        "extra penalty for a loss, in points, on top of the points lost by the rules and the food not eaten";
    Key::real("fear", 0.0..=1e6, about)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_estimates_and_the_first_of_equals_is_best() {
        let moves = [(Step::East, 1.0), (Step::West, 2.0), (Step::North, 2.0)]
            .map(|(action, value)| estimated(action, value));
        assert!(moves.iter().all(|estimate| estimate.value.certainty == Certainty::Estimate));
        let best = |moves: &[RootMove<Step>]| decide(moves.to_vec(), SearchStats::default());
        assert_eq!(best(&moves).map(|best| best.action).ok(), Some(Step::West));
        assert!(best(&[]).is_err());
    }
}
