//! What the simulations of an agent found at the root's moves.

use plylab_core::{Message, Name, Observer, Simulation, message};
use serde::Serialize;

/// Half the width of a 95 % interval, in standard errors.
const CONFIDENCE: f64 = 1.96;

/// The visits and rewards of the root's moves.
#[derive(Default)]
pub struct Visits {
    simulations: u64,
    moves: Vec<Visited>,
}

/// The visits and rewards of a move.
struct Visited {
    action: String,
    visits: u64,
    sum: f64,
    squares: f64,
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

impl Visited {
    /// Half the width of the 95 % interval of its mean.
    fn reach(&self) -> f64 {
        let count = self.visits as f64;
        let variance = (self.squares - self.sum * self.sum / count) / (count - 1.0).max(1.0);
        CONFIDENCE * (variance.max(0.0) / count).sqrt()
    }
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
            visits: visited.visits,
            mean: visited.sum / visited.visits as f64,
            interval: (visited.visits > 1).then(|| visited.reach()),
        };
        let mut moves: Vec<VisitedMove> = self.moves.iter().map(told).collect();
        moves.sort_by_key(|told| std::cmp::Reverse(told.visits));
        moves
    }

    /// How a move fared, as part of a sentence: `visited 312 of 500 times (+-0.08)`. None if it was never visited.
    pub fn of(&self, action: &str) -> Option<Message> {
        let (visits, all, reach) = self.found(action)?;
        Some(match reach {
            Some(reach) => {
                message!("visited-within", "visited {visits} of {all} times (+-{reach})", visits, all, reach)
            }
            None => message!("visited-times", "visited {visits} of {all} {all|time|times}", visits, all),
        })
    }

    /// The same as a sentence.
    pub fn sentence(&self, action: &str) -> Option<Message> {
        let (visits, all, reach) = self.found(action)?;
        Some(match reach {
            Some(reach) => message!(
                "was-visited-within",
                "It was visited {visits} of {all} times, and its mean is right to within {reach}, with 95 % confidence.",
                visits,
                all,
                reach
            ),
            None => {
                message!("was-visited", "It was visited {visits} of {all} {all|time|times}.", visits, all)
            }
        })
    }

    /// The visits of a move, of all simulations, and how far off its mean may be. One reward, or rewards that are all alike,
    /// do not tell.
    fn found(&self, action: &str) -> Option<(u64, u64, Option<Name>)> {
        let visited = self.moves.iter().find(|visited| visited.action == action)?;
        let reach = Some(visited.reach()).filter(|&reach| visited.visits > 1 && reach > 0.0);
        Some((visited.visits, self.simulations, reach.map(|reach| Name::of(format!("{reach:.2}")))))
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
            self.moves.push(Visited { action: action.clone(), visits: 0, sum: 0.0, squares: 0.0 });
            self.moves.len() - 1
        });
        let visited = &mut self.moves[index];
        visited.visits += 1;
        visited.sum += node.reward;
        visited.squares += node.reward * node.reward;
    }
}
