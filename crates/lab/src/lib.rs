//! The lab: experiments that anybody can repeat.
//!
//! An experiment is a file; its plan, every game with a key and a seed of its own, follows from that file alone. Games
//! are kept in a store, one by one, as they end. Statistics, tables and plots are made of what the store holds. Nothing
//! here knows a terminal or a page.

pub mod plot;
pub mod replay;
pub mod stats;
