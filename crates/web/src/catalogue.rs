//! What there is to play, by whom, and with which settings: everything that menus are made of.

use std::sync::Arc;

use plylab_core::{AnyGame, Key, KeyKind, Listing, Seed, Spec};
use plylab_games::pacman::LAYOUTS;
use plylab_games::registry::{GAMES, GameKind};
use plylab_games::tree::TREES;
use plylab_lab::levels;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::fault::Fault;
use crate::lab::Lab;
use crate::place::{GivenFiles, Seat, seats};

/// The agent that never errs, in games that have one.
const ORACLE: &str = "perfect";

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Check {
    spec: String,
    seats: Option<Vec<String>>,
    #[serde(default)]
    files: GivenFiles,
}

/// The catalogue, made once.
pub(crate) fn get(lab: &Lab) -> Value {
    lab.catalogue.get_or_init(|| make(lab)).clone()
}

pub(crate) fn check(lab: &Lab, with: &Check) -> Result<Value, Fault> {
    let (spec, game) = lab.shelf.open(&with.spec, &with.files, &lab.limits)?;
    let seated = with.seats.as_ref().map(|names| seats(game.as_ref(), names, &lab.limits)).transpose()?;
    let info = game.info();
    Ok(json!({
        "spec": spec, "title": info.title, "players": info.agents, "notes": info.notes,
        "seats": seated.map(|seats| seats.iter().map(Seat::to_string).collect::<Vec<String>>()),
    }))
}

fn make(lab: &Lab) -> Value {
    let games: Vec<Value> = GAMES.iter().filter_map(|kind| game(lab, kind)).collect();
    let trees: Vec<Value> = TREES
        .iter()
        .map(|tree| json!({ "name": tree.name, "about": tree.about, "text": tree.text }))
        .collect();
    json!({ "games": games, "trees": trees })
}

fn open(lab: &Lab, spec: &Spec) -> Option<Arc<dyn AnyGame>> {
    lab.shelf.open(&spec.to_string(), &GivenFiles::new(), &lab.limits).ok().map(|(_, game)| game)
}

fn game(lab: &Lab, kind: &GameKind) -> Option<Value> {
    let game = open(lab, &Spec::new(kind.name))?;
    let info = game.info();
    let agents = game.agents();
    let named: Vec<Value> = agents.iter().map(|agent| listing(game.as_ref(), agent)).collect();
    let oracle = agents.iter().find(|agent| agent.name == ORACLE).map(|agent| agent.name);
    Some(json!({
        "name": kind.name, "title": info.title, "about": kind.about, "players": info.agents,
        "depth_unit": info.depth_unit, "notes": info.notes, "moves": kind.moves, "positions": kind.positions,
        "keys": keys(game.as_ref(), kind.keys), "boards": boards(lab, kind),
        "evals": game.evals(), "action_evals": game.action_evals(), "agents": named,
        "levels": levels::levels(kind.name), "analysis": levels::analysts(kind.name), "oracle": oracle,
    }))
}

/// Ready-made settings with their pictures: what is varied is the one setting that is a choice of boards.
fn boards(lab: &Lab, kind: &GameKind) -> Vec<Value> {
    let plain = Spec::new(kind.name);
    let named = |key: &str, name: &str| plain.clone().with(key, name);
    let has = |key: &str| kind.keys.iter().any(|known| known.name == key);
    let boards: Vec<(String, String, Spec)> = if has("layout") {
        let board = |layout: &plylab_games::pacman::Shipped| {
            (layout.name.to_owned(), layout.about.to_owned(), named("layout", layout.name))
        };
        LAYOUTS.iter().map(board).collect()
    } else if has("file") {
        let board = |tree: &plylab_games::tree::BuiltIn| {
            (tree.name.to_owned(), tree.about.to_owned(), named("file", tree.name))
        };
        TREES.iter().map(board).collect()
    } else {
        let mut boards = vec![("standard".to_owned(), kind.about.to_owned(), plain.clone())];
        if has("columns") {
            for (columns, rows) in [(5, 4), (6, 5), (8, 7), (9, 6)] {
                let spec = plain.clone().with("columns", columns.to_string()).with("rows", rows.to_string());
                boards.push((
                    format!("{columns} by {rows}"),
                    format!("{columns} columns, {rows} rows"),
                    spec,
                ));
            }
        }
        if has("points") {
            for points in [5, 7, 8] {
                boards.push((
                    format!("{points} points"),
                    format!("{points} points on the circle"),
                    named("points", &points.to_string()),
                ));
            }
            boards.push((
                "drawn start".to_owned(),
                "who begins is drawn, as in report C".to_owned(),
                named("start", "drawn"),
            ));
        }
        boards
    };
    let told = |(name, about, spec): &(String, String, Spec)| {
        let game = open(lab, spec)?;
        let start = game.start(Seed(0).child("start"));
        Some(json!({
            "name": name, "about": about, "spec": spec, "players": game.info().agents, "scene": start.scene(),
        }))
    };
    boards.iter().filter_map(told).collect()
}

fn listing(game: &dyn AnyGame, agent: &Listing) -> Value {
    match agent.stands_for {
        Some(spec) => json!({ "name": agent.name, "about": agent.about, "stands_for": spec, "keys": [] }),
        None => json!({ "name": agent.name, "about": agent.about, "keys": keys(game, agent.keys) }),
    }
}

fn keys(game: &dyn AnyGame, keys: &[Key]) -> Vec<Value> {
    keys.iter().map(|key| control(game, key)).collect()
}

/// A setting with what to make a control of.
fn control(game: &dyn AnyGame, key: &Key) -> Value {
    let plain = |names: Vec<&str>| names.into_iter().map(|name| json!({ "name": name })).collect();
    let listed = |listings: Vec<Listing>| -> Vec<Value> {
        listings.iter().map(|entry| json!({ "name": entry.name, "about": entry.about })).collect()
    };
    let mut initial = key.initial();
    // Names that the game has are only known here.
    let value = match (key.name, key.kind()) {
        ("eval", KeyKind::Text) => {
            let mut choices = listed(game.evals());
            if key.about.contains("action") {
                choices = listed(game.action_evals()).into_iter().chain(choices).collect();
            }
            initial = None;
            json!({ "kind": "choice", "choices": choices, "open": false })
        }
        ("layout", KeyKind::Text) => {
            let choices: Vec<Value> =
                LAYOUTS.iter().map(|layout| json!({ "name": layout.name, "about": layout.about })).collect();
            json!({ "kind": "choice", "choices": choices, "open": true })
        }
        (_, KeyKind::Choice { choices, open }) => {
            let choices: Vec<Value> = plain(choices);
            json!({ "kind": "choice", "choices": choices, "open": open })
        }
        (_, KeyKind::Text) => json!({ "kind": "text" }),
        (_, KeyKind::Whole { min, max }) => json!({ "kind": "whole", "min": min, "max": max }),
        (_, KeyKind::Number { min, max }) => json!({ "kind": "number", "min": min, "max": max }),
    };
    let mut value = value;
    value["initial"] = json!(initial);
    json!({ "name": key.name, "about": key.about, "default": key.default, "limits": key.limits, "value": value })
}
