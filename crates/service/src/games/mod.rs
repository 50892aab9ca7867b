//! Games in progress: creating, finding, listing and deleting them, and their positions. Actions in a game are in `playing`.

mod keeping;
mod playing;
mod room;
mod table;

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard};

use plylab_core::{AnyGame, GameRecord, MoveRecord, Seed, message};
use plylab_lab::live::{LiveGame, Seat};

use self::keeping::Stored;
pub(crate) use self::playing::{back, play, reseat, resign, restart, step, stop, swap, undo};
pub use self::room::MoveTask;
pub(crate) use self::room::{Room, make_move};
use self::table::{GameTable, Play};
use crate::dispatch::Caller;
use crate::host::StoredItem;
use crate::memory::{Use, of_seats};
use crate::positions::between;
use crate::protocol::{
    CreateGame, ExportedGame, Fault, GameEntry, GameList, GamePlies, OfGame, OpenedGame, Phase, Positions,
    RequestField, Result, Score,
};
use crate::setup::{GameSetup, seats, seed};
use crate::{Service, admin, lock, names};

/// A game shared by several threads.
pub(crate) type SharedRoom = Arc<Mutex<Room>>;

/// The games in memory, and the names of those that are being made.
#[derive(Default)]
pub(crate) struct Games {
    rooms: Mutex<HashMap<String, SharedRoom>>,
    making: Arc<Making>,
    /// Replays of finished games that are not stored yet. The lock is held while they are being stored: every replay is found
    /// either here or then in the store.
    finished: Mutex<Vec<StoredItem>>,
}

impl Games {
    fn rooms(&self) -> MutexGuard<'_, HashMap<String, SharedRoom>> {
        lock(&self.rooms)
    }

    /// The game of that name, if it is in memory.
    pub fn get(&self, id: &str) -> Option<SharedRoom> {
        self.rooms().get(id).cloned()
    }

    /// The wanted replays of finished games that are not stored yet, the latest last.
    pub fn finished(&self, is_wanted: impl Fn(&StoredItem) -> bool) -> Vec<StoredItem> {
        lock(&self.finished).iter().filter(|replay| is_wanted(replay)).cloned().collect()
    }

    /// All games in memory.
    fn all(&self) -> Vec<SharedRoom> {
        self.rooms().values().cloned().collect()
    }
}

/// The names of games that are being made, by owner: they have their places before they are written.
#[derive(Default)]
pub(crate) struct Making(Mutex<HashMap<Arc<str>, HashSet<String>>>);

/// The place of a game that is being made, until it is dropped.
pub(crate) struct Made {
    making: Arc<Making>,
    owner: Arc<str>,
    /// Its name.
    pub game: String,
}

impl Making {
    /// A place for one more game of an owner who may have `most`. `written` gives the names of the stored games: one whose
    /// place is still held counts once. No place is taken or given back meanwhile.
    pub fn begin(
        self: &Arc<Making>,
        owner: &Arc<str>,
        game: &str,
        most: usize,
        written: impl FnOnce() -> Result<Vec<String>>,
    ) -> Result<Option<Made>> {
        let mut making = lock(&self.0);
        let written = written()?;
        let own = making.get(owner).into_iter().flatten();
        let unwritten = own.filter(|game| !written.contains(game)).count();
        if written.len() + unwritten >= most {
            return Ok(None);
        }
        making.entry(Arc::clone(owner)).or_default().insert(game.to_owned());
        Ok(Some(Made { making: Arc::clone(self), owner: Arc::clone(owner), game: game.to_owned() }))
    }
}

impl Drop for Made {
    fn drop(&mut self) {
        let mut making = lock(&self.making.0);
        if let Some(own) = making.get_mut(&self.owner) {
            own.remove(&self.game);
            if own.is_empty() {
                making.remove(&self.owner);
            }
        }
    }
}

/// Letters in the name of a game.
pub(crate) const NAME: usize = 16;

/// Default milliseconds per move.
const DEFAULT_TIME: u64 = 10_000;

