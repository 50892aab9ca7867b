//! Finding a position again in the tree of an earlier move.

use plylab_core::{Actions, Game, Turn};

use super::arena::{Arena, NodeId};

/// The most positions that are looked at: more would cost more than the tree is worth.
const MOST_LOOKS: u32 = 20_000;

/// The node of `wanted` in a tree that starts at `root`, at most `plies` moves of agents below it.
pub(super) fn find<G: Game>(
    game: &G,
    tree: &Arena<G::Action>,
    root: &G::State,
    wanted: &G::State,
    plies: usize,
) -> Option<NodeId> {
    let mut looks = MOST_LOOKS;
    look(game, tree, NodeId::ROOT, root, wanted, plies, &mut looks)
}

fn look<G: Game>(
    game: &G,
    tree: &Arena<G::Action>,
    at: NodeId,
    state: &G::State,
    wanted: &G::State,
    plies: usize,
    looks: &mut u32,
) -> Option<NodeId> {
    if state == wanted {
        return Some(at);
    }
    let below = match game.turn(state) {
        Turn::Agent(_) => plies.checked_sub(1)?,
        // Dice fall between the moves and are none.
        Turn::Chance => plies,
        Turn::Over => return None,
    };
    let first = tree.first_child(at)?;
    let mut actions = Actions::new();
    game.actions(state, &mut actions);
    for (place, &action) in actions.iter().enumerate() {
        *looks = looks.checked_sub(1)?;
        let mut next = state.clone();
        game.apply(&mut next, action);
        let found = look(game, tree, first.plus(place), &next, wanted, below, looks);
        if found.is_some() {
            return found;
        }
    }
    None
}
