//! What can go wrong with a program.

use crate::end::End;

/// Why there is no line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// None came in time.
    TimeOut {
        /// The machine was loaded and gave the program less than half of the time.
        starved: bool,
    },
    /// The stop flag was raised.
    Stopped,
    /// The program has ended, or was ended by its supervisor.
    Ended(End),
    /// A line, or all lines since the last [`Process::allow`](crate::Process::allow), are longer than they may be.
    Flood {
        /// The limit, in bytes.
        limit: usize,
    },
    /// A line is not UTF-8.
    NotText,
}