fn limited_time(time: Option<u64>, most: u64) -> Result<u64> {
    match time {
        None => Ok(DEFAULT_TIME),
        Some(time) if (1..=most).contains(&time) => Ok(time),
        Some(_) => Err(Fault::too_large(message!("bad-time", "the time must be 1 to {most} milliseconds"))
            .in_field(RequestField::Time)),
    }
}

/// Milliseconds per move, within the limits.
pub(crate) fn move_time(service: &Service, time: Option<u64>) -> Result<u64> {
    limited_time(time, service.limits.move_time)
}

/// Milliseconds per analysis lane, within the limits.
pub(crate) fn analysis_time(service: &Service, time: Option<u64>) -> Result<u64> {
    limited_time(time, service.limits.analysis_time)
}

/// Creates a game. It has its place among those of the person as long as `made` is held; from then on it must be kept.
pub(crate) fn create(
    service: &Arc<Service>,
    caller: &Caller,
    with: CreateGame,
    made: &mut Option<Made>,
) -> Result<OpenedGame> {
    let (spec, game) = service.open(&caller.person.id, &with.spec, &with.files)?;
    let seats = seated(service, game.as_ref(), &with.seats)?;
    let time = move_time(service, with.time)?;
    service.check_length(with.moves.len())?;
    admin::check_disk(service, &caller.person)?;
    let id = service.fresh_name("", NAME);
    let place = make_room(service, caller, &id)?;
    let seed = match &with.seed {
        Some(text) => seed(Some(text))?,
        // Small enough to be typed.
        None => {
            let mut bytes = [0; 4];
            service.host.random(&mut bytes);
            Seed(u32::from_le_bytes(bytes).into())
        }
    };
    let auto = with.auto.unwrap_or_else(|| seats.contains(&Seat::Person));
    let record = GameRecord {
        files: with.files,
        start: with.position,
        moves: with.moves.into_iter().map(MoveRecord::from).collect(),
        ..GameRecord::new(spec.to_string(), seed)
    };
    record.first_position(game.as_ref())?;
    let live = LiveGame::new(game, seats, record).map_err(Fault::illegal)?;
    let score = Score::new(live.seats().len());
    let play = Play { time, nodes: with.nodes, auto, score, ..Play::default() };
    let owner = Arc::clone(&caller.person.id);
    let mut room = Room::new(service, id.clone(), owner, spec, GameTable::new(live, play));
    watch(&mut room, caller);
    room.take_memory(service, false)?;
    let shared = Arc::new(Mutex::new(room));
    service.games.rooms().insert(id.clone(), Arc::clone(&shared));
    service.store().touch(&id);
    let mut room = lock(&shared);
    room.advance(service, &shared);
    *made = Some(place);
    Ok(room.opened())
}

/// Who plays which seat, if the lab has the memory for their agents.
fn seated(service: &Service, game: &dyn AnyGame, names: &[String]) -> Result<Vec<Seat>> {
    let seats = seats(game, names, &service.limits)?;
    service.memory.check(Use::Agents, of_seats(game, &seats))?;
    Ok(seats)
}

/// A place for one more game. Beyond the limit the oldest finished game of the person is deleted, and without one it is refused.
fn make_room(service: &Service, caller: &Caller, game: &str) -> Result<Made> {
    let owner = &caller.person.id;
    let most = service.limits.games_per_person;
    let written = || service.store().game_ids(owner);
    if let Some(made) = service.games.making.begin(owner, game, most, written)? {
        return Ok(made);
    }
    let mut oldest = None;
    for id in service.store().game_ids(owner)?.into_iter().rev() {
        let kept = service.store().game(&id)?;
        if kept.is_some_and(|kept| {
            Stored::read(&id, &kept.body).is_ok_and(|stored| stored.play.outcomes.is_some())
        }) {
            oldest = Some(id);
            break;
        }
    }
    let Some(oldest) = oldest else {
        return Err(Fault::too_large(message!("games-full", "at most {most} games can be in progress"))
            .at_field(RequestField::Spec, message!("delete-one", "delete one first")));
    };
    discard(service, &oldest);
    service.store().delete_game(&oldest)?;
    service.games.making.begin(owner, game, usize::MAX, written)?.ok_or_else(Fault::internal)
}

