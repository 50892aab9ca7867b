//! Recorded searches: recording them, looking around in them, and laying them out for drawing.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use plylab_core::scene::Ground;
use plylab_core::{Budget, Message, Seed, StopFlag, Turn, message};
use plylab_draw::tree::fold::{self, NODES_DRAWN, fold_by_hand};
use plylab_draw::tree::layout::{Extent, Gaps, tidy};
use plylab_draw::tree::text::TextStyle;
use plylab_draw::tree::{TreePicture, dot, text, words};
use plylab_lab::explorer::{
    Explorer, MeanCell, StepOptions, TreeComparison, TreePlot, TreeStep, TreeView, TreeWhy, ViewOptions,
};
use plylab_lab::words::name_of;
use plylab_search::record::overview::{CellClass, WidthScale};
use plylab_search::record::{BYTES_KEPT, NODES_KEPT, NODES_PICTURED, RecordedNode, RecordedTree};
use serde_json::json;

use crate::dispatch::Caller;
use crate::games::analysis_time;
use crate::memory::{MemoryShare, Use, megabytes};
use crate::protocol::{
    CheckTree, CheckedTree, Code, DrawTree, DrawnTree, ExportTree, ExportedTree, Fault, Figure, FigureNode,
    HiddenNodes, Method, OfNode, OfTree, OverviewCell, OverviewOf, OverviewRow, OverviewScale, PlotOf,
    RecordTree, RecordedSearch, RequestField, Result, TreeFormat, TreeOverview, TreeStepOf,
};
use crate::setup::{GameSetup, GivenFiles, agent, seed, within};
use crate::{Service, lock, positions};

/// How many trees a connection keeps.
const KEPT: usize = 8;

/// The most bytes they may take; the latest is always kept.
const MOST_BYTES: usize = 200_000_000;

/// Approximate bytes per node of a recording.
const NODE_BYTES: usize = 100;

/// The fewest nodes that a recording is cut down to before it is refused for lack of memory.
const FEWEST: usize = 10_000;

/// How many nodes of a recording a figure is made from.
const PICTURED: usize = 20_000;

/// The widest overview, in pixels, and the most rows.
const WIDEST: f64 = 4096.0;
const MOST_ROWS: usize = 64;

/// Default number of rows of an overview.
const ROWS: usize = 32;

/// The most nodes of a picture that the answer about a step describes.
const MOST_DRAWN: usize = 5000;

/// Points of a plot: by default, and at most.
const POINTS: usize = 200;
const MOST_POINTS: usize = 1000;

/// The gaps between nodes, in node widths.
const GAPS: Gaps = Gaps { siblings: 0.0, cousins: 0.6 };
const EXTENT: Extent = Extent { before: 0.5, after: 0.5 };

/// The trees of a connection, the latest first.
#[derive(Default)]
pub(crate) struct Trees {
    kept: VecDeque<OpenTree>,
    number: u64,
}

struct OpenTree {
    id: String,
    bytes: usize,
    tree: Arc<Mutex<SearchTree>>,
}

/// A recorded search, and the memory that it takes.
struct SearchTree {
    explorer: Explorer,
    share: MemoryShare,
}

impl SearchTree {
    /// Counts the branches that have been opened; those for which there is no memory are closed again.
    fn settle(&mut self) -> Result<()> {
        let grown = self.share.resize(self.explorer.bytes() as u64);
        if grown.is_err() {
            self.explorer.close_branches();
            self.share.resize(self.explorer.bytes() as u64)?;
        }
        grown
    }
}

impl Trees {
    /// Takes the memory for a recording of that many nodes, and returns how many it may keep: if there is not enough, older trees
    /// make room, and then fewer nodes are kept.
    fn reserve(
        &mut self,
        service: &Service,
        person: &Arc<str>,
        nodes: usize,
    ) -> Result<(MemoryShare, usize)> {
        let take = |nodes: usize| {
            let bytes = (nodes * NODE_BYTES).min(BYTES_KEPT);
            service.memory.take(Use::Work, person, bytes as u64).map(|share| (share, nodes))
        };
        let mut taken = take(nodes).or_else(|_| {
            self.kept.clear();
            take(nodes)
        });
        let mut fewer = nodes;
        while taken.is_err() && fewer > FEWEST {
            fewer = (fewer / 2).max(FEWEST);
            taken = take(fewer);
        }
        taken
    }

