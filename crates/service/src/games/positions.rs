//! The positions of a game.

use std::sync::Arc;

use plylab_core::{AnyGame, AnyPosition, Message, message};

use super::read;
use crate::dispatch::Caller;
use crate::protocol::{Code, Fault, GamePlies, Position, Positions, RequestField};
use crate::setup::Setup;
use crate::{Service, lock};

/// Maximum number of positions per answer.
pub(crate) const POSITIONS: usize = 100;

/// The position at `ply` of a game, by default the current one.
pub(crate) fn setup_at(
    service: &Arc<Service>,
    caller: &Caller,
    id: &str,
    ply: Option<usize>,
) -> Result<Setup, Fault> {
    let shared = read(service, caller, id)?;
    let room = lock(&shared);
    let ply = ply.unwrap_or(room.table.live.ply());
    let position = room.table.live.at(ply).ok_or_else(|| room.table.no_ply(ply))??;
    let seats = room.table.live.seats().iter().map(|seat| seat.spec().cloned()).collect();
    Ok(Setup { spec: room.spec.clone(), game: Arc::clone(room.table.live.game()), seats, position, ply })
}

pub(crate) fn positions(
    service: &Arc<Service>,
    caller: &Caller,
    with: &GamePlies,
) -> Result<Positions, Fault> {
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
        let wrong = message!("plies-backwards", "plies {from} to {to} go backwards");
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
            played.map_err(|error| Fault::illegal(error.at(Message::nth_move(ply))))?;
        }
        if ply >= from {
            positions.push(Position::of(game, at.as_ref(), ply));
        }
    }
    Ok(positions)
}
