//! What is seen of a game: its positions.

use std::sync::Arc;

use plylab_core::{AnyGame, AnyPosition, Message, message};
use serde::Deserialize;
use serde_json::{Value, json};

use super::find;
use crate::dispatch::Caller;
use crate::fault::{Code, Fault};
use crate::json;
use crate::lab::{Lab, lock};
use crate::limits::POSITIONS;
use crate::place::Place;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Range {
    game: String,
    from: usize,
    to: usize,
}

/// The position at `ply` of a game, or where it is now.
pub(crate) fn place(lab: &Arc<Lab>, caller: &Caller, id: &str, ply: Option<usize>) -> Result<Place, Fault> {
    let shared = find(lab, caller, id)?;
    let table = lock(&shared);
    let ply = ply.unwrap_or(table.live.ply());
    let position = table.live.at(ply).ok_or_else(|| table.no_ply(ply))??;
    Ok(Place { game: Arc::clone(table.live.game()), position, ply })
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
