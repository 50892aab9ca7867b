//! A node with its path, its siblings and its children.

use std::cmp::Ordering;

use plylab_core::{AnyPosition, Certainty, InputError, Turn, Value, Window};
use plylab_search::record::{
    CutKind, NodeFacts, NodeKnowledge, NodeRole, NodeState, RecordedNumber, RecordedWindow, SampleFacts,
    narrowed,
};
use serde::Deserialize;

use super::Explorer;
use super::facts::{ExplorerNode, TreeEnd, TreeNodeKind, TreeNow, TreeSamples, TreeView, UcbScore};

/// The maximum number of children that are shown.
const CHILDREN: usize = 200;

/// The order of children.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum TreeSort {
    /// The best for the agent that chooses first, pruned ones last; by visits, for simulations.
    Best,
    /// As they were searched, pruned ones last.
    #[default]
    Searched,
    /// Pruned ones first, then those whose rest was pruned.
    Cut,
}

/// How to look at a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ViewOptions {
    /// The order of children.
    pub sort: TreeSort,
    /// Only what was known at that step.
    pub step: Option<u64>,
    /// With pictures?
    pub scenes: bool,
}

impl Default for ViewOptions {
    fn default() -> ViewOptions {
        ViewOptions { sort: TreeSort::default(), step: None, scenes: true }
    }
}

impl Explorer {
    /// A node with what is around it.
    ///
    /// # Errors
    ///
    /// If its moves cannot be played.
    pub fn view(&mut self, node: usize, look: ViewOptions) -> Result<TreeView, InputError> {
        self.set_moment(look.step);
        let ids = self.path(node);
        let mut path: Vec<ExplorerNode> = Vec::with_capacity(ids.len());
        let mut position = self.root.boxed_clone();
        let mut before: Option<Box<dyn AnyPosition>> = None;
        for (depth, &id) in ids.iter().enumerate() {
            if let Some(action) = self.facts(id).and_then(|facts| facts.action).filter(|_| depth > 0) {
                before = Some(position.boxed_clone());
                position.play(action)?;
            }
            let mut told = self.node(id, position.as_ref(), look);
            if let Some(told) = &mut told {
                let siblings = told.parent.map(|parent| self.children(parent)).unwrap_or_default();
                told.order = siblings.iter().position(|&sibling| sibling == id).unwrap_or(0);
            }
            path.extend(told);
        }
        let focus = path.last().cloned().ok_or_else(|| self.nowhere(0, &[], ""))?;
        let mut siblings = Vec::new();
        if let Some((parent, before)) = focus.parent.zip(before) {
            siblings = self.below(parent, before.as_ref(), look, TreeSort::Searched, focus.order)?;
        }
        let children = self.below(node, position.as_ref(), look, look.sort, 0)?;
        Ok(TreeView { focus, path, siblings, children, moves: self.moves(node), step: look.step })
    }

    /// Prepares for looking at a search by simulations as it was at a step.
    pub(super) fn set_moment(&mut self, step: Option<u64>) {
        let step = step.unwrap_or_else(|| self.recording.steps());
        if self.moment.as_ref().is_none_or(|moment| moment.simulations() != step) {
            let before = self.moment.take();
            self.moment = self.recording.moment(step, before);
        }
    }

    /// The children of a node, which is at `position`; if there are many, those from about `around` on.
    fn below(
        &self,
        node: usize,
        position: &dyn AnyPosition,
        look: ViewOptions,
        sort: TreeSort,
        around: usize,
    ) -> Result<Vec<ExplorerNode>, InputError> {
        let after = |action: Option<&str>| match action {
            Some(action) => position.after(action),
            None => Ok(position.boxed_clone()),
        };
        let mut children = Vec::new();
        for (order, child) in self.children(node).into_iter().enumerate() {
            let after = after(self.facts(child).and_then(|facts| facts.action))?;
            let told = self.node(child, after.as_ref(), ViewOptions { scenes: false, ..look });
            children.extend(told.map(|told| ExplorerNode { order, ..told }));
        }
        let kind = self.facts(node).and_then(|facts| facts.role).map(kind);
        self::sort(&mut children, kind, sort);
        let first = around.saturating_sub(CHILDREN / 2).min(children.len().saturating_sub(CHILDREN));
        children.drain(..first);
        children.truncate(CHILDREN);
        if look.scenes {
            for child in &mut children {
                child.scene = Some(after(child.action.as_deref())?.scene());
            }
        }
        Ok(children)
    }

