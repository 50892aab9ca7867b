//! Random play.

use crate::game::{Game, Turn, Weights};
use crate::seed::Rng;

/// Plays at random from `state` until the game is over or `moves` moves are made: each legal move equally likely, dice by
/// their odds. Returns the last state and the number of moves.
///
/// ```
/// use plylab_core::example::Heaps;
/// use plylab_core::{Game, Seed, Turn, playout};
///
/// let game = Heaps::default();
/// let (end, moves) = playout(&game, game.initial(Seed(1)), &mut Seed(2).rng(), u64::MAX);
/// assert_eq!(game.turn(&end), Turn::Over);
/// assert!(moves > 0);
/// ```
pub fn playout<G: Game>(game: &G, mut state: G::State, rng: &mut Rng, moves: u64) -> (G::State, u64) {
    let mut weights = Weights::new();
    for played in 0..moves {
        let action = if G::DICE && game.turn(&state) == Turn::Chance {
            let actions = game.list_actions(&state);
            game.odds(&state, &actions, &mut weights);
            rng.weighted(&weights).and_then(|index| actions.get(index).copied())
        } else {
            game.pick_action(&state, |count| rng.below(count))
        };
        let Some(action) = action else { return (state, played) };
        game.apply(&mut state, action);
    }
    (state, moves)
}
