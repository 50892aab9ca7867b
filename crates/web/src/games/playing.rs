//! Actions in a game: playing moves, taking them back, changing seats, resigning.

use std::sync::Arc;

use plylab_core::{Message, Name, Outcome, message};
use plylab_lab::live::Seat;
use plylab_lab::words::name_of;
use plylab_service::protocol::{
    AtPly, BackTo, ChangeSeats, Nothing, OfGame, PlayMove, PlayedMove, RequestField, Resign, RestartGame,
    Score, StepGame,
};

use super::{find, move_time, seated};
use crate::dispatch::Caller;
use crate::fault::{Code, Fault};
use crate::lab::{Lab, lock};
use crate::setup::seed;

/// Maximum number of moves per request.
const STEPS: u32 = 64;

pub(crate) fn play(lab: &Arc<Lab>, caller: &Caller, with: &PlayMove) -> Result<PlayedMove, Fault> {
    let shared = find(lab, caller, &with.game)?;
    let mut room = lock(&shared);
    let now = room.live.ply();
    if with.ply.is_some_and(|ply| ply != now) {
        return Err(Fault::new(
            Code::Conflict,
            message!("game-moved-on", "the game is already at ply {ply}", ply = now),
        ));
    }
    if room.outcomes.is_some() {
        return Err(Fault::new(Code::IllegalMove, message!("game-over", "the game is over")));
    }
    if !matches!(room.live.seat_to_move(), Some((_, Seat::Person))) {
        let who = name_of(room.live.game().as_ref(), room.live.turn());
        let wrong = message!(
            "not-your-turn",
            "{name} is to move, and no human plays that seat",
            name = Name::of(who)
        );
        return Err(Fault::new(Code::IllegalMove, wrong));
    }
    if now >= lab.limits.plies_per_game {
        return Err(Fault::too_long(lab.limits.plies_per_game));
    }
    let played = room.live.play(&with.action, None);
    let played = played.map(|played| played.action.clone());
    let action = match (played, room.game_failure()) {
        (Ok(action), _) => action,
        (Err(_), Some(fault)) => {
            room.fail(fault.clone());
            return Err(fault);
        }
        (Err(error), None) => return Err(Fault::illegal(&error)),
    };
    room.held = false;
    room.failure = None;
    room.moved(lab, &shared, None);
    Ok(PlayedMove { ply: now + 1, action })
}

pub(crate) fn step(lab: &Arc<Lab>, caller: &Caller, with: &StepGame) -> Result<Nothing, Fault> {
    let moves = with.moves.unwrap_or(1);
    if !(1..=STEPS).contains(&moves) {
        return Err(Fault::too_many(message!("moves", "moves"), STEPS)
            .at_field(RequestField::Moves, Message::range(1, STEPS)));
    }
    let shared = find(lab, caller, &with.game)?;
    let mut room = lock(&shared);
    room.steps = room.steps.saturating_add(moves).min(STEPS);
    let failed = room.failure.take().is_some();
    room.advance(lab, &shared);
    if failed || room.failure.is_some() {
        room.send_state();
    } else {
        room.send_phase();
    }
    Ok(Nothing {})
}

pub(crate) fn stop(lab: &Arc<Lab>, caller: &Caller, with: &OfGame) -> Result<Nothing, Fault> {
    let shared = find(lab, caller, &with.game)?;
    let mut room = lock(&shared);
    room.steps = 0;
    if let Some(thinking) = &room.thinking {
        thinking.stop();
    }
    Ok(Nothing {})
}

pub(crate) fn undo(lab: &Arc<Lab>, caller: &Caller, with: &OfGame) -> Result<AtPly, Fault> {
    let shared = find(lab, caller, &with.game)?;
    let mut room = lock(&shared);
    let Some(ply) = room.live.undo_ply() else {
        return Err(Fault::new(Code::Conflict, message!("nothing-to-undo", "there is nothing to take back")));
    };
    room.go_back(lab, ply)?;
    // Without a human, the agents would repeat the move at once.
    room.held = !room.live.has_person();
    room.advance(lab, &shared);
    room.send_state();
    Ok(AtPly { ply })
}

