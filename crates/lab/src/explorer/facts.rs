//! What is said of a node, as data, with the sentences made of it.

use plylab_core::scene::Scene;
use plylab_core::{AgentId, Message, MissingContext, Value};
use plylab_search::record::{CutKind, NodePhase, RecordedNumber, RecordedWindow, TreeBound};
use serde::Serialize;

/// How a node combines its children.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum TreeNodeKind {
    /// The largest value; in simulations, the searching agent decides.
    Max,
    /// The smallest value; in simulations, another agent decides.
    Min,
    /// The mean, by their weights.
    Chance,
    /// Not at all: it was evaluated itself.
    Leaf,
}

/// Why a node has no more children than it has.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "why", rename_all = "kebab-case")]
pub enum TreeEnd {
    /// Every child was searched.
    Searched,
    /// The game is over there.
    Over,
    /// The depth limit: it was evaluated.
    Depth,
    /// The transposition table had its value.
    Table,
    /// The rest was pruned.
    Cut {
        /// The rule.
        by: CutKind,
        /// The value found, or the bound of it at a chance node.
        value: RecordedNumber,
        /// What it was compared with.
        limit: RecordedNumber,
        /// The pruned actions.
        pruned: Vec<String>,
    },
    /// It was never searched itself.
    Pruned,
    /// The search ended before it was left.
    Stopped,
    /// Simulations have visited it and not gone further.
    New,
    /// Simulations have proven its value.
    Proven,
}

/// What Monte Carlo tree search knows of a node. Values are rewards of `owner`.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TreeSamples {
    /// Simulations through it.
    pub visits: u64,
    /// The agent that chose the action that leads here.
    pub owner: AgentId,
    /// The reward per visit, or the proven value; none if it was never visited.
    pub mean: Option<RecordedNumber>,
    /// The standard error of the mean.
    pub error: Option<f64>,
    /// UCB1, where an agent chose.
    pub ucb: Option<UcbScore>,
    /// Is its value proven?
    pub proven: bool,
}

/// The score by which selection chooses: mean and exploration.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UcbScore {
    /// The sum of the two.
    pub score: RecordedNumber,
    /// What is known.
    pub mean: RecordedNumber,
    /// What speaks for trying it again.
    pub bonus: RecordedNumber,
}

/// What was known of a node at the step that was asked for.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TreeNow {
    /// How far the search was with it.
    pub phase: NodePhase,
    /// Its value so far.
    pub value: Option<RecordedNumber>,
    /// Its window so far.
    pub alpha: Option<RecordedNumber>,
    /// Its window so far.
    pub beta: Option<RecordedNumber>,
    /// Had the rest of its children been pruned?
    pub cut: bool,
    /// Is the step about it?
    pub current: bool,
}

/// What was known of a drawn node at a step.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DrawnNow {
    /// How far the search was with it, and its value so far.
    #[serde(flatten)]
    pub now: TreeNow,
    /// Is its value only a bound?
    pub bound: Option<TreeBound>,
    /// Simulations through it.
    pub visits: Option<u64>,
    /// All that was known of it, in words.
    pub words: Message,
}

/// What happens next, asked before it is shown.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TreeQuestion {
    /// The question.
    pub words: Message,
    /// The answers to choose from.
    pub choices: Vec<Message>,
    /// The index of the right one.
    pub right: usize,
}

/// How a branch that was not kept was searched again.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TreeOpened {
    /// Did it give the value it had, with as many nodes?
    pub same: bool,
    /// Its value now.
    pub value: RecordedNumber,
    /// Its value in the recorded search.
    pub had: RecordedNumber,
    /// Nodes below it now.
    pub nodes: u64,
    /// Nodes below it in the recorded search.
    pub had_nodes: u64,
    /// What the whole search had that the search of the branch has not; none if it is the same.
    pub because: Option<MissingContext>,
    /// The same in a sentence.
    pub words: Message,
}

