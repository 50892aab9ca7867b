//! Recorded searches.

use plylab_core::scene::{Backdrop, Scene, WrittenNode};
use plylab_core::{Message, Spec, Turn, Value};
use plylab_lab::explorer::{TreeSort, TreeView, ViewOptions};
use plylab_search::record::{Pruned, RecordedNode};
use serde::{Deserialize, Serialize};

use super::At;

/// A search to record.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RecordTree {
    /// The position.
    pub at: At,
    /// The agent.
    pub agent: String,
    /// The seed; 0 by default.
    pub seed: Option<String>,
    /// Maximum nodes kept, up to 1000000, which is the default. A recording takes at most 100 MB: beyond that, or beyond `nodes`,
    /// it keeps the important part (the root's children, the upper levels, and for every node the line that its value comes
    /// from) and counts the rest.
    pub nodes: Option<usize>,
    /// Maximum nodes drawn, up to 5000; 300 by default.
    pub limit: Option<usize>,
    /// Milliseconds.
    pub time: Option<u64>,
}

/// How an agent searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// By looking ahead.
    Search,
    /// By Monte Carlo tree search.
    Simulations,
}

/// A search that was recorded.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "RecordedTree"))]
pub struct RecordedSearch {
    /// Its name. A connection keeps its last 8 trees, if they take 200 MB together at most.
    pub tree: String,
    /// The same for people.
    pub title: String,
    /// The agent.
    pub agent: Spec,
    /// Who is to move.
    pub player: Turn,
    /// That player's name.
    pub name: String,
    /// The value that was found.
    pub value: Option<Value>,
    /// The best move.
    pub best: String,
    /// The principal variation.
    pub line: Vec<String>,
    /// How the agent searched.
    pub method: Method,
    /// Events of the whole search, kept or not: nodes entered, cut and left; the number of simulations.
    pub steps: u64,
    /// Nodes that were entered.
    pub looked_at: u64,
    /// How much was pruned.
    pub pruned: Pruned,
    /// The same in words; none if nothing was.
    pub pruned_words: Option<Message>,
    /// Does it prune? Otherwise windows say nothing.
    pub prunes: bool,
    /// Nodes that are kept, pruned ones included.
    pub kept: usize,
    /// Visits that every node starts with in means and in UCB1: 0, or 1 in report E's style. `visits` never include it.
    pub head_start: u64,
    /// A number of the search beyond half of this is a win (or, negative, a loss) in `wins_at` less its size plies from the
    /// root; none if there are none.
    pub wins_at: Option<f64>,
    /// Of the deepest node that is kept.
    pub depth: usize,
    /// The players.
    pub players: Vec<String>,
    /// What never changes in the pictures.
    pub backdrop: Backdrop,
    /// The drawn part: the upper levels and the chosen line, at most `limit` nodes; the rest is counted.
    pub figure: Figure,
    /// The root in focus.
    pub view: TreeView,
}

/// What is folded below a node.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HiddenNodes {
    /// Nodes that were entered.
    pub looked_at: u64,
    /// Nodes that were pruned.
    pub skipped: u64,
    /// Both, one level below the node, two levels, and so on.
    pub by_depth: Vec<u64>,
}

/// A node that is drawn. Of the recording, `parent` is the index of its parent **in this figure**; a parent comes before its
/// children, siblings are in order. Ask for a step with the numbers of the nodes to learn what was known of each then.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FigureNode {
    /// What was recorded.
    #[serde(flatten)]
    pub recorded: RecordedNode,
    /// Its number in the recorded tree, the same in every figure of it; also its number for other requests, if it is less than
    /// `kept` and at most 20000 nodes are kept. Numbers beyond are nodes below pruned ones.
    pub node: usize,
    /// Its level.
    pub depth: usize,
    /// Its place on the level in node widths; neighbours are at least 1 apart, families 1.6.
    pub x: f64,
    /// What is folded below it.
    pub hidden: Option<HiddenNodes>,
}

/// The drawn part of a tree.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Figure {
    /// The total width, in node widths.
    pub width: f64,
    /// The deepest level.
    pub depth: usize,
    /// Is anything folded?
    pub folded: bool,
    /// The nodes.
    pub nodes: Vec<FigureNode>,
}

/// The name of a tree.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct OfTree {
    /// The tree.
    pub tree: String,
}

fn yes() -> bool {
    true
}