/// The game of that name, to be changed by its owner.
pub(crate) fn find(service: &Arc<Service>, caller: &Caller, id: &str) -> Result<SharedRoom> {
    let shared = read(service, caller, id)?;
    let missing = || Fault::not_found(message!("a-game", "game"), id);
    let room = lock(&shared);
    caller.person.change(&room.owner, room.is_shared, missing)?;
    drop(room);
    Ok(shared)
}

/// The game of that name, if the caller may read it; from disk if necessary.
pub(crate) fn read(service: &Arc<Service>, caller: &Caller, id: &str) -> Result<SharedRoom> {
    let missing = || Fault::not_found(message!("a-game", "game"), id);
    if let Some(shared) = service.games.get(id) {
        let mut room = lock(&shared);
        room.used = service.now();
        let may = caller.person.may_read(&room.owner, room.is_shared);
        drop(room);
        return if may { Ok(shared) } else { Err(missing()) };
    }
    if !names::is_name(id, NAME) {
        return Err(missing());
    }
    let kept = service.store().game(id)?.ok_or_else(missing)?;
    if !caller.person.may_read(&kept.owner, kept.shared) {
        return Err(missing());
    }
    let shared = Stored::read(id, &kept.body)?.restore(service, &kept)?;
    let shared = Arc::clone(service.games.rooms().entry(id.to_owned()).or_insert(shared));
    let mut room = lock(&shared);
    room.advance(service, &shared);
    drop(room);
    Ok(shared)
}

/// Shares a game, or no longer does.
pub(crate) fn share(service: &Arc<Service>, caller: &Caller, id: &str, shared: bool) -> Result<()> {
    let game = find(service, caller, id)?;
    let mut room = lock(&game);
    room.is_shared = shared;
    if !shared {
        let owner = Arc::clone(&room.owner);
        room.watchers.keep_owner(&owner);
    }
    service.store().touch(id);
    room.send_state();
    Ok(())
}

/// Forgets the open games of a person.
pub(crate) fn discard_all(service: &Service, owner: &str) {
    let rooms = service.games.all().into_iter();
    let theirs = rooms.filter_map(|room| {
        let room = lock(&room);
        (*room.owner == *owner).then(|| room.id.clone())
    });
    theirs.for_each(|id| discard(service, &id));
}

/// Removes a game from memory without storing it.
pub(crate) fn discard(service: &Service, id: &str) {
    let room = service.games.rooms().remove(id);
    if let Some(room) = room {
        lock(&room).delete();
    }
}

pub(crate) fn open(service: &Arc<Service>, caller: &Caller, with: &OfGame) -> Result<OpenedGame> {
    let shared = read(service, caller, &with.game)?;
    let mut room = lock(&shared);
    watch(&mut room, caller);
    // Its agents may have rested.
    room.advance(service, &shared);
    Ok(room.opened())
}

/// Sends a client the events of a game until it closes the game or leaves.
fn watch(room: &mut Room, caller: &Caller) {
    if caller.outbox.is_some() {
        room.watchers.add(caller);
        lock(&caller.watched).insert(room.id.clone());
    }
}

pub(crate) fn close(service: &Arc<Service>, caller: &Caller, with: &OfGame) -> Result<()> {
    let shared = read(service, caller, &with.game)?;
    lock(&shared).leave(caller.connection);
    lock(&caller.watched).remove(&with.game);
    Ok(())
}

/// A client is gone: it no longer watches any game.
pub(crate) fn leave(service: &Service, caller: &Caller) {
    for id in std::mem::take(&mut *lock(&caller.watched)) {
        if let Some(room) = service.games.get(&id) {
            lock(&room).leave(caller.connection);
        }
    }
}

