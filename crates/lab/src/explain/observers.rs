//! What can be observed of an agent's search: the roles that it gives to the others, and what its simulations found at the root's
//! moves.

use std::collections::HashMap;

use plylab_core::{
    AgentId, AnyGame, AnyPosition, Budget, Depth, InputError, Message, Name, Observer, Role, Seed,
    Simulation, Thought, Turn, Visit, Watch, message,
};
use serde::Serialize;

use crate::stats::Sample;

/// The role of each agent in a search.
#[derive(Default)]
pub struct Roles(HashMap<AgentId, Role>);

/// The node limit of the search that finds out; far more than one move of every agent takes in most games.
const ENOUGH: u64 = 20_000;

impl Roles {
    /// Observes a search of one move of every agent: who moves by choice, and who by chance.
    pub fn of(
        game: &dyn AnyGame,
        position: &dyn AnyPosition,
        thought: &Thought,
        seed: Seed,
    ) -> Result<Roles, InputError> {
        let mut roles = Roles::default();
        if thought.decision.line.len() > 1
            || thought.decision.moves.iter().any(|root_move| root_move.reply.is_some())
        {
            let agents = u32::try_from(game.info().agents.len()).unwrap_or(u32::MAX);
            let budget =
                Budget { depth: Some(Depth::plies(agents)), nodes: Some(ENOUGH), ..Budget::unlimited() };
            game.think(position, &thought.agent, seed, &budget, Watch::Search(&mut roles))?;
        }
        Ok(roles)
    }

    /// The role of the agent to move; none if it is not known.
    pub fn at(&self, turn: Turn) -> Option<Role> {
        match turn {
            Turn::Agent(agent) => self.0.get(&agent).copied(),
            Turn::Chance => Some(Role::Mean),
            Turn::Over => None,
        }
    }
}

impl Observer<String> for Roles {
    fn enter(&mut self, visit: &Visit<String>) {
        if let (Some(actor), Some(role)) = (visit.actor, visit.role) {
            self.0.entry(actor).or_insert(role);
        }
    }
}

/// The visits and rewards of the root's moves.
#[derive(Default)]
pub struct Visits {
    /// How many simulations there were.
    pub simulations: u64,
    /// The moves that were visited, each with its rewards.
    moves: Vec<(String, Sample)>,
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

    /// The moves that were visited, the most visited first.
    pub fn moves(&self) -> Vec<VisitedMove> {
        let told = |(action, rewards): &(String, Sample)| VisitedMove {
            action: action.clone(),
            visits: rewards.count(),
            mean: rewards.mean().unwrap_or_default(),
            interval: rewards.reach(),
        };
        let mut moves: Vec<VisitedMove> = self.moves.iter().map(told).collect();
        moves.sort_by_key(|told| std::cmp::Reverse(told.visits));
        moves
    }

    /// How a move fared, as part of a sentence: `visited 312 of 500 times (mean +0.04 to +0.20 with 95 % confidence)`. None
    /// if it was never visited.
    pub fn of(&self, action: &str) -> Option<Message> {
        let (_, rewards) = self.moves.iter().find(|(visited, _)| visited == action)?;
        let mut whole = Sample::default();
        self.moves.iter().for_each(|(_, rewards)| whole.join(rewards));
        let (visits, all) = (rewards.count(), self.simulations);
        let ((low, high), (least, most)) = (rewards.range()?, whole.range()?);
        // Zero is written without a minus sign.
        let mean = |end: f64| Name::of(format!("{:+.2}", (100.0 * end).round() / 100.0 + 0.0));
        Some(match rewards.interval() {
            // An interval without width would claim certainty.
            Some(_) if low == high => {
                let mean = mean(low);
                message!("visited-alike", "visited {visits} of {all} times (each time {mean})")
            }
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
}

impl Observer<String> for Visits {
    fn restart(&mut self) {
        *self = Visits::default();
    }

    fn simulate(&mut self, simulation: &Simulation<String>) {
        self.simulations += 1;
        let Some(node) = simulation.path.get(1) else { return };
        let Some(action) = &node.action else { return };
        let index = self.moves.iter().position(|(visited, _)| visited == action).unwrap_or_else(|| {
            self.moves.push((action.clone(), Sample::default()));
            self.moves.len() - 1
        });
        self.moves[index].1.add(node.reward);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_role_that_is_seen_counts() {
        let mut roles = Roles::default();
        let visit = |actor, role| Visit {
            action: None,
            weight: None,
            actor: Some(AgentId(actor)),
            role: Some(role),
            window: plylab_core::Window::FULL,
            left: 1,
        };
        roles.enter(&visit(0, Role::Max));
        roles.enter(&visit(1, Role::Min));
        roles.enter(&visit(1, Role::Mean));
        let turns = [Turn::Agent(AgentId(0)), Turn::Agent(AgentId(1)), Turn::Agent(AgentId(2)), Turn::Chance];
        assert_eq!(
            turns.map(|turn| roles.at(turn)),
            [Some(Role::Max), Some(Role::Min), None, Some(Role::Mean)]
        );
    }
}
