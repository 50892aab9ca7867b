//! Games in progress: creating, finding, listing and deleting them. Actions in a game are in `playing`, its positions in
//! `positions`.

mod making;
mod playing;
mod positions;
mod record;
mod room;

use std::sync::{Arc, Mutex};
use std::time::Instant;

use plylab_core::{AnyGame, GameRecord, MoveRecord, Seed, message};
use plylab_lab::live::{LiveGame, Seat};
use plylab_service::protocol::{
    CreateGame, ExportedGame, GameEntry, GameList, Nothing, OfGame, OpenedGame, Phase, RequestField, Thing,
};

pub(crate) use self::making::{Made, Making};
pub(crate) use self::playing::{back, play, reseat, resign, restart, step, stop, swap, undo};
pub(crate) use self::positions::{between, positions, setup_at};
use self::record::Stored;
pub(crate) use self::room::Room;
use crate::dispatch::Caller;
use crate::fault::Fault;
use crate::lab::{Lab, Outbox, lock};
use crate::names;
use crate::scheduling::{Use, of_seats};
use crate::setup::{seats, seed};
use crate::storage::disk;

/// A game shared by several threads.
pub(crate) type SharedRoom = Arc<Mutex<Room>>;

/// Letters in the name of a game.
pub(crate) const NAME: usize = 16;

/// Default milliseconds per move.
const DEFAULT_TIME: u64 = 10_000;

fn limited_time(time: Option<u64>, default: u64, most: u64) -> Result<u64, Fault> {
    match time {
        None => Ok(default),
        Some(time) if (1..=most).contains(&time) => Ok(time),
        Some(_) => {
            Err(Fault::too_large(message!("bad-time", "the time must be 1 to {most} milliseconds", most))
                .in_field(RequestField::Time))
        }
    }
}

/// Milliseconds per move, within the limits.
pub(crate) fn move_time(lab: &Lab, time: Option<u64>) -> Result<u64, Fault> {
    limited_time(time, DEFAULT_TIME, lab.limits.move_time)
}

/// Milliseconds per analysis lane, within the limits.
pub(crate) fn analysis_time(lab: &Lab, time: Option<u64>) -> Result<u64, Fault> {
    limited_time(time, DEFAULT_TIME, lab.limits.analysis_time)
}

/// Creates a game. It has its place among those of the person as long as `made` is held; from then on it must be kept.
pub(crate) fn create(
    lab: &Arc<Lab>,
    caller: &Caller,
    with: CreateGame,
    made: &mut Option<Made>,
) -> Result<OpenedGame, Fault> {
    let (spec, game) = lab.open(&with.spec, &with.files)?;
    let seats = seated(lab, game.as_ref(), &with.seats)?;
    let time = move_time(lab, with.time)?;
    if with.moves.len() > lab.limits.plies_per_game {
        return Err(Fault::too_long(lab.limits.plies_per_game));
    }
    disk::check(lab, &caller.person)?;
    let id = names::fresh(NAME);
    let place = make_room(lab, caller, &id)?;
    let seed = match &with.seed {
        Some(text) => seed(Some(text))?,
        None => drawn_seed(),
    };
    let auto = with.auto.unwrap_or_else(|| seats.contains(&Seat::Person));
    let record = GameRecord {
        files: with.files,
        start: with.position,
        moves: with.moves.into_iter().map(MoveRecord::from).collect(),
        ..GameRecord::new(spec.to_string(), seed)
    };
    record.first_position(game.as_ref())?;
    let live = LiveGame::new(game, seats, record).map_err(|error| Fault::illegal(&error))?;
    let mut room = Room {
        time,
        nodes: with.nodes,
        auto,
        watchers: caller.outbox.clone().into_iter().collect(),
        ..Room::new(lab, id.clone(), Arc::clone(&caller.person.id), spec, live)?
    };
    room.take_memory(lab, false)?;
    let shared = Arc::new(Mutex::new(room));
    lock(&lab.games).insert(id.clone(), Arc::clone(&shared));
    lab.commit.touch(&id);
    let mut room = lock(&shared);
    room.advance(lab, &shared);
    *made = Some(place);
    Ok(room.opened())
}

