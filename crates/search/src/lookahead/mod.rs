//! Depth-limited search: one recursion for minimax, alpha-beta, expectimax and their mixtures.
//!
//! The [`Model`](plylab_core::Model) decides who maximises, minimises or plays at random; the
//! [`Eval`](plylab_core::Eval) evaluates leaves. [`LookaheadSettings`] hold the depth, the move ordering and the pruning. None
//! of them changes the value that is found, only the number of nodes it takes (see [`LookaheadSettings::star`] for the one
//! rounding error).

mod agent;
mod decide;
mod order;
mod search;
mod settings;
mod stack;
mod table;

pub use agent::LookaheadAgent;
pub use decide::Lookahead;
pub use settings::{CutRule, LookaheadSettings, Order, RootValues, Star, Ties, WIN};
pub use table::{NoTable, TranspositionTable, Transpositions};
