//! Experiments: one run plays at a time, results are stored as they come in, and watchers see the tables grow.

mod owned;
mod playing;
mod results;
mod shown;

use std::collections::{HashMap, VecDeque};
use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock};
use std::thread::JoinHandle;
use std::time::Instant;

use plylab_core::{InputError, Message, StopFlag, message};
use plylab_lab::experiment::{Kind, Size};
use plylab_lab::{Plan, shipped};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

pub(crate) use self::owned::{count, purge, share, sizes};
pub(crate) use self::results::{download, game, games, report};
use crate::db::{GameDb, now};
use crate::dispatch::Caller;
use crate::fault::{Code, Fault};
use crate::form::Form;
use crate::lab::{Lab, Outbox, broadcast, lock};
use crate::pool::join_until;
use crate::setup::{GivenFiles, check_files, given};
use crate::{disk, names};

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
        let Body { title, state, done, total, quick, started, changed, fault, owner, shared, .. } =
            &self.body;
        json!({
            "run": self.name, "title": title, "state": state, "done": done, "total": total, "quick": quick,
            "started": started, "changed": changed,
            "fault": fault, "owner": owner, "shared": shared,
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
    /// When each person had their last turn.
    turns: HashMap<String, u64>,
    active: Option<JoinHandle<()>>,
    closed: bool,
}

impl Inner {
    fn find(&mut self, name: &str) -> Result<&mut Run, Fault> {
        self.runs.iter_mut().find(|run| run.name == name).ok_or_else(|| Fault::not_found("run", name))
    }

    /// The run of that name, if the caller may read it.
    fn read(&mut self, caller: &Caller, name: &str) -> Result<&mut Run, Fault> {
        let run = self.find(name)?;
        match caller.person.may_read(&run.body.owner, run.body.shared) {
            true => Ok(run),
            false => Err(Fault::not_found("run", name)),
        }
    }

    /// The run of that name, to be changed by its owner.
    fn own(&mut self, caller: &Caller, name: &str) -> Result<&mut Run, Fault> {
        let run = self.read(caller, name)?;
        shown::refuse(run)?;
        caller.person.change(&run.body.owner, run.body.shared, || Fault::not_found("run", name))?;
        Ok(run)
    }
}

/// All runs.
pub(crate) struct Runs(Mutex<Inner>);

impl Runs {
    /// Loads the stored runs; those in progress when the lab ended can be resumed.
    ///
    /// # Errors
    ///
    /// If one cannot be read: a list without it would look as if it had never been there.
    pub fn load(db: &GameDb) -> Result<Runs, InputError> {
        let unreadable = |name: &str, error: String| {
            InputError::new(message!(
                "run-unreadable",
                "the run '{name}' cannot be read: {error}",
                name,
                error
            ))
            .expected(message!(
                "restore-copy",
                "start with --restore to use the last good copy; the damaged file is kept beside it"
            ))
        };
        let read = |(name, body): (String, String)| {
            let body: Result<Body, _> = serde_json::from_str(&body);
            let mut body = body.map_err(|error| unreadable(&name, error.to_string()))?;
            if matches!(body.state, RunState::Queued | RunState::Running) {
                body.state = RunState::Stopped;
            }
            let (finish, abandon) = (StopFlag::default(), StopFlag::default());
            let (tables, watchers) = (json!([]), Vec::new());
            Ok(Run { name, body, finish, abandon, tables, watchers, elsewhere: None })
        };
        let stored = db.runs().map_err(|fault| InputError::new(Message::verbatim(fault.message())))?;
        let runs = stored.into_iter().map(read).collect::<Result<_, InputError>>()?;
        Ok(Runs(Mutex::new(Inner { runs, ..Inner::default() })))
    }

    /// Stops the run in progress; its results are kept.
    pub fn close(&self, deadline: Instant) {
        let active = {
            let mut inner = lock(&self.0);
            inner.closed = true;
            inner.queue.clear();
            inner.runs.iter().for_each(|run| run.abandon.stop());
            inner.active.take()
        };
        if let Some(active) = active {
            join_until(active, deadline);
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

fn shipped_entries(lab: &Lab, stop: &StopFlag) -> Result<Vec<Value>, Fault> {
    let entry = |shipped: &shipped::Shipped| {
        let plan = |quick| {
            Plan::read_until(stop, shipped.text, &lab.registry, &given(&GivenFiles::new()), size(quick))
        };
        let (full, quick) = (plan(false)?, plan(true)?);
        Ok(json!({
            "name": shipped.name, "title": full.title, "about": full.about, "games": full.len(), "quick_games": quick.len(),
        }))
    };
    shipped::EXPERIMENTS.iter().map(entry).collect()
}

/// Are the games of the bundled experiments counted already?
pub(crate) fn is_counted() -> bool {
    SHIPPED.get().is_some()
}

pub(crate) fn list(lab: &Lab, caller: &Caller, stop: &StopFlag) -> Result<Value, Fault> {
    let shipped = match SHIPPED.get() {
        Some(entries) => entries,
        None => {
            let entries = shipped_entries(lab, stop)?;
            SHIPPED.get_or_init(|| entries)
        }
    };
    let own = |run: &&Run| caller.person.owns(&run.body.owner) || run.elsewhere.is_some();
    let runs: Vec<Value> = lock(&lab.runs.0).runs.iter().filter(own).map(Run::json).collect();
    Ok(json!({ "shipped": shipped, "runs": runs }))
}

pub(crate) fn text(lab: &Lab, caller: &Caller, with: &Text) -> Result<Value, Fault> {
    let text = match (&with.name, &with.run) {
        (Some(name), None) => shipped_text(name)?,
        (None, Some(run)) => lock(&lab.runs.0).read(caller, run)?.body.text.clone(),
        _ => {
            return Err(Fault::new(Code::BadRequest, which_experiment())
                .at_field("name", message!("give-name-or-run", "give 'name' or 'run'")));
        }
    };
    Ok(json!({ "text": text }))
}

pub(crate) fn check(lab: &Lab, with: &Check, stop: &StopFlag) -> Result<Value, Fault> {
    check_files(&with.files, &lab.limits)?;
    let (_, text) = file(with.name.as_ref(), with.text.as_ref(), with.form.as_ref())?;
    let plan = Plan::read_until(stop, &text, &lab.registry, &given(&with.files), Size::Full)?;
    lab.memory.check(playing::bytes(&plan, 1))?;
    let quick = Plan::read_until(stop, &text, &lab.registry, &given(&with.files), Size::Quick)?;
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

pub(crate) fn start(lab: &Arc<Lab>, caller: &Caller, with: &Start, stop: &StopFlag) -> Result<Value, Fault> {
    check_files(&with.files, &lab.limits)?;
    disk::check(lab, &caller.person)?;
    let threads = threads(lab, with.threads)?;
    let (stem, text) = file(with.name.as_ref(), with.text.as_ref(), with.form.as_ref())?;
    let plan = Plan::read_until(stop, &text, &lab.registry, &given(&with.files), size(with.quick))?;
    lab.memory.check(playing::bytes(&plan, threads))?;
    let quick = if with.quick { "-quick" } else { "" };
    let name = format!("{stem}{quick}-{}", names::fresh(12));
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
        owner: caller.person.id.to_string(),
        shared: false,
    };
    let mut inner = lock(&lab.runs.0);
    let most = lab.limits.runs_per_person;
    if inner.runs.iter().filter(|run| run.body.owner == body.owner).count() >= most {
        return Err(Fault::too_large(message!(
            "runs-full",
            "you have {most} runs already; delete some first",
            most
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
    playing::pump(lab, &mut inner);
    Ok(answer)
}

pub(crate) fn watch(lab: &Lab, caller: &Caller, with: &Which) -> Result<Value, Fault> {
    let outbox = caller.listener()?;
    let mut inner = lock(&lab.runs.0);
    let run = inner.read(caller, &with.run)?;
    run.watchers.retain(|watcher| watcher.id != outbox.id && !watcher.is_gone());
    run.watchers.push(outbox.clone());
    Ok(json!({ "run": run.json(), "tables": run.tables }))
}

pub(crate) fn unwatch(lab: &Lab, caller: &Caller, with: &Which) -> Result<Value, Fault> {
    let outbox = caller.listener()?;
    lock(&lab.runs.0).read(caller, &with.run)?.watchers.retain(|watcher| watcher.id != outbox.id);
    Ok(json!({}))
}

pub(crate) fn stop(lab: &Lab, caller: &Caller, with: &Stop) -> Result<Value, Fault> {
    let mut inner = lock(&lab.runs.0);
    inner.own(caller, &with.run)?;
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
    disk::check(lab, &caller.person)?;
    let mut inner = lock(&lab.runs.0);
    let run = inner.own(caller, &with.run)?;
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
    playing::pump(lab, &mut inner);
    Ok(answer)
}

pub(crate) fn delete(lab: &Lab, caller: &Caller, with: &Which) -> Result<Value, Fault> {
    let mut inner = lock(&lab.runs.0);
    let run = inner.own(caller, &with.run)?;
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
