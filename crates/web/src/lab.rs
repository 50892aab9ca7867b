//! The lab: the service, and what a server lends to it.

use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use plylab_core::{Clock, InputError};
use plylab_lab::store::SqliteStore as ResultFile;
use plylab_lab::{LabError, WallClock};
use plylab_service::protocol::{Code, Fault, Limits, Person};
use plylab_service::{Caller, Host, HostLoad, Job, LoadOf, MemoryBudget, Service, Store, Use, handle, lock};
use serde_json::json;

use crate::access::Quotas;
use crate::http::assets::Content;
use crate::http::metrics::{Counters, count};
use crate::http::outbox::Client;
use crate::http::server::ServerOptions;
use crate::scheduling::{Places, RESERVED, Scheduler, Spending, join_until};
use crate::storage::{Storage, now};

/// Fills `bytes` so that nobody can guess them.
pub(crate) fn random(bytes: &mut [u8]) {
    if getrandom::fill(bytes).is_err() {
        // Without a random source, the randomly keyed hasher of the standard library is the next best.
        use std::hash::{BuildHasher as _, RandomState};
        for (index, byte) in bytes.iter_mut().enumerate() {
            *byte = RandomState::new().hash_one(index) as u8;
        }
    }
}

/// The most that the lab takes by itself, in megabytes.
const USUAL_MEGABYTES: u64 = 2048;

/// A quarter of the machine, at most 2 GB.
fn usual_megabytes() -> u64 {
    machine_megabytes().map_or(USUAL_MEGABYTES, |machine| (machine / 4).clamp(64, USUAL_MEGABYTES))
}

/// The memory of the machine, where the system says so.
fn machine_megabytes() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes >> 10)
}

/// What a server lends to the service.
pub(crate) struct ServerHost {
    pub storage: Storage,
    pub jobs: Arc<Scheduler>,
    pub spending: Arc<Spending>,
    /// Every open connection, by its number.
    pub clients: Mutex<HashMap<u64, Client>>,
    clock: Arc<dyn Clock>,
}

impl Host for ServerHost {
    fn store(&self) -> &dyn Store {
        &self.storage
    }

    fn clock(&self) -> Arc<dyn Clock> {
        Arc::clone(&self.clock)
    }

    fn job_clock(&self) -> Arc<dyn Clock> {
        self.jobs.clock()
    }

    fn unix_time(&self) -> i64 {
        now()
    }

    fn random(&self, bytes: &mut [u8]) {
        random(bytes);
    }

    fn submit(&self, service: &Arc<Service>, job: Job) -> Result<(), Fault> {
        let (service, stop) = (Arc::clone(service), job.stop.clone());
        self.jobs.submit(job.map(|task| move || service.work(task, &stop)))
    }

    fn leave(&self, connection: u64) {
        self.jobs.leave(connection);
    }

    fn check_spending(&self, person: &Person) -> Result<(), Fault> {
        self.spending.check(person)
    }

    fn load(&self) -> HostLoad {
        let (waiting, running) = self.jobs.load();
        HostLoad { waiting, running, connections: lock(&self.clients).len() }
    }

    fn load_of(&self, person: &str) -> LoadOf {
        let clients = lock(&self.clients);
        LoadOf {
            connections: clients.values().filter(|client| *client.caller.person.id == *person).count(),
            jobs: self.jobs.jobs_of(person),
            seconds: self.spending.of(person),
        }
    }
}

/// The default limits on a machine with that many processors, with what each person may use. `hello` sends them.
fn limits(processors: usize, quotas: &Quotas) -> Limits {
    let count = |quota: u64| usize::try_from(quota).unwrap_or(usize::MAX);
    Limits {
        message_bytes: 262_144,
        games_per_person: count(quotas.games),
        runs_per_person: count(quotas.runs),
        analyses_per_person: count(quotas.analyses),
        seconds_per_person: quotas.seconds,
        megabytes_per_person: quotas.megabytes,
        plies_per_game: 20_000,
        file_bytes: 65_536,
        tree_nodes: 1_000_000,
        figure_nodes: 5_000,
        move_time: 60_000,
        analysis_time: 600_000,
        analyses_per_connection: 4,
        queue: 2_000,
        queue_per_person: 64,
        queue_reserved: RESERVED,
        memory: 256,
        threads: processors.clamp(1, 8),
        idle_seconds: 600,
        idle_games_days: 90,
    }
}

/// The lab.
pub(crate) struct Lab {
    pub service: Arc<Service>,
    pub host: Arc<ServerHost>,
    pub counters: Counters,
    pub catalogue_text: OnceLock<Content>,
    /// The changes of links for which all clients have been checked.
    links: AtomicU64,
    writer: Mutex<Option<JoinHandle<()>>>,
}

