//! What the simulations of an agent found at the root's moves.

use plylab_core::{Observer, Simulation};
use plylab_lab::stats::Sample;
use serde::Serialize;

/// The visits and rewards of the root's moves.
#[derive(Default)]
pub struct Visits {
    simulations: u64,
    moves: Vec<Visited>,
}

/// The visits and rewards of a move.
struct Visited {
    action: String,
    rewards: Sample,
}

/// What simulations found of a move.
#[derive(Serialize)]
pub struct VisitedMove {
    action: String,
    visits: u64,
    /// The mean of its rewards.
    mean: f64,
    /// With 95 % confidence, the mean is right to within this.
    #[serde(skip_serializing_if = "Option::is_none")]
    interval: Option<f64>,
}

impl Visits {
    /// Are there any?
    pub fn is_any(&self) -> bool {
        self.simulations > 0
    }

    /// The moves that were visited, the most visited first.
    pub fn moves(&self) -> Vec<VisitedMove> {
        let told = |visited: &Visited| VisitedMove {
            action: visited.action.clone(),
            visits: visited.rewards.count(),
            mean: visited.rewards.mean().unwrap_or_default(),
            interval: visited.rewards.reach(),
        };
        let mut moves: Vec<VisitedMove> = self.moves.iter().map(told).collect();
        moves.sort_by_key(|told| std::cmp::Reverse(told.visits));
        moves
    }

    /// How a move fared: `visited 312 of 500 times (mean +0.04 to +0.20 with 95 % confidence)`. None if it was never visited.
    pub fn of(&self, action: &str) -> Option<String> {
        let Visited { rewards, .. } = self.moves.iter().find(|visited| visited.action == action)?;
        let mut all = Sample::default();
        self.moves.iter().for_each(|visited| all.join(&visited.rewards));
        let (visits, (low, high), (least, most)) = (rewards.count(), rewards.range()?, all.range()?);
        let surely = match rewards.interval() {
            // An interval without width would claim certainty.
            Some(_) if low == high => format!(" (each time {low:+.2})"),
            // It ends where no simulation went.
            Some(mean) => {
                // Zero is written without a minus sign.
                let [low, high] =
                    [mean.low.max(least), mean.high.min(most)].map(|end| (100.0 * end).round() / 100.0 + 0.0);
                format!(" (mean {low:+.2} to {high:+.2} with 95 % confidence)")
            }
            None => String::new(),
        };
        let times = if self.simulations == 1 { "time" } else { "times" };
        Some(format!("visited {visits} of {} {times}{surely}", self.simulations))
    }
}

impl Observer<String> for Visits {
    fn restart(&mut self) {
        *self = Visits::default();
    }

    fn simulate(&mut self, simulation: &Simulation<String>) {
        self.simulations += 1;
        let Some(node) = simulation.path.get(1) else { return };
        let Some(action) = &node.action else { return };
        let index = self.moves.iter().position(|visited| visited.action == *action).unwrap_or_else(|| {
            self.moves.push(Visited { action: action.clone(), rewards: Sample::default() });
            self.moves.len() - 1
        });
        self.moves[index].rewards.add(node.reward);
    }
}
