//! The roles that an agent's search gives to the others.

use plylab_core::{
    AgentId, AnyGame, AnyPosition, Budget, Depth, InputError, Observer, Role, Seed, Thought, Turn, Visit,
    Watch,
};

/// The role of each agent in a search.
#[derive(Default)]
pub struct Roles(Vec<(AgentId, Role)>);

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
            Turn::Agent(agent) => self.0.iter().find(|(other, _)| *other == agent).map(|&(_, role)| role),
            Turn::Chance => Some(Role::Mean),
            Turn::Over => None,
        }
    }
}

impl Observer<String> for Roles {
    fn enter(&mut self, visit: &Visit<String>) {
        if let (Some(actor), Some(role)) = (visit.actor, visit.role)
            && !self.0.iter().any(|(other, _)| *other == actor)
        {
            self.0.push((actor, role));
        }
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
