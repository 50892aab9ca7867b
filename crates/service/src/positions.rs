//! Requests about a position: its picture, a variation, its evaluation.

use std::sync::Arc;

use plylab_core::{AgentId, AnyGame, AnyPosition, Listing, Message, Turn, Value, message, scene, total};
use plylab_lab::words::name_of;

use crate::dispatch::Caller;
use crate::protocol::{
    At, Code, EvaluatePosition, ExplainPosition, Explained, Fault, Heat, HeatCell, Judged, JudgedActions,
    Num, OfPosition, Position, ReachFrom, Reached, RequestField, Result, ShownLine, ShownPosition, ShownTerm,
    Variation,
};
use crate::setup::GameSetup;
use crate::{Service, games};

/// Maximum number of positions per answer.
pub(crate) const POSITIONS: usize = 100;

/// Maximum number of moves of a variation.
const LINE: usize = 200;

/// The position that `at` names.
pub(crate) fn find(service: &Arc<Service>, caller: &Caller, at: &At) -> Result<GameSetup> {
    let unclear = |wrong| {
        Fault::new(Code::BadRequest, wrong)
            .at_field(RequestField::At, message!("give-game-or-spec", "give 'game' or 'spec'"))
    };
    let elsewhere = at.spec.is_some() || at.position.is_some();
    match (&at.game, &at.spec) {
        (Some(_), _) if elsewhere || !at.moves.is_empty() || !at.files.is_empty() => {
            Err(unclear(message!("two-positions-given", "'at' names two positions")))
        }
        (Some(game), _) => games::setup_at(service, caller, game, at.ply),
        (None, _) if at.ply.is_some() => {
            Err(Fault::new(Code::BadRequest, message!("ply-needs-game", "'ply' needs 'game'")))
        }
        (None, Some(spec)) => GameSetup::open(service, &caller.person.id, spec, at),
        (None, None) => Err(unclear(message!("no-position-given", "'at' names no position"))),
    }
}

pub(crate) fn show(service: &Arc<Service>, caller: &Caller, with: &OfPosition) -> Result<ShownPosition> {
    let GameSetup { game, position, ply, .. } = find(service, caller, &with.at)?;
    Ok(ShownPosition {
        position: Position::of(game.as_ref(), position.as_ref(), ply),
        players: game.info().agents.clone(),
        backdrop: game.backdrop(),
        report: position.report(),
    })
}

pub(crate) fn line(service: &Arc<Service>, caller: &Caller, with: &Variation) -> Result<ShownLine> {
    let GameSetup { game, mut position, ply, .. } = find(service, caller, &with.at)?;
    if with.moves.len() > LINE {
        return Err(Fault::too_many(message!("moves", "moves"), LINE));
    }
    let mut positions = vec![Position::of(game.as_ref(), position.as_ref(), ply)];
    let mut moves = Vec::new();
    for (ply, action) in (ply + 1..).zip(&with.moves) {
        let Ok(action) = position.play(action) else { break };
        moves.push(action);
        positions.push(Position::of(game.as_ref(), position.as_ref(), ply));
    }
    Ok(ShownLine { positions, moves, backdrop: game.backdrop() })
}

/// The requested evaluation, or the first one of the game.
fn eval_name(asked: Option<&String>, evals: &[Listing], what: &str) -> Result<String> {
    match (asked, evals.first()) {
        (Some(name), _) => Ok(name.clone()),
        (None, Some(first)) => Ok(first.name.to_string()),
        (None, None) => Err(Fault::new(Code::BadInput, message!("no-evaluation", "this game has no {what}"))),
    }
}

pub(crate) fn explain(service: &Arc<Service>, caller: &Caller, with: &ExplainPosition) -> Result<Explained> {
    let GameSetup { game, position, .. } = find(service, caller, &with.at)?;
    let eval = eval_name(with.eval.as_ref(), &game.evals(), "evaluation")?;
    let player = with.player.map(AgentId).or(position.turn().agent()).unwrap_or(AgentId::FIRST);
    if player.index() >= game.info().agents.len() {
        return Err(Fault::new(
            Code::BadInput,
            message!("no-player", "there is no player {player}", player = player.index()),
        )
        .at_field(RequestField::Player, Message::range(0, game.info().agents.len() - 1)));
    }
    let terms = position.explain(&eval, player)?;
    let sum = total(&terms);
    Ok(Explained {
        eval,
        player,
        name: name_of(game.as_ref(), Turn::Agent(player)),
        terms: ShownTerm::all(&terms),
        total: Num(sum),
        value: Value::score(player, sum),
    })
}

pub(crate) fn judge(
    service: &Arc<Service>,
    caller: &Caller,
    with: &EvaluatePosition,
) -> Result<JudgedActions> {
    let GameSetup { game, position, .. } = find(service, caller, &with.at)?;
    let eval = eval_name(with.eval.as_ref(), &game.action_evals(), "evaluation of actions")?;
    let judged = position.explain_actions(&eval)?.into_iter().map(|(action, terms)| Judged {
        action,
        total: Num(total(&terms)),
        terms: ShownTerm::all(&terms),
    });
    let (actions, player) = (judged.collect(), position.turn());
    Ok(JudgedActions { eval, player, name: name_of(game.as_ref(), player), actions })
}

pub(crate) fn heat(service: &Arc<Service>, caller: &Caller, with: &EvaluatePosition) -> Result<Heat> {
    let GameSetup { game, position, .. } = find(service, caller, &with.at)?;
    let eval = eval_name(with.eval.as_ref(), &game.evals(), "evaluation")?;
    let cells = position.heat(&eval)?;
    let end =
        |pick: fn(f64, f64) -> f64, from: f64| Num(cells.iter().map(|cell| cell.value).fold(from, pick));
    let (min, max) = (end(f64::min, f64::INFINITY), end(f64::max, f64::NEG_INFINITY));
    let shown = |cell: &scene::CellWorth| HeatCell { x: cell.x, y: cell.y, value: Num(cell.value) };
    Ok(Heat { eval, cells: cells.iter().map(shown).collect(), min, max })
}

/// How many moves ahead agents are followed at most.
const FARTHEST: u32 = 20;

pub(crate) fn reach(service: &Arc<Service>, caller: &Caller, with: &ReachFrom) -> Result<Reached> {
    if !(1..=FARTHEST).contains(&with.moves) {
        return Err(Fault::too_large(message!(
            "moves-too-far",
            "{moves} moves is out of range",
            moves = with.moves
        ))
        .at_field(RequestField::Moves, Message::range(1, FARTHEST)));
    }
    let GameSetup { position, .. } = find(service, caller, &with.at)?;
    Ok(Reached { ghosts: position.reach(with.moves)? })
}

/// The positions from ply `from` to ply `to` of a game.
pub(crate) fn between(
    game: &dyn AnyGame,
    start: Box<dyn AnyPosition>,
    moves: &[impl AsRef<str>],
    from: usize,
    to: usize,
) -> Result<Vec<Position>> {
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
