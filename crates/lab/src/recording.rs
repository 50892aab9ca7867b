//! The search of an agent at a position, recorded to be drawn.

use plylab_core::scene::Picture;
use plylab_core::{AnyGame, AnyPosition, Budget, InputError, Seed, Spec, Thought};
use plylab_search::record::{RecordedTree, Recorder};

/// Lets an agent think and keeps what it looks at, at most so many nodes of it.
pub fn record_search(
    game: &dyn AnyGame,
    position: &dyn AnyPosition,
    agent: &Spec,
    seed: Seed,
    budget: &Budget,
    nodes: usize,
) -> Result<(RecordedTree, Thought), InputError> {
    let mut recorder = Recorder::with_limit(nodes);
    let thought = position.think(agent, seed, budget, Some(&mut recorder))?;
    if recorder.is_empty() {
        let name = &agent.name;
        return Err(InputError::new(format!("{name} shows no search, so there is no tree to draw"))
            .expected("use minimax, alphabeta or expectimax"));
    }
    let mut tree = recorder.finish_thought(&thought);
    tree.agents.clone_from(&game.info().agents);
    if let Picture::Tree(picture) = position.scene().picture {
        tree.show_unseen(&picture);
    }
    Ok((tree, thought))
}
