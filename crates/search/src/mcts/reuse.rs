//! Finding a position again in the tree of an earlier move.

use plylab_core::{Game, Turn};

use super::arena::{Arena, NodeId};

/// The most positions that are looked at: more would cost more than the tree is worth.
const MOST_LOOKS: u32 = 20_000;

/// A node whose children are being looked at.
struct Open<G: Game> {
    state: G::State,
    actions: G::Actions,
    first: NodeId,
    /// The child that is next.
    next: usize,
    /// Moves of agents that may still be made below its children.
    plies: usize,
}

impl<G: Game> Open<G> {
    /// None if nothing below it is to be looked at.
    fn new(game: &G, tree: &Arena<G::Action>, at: NodeId, state: G::State, plies: usize) -> Option<Self> {
        let plies = match game.turn(&state) {
            Turn::Agent(_) => plies.checked_sub(1)?,
            // Dice fall between the moves and are none.
            Turn::Chance => plies,
            Turn::Over => return None,
        };
        let first = tree.first_child(at)?;
        let actions = game.list_actions(&state);
        Some(Open { state, actions, first, next: 0, plies })
    }
}

/// The node of `wanted` in a tree that starts at `root`, at most `plies` moves of agents below it. The way there is kept in
/// a list and not on the stack: dice may fall any number of times between two moves.
pub(super) fn find<G: Game>(
    game: &G,
    tree: &Arena<G::Action>,
    root: &G::State,
    wanted: &G::State,
    plies: usize,
) -> Option<NodeId> {
    if root == wanted {
        return Some(NodeId::ROOT);
    }
    let mut looks = MOST_LOOKS;
    let mut way = Vec::from_iter(Open::new(game, tree, NodeId::ROOT, root.clone(), plies));
    while let Some(open) = way.last_mut() {
        let Some(&action) = open.actions.get(open.next) else {
            way.pop();
            continue;
        };
        looks = looks.checked_sub(1)?;
        let at = open.first.plus(open.next);
        open.next += 1;
        let plies = open.plies;
        let mut state = open.state.clone();
        game.apply(&mut state, action);
        if &state == wanted {
            return Some(at);
        }
        way.extend(Open::new(game, tree, at, state, plies));
    }
    None
}
