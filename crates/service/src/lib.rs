//! The lab as a service: what can be asked, and the answers.
//!
//! [`protocol`] has the types of requests, answers, events and errors. [`Service`] answers them. It knows no sockets, no threads, no
//! clock and no database of its own: a [`Host`] lends them. A server, a worker of a browser and a notebook are hosts.

mod admin;
mod analysis;
mod catalogue;
mod dispatch;
mod files;
mod games;
mod host;
mod matches;
mod memory;
mod names;
mod positions;
pub mod protocol;
mod replays;
mod runs;
mod service;
mod setup;
#[cfg(test)]
mod tests;
mod trees;

pub use self::dispatch::{Caller, Post, handle};
pub use self::files::{FileToWrite, WrittenFile, write_file};
pub use self::host::{
    Host, HostLoad, Job, JobKind, LoadOf, OWNER, Outbox, REPLAYS, Store, StoredItem, Task, Waiter,
};
pub use self::memory::{MemoryBudget, MemoryShare, Use};
pub use self::names::{is_name, name_of_bytes};
pub(crate) use self::service::guarded;
pub use self::service::{Service, lock};
