//! How a program ended, and what else can go wrong with it.

use plylab_core::{Message, message};
use serde::{Deserialize, Serialize};

/// How a program ended, as its supervisor tells it: one line of JSON.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "ended", rename_all = "kebab-case")]
pub enum ProcessEnd {
    /// By itself.
    Exited {
        /// Its exit status.
        status: i32,
    },
    /// By a signal that we did not send.
    Signal {
        /// The number of the signal.
        signal: i32,
    },
    /// It never began.
    NoStart {
        /// The error of the system.
        error: String,
    },
    /// It used more memory than it may.
    Memory {
        /// The limit, in megabytes.
        limit: u64,
    },
    /// It had more processes than it may.
    Processes {
        /// The limit.
        limit: u64,
    },
    /// It used more processor time than it may.
    Processor {
        /// The limit, in seconds.
        limit: u64,
    },
    /// It lives, but has closed its standard output.
    Closed,
    /// Somebody ended its supervisor, and so it.
    Unsupervised,
    /// We ended it.
    Killed,
}

impl ProcessEnd {
    /// What happened, for users.
    pub fn message(&self) -> Message {
        match self {
            ProcessEnd::Exited { status: 0 } => message!("agent-left", "it ended before the game did"),
            ProcessEnd::Exited { status } => {
                message!("agent-exited", "it ended with exit status {status}")
            }
            ProcessEnd::Signal { signal } => {
                message!("agent-killed-by", "it was ended by signal {signal}")
            }
            ProcessEnd::NoStart { error } => message!("agent-no-start", "it cannot be started: {error}"),
            ProcessEnd::Memory { limit } => {
                message!("agent-memory", "it used more than {limit} MB of memory")
            }
            ProcessEnd::Processes { limit } => {
                message!("agent-processes", "it had more than {limit} processes")
            }
            ProcessEnd::Processor { limit } => {
                message!("agent-processor", "it used more than {limit} s of processor time")
            }
            ProcessEnd::Unsupervised => {
                message!("agent-unsupervised", "its supervisor was ended by somebody else")
            }
            ProcessEnd::Closed => message!("agent-closed", "it closed its standard output"),
            ProcessEnd::Killed => message!("agent-killed", "it was ended"),
        }
    }
}

/// Why there is no line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReadFailure {
    /// None came in time.
    TimeOut {
        /// The machine was loaded and gave the program less than half of the time.
        starved: bool,
    },
    /// The stop flag was raised.
    Stopped,
    /// The program has ended, or was ended by its supervisor.
    Ended(ProcessEnd),
    /// A line, or all lines since the last [`Process::allow`](crate::Process::allow), are longer than they may be.
    Flood {
        /// The limit, in bytes.
        limit: usize,
    },
    /// A line is not UTF-8.
    NotText,
}
