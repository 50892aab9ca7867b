//! Recorded searches: [`TreePicture`] for pages and print, [`dot`] for Graphviz, [`text`] for terminals.
//!
//! All of them draw the same [`TreeFigure`](fold::TreeFigure): a tree that is too large to read is folded by [`fold`](fold::fold)
//! first. [`layout`] computes the coordinates of the nodes.

mod blocks;
pub mod dot;
pub mod fold;
pub mod layout;
mod picture;
pub mod text;
pub mod words;

pub use picture::{Growth, TreePicture};
