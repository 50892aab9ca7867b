//! Looking around in a recorded search.

use plylab_core::{Budget, Message, StopFlag, message};
use plylab_lab::explorer::{
    Compared, Explorer, MeanCell, Plot, StepOptions, Stepped, View, ViewOptions, Why,
};
use plylab_search::record::overview::{CellClass, Scale};

use super::find;
use crate::dispatch::Caller;
use crate::games::analysis_time;
use crate::protocol::{
    Code, Fault, OfNode, OfTree, OverviewCell, OverviewOf, OverviewRow, OverviewScale, PlotOf, RequestField,
    Thing, TreeOverview, TreeStepOf,
};
use crate::{Service, lock};

/// The widest overview, in pixels, and the most rows.
const WIDEST: f64 = 4096.0;
const MOST_ROWS: usize = 64;

/// Default number of rows of an overview.
const ROWS: usize = 32;

/// The most nodes of a picture that are told of at a step.
const MOST_DRAWN: usize = 5000;

/// Points of a plot: by default, and at most.
const POINTS: usize = 200;
const MOST_POINTS: usize = 1000;

/// The node of that number.
fn existing(explorer: &Explorer, node: usize) -> Result<usize, Fault> {
    if explorer.has(node) { Ok(node) } else { Err(Fault::not_found(Thing::Node, &node.to_string())) }
}

/// The node that a request names, as far as it is kept; the root by default.
fn kept(explorer: &Explorer, node: Option<usize>, path: Option<&[String]>) -> Result<usize, Fault> {
    match (node, path) {
        (Some(node), _) => existing(explorer, node),
        (None, Some(path)) => Ok(explorer.find(path)?),
        (None, None) => Ok(0),
    }
}

pub(crate) fn node(caller: &Caller, with: &OfNode) -> Result<View, Fault> {
    let explorer = find(caller, &with.tree)?;
    let mut explorer = lock(&explorer);
    let node = kept(&explorer, with.node, with.path.as_deref())?;
    Ok(explorer.view(node, with.options())?)
}

pub(crate) fn step(caller: &Caller, with: &TreeStepOf) -> Result<Stepped, Fault> {
    let explorer = find(caller, &with.tree)?;
    let mut explorer = lock(&explorer);
    let focus = with.focus.map(|node| existing(&explorer, node)).transpose()?;
    let look = ViewOptions { sort: with.sort, step: None, scenes: with.scenes };
    let drawn = with.drawn.iter().copied().take(MOST_DRAWN).collect();
    Ok(explorer.step(with.step, &StepOptions { look, focus, drawn })?)
}

/// What a branch may be searched for again.
fn budget(service: &Service, stop: &StopFlag) -> Result<Budget, Fault> {
    Ok(service.budget(analysis_time(service, None)?, None, stop))
}

/// The node that a request names; opens branches on the way to it and at it.
fn opened(explorer: &mut Explorer, with: &OfNode, budget: &Budget) -> Result<usize, Fault> {
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

pub(crate) fn open(
    service: &Service,
    caller: &Caller,
    with: &OfNode,
    stop: &StopFlag,
) -> Result<View, Fault> {
    let budget = budget(service, stop)?;
    let explorer = find(caller, &with.tree)?;
    let mut explorer = lock(&explorer);
    let node = opened(&mut explorer, with, &budget);
    explorer.settle()?;
    Ok(explorer.view(node?, with.options())?)
}

pub(crate) fn why(service: &Service, caller: &Caller, with: &OfNode, stop: &StopFlag) -> Result<Why, Fault> {
    let budget = budget(service, stop)?;
    let explorer = find(caller, &with.tree)?;
    let mut explorer = lock(&explorer);
    let node = kept(&explorer, with.node, with.path.as_deref())?;
    let why = explorer.why(node, &budget);
    explorer.settle()?;
    Ok(why?)
}

pub(crate) fn compare(
    service: &Service,
    caller: &Caller,
    with: &OfTree,
    stop: &StopFlag,
) -> Result<Compared, Fault> {
    let budget = budget(service, stop)?;
    let explorer = find(caller, &with.tree)?;
    let mut explorer = lock(&explorer);
    let compared = explorer.compare(&budget);
    explorer.settle()?;
    Ok(compared?)
}

pub(crate) fn overview(caller: &Caller, with: &OverviewOf) -> Result<TreeOverview, Fault> {
    let rows = with.rows.unwrap_or(ROWS);
    if !(1.0..=WIDEST).contains(&with.width) || !(1..=MOST_ROWS).contains(&rows) {
        let wrong = message!("overview-too-large", "this is no size of an overview");
        let (field, most) = match (1..=MOST_ROWS).contains(&rows) {
            true => (RequestField::Width, WIDEST as usize),
            false => (RequestField::Rows, MOST_ROWS),
        };
        return Err(Fault::too_large(wrong).at_field(field, Message::range(1, most)));
    }
    let explorer = find(caller, &with.tree)?;
    let mut explorer = lock(&explorer);
    let node = kept(&explorer, with.node, None)?;
    let depth = explorer.moves(node).len();
    let scale = match with.scale {
        OverviewScale::Log => Scale::Log,
        OverviewScale::Linear => Scale::Linear,
    };
    let tenth = |number: f64| (number * 10.0).round() / 10.0;
    let cell = |(cell, mean): MeanCell| {
        let class = CellClass::ALL.iter().position(|&class| class == cell.class).unwrap_or_default();
        let mean = mean.map(|mean| (mean * 1e3).round() / 1e3);
        OverviewCell(tenth(cell.x), tenth(cell.width), class, cell.node, cell.nodes, cell.merged, mean)
    };
    let strips = explorer.overview(node, with.width, rows, scale, with.step);
    let rows = strips
        .into_iter()
        .zip(depth..)
        .map(|(strip, depth)| OverviewRow { depth, cells: strip.into_iter().map(cell).collect() });
    Ok(TreeOverview {
        node,
        width: with.width,
        scale: with.scale,
        classes: CellClass::ALL.map(CellClass::name).to_vec(),
        rows: rows.collect(),
    })
}

pub(crate) fn plot(caller: &Caller, with: &PlotOf) -> Result<Plot, Fault> {
    let points = super::within(with.points, POINTS, MOST_POINTS, RequestField::Points)?;
    let explorer = find(caller, &with.tree)?;
    let plot = lock(&explorer).plot(points);
    let wrong = || message!("no-simulations", "only a search by simulations has visits to plot");
    plot.ok_or_else(|| Fault::new(Code::BadInput, wrong()))
}
