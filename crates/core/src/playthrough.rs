//! One seeded game written out in full: every answer of the contract in every state.
//!
//! As a snapshot of each game, it shows any change of behaviour as a change of text.

use std::fmt::Write as _;

use serde::Serialize;

use crate::eval::{ActionEval as _, Eval as _, Term};
use crate::game::{AgentId, Turn, Weights};
use crate::model::Policy as _;
use crate::playable::Playable;
use crate::seed::Seed;
use crate::spec::Spec;

/// Writes out the game of `seed`, up to `moves` moves.
pub fn write<G: Playable>(game: &G, seed: Seed, moves: usize) -> String {
    let info = game.info();
    let mut out = String::new();
    let mut line = |text: String| {
        out.push_str(&text);
        out.push('\n');
    };
    line(format!("game {} ({}), depth in {}", info.name, info.title, info.depth_unit));
    line(format!("agents {}", info.agents.join(", ")));
    line(format!("seed {seed}"));
    line(digest("backdrop", &game.backdrop()));
    let mut rng = seed.child("playthrough").rng();
    let mut state = game.initial(seed);
    for ply in 0..=moves {
        line(String::new());
        line(format!("## {ply}"));
        for fact in state_facts(game, &state) {
            line(fact);
        }
        let actions = game.list_actions(&state);
        let Some(&action) = rng.pick(&actions) else { break };
        if ply < moves {
            line(format!("play {}", game.action_text(&state, action)));
            game.apply(&mut state, action);
        }
    }
    out
}

fn state_facts<G: Playable>(game: &G, state: &G::State) -> Vec<String> {
    let agents = || (0..game.info().agents.len()).map(|agent| AgentId(agent as u8));
    let actions = game.list_actions(state);
    let texts: Vec<String> = actions.iter().map(|&action| game.action_text(state, action)).collect();
    let turn = game.turn(state);
    let mut facts = vec![
        format!("position {}", game.position_text(state)),
        format!("key {:016x}", game.key(state)),
        format!("turn {turn:?}"),
        format!("actions {}", texts.join(" ")),
    ];
    if turn == Turn::Over {
        for agent in agents() {
            facts.push(format!(
                "agent {agent}: {} {}",
                game.outcome(state, agent),
                game.utility(state, agent)
            ));
        }
    }
    let mut weights = Weights::new();
    if turn == Turn::Chance {
        game.odds(state, &actions, &mut weights);
        facts.push(format!("odds {weights:?}"));
    }
    for entry in game.evals() {
        for agent in agents() {
            let value = entry.item.eval(game, state, agent);
            let terms = entry.item.explain(game, state, agent);
            facts.push(format!("eval {} for {agent}: {value} = {}", entry.name, join(&terms)));
        }
    }
    if let Some(actor) = turn.agent() {
        for kind in game.policies() {
            let spec = Spec::new(kind.name.clone());
            let Ok(params) = spec.params(&kind.keys) else { continue };
            if let Ok(policy) = kind.build(game, actor, &params) {
                policy.weights(game, state, actor, &actions, &mut weights);
                facts.push(format!("policy {}: {weights:?}", kind.name));
            }
        }
        for entry in game.action_evals() {
            for (&action, text) in actions.iter().zip(&texts) {
                let mut after = state.clone();
                game.apply(&mut after, action);
                let value = entry.item.eval(game, state, action, &after, actor);
                let terms = entry.item.explain(game, state, action, &after, actor);
                facts.push(format!("action eval {} of {text}: {value} = {}", entry.name, join(&terms)));
            }
        }
    }
    let report = serde_json::to_string(&game.report(state)).unwrap_or_default();
    facts.push(format!("report {report}"));
    facts.push(digest("scene", &game.scene(state)));
    facts
}

/// Pictures are long: their size and digest show any change.
fn digest(what: &str, picture: &impl Serialize) -> String {
    let text = serde_json::to_string(picture).unwrap_or_default();
    format!("{what} {} bytes, digest {:016x}", text.len(), Seed(0).child(&text).0)
}

fn join(terms: &[Term]) -> String {
    let mut text = String::new();
    for term in terms {
        let separator = if text.is_empty() { "" } else { ", " };
        let _ = write!(text, "{separator}{} {}", term.name, term.value);
    }
    text
}