pub(crate) fn list(service: &Arc<Service>, caller: &Caller) -> Result<GameList> {
    let ids = service.store().game_ids(&caller.person.id)?;
    let mut games: Vec<GameEntry> = Vec::new();
    let mut seen = Vec::new();
    for shared in service.games.all() {
        let room = lock(&shared);
        if room.owner == caller.person.id && !room.is_deleted {
            seen.push(room.id.clone());
            games.push(room.entry());
        }
    }
    for id in ids.iter().filter(|id| !seen.contains(id)) {
        // One that was deleted meanwhile is left out.
        let Some(kept) = service.store().game(id)? else { continue };
        let Stored { record, title, players, play, .. } = match Stored::read(&kept.id, &kept.body) {
            Ok(stored) => stored,
            Err(fault) => {
                tracing::error!(error = fault.message(), "left out of a list");
                continue;
            }
        };
        let StoredItem { id, changed, shared, .. } = kept;
        let GameRecord { game: spec, seats, moves, .. } = record;
        let state = if play.outcomes.is_some() { Phase::Over } else { Phase::Waiting };
        let (plies, outcomes) = (moves.len(), play.outcomes);
        games.push(GameEntry { id, spec, title, players, seats, state, plies, outcomes, changed, shared });
    }
    games.sort_by_key(|entry| std::cmp::Reverse(entry.changed));
    Ok(GameList { games })
}

pub(crate) fn delete(service: &Arc<Service>, caller: &Caller, with: &OfGame) -> Result<()> {
    let shared = find(service, caller, &with.game)?;
    lock(&shared).delete();
    service.games.rooms().remove(&with.game);
    service.store().delete_game(&with.game)
}

pub(crate) fn export(service: &Arc<Service>, caller: &Caller, with: &OfGame) -> Result<ExportedGame> {
    let shared = read(service, caller, &with.game)?;
    let room = lock(&shared);
    Ok(ExportedGame { line: room.record().line(), link: room.link() })
}

/// The position at `ply` of a game, by default the current one.
pub(crate) fn setup_at(
    service: &Arc<Service>,
    caller: &Caller,
    id: &str,
    ply: Option<usize>,
) -> Result<GameSetup> {
    let shared = read(service, caller, id)?;
    let room = lock(&shared);
    let ply = ply.unwrap_or(room.table.live.ply());
    let position = room.table.live.at(ply).ok_or_else(|| room.table.no_ply(ply))??;
    let seats = room.table.live.seats().iter().map(|seat| seat.spec().cloned()).collect();
    Ok(GameSetup { spec: room.spec.clone(), game: Arc::clone(room.table.live.game()), seats, position, ply })
}

pub(crate) fn positions(service: &Arc<Service>, caller: &Caller, with: &GamePlies) -> Result<Positions> {
    let shared = read(service, caller, &with.game)?;
    let (game, start, moves) = {
        let room = lock(&shared);
        let game = Arc::clone(room.table.live.game());
        (
            Arc::clone(&game),
            room.table.live.record().first_position(game.as_ref())?,
            room.table.live.moves().to_vec(),
        )
    };
    Ok(Positions { positions: between(game.as_ref(), start, &moves, with.from, with.to)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_counts_once_whether_it_is_written_or_not() {
        let (making, ann) = (Arc::<Making>::default(), Arc::from("ann"));
        let begin = |game: &str, written: &[&str]| {
            let written = written.iter().map(|&game| game.to_owned()).collect();
            making.begin(&ann, game, 2, || Ok(written)).unwrap()
        };
        let first = begin("1", &[]).unwrap();
        // Written, and its place not given back yet.
        let second = begin("2", &["1"]).unwrap();
        assert!(begin("3", &["1"]).is_none() && begin("3", &["1", "2"]).is_none());
        drop((first, second));
        assert!(begin("3", &["1", "2"]).is_none() && lock(&making.0).is_empty());
        assert!(begin("3", &["1"]).is_some());
    }
}
