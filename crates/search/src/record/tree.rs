//! A recorded search: plain data that can be written and read again.

use plylab_core::{Message, Name, Role, message};
use serde::{Deserialize, Serialize};

use super::number::{json, short_pair};

/// The version of the format that [`RecordedTree`] is written in.
pub const VERSION: u32 = 1;

/// A search, as a tree.
///
/// In JSON, infinite numbers are the texts `"inf"` and `"-inf"`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RecordedTree {
    /// The [version](VERSION) of the format.
    pub version: u32,
    /// The names of the agents, by number; empty if unknown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub agents: Vec<String>,
    /// The number of steps of the search: nodes entered, cut and left. They are counted from 0.
    pub steps: u64,
    /// The nodes in the order they were entered, a parent before its children; the first is the root.
    /// Pruned children follow at the point of the cutoff.
    pub nodes: Vec<RecordedNode>,
    /// The number of nodes of each depth that were entered but not kept, because there were too many. The root has
    /// depth 0.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unrecorded: Vec<u64>,
}

/// A node of a [`RecordedTree`]. All values are values for the agent that searched.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RecordedNode {
    /// Its parent's index in the list; none for the root.
    pub parent: Option<usize>,
    /// Its name, in a game whose nodes have names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The action that led here; none at the root.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<String>,
    /// The probability of that action, below a chance node.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weight: Option<f64>,
    /// The number of the agent to move; none for dice, finished games and pruned nodes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub actor: Option<u8>,
    /// How it combines its children; none if it was pruned, unless the game itself is a tree and tells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<NodeRole>,
    /// How far the search got with it.
    pub state: NodeState,
    /// The window it was entered with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub window: Option<RecordedWindow>,
    /// The value it was left with.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "json::option")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<plylab_core::schema::InfiniteNumber>"))]
    pub value: Option<f64>,
    /// The kind of bound, if `value` is only a bound.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bound: Option<TreeBound>,
    /// Why the rest of its children were pruned, or that the value is from the transposition table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut: Option<RecordedCut>,
    /// The step at which it was entered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entered_at: Option<u64>,
    /// The step at which it was left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_at: Option<u64>,
    /// Is it on the principal variation?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub chosen: bool,
    /// The value of a pruned node in the game's own picture: what a search without pruning would find. This one did not
    /// know it.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "json::option")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<plylab_core::schema::InfiniteNumber>"))]
    pub unseen: Option<f64>,
    /// The number of nodes below it that were entered but not kept.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub unrecorded: u64,
    /// What simulations have gathered here, in Monte Carlo tree search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub samples: Option<RecordedSamples>,
}

/// What simulations have gathered at a node. Rewards are those of `owner`.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RecordedSamples {
    /// Simulations through it.
    pub visits: u64,
    /// The number of the agent that chose the action that leads here.
    pub owner: u8,
    /// The reward per visit, or the proven value.
    pub mean: f64,
    /// The standard error of the mean.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<f64>,
    /// The exploration term of UCB1, which is added to the mean.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bonus: Option<f64>,
    /// Is its value proven?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub proven: bool,
}

impl RecordedNode {
    /// Was it visited, and does it combine the values of its children?
    pub fn is_inner(&self) -> bool {
        self.role.is_some_and(|role| role != NodeRole::Leaf)
    }
}

/// How a node combines its children.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Role"))]
#[serde(rename_all = "lowercase")]
pub enum NodeRole {
    /// The largest.
    Max,
    /// The smallest.
    Min,
    /// The mean, by their weights.
    Mean,
    /// Not at all: it was evaluated itself.
    Leaf,
}

impl From<Option<Role>> for NodeRole {
    fn from(role: Option<Role>) -> NodeRole {
        match role {
            Some(Role::Max) => NodeRole::Max,
            Some(Role::Min) => NodeRole::Min,
            Some(Role::Mean) => NodeRole::Mean,
            None => NodeRole::Leaf,
        }
    }
}

/// How far the search got with a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum NodeState {
    /// It was entered and left with a value.
    Done,
    /// It was entered, and the search ended before it was left.
    Open,
    /// It was pruned, never searched.
    #[default]
    Skipped,
}

/// The values that still mattered when a node was entered.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RecordedWindow {
    /// The value that the maximiser is already sure of elsewhere.
    #[serde(with = "json")]
    #[cfg_attr(feature = "schema", schemars(with = "plylab_core::schema::InfiniteNumber"))]
    pub alpha: f64,
    /// The value that the minimiser is already sure of elsewhere.
    #[serde(with = "json")]
    #[cfg_attr(feature = "schema", schemars(with = "plylab_core::schema::InfiniteNumber"))]
    pub beta: f64,
}

impl RecordedWindow {
    /// Does every value matter?
    pub fn is_full(self) -> bool {
        self.alpha == f64::NEG_INFINITY && self.beta == f64::INFINITY
    }
}

/// A value that is only a bound, because something below was pruned.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum TreeBound {
    /// The node is worth at most its value.
    AtMost,
    /// The node is worth at least its value.
    AtLeast,
}