/// Who plays which seat, if the lab has the memory for their agents.
fn seated(lab: &Lab, game: &dyn AnyGame, names: &[String]) -> Result<Vec<Seat>, Fault> {
    let seats = seats(game, names, &lab.limits)?;
    lab.memory.check(Use::Agents, of_seats(game, &seats))?;
    Ok(seats)
}

/// A random seed, small enough to be typed.
fn drawn_seed() -> Seed {
    let mut bytes = [0; 4];
    let _ = getrandom::fill(&mut bytes);
    Seed(u64::from(u32::from_le_bytes(bytes)))
}

/// A place for one more game. Beyond the limit the oldest finished game of the person is deleted, and without one it is refused.
fn make_room(lab: &Lab, caller: &Caller, game: &str) -> Result<Made, Fault> {
    let owner = &caller.person.id;
    let most = lab.limits.games_per_person;
    let written = || Ok(lab.db.game_ids(owner)?);
    if let Some(made) = lab.making.begin(owner, game, most, written)? {
        return Ok(made);
    }
    let mut oldest = None;
    for id in lab.db.game_ids(owner)?.into_iter().rev() {
        let kept = lab.db.game(&id)?;
        if kept
            .is_some_and(|kept| Stored::read(&id, &kept.body).is_ok_and(|stored| stored.outcomes.is_some()))
        {
            oldest = Some(id);
            break;
        }
    }
    let Some(oldest) = oldest else {
        return Err(Fault::too_large(message!(
            "games-full",
            "at most {most} games can be in progress",
            most
        ))
        .at_field(RequestField::Spec, message!("delete-one", "delete one first")));
    };
    discard(lab, &oldest);
    lab.db.delete_game(&oldest)?;
    lab.making.begin(owner, game, usize::MAX, written)?.ok_or_else(Fault::internal)
}

/// The game of that name, to be changed by its owner.
pub(crate) fn find(lab: &Arc<Lab>, caller: &Caller, id: &str) -> Result<SharedRoom, Fault> {
    let shared = read(lab, caller, id)?;
    let missing = || Fault::not_found(Thing::Game, id);
    let room = lock(&shared);
    caller.person.change(&room.owner, room.is_shared, missing)?;
    drop(room);
    Ok(shared)
}

/// The game of that name, if the caller may read it; from disk if necessary.
pub(crate) fn read(lab: &Arc<Lab>, caller: &Caller, id: &str) -> Result<SharedRoom, Fault> {
    let missing = || Fault::not_found(Thing::Game, id);
    let open = lock(&lab.games).get(id).cloned();
    if let Some(shared) = open {
        let mut room = lock(&shared);
        room.used = Instant::now();
        let may = caller.person.may_read(&room.owner, room.is_shared);
        drop(room);
        return if may { Ok(shared) } else { Err(missing()) };
    }
    if !names::is_name(id, NAME) {
        return Err(missing());
    }
    let kept = lab.db.game(id)?.ok_or_else(missing)?;
    if !caller.person.may_read(&kept.owner, kept.shared) {
        return Err(missing());
    }
    let shared = Stored::read(id, &kept.body)?.restore(lab, &kept)?;
    let mut games = lock(&lab.games);
    let shared = games.entry(id.to_owned()).or_insert(shared).clone();
    drop(games);
    let mut room = lock(&shared);
    room.advance(lab, &shared);
    drop(room);
    Ok(shared)
}

/// Shares a game, or no longer does.
pub(crate) fn share(lab: &Arc<Lab>, caller: &Caller, id: &str, shared: bool) -> Result<(), Fault> {
    let game = find(lab, caller, id)?;
    let mut room = lock(&game);
    room.is_shared = shared;
    if !shared {
        // Whoever only watched it sees no more of it.
        let owner = Arc::clone(&room.owner);
        room.watchers.retain(|watcher| watcher.person.owns(&owner));
    }
    lab.commit.touch(id);
    room.send_state();
    Ok(())
}

