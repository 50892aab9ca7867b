//! Requests that change a game: playing moves, taking them back, changing seats, resigning.

use std::sync::Arc;

use plylab_core::message;

use super::table::{GameTable, STEPS};
use super::{find, move_time, seated};
use crate::dispatch::Caller;
use crate::protocol::{
    AtPly, BackTo, ChangeSeats, Fault, OfGame, PlayMove, PlayedMove, RequestField, Resign, RestartGame,
    Result, StepGame,
};
use crate::setup::{seed, within};
use crate::{Service, lock};

pub(crate) fn play(service: &Arc<Service>, caller: &Caller, with: &PlayMove) -> Result<PlayedMove> {
    let shared = find(service, caller, &with.game)?;
    let mut room = lock(&shared);
    let had_failed = room.table.has_failed();
    let played = room.table.person_moves(&with.action, with.ply, service.limits.plies_per_game);
    let action = played.inspect_err(|_| {
        if !had_failed && room.table.has_failed() {
            room.send_state();
        }
    })?;
    let ply = room.table.live.ply();
    room.moved(service, &shared, None);
    Ok(PlayedMove { ply, action })
}

pub(crate) fn step(service: &Arc<Service>, caller: &Caller, with: &StepGame) -> Result<()> {
    let too_many = |_| Fault::too_many(message!("moves", "moves"), STEPS);
    let moves = within(RequestField::Moves, with.moves, 1, STEPS, too_many)?;
    let shared = find(service, caller, &with.game)?;
    let mut room = lock(&shared);
    let had_failed = room.table.ask_for(moves);
    room.advance(service, &shared);
    if had_failed || room.table.has_failed() {
        room.send_state();
    } else {
        room.send_phase();
    }
    Ok(())
}

pub(crate) fn stop(service: &Arc<Service>, caller: &Caller, with: &OfGame) -> Result<()> {
    lock(&*find(service, caller, &with.game)?).hurry();
    Ok(())
}

pub(crate) fn undo(service: &Arc<Service>, caller: &Caller, with: &OfGame) -> Result<AtPly> {
    let shared = find(service, caller, &with.game)?;
    let ply = lock(&shared).change(service, &shared, GameTable::undo)?;
    Ok(AtPly { ply })
}

pub(crate) fn back(service: &Arc<Service>, caller: &Caller, with: &BackTo) -> Result<AtPly> {
    let shared = find(service, caller, &with.game)?;
    lock(&shared).change(service, &shared, |table| table.go_back(with.ply))?;
    Ok(AtPly { ply: with.ply })
}

pub(crate) fn restart(service: &Arc<Service>, caller: &Caller, with: &RestartGame) -> Result<()> {
    let shared = find(service, caller, &with.game)?;
    let seed = with.seed.as_deref().map(|text| seed(Some(text))).transpose()?;
    lock(&shared).change(service, &shared, |table| {
        let game = Arc::clone(table.live.game());
        let seats = with.seats.as_ref().map(|names| seated(service, game.as_ref(), names)).transpose()?;
        table.restart(seats, seed)
    })
}

pub(crate) fn swap(service: &Arc<Service>, caller: &Caller, with: &OfGame) -> Result<()> {
    let shared = find(service, caller, &with.game)?;
    lock(&shared).change(service, &shared, |table| {
        if table.live.seats().len() != 2 {
            return Err(Fault::no_swapping());
        }
        let swapped: Vec<String> = table.live.record().seats.iter().rev().cloned().collect();
        let swapped = seated(service, table.live.game().as_ref(), &swapped)?;
        table.swap(swapped)
    })
}

pub(crate) fn reseat(service: &Arc<Service>, caller: &Caller, with: &ChangeSeats) -> Result<()> {
    let shared = find(service, caller, &with.game)?;
    lock(&shared).change(service, &shared, |table| {
        let time = with.time.map(|time| move_time(service, Some(time))).transpose()?;
        if let Some(names) = &with.seats {
            let seats = seated(service, table.live.game().as_ref(), names)?;
            table.live.reseat(seats);
        }
        let play = &mut table.play;
        play.time = time.unwrap_or(play.time);
        play.nodes = with.nodes.or(play.nodes);
        let by_seats = with.seats.is_some().then(|| table.live.has_person());
        play.auto = with.auto.or(by_seats).unwrap_or(play.auto);
        table.continue_anew();
        Ok(())
    })
}

pub(crate) fn resign(service: &Arc<Service>, caller: &Caller, with: &Resign) -> Result<()> {
    let shared = find(service, caller, &with.game)?;
    let mut room = lock(&shared);
    let outcomes = room.table.resign(with.player)?;
    room.interrupt();
    room.finish(service, outcomes);
    Ok(())
}