/// Everything about a node.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExplorerNode {
    /// Its number.
    pub node: usize,
    /// Its parent's.
    pub parent: Option<usize>,
    /// Moves from the root.
    pub depth: usize,
    /// The action that leads here; none at the root.
    pub action: Option<String>,
    /// The probability of that action, below a chance node.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weight: Option<f64>,
    /// How it combines its children; none if it was pruned.
    pub kind: Option<TreeNodeKind>,
    /// Who is to move there.
    pub actor: Option<AgentId>,
    /// Its value.
    pub value: Option<Value>,
    /// The same as the search's own number.
    pub number: Option<RecordedNumber>,
    /// The window on entry.
    pub window: Option<RecordedWindow>,
    /// The window when it was left.
    pub exit: Option<RecordedWindow>,
    /// Nodes below it that were searched.
    pub below: u64,
    /// Of those, the number that was not kept.
    pub unkept: u64,
    /// Children that are kept, pruned ones included.
    pub children: usize,
    /// Why it has no more.
    pub end: TreeEnd,
    /// Is it on the principal variation?
    pub chosen: bool,
    /// Is it the child that its parent took its value from?
    pub best: bool,
    /// Its place among its siblings as they were searched, pruned ones last.
    pub order: usize,
    /// The remaining depth.
    pub left: Option<u32>,
    /// The step at which it was entered.
    pub entered_at: Option<u64>,
    /// The step at which its rest was pruned.
    pub cut_at: Option<u64>,
    /// The step at which it was left.
    pub left_at: Option<u64>,
    /// The value of a pruned node in the game's own picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unseen: Option<RecordedNumber>,
    /// How it was searched again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opened: Option<TreeOpened>,
    /// What simulations know of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub samples: Option<TreeSamples>,
    /// What was known at the step that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub now: Option<TreeNow>,
    /// Why it has no more children, or how far the search is with it, in a few words.
    pub words: Option<Message>,
    /// Its picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scene: Option<Scene>,
}

/// A node in focus, with what is around it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TreeView {
    /// The node.
    pub focus: ExplorerNode,
    /// From the root to the node, both included.
    pub path: Vec<ExplorerNode>,
    /// All children of its parent, itself included.
    pub siblings: Vec<ExplorerNode>,
    /// Its children, as sorted.
    pub children: Vec<ExplorerNode>,
    /// The actions from the root to the node.
    pub moves: Vec<String>,
    /// The step that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<u64>,
}

/// Where the bound of a cutoff comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum BoundFrom {
    /// From the value of a node that was searched before.
    Node,
    /// From the window that the root was searched with.
    Window,
    /// From what the other outcomes of a chance node above can still bring.
    Chance,
}

/// Why the rest of a node's children were pruned.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CutReason {
    /// The node whose rest was pruned.
    pub at: ExplorerNode,
    /// The rule.
    pub by: CutKind,
    /// What the crossing child brought.
    pub value: Option<RecordedNumber>,
    /// The bound that it crossed.
    pub limit: Option<RecordedNumber>,
    /// The child that crossed the bound.
    pub crossed: Option<ExplorerNode>,
    /// The node whose value set the bound.
    pub set: Option<ExplorerNode>,
    /// The ancestor that holds the bound, the parent of `set`.
    pub holder: Option<ExplorerNode>,
    /// Where the bound comes from; none for a table.
    pub from: Option<BoundFrom>,
    /// The pruned actions.
    pub pruned: Vec<String>,
    /// Was the bound crossed, or only reached?
    pub strict: bool,
    /// The reason in a sentence.
    pub words: Message,
}

/// A move of a line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LineMove {
    /// The move.
    pub action: String,
    /// Who plays it.
    pub player: Option<AgentId>,
    /// The node that it leads to.
    pub node: Option<usize>,
}

/// Why a move was not taken.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Refutation {
    /// The move.
    #[serde(rename = "move")]
    pub action: String,
    /// Who would have played it.
    pub by: Option<AgentId>,
    /// What it is worth.
    pub value: Option<Value>,
    /// The same as the search's own number.
    pub number: Option<RecordedNumber>,
    /// The move that was taken.
    pub instead: ExplorerNode,
    /// The move and what follows.
    pub line: Vec<LineMove>,
    /// The moves from the root to the position before it.
    pub from: Vec<String>,
    /// Is it just as good, and was found later?
    pub equal: bool,
    /// The reason in a sentence.
    pub words: Message,
}

/// Two moves by what simulations know of them.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SamplesCompared {
    /// Of the move that was asked for.
    #[serde(rename = "move")]
    pub action: TreeSamples,
    /// Of the move that was taken.
    pub instead: TreeSamples,
    /// Do the 95 % intervals of the two means overlap?
    pub overlap: bool,
}

/// Why a node was cut, and why a move was not taken.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TreeWhy {
    /// Why the rest of its children were pruned; of its parent's, if it was pruned itself.
    pub cut: Option<CutReason>,
    /// Why the move that leads to it was not taken.
    pub refutation: Option<Refutation>,
    /// The same by the numbers of simulations.
    pub samples: Option<SamplesCompared>,
}
