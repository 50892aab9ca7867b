//! Experiments: one run plays at a time, results are stored as they come in, and watchers see the tables grow.

mod playing;
mod results;

use std::sync::{Arc, Mutex, OnceLock};

use plylab_core::{InputError, Message, StopFlag, message};
use plylab_lab::experiment::{Kind, Size};
use plylab_lab::report::Table;
use plylab_lab::{Plan, shipped};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

pub(crate) use self::playing::play;
pub(crate) use self::results::{download, game, games, report};
use crate::dispatch::Caller;
use crate::host::{Store, Watchers};
use crate::memory::Use;
use crate::protocol::{
    CheckExperiment, CheckedExperiment, CheckedSection, Code, Event, ExperimentList, ExperimentText, Fault,
    Form, OfRun, RequestField, Result, ResumeRun, RunEntry, RunProgress, ShippedEntry, StartRun, StartedRun,
    StopRun, TextOf, WatchedRun, WorkState,
};
use crate::setup::{Given, GivenFiles, check_files, within};
use crate::{Service, admin, lock};

/// What is stored of a run besides its results.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Body {
    title: String,
    state: WorkState,
    done: u64,
    total: u64,
    quick: bool,
    threads: usize,
    started: i64,
    changed: i64,
    /// The error of a failed run, as the protocol reports it.
    #[serde(default)]
    fault: Option<Value>,
    text: String,
    files: GivenFiles,
    owner: String,
    /// May others read it?
    shared: bool,
}

/// A run.
struct Run {
    name: String,
    body: Body,
    finish: StopFlag,
    abandon: StopFlag,
    tables: Vec<Table>,
    watchers: Watchers,
    /// Where its results come from, if that is elsewhere: then they are shown and never changed.
    elsewhere: Option<String>,
}

impl Run {
    fn new(name: String, body: Body) -> Run {
        let (finish, abandon) = (StopFlag::default(), StopFlag::default());
        Run {
            name,
            body,
            finish,
            abandon,
            tables: Vec::new(),
            watchers: Watchers::default(),
            elsewhere: None,
        }
    }

    fn entry(&self) -> RunEntry {
        let Body { title, state, done, total, quick, started, changed, fault, owner, shared, .. } =
            self.body.clone();
        let run = self.name.clone();
        RunEntry { run, title, state, done, total, quick, started, changed, fault, owner, shared }
    }

    fn send_progress(&mut self, fresh: u64, pace: Option<(f64, f64)>) {
        if !self.watchers.is_empty() {
            self.watchers.send(&Event::Run(Box::new(RunProgress {
                run: self.entry(),
                fresh,
                games_per_second: pace.map(|(rate, _)| rate),
                seconds_left: pace.map(|(_, left)| left),
                tables: self.tables.clone(),
            })));
        }
    }
}

fn find<'a>(runs: &'a mut [Run], name: &str) -> Result<&'a mut Run> {
    runs.iter_mut().find(|run| run.name == name).ok_or_else(|| missing(name))
}

fn missing(name: &str) -> Fault {
    Fault::not_found(message!("a-run", "run"), name)
}

/// The run of that name, if the caller may read it.
fn read<'a>(runs: &'a mut [Run], caller: &Caller, name: &str) -> Result<&'a mut Run> {
    let run = find(runs, name)?;
    if caller.person.may_read(&run.body.owner, run.body.shared) { Ok(run) } else { Err(missing(name)) }
}

/// The run of that name, to be changed by its owner.
fn own<'a>(runs: &'a mut [Run], caller: &Caller, name: &str) -> Result<&'a mut Run> {
    let run = read(runs, caller, name)?;
    if let Some(folder) = &run.elsewhere {
        let folder = Message::quoted(folder.clone());
        let wrong = message!("run-elsewhere", "the results in {folder} are only shown here");
        return Err(Fault::conflict(wrong));
    }
    caller.person.change(&run.body.owner, run.body.shared, || missing(name))?;
    Ok(run)
}

/// All runs, the latest first.
pub(crate) struct Runs(Mutex<Vec<Run>>);