    /// Everything about a node, which is at `position`, except its order among its siblings.
    pub(super) fn node(
        &self,
        node: usize,
        position: &dyn AnyPosition,
        look: ViewOptions,
    ) -> Option<ExplorerNode> {
        let facts = self.facts(node)?;
        let sampled = self.sampled(node);
        let exit = facts.window.filter(|_| facts.state == NodeState::Done);
        let exit = exit.map(|window| match self.recording.prunes() {
            true => narrowed(window, facts.role, facts.value),
            false => window,
        });
        let window = |window: Window| RecordedWindow { alpha: window.alpha, beta: window.beta };
        let unseen = (facts.state == NodeState::Skipped).then(|| self.pictured(position)).flatten();
        let known = look.step.filter(|_| sampled.is_none() && node < self.recording.len());
        let is_current = |step: u64| self.recording.event(step).is_some_and(|event| event.node() == node);
        let now = known.and_then(|step| Some(now(self.recording.known(node, step)?, is_current(step))));
        // Before the end of the simulations nobody knows which move will be taken.
        let is_over = look.step.is_none_or(|step| step >= self.recording.steps());
        let mut told = ExplorerNode {
            node,
            parent: facts.parent,
            depth: facts.depth,
            action: facts.action.map(str::to_owned),
            weight: facts.weight,
            kind: facts.role.map(kind),
            actor: facts.actor,
            value: match sampled {
                Some(sampled) => estimate(&sampled),
                None => facts.value.map(|number| self.value(number, facts.bound)),
            },
            number: facts.value.or(sampled.and_then(|sampled| sampled.mean)).map(RecordedNumber),
            window: facts.window.map(window),
            exit: exit.map(window),
            below: facts.below,
            unkept: facts.unkept,
            children: self.children(node).len(),
            end: self.end(node, &facts, sampled.as_ref(), position),
            chosen: facts.chosen && (sampled.is_none() || is_over),
            best: facts.parent.and_then(|parent| self.facts(parent)?.best) == Some(node)
                && (sampled.is_none() || is_over),
            order: 0,
            left: facts.left,
            entered_at: facts.entered_at,
            cut_at: facts.cut.map(|cut| cut.at).filter(|_| facts.entered_at.is_some()),
            left_at: facts.left_at,
            unseen: unseen.map(RecordedNumber),
            opened: self.opened(node).map(|branch| branch.outcome.clone()),
            samples: sampled.map(samples),
            now,
            words: None,
            scene: look.scenes.then(|| position.scene()),
        };
        told.words = self.ended(&told);
        Some(told)
    }

    /// What simulations know of a node at the moment that is looked at.
    pub(super) fn sampled(&self, node: usize) -> Option<SampleFacts> {
        let (recording, local, within) = self.locate(node)?;
        match within {
            None => recording.sampled(local, self.moment.as_ref()?),
            Some(_) => recording.sampled(local, &recording.moment(recording.steps(), None)?),
        }
    }

