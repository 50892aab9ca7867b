//! Looking around in a recorded search: one node with its path, siblings and children; branches that were not kept, searched
//! again; why a node was cut; step by step; the same search by other algorithms.

mod branch;
mod compare;
mod facts;
mod overview;
mod step;
mod view;
mod why;
mod words;

pub use compare::{Algorithm, TreeComparison, TreeComparisonRow};
pub use facts::{
    BoundFrom, CutReason, DrawnNow, ExplorerNode, LineMove, Refutation, SamplesCompared, TreeEnd,
    TreeNodeKind, TreeNow, TreeOpened, TreeQuestion, TreeSamples, TreeView, TreeWhy, UcbScore,
};
pub use overview::{MeanCell, MovePlot, TreePlot};
pub use step::{Backed, StepOptions, TreeEvent, TreeStep};
pub use view::{TreeSort, ViewOptions};
pub use words::{NumberStyle, kind, nodes};

use std::sync::Arc;

use plylab_core::scene::{Ground, Picture};
use plylab_core::{
    AgentId, AnyGame, AnyPosition, Budget, Certainty, InputError, Outcome, Seed, Spec, Thought, Value, Watch,
    message,
};
use plylab_search::record::{Moment, NodeFacts, NodeState, RecordedTree, Recorder, Recording, TreeBound};

use self::branch::OpenedBranch;

/// The maximum number of branches that stay open.
const BRANCHES: usize = 64;

/// A recorded search and its game.
pub struct Explorer {
    game: Arc<dyn AnyGame>,
    root: Box<dyn AnyPosition>,
    seed: Seed,
    me: AgentId,
    thought: Thought,
    recording: Recording,
    /// Branches that were searched again, the latest last.
    branches: Vec<OpenedBranch>,
    /// The number of the next node of a branch.
    next: usize,
    /// The last state of a search by simulations that was looked at.
    moment: Option<Moment>,
}

/// Runs the search of an agent, and records it with at most that many nodes.
fn recorded(
    game: &dyn AnyGame,
    root: &dyn AnyPosition,
    agent: &Spec,
    seed: Seed,
    budget: &Budget,
    nodes: usize,
) -> Result<(Thought, Recording), InputError> {
    let mut recorder = Recorder::with_limit(nodes);
    let thought = game.think(root, agent, seed, budget, Watch::Search(&mut recorder))?;
    let mut recording = recorder.finish_thought(&thought);
    recording.agents.clone_from(&game.info().agents);
    Ok((thought, recording))
}

impl Explorer {
    /// Runs the search of an agent and records it, with at most that many nodes.
    pub fn record(
        game: Arc<dyn AnyGame>,
        root: Box<dyn AnyPosition>,
        agent: &Spec,
        seed: Seed,
        budget: &Budget,
        nodes: usize,
    ) -> Result<Explorer, InputError> {
        let (thought, recording) = recorded(game.as_ref(), root.as_ref(), agent, seed, budget, nodes)?;
        let next = recording.len();
        if next == 0 {
            let wrong = message!(
                "no-search",
                "{agent} shows no search, so there is no tree to draw",
                agent = &agent.name
            );
            let right = message!("searchers", "use minimax, alphabeta, expectimax or mcts");
            return Err(InputError::new(wrong).expected(right));
        }
        let me = root.turn().agent().unwrap_or(AgentId::FIRST);
        Ok(Explorer { game, root, seed, me, thought, recording, branches: Vec::new(), next, moment: None })
    }

    /// The game.
    pub fn game(&self) -> &dyn AnyGame {
        self.game.as_ref()
    }

    /// The position that was searched.
    pub fn root(&self) -> &dyn AnyPosition {
        self.root.as_ref()
    }

    /// The decision that the search led to.
    pub fn thought(&self) -> &Thought {
        &self.thought
    }

    /// The recorded search.
    pub fn recording(&self) -> &Recording {
        &self.recording
    }

    /// What is searched by whom: `alphabeta:depth=2 on Tree`.
    pub fn title(&self) -> String {
        format!("{} on {}", self.thought.agent, self.game.info().title)
    }

    /// The important part of the recording as plain data for pictures, with at most that many nodes.
    pub fn picture(&self, nodes: usize) -> RecordedTree {
        self.picture_of(&self.recording, nodes)
    }

    fn picture_of(&self, recording: &Recording, nodes: usize) -> RecordedTree {
        let mut tree = recording.tree(nodes);
        tree.show_unseen(&self.game.backdrop(), &self.root.scene());
        tree
    }

    /// The memory that it takes, in bytes, to within a few percent.
    pub fn bytes(&self) -> usize {
        self.recording.bytes() + self.branches.iter().map(|branch| branch.recording.bytes()).sum::<usize>()
    }

    /// Is there such a node?
    pub fn has(&self, node: usize) -> bool {
        self.facts(node).is_some()
    }

    /// The branch that was opened at a node.
    fn opened(&self, node: usize) -> Option<&OpenedBranch> {
        self.branches.iter().rev().find(|branch| branch.at == node)
    }

    /// The recording that a node is in, the node's number there, and the branch if it is in one.
    fn locate(&self, node: usize) -> Option<(&Recording, usize, Option<&OpenedBranch>)> {
        if node < self.recording.len() {
            return Some((&self.recording, node, None));
        }
        let branch = self.branches.iter().find(|branch| branch.numbers().contains(&node))?;
        Some((&branch.recording, node - branch.base, Some(branch)))
    }