/// A node, and how to look at it.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct OfNode {
    /// The tree.
    pub tree: String,
    /// Its number; the root without `node` and `path`.
    pub node: Option<usize>,
    /// The actions that lead to it from the root; `bad-input` with the reason `branch-not-kept` or `no-such-branch` if they lead
    /// nowhere.
    pub path: Option<Vec<String>>,
    /// The order of its children.
    #[serde(default)]
    pub sort: TreeSort,
    /// As it was known at that step.
    pub step: Option<u64>,
    /// With pictures? By default yes.
    #[serde(default = "yes")]
    pub scenes: bool,
}

impl OfNode {
    /// How to look at the node.
    pub fn options(&self) -> ViewOptions {
        ViewOptions { sort: self.sort, step: self.step, scenes: self.scenes }
    }
}

/// A step of a search.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TreeStepOf {
    /// The tree.
    pub tree: String,
    /// The step, counted from 0.
    pub step: u64,
    /// The node in focus; by default the one that the step is about.
    pub focus: Option<usize>,
    /// Nodes of a picture, at most 5000: the answer tells what was known of each.
    #[serde(default)]
    pub drawn: Vec<usize>,
    /// The order of children.
    #[serde(default)]
    pub sort: TreeSort,
    /// With pictures? By default yes.
    #[serde(default = "yes")]
    pub scenes: bool,
}

/// How the width of a node follows from what is below it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum OverviewScale {
    /// By the logarithm of the number of nodes.
    #[default]
    Log,
    /// By the number of nodes.
    Linear,
}

/// What is seen at once.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct OverviewOf {
    /// The tree.
    pub tree: String,
    /// The node; the root by default.
    pub node: Option<usize>,
    /// The width in pixels, up to 4096.
    pub width: f64,
    /// How many rows, up to 64; 32 by default.
    pub rows: Option<usize>,
    /// How the width of a node follows from what is below it.
    #[serde(default)]
    pub scale: OverviewScale,
    /// As it was known at that step.
    pub step: Option<u64>,
}

/// A cell of an overview: x, width, class (an index into `classes`), node, nodes in it, how many were merged because they are
/// thinner than a pixel, and the mean of the searching player, for simulations. `node` is the largest of those merged, `class` that
/// of the one that matters most.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OverviewCell(pub f64, pub f64, pub usize, pub usize, pub u64, pub u64, pub Option<f64>);

/// A ply of an overview.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OverviewRow {
    /// Moves from the root.
    pub depth: usize,
    /// Its nodes, as wide as the nodes below them, or the visits.
    pub cells: Vec<OverviewCell>,
}

/// All that was searched below a node.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TreeOverview {
    /// The node.
    pub node: usize,
    /// The width in pixels.
    pub width: f64,
    /// How the width of a node follows from what is below it.
    pub scale: OverviewScale,
    /// What nodes can be, the most important first.
    pub classes: Vec<&'static str>,
    /// A row a ply.
    pub rows: Vec<OverviewRow>,
}

/// How many points a plot has.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PlotOf {
    /// The tree.
    pub tree: String,
    /// Up to 1000; 200 by default.
    pub points: Option<usize>,
}

/// A figure to draw.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DrawTree {
    /// The tree.
    pub tree: String,
    /// Maximum nodes drawn.
    pub limit: Option<usize>,
    /// Numbers of further nodes to unfold.
    #[serde(default)]
    pub open: Vec<usize>,
    /// Numbers of nodes to fold.
    #[serde(default)]
    pub closed: Vec<usize>,
}

/// A figure.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DrawnTree {
    /// The figure.
    pub figure: Figure,
}

/// How a tree is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum TreeFormat {
    /// A picture.
    Svg,
    /// For Graphviz.
    Dot,
    /// As lines of text.
    Text,
    /// As data.
    Json,
}

/// A tree to export.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ExportTree {
    /// The tree.
    pub tree: String,
    /// How it is written.
    pub format: TreeFormat,
    /// Maximum nodes drawn.
    pub limit: Option<usize>,
}

/// A tree as a file.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExportedTree {
    /// How it is written.
    pub format: TreeFormat,
    /// The name of the file.
    pub name: String,
    /// The file.
    pub text: String,
}

/// A hand-written tree.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CheckTree {
    /// The tree as text.
    pub text: String,
}

/// A tree that can be searched.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CheckedTree {
    /// The players.
    pub players: Vec<String>,
    /// How many nodes it has.
    pub nodes: usize,
    /// Its nodes with their places in the text, for editors; none of a course grader's file.
    pub written: Vec<WrittenNode>,
    /// Who is to move at the root.
    pub root: Option<String>,
    /// What never changes in its pictures.
    pub backdrop: Backdrop,
    /// The picture of its start.
    pub scene: Scene,
}
