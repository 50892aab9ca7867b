//! What the simulations of an agent found at the root's moves.

use plylab_core::{Message, Name, Observer, Simulation, message};
use serde::Serialize;

use crate::stats::Sample;

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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VisitedMove {
    /// The move.
    pub action: String,
    /// How often it was visited.
    pub visits: u64,
    /// The mean of its rewards.
    pub mean: f64,
    /// With 95 % confidence, the mean is right to within this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interval: Option<f64>,
}

impl Visits {
    /// Are there any?
    pub fn is_any(&self) -> bool {
        self.simulations > 0
    }

    /// How many simulations there were.
    pub fn simulations(&self) -> u64 {
        self.simulations
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

    /// How a move fared, as part of a sentence: `visited 312 of 500 times (mean +0.04 to +0.20 with 95 % confidence)`. None
    /// if it was never visited.
    pub fn of(&self, action: &str) -> Option<Message> {
        let Visited { rewards, .. } = self.moves.iter().find(|visited| visited.action == action)?;
        let mut whole = Sample::default();
        self.moves.iter().for_each(|visited| whole.join(&visited.rewards));
        let (visits, all) = (rewards.count(), self.simulations);
        let ((low, high), (least, most)) = (rewards.range()?, whole.range()?);
        // Zero is written without a minus sign.
        let mean = |end: f64| Name::of(format!("{:+.2}", (100.0 * end).round() / 100.0 + 0.0));
        Some(match rewards.interval() {
            // An interval without width would claim certainty.
            Some(_) if low == high => message!(
                "visited-alike",
                "visited {visits} of {all} times (each time {mean})",
                mean = mean(low)
            ),
            // It ends where no simulation went.
            Some(interval) => message!(
                "visited-mean",
                "visited {visits} of {all} times (mean {low} to {high} with 95 % confidence)",
                low = mean(interval.low.max(least)),
                high = mean(interval.high.min(most))
            ),
            None => message!("visited-times", "visited {visits} of {all} {all|time|times}"),
        })
    }

    /// The same as a sentence.
    pub fn sentence(&self, action: &str) -> Option<Message> {
        self.of(action).map(|visited| message!("was-visited", "It was {visited}."))
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
