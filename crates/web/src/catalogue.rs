//! The games, agents and settings on offer: everything that menus show.

use plylab_core::{AgentId, BoardKind, GameKind, Listing, Offer, Seed, Spec};
use plylab_lab::live::Seat;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::assets::Content;
use crate::fault::Fault;
use crate::lab::Lab;
use crate::setup::{GivenFiles, agent, seats};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Check {
    spec: String,
    seats: Option<Vec<String>>,
    #[serde(default)]
    files: GivenFiles,
}

/// The catalogue, built once.
pub(crate) fn get(lab: &Lab) -> Value {
    lab.catalogue.get_or_init(|| make(lab)).clone()
}

/// The catalogue as text.
pub(crate) fn packed(lab: &Lab) -> &Content {
    lab.catalogue_text.get_or_init(|| Content::new(get(lab).to_string()))
}

pub(crate) fn check(lab: &Lab, with: &Check) -> Result<Value, Fault> {
    let (spec, game) = lab.open(&with.spec, &with.files)?;
    let seated = with.seats.as_ref().map(|names| seats(game.as_ref(), names, &lab.limits)).transpose()?;
    let info = game.info();
    Ok(json!({
        "spec": spec, "title": info.title, "players": info.agents, "notes": info.notes,
        "seats": seated.map(|seats| seats.iter().map(Seat::to_string).collect::<Vec<String>>()),
    }))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CheckAgent {
    spec: String,
    agent: String,
    player: u8,
    #[serde(default)]
    files: GivenFiles,
}

/// Can an agent take a seat?
pub(crate) fn check_agent(lab: &Lab, with: &CheckAgent) -> Result<Value, Fault> {
    let (_, game) = lab.open(&with.spec, &with.files)?;
    let agent = agent(game.as_ref(), &with.agent, &lab.limits)?;
    game.agent(&agent, AgentId(with.player))?;
    Ok(json!({ "agent": agent }))
}

fn make(lab: &Lab) -> Value {
    let games: Vec<Value> =
        lab.registry.offers().filter_map(|(kind, offer)| game(lab, kind, offer)).collect();
    json!({ "games": games })
}

/// A game: what it declares, and what it has once opened.
fn game(lab: &Lab, kind: &GameKind, offer: &Offer) -> Option<Value> {
    let (_, game) = lab.open(&kind.name, &GivenFiles::new()).ok()?;
    let info = game.info();
    Some(json!({
        "name": kind.name, "aliases": kind.aliases, "title": info.title, "about": kind.about, "players": info.agents,
        "depth_unit": info.depth_unit, "result": info.result, "seats_alike": info.seats_alike, "notes": info.notes,
        "counted_in": offer.counted_in, "reports": kind.reports, "win_points": offer.win_points, "moves": kind.moves,
        "positions": kind.positions, "named_positions": kind.named_positions, "tones": offer.tones,
        "featured": offer.featured, "interaction": offer.interaction, "keys": kind.keys,
        "boards": boards(lab, kind, offer), "evals": game.evals(), "action_evals": game.action_evals(),
        "agents": game.agents().iter().map(agent_entry).collect::<Vec<Value>>(), "levels": offer.levels,
        "analysis": offer.analysts.iter().map(|analyst| &analyst.spec).collect::<Vec<_>>(), "analysts": offer.analysts,
        "opponents": offer.opponents,
    }))
}

/// An agent; its settings are always present, even if empty.
fn agent_entry(agent: &Listing) -> Value {
    let mut entry = json!(agent);
    entry["keys"] = json!(agent.keys);
    entry
}

/// Ready-made settings with their pictures.
fn boards(lab: &Lab, kind: &GameKind, offer: &Offer) -> Vec<Value> {
    let plain = || vec![BoardKind::standard(kind.about.clone())];
    let boards = if offer.boards.is_empty() { plain() } else { offer.boards.clone() };
    let entry = |board: &BoardKind| {
        let spec: Spec = board.spec(kind);
        let (_, game) = lab.open(&spec.to_string(), &GivenFiles::new()).ok()?;
        Some(json!({
            "name": board.name, "about": board.about, "spec": spec, "players": game.info().agents,
            "backdrop": game.backdrop(), "scene": game.start(Seed(0)).scene(), "text": board.text,
        }))
    };
    boards.iter().filter_map(entry).collect()
}
