//! Experiments: one run plays at a time, results are stored as they come in, and watchers see the tables grow.

mod results;
mod shown;

use std::collections::VecDeque;
use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use plylab_core::{Message, StopFlag, message};
use plylab_lab::experiment::{Kind, Size};
use plylab_lab::report::main_tables;
use plylab_lab::store::Store;
use plylab_lab::{Plan, Progress, RunOptions, run, run_info, shipped};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use self::results::table;
pub(crate) use self::results::{download, game, games, report};
use crate::db::{GameDb, now};
use crate::dispatch::Caller;
use crate::fault::{Code, Fault, guarded};
use crate::form::Form;
use crate::lab::{Lab, Outbox, broadcast, lock};
use crate::names;
use crate::setup::{GivenFiles, check_files, given};

/// Minimum time between two events.
const UPDATE_INTERVAL: Duration = Duration::from_millis(500);

/// Maximum number of runs; beyond that, older ones must be deleted first.
const RUNS: usize = 500;

/// The state of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum RunState {
    Queued,
    Running,
    Stopped,
    Done,
    Failed,
}

/// What is stored of a run besides its results.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Body {
    title: String,
    state: RunState,
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
}

/// A run.
struct Run {
    name: String,
    body: Body,
    finish: StopFlag,
    abandon: StopFlag,
    tables: Value,
    watchers: Vec<Outbox>,
    /// Where its results are, if they come from elsewhere: then they are shown and never changed.
    elsewhere: Option<PathBuf>,
}

impl Run {
    /// The folder of its results.
    fn folder(&self, lab: &Lab) -> PathBuf {
        self.elsewhere.clone().unwrap_or_else(|| lab.db.run_folder(&self.name))
    }

    fn json(&self) -> Value {
        let Body { title, state, done, total, quick, started, changed, fault, .. } = &self.body;
        json!({
            "run": self.name, "title": title, "state": state, "done": done, "total": total, "quick": quick,
            "started": started, "changed": changed,
            "fault": fault,
        })
    }

    fn send_progress(&mut self, fresh: u64, pace: Option<(f64, f64)>) {
        let event = json!({
            "event": "run", "run": self.json(), "fresh": fresh, "games_per_second": pace.map(|(rate, _)| rate),
            "seconds_left": pace.map(|(_, left)| left), "tables": self.tables,
        });
        broadcast(&mut self.watchers, &event);
    }
}

#[derive(Default)]
struct Inner {
    /// The latest first.
    runs: Vec<Run>,
    queue: VecDeque<String>,
    active: Option<JoinHandle<()>>,
    closed: bool,
}

impl Inner {
    fn find(&mut self, name: &str) -> Result<&mut Run, Fault> {
        self.runs.iter_mut().find(|run| run.name == name).ok_or_else(|| Fault::not_found("run", name))
    }
}

/// All runs.
pub(crate) struct Runs(Mutex<Inner>);

impl Runs {
    /// Loads the stored runs; those in progress when the lab ended can be resumed.
    pub fn load(db: &GameDb) -> Runs {
        let read = |(name, body): (String, String)| {
            let mut body: Body = serde_json::from_str(&body).ok()?;
            if matches!(body.state, RunState::Queued | RunState::Running) {
                body.state = RunState::Stopped;
            }
            let (finish, abandon) = (StopFlag::default(), StopFlag::default());
            let (tables, watchers) = (json!([]), Vec::new());
            Some(Run { name, body, finish, abandon, tables, watchers, elsewhere: None })
        };
        let runs = db.runs().unwrap_or_default().into_iter().filter_map(read).collect();
        Runs(Mutex::new(Inner { runs, ..Inner::default() }))
    }

    /// Stops the run in progress; its results are kept.
    pub fn close(&self) {
        let active = {
            let mut inner = lock(&self.0);
            inner.closed = true;
            inner.queue.clear();
            inner.runs.iter().for_each(|run| run.abandon.stop());
            inner.active.take()
        };
        if let Some(active) = active {
            let _ = active.join();
        }
    }
}

