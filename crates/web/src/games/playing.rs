//! What is done in a game: moves, taking them back, other seats, the end.

use std::sync::Arc;

use plylab_core::{Message, Name, Outcome, message};
use plylab_lab::live::Seat;
use serde::Deserialize;
use serde_json::{Value, json};

use super::score::Score;
use super::{Which, find, move_time};
use crate::dispatch::Caller;
use crate::fault::{Code, Fault};
use crate::json;
use crate::lab::{Lab, lock};
use crate::place::{seats, seed};

/// The most moves that may be asked for at once.
const STEPS: u32 = 64;

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
    let played = played.map(|played| played.action.clone());
    let action = match (played, table.broken()) {
        (Ok(action), _) => action,
        (Err(_), Some(fault)) => {
            table.fail(fault.clone());
            return Err(fault);
        }
        (Err(error), None) => return Err(Fault::illegal(&error)),
    };
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
