//! How a program is started, and what it may use.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::Duration;

use plylab_core::{InputError, message};
use serde::{Deserialize, Serialize};

/// The hidden subcommand of the program that supervises another.
pub const SUPERVISE: &str = "supervise";

/// A program to start. Its folder and its supervisor are others on every machine, and are not written.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Launch {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// Its working folder; by default ours.
    #[serde(skip)]
    pub folder: Option<PathBuf>,
    /// Environment variables, besides ours.
    pub env: Vec<(String, String)>,
    /// What it may use.
    pub limits: ProcessLimits,
    /// Runs it without network, with a read-only system and a private temporary folder.
    pub sandbox: bool,
    /// The command that supervises it when [`SUPERVISE`] follows: this program, unless told otherwise.
    #[serde(skip)]
    pub supervisor: Vec<OsString>,
}

/// How programs are started where this program is not one of ours, but runs our code as a library.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Launcher {
    /// The command that supervises a program when [`SUPERVISE`] follows.
    pub supervisor: Vec<OsString>,
    /// The interpreter of Python that runs agents with our package.
    pub python: String,
}

static HOST: OnceLock<Launcher> = OnceLock::new();

impl Launcher {
    /// Starts programs this way from now on. The first host stays.
    pub fn install(self) {
        let _ = HOST.set(self);
    }

    /// The command that supervises a program when [`SUPERVISE`] follows: this program, unless there is a host.
    pub(crate) fn supervisor() -> io::Result<Vec<OsString>> {
        let own_path = || std::env::current_exe().map(|path| vec![path.into_os_string()]);
        HOST.get().map_or_else(own_path, |host| Ok(host.supervisor.clone()))
    }

    /// The interpreter of Python that runs agents with our package.
    pub fn python() -> &'static str {
        HOST.get().map_or("python3", |host| &host.python)
    }
}

impl Launch {
    /// A command with the usual limits.
    ///
    /// # Errors
    ///
    /// If the path of this program is not known.
    pub fn new(command: Vec<String>) -> Result<Launch, InputError> {
        let supervisor = Launcher::supervisor().map_err(|error| {
            let wrong = message!(
                "own-path-unknown",
                "the path of this program is not known ({error})",
                error = error.to_string()
            );
            InputError::new(wrong)
        })?;
        let (folder, env, limits) = (None, Vec::new(), ProcessLimits::default());
        Ok(Launch { command, folder, env, limits, sandbox: false, supervisor })
    }
}

/// What a program and all its descendants may use together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ProcessLimits {
    /// Resident memory, in megabytes.
    pub memory: u64,
    /// Processes alive at once.
    pub processes: u64,
    /// Processor time, in seconds.
    pub processor: u64,
    /// The size of a file that it writes, in megabytes.
    pub file_size: u64,
}

impl Default for ProcessLimits {
    /// Enough for a virtual machine of any language, too little to stop a laptop.
    fn default() -> ProcessLimits {
        ProcessLimits { memory: 2048, processes: 32, processor: 3600, file_size: 256 }
    }
}

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
