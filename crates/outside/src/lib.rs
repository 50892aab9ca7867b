#![doc = include_str!("../README.md")]

mod agent;
#[cfg(target_os = "linux")]
mod cgroup;
pub mod check;
#[cfg(not(target_os = "linux"))]
mod elsewhere;
mod end;
mod fingerprint;
mod interpreter;
mod kind;
mod launch;
mod log;
pub mod names;
mod pool;
mod portable;
#[cfg(target_os = "linux")]
mod process;
mod seat;
pub mod starters;
#[cfg(target_os = "linux")]
mod supervise;
#[cfg(target_os = "linux")]
mod tree;
mod uci;
pub mod wire;

pub use agent::OutsideAgent;
#[cfg(not(target_os = "linux"))]
pub use elsewhere::{Process, supervise};
pub use end::{ProcessEnd, ReadFailure};
pub use fingerprint::fingerprint;
pub use kind::{EXEC, exec_kind, kind, of_command, python_kind};
pub use launch::{Launch, Launcher, ProcessLimits, SUPERVISE, Usage};
pub use log::Log;
pub use pool::Pool;
pub use portable::arrived;
#[cfg(target_os = "linux")]
pub use process::Process;
#[cfg(target_os = "linux")]
pub use supervise::supervise;
pub use uci::UciAgent;
