//! Monte Carlo tree search for any number of agents.
//!
//! A simulation has four steps. Selection descends the tree by UCB1 (mean reward + c sqrt(ln N / n), for the agent that
//! chooses), expansion adds one node, a random playout follows, and backpropagation adds the result to every node on the
//! path. Dice are rolled by their odds.
//!
//! | | tuned | report |
//! |---|---|---|
//! | a new node starts with | no visits | one visit and no reward |
//! | the move chosen at the end | most visits | highest reward per visit |
//! | finished games are backed up as proven values | yes | no |
//! | the tree is kept between moves | yes | no |
//! | rewards | the game's utility | 1, 0, -1 |
//!
//! Playouts go to the end of the game. If some last more than 64 moves, all are truncated after three moves of every
//! agent and scored by the evaluation; finished games are then scored by it too, so that all rewards have one unit.
//!
//! In a [`Decision`](plylab_core::Decision), values are rewards from -1 to 1 for the agent that decides: the mean
//! of the simulations, which is no bound, and `exact` where they are proven. In games with scores they are
//! relative to the lowest and the highest score seen. `nodes` counts simulations, and so does a budget's node
//! limit; `leaves` counts playouts (a simulation that ends at a proven or finished node needs none); `depth`
//! is the longest path in the tree, in plies. A budget's depth limit has no effect here.
//!
//! With one thread and no time limit, the tree is a function of the seed. Several threads share one tree with virtual
//! loss: a running simulation counts as a loss until it is finished, so that the others take other paths.

mod agent;
mod arena;
mod evaluator;
mod proof;
mod reuse;
mod search;
mod settings;
mod simulation;
mod ucb;

pub use agent::Mcts;
pub use settings::{FinalChoice, MctsSettings, OpponentModel, Reward};

#[cfg(feature = "serde")]
use plylab_core::{AgentKind, Playable};

/// `mcts` by name.
#[cfg(feature = "serde")]
pub fn kind<G: Playable>(game: &G) -> AgentKind<G> {
    AgentKind::new(
        "mcts",
        "Monte Carlo tree search (UCT): runs random playouts and searches promising moves more deeply",
        settings::keys(game),
        |game: &G, _, params| {
            let settings = MctsSettings::from_params(params)?;
            Ok(Box::new(Mcts::with_eval(settings, Some(params.evaluation(game, "eval")?))))
        },
    )
    .titled("Monte Carlo tree search")
}
