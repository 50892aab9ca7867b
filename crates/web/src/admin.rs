//! Sharing, and what admins may ask: who uses the lab and how much, and to delete what somebody made.

use std::sync::Arc;

use plylab_service::protocol::{Belonging, Load, PersonLoad, Purge, Purged, Share, Shared, Thing};

use crate::dispatch::Caller;
use crate::fault::Fault;
use crate::lab::{Lab, lock};
use crate::storage::disk;
use crate::{games, replays, runs};

pub(crate) fn share(lab: &Arc<Lab>, caller: &Caller, with: &Share) -> Result<Shared, Fault> {
    let shared = with.shared;
    match with.what()? {
        Belonging::Game(id) => games::share(lab, caller, id, shared)?,
        Belonging::Replay(id) => replays::share(lab, caller, id, shared)?,
        Belonging::Run(name) => runs::share(lab, caller, name, shared)?,
    }
    Ok(Shared { shared })
}

/// Who is here, and what they have and do.
pub(crate) fn load(lab: &Arc<Lab>) -> Result<Load, Fault> {
    let mut people = Vec::new();
    for person in lab.db.people()? {
        let id = Arc::clone(&person.id);
        people.push(PersonLoad {
            connections: lock(&lab.outboxes).values().filter(|outbox| outbox.person.id == id).count(),
            games: lab.db.count_games(&id)?,
            runs: runs::count(lab, &id),
            jobs: lab.jobs.jobs_of(&id),
            analyses: lab.analysing.of(&id),
            seconds: (lab.spending.of(&id) * 1e3).round() / 1e3,
            bytes: disk::of(lab, &id)?,
            person,
        });
    }
    let (waiting, running) = lab.jobs.load();
    let (open_games, connections) = (lock(&lab.games).len(), lock(&lab.outboxes).len());
    Ok(Load { people, waiting, running, open_games, connections })
}

/// Deletes the games, replays and runs of a person; what runs is stopped first.
pub(crate) fn purge(lab: &Arc<Lab>, with: &Purge) -> Result<Purged, Fault> {
    if !lab.db.people()?.iter().any(|person| *person.id == *with.person) {
        return Err(Fault::not_found(Thing::Person, &with.person));
    }
    games::discard_all(lab, &with.person);
    lab.db.purge(&with.person)?;
    Ok(Purged { stopping: runs::purge(lab, &with.person)? })
}
