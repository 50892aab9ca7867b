#![doc = include_str!("../README.md")]
//!
//! The games of Plylab, one folder each: rules, notation, view and evaluations, and everything that a game declares
//! about itself.
//!
//! Games know the contract of [`plylab_core`] and nothing else: no search, no interface, no disk.

mod common;
pub mod connect4;
pub mod pacman;
pub mod sim;
pub mod tictactoe;
pub mod tree;

pub use common::StonesReport;

use plylab_core::Registered;

/// Visits every game, one type after the other.
///
/// ```
/// use plylab_core::Registered;
/// use plylab_games::{Visitor, each};
///
/// struct Names(Vec<String>);
///
/// impl Visitor for Names {
///     fn visit<G: Registered>(&mut self) {
///         self.0.push(G::kind().name.into_owned());
///     }
/// }
///
/// let mut names = Names(Vec::new());
/// each(&mut names);
/// assert_eq!(names.0, ["connect4", "sim", "tictactoe", "pacman", "grid", "tree"]);
/// ```
pub trait Visitor {
    /// Visits one.
    fn visit<G: Registered>(&mut self);
}

/// Shows every game, in the order in which lists show them. A new game is its own folder and one line here.
pub fn each(visitor: &mut impl Visitor) {
    visitor.visit::<connect4::ConnectFour>();
    visitor.visit::<sim::Sim>();
    visitor.visit::<tictactoe::TicTacToe>();
    visitor.visit::<pacman::Classic>();
    visitor.visit::<pacman::Grid>();
    visitor.visit::<tree::TreeGame>();
}