pub(crate) fn back(lab: &Arc<Lab>, caller: &Caller, with: &BackTo) -> Result<AtPly, Fault> {
    let shared = find(lab, caller, &with.game)?;
    let mut room = lock(&shared);
    room.go_back(lab, with.ply)?;
    room.held = true;
    room.advance(lab, &shared);
    room.send_state();
    Ok(AtPly { ply: with.ply })
}

pub(crate) fn restart(lab: &Arc<Lab>, caller: &Caller, with: &RestartGame) -> Result<Nothing, Fault> {
    let shared = find(lab, caller, &with.game)?;
    let mut room = lock(&shared);
    let new_seed = with.seed.as_deref().map(|text| seed(Some(text))).transpose()?;
    if let Some(names) = &with.seats {
        let new = seated(lab, room.live.game().as_ref(), names)?;
        if new != room.live.seats() {
            room.score = Score::new(new.len());
            room.live.reseat(new);
        }
    }
    room.begin_again(lab, new_seed)?;
    room.advance(lab, &shared);
    room.send_state();
    Ok(Nothing {})
}

pub(crate) fn swap(lab: &Arc<Lab>, caller: &Caller, with: &OfGame) -> Result<Nothing, Fault> {
    let shared = find(lab, caller, &with.game)?;
    let mut room = lock(&shared);
    if room.live.seats().len() != 2 {
        return Err(Fault::no_swapping());
    }
    let swapped: Vec<String> = room.seat_names().iter().rev().cloned().collect();
    let swapped = seated(lab, room.live.game().as_ref(), &swapped)?;
    room.live.reseat(swapped);
    room.score.swap();
    room.begin_again(lab, None)?;
    room.advance(lab, &shared);
    room.send_state();
    Ok(Nothing {})
}

pub(crate) fn reseat(lab: &Arc<Lab>, caller: &Caller, with: &ChangeSeats) -> Result<Nothing, Fault> {
    let shared = find(lab, caller, &with.game)?;
    let mut room = lock(&shared);
    if with.time.is_some() {
        room.time = move_time(lab, with.time)?;
    }
    if with.nodes.is_some() {
        room.nodes = with.nodes;
    }
    if let Some(names) = &with.seats {
        let new = seated(lab, room.live.game().as_ref(), names)?;
        room.live.reseat(new);
        if with.auto.is_none() {
            room.auto = room.live.has_person();
        }
    }
    if let Some(auto) = with.auto {
        room.auto = auto;
    }
    room.interrupt();
    room.reset_agents();
    room.failure = None;
    room.held = false;
    room.advance(lab, &shared);
    room.send_state();
    lab.commit.touch(&room.id);
    Ok(Nothing {})
}

pub(crate) fn resign(lab: &Arc<Lab>, caller: &Caller, with: &Resign) -> Result<Nothing, Fault> {
    let shared = find(lab, caller, &with.game)?;
    let mut room = lock(&shared);
    if room.outcomes.is_some() {
        return Err(Fault::new(Code::Conflict, message!("game-over", "the game is over")));
    }
    if room.live.seats().len() != 2 {
        return Err(Fault::no_resigning());
    }
    if room.live.seats().get(usize::from(with.player)) != Some(&Seat::Person) {
        return Err(Fault::new(Code::BadInput, message!("no-person-there", "no human plays that seat"))
            .at_field(
                RequestField::Player,
                message!("name-persons-seat", "give the seat of a human, counted from 0"),
            ));
    }
    room.interrupt();
    room.resigned = Some(with.player);
    let outcome = |seat: u8| if seat == with.player { Outcome::Loss } else { Outcome::Win };
    room.finish(lab, vec![outcome(0), outcome(1)]);
    Ok(Nothing {})
}
