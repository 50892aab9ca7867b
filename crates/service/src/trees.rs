//! Recorded searches, laid out for drawing.

mod explore;

pub(crate) use explore::{compare, node, open, overview, plot, step, why};

use std::collections::VecDeque;
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex};

use plylab_core::scene::Ground;
use plylab_core::{Message, Seed, StopFlag, Turn, message};
use plylab_draw::tree::fold::{self, NODES_DRAWN, fold_by_hand};
use plylab_draw::tree::layout::{Extent, Gaps, tidy};
use plylab_draw::tree::text::TextStyle;
use plylab_draw::tree::{TreePicture, dot, text, words};
use plylab_lab::explorer::{Explorer, ViewOptions};
use plylab_lab::words::name_of;
use plylab_search::record::{BYTES_KEPT, NODES_KEPT, NODES_PICTURED, RecordedNode, RecordedTree};
use serde_json::json;

use crate::dispatch::Caller;
use crate::games::analysis_time;
use crate::memory::{Share, Use, megabytes};
use crate::protocol::{
    CheckTree, CheckedTree, DrawTree, DrawnTree, ExportTree, ExportedTree, Fault, Figure, FigureNode,
    HiddenNodes, Method, RecordTree, RecordedSearch, RequestField, Thing, TreeFormat,
};
use crate::setup::{GivenFiles, Setup, agent, seed};
use crate::{Service, lock, positions};

/// How many trees a connection keeps.
const KEPT: usize = 8;

/// How many bytes they take at most; the latest is always kept.
const MOST_BYTES: usize = 200_000_000;

/// Bytes that a node of a recording takes, about.
const NODE_BYTES: usize = 100;

/// The fewest nodes for which memory is looked for before a recording is refused.
const FEWEST: usize = 10_000;

/// How many nodes of a recording figures are made of.
const PICTURED: usize = 20_000;

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
    tree: Arc<Mutex<Tree>>,
}

/// A recorded search, and the memory that it takes.
struct Tree {
    explorer: Explorer,
    share: Share,
}

impl Tree {
    /// Counts the branches that have been opened; those for which there is no memory are closed again.
    fn settle(&mut self) -> Result<(), Fault> {
        let grown = self.share.resize(self.explorer.bytes() as u64);
        if grown.is_err() {
            self.explorer.close_branches();
            self.share.resize(self.explorer.bytes() as u64)?;
        }
        grown
    }
}

impl Deref for Tree {
    type Target = Explorer;

    fn deref(&self) -> &Explorer {
        &self.explorer
    }
}

impl DerefMut for Tree {
    fn deref_mut(&mut self) -> &mut Explorer {
        &mut self.explorer
    }
}

impl Trees {
    /// Takes the memory for a recording of that many nodes, and says of how many it is: where there is not enough, older trees
    /// make room, and then fewer nodes are kept.
    fn reserve(
        &mut self,
        service: &Service,
        person: &Arc<str>,
        nodes: usize,
    ) -> Result<(Share, usize), Fault> {
        let take = |nodes: usize| {
            let bytes = (nodes * NODE_BYTES).min(BYTES_KEPT);
            service.memory.take(Use::Work, person, bytes as u64).map(|share| (share, nodes))
        };
        let mut taken = take(nodes);
        if taken.is_err() {
            self.kept.clear();
            taken = take(nodes);
        }
        let mut fewer = nodes;
        while taken.is_err() && fewer > FEWEST {
            fewer = (fewer / 2).max(FEWEST);
            taken = take(fewer);
        }
        taken
    }

    /// Adds a tree in the memory that was taken for it, and forgets the oldest if there are too many.
    fn add(&mut self, explorer: Explorer, mut share: Share) -> Result<String, Fault> {
        let bytes = explorer.bytes();
        share.resize(bytes as u64).or_else(|_| {
            self.kept.clear();
            share.resize(bytes as u64)
        })?;
        self.number += 1;
        let id = format!("t{}", self.number);
        let tree = Arc::new(Mutex::new(Tree { explorer, share }));
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

fn within(asked: Option<usize>, default: usize, most: usize, field: RequestField) -> Result<usize, Fault> {
    match asked {
        None => Ok(default.min(most)),
        Some(count) if (1..=most).contains(&count) => Ok(count),
        Some(count) => Err(Fault::too_large(message!(
            "nodes-too-many",
            "{count} nodes are more than can be kept or drawn"
        ))
        .at_field(field, Message::range(1, most))),
    }
}

pub(crate) fn record(
    service: &Arc<Service>,
    caller: &Caller,
    with: &RecordTree,
    stop: &StopFlag,
) -> Result<RecordedSearch, Fault> {
    let nodes = within(with.nodes, NODES_KEPT, service.limits.tree_nodes, RequestField::Nodes)?;
    let limit = within(with.limit, NODES_DRAWN, service.limits.figure_nodes, RequestField::Limit)?;
    let budget = service.budget(analysis_time(service, with.time)?, None, stop);
    let Setup { game, position, .. } = positions::find(service, caller, &with.at)?;
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
fn find(caller: &Caller, id: &str) -> Result<Arc<Mutex<Tree>>, Fault> {
    let trees = lock(&caller.trees);
    let found = trees.kept.iter().find(|kept| kept.id == id).map(|kept| Arc::clone(&kept.tree));
    found.ok_or_else(|| Fault::not_found(Thing::Tree, id))
}

pub(crate) fn draw(service: &Service, caller: &Caller, with: &DrawTree) -> Result<DrawnTree, Fault> {
    let limit = within(with.limit, NODES_DRAWN, service.limits.figure_nodes, RequestField::Limit)?;
    let explorer = find(caller, &with.tree)?;
    let tree = lock(&explorer).picture(PICTURED);
    let folded = fold_by_hand(&tree, limit, &with.open, &with.closed);
    Ok(DrawnTree { figure: figure(&tree, &folded) })
}

pub(crate) fn export(service: &Service, caller: &Caller, with: &ExportTree) -> Result<ExportedTree, Fault> {
    let limit = within(with.limit, NODES_DRAWN, service.limits.figure_nodes, RequestField::Limit)?;
    let explorer = find(caller, &with.tree)?;
    let (tree, title) = {
        let explorer = lock(&explorer);
        (explorer.picture(NODES_PICTURED), explorer.title())
    };
    let (ending, text) = match with.format {
        TreeFormat::Svg => ("svg", TreePicture { limit, ..TreePicture::new(&title) }.svg(&tree)),
        TreeFormat::Dot => ("dot", dot::render(&tree, &title, limit)),
        TreeFormat::Text => ("txt", text::render(&tree, TextStyle { unicode: true, limit })),
        TreeFormat::Json => ("json", json!(tree).to_string()),
    };
    Ok(ExportedTree { format: with.format, name: format!("{}.{ending}", with.tree), text })
}

/// Reads a hand-written tree.
pub(crate) fn check(service: &Service, caller: &Caller, with: CheckTree) -> Result<CheckedTree, Fault> {
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
fn figure(tree: &RecordedTree, figure: &fold::Figure) -> Figure {
    let parents: Vec<Option<usize>> = figure.nodes.iter().map(|drawn| drawn.parent).collect();
    let axes = tidy(&parents, &vec![EXTENT; parents.len()], GAPS);
    let width = axes.iter().copied().fold(0.0, f64::max) + EXTENT.after;
    let rounded = |number: f64| (number * 1e4).round() / 1e4;
    let node = |(drawn, axis): (&fold::Drawn, &f64)| {
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
