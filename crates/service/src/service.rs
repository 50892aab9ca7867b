//! Everything that requests share.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use plylab_core::{AnyGame, Budget, InputError, Registry, Spec, StopFlag};

use crate::analysis::{self, Analysing};
use crate::dispatch::{self, Caller};
use crate::games::{self, Games};
use crate::host::{Host, Job, Store, Task};
use crate::memory::{Agents, Boards, MemoryBudget};
use crate::names::name_of_bytes;
use crate::protocol::{Catalogue, Fault, GivenFiles, Limits, Result};
use crate::runs::{self, Runs};
use crate::setup::{Given, check_files};
use crate::{files, matches};

/// Locks, also after a panic: the data is consistent, because nothing panics between two changes that belong together.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs `work`; a panic becomes a fault.
pub(crate) fn guarded<T>(work: impl FnOnce() -> Result<T>) -> Result<T> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| Err(Fault::internal()))
}

/// Answers requests about games, positions, searches, matches and experiments.
pub struct Service {
    pub(crate) host: Arc<dyn Host>,
    /// The games and agents on offer.
    pub registry: Arc<Registry>,
    /// What requests may ask for.
    pub limits: Limits,
    /// What may be held in memory.
    pub memory: Arc<MemoryBudget>,
    pub(crate) boards: Boards,
    pub(crate) agents: Agents,
    pub(crate) games: Games,
    pub(crate) analysing: Analysing,
    pub(crate) runs: Runs,
    /// The stop flags of matches in progress, by owner and name.
    pub(crate) matches: Mutex<HashMap<(Arc<str>, String), StopFlag>>,
    pub(crate) catalogue: OnceLock<Catalogue>,
    pub(crate) closing: StopFlag,
}

impl Service {
    /// Begins to serve what the store of the host holds.
    ///
    /// # Errors
    ///
    /// If that cannot be read.
    pub fn new(
        host: Arc<dyn Host>,
        registry: Arc<Registry>,
        limits: Limits,
        memory: Arc<MemoryBudget>,
    ) -> Result<Arc<Service>, InputError> {
        let runs = Runs::load(host.store())?;
        Ok(Arc::new(Service {
            host,
            registry,
            limits,
            boards: Boards::new(&memory),
            memory,
            agents: Agents::default(),
            games: Games::default(),
            analysing: Analysing::new(limits.analyses_per_person),
            runs,
            matches: Mutex::default(),
            catalogue: OnceLock::new(),
            closing: StopFlag::default(),
        }))
    }

    /// What survives a restart.
    /// Has the host do a job.
    pub(crate) fn submit(self: &Arc<Service>, job: Job) -> Result<()> {
        self.host.submit(self, job)
    }

    /// Does what a job is for, until `stop`, the flag of the job, is raised. Hosts call it where the job may run.
    pub fn work(self: &Arc<Service>, task: Task, stop: &StopFlag) {
        match task {
            Task::Answer(asked) => dispatch::answer_asked(self, *asked, stop),
            Task::Move(task) => games::make_move(self, &task, stop),
            Task::Judge(task) => analysis::judge(self, *task, stop),
            Task::Match(task) => matches::play(self, *task, stop),
            Task::Run(name) => runs::play(self, &name),
            Task::File(task) => files::write(self, *task, stop),
        }
    }

    pub(crate) fn store(&self) -> &dyn Store {
        self.host.store()
    }

    /// The time of the host's clock.
    pub(crate) fn now(&self) -> Duration {
        self.host.clock().now()
    }

    /// A name that begins with `prefix` and ends with that many random letters.
    pub(crate) fn fresh_name(&self, prefix: &str, letters: usize) -> String {
        let mut bytes = vec![0; letters];
        self.host.random(&mut bytes);
        prefix.to_owned() + &name_of_bytes(&bytes)
    }

    /// The game that a spec names, opened for a person.
    pub(crate) fn open(
        &self,
        person: &Arc<str>,
        spec: &str,
        files: &GivenFiles,
    ) -> Result<(Spec, Arc<dyn AnyGame>)> {
        let spec: Spec = spec.parse()?;
        check_files(files, &self.limits)?;
        let game = self.boards.get(person, &spec, files, || self.registry.open(&spec, &Given(files)));
        // Games that are not used may have to leave.
        let game = game.inspect_err(|_| self.store().make_room())?;
        Ok((spec, game))
    }

    /// Refuses a game with more moves than one may have.
    pub(crate) fn check_length(&self, moves: usize) -> Result<()> {
        let most = self.limits.plies_per_game;
        if moves > most { Err(Fault::too_long(most)) } else { Ok(()) }
    }

    /// The budget of a search by the job that this thread does.
    pub(crate) fn budget(&self, time: u64, nodes: Option<u64>, stop: &StopFlag) -> Budget {
        Budget {
            time: Some(Duration::from_millis(time)),
            nodes,
            stop: stop.clone(),
            clock: self.host.job_clock(),
            ..Budget::unlimited()
        }
    }

    /// A client is gone: what it asked for ends.
    pub fn leave(&self, caller: &Caller) {
        caller.gone.stop();
        self.host.leave(caller.connection);
        games::leave(self, caller);
    }

    /// Begins nothing new, and stops runs; they can be resumed later.
    pub fn close(&self) {
        self.closing.stop();
        self.runs.abandon();
    }

    /// Is it closing?
    pub fn is_closing(&self) -> bool {
        self.closing.is_stopped()
    }
}
