//! The lab in the browser: a server that speaks a documented JSON protocol, and the pages that speak it.
//!
//! The protocol is written down in `docs/protocol.md`. Nothing here knows the rules of a game: games, agents and positions are
//! reached by name, through the registry and the wall of `plylab-core`.

mod analysis;
mod assets;
mod catalogue;
mod dispatch;
mod fault;
mod form;
mod games;
mod guard;
mod json;
mod keeper;
mod lab;
mod limits;
mod matches;
mod memory;
mod names;
mod place;
mod pool;
mod positions;
mod replays;
mod runs;
mod server;
mod socket;
mod trees;
mod upgrade;

pub use server::{Options, Server};
