#![doc = include_str!("../README.md")]
//!
//! The lab in the browser: a server with a documented JSON protocol, and the pages that use it.
//!
//! `docs/protocol.md` describes the protocol. Nothing here knows the rules of a game: games, agents and positions are reached by
//! name, through the registry and the type-erased adapter of `plylab-core`.

mod analysis;
mod assets;
mod catalogue;
mod db;
mod dispatch;
mod fault;
mod form;
mod games;
mod guard;
mod json;
mod lab;
mod limits;
mod matches;
mod memory;
mod names;
mod pool;
mod positions;
mod replays;
mod runs;
mod server;
mod setup;
mod socket;
mod texts;
mod trees;
mod upgrade;

pub use server::{Options, Server};