    /// Adds a tree in the memory that was taken for it, and forgets the oldest if there are too many.
    fn add(&mut self, explorer: Explorer, mut share: MemoryShare) -> Result<String> {
        let bytes = explorer.bytes();
        share.resize(bytes as u64).or_else(|_| {
            self.kept.clear();
            share.resize(bytes as u64)
        })?;
        self.number += 1;
        let id = format!("t{}", self.number);
        let tree = Arc::new(Mutex::new(SearchTree { explorer, share }));
        self.kept.push_front(OpenTree { id: id.clone(), bytes, tree });
        let mut total = 0;
        let fits = |kept: &&OpenTree| {
            total += kept.bytes;
            total <= MOST_BYTES
        };
        let fitting = self.kept.iter().take_while(fits).count();
        self.kept.truncate(fitting.clamp(1, KEPT));
        Ok(id)
    }
}

/// A number of nodes that a request asks for.
fn nodes(asked: Option<usize>, default: usize, most: usize, field: RequestField) -> Result<usize> {
    within(field, asked, default.min(most), most, |count| {
        Fault::too_large(message!("nodes-too-many", "{count} nodes are more than can be kept or drawn"))
    })
}

/// How many nodes of a figure a request asks for.
fn drawn(service: &Service, limit: Option<usize>) -> Result<usize> {
    nodes(limit, NODES_DRAWN, service.limits.figure_nodes, RequestField::Limit)
}

pub(crate) fn record(
    service: &Arc<Service>,
    caller: &Caller,
    with: &RecordTree,
    stop: &StopFlag,
) -> Result<RecordedSearch> {
    let nodes = nodes(with.nodes, NODES_KEPT, service.limits.tree_nodes, RequestField::Nodes)?;
    let limit = drawn(service, with.limit)?;
    let budget = service.budget(analysis_time(service, with.time)?, None, stop);
    let GameSetup { game, position, .. } = positions::find(service, caller, &with.at)?;
    let spec = agent(game.as_ref(), &with.agent, &service.limits)?;
    let seed: Seed = seed(with.seed.as_deref())?;
    let turn = position.turn();
    let _tables = service.memory.take(Use::Work, &caller.person.id, megabytes(game.as_ref(), &spec) << 20)?;
    let (share, nodes) = lock(&caller.trees).reserve(service, &caller.person.id, nodes)?;
    let mut explorer =
        Explorer::record(Arc::clone(&game), position, &spec, seed.of_search(), &budget, nodes)?;
    let view = explorer.view(0, ViewOptions::default())?;
    let tree = explorer.picture(PICTURED);
    let figure = figure(&tree, &fold_by_hand(&tree, limit, &[], &[]));
    let recording = explorer.recording();
    let decision = &explorer.thought().decision;
    let (method, head_start) = match recording.samples() {
        Some(log) => (Method::Simulations, log.head_start().into()),
        None => (Method::Search, 0),
    };
    let mut answer = RecordedSearch {
        tree: String::new(),
        title: explorer.title(),
        agent: spec,
        player: turn,
        name: name_of(game.as_ref(), turn),
        value: decision.value,
        best: decision.action.clone(),
        line: decision.line.clone(),
        method,
        steps: recording.steps(),
        looked_at: recording.visited().saturating_sub(1),
        pruned: tree.pruned(),
        pruned_words: words::pruned(tree.pruned()),
        prunes: recording.prunes(),
        kept: recording.len(),
        head_start,
        wins_at: recording.wins_at(),
        depth: recording.depth(),
        players: game.info().agents.clone(),
        backdrop: game.backdrop(),
        figure,
        view,
    };
    answer.tree = lock(&caller.trees).add(explorer, share)?;
    Ok(answer)
}

/// The tree of that name.
fn find(caller: &Caller, id: &str) -> Result<Arc<Mutex<SearchTree>>> {
    let trees = lock(&caller.trees);
    let found = trees.kept.iter().find(|kept| kept.id == id).map(|kept| Arc::clone(&kept.tree));
    found.ok_or_else(|| Fault::not_found(message!("a-tree", "tree"), id))
}

/// What `look` finds in the tree of that name.
fn explore<T>(caller: &Caller, id: &str, look: impl FnOnce(&mut Explorer) -> Result<T>) -> Result<T> {
    look(&mut lock(&*find(caller, id)?).explorer)
}

