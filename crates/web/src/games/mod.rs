//! Games in progress: making, finding, listing and deleting them. What is done in one is in `playing`, what is seen of one
//! in `looking`.

mod looking;
mod playing;
mod record;
mod score;
mod table;

use std::sync::{Arc, Mutex};

use plylab_core::{Seed, message};
use plylab_lab::live::{Beginning, LiveGame, Seat};
use serde::Deserialize;
use serde_json::{Value, json};

pub(crate) use self::looking::{between, place, positions};
pub(crate) use self::playing::{back, play, reseat, resign, restart, step, stop, swap, undo};
use self::record::Record;
pub(crate) use self::table::Table;
use crate::dispatch::Caller;
use crate::fault::{Code, Fault};
use crate::lab::{Lab, Outbox, lock};
use crate::names;
use crate::place::{GivenFiles, seats, seed};

/// A game that several threads look at.
pub(crate) type SharedTable = Arc<Mutex<Table>>;

/// Letters in the name of a game.
pub(crate) const NAME: usize = 16;

/// Milliseconds for a move unless told otherwise.
const USUAL_TIME: u64 = 10_000;

/// `game.create`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Create {
    spec: String,
    seats: Vec<String>,
    seed: Option<String>,
    position: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
    #[serde(default)]
    files: GivenFiles,
    time: Option<u64>,
    nodes: Option<u64>,
    auto: Option<bool>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Which {
    pub game: String,
}

fn limited_time(time: Option<u64>, usual: u64, most: u64) -> Result<u64, Fault> {
    match time {
        None => Ok(usual),
        Some(time) if (1..=most).contains(&time) => Ok(time),
        Some(_) => {
            Err(Fault::too_large(message!("bad-time", "a time to think is 1 to {most} milliseconds", most))
                .in_field("with.time"))
        }
    }
}

/// The same check for whoever else lets agents think.
pub(crate) fn move_time(lab: &Lab, time: Option<u64>) -> Result<u64, Fault> {
    limited_time(time, USUAL_TIME, lab.limits.move_time)
}

/// And for analyses.
pub(crate) fn analysis_time(lab: &Lab, time: Option<u64>) -> Result<u64, Fault> {
    limited_time(time, USUAL_TIME, lab.limits.analysis_time)
}

pub(crate) fn create(lab: &Arc<Lab>, caller: &Caller, with: Create) -> Result<Value, Fault> {
    let (spec, game) = lab.open(&with.spec, &with.files)?;
    let seats = seats(game.as_ref(), &with.seats, &lab.limits)?;
    let time = move_time(lab, with.time)?;
    if with.moves.len() > lab.limits.plies_per_game {
        return Err(Fault::too_long(lab.limits.plies_per_game));
    }
    make_room(lab, caller)?;
    let seed = match &with.seed {
        Some(text) => seed(Some(text))?,
        None => drawn_seed(),
    };
    let auto = with.auto.unwrap_or_else(|| seats.contains(&Seat::Person));
    let beginning = Beginning::new(seed, with.position);
    beginning.position(game.as_ref())?;
    let live = LiveGame::new(game, seats, beginning, &with.moves).map_err(|error| Fault::illegal(&error))?;
    let table = Table {
        time,
        nodes: with.nodes,
        auto,
        watchers: caller.outbox.clone().into_iter().collect(),
        ..Table::new(names::fresh(NAME), Arc::clone(&caller.session), spec, with.files, live)
    };
    caller.remember(lab)?;
    let id = table.id.clone();
    let shared = table::share(table);
    lock(&lab.games).insert(id.clone(), Arc::clone(&shared));
    lab.touch(&id);
    let mut table = lock(&shared);
    table.advance(lab, &shared);
    Ok(json!({ "game": table.json(), "backdrop": table.live.game().backdrop() }))
}

/// Seeds that were not chosen are small enough to be typed.
fn drawn_seed() -> Seed {
    let mut bytes = [0; 4];
    let _ = getrandom::fill(&mut bytes);
    Seed(u64::from(u32::from_le_bytes(bytes)))
}

/// Refuses a game too many; the oldest finished games of the session go before that.
fn make_room(lab: &Lab, caller: &Caller) -> Result<(), Fault> {
    let (own, all) = lab.keeper.count_games(&caller.session)?;
    if own >= lab.limits.games_per_session {
        let kept = lab.keeper.games_of(&caller.session)?;
        let finished = kept
            .iter()
            .rev()
            .find(|kept| Record::read(&kept.id, &kept.body).is_ok_and(|record| record.outcomes.is_some()));
        let Some(oldest) = finished else {
            return Err(Fault::too_large(message!(
                "games-full",
                "at most {most} games can be in progress",
                most = lab.limits.games_per_session
            ))
            .at_field("spec", message!("delete-one", "delete one first")));
        };
        lock(&lab.games).remove(&oldest.id);
        lab.keeper.forget_game(&oldest.id)?;
    }
    if all >= lab.limits.games_in_total {
        return Err(Fault::new(
            Code::Busy,
            message!("lab-full", "the lab is full of games, try again later"),
        ));
    }
    Ok(())
}

