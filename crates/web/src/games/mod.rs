//! Games in progress: what can be asked of them.

mod record;
mod score;
mod table;

use std::sync::{Arc, Mutex};

use plylab_core::{AnyGame, AnyPosition, Message, Name, Outcome, Seed, message};
use plylab_lab::live::{Beginning, LiveGame, Seat};
use serde::Deserialize;
use serde_json::{Value, json};

use self::record::Record;
use self::score::Score;
pub(crate) use self::table::Table;
use crate::dispatch::Caller;
use crate::fault::{Code, Fault};
use crate::lab::{Lab, Outbox, lock};
use crate::limits::POSITIONS;
use crate::place::{GivenFiles, Place, seats, seed};
use crate::{json, names};

/// A game that several threads look at.
pub(crate) type SharedTable = Arc<Mutex<Table>>;

/// Letters in the name of a game.
pub(crate) const NAME: usize = 16;

/// Milliseconds for a move unless told otherwise.
const USUAL_TIME: u64 = 10_000;

/// The most moves that may be asked for at once.
const STEPS: u32 = 64;

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

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Play {
    game: String,
    action: String,
    ply: Option<usize>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Step {
    game: String,
    moves: Option<u32>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Back {
    game: String,
    ply: usize,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Restart {
    game: String,
    seats: Option<Vec<String>>,
    seed: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Reseat {
    game: String,
    seats: Option<Vec<String>>,
    auto: Option<bool>,
    time: Option<u64>,
    nodes: Option<u64>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Resign {
    game: String,
    player: u8,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Range {
    game: String,
    from: usize,
    to: usize,
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

/// The position at `ply` of a game, or where it is now.
pub(crate) fn place(lab: &Arc<Lab>, caller: &Caller, id: &str, ply: Option<usize>) -> Result<Place, Fault> {
    let shared = find(lab, caller, id)?;
    let table = lock(&shared);
    let ply = ply.unwrap_or(table.live.ply());
    let position = table.live.at(ply).ok_or_else(|| table.no_ply(ply))??;
    Ok(Place { game: Arc::clone(table.live.game()), position, ply })
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

pub(crate) fn play(lab: &Arc<Lab>, caller: &Caller, with: &Play) -> Result<Value, Fault> {
    let shared = find(lab, caller, &with.game)?;
    let mut table = lock(&shared);
    let now = table.live.ply();
    if with.ply.is_some_and(|ply| ply != now) {
        return Err(Fault::new(
            Code::Conflict,
            message!("game-moved-on", "the game is at ply {ply} already", ply = now),
        ));
    }
    if table.outcomes.is_some() {
        return Err(Fault::new(Code::IllegalMove, message!("game-over", "the game is over")));
    }
    if !matches!(table.live.seat_to_move(), Some((_, Seat::Person))) {
        let who = json::name_of(table.live.game().as_ref(), table.live.turn());
        let wrong = message!(
            "not-your-turn",
            "it is the turn of {name}, and no person has that seat",
            name = Name::of(who)
        );
        return Err(Fault::new(Code::IllegalMove, wrong));
    }
    if now >= lab.limits.plies_per_game {
        return Err(Fault::too_long(lab.limits.plies_per_game));
    }
    let played = table.live.play(&with.action, None);
    let action = played.map_err(|error| Fault::illegal(&error))?.action.clone();
    table.held = false;
    table.failure = None;
    table.moved(lab, &shared, None);
    Ok(json!({ "ply": now + 1, "action": action }))
}

pub(crate) fn step(lab: &Arc<Lab>, caller: &Caller, with: &Step) -> Result<Value, Fault> {
    let moves = with.moves.unwrap_or(1);
    if !(1..=STEPS).contains(&moves) {
        return Err(
            Fault::too_many(message!("moves", "moves"), STEPS).at_field("moves", Message::range(1, STEPS))
        );
    }
    let shared = find(lab, caller, &with.game)?;
    let mut table = lock(&shared);
    table.steps = table.steps.saturating_add(moves).min(STEPS);
    table.failure = None;
    table.advance(lab, &shared);
    table.tell();
    Ok(json!({}))
}

pub(crate) fn stop(lab: &Arc<Lab>, caller: &Caller, with: &Which) -> Result<Value, Fault> {
    let shared = find(lab, caller, &with.game)?;
    let mut table = lock(&shared);
    table.steps = 0;
    if let Some(thinking) = &table.thinking {
        thinking.stop();
    }
    Ok(json!({}))
}

pub(crate) fn undo(lab: &Arc<Lab>, caller: &Caller, with: &Which) -> Result<Value, Fault> {
    let shared = find(lab, caller, &with.game)?;
    let mut table = lock(&shared);
    let Some(ply) = table.live.undo_ply() else {
        return Err(Fault::new(Code::Conflict, message!("nothing-to-undo", "there is nothing to take back")));
    };
    table.go_back(lab, ply)?;
    // Where only agents play, they would make the same move again at once.
    table.held = !table.live.has_person();
    table.advance(lab, &shared);
    table.tell();
    Ok(json!({ "ply": ply }))
}

pub(crate) fn back(lab: &Arc<Lab>, caller: &Caller, with: &Back) -> Result<Value, Fault> {
    let shared = find(lab, caller, &with.game)?;
    let mut table = lock(&shared);
    table.go_back(lab, with.ply)?;
    table.held = true;
    table.advance(lab, &shared);
    table.tell();
    Ok(json!({ "ply": with.ply }))
}

pub(crate) fn restart(lab: &Arc<Lab>, caller: &Caller, with: &Restart) -> Result<Value, Fault> {
    let shared = find(lab, caller, &with.game)?;
    let mut table = lock(&shared);
    let new_seed = with.seed.as_deref().map(|text| seed(Some(text))).transpose()?;
    if let Some(names) = &with.seats {
        let new = seats(table.live.game().as_ref(), names, &lab.limits)?;
        if new != table.live.seats() {
            table.score = Score::new(new.len());
            table.live.reseat(new);
        }
    }
    table.begin_again(lab, new_seed)?;
    table.advance(lab, &shared);
    table.tell();
    Ok(json!({}))
}

pub(crate) fn swap(lab: &Arc<Lab>, caller: &Caller, with: &Which) -> Result<Value, Fault> {
    let shared = find(lab, caller, &with.game)?;
    let mut table = lock(&shared);
    if table.live.seats().len() != 2 {
        return Err(Fault::no_sides());
    }
    let swapped: Vec<String> = table.seat_names().into_iter().rev().collect();
    let swapped = seats(table.live.game().as_ref(), &swapped, &lab.limits)?;
    table.live.reseat(swapped);
    table.score.swap();
    table.begin_again(lab, None)?;
    table.advance(lab, &shared);
    table.tell();
    Ok(json!({}))
}

pub(crate) fn reseat(lab: &Arc<Lab>, caller: &Caller, with: &Reseat) -> Result<Value, Fault> {
    let shared = find(lab, caller, &with.game)?;
    let mut table = lock(&shared);
    if with.time.is_some() {
        table.time = move_time(lab, with.time)?;
    }
    if with.nodes.is_some() {
        table.nodes = with.nodes;
    }
    if let Some(names) = &with.seats {
        let new = seats(table.live.game().as_ref(), names, &lab.limits)?;
        table.live.reseat(new);
        if with.auto.is_none() {
            table.auto = table.live.has_person();
        }
    }
    if let Some(auto) = with.auto {
        table.auto = auto;
    }
    table.interrupt();
    table.forget_agents();
    table.failure = None;
    table.held = false;
    table.advance(lab, &shared);
    table.tell();
    lab.touch(&table.id);
    Ok(json!({}))
}

pub(crate) fn resign(lab: &Arc<Lab>, caller: &Caller, with: &Resign) -> Result<Value, Fault> {
    let shared = find(lab, caller, &with.game)?;
    let mut table = lock(&shared);
    if table.outcomes.is_some() {
        return Err(Fault::new(Code::Conflict, message!("game-over", "the game is over")));
    }
    if table.live.seats().len() != 2 {
        return Err(Fault::no_resigning());
    }
    if table.live.seats().get(usize::from(with.player)) != Some(&Seat::Person) {
        return Err(Fault::new(Code::BadInput, message!("no-person-there", "no person has that seat"))
            .at_field("player", message!("name-persons-seat", "name the seat of a person, from 0")));
    }
    table.interrupt();
    table.resigned = Some(with.player);
    let outcome = |place: u8| if place == with.player { Outcome::Loss } else { Outcome::Win };
    table.finish(lab, vec![outcome(0), outcome(1)]);
    Ok(json!({}))
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

pub(crate) fn positions(lab: &Arc<Lab>, caller: &Caller, with: &Range) -> Result<Value, Fault> {
    let shared = find(lab, caller, &with.game)?;
    let (game, start, moves) = {
        let table = lock(&shared);
        let game = Arc::clone(table.live.game());
        (Arc::clone(&game), table.live.beginning().position(game.as_ref())?, table.live.actions())
    };
    Ok(json!({ "positions": between(game.as_ref(), start, &moves, with.from, with.to)? }))
}

/// The positions from ply `from` to ply `to` of a game.
pub(crate) fn between(
    game: &dyn AnyGame,
    start: Box<dyn AnyPosition>,
    moves: &[String],
    from: usize,
    to: usize,
) -> Result<Vec<Value>, Fault> {
    if to > moves.len() {
        return Err(Fault::no_ply(to, moves.len()).at_field("to", Message::range(0, moves.len())));
    }
    if from > to {
        let wrong = message!("plies-backwards", "plies {from} to {to} go backwards", from, to);
        return Err(Fault::new(Code::BadInput, wrong).at_field("from", Message::range(0, to)));
    }
    if to - from >= POSITIONS {
        return Err(Fault::too_many(message!("positions", "positions"), POSITIONS));
    }
    let mut at = start;
    let mut told = Vec::new();
    for ply in 0..=to {
        if ply > 0 {
            let played = at.play(&moves[ply - 1]);
            played.map_err(|error| Fault::illegal(&error.at(Message::nth_move(ply))))?;
        }
        if ply >= from {
            told.push(json::position(game, at.as_ref(), ply));
        }
    }
    Ok(told)
}

pub(crate) fn export(lab: &Arc<Lab>, caller: &Caller, with: &Which) -> Result<Value, Fault> {
    let shared = find(lab, caller, &with.game)?;
    let table = lock(&shared);
    Ok(json!({ "line": table.line().map(|line| json!(line).to_string()), "link": table.link() }))
}
