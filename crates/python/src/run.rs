//! Long work: without the interpreter lock, and with Ctrl-C.
//!
//! The work runs in a thread of its own, and the calling thread asks Python for signals meanwhile: Python delivers them
//! to its main thread only. Ctrl-C raises the stop flag of the work. Code in Python that the work calls, such as an
//! agent, is interrupted by an exception in its own thread, and so is an agent that overruns its time.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

use plylab_core::StopFlag;
use pyo3::prelude::*;

use crate::errors::unexpected;

/// How often signals and deadlines are looked at.
const PAUSE: Duration = Duration::from_millis(20);

/// The stack of the thread that works: searches are deep, and Python below them needs some, too. Virtual memory only.
const STACK: usize = 64 << 20;

/// Work in progress. Clones share it.
#[derive(Clone, Default)]
pub struct BackgroundWork {
    /// Ends the work.
    pub stop: StopFlag,
    calls: Arc<Mutex<Vec<Call>>>,
}

/// A call of code in Python that has not returned.
struct Call {
    id: u64,
    /// The thread, by Python's number.
    thread: u64,
    /// When it has to end.
    deadline: Option<Instant>,
    /// Was an exception sent?
    ended: bool,
}

impl BackgroundWork {
    /// Does `work`, which ends soon after the stop flag is raised. Raises what a signal handler raises, usually
    /// `KeyboardInterrupt`.
    pub fn work<T: Send>(&self, py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
        thread::scope(|scope| {
            let caller = thread::current();
            let worker = Builder::new().stack_size(STACK).spawn_scoped(scope, move || {
                // Python knows the thread from here on, so that calls from it are cheap.
                let done = self.call_detached(work);
                caller.unpark();
                done
            });
            let worker = worker.map_err(unexpected)?;
            let mut raised = Ok(());
            while !worker.is_finished() {
                py.detach(|| thread::park_timeout(PAUSE));
                if raised.is_ok() {
                    raised = py.check_signals();
                    if raised.is_err() {
                        self.stop.stop();
                    }
                }
                self.end_calls(py)?;
            }
            let done = py.detach(|| worker.join());
            raised?;
            // A panic of the work is a panic here.
            Ok(done.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
        })
    }

    fn calls(&self) -> MutexGuard<'_, Vec<Call>> {
        self.calls.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Calls code in Python, which is interrupted when the work is stopped or at the deadline.
    pub fn call<T>(
        &self,
        py: Python<'_>,
        deadline: Option<Instant>,
        call: impl FnOnce() -> PyResult<T>,
    ) -> PyResult<T> {
        let id = self.enter(py, deadline);
        let done = call();
        self.leave(py, id);
        done
    }

    /// A call begins in this thread.
    fn enter(&self, py: Python<'_>, deadline: Option<Instant>) -> u64 {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let id = NEXT.fetch_add(1, Ordering::Relaxed);
        // Without a number the thread cannot be interrupted, but all else works.
        let thread =
            py.import("threading").and_then(|threading| threading.call_method0("get_ident")?.extract());
        if let Ok(thread) = thread {
            self.calls().push(Call { id, thread, deadline, ended: false });
        }
        id
    }

    /// A call has ended in this thread.
    fn leave(&self, py: Python<'_>, id: u64) {
        let mut calls = self.calls();
        let Some(index) = calls.iter().position(|call| call.id == id) else { return };
        let call = calls.swap_remove(index);
        drop(calls);
        // The exception may have come too late to interrupt the call: it must not hit what runs next. It may hit this.
        while call.ended && ask_python(py, "_calm", call.thread).is_err() {}
    }

    /// Does work without the interpreter lock that calls code in Python now and then, which is interrupted when the work is
    /// stopped.
    pub fn call_detached<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        Python::attach(|py| {
            let id = self.enter(py, None);
            let done = py.detach(work);
            self.leave(py, id);
            done
        })
    }

    /// Interrupts the calls that should have ended.
    fn end_calls(&self, py: Python<'_>) -> PyResult<()> {
        let (stopped, now) = (self.stop.is_stopped(), Instant::now());
        let mut late = Vec::new();
        for call in self.calls().iter_mut().filter(|call| !call.ended) {
            if stopped || call.deadline.is_some_and(|deadline| now > deadline) {
                call.ended = true;
                late.push(call.thread);
            }
        }
        for thread in late {
            ask_python(py, "_interrupt", thread)?;
        }
        Ok(())
    }
}

/// Calls a function of `plylab._errors` for a thread.
fn ask_python(py: Python<'_>, function: &str, thread: u64) -> PyResult<()> {
    py.import("plylab._errors")?.call_method1(function, (thread,)).map(drop)
}
