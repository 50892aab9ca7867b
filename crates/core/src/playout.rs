//! Random play.

use crate::budget::StopFlag;
use crate::game::{AgentId, Game, Turn, Weights};
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

/// What random games came to.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Playouts {
    /// The sum of the utilities of each seat, over the games that ended.
    pub utilities: Vec<f64>,
    /// How many games ended.
    pub ended: u64,
    /// The number of moves in all games.
    pub moves: u64,
}

/// Plays `count` random games from `start`, each with at most `moves` moves, unless it is stopped before.
///
/// ```
/// use plylab_core::example::Heaps;
/// use plylab_core::{Game, Seed, StopFlag, playouts};
///
/// let game = Heaps::default();
/// let played = playouts(&game, &game.initial(Seed(1)), &mut Seed(2).rng(), 100, u64::MAX, &StopFlag::default());
/// assert_eq!(played.ended, 100);
/// // Whatever one wins the other loses.
/// assert_eq!(played.utilities[0], -played.utilities[1]);
/// ```
pub fn playouts<G: Game>(
    game: &G,
    start: &G::State,
    rng: &mut Rng,
    count: u64,
    moves: u64,
    stop: &StopFlag,
) -> Playouts {
    let mut sum = Playouts { utilities: vec![0.0; game.info().agents.len()], ..Playouts::default() };
    for _ in 0..count {
        let (end, played) = playout(game, start.clone(), rng, moves);
        sum.moves += played;
        if game.turn(&end) == Turn::Over {
            sum.ended += 1;
            for (utility, seat) in sum.utilities.iter_mut().zip(0..) {
                *utility += game.utility(&end, AgentId(seat));
            }
        }
        if stop.is_stopped() {
            break;
        }
    }
    sum
}