    fn end(
        &self,
        node: usize,
        facts: &NodeFacts<'_>,
        sampled: Option<&SampleFacts>,
        position: &dyn AnyPosition,
    ) -> TreeEnd {
        let is_over = || position.turn() == Turn::Over;
        match (facts.state, facts.cut) {
            (NodeState::Skipped, _) => TreeEnd::Pruned,
            (NodeState::Open, _) => TreeEnd::Stopped,
            (NodeState::Done, Some(cut)) if cut.kind == CutKind::Table => TreeEnd::Table,
            (NodeState::Done, Some(cut)) => TreeEnd::Cut {
                by: cut.kind,
                value: RecordedNumber(cut.value.unwrap_or(f64::NAN)),
                limit: RecordedNumber(cut.limit.unwrap_or(f64::NAN)),
                pruned: self.pruned(node),
            },
            (NodeState::Done, None) => match sampled {
                _ if is_over() => TreeEnd::Over,
                Some(sampled) if sampled.proven => TreeEnd::Proven,
                Some(_) if facts.below == 0 => TreeEnd::New,
                None if facts.role == Some(NodeRole::Leaf) => TreeEnd::Depth,
                _ => TreeEnd::Searched,
            },
        }
    }

    /// The pruned actions of a node.
    pub(super) fn pruned(&self, node: usize) -> Vec<String> {
        let pruned = |child: usize| {
            let facts = self.facts(child)?;
            facts.action.filter(|_| facts.state == NodeState::Skipped).map(str::to_owned)
        };
        self.children(node).into_iter().filter_map(pruned).collect()
    }
}

/// Sorts the children of a node of that kind.
fn sort(children: &mut [ExplorerNode], parent: Option<TreeNodeKind>, sort: TreeSort) {
    let merit = |child: &ExplorerNode| {
        let number = child.number.map_or(f64::NEG_INFINITY, |RecordedNumber(number)| number);
        match (&child.samples, parent) {
            (Some(samples), _) => samples.visits as f64,
            (None, Some(TreeNodeKind::Min)) if child.number.is_some() => -number,
            (None, Some(TreeNodeKind::Chance)) => child.weight.unwrap_or(0.0),
            (None, _) => number,
        }
    };
    let is_bound = |child: &ExplorerNode| child.value.is_some_and(|value| !value.is_exact());
    let by_merit = |one: &ExplorerNode, other: &ExplorerNode| {
        let merits = merit(other).partial_cmp(&merit(one)).unwrap_or(Ordering::Equal);
        (!one.best).cmp(&!other.best).then(merits).then(is_bound(one).cmp(&is_bound(other)))
    };
    let by_cut = |child: &ExplorerNode| match child.end {
        TreeEnd::Pruned => 0,
        TreeEnd::Cut { .. } => 1,
        TreeEnd::Table => 2,
        _ => 3,
    };
    match sort {
        TreeSort::Searched => {}
        TreeSort::Best => children.sort_by(by_merit),
        TreeSort::Cut => children.sort_by_key(by_cut),
    }
}

fn kind(role: NodeRole) -> TreeNodeKind {
    match role {
        NodeRole::Max => TreeNodeKind::Max,
        NodeRole::Min => TreeNodeKind::Min,
        NodeRole::Mean => TreeNodeKind::Chance,
        NodeRole::Leaf => TreeNodeKind::Leaf,
    }
}

/// The mean of simulations as a value of the agent that gets the rewards.
fn estimate(sampled: &SampleFacts) -> Option<Value> {
    let certainty = if sampled.proven { Certainty::Exact } else { Certainty::Estimate };
    Some(Value::score(sampled.owner, sampled.mean?).with(certainty))
}

pub(super) fn samples(sampled: SampleFacts) -> TreeSamples {
    let ucb = sampled.mean.zip(sampled.bonus).map(|(mean, bonus)| UcbScore {
        score: RecordedNumber(mean + bonus),
        mean: RecordedNumber(mean),
        bonus: RecordedNumber(bonus),
    });
    let SampleFacts { visits, owner, mean, error, proven, .. } = sampled;
    TreeSamples { visits, owner, mean: mean.map(RecordedNumber), error, ucb, proven }
}

pub(super) fn now(known: NodeKnowledge, current: bool) -> TreeNow {
    TreeNow {
        phase: known.phase,
        value: known.value.map(RecordedNumber),
        alpha: known.window.map(|window| RecordedNumber(window.alpha)),
        beta: known.window.map(|window| RecordedNumber(window.beta)),
        cut: known.cut,
        current,
    }
}
