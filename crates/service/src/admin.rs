//! Sharing, what people keep on the disk, and what admins may ask: who uses the lab and how much, and to delete what somebody made.

use std::sync::Arc;

use plylab_core::{InputError, message};

use crate::dispatch::Caller;
use crate::host::{HostLoad, LoadOf};
use crate::protocol::{
    Code, Fault, Load, Person, PersonLoad, PersonRole, Purge, Purged, RequestField, Result, Share, Shared,
};
use crate::{Service, games, replays, runs};

pub(crate) fn share(service: &Arc<Service>, caller: &Caller, with: &Share) -> Result<Shared> {
    let shared = with.shared;
    match (&with.game, &with.replay, &with.run) {
        (Some(id), None, None) => games::share(service, caller, id, shared)?,
        (None, Some(id), None) => replays::share(service, caller, id, shared)?,
        (None, None, Some(name)) => runs::share(service, caller, name, shared)?,
        _ => {
            let wrong = message!("which-share", "it is not clear what is to be shared");
            let right = message!("give-shared", "give one of 'game', 'replay' and 'run'");
            return Err(Fault::new(Code::BadRequest, wrong).at_field(RequestField::Game, right));
        }
    }
    Ok(Shared { shared })
}

/// The people of the lab, with what they have and do.
pub(crate) fn load(service: &Service) -> Result<Load> {
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
            bytes: kept_bytes(service, &id)?.0,
            person,
        });
    }
    let HostLoad { waiting, running, connections } = service.host.load();
    Ok(Load { people, waiting, running, open_games: service.open_games(), connections })
}

/// Deletes the games, replays and runs of a person; what runs is stopped first.
pub(crate) fn purge(service: &Arc<Service>, with: &Purge) -> Result<Purged> {
    if !service.store().people()?.iter().any(|person| *person.id == *with.person) {
        return Err(Fault::not_found(message!("a-person", "person"), &with.person));
    }
    games::discard_all(service, &with.person);
    service.keep_finished();
    service.store().purge(&with.person)?;
    Ok(Purged { stopping: runs::purge(service, &with.person)? })
}

/// The bytes that a person keeps, and the largest run if it is at least as large as all games and replays together.
fn kept_bytes(service: &Service, owner: &str) -> Result<(u64, Option<(String, u64)>)> {
    let games = service.store().bytes_of(owner)?;
    let runs = runs::sizes(service, owner);
    let total = games + runs.iter().map(|(_, bytes)| bytes).sum::<u64>();
    let largest = runs.into_iter().max_by_key(|(_, bytes)| *bytes);
    Ok((total, largest.filter(|(_, bytes)| *bytes >= games)))
}

/// Refuses more to a person who keeps too much, and says what to delete. Admins may fill the disk.
pub(crate) fn check_disk(service: &Service, person: &Person) -> Result<()> {
    if person.role == PersonRole::Admin {
        return Ok(());
    }
    let (bytes, largest) = kept_bytes(service, &person.id)?;
    let (megabytes, most) = (bytes >> 20, service.limits.megabytes_per_person);
    if megabytes < most {
        return Ok(());
    }
    let wrong = message!(
        "disk-yours",
        "your games, replays and runs take {megabytes} MB, and everybody has {most} MB"
    );
    let right = match largest {
        Some((run, bytes)) => message!(
            "delete-largest-run",
            "delete some; the run '{run}' takes {megabytes} MB",
            megabytes = bytes >> 20
        ),
        None => message!("delete-replays", "delete some replays and games"),
    };
    Err(Fault::of(Code::TooLarge, InputError::new(wrong).expected(right)))
}
