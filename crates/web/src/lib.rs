#![doc = include_str!("../README.md")]
//!
//! The lab in the browser: a server with a documented JSON protocol, and the pages that use it.
//!
//! `docs/protocol.md` describes the protocol. Nothing here knows the rules of a game: games, agents and positions are reached by
//! name, through the registry and the type-erased adapter of `plylab-core`.

mod access;
mod admin;
mod analysis;
mod catalogue;
mod dispatch;
mod fault;
mod games;
mod http;
mod lab;
mod limits;
mod matches;
mod names;
mod positions;
mod replays;
mod runs;
mod scheduling;
mod setup;
mod storage;
mod trees;

pub use access::quota::Quotas;
pub use http::clock::prepare_thread;
pub use http::public::PublicUrl;
pub use http::server::{Options, Server};
pub use storage::db::{Grant, Granted, Tokens};
