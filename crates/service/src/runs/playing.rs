//! Playing runs: one at a time, and people take turns.

use std::collections::HashMap;
use std::ptr;
use std::sync::Arc;
use std::time::Duration;

use plylab_lab::report::{Table, main_tables};
use plylab_lab::{Plan, Progress, RunOptions, run};
use serde_json::json;

use super::{Run, find, size};
use crate::host::{Job, JobKind, Task};
use crate::memory::{Use, board_bytes, megabytes};
use crate::protocol::{Result, WorkState};
use crate::setup::Given;
use crate::{Service, admin, guarded, lock};

/// Minimum time between two events.
const UPDATE_INTERVAL: Duration = Duration::from_millis(500);

/// The memory that a plan needs: its boards, and its agents at a time, one game in each thread.
pub(super) fn bytes(plan: &Plan, threads: usize) -> u64 {
    let mut boards: HashMap<*const (), u64> = HashMap::new();
    let games = plan.cells.iter().map(|cell| {
        let game = plan.game(cell);
        boards.entry(ptr::from_ref(game).cast()).or_insert_with(|| board_bytes(game));
        cell.players.iter().map(|spec| megabytes(game, spec)).sum::<u64>()
    });
    let agents = (games.max().unwrap_or(0) << 20).saturating_mul(threads as u64);
    agents + boards.values().sum::<u64>()
}

/// Has a run played: one at a time, and people take turns.
pub(super) fn submit(service: &Arc<Service>, run: &Run) -> Result<()> {
    let owner = run.body.owner.as_str().into();
    service.submit(Job::new(JobKind::Run, &owner, &run.abandon, Task::Run(run.name.clone())))
}

/// Plays a run until it ends or is stopped.
pub(crate) fn play(service: &Service, name: &str) {
    match find(&mut lock(&service.runs.0), name) {
        Ok(run) if run.body.state == WorkState::Queued => {
            run.body.state = WorkState::Running;
            run.send_progress(0, None);
        }
        // It was stopped or deleted while it waited.
        _ => return,
    }
    let outcome = guarded(|| play_on(service, name));
    if let Ok(run) = find(&mut lock(&service.runs.0), name) {
        match outcome {
            Ok(true) => run.body.state = WorkState::Done,
            Ok(false) => run.body.state = WorkState::Stopped,
            Err(fault) => {
                run.body.state = WorkState::Failed;
                run.body.fault = Some(json!(fault));
            }
        }
        run.body.changed = service.host.unix_time();
        let _ = service.store().keep_run(name, &json!(run.body).to_string());
        run.send_progress(0, None);
    }
}

fn play_on(service: &Service, name: &str) -> Result<bool> {
    let (body, finish, abandon) = {
        let mut runs = lock(&service.runs.0);
        let run = find(&mut runs, name)?;
        (run.body.clone(), run.finish.clone(), run.abandon.clone())
    };
    let plan =
        Plan::read_until(&abandon, &body.text, &service.registry, &Given(&body.files), size(body.quick))?;
    let owner = service.store().people()?.into_iter().find(|person| *person.id == body.owner);
    let _share = service.memory.take(Use::Work, &body.owner.as_str().into(), bytes(&plan, body.threads))?;
    let store = service.store().open_results(name, &plan, body.threads)?;
    let options = RunOptions { threads: body.threads, shard: None, finish, abandon };
    let clock = service.host.job_clock();
    let began = service.now();
    let mut last_sent: Option<Duration> = None;
    let mut refused = None;
    let outcome = run(&clock, &plan, store.as_ref(), &options, |progress: &Progress<'_>| {
        let last = progress.games.done == progress.games.total || options.finish.is_stopped();
        let now = service.now();
        if !last && last_sent.is_some_and(|last_sent| now < last_sent + UPDATE_INTERVAL) {
            return;
        }
        last_sent = Some(now);
        if let Some(owner) = &owner
            && let Err(fault) =
                service.host.check_spending(owner).and_then(|()| admin::check_disk(service, owner))
        {
            refused = Some(fault);
            options.finish.stop();
        }
        let tables = main_tables(&plan, progress.summaries).into_iter().map(Table::with_texts).collect();
        let rate = progress.games.fresh as f64 / now.saturating_sub(began).as_secs_f64().max(1e-3);
        let left = (progress.games.total - progress.games.done) as f64 / rate;
        let pace = (progress.games.fresh > 0).then_some((rate, left));
        if let Ok(run) = find(&mut lock(&service.runs.0), name) {
            (run.body.done, run.body.total, run.body.changed) =
                (progress.games.done, progress.games.total, service.host.unix_time());
            run.tables = tables;
            let _ = service.store().keep_run(name, &json!(run.body).to_string());
            run.send_progress(progress.games.fresh, pace);
        }
    });
    let closed = store.close();
    let finished = outcome?;
    closed?;
    match refused {
        Some(fault) if !finished.complete() => Err(fault),
        _ => Ok(finished.complete()),
    }
}
