//! Perfect play: what a position is worth when nobody errs.
//!
//! [`connect4`] searches; [`sim`] knows every position there is.

pub mod connect4;
pub mod sim;
