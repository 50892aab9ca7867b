//! Sharing, and what admins may ask: who uses the lab and how much, and to delete what somebody made.

use std::sync::Arc;

use crate::dispatch::Caller;
use crate::host::{HostLoad, LoadOf};
use crate::protocol::{Belonging, Fault, Load, PersonLoad, Purge, Purged, Share, Shared, Thing};
use crate::{Service, disk, games, replays, runs};

pub(crate) fn share(service: &Arc<Service>, caller: &Caller, with: &Share) -> Result<Shared, Fault> {
    let shared = with.shared;
    match with.what()? {
        Belonging::Game(id) => games::share(service, caller, id, shared)?,
        Belonging::Replay(id) => replays::share(service, caller, id, shared)?,
        Belonging::Run(name) => runs::share(service, caller, name, shared)?,
    }
    Ok(Shared { shared })
}

/// Who is here, and what they have and do.
pub(crate) fn load(service: &Service) -> Result<Load, Fault> {
    let mut people = Vec::new();
    for person in service.store().people()? {
        let id = Arc::clone(&person.id);
        let LoadOf { connections, jobs, seconds } = service.host.load_of(&id);
        people.push(PersonLoad {
            connections,
            games: service.store().game_ids(&id)?.len(),
            runs: runs::count(service, &id),
            jobs,
            analyses: service.analysing.of(&id),
            seconds: (seconds * 1e3).round() / 1e3,
            bytes: disk::of(service, &id)?,
            person,
        });
    }
    let HostLoad { waiting, running, connections } = service.host.load();
    Ok(Load { people, waiting, running, open_games: service.open_games(), connections })
}

/// Deletes the games, replays and runs of a person; what runs is stopped first.
pub(crate) fn purge(service: &Arc<Service>, with: &Purge) -> Result<Purged, Fault> {
    if !service.store().people()?.iter().any(|person| *person.id == *with.person) {
        return Err(Fault::not_found(Thing::Person, &with.person));
    }
    games::discard_all(service, &with.person);
    service.keep_finished();
    service.store().purge(&with.person)?;
    Ok(Purged { stopping: runs::purge(service, &with.person)? })
}
