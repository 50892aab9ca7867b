//! The end that plays: one worker in every process of a cluster.

use std::env;
use std::sync::{Arc, Mutex, PoisonError};

use plylab_core::{InputError, Message, message};
use plylab_lab::cluster::{Job, Pack, Reply, Worker};
use plylab_outside::{Pool, arrived, kind};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::scratch::Scratch;
use crate::errors::unexpected;
use crate::registry::open_registry;
use crate::run::Run;

/// The worker of this process, for the experiment that it was last asked for.
static HIRED: Mutex<Option<Hired>> = Mutex::new(None);

struct Hired {
    pack: String,
    worker: Worker,
    /// The files of its agents.
    _scratch: Option<Scratch>,
}

/// Does a job of the experiment with that pack, and answers it. `fetch` gives the pack, and is called if this process does not
/// have it yet.
#[pyfunction]
pub fn do_job<'py>(
    py: Python<'py>,
    pack: &str,
    fetch: &Bound<'py, PyAny>,
    job: &[u8],
) -> PyResult<Bound<'py, PyBytes>> {
    let job: Job = serde_json::from_slice(job).map_err(unexpected)?;
    // A job that failed leaves the worker as it was.
    let mut hired = HIRED.lock().unwrap_or_else(PoisonError::into_inner);
    if hired.as_ref().is_none_or(|hired| hired.pack != pack) {
        *hired = None;
        let bytes: Vec<u8> = fetch.call0()?.extract()?;
        match py.detach(|| Hired::new(pack, &bytes)) {
            Ok(new) => *hired = Some(new),
            Err(why) => {
                let refused = Reply::Refused { why: Message::from(why) };
                return Ok(PyBytes::new(py, &refused.bytes()));
            }
        }
    }
    let (run, hired) = (Run::default(), hired.as_mut());
    let reply = run.work(py, || hired.and_then(|hired| hired.worker.play(&job, &run.stop)))?;
    let reply = reply.ok_or_else(|| unexpected("stopped"))?;
    Ok(PyBytes::new(py, &reply.bytes()))
}

impl Hired {
    fn new(id: &str, bytes: &[u8]) -> Result<Hired, InputError> {
        let pack = Pack::read(bytes)?;
        let (mut registry, pool) = (open_registry(), Pool::new());
        let mut scratch = None;
        if pack.needs_folder() {
            let unwritable = |error: std::io::Error| {
                let error = error.to_string();
                InputError::new(message!(
                    "scratch-unwritable",
                    "it cannot write the files of agents there ({error})"
                ))
            };
            let folder = Scratch::new().map_err(unwritable)?;
            let unpacked = pack.unpack(folder.path()).map_err(unwritable)?;
            // Specs name files as seen from there. This process does nothing else.
            env::set_current_dir(&unpacked.current).map_err(unwritable)?;
            for (made, folder) in &unpacked.agents {
                registry.add_agent(kind(arrived(made, folder)?, &pool)?);
            }
            scratch = Some(folder);
        }
        let worker = Worker::open(&pack, &Arc::new(registry))?;
        Ok(Hired { pack: id.to_owned(), worker, _scratch: scratch })
    }
}