impl Runs {
    /// Loads the stored runs; those in progress when the lab ended can be resumed.
    ///
    /// # Errors
    ///
    /// If one cannot be read: a list without it would look as if it had never been there.
    pub fn load(store: &dyn Store) -> Result<Runs, InputError> {
        let unreadable = |name: &str, error: String| {
            InputError::new(message!("run-unreadable", "the run '{name}' cannot be read: {error}")).expected(
                message!(
                    "restore-copy",
                    "start with --restore to use the last good copy; the damaged file is kept beside it"
                ),
            )
        };
        let read = |(name, body): (String, String)| {
            let body: Result<Body, _> = serde_json::from_str(&body);
            let mut body = body.map_err(|error| unreadable(&name, error.to_string()))?;
            if matches!(body.state, WorkState::Queued | WorkState::Running) {
                body.state = WorkState::Stopped;
            }
            Ok(Run::new(name, body))
        };
        let stored = store.runs().map_err(|fault| InputError::new(Message::verbatim(fault.message())))?;
        let runs = stored.into_iter().map(read).collect::<Result<_, InputError>>()?;
        Ok(Runs(Mutex::new(runs)))
    }

    /// Has the runs in progress stop; their results are kept.
    pub fn abandon(&self) {
        lock(&self.0).iter().for_each(|run| run.abandon.stop());
    }
}

fn size(quick: bool) -> Size {
    if quick { Size::Quick } else { Size::Full }
}

fn shipped_text(name: &str) -> Result<String> {
    shipped::find(name)
        .map(|shipped| shipped.text.to_owned())
        .ok_or_else(|| Fault::not_found(message!("an-experiment", "experiment"), name))
}

/// The error of a request that names no experiment, or several.
fn which(right: Message) -> Fault {
    let wrong = message!("which-experiment", "it is not clear which experiment is meant");
    Fault::new(Code::BadRequest, wrong).at_field(RequestField::Name, right)
}

/// The name for the results of the one experiment that is given, and its file.
fn file(name: Option<String>, text: Option<String>, form: Option<Form>) -> Result<(String, String)> {
    match (name, text, form) {
        (Some(name), None, None) => shipped_text(&name).map(|text| (name, text)),
        (None, Some(text), None) => Ok(("own".to_owned(), text)),
        (None, None, Some(form)) => Ok(("own".to_owned(), form.text())),
        _ => Err(which(message!("give-experiment", "give one of 'name', 'text' and 'form'"))),
    }
}

/// The bundled experiments. Counting their games means planning all of them, which takes a moment.
static SHIPPED: OnceLock<Vec<ShippedEntry>> = OnceLock::new();

fn shipped_entries(service: &Service, stop: &StopFlag) -> Result<Vec<ShippedEntry>> {
    let entry = |shipped: &shipped::Shipped| {
        let plan = |quick| {
            Plan::read_until(stop, shipped.text, &service.registry, &Given(&GivenFiles::new()), size(quick))
        };
        let (full, quick) = (plan(false)?, plan(true)?);
        let (games, quick_games) = (full.len(), quick.len());
        Ok(ShippedEntry { name: shipped.name, title: full.title, about: full.about, games, quick_games })
    };
    shipped::EXPERIMENTS.iter().map(entry).collect()
}

/// Are the games of the bundled experiments counted already?
pub(crate) fn is_counted() -> bool {
    SHIPPED.get().is_some()
}

pub(crate) fn list(service: &Service, caller: &Caller, stop: &StopFlag) -> Result<ExperimentList> {
    let shipped = match SHIPPED.get() {
        Some(entries) => entries,
        None => {
            let entries = shipped_entries(service, stop)?;
            SHIPPED.get_or_init(|| entries)
        }
    };
    let own = |run: &&Run| caller.person.owns(&run.body.owner) || run.elsewhere.is_some();
    let runs = lock(&service.runs.0).iter().filter(own).map(Run::entry).collect();
    Ok(ExperimentList { shipped: shipped.clone(), runs })
}

