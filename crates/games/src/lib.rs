//! The games of Plylab, one folder each: rules, notation, view and evaluations.
//!
//! Games know the contract of [`plylab_core`] and nothing else: no search, no interface, no disk.

pub mod connect4;
pub mod pacman;
pub mod registry;
pub mod sim;
pub mod tree;