/// The game of that name, if it is the caller's; from the disk if it must be.
pub(crate) fn find(lab: &Arc<Lab>, caller: &Caller, id: &str) -> Result<SharedTable, Fault> {
    let missing = || Fault::not_found("game", id);
    let known = lock(&lab.games).get(id).cloned();
    if let Some(shared) = known {
        let own = lock(&shared).session == caller.session;
        return if own { Ok(shared) } else { Err(missing()) };
    }
    if !names::is_name(id, NAME) {
        return Err(missing());
    }
    let (session, body) = lab.keeper.game(id)?.ok_or_else(missing)?;
    if *session != *caller.session {
        return Err(missing());
    }
    let shared = Record::read(id, &body)?.restore(lab, id, &caller.session)?;
    let mut games = lock(&lab.games);
    let shared = games.entry(id.to_owned()).or_insert(shared).clone();
    drop(games);
    let mut table = lock(&shared);
    table.advance(lab, &shared);
    drop(table);
    Ok(shared)
}

pub(crate) fn open(lab: &Arc<Lab>, caller: &Caller, with: &Which) -> Result<Value, Fault> {
    let shared = find(lab, caller, &with.game)?;
    let mut table = lock(&shared);
    if let Some(outbox) = &caller.outbox {
        table.watchers.retain(|watcher| watcher.id != outbox.id && !watcher.is_gone());
        table.watchers.push(outbox.clone());
    }
    Ok(json!({ "game": table.json(), "backdrop": table.live.game().backdrop() }))
}

pub(crate) fn close(lab: &Arc<Lab>, caller: &Caller, with: &Which) -> Result<Value, Fault> {
    let shared = find(lab, caller, &with.game)?;
    if let Some(outbox) = &caller.outbox {
        lock(&shared).watchers.retain(|watcher| watcher.id != outbox.id);
    }
    Ok(json!({}))
}

/// A connection has ended: nobody hears of its games any more.
pub(crate) fn leave(lab: &Lab, outbox: &Outbox) {
    let tables: Vec<SharedTable> = lock(&lab.games).values().cloned().collect();
    for shared in tables {
        // Watchers that are gone are also noticed when there is something to tell.
        if let Ok(mut table) = shared.try_lock() {
            table.watchers.retain(|watcher| watcher.id != outbox.id);
        }
    }
}

pub(crate) fn list(lab: &Arc<Lab>, caller: &Caller) -> Result<Value, Fault> {
    let kept = lab.keeper.games_of(&caller.session)?;
    let mut games: Vec<(i64, Value)> = Vec::new();
    let mut seen = Vec::new();
    let open: Vec<SharedTable> = lock(&lab.games).values().cloned().collect();
    for shared in open {
        let table = lock(&shared);
        if table.session == caller.session && !table.deleted {
            seen.push(table.id.clone());
            games.push((table.changed, table.entry()));
        }
    }
    for kept in kept.iter().filter(|kept| !seen.contains(&kept.id)) {
        let Ok(record) = Record::read(&kept.id, &kept.body) else { continue };
        let state = if record.outcomes.is_some() { "over" } else { "waiting" };
        let entry = json!({
            "id": kept.id, "spec": record.spec, "title": record.title, "players": record.players, "seats": record.seats,
            "state": state, "plies": record.moves.len(), "outcomes": record.outcomes, "changed": kept.changed,
        });
        games.push((kept.changed, entry));
    }
    games.sort_by_key(|(changed, _)| std::cmp::Reverse(*changed));
    Ok(json!({ "games": games.into_iter().map(|(_, entry)| entry).collect::<Vec<Value>>() }))
}

pub(crate) fn delete(lab: &Arc<Lab>, caller: &Caller, with: &Which) -> Result<Value, Fault> {
    let shared = find(lab, caller, &with.game)?;
    let mut table = lock(&shared);
    table.interrupt();
    table.deleted = true;
    drop(table);
    lock(&lab.games).remove(&with.game);
    lab.keeper.forget_game(&with.game)?;
    Ok(json!({}))
}

pub(crate) fn export(lab: &Arc<Lab>, caller: &Caller, with: &Which) -> Result<Value, Fault> {
    let shared = find(lab, caller, &with.game)?;
    let table = lock(&shared);
    Ok(json!({ "line": table.line().map(|line| json!(line).to_string()), "link": table.link() }))
}