pub(crate) fn text(service: &Service, caller: &Caller, with: &TextOf) -> Result<ExperimentText> {
    let text = match (&with.name, &with.run) {
        (Some(name), None) => shipped_text(name)?,
        (None, Some(run)) => read(&mut lock(&service.runs.0), caller, run)?.body.text.clone(),
        _ => return Err(which(message!("give-name-or-run", "give 'name' or 'run'"))),
    };
    Ok(ExperimentText { text })
}

pub(crate) fn check(service: &Service, with: CheckExperiment, stop: &StopFlag) -> Result<CheckedExperiment> {
    let CheckExperiment { name, text, form, files } = with;
    check_files(&files, &service.limits)?;
    let (_, text) = file(name, text, form)?;
    let plan = Plan::read_until(stop, &text, &service.registry, &Given(&files), Size::Full)?;
    service.memory.check(Use::Work, playing::bytes(&plan, 1))?;
    let quick = Plan::read_until(stop, &text, &service.registry, &Given(&files), Size::Quick)?;
    let section = |(index, section): (usize, &plylab_lab::experiment::Section)| {
        let cells = || plan.cells.iter().filter(|cell| cell.section == index);
        CheckedSection {
            name: section.name.clone(),
            kind: match section.kind {
                Kind::Sweep => "sweep",
                Kind::Tournament { .. } => "tournament",
            },
            cells: cells().count(),
            games: cells().map(|cell| cell.games).sum(),
        }
    };
    Ok(CheckedExperiment {
        title: plan.title.clone(),
        about: plan.about.clone(),
        games: plan.len(),
        quick_games: quick.len(),
        sections: plan.sections.iter().enumerate().map(section).collect(),
        notes: plan.notes.clone(),
        text,
    })
}

fn threads(service: &Service, asked: Option<usize>) -> Result<usize> {
    // One processor is left for games in progress.
    let default = service.limits.threads.saturating_sub(1).max(1);
    within(RequestField::Threads, asked, default, service.limits.threads, |threads| {
        Fault::too_large(message!("threads-too-many", "{threads} threads are more than are available"))
    })
}

pub(crate) fn start(
    service: &Arc<Service>,
    caller: &Caller,
    with: StartRun,
    stop: &StopFlag,
) -> Result<StartedRun> {
    check_files(&with.files, &service.limits)?;
    admin::check_disk(service, &caller.person)?;
    let threads = threads(service, with.threads)?;
    let (stem, text) = file(with.name, with.text, with.form)?;
    let plan = Plan::read_until(stop, &text, &service.registry, &Given(&with.files), size(with.quick))?;
    service.memory.check(Use::Work, playing::bytes(&plan, threads))?;
    let quick = if with.quick { "-quick" } else { "" };
    let name = service.fresh_name(&format!("{stem}{quick}-"), 12);
    let now = service.host.unix_time();
    let body = Body {
        title: plan.title.clone(),
        state: WorkState::Queued,
        done: 0,
        total: plan.len(),
        quick: with.quick,
        threads,
        started: now,
        changed: now,
        fault: None,
        text,
        files: with.files,
        owner: caller.person.id.to_string(),
        shared: false,
    };
    let mut runs = lock(&service.runs.0);
    let most = service.limits.runs_per_person;
    if runs.iter().filter(|run| run.body.owner == body.owner).count() >= most {
        return Err(Fault::too_large(message!(
            "runs-full",
            "you have {most} runs already; delete some first"
        )));
    }
    service.store().keep_run(&name, &json!(body).to_string())?;
    let mut run = Run::new(name, body);
    run.watchers.add(caller);
    if let Err(fault) = playing::submit(service, &run) {
        service.store().delete_run(&run.name)?;
        return Err(fault);
    }
    let answer = StartedRun { run: run.entry() };
    runs.insert(0, run);
    Ok(answer)
}

pub(crate) fn watch(service: &Service, caller: &Caller, with: &OfRun) -> Result<WatchedRun> {
    caller.outbox()?;
    let mut runs = lock(&service.runs.0);
    let run = read(&mut runs, caller, &with.run)?;
    run.watchers.add(caller);
    Ok(WatchedRun { run: run.entry(), tables: run.tables.clone() })
}

