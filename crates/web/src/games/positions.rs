//! The positions of a game.

use std::sync::Arc;

use plylab_core::{AnyGame, AnyPosition, Message, message};
use plylab_service::protocol::{GamePlies, Position, Positions, RequestField};

use super::read;
use crate::dispatch::Caller;
use crate::fault::{Code, Fault};
use crate::lab::{Lab, lock};
use crate::limits::POSITIONS;
use crate::setup::Setup;

/// The position at `ply` of a game, by default the current one.
pub(crate) fn setup_at(
    lab: &Arc<Lab>,
    caller: &Caller,
    id: &str,
    ply: Option<usize>,
) -> Result<Setup, Fault> {
    let shared = read(lab, caller, id)?;
    let room = lock(&shared);
    let ply = ply.unwrap_or(room.live.ply());
    let position = room.live.at(ply).ok_or_else(|| room.no_ply(ply))??;
    let seats = room.live.seats().iter().map(|seat| seat.spec().cloned()).collect();
    Ok(Setup { spec: room.spec.clone(), game: Arc::clone(room.live.game()), seats, position, ply })
}

pub(crate) fn positions(lab: &Arc<Lab>, caller: &Caller, with: &GamePlies) -> Result<Positions, Fault> {
    let shared = read(lab, caller, &with.game)?;
    let (game, start, moves) = {
        let room = lock(&shared);
        let game = Arc::clone(room.live.game());
        (Arc::clone(&game), room.live.record().first_position(game.as_ref())?, room.live.moves().to_vec())
    };
    Ok(Positions { positions: between(game.as_ref(), start, &moves, with.from, with.to)? })
}

/// The positions from ply `from` to ply `to` of a game.
pub(crate) fn between(
    game: &dyn AnyGame,
    start: Box<dyn AnyPosition>,
    moves: &[impl AsRef<str>],
    from: usize,
    to: usize,
) -> Result<Vec<Position>, Fault> {
    if to > moves.len() {
        return Err(Fault::no_ply(to, moves.len()).at_field(RequestField::To, Message::range(0, moves.len())));
    }
    if from > to {
        let wrong = message!("plies-backwards", "plies {from} to {to} go backwards", from, to);
        return Err(Fault::new(Code::BadInput, wrong).at_field(RequestField::From, Message::range(0, to)));
    }
    if to - from >= POSITIONS {
        return Err(Fault::too_many(message!("positions", "positions"), POSITIONS));
    }
    let mut at = start;
    let mut positions = Vec::new();
    for ply in 0..=to {
        if ply > 0 {
            let played = at.play(moves[ply - 1].as_ref());
            played.map_err(|error| Fault::illegal(&error.at(Message::nth_move(ply))))?;
        }
        if ply >= from {
            positions.push(Position::of(game, at.as_ref(), ply));
        }
    }
    Ok(positions)
}
