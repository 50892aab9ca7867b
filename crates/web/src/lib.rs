#![doc = include_str!("../README.md")]
//!
//! The lab in the browser: a server with a documented JSON protocol, and the pages that use it.
//!
//! `docs/protocol.md` describes the protocol. Nothing here knows the rules of a game: games, agents and positions are reached by
//! name, through the registry and the type-erased adapter of `plylab-core`.

mod admin;
mod analysis;
mod assets;
mod catalogue;
mod clock;
mod commit;
mod db;
mod disk;
mod dispatch;
mod door;
mod fault;
mod forwarded;
mod games;
mod guard;
mod lab;
mod limits;
mod listen;
mod matches;
mod metrics;
mod names;
mod positions;
mod public;
mod quota;
mod replays;
mod runs;
mod scheduling;
mod server;
mod setup;
mod socket;
mod stall;
mod texts;
mod trees;

pub use clock::prepare_thread;
pub use db::{Grant, Granted, Tokens};
pub use public::PublicUrl;
pub use quota::Quotas;
pub use server::{Options, Server};
