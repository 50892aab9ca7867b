//! Runs and their owners: sharing them, counting them, deleting all of one person.

use std::fs;

use plylab_service::protocol::WorkState;
use serde_json::json;

use super::Run;
use crate::dispatch::Caller;
use crate::fault::Fault;
use crate::lab::{Lab, lock};
use crate::storage::disk;

/// Shares a run, or no longer does.
pub(crate) fn share(lab: &Lab, caller: &Caller, name: &str, shared: bool) -> Result<(), Fault> {
    let mut inner = lock(&lab.runs.0);
    let run = inner.own(caller, name)?;
    run.body.shared = shared;
    if !shared {
        let owner = run.body.owner.clone();
        run.watchers.retain(|watcher| watcher.person.owns(&owner));
    }
    lab.db.keep_run(name, &json!(run.body).to_string())?;
    run.send_progress(0, None);
    Ok(())
}

/// How many runs a person has.
pub(crate) fn count(lab: &Lab, owner: &str) -> usize {
    lock(&lab.runs.0).runs.iter().filter(|run| run.body.owner == owner).count()
}

/// The runs of a person, and the bytes of their results.
pub(crate) fn sizes(lab: &Lab, owner: &str) -> Vec<(String, u64)> {
    let theirs = |run: &&Run| run.body.owner == owner && run.elsewhere.is_none();
    let runs = lock(&lab.runs.0);
    let names: Vec<String> = runs.runs.iter().filter(theirs).map(|run| run.name.clone()).collect();
    drop(runs);
    let sized = |name: String| {
        let bytes = disk::bytes_in(&lab.db.run_folder(&name));
        (name, bytes)
    };
    names.into_iter().map(sized).collect()
}

/// Deletes the runs of a person; one in progress is stopped, and returned.
pub(crate) fn purge(lab: &Lab, owner: &str) -> Result<Vec<String>, Fault> {
    let mut inner = lock(&lab.runs.0);
    let theirs = |run: &&Run| run.body.owner == owner && run.elsewhere.is_none();
    let names: Vec<(String, WorkState)> =
        inner.runs.iter().filter(theirs).map(|run| (run.name.clone(), run.body.state)).collect();
    let mut stopping = Vec::new();
    for (name, state) in names {
        inner.queue.retain(|queued| *queued != name);
        if state == WorkState::Running {
            inner.find(&name)?.abandon.stop();
            stopping.push(name);
        } else {
            inner.runs.retain(|run| run.name != name);
            lab.db.delete_run(&name)?;
            let _ = fs::remove_dir_all(lab.db.run_folder(&name));
        }
    }
    Ok(stopping)
}
