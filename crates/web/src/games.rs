//! Games in progress: who sits where, what was played, and whose turn it is to think.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};

use plylab_core::{
    AgentId, AnyGame, AnyPlayer, AnyPosition, InputError, Outcome, Rng, Seed, Spec, StopFlag, Thought, Turn,
};
use plylab_lab::GameLine;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::dispatch::Caller;
use crate::fault::{Code, Fault};
use crate::json::{Brief, Position};
use crate::keeper::now;
use crate::lab::{Lab, Outbox, broadcast, lock};
use crate::limits::POSITIONS;
use crate::place::{GivenFiles, Place, Seat, seats, seed};
use crate::pool::Class;
use crate::{json, memory, names, replays};

/// A game that several threads look at.
pub(crate) type SharedTable = Arc<Mutex<Table>>;

/// Letters in the name of a game.
pub(crate) const NAME: usize = 16;

/// What a win is worth on the score bar.
const WIN_POINTS: u64 = 1000;

/// Milliseconds for a move unless somebody says otherwise.
const USUAL_TIME: u64 = 10_000;

/// The most moves that may be asked for at once.
const STEPS: u32 = 64;

/// What the games since the table was set up came to.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Score {
    games: u64,
    wins: Vec<u64>,
    draws: u64,
    points: Vec<u64>,
}

/// A move that was made.
#[derive(Clone, Debug)]
struct Played {
    by: Turn,
    action: String,
    /// What an agent thought of it.
    thought: Option<Brief>,
}

/// What is told of a move.
#[derive(Serialize)]
struct Moved<'a> {
    event: &'static str,
    game: &'a str,
    revision: u64,
    ply: usize,
    by: Turn,
    action: &'a str,
    position: Position,
    state: State,
    undo: Option<usize>,
    thought: Option<Value>,
}

/// How far a game is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum State {
    Person,
    Thinking,
    Waiting,
    Over,
    Failed,
}

/// What is written down of a game; everything else follows from it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Record {
    spec: String,
    title: String,
    players: Vec<String>,
    seats: Vec<String>,
    files: GivenFiles,
    seed: u64,
    start: Option<String>,
    time: u64,
    nodes: Option<u64>,
    auto: bool,
    /// How many games were begun before this one.
    begun: u64,
    /// How often agents were given a fresh start in it.
    restarts: u64,
    moves: Vec<String>,
    /// What agents thought of them; empty if nobody did.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    thoughts: Vec<Option<Brief>>,
    score: Score,
    resigned: Option<u8>,
    outcomes: Option<Vec<String>>,
    replay: Option<String>,
    held: bool,
    revision: u64,
}

/// A game in progress.
pub(crate) struct Table {
    id: String,
    session: Arc<str>,
    spec: Spec,
    files: GivenFiles,
    game: Arc<dyn AnyGame>,
    seats: Vec<Seat>,
    seed: Seed,
    start: Option<String>,
    time: u64,
    nodes: Option<u64>,
    auto: bool,
    begun: u64,
    restarts: u64,
    position: Box<dyn AnyPosition>,
    moves: Vec<Played>,
    players: Vec<Option<Box<dyn AnyPlayer>>>,
    dice: Rng,
    /// The flag of the search under way, if one is.
    thinking: Option<StopFlag>,
    /// Grows whenever a search under way is no longer wanted.
    epoch: u64,
    /// Moves that agents were asked for.
    steps: u32,
    /// Do agents wait although they would move by themselves?
    held: bool,
    failure: Option<Fault>,
    resigned: Option<u8>,
    outcomes: Option<Vec<Outcome>>,
    score: Score,
    replay: Option<String>,
    revision: u64,
    changed: i64,
    deleted: bool,
    watchers: Vec<Outbox>,
}

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
        Some(_) => Err(Fault::too_large("that is not a time to think")
            .because("bad-time")
            .value("most", most)
            .at_field("time", &format!("use 1 to {most} milliseconds"))),
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
    let (spec, game) = lab.shelf.open(&with.spec, &with.files, &lab.limits)?;
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
    let mut table = Table {
        id: names::fresh(NAME),
        session: Arc::clone(&caller.session),
        spec,
        files: with.files,
        position: game.start(seed.child("start")),
        dice: seed.child("dice").rng(),
        score: Score { wins: vec![0; seats.len()], points: vec![0; seats.len()], ..Score::default() },
        game,
        seats,
        seed,
        start: with.position,
        time,
        nodes: with.nodes,
        auto,
        begun: 0,
        restarts: 0,
        moves: Vec::new(),
        players: Vec::new(),
        thinking: None,
        epoch: 0,
        steps: 0,
        held: false,
        failure: None,
        resigned: None,
        outcomes: None,
        replay: None,
        revision: 0,
        changed: now(),
        deleted: false,
        watchers: Vec::new(),
    };
    table.set_up(&with.moves)?;
    caller.remember(lab)?;
    table.watchers.extend(caller.outbox.clone());
    let id = table.id.clone();
    let shared = Arc::new(Mutex::new(table));
    lock(&lab.games).insert(id.clone(), Arc::clone(&shared));
    lab.touch(&id);
    let mut table = lock(&shared);
    table.advance(lab, &shared);
    Ok(json!({ "game": table.json() }))
}

