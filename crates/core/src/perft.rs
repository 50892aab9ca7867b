//! Counting move sequences: the test of move generation, and of its speed.

use crate::game::Game;

/// The deepest recursion: deeper counts keep the moves above in a list, so that no depth overflows the stack.
const RECURSIVE: u32 = 64;

/// How many sequences of exactly `depth` moves there are from `state`. Sequences that end the game earlier
/// do not count.
///
/// ```
/// use plylab_core::example::Heaps;
/// use plylab_core::{Game, Seed, perft, perft_divide};
///
/// let game = Heaps::default();
/// let start = game.initial(Seed(1));
/// assert_eq!([1, 2].map(|depth| perft(&game, &start, depth)), [4, 14]);
/// assert_eq!(perft_divide(&game, &start, 2).iter().map(|(_, count)| count).sum::<u64>(), 14);
/// ```
pub fn perft<G: Game>(game: &G, state: &G::State, depth: u32) -> u64 {
    if depth <= RECURSIVE {
        return count(game, state, depth);
    }
    let mut sum = 0;
    let mut open = vec![(state.clone(), depth)];
    let mut actions = G::Actions::default();
    while let Some((state, left)) = open.pop() {
        if left == RECURSIVE {
            sum += count(game, &state, left);
            continue;
        }
        game.actions(&state, &mut actions);
        for &action in actions.iter() {
            let mut next = state.clone();
            game.apply(&mut next, action);
            open.push((next, left - 1));
        }
    }
    sum
}

fn count<G: Game>(game: &G, state: &G::State, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut actions = G::Actions::default();
    game.actions(state, &mut actions);
    if depth == 1 {
        return actions.len() as u64;
    }
    let mut sum = 0;
    for &action in actions.iter() {
        let mut next = state.clone();
        game.apply(&mut next, action);
        sum += count(game, &next, depth - 1);
    }
    sum
}

/// [`perft`] for each legal action on its own, in the game's order, to find a faulty move.
pub fn perft_divide<G: Game>(game: &G, state: &G::State, depth: u32) -> Vec<(G::Action, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    let actions = game.list_actions(state);
    actions
        .iter()
        .map(|&action| {
            let mut next = state.clone();
            game.apply(&mut next, action);
            (action, perft(game, &next, depth - 1))
        })
        .collect()
}