    /// What is recorded of a node, with the numbers of other nodes as they are here.
    fn facts(&self, node: usize) -> Option<NodeFacts<'_>> {
        let (recording, local, within) = self.locate(node)?;
        let mut facts = recording.node(local)?;
        if let Some(branch) = within {
            facts.parent = facts.parent.map(|parent| branch.number(parent));
            facts.best = facts.best.map(|best| branch.number(best));
            facts.depth += self.facts(branch.at)?.depth;
            facts.chosen = false;
            (facts.entered_at, facts.left_at) = (None, None);
        }
        if let Some(opened) = self.opened(node) {
            let root = opened.recording.node(0)?;
            facts.unkept = root.unkept;
            facts.best = root.best.map(|best| opened.number(best));
        }
        Some(facts)
    }

    /// The children of a node.
    fn children(&self, node: usize) -> Vec<usize> {
        if let Some(opened) = self.opened(node) {
            return opened.recording.children(0).map(|child| opened.number(child)).collect();
        }
        let Some((recording, local, within)) = self.locate(node) else { return Vec::new() };
        recording.children(local).map(|child| within.map_or(child, |branch| branch.number(child))).collect()
    }

    /// The nodes from the root to a node, both included.
    fn path(&self, node: usize) -> Vec<usize> {
        let above = |&node: &usize| self.facts(node).and_then(|facts| facts.parent);
        let mut path: Vec<usize> = std::iter::successors(Some(node), above).collect();
        path.reverse();
        path
    }

    /// The actions from the root to a node.
    pub fn moves(&self, node: usize) -> Vec<String> {
        let action = |&node: &usize| self.facts(node).and_then(|facts| facts.action.map(str::to_owned));
        self.path(node).iter().filter_map(action).collect()
    }

    /// The child of a node that `action` leads to: the last that was visited, or the pruned one.
    fn child(&self, node: usize, action: &str) -> Option<usize> {
        let leads = |child: &usize| self.facts(*child).is_some_and(|facts| facts.action == Some(action));
        let visited =
            |child: &usize| self.facts(*child).is_some_and(|facts| facts.state != NodeState::Skipped);
        let children: Vec<usize> = self.children(node).into_iter().filter(leads).collect();
        children.iter().rev().copied().find(visited).or_else(|| children.last().copied())
    }

    /// The node at the end of these actions.
    ///
    /// # Errors
    ///
    /// If an action leads nowhere, or into a branch that was not kept.
    pub fn find(&self, path: &[String]) -> Result<usize, InputError> {
        path.iter().enumerate().try_fold(0, |at, (depth, action)| {
            let action = self.spelled(at, action);
            self.child(at, &action).ok_or_else(|| self.nowhere(at, &path[..depth], &action))
        })
    }

    /// The action as the game spells it, if it can be played there.
    fn spelled(&self, node: usize, action: &str) -> String {
        self.position(node)
            .and_then(|mut position| position.play(action))
            .unwrap_or_else(|_| action.to_owned())
    }

    fn nowhere(&self, at: usize, before: &[String], action: &str) -> InputError {
        let before = before.join(" ");
        let is_legal = self.position(at).is_ok_and(|mut position| position.play(action).is_ok());
        if is_legal && self.facts(at).is_some_and(|facts| facts.unkept > 0) {
            let wrong = message!("branch-not-kept", "the branch after '{path}' was not kept", path = before);
            let right = message!("open-branch", "open it");
            return InputError::new(wrong).expected(right);
        }
        let wrong =
            message!("no-such-branch", "the search has no move '{action}' after '{path}'", path = before);
        let children: Vec<String> = self
            .children(at)
            .into_iter()
            .filter_map(|child| self.facts(child)?.action.map(str::to_owned))
            .collect();
        InputError::new(wrong).expected(match children.is_empty() {
            true => message!("branch-ends", "it ends there"),
            false => message!("branches-there", "it has {moves}", moves = children),
        })
    }

    /// The position at a node.
    fn position(&self, node: usize) -> Result<Box<dyn AnyPosition>, InputError> {
        let mut position = self.root.boxed_clone();
        for action in self.moves(node) {
            position.play(&action)?;
        }
        Ok(position)
    }

    /// A number of the search as a value for the agent that searched.
    fn value(&self, number: f64, bound: Option<TreeBound>) -> Value {
        let certainty = match bound {
            None => Certainty::Exact,
            Some(TreeBound::AtMost) => Certainty::AtMost,
            Some(TreeBound::AtLeast) => Certainty::AtLeast,
        };
        let value = match self.recording.wins_at() {
            Some(win) if win - number.abs() < win / 2.0 => {
                let outcome = if number > 0.0 { Outcome::Win } else { Outcome::Loss };
                Value::proven(self.me, outcome, Some((win - number.abs()) as u32))
            }
            _ => Value::score(self.me, number),
        };
        value.with(certainty)
    }

    /// The value of a position in the game's own picture, in a game that is itself a tree.
    fn pictured(&self, position: &dyn AnyPosition) -> Option<f64> {
        let backdrop = self.game.backdrop();
        let scene = position.scene();
        let (Ground::Tree(nodes), Picture::Tree(tree)) = (&backdrop.ground, &scene.picture) else {
            return None;
        };
        // Pictures give values for agent 0.
        let &current = tree.current.first().filter(|_| self.me == AgentId::FIRST)?;
        nodes.shown(tree).get(current)?.value
    }
}
