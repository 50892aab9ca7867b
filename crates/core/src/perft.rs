//! Counting move sequences: the test of move generation, and of its speed.

use crate::game::{Actions, Game};

/// How many sequences of exactly `depth` moves there are from `state`. Sequences that end the game earlier
/// do not count.
pub fn perft<G: Game>(game: &G, state: &G::State, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut actions = Actions::new();
    game.actions(state, &mut actions);
    if depth == 1 {
        return actions.len() as u64;
    }
    let mut count = 0;
    for &action in &actions {
        let mut next = state.clone();
        game.apply(&mut next, action);
        count += perft(game, &next, depth - 1);
    }
    count
}

/// [`perft`] for each legal action on its own, in the game's order: what finds the faulty move.
pub fn perft_divide<G: Game>(game: &G, state: &G::State, depth: u32) -> Vec<(G::Action, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    let mut actions = Actions::new();
    game.actions(state, &mut actions);
    actions
        .iter()
        .map(|&action| {
            let mut next = state.clone();
            game.apply(&mut next, action);
            (action, perft(game, &next, depth - 1))
        })
        .collect()
}
