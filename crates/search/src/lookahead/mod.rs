//! Looking ahead: the one recursion behind minimax, alpha-beta, expectimax and their mixtures.
//!
//! Who maximises, minimises or plays by chance is the [`Model`](plylab_core::Model)'s business; what a leaf is worth
//! the [`Eval`](plylab_core::Eval)'s. [`Settings`] say how far to look, in which order, and what to leave out. None
//! of them changes the value that is found, only how many states it takes to find it (see
//! [`Settings::star`] for the one rounding there is).

mod chance;
mod choice;
mod order;
mod root;
mod search;
mod settings;
mod stack;
mod table;
mod value;

pub use root::{Lookahead, depth_or_default};
pub use settings::{CutRule, Order, RootValues, Settings, Star, Ties, WIN};
pub use table::{NoTable, Table, Transpositions};
