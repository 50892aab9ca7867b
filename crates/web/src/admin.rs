//! Sharing, and what admins may ask: who uses the lab and how much, and to delete what somebody made.

use std::sync::Arc;

use plylab_core::message;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::dispatch::Caller;
use crate::fault::{Code, Fault};
use crate::lab::{Lab, lock};
use crate::{games, replays, runs};

/// Something to be read by others, or no longer.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Share {
    game: Option<String>,
    replay: Option<String>,
    run: Option<String>,
    shared: bool,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Purge {
    person: String,
}

pub(crate) fn share(lab: &Arc<Lab>, caller: &Caller, with: &Share) -> Result<Value, Fault> {
    match with {
        Share { game: Some(id), replay: None, run: None, shared } => games::share(lab, caller, id, *shared)?,
        Share { game: None, replay: Some(id), run: None, shared } => {
            replays::share(lab, caller, id, *shared)?;
        }
        Share { game: None, replay: None, run: Some(name), shared } => {
            runs::share(lab, caller, name, *shared)?;
        }
        _ => {
            let wrong = message!("which-share", "it is not clear what is to be shared");
            return Err(Fault::new(Code::BadRequest, wrong)
                .at_field("game", message!("give-shared", "give one of 'game', 'replay' and 'run'")));
        }
    }
    Ok(json!({ "shared": with.shared }))
}

/// Who is here, and what they have and do.
pub(crate) fn load(lab: &Arc<Lab>, caller: &Caller) -> Result<Value, Fault> {
    caller.person.governs()?;
    let mut people = Vec::new();
    for person in lab.db.people()? {
        let connections = lock(&lab.outboxes).values().filter(|outbox| outbox.person.id == person.id).count();
        people.push(json!({
            "id": &*person.id, "name": person.name, "role": person.role, "connections": connections,
            "games": lab.db.count_games(&person.id)?, "runs": runs::count(lab, &person.id),
            "jobs": lab.pool.jobs_of(&person.id),
        }));
    }
    let (waiting, running) = lab.pool.load();
    Ok(json!({
        "people": people, "waiting": waiting, "running": running, "open_games": lock(&lab.games).len(),
        "connections": lock(&lab.outboxes).len(),
    }))
}

/// Deletes the games, replays and runs of a person; what runs is stopped first.
pub(crate) fn purge(lab: &Arc<Lab>, caller: &Caller, with: &Purge) -> Result<Value, Fault> {
    caller.person.governs()?;
    if !lab.db.people()?.iter().any(|person| *person.id == *with.person) {
        return Err(Fault::not_found("person", &with.person));
    }
    games::discard_all(lab, &with.person);
    lab.db.purge(&with.person)?;
    let left = runs::purge(lab, &with.person)?;
    Ok(json!({ "stopping": left }))
}