pub(crate) fn unwatch(service: &Service, caller: &Caller, with: &OfRun) -> Result<()> {
    caller.outbox()?;
    read(&mut lock(&service.runs.0), caller, &with.run)?.watchers.remove(caller.connection);
    Ok(())
}

pub(crate) fn stop(service: &Service, caller: &Caller, with: &StopRun) -> Result<()> {
    let mut runs = lock(&service.runs.0);
    let run = own(&mut runs, caller, &with.run)?;
    match run.body.state {
        WorkState::Queued => {
            run.body.state = WorkState::Stopped;
            run.send_progress(0, None);
        }
        WorkState::Running => {
            run.finish.stop();
            if with.now {
                run.abandon.stop();
            }
        }
        WorkState::Stopped | WorkState::Done | WorkState::Failed => {
            return Err(Fault::conflict(message!("run-not-going", "the run is not in progress")));
        }
    }
    Ok(())
}

pub(crate) fn resume(service: &Arc<Service>, caller: &Caller, with: &ResumeRun) -> Result<StartedRun> {
    let threads = threads(service, with.threads)?;
    admin::check_disk(service, &caller.person)?;
    let mut runs = lock(&service.runs.0);
    let run = own(&mut runs, caller, &with.run)?;
    if !matches!(run.body.state, WorkState::Stopped | WorkState::Failed) {
        return Err(Fault::conflict(message!("run-not-stopped", "the run is finished or still in progress")));
    }
    (run.finish, run.abandon) = (StopFlag::default(), StopFlag::default());
    playing::submit(service, run)?;
    run.body.state = WorkState::Queued;
    run.body.threads = threads;
    run.body.fault = None;
    run.watchers.add(caller);
    Ok(StartedRun { run: run.entry() })
}

pub(crate) fn delete(service: &Service, caller: &Caller, with: &OfRun) -> Result<()> {
    let mut runs = lock(&service.runs.0);
    let run = own(&mut runs, caller, &with.run)?;
    if matches!(run.body.state, WorkState::Queued | WorkState::Running) {
        return Err(Fault::conflict(message!("run-going", "the run is in progress; stop it first")));
    }
    runs.retain(|run| run.name != with.run);
    service.store().delete_run(&with.run)
}

/// Shares a run, or no longer does.
pub(crate) fn share(service: &Service, caller: &Caller, name: &str, shared: bool) -> Result<()> {
    let mut runs = lock(&service.runs.0);
    let run = own(&mut runs, caller, name)?;
    run.body.shared = shared;
    if !shared {
        run.watchers.keep_owner(&run.body.owner);
    }
    service.store().keep_run(name, &json!(run.body).to_string())?;
    run.send_progress(0, None);
    Ok(())
}

/// How many runs a person has.
pub(crate) fn count(service: &Service, owner: &str) -> usize {
    lock(&service.runs.0).iter().filter(|run| run.body.owner == owner).count()
}

/// The runs of a person, and the bytes of their results.
pub(crate) fn sizes(service: &Service, owner: &str) -> Vec<(String, u64)> {
    let theirs = |run: &&Run| run.body.owner == owner && run.elsewhere.is_none();
    let runs = lock(&service.runs.0);
    let names: Vec<String> = runs.iter().filter(theirs).map(|run| run.name.clone()).collect();
    drop(runs);
    let sized = |name: String| {
        let bytes = service.store().result_bytes(&name);
        (name, bytes)
    };
    names.into_iter().map(sized).collect()
}

/// Deletes the runs of a person; one in progress is stopped, and returned.
pub(crate) fn purge(service: &Service, owner: &str) -> Result<Vec<String>> {
    let mut runs = lock(&service.runs.0);
    let theirs = |run: &&Run| run.body.owner == owner && run.elsewhere.is_none();
    let names: Vec<(String, WorkState)> =
        runs.iter().filter(theirs).map(|run| (run.name.clone(), run.body.state)).collect();
    let mut stopping = Vec::new();
    for (name, state) in names {
        if state == WorkState::Running {
            find(&mut runs, &name)?.abandon.stop();
            stopping.push(name);
        } else {
            runs.retain(|run| run.name != name);
            service.store().delete_run(&name)?;
        }
    }
    Ok(stopping)
}
