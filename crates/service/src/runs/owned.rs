//! Runs and their owners: sharing them, counting them, deleting all of one person.

use serde_json::json;

use super::Run;
use crate::dispatch::Caller;
use crate::protocol::{Fault, WorkState};
use crate::{Service, lock};

/// Shares a run, or no longer does.
pub(crate) fn share(service: &Service, caller: &Caller, name: &str, shared: bool) -> Result<(), Fault> {
    let mut inner = lock(&service.runs.0);
    let run = inner.own(caller, name)?;
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
    lock(&service.runs.0).runs.iter().filter(|run| run.body.owner == owner).count()
}

/// The runs of a person, and the bytes of their results.
pub(crate) fn sizes(service: &Service, owner: &str) -> Vec<(String, u64)> {
    let theirs = |run: &&Run| run.body.owner == owner && run.elsewhere.is_none();
    let runs = lock(&service.runs.0);
    let names: Vec<String> = runs.runs.iter().filter(theirs).map(|run| run.name.clone()).collect();
    drop(runs);
    let sized = |name: String| {
        let bytes = service.store().result_bytes(&name);
        (name, bytes)
    };
    names.into_iter().map(sized).collect()
}

/// Deletes the runs of a person; one in progress is stopped, and returned.
pub(crate) fn purge(service: &Service, owner: &str) -> Result<Vec<String>, Fault> {
    let mut inner = lock(&service.runs.0);
    let theirs = |run: &&Run| run.body.owner == owner && run.elsewhere.is_none();
    let names: Vec<(String, WorkState)> =
        inner.runs.iter().filter(theirs).map(|run| (run.name.clone(), run.body.state)).collect();
    let mut stopping = Vec::new();
    for (name, state) in names {
        if state == WorkState::Running {
            inner.find(&name)?.abandon.stop();
            stopping.push(name);
        } else {
            inner.runs.retain(|run| run.name != name);
            service.store().delete_run(&name)?;
        }
    }
    Ok(stopping)
}
