//! Looking around in a recorded search.

use std::sync::Arc;

use plylab_core::{Budget, Message, StopFlag, message};
use plylab_lab::explorer::{Explorer, MeanCell, Sort, ViewOptions};
use plylab_search::record::overview::{CellClass, Scale};
use serde::Deserialize;
use serde_json::{Value, json};

use super::find;
use crate::class::Class;
use crate::dispatch::{Caller, Reply, submit};
use crate::fault::{Code, Fault};
use crate::games::analysis_time;
use crate::lab::{Lab, lock};

/// The widest overview, in pixels, and the most rows.
const WIDEST: f64 = 4096.0;
const MOST_ROWS: usize = 64;

/// Default number of rows of an overview.
const ROWS: usize = 32;

/// Points of a plot: by default, and at most.
const POINTS: usize = 200;
const MOST_POINTS: usize = 1000;

/// A node, and how to look at it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NodeRequest {
    tree: String,
    node: Option<usize>,
    path: Option<Vec<String>>,
    #[serde(default)]
    sort: Sort,
    step: Option<u64>,
    #[serde(default = "yes")]
    scenes: bool,
}

fn yes() -> bool {
    true
}

impl NodeRequest {
    fn look(&self) -> ViewOptions {
        ViewOptions { sort: self.sort, step: self.step, scenes: self.scenes }
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StepRequest {
    tree: String,
    step: u64,
    #[serde(default)]
    sort: Sort,
    #[serde(default = "yes")]
    scenes: bool,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ScaleName {
    #[default]
    Log,
    Linear,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OverviewRequest {
    tree: String,
    node: Option<usize>,
    width: f64,
    rows: Option<usize>,
    #[serde(default)]
    scale: ScaleName,
    step: Option<u64>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlotRequest {
    tree: String,
    points: Option<usize>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CompareRequest {
    tree: String,
}

/// The node of that number.
fn existing(explorer: &Explorer, node: usize) -> Result<usize, Fault> {
    if explorer.has(node) { Ok(node) } else { Err(Fault::not_found("node", &node.to_string())) }
}

/// The node that a request names, as far as it is kept; the root by default.
fn kept(explorer: &Explorer, node: Option<usize>, path: Option<&[String]>) -> Result<usize, Fault> {
    match (node, path) {
        (Some(node), _) => existing(explorer, node),
        (None, Some(path)) => Ok(explorer.find(path)?),
        (None, None) => Ok(0),
    }
}

pub(crate) fn node(caller: &Caller, with: &NodeRequest) -> Result<Value, Fault> {
    let explorer = find(caller, &with.tree)?;
    let mut explorer = lock(&explorer);
    let node = kept(&explorer, with.node, with.path.as_deref())?;
    Ok(json!(explorer.view(node, with.look())?))
}

pub(crate) fn step(caller: &Caller, with: &StepRequest) -> Result<Value, Fault> {
    let explorer = find(caller, &with.tree)?;
    let look = ViewOptions { sort: with.sort, step: None, scenes: with.scenes };
    let stepped = lock(&explorer).step(with.step, look)?;
    Ok(json!(stepped))
}

/// Work that may search: waits in the pool, and ends with its time.
fn search<T: Send + 'static>(
    lab: &Arc<Lab>,
    caller: &Arc<Caller>,
    reply: Reply,
    with: T,
    work: impl FnOnce(&Caller, &T, &Budget) -> Result<Value, Fault> + Send + 'static,
) {
    let stop = StopFlag::default();
    let (inner, asking, raised) = (Arc::clone(lab), Arc::clone(caller), stop.clone());
    submit(lab, caller, Class::Long, stop, reply, move || {
        let budget = inner.budget(analysis_time(&inner, None)?, None, &raised);
        work(&asking, &with, &budget)
    });
}

/// The node that a request names; opens branches on the way to it and at it.
fn opened(explorer: &mut Explorer, with: &NodeRequest, budget: &Budget) -> Result<usize, Fault> {
    match (with.node, &with.path) {
        (Some(node), _) => {
            let node = existing(explorer, node)?;
            explorer.open(node, budget)?;
            Ok(node)
        }
        (None, Some(path)) => Ok(explorer.open_path(path, budget)?),
        (None, None) => Ok(0),
    }
}

pub(crate) fn open(lab: &Arc<Lab>, caller: &Arc<Caller>, with: NodeRequest, reply: Reply) {
    search(lab, caller, reply, with, |caller, with, budget| {
        let explorer = find(caller, &with.tree)?;
        let mut explorer = lock(&explorer);
        let node = opened(&mut explorer, with, budget);
        explorer.settle()?;
        Ok(json!(explorer.view(node?, with.look())?))
    });
}

pub(crate) fn why(lab: &Arc<Lab>, caller: &Arc<Caller>, with: NodeRequest, reply: Reply) {
    search(lab, caller, reply, with, |caller, with, budget| {
        let explorer = find(caller, &with.tree)?;
        let mut explorer = lock(&explorer);
        let node = kept(&explorer, with.node, with.path.as_deref())?;
        let why = explorer.why(node, budget);
        explorer.settle()?;
        Ok(json!(why?))
    });
}

pub(crate) fn compare(lab: &Arc<Lab>, caller: &Arc<Caller>, with: CompareRequest, reply: Reply) {
    search(lab, caller, reply, with, |caller, with, budget| {
        let explorer = find(caller, &with.tree)?;
        let mut explorer = lock(&explorer);
        let rows = explorer.compare(budget);
        explorer.settle()?;
        Ok(json!({ "rows": rows? }))
    });
}

pub(crate) fn overview(caller: &Caller, with: &OverviewRequest) -> Result<Value, Fault> {
    let rows = with.rows.unwrap_or(ROWS);
    if !(1.0..=WIDEST).contains(&with.width) || !(1..=MOST_ROWS).contains(&rows) {
        let wrong = message!("overview-too-large", "this is no size of an overview");
        let (field, most) = match (1..=MOST_ROWS).contains(&rows) {
            true => ("width", WIDEST as usize),
            false => ("rows", MOST_ROWS),
        };
        return Err(Fault::too_large(wrong).at_field(field, Message::range(1, most)));
    }
    let explorer = find(caller, &with.tree)?;
    let mut explorer = lock(&explorer);
    let node = kept(&explorer, with.node, None)?;
    let depth = explorer.moves(node).len();
    let (scale, name) = match with.scale {
        ScaleName::Log => (Scale::Log, "log"),
        ScaleName::Linear => (Scale::Linear, "linear"),
    };
    let tenth = |number: f64| (number * 10.0).round() / 10.0;
    let cell = |(cell, mean): MeanCell| {
        let class = CellClass::ALL.iter().position(|&class| class == cell.class);
        let mean = mean.map(|mean| (mean * 1e3).round() / 1e3);
        json!([tenth(cell.x), tenth(cell.width), class, cell.node, cell.nodes, cell.merged, mean])
    };
    let strips = explorer.overview(node, with.width, rows, scale, with.step);
    let rows = strips.into_iter().zip(depth..).map(|(strip, depth)| {
        let cells: Vec<Value> = strip.into_iter().map(cell).collect();
        json!({ "depth": depth, "cells": cells })
    });
    Ok(json!({
        "node": node, "width": with.width, "scale": name, "classes": CellClass::ALL.map(CellClass::name),
        "rows": rows.collect::<Vec<Value>>(),
    }))
}

pub(crate) fn plot(caller: &Caller, with: &PlotRequest) -> Result<Value, Fault> {
    let points = super::within(with.points, POINTS, MOST_POINTS, "points")?;
    let explorer = find(caller, &with.tree)?;
    let plot = lock(&explorer).plot(points);
    let wrong = || message!("no-simulations", "only a search by simulations has visits to plot");
    Ok(json!(plot.ok_or_else(|| Fault::new(Code::BadInput, wrong()))?))
}
