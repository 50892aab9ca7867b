//! Requests about a position: its picture, a variation, its evaluation.

use std::sync::Arc;

use plylab_core::{AgentId, Listing, Message, Turn, Value as Worth, message, total};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::dispatch::Caller;
use crate::fault::{Code, Fault};
use crate::lab::Lab;
use crate::setup::{PositionRequest, Setup};
use crate::{games, json};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Show {
    at: PositionRequest,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Line {
    at: PositionRequest,
    moves: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Explain {
    at: PositionRequest,
    eval: Option<String>,
    player: Option<u8>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Judge {
    at: PositionRequest,
    eval: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Reach {
    at: PositionRequest,
    moves: u32,
}

/// The position that `at` names.
pub(crate) fn find(lab: &Arc<Lab>, caller: &Caller, at: &PositionRequest) -> Result<Setup, Fault> {
    match &at.game {
        Some(game) => {
            if at.spec.is_some() || at.position.is_some() || !at.moves.is_empty() || !at.files.is_empty() {
                return Err(Fault::new(
                    Code::BadRequest,
                    message!("two-positions-given", "'at' names two positions"),
                )
                .at_field("at", message!("give-game-or-spec", "give 'game' or 'spec'")));
            }
            games::setup_at(lab, caller, game, at.ply)
        }
        None => at.open(lab),
    }
}

pub(crate) fn show(lab: &Arc<Lab>, caller: &Caller, with: &Show) -> Result<Value, Fault> {
    let Setup { game, position, ply, .. } = find(lab, caller, &with.at)?;
    let shown = json::position(game.as_ref(), position.as_ref(), ply);
    let (backdrop, report) = (game.backdrop(), position.report());
    Ok(json!({ "position": shown, "players": game.info().agents, "backdrop": backdrop, "report": report }))
}

pub(crate) fn line(lab: &Arc<Lab>, caller: &Caller, with: &Line) -> Result<Value, Fault> {
    let setup = find(lab, caller, &with.at)?;
    let game = Arc::clone(&setup.game);
    let (positions, moves) = setup.along(&with.moves)?;
    let shown: Vec<Value> =
        positions.iter().map(|(at, ply)| json::position(game.as_ref(), at.as_ref(), *ply)).collect();
    Ok(json!({ "positions": shown, "moves": moves, "backdrop": game.backdrop() }))
}

/// The requested evaluation, or the first one of the game.
fn eval_name(asked: Option<&String>, evals: &[Listing], what: &str) -> Result<String, Fault> {
    match (asked, evals.first()) {
        (Some(name), _) => Ok(name.clone()),
        (None, Some(first)) => Ok(first.name.to_string()),
        (None, None) => {
            Err(Fault::new(Code::BadInput, message!("no-evaluation", "this game has no {what}", what)))
        }
    }
}

pub(crate) fn explain(lab: &Arc<Lab>, caller: &Caller, with: &Explain) -> Result<Value, Fault> {
    let Setup { game, position, .. } = find(lab, caller, &with.at)?;
    let eval = eval_name(with.eval.as_ref(), &game.evals(), "evaluation")?;
    let player = with.player.map(AgentId).or(position.turn().agent()).unwrap_or(AgentId::FIRST);
    if player.index() >= game.info().agents.len() {
        return Err(Fault::new(
            Code::BadInput,
            message!("no-player", "there is no player {player}", player = player.index()),
        )
        .at_field("player", Message::range(0, game.info().agents.len() - 1)));
    }
    let terms = position.explain(&eval, player)?;
    let sum = total(&terms);
    let shown: Vec<Value> =
        terms.iter().map(|term| json!({ "name": term.name, "value": json::number(term.value) })).collect();
    Ok(json!({
        "eval": eval, "player": player, "name": json::name_of(game.as_ref(), Turn::Agent(player)),
        "terms": shown, "total": json::number(sum), "value": Worth::score(player, sum),
    }))
}

pub(crate) fn judge(lab: &Arc<Lab>, caller: &Caller, with: &Judge) -> Result<Value, Fault> {
    let Setup { game, position, .. } = find(lab, caller, &with.at)?;
    let eval = eval_name(with.eval.as_ref(), &game.action_evals(), "evaluation of actions")?;
    let actions: Vec<Value> = position
        .explain_actions(&eval)?
        .iter()
        .map(|(action, terms)| {
            let shown: Vec<Value> = terms
                .iter()
                .map(|term| json!({ "name": term.name, "value": json::number(term.value) }))
                .collect();
            json!({ "action": action, "terms": shown, "total": json::number(total(terms)) })
        })
        .collect();
    let turn = position.turn();
    Ok(
        json!({ "eval": eval, "player": turn, "name": json::name_of(game.as_ref(), turn), "actions": actions }),
    )
}

pub(crate) fn heat(lab: &Arc<Lab>, caller: &Caller, with: &Judge) -> Result<Value, Fault> {
    let Setup { game, position, .. } = find(lab, caller, &with.at)?;
    let eval = eval_name(with.eval.as_ref(), &game.evals(), "evaluation")?;
    let cells = position.heat(&eval)?;
    let ends = |pick: fn(f64, f64) -> f64, from: f64| cells.iter().map(|cell| cell.value).fold(from, pick);
    let (min, max) = (ends(f64::min, f64::INFINITY), ends(f64::max, f64::NEG_INFINITY));
    let shown: Vec<Value> = cells
        .iter()
        .map(|cell| json!({ "x": cell.x, "y": cell.y, "value": json::number(cell.value) }))
        .collect();
    Ok(json!({ "eval": eval, "cells": shown, "min": json::number(min), "max": json::number(max) }))
}

/// The maximum number of moves that agents are followed for.
const FARTHEST: u32 = 20;

pub(crate) fn reach(lab: &Arc<Lab>, caller: &Caller, with: &Reach) -> Result<Value, Fault> {
    if !(1..=FARTHEST).contains(&with.moves) {
        return Err(Fault::too_large(message!(
            "moves-too-far",
            "{moves} moves is out of range",
            moves = with.moves
        ))
        .at_field("moves", Message::range(1, FARTHEST)));
    }
    let Setup { position, .. } = find(lab, caller, &with.at)?;
    Ok(json!({ "ghosts": position.reach(with.moves)? }))
}
