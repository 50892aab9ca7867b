#![doc = include_str!("../README.md")]
#![cfg(target_os = "linux")]

mod cgroup;
mod end;
mod fingerprint;
mod launch;
mod log;
pub mod names;
mod process;
mod settings;
pub mod starters;
mod supervise;
mod tree;
pub mod wire;

pub use end::End;
pub use fingerprint::fingerprint;
pub use launch::{Launch, Limits, SUPERVISE};
pub use log::Log;
pub use process::{Failure, Process};
pub use supervise::supervise;
pub use tree::Usage;
