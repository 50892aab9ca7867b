//! Finds a position in the tree of an earlier move.

use plylab_core::{Game, Turn};

use super::arena::{Arena, NodeId};

/// The maximum number of positions to compare: more would cost more than the tree saves.
const MAX_VISITS: u32 = 20_000;

/// A node whose children are being visited.
struct Open<G: Game> {
    state: G::State,
    actions: G::Actions,
    first: NodeId,
    /// The next child to visit.
    next: usize,
    /// Moves of agents that may still be made below its children.
    plies: usize,
}

impl<G: Game> Open<G> {
    /// None if nothing below it is to be visited.
    fn new(game: &G, tree: &Arena<G::Action>, at: NodeId, state: G::State, plies: usize) -> Option<Self> {
        let plies = match game.turn(&state) {
            Turn::Agent(_) => plies.checked_sub(1)?,
            // Dice rolls do not count as moves.
            Turn::Chance => plies,
            Turn::Over => return None,
        };
        let first = tree.first_child(at)?;
        let actions = game.list_actions(&state);
        Some(Open { state, actions, first, next: 0, plies })
    }
}

/// The node of `wanted` in a tree that starts at `root`, at most `plies` moves of agents below it. Uses a list instead of
/// recursion, because there may be any number of dice rolls between two moves.
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
    let mut visits_left = MAX_VISITS;
    let mut path = Vec::from_iter(Open::new(game, tree, NodeId::ROOT, root.clone(), plies));
    while let Some(open) = path.last_mut() {
        let Some(&action) = open.actions.get(open.next) else {
            path.pop();
            continue;
        };
        visits_left = visits_left.checked_sub(1)?;
        let at = open.first.plus(open.next);
        open.next += 1;
        let plies = open.plies;
        let mut state = open.state.clone();
        game.apply(&mut state, action);
        if &state == wanted {
            return Some(at);
        }
        path.extend(Open::new(game, tree, at, state, plies));
    }
    None
}
