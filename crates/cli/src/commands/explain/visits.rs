//! What the simulations of an agent found at the root's moves.

use plylab_core::{AnyGame, AnyPosition, Budget, InputError, Observer, Seed, Simulation, Spec, Watch};

/// Half the width of a 95 % interval, in standard errors.
const CONFIDENCE: f64 = 1.96;

/// The simulations of the search that finds out whether there are any.
const ENOUGH: u64 = 2;

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

impl Visits {
    /// Does the agent search by simulations?
    pub fn reported(
        game: &dyn AnyGame,
        position: &dyn AnyPosition,
        agent: &Spec,
        seed: Seed,
    ) -> Result<bool, InputError> {
        let mut visits = Visits::default();
        let budget = Budget { nodes: Some(ENOUGH), ..Budget::unlimited() };
        game.think(position, agent, seed, &budget, Watch::Search(&mut visits))?;
        Ok(visits.simulations > 0)
    }

    /// Are there any?
    pub fn is_any(&self) -> bool {
        self.simulations > 0
    }

    /// How a move fared: `visited 312 of 500 times (within 0.08 of the mean, by 95 %)`. None if it was never visited.
    pub fn of(&self, action: &str) -> Option<String> {
        let visited = self.moves.iter().find(|visited| visited.action == action)?;
        let count = visited.visits as f64;
        let variance = (visited.squares - visited.sum * visited.sum / count) / (count - 1.0).max(1.0);
        let reach = CONFIDENCE * (variance.max(0.0) / count).sqrt();
        let times = if visited.visits == 1 { "time" } else { "times" };
        let interval = if visited.visits > 1 {
            format!(" (within {reach:.2} of the mean, by 95 %)")
        } else {
            String::new()
        };
        Some(format!("visited {} of {} {times}{interval}", visited.visits, self.simulations))
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