/// An experiment, in one of three ways.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Check {
    name: Option<String>,
    text: Option<String>,
    form: Option<Form>,
    #[serde(default)]
    files: GivenFiles,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Start {
    name: Option<String>,
    text: Option<String>,
    form: Option<Form>,
    #[serde(default)]
    files: GivenFiles,
    #[serde(default)]
    quick: bool,
    threads: Option<usize>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Text {
    name: Option<String>,
    run: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Which {
    pub(super) run: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Stop {
    run: String,
    #[serde(default)]
    now: bool,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Resume {
    run: String,
    threads: Option<usize>,
}

fn size(quick: bool) -> Size {
    if quick { Size::Quick } else { Size::Full }
}

fn which_experiment() -> Message {
    message!("which-experiment", "it is not clear which experiment is meant")
}

fn shipped_text(name: &str) -> Result<String, Fault> {
    shipped::find(name)
        .map(|shipped| shipped.text.to_owned())
        .ok_or_else(|| Fault::not_found("experiment", name))
}

/// The name for the results of an experiment, and its file.
fn file(
    name: Option<&String>,
    text: Option<&String>,
    form: Option<&Form>,
) -> Result<(String, String), Fault> {
    match (name, text, form) {
        (Some(name), None, None) => Ok((name.clone(), shipped_text(name)?)),
        (None, Some(text), None) => Ok(("own".to_owned(), text.clone())),
        (None, None, Some(form)) => Ok(("own".to_owned(), form.text())),
        _ => Err(Fault::new(Code::BadRequest, which_experiment())
            .at_field("name", message!("give-experiment", "give one of 'name', 'text' and 'form'"))),
    }
}

/// The bundled experiments. Counting their games means planning all of them, which takes a moment.
static SHIPPED: OnceLock<Vec<Value>> = OnceLock::new();

fn shipped_entries(lab: &Lab) -> Result<Vec<Value>, Fault> {
    let entry = |shipped: &shipped::Shipped| {
        let plan = |quick| Plan::read(shipped.text, &lab.registry, &given(&GivenFiles::new()), size(quick));
        let (full, quick) = (plan(false)?, plan(true)?);
        Ok(json!({
            "name": shipped.name, "title": full.title, "about": full.about, "games": full.len(), "quick_games": quick.len(),
        }))
    };
    shipped::EXPERIMENTS.iter().map(entry).collect()
}

pub(crate) fn list(lab: &Lab) -> Result<Value, Fault> {
    let shipped = match SHIPPED.get() {
        Some(entries) => entries,
        None => {
            let entries = shipped_entries(lab)?;
            SHIPPED.get_or_init(|| entries)
        }
    };
    let runs: Vec<Value> = lock(&lab.runs.0).runs.iter().map(Run::json).collect();
    Ok(json!({ "shipped": shipped, "runs": runs }))
}

pub(crate) fn text(lab: &Lab, with: &Text) -> Result<Value, Fault> {
    let text = match (&with.name, &with.run) {
        (Some(name), None) => shipped_text(name)?,
        (None, Some(run)) => lock(&lab.runs.0).find(run)?.body.text.clone(),
        _ => {
            return Err(Fault::new(Code::BadRequest, which_experiment())
                .at_field("name", message!("give-name-or-run", "give 'name' or 'run'")));
        }
    };
    Ok(json!({ "text": text }))
}

pub(crate) fn check(lab: &Lab, with: &Check) -> Result<Value, Fault> {
    check_files(&with.files, &lab.limits)?;
    let (_, text) = file(with.name.as_ref(), with.text.as_ref(), with.form.as_ref())?;
    let plan = Plan::read(&text, &lab.registry, &given(&with.files), Size::Full)?;
    let quick = Plan::read(&text, &lab.registry, &given(&with.files), Size::Quick)?;
    let section = |(index, section): (usize, &plylab_lab::experiment::Section)| {
        let cells = || plan.cells.iter().filter(|cell| cell.section == index);
        json!({
            "name": section.name,
            "kind": match section.kind {
                Kind::Sweep => "sweep",
                Kind::Tournament { .. } => "tournament",
            },
            "cells": cells().count(),
            "games": cells().map(|cell| cell.games).sum::<u64>(),
        })
    };
    let sections: Vec<Value> = plan.sections.iter().enumerate().map(section).collect();
    Ok(json!({
        "title": plan.title, "about": plan.about, "games": plan.len(), "quick_games": quick.len(), "sections": sections,
        "notes": plan.notes, "text": text,
    }))
}

fn threads(lab: &Lab, asked: Option<usize>) -> Result<usize, Fault> {
    // One processor is left for games in progress.
    let default = lab.limits.threads.saturating_sub(1).max(1);
    match asked {
        None => Ok(default),
        Some(threads) if (1..=lab.limits.threads).contains(&threads) => Ok(threads),
        Some(threads) => Err(Fault::too_large(message!(
            "threads-too-many",
            "{threads} threads are more than are available",
            threads
        ))
        .at_field("threads", Message::range(1, lab.limits.threads))),
    }
}

pub(crate) fn start(lab: &Arc<Lab>, caller: &Caller, with: &Start) -> Result<Value, Fault> {
    check_files(&with.files, &lab.limits)?;
    let threads = threads(lab, with.threads)?;
    let (stem, text) = file(with.name.as_ref(), with.text.as_ref(), with.form.as_ref())?;
    let plan = Plan::read(&text, &lab.registry, &given(&with.files), size(with.quick))?;
    let quick = if with.quick { "-quick" } else { "" };
    let name = format!("{stem}{quick}-{}", names::fresh(6));
    let body = Body {
        title: plan.title.clone(),
        state: RunState::Queued,
        done: 0,
        total: plan.len(),
        quick: with.quick,
        threads,
        started: now(),
        changed: now(),
        fault: None,
        text,
        files: with.files.clone(),
    };
    let mut inner = lock(&lab.runs.0);
    if inner.runs.len() >= RUNS {
        return Err(Fault::too_large(message!(
            "runs-full",
            "there are {most} runs already; delete some first",
            most = RUNS
        )));
    }
    lab.db.keep_run(&name, &json!(body).to_string())?;
    let (finish, abandon) = (StopFlag::default(), StopFlag::default());
    let watchers = caller.outbox.clone().into_iter().collect();
    let tables = json!([]);
    let run = Run { name: name.clone(), body, finish, abandon, tables, watchers, elsewhere: None };
    let answer = json!({ "run": run.json() });
    inner.runs.insert(0, run);
    inner.queue.push_back(name);
    pump(lab, &mut inner);
    Ok(answer)
}

pub(crate) fn watch(lab: &Lab, caller: &Caller, with: &Which) -> Result<Value, Fault> {
    let outbox = caller.listener()?;
    let mut inner = lock(&lab.runs.0);
    let run = inner.find(&with.run)?;
    run.watchers.retain(|watcher| watcher.id != outbox.id && !watcher.is_gone());
    run.watchers.push(outbox.clone());
    Ok(json!({ "run": run.json(), "tables": run.tables }))
}

pub(crate) fn unwatch(lab: &Lab, caller: &Caller, with: &Which) -> Result<Value, Fault> {
    let outbox = caller.listener()?;
    lock(&lab.runs.0).find(&with.run)?.watchers.retain(|watcher| watcher.id != outbox.id);
    Ok(json!({}))
}

pub(crate) fn stop(lab: &Lab, with: &Stop) -> Result<Value, Fault> {
    let mut inner = lock(&lab.runs.0);
    let waits = inner.queue.iter().position(|name| *name == with.run);
    if let Some(index) = waits {
        inner.queue.remove(index);
    }
    let run = inner.find(&with.run)?;
    match run.body.state {
        RunState::Queued => {
            run.body.state = RunState::Stopped;
            run.send_progress(0, None);
        }
        RunState::Running => {
            run.finish.stop();
            if with.now {
                run.abandon.stop();
            }
        }
        RunState::Stopped | RunState::Done | RunState::Failed => {
            return Err(Fault::new(Code::Conflict, message!("run-not-going", "the run is not in progress")));
        }
    }
    Ok(json!({}))
}

pub(crate) fn resume(lab: &Arc<Lab>, caller: &Caller, with: &Resume) -> Result<Value, Fault> {
    let threads = threads(lab, with.threads)?;
    let mut inner = lock(&lab.runs.0);
    let run = inner.find(&with.run)?;
    shown::refuse(run)?;
    if !matches!(run.body.state, RunState::Stopped | RunState::Failed) {
        return Err(Fault::new(
            Code::Conflict,
            message!("run-not-stopped", "the run is finished or still in progress"),
        ));
    }
    run.body.state = RunState::Queued;
    run.body.threads = threads;
    run.body.fault = None;
    (run.finish, run.abandon) = (StopFlag::default(), StopFlag::default());
    if let Some(outbox) = &caller.outbox {
        run.watchers.retain(|watcher| watcher.id != outbox.id);
        run.watchers.push(outbox.clone());
    }
    let answer = json!({ "run": run.json() });
    let name = run.name.clone();
    inner.queue.push_back(name);
    pump(lab, &mut inner);
    Ok(answer)
}

pub(crate) fn delete(lab: &Lab, with: &Which) -> Result<Value, Fault> {
    let mut inner = lock(&lab.runs.0);
    let run = inner.find(&with.run)?;
    shown::refuse(run)?;
    if matches!(run.body.state, RunState::Queued | RunState::Running) {
        return Err(Fault::new(
            Code::Conflict,
            message!("run-going", "the run is in progress; stop it first"),
        ));
    }
    inner.runs.retain(|run| run.name != with.run);
    lab.db.delete_run(&with.run)?;
    // The name is in the list of runs, so the folder is one of ours.
    let _ = fs::remove_dir_all(lab.db.run_folder(&with.run));
    Ok(json!({}))
}

/// Starts the next run, if none is in progress.
fn pump(lab: &Arc<Lab>, inner: &mut Inner) {
    if inner.closed || inner.active.as_ref().is_some_and(|active| !active.is_finished()) {
        return;
    }
    let Some(name) = inner.queue.pop_front() else { return };
    let Ok(run) = inner.find(&name) else { return };
    run.body.state = RunState::Running;
    run.send_progress(0, None);
    let playing = Arc::clone(lab);
    let spawned = thread::Builder::new().name("experiment".to_owned()).spawn(move || play(&playing, &name));
    inner.active = spawned.ok();
}

/// Plays a run until it ends or is stopped, then starts the next one.
fn play(lab: &Arc<Lab>, name: &str) {
    let outcome = guarded(|| play_on(lab, name));
    let mut inner = lock(&lab.runs.0);
    if let Ok(run) = inner.find(name) {
        match outcome {
            Ok(true) => run.body.state = RunState::Done,
            Ok(false) => run.body.state = RunState::Stopped,
            Err(fault) => {
                run.body.state = RunState::Failed;
                run.body.fault = Some(json!(fault));
            }
        }
        run.body.changed = now();
        let _ = lab.db.keep_run(name, &json!(run.body).to_string());
        run.send_progress(0, None);
    }
    // This thread is about to end, so the next run can start.
    inner.active = None;
    pump(lab, &mut inner);
}

fn play_on(lab: &Arc<Lab>, name: &str) -> Result<bool, Fault> {
    let (body, finish, abandon) = {
        let mut inner = lock(&lab.runs.0);
        let run = inner.find(name)?;
        (run.body.clone(), run.finish.clone(), run.abandon.clone())
    };
    let plan = Plan::read(&body.text, &lab.registry, &given(&body.files), size(body.quick))?;
    let store = Store::open(&lab.db.run_folder(name), &plan, &run_info(&plan, body.threads, None))?;
    let options = RunOptions { threads: body.threads, shard: None, finish, abandon };
    let began = Instant::now();
    let mut last_sent: Option<Instant> = None;
    let outcome = run(&plan, &store, &options, |progress: &Progress<'_>| {
        let last = progress.done == progress.total || options.finish.is_stopped();
        if !last && last_sent.is_some_and(|last_sent| last_sent.elapsed() < UPDATE_INTERVAL) {
            return;
        }
        last_sent = Some(Instant::now());
        let tables: Vec<Value> = main_tables(&plan, progress.summaries).iter().map(table).collect();
        let rate = progress.fresh as f64 / began.elapsed().as_secs_f64().max(1e-3);
        let left = (progress.total - progress.done) as f64 / rate;
        let pace = (progress.fresh > 0).then_some((rate, left));
        if let Ok(run) = lock(&lab.runs.0).find(name) {
            (run.body.done, run.body.total, run.body.changed) = (progress.done, progress.total, now());
            run.tables = json!(tables);
            let _ = lab.db.keep_run(name, &json!(run.body).to_string());
            run.send_progress(progress.fresh, pace);
        }
    });
    let closed = store.close();
    let finished = outcome?;
    closed?;
    Ok(finished.complete())
}