/// The same, where branches may be searched again; what they take is counted.
fn search_again<T>(
    service: &Service,
    caller: &Caller,
    id: &str,
    stop: &StopFlag,
    look: impl FnOnce(&mut Explorer, &Budget) -> Result<T>,
) -> Result<T> {
    let budget = service.budget(analysis_time(service, None)?, None, stop);
    let tree = find(caller, id)?;
    let mut tree = lock(&tree);
    let found = look(&mut tree.explorer, &budget);
    tree.settle()?;
    found
}

/// The node of that number.
fn existing(explorer: &Explorer, node: usize) -> Result<usize> {
    if explorer.has(node) {
        Ok(node)
    } else {
        Err(Fault::not_found(message!("a-node", "node"), &node.to_string()))
    }
}

/// The kept node that a request names; the root by default.
fn kept(explorer: &Explorer, with: &OfNode) -> Result<usize> {
    match (with.node, &with.path) {
        (Some(node), _) => existing(explorer, node),
        (None, Some(path)) => Ok(explorer.find(path)?),
        (None, None) => Ok(0),
    }
}

pub(crate) fn node(caller: &Caller, with: &OfNode) -> Result<TreeView> {
    explore(caller, &with.tree, |explorer| Ok(explorer.view(kept(explorer, with)?, with.options())?))
}

pub(crate) fn step(caller: &Caller, with: &TreeStepOf) -> Result<TreeStep> {
    explore(caller, &with.tree, |explorer| {
        let focus = with.focus.map(|node| existing(explorer, node)).transpose()?;
        let look = ViewOptions { sort: with.sort, step: None, scenes: with.scenes };
        let drawn = with.drawn.iter().copied().take(MOST_DRAWN).collect();
        Ok(explorer.step(with.step, &StepOptions { look, focus, drawn })?)
    })
}

/// A node, after branches on the way to it and at it have been opened.
pub(crate) fn open(service: &Service, caller: &Caller, with: &OfNode, stop: &StopFlag) -> Result<TreeView> {
    search_again(service, caller, &with.tree, stop, |explorer, budget| {
        let node = match (with.node, &with.path) {
            (Some(node), _) => {
                explorer.open(existing(explorer, node)?, budget)?;
                node
            }
            (None, Some(path)) => explorer.open_path(path, budget)?,
            (None, None) => 0,
        };
        Ok(explorer.view(node, with.options())?)
    })
}

pub(crate) fn why(service: &Service, caller: &Caller, with: &OfNode, stop: &StopFlag) -> Result<TreeWhy> {
    search_again(service, caller, &with.tree, stop, |explorer, budget| {
        Ok(explorer.why(kept(explorer, with)?, budget)?)
    })
}

pub(crate) fn compare(
    service: &Service,
    caller: &Caller,
    with: &OfTree,
    stop: &StopFlag,
) -> Result<TreeComparison> {
    search_again(service, caller, &with.tree, stop, |explorer, budget| Ok(explorer.compare(budget)?))
}

pub(crate) fn overview(caller: &Caller, with: &OverviewOf) -> Result<TreeOverview> {
    let rows = with.rows.unwrap_or(ROWS);
    if !(1.0..=WIDEST).contains(&with.width) || !(1..=MOST_ROWS).contains(&rows) {
        let wrong = message!("overview-too-large", "this is no size of an overview");
        let (field, most) = match (1..=MOST_ROWS).contains(&rows) {
            true => (RequestField::Width, WIDEST as usize),
            false => (RequestField::Rows, MOST_ROWS),
        };
        return Err(Fault::too_large(wrong).at_field(field, Message::range(1, most)));
    }
    let scale = match with.scale {
        OverviewScale::Log => WidthScale::Log,
        OverviewScale::Linear => WidthScale::Linear,
    };
    let tenth = |number: f64| (number * 10.0).round() / 10.0;
    let cell = |(cell, mean): MeanCell| {
        let class = CellClass::ALL.iter().position(|&class| class == cell.class).unwrap_or_default();
        let mean = mean.map(|mean| (mean * 1e3).round() / 1e3);
        OverviewCell(tenth(cell.x), tenth(cell.width), class, cell.node, cell.nodes, cell.merged, mean)
    };
    explore(caller, &with.tree, |explorer| {
        let node = with.node.map_or(Ok(0), |node| existing(explorer, node))?;
        let strips = explorer.overview(node, with.width, rows, scale, with.step).into_iter();
        let rows = (explorer.moves(node).len()..)
            .zip(strips)
            .map(|(depth, strip)| OverviewRow { depth, cells: strip.into_iter().map(cell).collect() });
        Ok(TreeOverview {
            node,
            width: with.width,
            scale: with.scale,
            classes: CellClass::ALL.map(CellClass::name).to_vec(),
            rows: rows.collect(),
        })
    })
}

