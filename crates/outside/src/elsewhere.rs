//! Systems other than Linux, where we have no supervisor: programs of others are not run there.

use std::process::ExitCode;
use std::time::Instant;

use plylab_core::StopFlag;

use crate::end::{End, Failure};
use crate::launch::{Launch, Usage};
use crate::log::Log;

/// A supervised program: here there are none.
#[derive(Debug)]
pub enum Process {}

impl Process {
    /// Says that this needs Linux.
    ///
    /// # Errors
    ///
    /// Always.
    pub fn start(_: &Launch) -> Result<Process, Failure> {
        Err(Failure::Ended(End::NoStart { error: "agents in other processes need Linux".to_owned() }))
    }

    /// Sends a line.
    pub fn send(&mut self, _: &str) {
        match *self {}
    }

    /// Lets the program write as much again as it may.
    pub fn allow(&mut self) {
        match *self {}
    }

    /// The next line.
    ///
    /// # Errors
    ///
    /// If there is none.
    pub fn receive(&mut self, _: Option<Instant>, _: &StopFlag) -> Result<String, Failure> {
        match *self {}
    }

    /// What it has written to standard error so far.
    pub fn log(&mut self) -> &mut Log {
        match *self {}
    }

    /// What it and all its descendants use.
    pub fn usage(&mut self) -> Usage {
        match *self {}
    }

    /// Ends the program.
    pub fn kill(&mut self) -> End {
        match *self {}
    }
}

/// Nothing to supervise.
pub fn supervise(_: Option<&str>) -> ExitCode {
    ExitCode::from(2)
}
