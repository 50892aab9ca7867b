//! The games and agents that come with Plylab, joined in one [`Registry`].
//!
//! Searches are compiled here for every game, once: the crates above know games and agents only through the registry, so
//! that a change in one of them compiles no search anew, and a change in a game compiles nothing above.

use plylab_core::{AgentKind, AgentSet, Playable, Registered, Registry};
use plylab_games::Visitor;
use plylab_search::SearchAgents;
use plylab_solve::SolveAgents;

/// The agents that come with Plylab: those that search, and those that know.
#[derive(Clone, Copy, Debug, Default)]
pub struct StandardAgents;

impl AgentSet for StandardAgents {
    fn kinds<G: Playable>(&self, game: &G) -> Vec<AgentKind<G>> {
        let mut kinds = SearchAgents.kinds(game);
        kinds.extend(SolveAgents.kinds(game));
        kinds
    }
}

/// Every game that comes with Plylab, with every agent, oracle and bound.
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
