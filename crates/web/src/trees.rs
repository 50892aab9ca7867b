//! Recorded searches, laid out for drawing.

use std::collections::VecDeque;
use std::sync::Arc;

use plylab_core::scene::Ground;
use plylab_core::{Message, Seed, StopFlag, Turn, message};
use plylab_lab::record_search;
use plylab_search::record::fold::{Figure, NODES_DRAWN, fold_by_hand};
use plylab_search::record::layout::{Extent, Gaps, tidy};
use plylab_search::record::svg::{self, SvgOptions};
use plylab_search::record::text::TextStyle;
use plylab_search::record::{RecordedTree, dot, text, words};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::dispatch::{Caller, Reply, submit};
use crate::fault::Fault;
use crate::games::analysis_time;
use crate::lab::{Lab, lock};
use crate::pool::Class;
use crate::setup::{GivenFiles, PositionRequest, Setup, agent, seed};
use crate::{json, positions};

/// How many trees a connection keeps.
const KEPT: usize = 8;

/// Default number of nodes recorded per search.
const DEFAULT_NODES: usize = 20_000;

/// The gaps between nodes, in node widths.
const GAPS: Gaps = Gaps { siblings: 0.0, cousins: 0.6 };
const EXTENT: Extent = Extent { before: 0.5, after: 0.5 };

/// The trees of a connection, the latest first.
#[derive(Default)]
pub(crate) struct Trees {
    kept: VecDeque<(String, Arc<Drawing>)>,
    number: u64,
}

