//! Monte Carlo tree search for any number of agents.
//!
//! A simulation walks down the tree by UCB1 (mean reward + c sqrt(ln N / n), for the agent that chooses), adds one
//! node, plays on at random, and adds the result to every node on its way. Dice fall by their odds.
//!
//! | | tuned | report |
//! |---|---|---|
//! | a new node starts with | nothing | one visit and no reward |
//! | the move chosen at the end | most visits | highest reward per visit |
//! | finished games are backed up as proofs | yes | no |
//! | the tree is kept from move to move | yes | no |
//! | rewards | the game's utility | 1, 0, -1 |
//!
//! Playouts go to the end where games have one. Where they go on for more than 64 moves, they are ended after three
//! moves of every agent and judged by the evaluation, and so is then everything else, in one unit.
//!
//! In a [`Decision`](plylab_core::Decision), values are rewards from -1 to 1 for the agent that decides: the mean
//! of the simulations, which is no bound, and `exact` where they are proven. In games of scores they are told
//! relative to the lowest and the highest score seen. `nodes` counts simulations, and so does a budget's limit of
//! nodes; `leaves` counts playouts, of which a simulation that ends at a proven or finished node needs none; `depth`
//! is the longest path in the tree, in plies. A budget's limit of depth means nothing here.
//!
//! With one thread and no limit of time, the tree is a function of the seed. Several threads share one tree; where a
//! simulation is under way, the others see a loss until it is over, and spread out.

mod agent;
mod arena;
mod book;
mod dice;
mod judge;
mod proof;
mod reuse;
mod search;
mod settings;
mod simulation;
mod ucb;

pub use agent::Mcts;
pub use settings::{Choice, MctsSettings, Others, Reward};

use plylab_core::{AgentKind, Playable};

use crate::agents::named;

/// `mcts` by name.
pub fn kind<G: Playable>(game: &G) -> AgentKind<G> {
    AgentKind::new(
        "mcts",
        "plays many random games and looks deeper where they go well",
        settings::keys(game),
        |game: &G, _, params| {
            let settings = MctsSettings::from_params(params)?;
            Ok(Box::new(Mcts::with_eval(settings, Some(named(params, "eval", &game.evals())?))))
        },
    )
}
