#![doc = include_str!("../README.md")]
//!
//! The lab in the browser: a server with a documented JSON protocol, and the pages that use it.
//!
//! `plylab-service` answers the requests; this crate is its host. `http` speaks HTTP and shows the pages, `access` knows who asks,
//! `scheduling` decides who works when, `storage` keeps what survives a restart.

mod access;
mod http;
mod lab;
mod scheduling;
mod storage;

pub use access::Quotas;
pub use http::clock::prepare_thread;
pub use http::guard::PublicUrl;
pub use http::server::{Server, ServerOptions};
pub use storage::{Grant, Granted, Tokens};
