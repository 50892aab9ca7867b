//! The search of an agent at a position, recorded to be drawn.

use plylab_core::{AnyGame, AnyPosition, Budget, InputError, Seed, Spec, Thought, Watch, message};
use plylab_search::record::{RecordedTree, Recorder};

/// Runs the search of an agent and records its nodes, up to a maximum.
pub fn record_search(
    game: &dyn AnyGame,
    position: &dyn AnyPosition,
    agent: &Spec,
    seed: Seed,
    budget: &Budget,
    nodes: usize,
) -> Result<(RecordedTree, Thought), InputError> {
    let mut recorder = Recorder::with_limit(nodes);
    let thought = game.think(position, agent, seed, budget, Watch::Search(&mut recorder))?;
    if recorder.is_empty() {
        return Err(InputError::new(message!(
            "no-search",
            "{agent} shows no search, so there is no tree to draw",
            agent = &agent.name
        ))
        .expected(message!("searchers", "use minimax, alphabeta or expectimax")));
    }
    let mut tree = recorder.finish_thought(&thought);
    tree.agents.clone_from(&game.info().agents);
    tree.show_unseen(&game.backdrop(), &position.scene());
    Ok((tree, thought))
}