/// Why the rest of a node's children were pruned.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Cut"))]
pub struct RecordedCut {
    /// The rule.
    pub kind: CutKind,
    /// The value found, or the bound of it at a chance node; none for a table.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "json::option")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<plylab_core::schema::InfiniteNumber>"))]
    pub value: Option<f64>,
    /// What it was compared with; none for a table.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "json::option")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<plylab_core::schema::InfiniteNumber>"))]
    pub limit: Option<f64>,
    /// The reason in words: `cut: 2 < alpha 3`.
    pub words: String,
    /// The pruned actions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub skipped: Vec<String>,
    /// The step at which it happened.
    pub at: u64,
}

/// The rule of a cutoff.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum CutKind {
    /// A minimising node fell to alpha or below.
    Alpha,
    /// A maximising node rose to beta or above.
    Beta,
    /// A chance node cannot rise above alpha.
    ChanceLow,
    /// A chance node cannot fall below beta.
    ChanceHigh,
    /// The transposition table had the value.
    Table,
}

impl CutKind {
    /// The reason for a cutoff.
    pub fn words(self, value: Option<f64>, limit: Option<f64>) -> Message {
        let (value, limit) = (value.unwrap_or(0.0), limit.unwrap_or(0.0));
        let is_strict = value != limit;
        let (value, limit) = short_pair(value, limit);
        let (value, limit) = (Name::of(value), Name::of(limit));
        match self {
            CutKind::Alpha => message!(
                "cut-alpha",
                "cut: {value} {sign} alpha {limit}",
                sign = if is_strict { "<" } else { "<=" }
            ),
            CutKind::Beta => message!(
                "cut-beta",
                "cut: {value} {sign} beta {limit}",
                sign = if is_strict { ">" } else { ">=" }
            ),
            CutKind::ChanceHigh => message!("cut-chance-high", "cut: at least {value}, beta is {limit}"),
            CutKind::ChanceLow => message!("cut-chance-low", "cut: at most {value}, alpha is {limit}"),
            CutKind::Table => message!("cut-table", "from the transposition table"),
        }
    }
}

impl RecordedTree {
    /// The children of every node, in order. A node with an invalid parent, as in an edited file, is left out.
    pub fn children(&self) -> Vec<Vec<usize>> {
        children(self.nodes.iter().map(|node| node.parent))
    }

    /// The number of nodes visited below the root, kept or not: what [`SearchStats`](plylab_core::SearchStats) counts as
    /// nodes.
    pub fn visited(&self) -> u64 {
        let kept = self.nodes.iter().skip(1).filter(|node| node.state != NodeState::Skipped).count();
        kept as u64 + self.unrecorded.iter().sum::<u64>()
    }

    /// How much was pruned.
    pub fn pruned(&self) -> Pruned {
        let is_branch = |node: &&RecordedNode| {
            let above = node.parent.and_then(|parent| self.nodes.get(parent));
            above.is_none_or(|above| above.state != NodeState::Skipped)
        };
        let pruned = || self.nodes.iter().filter(|node| node.state == NodeState::Skipped);
        Pruned {
            branches: pruned().filter(is_branch).count() as u64,
            nodes: pruned().all(|node| node.role.is_some()).then(|| pruned().count() as u64),
            more: !self.unrecorded.is_empty(),
        }
    }
}

/// The children of every node of a list in which parents come before their children.
pub(super) fn children(parents: impl ExactSizeIterator<Item = Option<usize>>) -> Vec<Vec<usize>> {
    let mut children = vec![Vec::new(); parents.len()];
    for (index, parent) in parents.enumerate() {
        if let Some(parent) = parent.filter(|&parent| parent < index) {
            children[parent].push(index);
        }
    }
    children
}

/// How much a search pruned: the terminal, pictures and pages count it alike.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Pruned {
    /// Branches that were cut off: children of visited nodes that were never searched.
    pub branches: u64,
    /// The nodes of these branches, where the game is itself a tree and tells what lies below.
    pub nodes: Option<u64>,
    /// Has more been pruned below nodes that are not kept, uncounted?
    pub more: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_zero(count: &u64) -> bool {
    *count == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_are_explained_in_words() {
        let words = |kind, value, limit| CutKind::words(kind, Some(value), Some(limit)).to_string();
        assert_eq!(words(CutKind::Alpha, 2.0, 3.0), "cut: 2 < alpha 3");
        assert_eq!(words(CutKind::Alpha, 2.0, 2.0), "cut: 2 <= alpha 2");
        assert_eq!(words(CutKind::Beta, 7.0, 5.0), "cut: 7 > beta 5");
        assert_eq!(words(CutKind::Beta, 5.0, 5.0), "cut: 5 >= beta 5");
        assert_eq!(words(CutKind::Beta, 5.000_001, 5.0), "cut: 5.000001 > beta 5");
        assert_eq!(words(CutKind::ChanceLow, 3.5, 4.0), "cut: at most 3.5, alpha is 4");
        assert_eq!(words(CutKind::ChanceHigh, 7.0, 5.0), "cut: at least 7, beta is 5");
        assert_eq!(CutKind::Table.words(None, None).to_string(), "from the transposition table");
    }
}
