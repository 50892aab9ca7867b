//! Playing runs: one at a time, and people take turns.

use std::collections::HashMap;
use std::ptr;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use plylab_lab::report::{Table, main_tables};
use plylab_lab::store::Store;
use plylab_lab::{Plan, Progress, RunOptions, run, run_info};
use plylab_service::protocol::WorkState;
use serde_json::json;

use super::{Inner, size};
use crate::fault::{Fault, guarded};
use crate::lab::{Lab, lock};
use crate::scheduling::{Use, board_bytes, give_way, megabytes};
use crate::setup::given;
use crate::storage::db::now;
use crate::storage::disk;

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

impl Inner {
    /// The next run to play: the first one of whoever has waited longest for a turn.
    fn next(&mut self) -> Option<String> {
        let owner = |name: &String| {
            let run = self.runs.iter().find(|run| run.name == *name);
            run.map(|run| run.body.owner.clone()).unwrap_or_default()
        };
        let turn = |name: &String| self.turns.get(&owner(name)).copied().unwrap_or(0);
        let (index, _) = self.queue.iter().enumerate().min_by_key(|(_, name)| turn(name))?;
        let latest = self.turns.values().max().copied().unwrap_or(0);
        let owner = owner(self.queue.get(index)?);
        self.turns.insert(owner, latest + 1);
        self.queue.remove(index)
    }
}

/// Starts the next run, if none is in progress.
pub(super) fn pump(lab: &Arc<Lab>, inner: &mut Inner) {
    if inner.closed || inner.active.as_ref().is_some_and(|active| !active.is_finished()) {
        return;
    }
    let Some(name) = inner.next() else { return };
    let Ok(run) = inner.find(&name) else { return };
    run.body.state = WorkState::Running;
    run.send_progress(0, None);
    let playing = Arc::clone(lab);
    let work = move || {
        give_way();
        play(&playing, &name);
    };
    let spawned = thread::Builder::new().name("experiment".to_owned()).spawn(work);
    inner.active = spawned.ok();
}

/// Plays a run until it ends or is stopped, then starts the next one.
fn play(lab: &Arc<Lab>, name: &str) {
    let outcome = guarded(|| play_on(lab, name));
    let mut inner = lock(&lab.runs.0);
    if let Ok(run) = inner.find(name) {
        match outcome {
            Ok(true) => run.body.state = WorkState::Done,
            Ok(false) => run.body.state = WorkState::Stopped,
            Err(fault) => {
                run.body.state = WorkState::Failed;
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
    let plan = Plan::read_until(&abandon, &body.text, &lab.registry, &given(&body.files), size(body.quick))?;
    let (owner, owner_id): (_, Arc<str>) = (lab.db.person(&body.owner)?, body.owner.as_str().into());
    let _share = lab.memory.take(Use::Work, &owner_id, bytes(&plan, body.threads))?;
    let store = Store::open(&lab.db.run_folder(name), &plan, &run_info(&plan, body.threads, None))?;
    let options = RunOptions { threads: body.threads, shard: None, finish, abandon };
    let began = Instant::now();
    let mut last_sent: Option<Instant> = None;
    let mut refused = None;
    let clock = lab.jobs.clock_of(&owner_id);
    let outcome = run(&clock, &plan, &store, &options, |progress: &Progress<'_>| {
        let last = progress.done == progress.total || options.finish.is_stopped();
        if !last && last_sent.is_some_and(|last_sent| last_sent.elapsed() < UPDATE_INTERVAL) {
            return;
        }
        last_sent = Some(Instant::now());
        if let Some(owner) = &owner
            && let Err(fault) = lab.spending.check(owner).and_then(|()| disk::check(lab, owner))
        {
            refused = Some(fault);
            options.finish.stop();
        }
        let tables = main_tables(&plan, progress.summaries).into_iter().map(Table::with_texts).collect();
        let rate = progress.fresh as f64 / began.elapsed().as_secs_f64().max(1e-3);
        let left = (progress.total - progress.done) as f64 / rate;
        let pace = (progress.fresh > 0).then_some((rate, left));
        if let Ok(run) = lock(&lab.runs.0).find(name) {
            (run.body.done, run.body.total, run.body.changed) = (progress.done, progress.total, now());
            run.tables = tables;
            let _ = lab.db.keep_run(name, &json!(run.body).to_string());
            run.send_progress(progress.fresh, pace);
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