/// Forgets the open games of a person.
pub(crate) fn discard_all(lab: &Lab, owner: &str) {
    let open: Vec<(String, SharedRoom)> =
        lock(&lab.games).iter().map(|(id, room)| (id.clone(), Arc::clone(room))).collect();
    for (id, _) in open.iter().filter(|(_, room)| *lock(room).owner == *owner) {
        discard(lab, id);
    }
}

/// Takes back a game that could not be kept.
pub(crate) fn discard(lab: &Lab, id: &str) {
    let room = lock(&lab.games).remove(id);
    if let Some(room) = room {
        let mut room = lock(&room);
        room.interrupt();
        room.deleted = true;
    }
}

pub(crate) fn open(lab: &Arc<Lab>, caller: &Caller, with: &OfGame) -> Result<OpenedGame, Fault> {
    let shared = read(lab, caller, &with.game)?;
    let mut room = lock(&shared);
    if let Some(outbox) = &caller.outbox {
        room.watchers.retain(|watcher| watcher.id != outbox.id && !watcher.is_gone());
        room.watchers.push(outbox.clone());
    }
    Ok(room.opened())
}

pub(crate) fn close(lab: &Arc<Lab>, caller: &Caller, with: &OfGame) -> Result<Nothing, Fault> {
    let shared = read(lab, caller, &with.game)?;
    if let Some(outbox) = &caller.outbox {
        lock(&shared).watchers.retain(|watcher| watcher.id != outbox.id);
    }
    Ok(Nothing {})
}

/// A connection has ended: it no longer watches any game.
pub(crate) fn leave(lab: &Lab, outbox: &Outbox) {
    let rooms: Vec<SharedRoom> = lock(&lab.games).values().cloned().collect();
    for shared in rooms {
        // Watchers that are gone are also removed when the next event is sent.
        if let Ok(mut room) = shared.try_lock() {
            room.watchers.retain(|watcher| watcher.id != outbox.id);
        }
    }
}

pub(crate) fn list(lab: &Arc<Lab>, caller: &Caller) -> Result<GameList, Fault> {
    let ids = lab.db.game_ids(&caller.person.id)?;
    let mut games: Vec<GameEntry> = Vec::new();
    let mut seen = Vec::new();
    let open: Vec<SharedRoom> = lock(&lab.games).values().cloned().collect();
    for shared in open {
        let room = lock(&shared);
        if room.owner == caller.person.id && !room.deleted {
            seen.push(room.id.clone());
            games.push(room.entry());
        }
    }
    for id in ids.iter().filter(|id| !seen.contains(id)) {
        // One that was deleted meanwhile is left out.
        let Some(kept) = lab.db.game(id)? else { continue };
        let Stored { record, title, players, outcomes, .. } = match Stored::read(&kept.id, &kept.body) {
            Ok(stored) => stored,
            Err(fault) => {
                tracing::error!(error = fault.message(), "left out of a list");
                continue;
            }
        };
        games.push(GameEntry {
            state: if outcomes.is_some() { Phase::Over } else { Phase::Waiting },
            id: kept.id,
            spec: record.game,
            title,
            players,
            seats: record.seats,
            plies: record.moves.len(),
            outcomes,
            changed: kept.changed,
            shared: kept.shared,
        });
    }
    games.sort_by_key(|entry| std::cmp::Reverse(entry.changed));
    Ok(GameList { games })
}

pub(crate) fn delete(lab: &Arc<Lab>, caller: &Caller, with: &OfGame) -> Result<Nothing, Fault> {
    let shared = find(lab, caller, &with.game)?;
    let mut room = lock(&shared);
    room.interrupt();
    room.deleted = true;
    drop(room);
    lock(&lab.games).remove(&with.game);
    lab.db.delete_game(&with.game)?;
    Ok(Nothing {})
}

pub(crate) fn export(lab: &Arc<Lab>, caller: &Caller, with: &OfGame) -> Result<ExportedGame, Fault> {
    let shared = read(lab, caller, &with.game)?;
    let room = lock(&shared);
    Ok(ExportedGame { line: room.record().line(), link: room.link() })
}
