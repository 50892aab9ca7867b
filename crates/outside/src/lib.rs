#![doc = include_str!("../README.md")]
#![cfg(target_os = "linux")]

mod agent;
mod cgroup;
pub mod check;
mod end;
mod fingerprint;
mod kind;
mod launch;
mod log;
pub mod names;
mod pool;
mod process;
mod settings;
pub mod starters;
mod supervise;
mod tree;
mod uci;
pub mod wire;

pub use agent::OutsideAgent;
pub use end::End;
pub use fingerprint::fingerprint;
pub use kind::{EXEC, exec_kind, kind, of_command};
pub use launch::{Launch, Limits, SUPERVISE};
pub use log::Log;
pub use pool::Pool;
pub use process::{Failure, Process};
pub use supervise::supervise;
pub use tree::Usage;
pub use uci::UciAgent;
