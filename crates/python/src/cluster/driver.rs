//! The end that hands out games and writes results.

use std::ffi::OsString;
use std::time::Duration;

use plylab_core::{InputError, Message};
use plylab_lab::cluster::{Answer, Cluster, Fate, Node};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::command::status;

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
        let id = plylab_lab::cluster::Pack::id(pack);
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
