//! Files to download: replays, and the results of runs.

use std::sync::Arc;

use plylab_core::StopFlag;

use crate::dispatch::Caller;
use crate::host::{Job, JobKind, Task};
use crate::protocol::Result;
use crate::{Service, guarded, replays, runs};

/// A file that can be written.
#[derive(Clone, Debug)]
pub enum FileToWrite {
    /// A file of a run, in a language where people read it.
    OfRun {
        /// The run.
        run: String,
        /// The name of the file.
        file: String,
        /// The code of the language.
        language: Option<String>,
    },
    /// All replays of the person who asks, one per line.
    Replays,
}

/// A file.
#[derive(Clone, Debug)]
pub struct WrittenFile {
    /// Its type, as HTTP names it.
    pub media_type: &'static str,
    /// What is in it.
    pub text: String,
}

/// Has a file written. `receive` is called with it, or dropped if the lab closes.
///
/// # Errors
///
/// If the host has no room for this work; `receive` is dropped then, too.
pub fn write_file(
    service: &Arc<Service>,
    caller: &Arc<Caller>,
    file: FileToWrite,
    receive: impl FnOnce(Result<WrittenFile>) + Send + 'static,
) -> Result<()> {
    let task = FileTask { caller: Arc::clone(caller), file, receive: Box::new(receive) };
    let task = Task::File(Box::new(task));
    let job = Job::new(JobKind::Report, &caller.person.id, &StopFlag::default(), task);
    service.submit(job.asked_by(caller.connection))
}

/// Write a file.
pub struct FileTask {
    caller: Arc<Caller>,
    file: FileToWrite,
    receive: Box<dyn FnOnce(Result<WrittenFile>) + Send>,
}

/// Writes a file.
pub(crate) fn write(service: &Service, task: FileTask, stop: &StopFlag) {
    let FileTask { caller, file, receive } = task;
    receive(guarded(|| match &file {
        FileToWrite::OfRun { run, file, language } => {
            runs::download(service, &caller, run, file, language.as_deref(), stop)
        }
        FileToWrite::Replays => {
            let text = replays::lines(service, &caller.person.id, stop)?;
            Ok(WrittenFile { media_type: "application/jsonl; charset=utf-8", text })
        }
    }));
}