pub(crate) fn plot(caller: &Caller, with: &PlotOf) -> Result<TreePlot> {
    let points = nodes(with.points, POINTS, MOST_POINTS, RequestField::Points)?;
    explore(caller, &with.tree, |explorer| {
        let wrong = || message!("no-simulations", "only a search by simulations has visits to plot");
        explorer.plot(points).ok_or_else(|| Fault::new(Code::BadInput, wrong()))
    })
}

pub(crate) fn draw(service: &Service, caller: &Caller, with: &DrawTree) -> Result<DrawnTree> {
    let limit = drawn(service, with.limit)?;
    let tree = explore(caller, &with.tree, |explorer| Ok(explorer.picture(PICTURED)))?;
    let folded = fold_by_hand(&tree, limit, &with.open, &with.closed);
    Ok(DrawnTree { figure: figure(&tree, &folded) })
}

pub(crate) fn export(service: &Service, caller: &Caller, with: &ExportTree) -> Result<ExportedTree> {
    let limit = drawn(service, with.limit)?;
    let (tree, title) =
        explore(caller, &with.tree, |explorer| Ok((explorer.picture(NODES_PICTURED), explorer.title())))?;
    let (ending, text) = match with.format {
        TreeFormat::Svg => ("svg", TreePicture { limit, ..TreePicture::new(&title) }.svg(&tree)),
        TreeFormat::Dot => ("dot", dot::render(&tree, &title, limit)),
        TreeFormat::Text => ("txt", text::render(&tree, TextStyle { unicode: true, limit })),
        TreeFormat::Json => ("json", json!(tree).to_string()),
    };
    Ok(ExportedTree { format: with.format, name: format!("{}.{ending}", with.tree), text })
}

/// Reads a hand-written tree.
pub(crate) fn check(service: &Service, caller: &Caller, with: CheckTree) -> Result<CheckedTree> {
    let files = GivenFiles::from([("tree".to_owned(), with.text.clone())]);
    let (_, game) = service.open(&caller.person.id, "tree:file=tree", &files)?;
    let start = game.start(Seed(0));
    let backdrop = game.backdrop();
    let nodes = match &backdrop.ground {
        Ground::Tree(tree) => tree.nodes.len(),
        Ground::Board(_) | Ground::Graph(_) | Ground::Text => 0,
    };
    let turn = start.turn();
    Ok(CheckedTree {
        players: game.info().agents.clone(),
        nodes,
        written: game.written(&with.text),
        root: (turn != Turn::Over).then(|| name_of(game.as_ref(), turn)),
        backdrop,
        scene: start.scene(),
    })
}

/// The drawn nodes with their coordinates.
fn figure(tree: &RecordedTree, figure: &fold::TreeFigure) -> Figure {
    let parents: Vec<Option<usize>> = figure.nodes.iter().map(|drawn| drawn.parent).collect();
    let axes = tidy(&parents, &vec![EXTENT; parents.len()], GAPS);
    let width = axes.iter().copied().fold(0.0, f64::max) + EXTENT.after;
    let rounded = |number: f64| (number * 1e4).round() / 1e4;
    let node = |(drawn, axis): (&fold::DrawnNode, &f64)| {
        let recorded = &tree.nodes[drawn.node];
        let hidden = drawn.hidden.as_ref();
        FigureNode {
            recorded: RecordedNode { parent: drawn.parent, ..recorded.clone() },
            node: drawn.node,
            depth: drawn.depth,
            x: rounded(*axis),
            hidden: hidden.map(|hidden| HiddenNodes {
                looked_at: hidden.visited,
                skipped: hidden.skipped,
                by_depth: hidden.by_depth.clone(),
            }),
        }
    };
    Figure {
        width: rounded(width),
        depth: figure.nodes.iter().map(|drawn| drawn.depth).max().unwrap_or(0),
        folded: figure.is_folded(),
        nodes: figure.nodes.iter().zip(&axes).map(node).collect(),
    }
}
