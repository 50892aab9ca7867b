#![doc = include_str!("../README.md")]
//!
//! The built-in games and agents of Plylab in one [`Registry`].
//!
//! Searches are compiled here for every game, once: the crates above know games and agents only through the registry, so
//! that a change in one of them recompiles no search, and a change in a game recompiles nothing above.

use plylab_core::{AgentKind, AgentSet, Playable, Registered, Registry};
use plylab_games::Visitor;
use plylab_search::SearchAgents;
use plylab_solve::SolveAgents;

/// The built-in agents: those that search, and those of solved games.
#[derive(Clone, Copy, Debug, Default)]
pub struct StandardAgents;

impl AgentSet for StandardAgents {
    fn kinds<G: Playable>(&self, game: &G) -> Vec<AgentKind<G>> {
        let mut kinds = SearchAgents.kinds(game);
        kinds.extend(SolveAgents.kinds(game));
        kinds
    }
}

/// Every built-in game, with every agent, oracle and score bound.
pub fn registry() -> Registry {
    struct Add(Registry);
    impl Visitor for Add {
        fn visit<G: Registered>(&mut self) {
            self.0.add_game::<G>(StandardAgents);
        }
    }
    let mut add = Add(Registry::default());
    plylab_games::each(&mut add);
    plylab_solve::add_knowledge(&mut add.0);
    add.0
}
