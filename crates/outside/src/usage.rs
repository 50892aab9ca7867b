//! What programs use.

use std::time::Duration;

/// What a program and all its descendants use.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Usage {
    /// Processes alive.
    pub processes: u64,
    /// Resident memory, in bytes.
    pub memory: u64,
    /// Processor time since they started.
    pub processor: Duration,
}