impl Lab {
    /// Opens the lab.
    pub fn start(options: &ServerOptions) -> Result<Arc<Lab>, InputError> {
        let processors = thread::available_parallelism().map_or(1, usize::from);
        let limits = limits(processors, &options.quotas);
        let memory = MemoryBudget::new(options.megabytes.unwrap_or_else(usual_megabytes));
        let (queue, per_person) =
            options.queue.map_or((limits.queue, limits.queue_per_person), |queue| (queue, queue));
        let places = Places::for_processors(processors, queue, per_person, memory.most(Use::Agents));
        let clock: Arc<dyn Clock> = Arc::new(WallClock::start());
        let storage = Storage::open(&options.data, options.restore)?;
        // If this fails, old games simply stay a while longer.
        let _ = storage.note_day().and_then(|()| storage.delete_old_games(limits.idle_games_days));
        let spending = Spending::new(limits.seconds_per_person);
        // Without it everybody begins anew, which is no reason not to open.
        spending.restore(storage.spending().unwrap_or_default());
        let host = Arc::new(ServerHost {
            storage,
            jobs: Scheduler::new(places, Arc::clone(&clock), Arc::clone(&spending)),
            spending,
            clients: Mutex::default(),
            clock,
        });
        let service =
            Service::new(Arc::<ServerHost>::clone(&host), Arc::clone(&options.registry), limits, memory)?;
        let lab = Arc::new(Lab {
            service,
            host,
            counters: Counters::default(),
            catalogue_text: OnceLock::new(),
            links: AtomicU64::new(0),
            writer: Mutex::default(),
        });
        let writing = Arc::clone(&lab);
        *lock(&lab.writer) =
            thread::Builder::new().name("writer".to_owned()).spawn(move || writing.write()).ok();
        Ok(lab)
    }

    /// Shows the results in `folder` among the runs.
    ///
    /// # Errors
    ///
    /// If there are none, or they cannot be read.
    pub fn show(&self, folder: &Path) -> Result<(), InputError> {
        let of_store = |error: LabError| match error {
            LabError::Input(error) | LabError::Unwritable(error) => error,
        };
        let results = ResultFile::read(folder).map_err(of_store)?;
        let title = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let name = self.service.show_results(&title, folder.display().to_string(), &results)?;
        self.host.storage.show(name, folder);
        Ok(())
    }

    /// Cuts off the clients whose links are gone, or grant something else now.
    pub fn check_links(&self) -> Result<(), Fault> {
        let clients: Vec<Client> = lock(&self.host.clients).values().cloned().collect();
        for client in clients {
            let known = self.host.storage.person_of(&client.token)?;
            if known.as_ref() != Some(&*client.caller.person) {
                client.revoke();
            }
        }
        Ok(())
    }

    /// The same, if any link has changed.
    fn check_changed_links(&self) -> Result<(), Fault> {
        let changed = self.host.storage.links_changed();
        if self.links.load(Ordering::Acquire) == changed {
            return Ok(());
        }
        self.check_links()?;
        self.links.store(changed, Ordering::Release);
        Ok(())
    }

    /// Handles a message, and counts it. `send` is called exactly once, now or later, with the answer.
    pub fn handle(
        self: &Arc<Lab>,
        caller: &Arc<Caller>,
        message: &str,
        send: impl FnOnce(Result<(), Fault>, String) + Send + 'static,
    ) {
        count(&self.counters.requests);
        if let Err(fault) = self.check_changed_links() {
            let text = json!({ "error": fault }).to_string();
            return send(Err(fault), text);
        }
        let lab = Arc::clone(self);
        let send = move |outcome: Result<(), Fault>, answer| {
            if let Err(fault) = &outcome {
                count(&lab.counters.errors);
                match fault.code {
                    Code::Busy | Code::NotKept | Code::Internal => {
                        tracing::warn!(error = fault.message(), "refused");
                    }
                    _ => tracing::debug!(error = fault.message(), "refused"),
                }
            }
            send(outcome, answer);
        };
        handle(&self.service, caller, message, Box::new(send));
    }

    /// Closes everything: searches stop, games are stored, experiments can be resumed next time. What does not stop within `time`
    /// is left to end with the process.
    pub fn close(&self, time: Duration) {
        let deadline = Instant::now() + time;
        self.service.close();
        // First what was acknowledged or is about to be.
        self.host.storage.commit.wake();
        if let Some(writer) = lock(&self.writer).take() {
            join_until(writer, deadline);
        }
        self.host.jobs.close(deadline);
        if let Err(error) = self.host.storage.note_spending(&self.host.spending.accounts()) {
            tracing::error!(?error, "what people have used of the processors is not kept");
        }
    }
}
