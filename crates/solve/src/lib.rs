//! Perfect play: what a position is worth when nobody errs.

pub mod connect4;