/// Seeds that nobody chose are small enough to be typed.
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
        let finished = kept.iter().rev().find(|kept| {
            serde_json::from_str::<Record>(&kept.body).is_ok_and(|record| record.outcomes.is_some())
        });
        let Some(oldest) = finished else {
            return Err(Fault::too_large(format!("there are {own} games in progress already"))
                .because("games-full")
                .value("most", lab.limits.games_per_session)
                .at_field("spec", "delete one first"));
        };
        lock(&lab.games).remove(&oldest.id);
        lab.keeper.forget_game(&oldest.id)?;
    }
    if all >= lab.limits.games_in_total {
        return Err(Fault::new(Code::Busy, "the lab is full of games, try again later").because("lab-full"));
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
    let record: Record = serde_json::from_str(&body)
        .map_err(|error| Fault::new(Code::Internal, format!("the game '{id}' cannot be read: {error}")))?;
    let shared = Arc::new(Mutex::new(Table::restore(lab, id, caller, record)?));
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
    let ply = ply.unwrap_or(table.moves.len());
    let game = Arc::clone(&table.game);
    Ok(Place { game, position: table.at(ply)?, ply })
}

pub(crate) fn open(lab: &Arc<Lab>, caller: &Caller, with: &Which) -> Result<Value, Fault> {
    let shared = find(lab, caller, &with.game)?;
    let mut table = lock(&shared);
    if let Some(outbox) = &caller.outbox {
        table.watchers.retain(|watcher| watcher.id != outbox.id && !watcher.is_gone());
        table.watchers.push(outbox.clone());
    }
    Ok(json!({ "game": table.json() }))
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
        let Ok(record) = serde_json::from_str::<Record>(&kept.body) else { continue };
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
    if with.ply.is_some_and(|ply| ply != table.moves.len()) {
        let now = table.moves.len();
        return Err(Fault::new(Code::Conflict, format!("the game is at ply {now} already"))
            .because("game-moved-on")
            .value("ply", now));
    }
    if table.outcomes.is_some() {
        return Err(Fault::new(Code::IllegalMove, "the game is over").because("game-over"));
    }
    let turn = table.position.turn();
    if turn.agent().and_then(|agent| table.seats.get(agent.index())) != Some(&Seat::Person) {
        let who = json::name_of(table.game.as_ref(), turn);
        return Err(Fault::new(
            Code::IllegalMove,
            format!("it is the turn of {who}, and no person has that seat"),
        )
        .because("not-your-turn")
        .value("name", who));
    }
    if table.moves.len() >= lab.limits.plies_per_game {
        return Err(Fault::too_long(lab.limits.plies_per_game));
    }
    let action = table.position.play(&with.action).map_err(|error| Fault::illegal(&error, &with.action))?;
    table.held = false;
    table.failure = None;
    let ply = table.moves.len() + 1;
    table.moved(lab, &shared, turn, action.clone(), None);
    Ok(json!({ "ply": ply, "action": action }))
}

