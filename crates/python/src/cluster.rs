//! Experiments on clusters, whose engines are known to Python: the end that hands out games and writes results, and the end
//! that plays, one worker in every process of a cluster.

use std::env;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use plylab_core::{InputError, Message, message};
use plylab_lab::cluster::{Answer, Cluster, Fate, Node, Pack, Worker, WorkerJob, WorkerReply};
use plylab_outside::{Pool, arrived, kind};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::command::status;
use crate::errors::unexpected;
use crate::registry::open_registry;
use crate::run::BackgroundWork;

/// Runs the command `plylab` with those arguments, the name of the program first, and returns its exit status. What it does
/// on a cluster goes through the object that `connect` makes for an address.
#[pyfunction]
pub fn run_on_cluster(py: Python<'_>, arguments: Vec<OsString>, connect: Py<PyAny>) -> u8 {
    py.detach(|| {
        let mut connect = |address: Option<&str>| -> Result<Box<dyn Cluster>, InputError> {
            Python::attach(|py| {
                let engine = connect.call1(py, (address,)).map_err(|error| failed(py, &error))?;
                Ok(Box::new(Engine(engine)) as Box<dyn Cluster>)
            })
        };
        status(plylab_cli::main_on(plylab_standard::registry(), arguments, &mut connect))
    })
}

/// An engine for clusters that is written in Python.
struct Engine(Py<PyAny>);

impl Engine {
    fn call<T>(&self, call: impl FnOnce(&Bound<'_, PyAny>) -> PyResult<T>) -> Result<T, InputError> {
        Python::attach(|py| call(self.0.bind(py)).map_err(|error| failed(py, &error)))
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // Whatever is wrong with it now, all results are safe.
        let _ = self.call(|engine| engine.call_method0("close").map(drop));
    }
}

impl Cluster for Engine {
    fn nodes(&mut self) -> Result<Vec<Node>, InputError> {
        let nodes: Vec<(String, String, usize)> =
            self.call(|engine| engine.call_method0("nodes")?.extract())?;
        Ok(nodes.into_iter().map(|(id, name, slots)| Node { id, name, slots }).collect())
    }

    fn offer(&mut self, pack: &[u8]) -> Result<(), InputError> {
        let id = Pack::id(pack);
        self.call(|engine| engine.call_method1("offer", (id, PyBytes::new(engine.py(), pack))).map(drop))
    }

    fn send(&mut self, ticket: u64, node: &str, job: &[u8]) -> Result<(), InputError> {
        self.call(|engine| {
            engine.call_method1("send", (ticket, node, PyBytes::new(engine.py(), job))).map(drop)
        })
    }

    fn wait(&mut self, time: Duration) -> Result<Vec<Answer>, InputError> {
        let answers: Vec<(u64, String, Vec<u8>)> =
            self.call(|engine| engine.call_method1("wait", (time.as_secs_f64(),))?.extract())?;
        let answer = |(ticket, fate, bytes): (u64, String, Vec<u8>)| {
            let fate = match fate.as_str() {
                "done" => Fate::Done(bytes),
                "gone" => Fate::NodeGone,
                _ => Fate::Crashed(String::from_utf8_lossy(&bytes).into_owned()),
            };
            Answer { ticket, fate }
        };
        Ok(answers.into_iter().map(answer).collect())
    }
}

/// The first line of what Python says.
fn failed(py: Python<'_>, error: &PyErr) -> InputError {
    let said = error.value(py).to_string();
    let line = said.lines().find(|line| !line.trim().is_empty()).unwrap_or("the cluster failed");
    InputError::new(Message::verbatim(line.trim()))
}

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
    let job: WorkerJob = serde_json::from_slice(job).map_err(unexpected)?;
    // A job that failed leaves the worker as it was.
    let mut hired = HIRED.lock().unwrap_or_else(PoisonError::into_inner);
    if hired.as_ref().is_none_or(|hired| hired.pack != pack) {
        *hired = None;
        let bytes: Vec<u8> = fetch.call0()?.extract()?;
        match py.detach(|| Hired::new(pack, &bytes)) {
            Ok(new) => *hired = Some(new),
            Err(why) => {
                let refused = WorkerReply::Refused { why: Message::from(why) };
                return Ok(PyBytes::new(py, &refused.bytes()));
            }
        }
    }
    let (run, hired) = (BackgroundWork::default(), hired.as_mut());
    let reply = run.work(py, || hired.and_then(|hired| hired.worker.play(&job, &run.stop)))?;
    let reply = reply.ok_or_else(|| unexpected("stopped"))?;
    Ok(PyBytes::new(py, &reply.bytes()))
}

impl Hired {
    fn new(id: &str, bytes: &[u8]) -> Result<Hired, InputError> {
        let pack = Pack::read(bytes)?;
        let (mut registry, pool) = (open_registry(), Pool::new());
        let mut scratch = None;
        if !pack.agents.is_empty() {
            let unwritable = |error: io::Error| {
                let error = error.to_string();
                InputError::new(message!(
                    "scratch-unwritable",
                    "it cannot write the files of agents there ({error})"
                ))
            };
            let folder = Scratch::new().map_err(unwritable)?;
            let unpacked = pack.unpack(&folder.path).map_err(unwritable)?;
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

/// How the names of all scratch folders begin.
const NAME: &str = "plylab-worker-";
/// How they begin while the folders are made.
const DRAFT: &str = "plylab-draft-";
/// The file that is locked in each.
const LOCK: &str = "lock";

/// A folder for the files of agents, as long as this process lives. It is removed with its content.
///
/// Processes of a cluster are killed rather than ended, so nobody cleans up after them but the next one: a folder belongs to
/// the process that has locked the file in it.
struct Scratch {
    path: PathBuf,
    _lock: File,
}

impl Scratch {
    /// A new folder. Removes those whose processes are gone.
    fn new() -> io::Result<Scratch> {
        let base = env::temp_dir();
        sweep(&base);
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos());
        let name = format!("{}-{now}", process::id());
        // Nobody takes it for an abandoned one before it is locked.
        let draft = base.join(format!("{DRAFT}{name}"));
        fs::create_dir(&draft)?;
        let lock = File::create_new(draft.join(LOCK))?;
        lock.try_lock()?;
        let path = base.join(format!("{NAME}{name}"));
        fs::rename(&draft, &path)?;
        Ok(Scratch { path, _lock: lock })
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// Removes folders that nobody has locked. What cannot be removed, such as those of others, stays.
fn sweep(base: &Path) {
    let Ok(entries) = fs::read_dir(base) else { return };
    for entry in entries.flatten() {
        if !entry.file_name().to_string_lossy().starts_with(NAME) {
            continue;
        }
        let lock = File::options().write(true).open(entry.path().join(LOCK));
        if lock.is_ok_and(|lock| lock.try_lock().is_ok()) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}
