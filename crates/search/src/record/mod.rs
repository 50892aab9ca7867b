//! A real search, recorded as a tree and drawn.
//!
//! A [`Recorder`] observes a search and keeps it as a [`RecordedTree`]: plain data, with the role and the
//! value of each node, the window it was entered with, what was pruned and why. Pictures are pure functions of
//! that data: [`svg`] for pages and print, [`dot`] for Graphviz, [`text`] for terminals. All of them draw the same
//! [`Figure`](fold::Figure): a tree that is too large to read is folded by [`fold`] first. [`layout`] computes the
//! coordinates of the nodes.

mod bounds;
pub mod dot;
pub mod fold;
pub mod layout;
mod number;
mod recorder;
pub mod svg;
pub mod text;
mod tree;
mod unseen;
pub mod words;

pub use number::short;
pub use recorder::{NODES_KEPT, Recorder};
pub use tree::{
    Bound, CutKind, NodeRole, NodeState, RecordedCut, RecordedNode, RecordedTree, RecordedWindow, VERSION,
};