pub(crate) fn step(lab: &Arc<Lab>, caller: &Caller, with: &Step) -> Result<Value, Fault> {
    let moves = with.moves.unwrap_or(1);
    if !(1..=STEPS).contains(&moves) {
        return Err(Fault::too_large(format!("{moves} moves cannot be asked for at once"))
            .because("too-many")
            .value("what", "moves")
            .value("most", STEPS)
            .at_field("moves", &format!("use 1 to {STEPS}")));
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
    let Some(ply) = table.undo_ply() else {
        return Err(Fault::new(Code::Conflict, "there is nothing to take back").because("nothing-to-undo"));
    };
    table.go_back(lab, ply)?;
    // Where only agents play, they would make the same move again at once.
    table.held = !table.seats.contains(&Seat::Person);
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
        let new = seats(table.game.as_ref(), names, &lab.limits)?;
        if new != table.seats {
            table.seats = new;
            let count = table.seats.len();
            table.score = Score { wins: vec![0; count], points: vec![0; count], ..Score::default() };
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
    if table.seats.len() != 2 {
        return Err(Fault::only_for_two("can change sides"));
    }
    let swapped: Vec<String> = table.seats.iter().rev().map(Seat::to_string).collect();
    table.seats = seats(table.game.as_ref(), &swapped, &lab.limits)?;
    table.score.wins.reverse();
    table.score.points.reverse();
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
        table.seats = seats(table.game.as_ref(), names, &lab.limits)?;
        if with.auto.is_none() {
            table.auto = table.seats.contains(&Seat::Person);
        }
    }
    if let Some(auto) = with.auto {
        table.auto = auto;
    }
    table.interrupt();
    table.restarts += 1;
    table.players.clear();
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
        return Err(Fault::new(Code::Conflict, "the game is over").because("game-over"));
    }
    if table.seats.len() != 2 {
        return Err(Fault::only_for_two("can be given up"));
    }
    if table.seats.get(usize::from(with.player)) != Some(&Seat::Person) {
        return Err(Fault::new(Code::BadInput, "no person has that seat")
            .because("no-person-there")
            .at_field("player", "name the seat of a person, from 0"));
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
        let moves: Vec<String> = table.moves.iter().map(|played| played.action.clone()).collect();
        (Arc::clone(&table.game), table.first()?, moves)
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
    if from > to || to > moves.len() {
        return Err(Fault::new(Code::BadInput, format!("there are no plies {from} to {to}"))
            .because("no-such-ply")
            .value("ply", to)
            .value("last", moves.len())
            .at_field("from", &format!("use 0 to {}", moves.len())));
    }
    if to - from >= POSITIONS {
        return Err(Fault::too_large(format!("at most {POSITIONS} positions are told at once"))
            .because("too-many")
            .value("what", "positions")
            .value("most", POSITIONS));
    }
    let mut at = start;
    let mut told = Vec::new();
    for ply in 0..=to {
        if ply > 0 {
            let played = at.play(&moves[ply - 1]);
            played.map_err(|error| Fault::illegal(&error.at(format!("move {ply}")), &moves[ply - 1]))?;
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

impl Table {
    fn game_seed(&self) -> Seed {
        if self.begun == 0 { self.seed } else { self.seed.child("game").nth(self.begun) }
    }

    /// Where the game begins.
    fn first(&self) -> Result<Box<dyn AnyPosition>, InputError> {
        match &self.start {
            Some(text) => self.game.position(text),
            None => Ok(self.game.start(self.game_seed().child("start"))),
        }
    }

    /// Puts everything where it is after these moves.
    fn set_up(&mut self, moves: &[String]) -> Result<(), Fault> {
        let mut position = self.first()?;
        let mut dice = self.game_seed().child("dice").rng();
        let mut played = Vec::with_capacity(moves.len());
        for (number, action) in moves.iter().enumerate() {
            let by = position.turn();
            if by == Turn::Chance {
                // The dice have shown something already; the next throw is another.
                position.roll(&mut dice);
            }
            let action = position
                .play(action)
                .map_err(|error| Fault::illegal(&error.at(format!("move {}", number + 1)), action))?;
            played.push(Played { by, action, thought: None });
        }
        self.position = position;
        self.dice = dice;
        self.moves = played;
        self.players.clear();
        Ok(())
    }

    fn no_ply(&self, ply: usize) -> Fault {
        Fault::new(Code::BadInput, format!("the game has no ply {ply}"))
            .because("no-such-ply")
            .value("ply", ply)
            .value("last", self.moves.len())
            .at_field("ply", &format!("use 0 to {}", self.moves.len()))
    }

    /// What agents thought of the moves; empty if nobody did.
    fn thoughts(&self) -> Vec<Option<Brief>> {
        if self.moves.iter().all(|played| played.thought.is_none()) {
            return Vec::new();
        }
        self.moves.iter().map(|played| played.thought.clone()).collect()
    }

    /// The other way round, as far as there are moves.
    fn recall(&mut self, thoughts: Vec<Option<Brief>>) {
        for (played, thought) in self.moves.iter_mut().zip(thoughts) {
            played.thought = thought;
        }
    }

    /// The position at a ply.
    fn at(&self, ply: usize) -> Result<Box<dyn AnyPosition>, Fault> {
        if ply == self.moves.len() {
            return Ok(self.position.boxed_clone());
        }
        let moves = self.moves.get(..ply).ok_or_else(|| self.no_ply(ply))?;
        let mut position = self.first()?;
        for played in moves {
            position.play(&played.action)?;
        }
        Ok(position)
    }

    /// Megabytes that its agents hold on to.
    fn remembered(&self) -> u64 {
        let own = |seat: &Seat| match seat {
            Seat::Person => 0,
            Seat::Agent(spec) => memory::megabytes(self.game.as_ref(), spec),
        };
        self.seats.iter().map(own).sum()
    }

    /// Its agents begin anew with their next move.
    pub fn forget_players(&mut self) {
        self.restarts += 1;
        self.players.clear();
    }

    /// A search under way is no longer wanted.
    fn interrupt(&mut self) {
        self.epoch += 1;
        self.steps = 0;
        if let Some(thinking) = self.thinking.take() {
            thinking.stop();
        }
    }

    fn undo_ply(&self) -> Option<usize> {
        let is_person = |played: &Played| {
            played.by.agent().and_then(|agent| self.seats.get(agent.index())) == Some(&Seat::Person)
        };
        if self.seats.contains(&Seat::Person) {
            self.moves.iter().rposition(is_person)
        } else {
            self.moves.len().checked_sub(1)
        }
    }

    fn go_back(&mut self, lab: &Lab, ply: usize) -> Result<(), Fault> {
        if ply > self.moves.len() {
            return Err(self.no_ply(ply));
        }
        self.interrupt();
        self.uncount(lab);
        let moves: Vec<String> = self.moves[..ply].iter().map(|played| played.action.clone()).collect();
        let thoughts = self.thoughts();
        self.restarts += 1;
        self.failure = None;
        self.set_up(&moves)?;
        self.recall(thoughts);
        lab.touch(&self.id);
        Ok(())
    }

    fn begin_again(&mut self, lab: &Lab, seed: Option<Seed>) -> Result<(), Fault> {
        self.interrupt();
        match seed {
            Some(seed) => (self.seed, self.begun) = (seed, 0),
            None => self.begun += 1,
        }
        self.restarts = 0;
        self.failure = None;
        self.resigned = None;
        self.outcomes = None;
        self.replay = None;
        self.held = false;
        self.set_up(&[])?;
        lab.touch(&self.id);
        Ok(())
    }

    /// Goes on until a person is to move, an agent thinks, or nothing is left to do.
    fn advance(&mut self, lab: &Arc<Lab>, shared: &SharedTable) {
        if self.outcomes.is_some() || self.thinking.is_some() || self.deleted || lab.closing.is_stopped() {
            return;
        }
        match self.position.turn() {
            Turn::Over => {
                let ended = json::outcomes(self.game.as_ref(), self.position.as_ref()).unwrap_or_default();
                self.finish(lab, ended);
            }
            Turn::Chance => {
                if !(self.may_move() && self.has_room(lab)) {
                    return;
                }
                if let Some(action) = self.position.roll(&mut self.dice)
                    && let Ok(action) = self.position.play(&action)
                {
                    self.spend();
                    self.moved(lab, shared, Turn::Chance, action, None);
                }
            }
            Turn::Agent(agent) => {
                if let Some(Seat::Agent(spec)) = self.seats.get(agent.index()).cloned()
                    && self.may_move()
                    && self.has_room(lab)
                {
                    self.think(lab, shared, agent, &spec);
                }
            }
        }
    }

    fn may_move(&self) -> bool {
        self.failure.is_none() && (self.steps > 0 || (self.auto && !self.held))
    }

    fn has_room(&mut self, lab: &Lab) -> bool {
        let room = self.moves.len() < lab.limits.plies_per_game;
        if !room {
            self.failure = Some(Fault::too_long(lab.limits.plies_per_game));
        }
        room
    }

    fn spend(&mut self) {
        self.steps = self.steps.saturating_sub(1);
    }

    /// Lets an agent think on another thread.
    fn think(&mut self, lab: &Arc<Lab>, shared: &SharedTable, agent: AgentId, spec: &Spec) {
        self.players.resize_with(self.seats.len(), || None);
        let own = self.game_seed().child("agent").nth(u64::from(agent.0));
        let own = if self.restarts == 0 { own } else { own.nth(self.restarts) };
        let player = match self.players.get_mut(agent.index()).and_then(Option::take) {
            Some(player) => Ok(player),
            None => self.game.player(spec, agent, own),
        };
        let mut player = match player {
            Ok(player) => player,
            Err(error) => return self.fail(error.into()),
        };
        let stop = StopFlag::default();
        let budget = lab.budget(self.time, self.nodes, &stop);
        let (position, epoch) = (self.position.boxed_clone(), self.epoch);
        let (shared, inner) = (Arc::clone(shared), Arc::clone(lab));
        let submitted = lab.pool.submit(Class::Move, &self.session, stop.clone(), move || {
            if inner.closing.is_stopped() {
                return;
            }
            let thought = catch_unwind(AssertUnwindSafe(|| player.think(position.as_ref(), &budget)));
            let mut table = lock(&shared);
            // Moves of a lab that closes are made when it opens again.
            if table.epoch != epoch || inner.closing.is_stopped() {
                return;
            }
            table.thinking = None;
            match thought {
                Ok(Ok(thought)) => {
                    if let Some(place) = table.players.get_mut(agent.index()) {
                        *place = Some(player);
                    }
                    inner.residents.settle(&inner, &table.id, table.remembered());
                    table.agent_moves(&inner, &shared, agent, &thought);
                }
                Ok(Err(error)) => table.fail(error.into()),
                Err(_) => {
                    let who = json::name_of(table.game.as_ref(), Turn::Agent(agent));
                    let fault = Fault::new(Code::Internal, format!("{who} broke down"));
                    table.fail(fault.because("agent-broke-down").value("name", who));
                }
            }
        });
        match submitted {
            Ok(()) => self.thinking = Some(stop),
            Err(fault) => self.fail(fault),
        }
    }

    fn agent_moves(&mut self, lab: &Arc<Lab>, shared: &SharedTable, agent: AgentId, thought: &Thought) {
        match self.position.play(&thought.decision.action) {
            Ok(action) => {
                self.spend();
                self.moved(lab, shared, Turn::Agent(agent), action, Some(thought));
            }
            Err(error) => self.fail(Fault::of(Code::Internal, &error)),
        }
    }

    fn fail(&mut self, why: Fault) {
        self.failure = Some(why);
        self.steps = 0;
        self.tell();
    }

    /// A move was made: it is told, and the game goes on.
    fn moved(
        &mut self,
        lab: &Arc<Lab>,
        shared: &SharedTable,
        by: Turn,
        action: String,
        thought: Option<&Thought>,
    ) {
        self.moves.push(Played { by, action: action.clone(), thought: thought.and_then(Brief::of) });
        self.revision += 1;
        self.changed = now();
        let (revision, ply) = (self.revision, self.moves.len());
        let watched = self.watchers.iter().any(|watcher| !watcher.is_gone());
        let position =
            watched.then(|| Position::of(self.game.as_ref(), self.position.as_ref(), self.moves.len()));
        // Who moves next is found out before it is told, but what happens then is told after it.
        let next = if self.position.turn() == Turn::Over { State::Over } else { self.state_after() };
        if let Some(position) = position {
            let event = Moved {
                event: "moved",
                game: &self.id,
                revision,
                ply,
                by,
                action: &action,
                position,
                state: next,
                undo: self.undo_ply(),
                thought: thought.map(json::thought),
            };
            broadcast(&mut self.watchers, &event);
        }
        lab.touch(&self.id);
        self.advance(lab, shared);
    }

    /// What the state will be once the game has gone on from here.
    fn state_after(&self) -> State {
        match self.position.turn() {
            Turn::Over => State::Over,
            Turn::Agent(agent) if self.seats.get(agent.index()) == Some(&Seat::Person) => State::Person,
            Turn::Agent(_) | Turn::Chance if self.may_move() => State::Thinking,
            Turn::Agent(_) | Turn::Chance => State::Waiting,
        }
    }

    fn state(&self) -> State {
        if self.outcomes.is_some() {
            State::Over
        } else if self.failure.is_some() {
            State::Failed
        } else if self.thinking.is_some() {
            State::Thinking
        } else {
            self.state_after()
        }
    }

    /// The game is over: it is counted and kept.
    fn finish(&mut self, lab: &Lab, outcomes: Vec<Outcome>) {
        self.score.games += 1;
        for (place, outcome) in outcomes.iter().enumerate() {
            if *outcome == Outcome::Win {
                self.score.wins[place] += 1;
                self.score.points[place] += WIN_POINTS;
            }
        }
        self.score.draws += u64::from(!outcomes.contains(&Outcome::Win) && outcomes.contains(&Outcome::Draw));
        self.outcomes = Some(outcomes);
        self.steps = 0;
        let id = names::fresh(NAME);
        if replays::keep(lab, &id, &self.session, &self.replay_body()).is_ok() {
            self.replay = Some(id);
        }
        self.changed = now();
        lab.touch(&self.id);
        self.tell();
    }

    /// A finished game goes on after all: it is no longer counted.
    fn uncount(&mut self, lab: &Lab) {
        let Some(outcomes) = self.outcomes.take() else { return };
        self.score.games -= 1;
        for (place, outcome) in outcomes.iter().enumerate() {
            if *outcome == Outcome::Win {
                self.score.wins[place] -= 1;
                self.score.points[place] -= WIN_POINTS;
            }
        }
        self.score.draws -= u64::from(!outcomes.contains(&Outcome::Win) && outcomes.contains(&Outcome::Draw));
        self.resigned = None;
        if let Some(replay) = self.replay.take() {
            let _ = lab.keeper.forget_replay(&replay, &self.session);
        }
    }

    /// Tells everybody how the game stands.
    fn tell(&mut self) {
        self.revision += 1;
        let event = json!({ "event": "game", "game": self.json() });
        broadcast(&mut self.watchers, &event);
    }

    fn seat_names(&self) -> Vec<String> {
        self.seats.iter().map(Seat::to_string).collect()
    }

    fn entry(&self) -> Value {
        json!({
            "id": self.id, "spec": self.spec, "title": self.game.info().title, "players": self.game.info().agents,
            "seats": self.seat_names(), "state": self.state(), "plies": self.moves.len(), "outcomes": self.outcomes,
            "changed": self.changed,
        })
    }

    fn json(&self) -> Value {
        let moves: Vec<Value> = (1..)
            .zip(&self.moves)
            .map(|(ply, played): (usize, &Played)| {
                let thought = played.thought.as_ref().map(Brief::json);
                json!({ "ply": ply, "by": played.by, "action": played.action, "thought": thought })
            })
            .collect();
        json!({
            "id": self.id, "spec": self.spec, "title": self.game.info().title, "players": self.game.info().agents,
            "seats": self.seat_names(), "seed": self.game_seed().to_string(), "start": self.start, "files": self.files,
            "time": self.time, "nodes": self.nodes, "auto": self.auto, "state": self.state(),
            "failure": self.failure.as_ref().map(|fault| &fault.message), "fault": self.failure, "moves": moves,
            "position": json::position(self.game.as_ref(), self.position.as_ref(), self.moves.len()),
            "outcomes": self.outcomes, "resigned": self.resigned, "score": self.score, "undo": self.undo_ply(),
            "replay": self.replay, "revision": self.revision,
        })
    }

    fn link(&self) -> Value {
        json!({
            "spec": self.spec, "seed": self.game_seed().to_string(), "position": self.start,
            "moves": self.moves.iter().map(|played| played.action.as_str()).collect::<Vec<&str>>(),
            "files": self.files, "seats": self.seat_names(),
        })
    }

    fn replay_body(&self) -> replays::Body {
        let words = |outcomes: &Vec<Outcome>| outcomes.iter().map(ToString::to_string).collect();
        replays::Body {
            spec: self.spec.to_string(),
            title: self.game.info().title.to_owned(),
            players: self.game.info().agents.clone(),
            seats: self.seat_names(),
            seed: self.game_seed().0,
            start: self.start.clone(),
            files: self.files.clone(),
            moves: self.moves.iter().map(|played| played.action.clone()).collect(),
            thoughts: self.thoughts(),
            outcomes: self.outcomes.as_ref().map(words).unwrap_or_default(),
            resigned: self.resigned,
            ending: None,
        }
    }

    /// The game as a line of JSON; none if it does not begin as such lines do.
    fn line(&self) -> Option<GameLine> {
        replays::line(&self.id, &self.replay_body(), self.position.as_ref())
    }

    /// What is written down, unless it was deleted.
    pub fn kept(&self) -> Option<(String, String, i64, String)> {
        if self.deleted {
            return None;
        }
        let record = Record {
            spec: self.spec.to_string(),
            title: self.game.info().title.to_owned(),
            players: self.game.info().agents.clone(),
            seats: self.seat_names(),
            files: self.files.clone(),
            seed: self.seed.0,
            start: self.start.clone(),
            time: self.time,
            nodes: self.nodes,
            auto: self.auto,
            begun: self.begun,
            restarts: self.restarts,
            moves: self.moves.iter().map(|played| played.action.clone()).collect(),
            thoughts: self.thoughts(),
            score: self.score.clone(),
            resigned: self.resigned,
            outcomes: self
                .outcomes
                .as_ref()
                .map(|outcomes| outcomes.iter().map(ToString::to_string).collect()),
            replay: self.replay.clone(),
            held: self.held,
            revision: self.revision,
        };
        let body = serde_json::to_string(&record).ok()?;
        Some((self.id.clone(), self.session.to_string(), self.changed, body))
    }

    fn restore(lab: &Lab, id: &str, caller: &Caller, record: Record) -> Result<Table, Fault> {
        let (spec, game) = lab.shelf.open(&record.spec, &record.files, &lab.limits)?;
        let outcome = |word: &String| match word.as_str() {
            "win" => Outcome::Win,
            "loss" => Outcome::Loss,
            _ => Outcome::Draw,
        };
        let seed = Seed(record.seed);
        let mut table = Table {
            id: id.to_owned(),
            session: Arc::clone(&caller.session),
            spec,
            seats: seats(game.as_ref(), &record.seats, &lab.limits)?,
            position: game.start(seed.child("start")),
            dice: seed.rng(),
            game,
            files: record.files,
            seed,
            start: record.start,
            time: record.time,
            nodes: record.nodes,
            auto: record.auto,
            begun: record.begun,
            // What agents knew is gone.
            restarts: record.restarts + 1,
            moves: Vec::new(),
            players: Vec::new(),
            thinking: None,
            epoch: 0,
            steps: 0,
            held: record.held,
            failure: None,
            resigned: record.resigned,
            outcomes: record.outcomes.as_ref().map(|words| words.iter().map(outcome).collect()),
            score: record.score,
            replay: record.replay,
            revision: record.revision + 1,
            changed: now(),
            deleted: false,
            watchers: Vec::new(),
        };
        table.set_up(&record.moves)?;
        table.recall(record.thoughts);
        Ok(table)
    }
}