/// A tree and what it is called.
struct Drawing {
    tree: RecordedTree,
    title: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Record {
    at: PositionRequest,
    agent: String,
    seed: Option<String>,
    nodes: Option<usize>,
    limit: Option<usize>,
    time: Option<u64>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Draw {
    tree: String,
    limit: Option<usize>,
    #[serde(default)]
    open: Vec<usize>,
    #[serde(default)]
    closed: Vec<usize>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Format {
    Svg,
    Dot,
    Text,
    Json,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Export {
    tree: String,
    format: Format,
    limit: Option<usize>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Check {
    text: String,
}

fn within(asked: Option<usize>, default: usize, most: usize, field: &str) -> Result<usize, Fault> {
    match asked {
        None => Ok(default.min(most)),
        Some(count) if (1..=most).contains(&count) => Ok(count),
        Some(count) => Err(Fault::too_large(message!(
            "nodes-too-many",
            "{count} nodes are more than can be kept or drawn",
            count
        ))
        .at_field(field, Message::range(1, most))),
    }
}

pub(crate) fn record(lab: &Arc<Lab>, caller: &Arc<Caller>, with: Record, reply: Reply) {
    let stop = StopFlag::default();
    let (inner, asking, raised) = (Arc::clone(lab), Arc::clone(caller), stop.clone());
    submit(lab, caller, Class::Long, stop, reply, move || search(&inner, &asking, &with, &raised));
}

fn search(lab: &Arc<Lab>, caller: &Caller, with: &Record, stop: &StopFlag) -> Result<Value, Fault> {
    let nodes = within(with.nodes, DEFAULT_NODES, lab.limits.tree_nodes, "nodes")?;
    let limit = within(with.limit, NODES_DRAWN, lab.limits.figure_nodes, "limit")?;
    let budget = lab.budget(analysis_time(lab, with.time)?, None, stop);
    let Setup { game, position, .. } = positions::find(lab, caller, &with.at)?;
    let spec = agent(game.as_ref(), &with.agent, &lab.limits)?;
    let seed: Seed = seed(with.seed.as_deref())?;
    let (tree, thought) = record_search(game.as_ref(), position.as_ref(), &spec, seed, &budget, nodes)?;
    let title = format!("{spec} on {}", game.info().title);
    let figure = figure(&tree, &fold_by_hand(&tree, limit, &[], &[]));
    let turn = position.turn();
    let decision = &thought.decision;
    let mut trees = lock(&caller.trees);
    trees.number += 1;
    let id = format!("t{}", trees.number);
    let answer = json!({
        "tree": id, "title": title, "agent": spec, "player": turn, "name": json::name_of(game.as_ref(), turn),
        "value": decision.value, "best": decision.action,
        "line": decision.line, "summary": words::summary(&tree), "steps": tree.steps, "looked_at": tree.visited(),
        "skipped": tree.skipped(), "kept": tree.nodes.len(), "players": game.info().agents, "figure": figure,
    });
    trees.kept.push_front((id, Arc::new(Drawing { tree, title })));
    trees.kept.truncate(KEPT);
    Ok(answer)
}

fn find(caller: &Caller, id: &str) -> Result<Arc<Drawing>, Fault> {
    let trees = lock(&caller.trees);
    let found = trees.kept.iter().find(|(kept, _)| kept == id).map(|(_, drawing)| Arc::clone(drawing));
    found.ok_or_else(|| Fault::not_found("tree", id))
}

pub(crate) fn draw(lab: &Lab, caller: &Caller, with: &Draw) -> Result<Value, Fault> {
    let limit = within(with.limit, NODES_DRAWN, lab.limits.figure_nodes, "limit")?;
    let drawing = find(caller, &with.tree)?;
    let folded = fold_by_hand(&drawing.tree, limit, &with.open, &with.closed);
    Ok(json!({ "figure": figure(&drawing.tree, &folded) }))
}

pub(crate) fn export(lab: &Lab, caller: &Caller, with: &Export) -> Result<Value, Fault> {
    let limit = within(with.limit, NODES_DRAWN, lab.limits.figure_nodes, "limit")?;
    let drawing = find(caller, &with.tree)?;
    let (tree, title) = (&drawing.tree, drawing.title.as_str());
    let (format, ending, text) = match with.format {
        Format::Svg => ("svg", "svg", svg::render(tree, &SvgOptions { limit, ..SvgOptions::new(title) })),
        Format::Dot => ("dot", "dot", dot::render(tree, title, limit)),
        Format::Text => ("text", "txt", text::render(tree, TextStyle { unicode: true, limit })),
        Format::Json => ("json", "json", json!(tree).to_string()),
    };
    Ok(json!({ "format": format, "name": format!("{}.{ending}", with.tree), "text": text }))
}

/// Reads a hand-written tree.
pub(crate) fn check(lab: &Lab, with: &Check) -> Result<Value, Fault> {
    let files = GivenFiles::from([("tree".to_owned(), with.text.clone())]);
    let (_, game) = lab.open("tree:file=tree", &files)?;
    let start = game.start(Seed(0));
    let backdrop = game.backdrop();
    let nodes = match &backdrop.ground {
        Ground::Tree(tree) => tree.nodes.len(),
        Ground::Board(_) | Ground::Graph(_) | Ground::Text => 0,
    };
    let turn = match start.turn() {
        Turn::Over => Value::Null,
        turn => json!(json::name_of(game.as_ref(), turn)),
    };
    Ok(json!({
        "players": game.info().agents, "nodes": nodes, "root": turn, "backdrop": backdrop, "scene": start.scene(),
    }))
}

/// The drawn nodes with their coordinates.
fn figure(tree: &RecordedTree, figure: &Figure) -> Value {
    let parents: Vec<Option<usize>> = figure.nodes.iter().map(|drawn| drawn.parent).collect();
    let axes = tidy(&parents, &vec![EXTENT; parents.len()], GAPS);
    let width = axes.iter().copied().fold(0.0, f64::max) + EXTENT.after;
    let depth = figure.nodes.iter().map(|drawn| drawn.depth).max().unwrap_or(0);
    let node = |(drawn, axis): (&plylab_search::record::fold::Drawn, &f64)| {
        let recorded = &tree.nodes[drawn.node];
        let mut entry = json!(recorded);
        let hidden = drawn.hidden.as_ref().map(|hidden| {
            json!({
                "looked_at": hidden.visited, "skipped": hidden.skipped, "by_depth": hidden.by_depth,
                "words": words::hidden_by_depth(hidden),
            })
        });
        entry["node"] = json!(drawn.node);
        entry["parent"] = json!(drawn.parent);
        entry["depth"] = json!(drawn.depth);
        entry["x"] = json!((axis * 1e4).round() / 1e4);
        entry["words"] = json!(words::everything(tree, recorded, drawn.hidden.as_ref()));
        entry["hidden"] = json!(hidden);
        entry
    };
    let nodes: Vec<Value> = figure.nodes.iter().zip(&axes).map(node).collect();
    json!({ "width": (width * 1e4).round() / 1e4, "depth": depth, "folded": figure.is_folded(), "nodes": nodes })
}
