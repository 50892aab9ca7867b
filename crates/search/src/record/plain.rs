//! From a recording to the plain form for pictures and files.

use plylab_core::AgentId;

use super::recording::{NodeFacts, Recording};
use super::samples::SampleFacts;
use super::tree::{
    NodeState, RecordedCut, RecordedNode, RecordedSamples, RecordedTree, RecordedWindow, VERSION,
};

/// The default number of nodes of the plain form: far more than a picture can show.
pub const NODES_PICTURED: usize = 100_000;

impl Recording {
    /// The tree as plain data, with at most that many nodes: the upper levels, and below them the lines that values come
    /// from. The rest is counted.
    pub fn tree(&self, most: usize) -> RecordedTree {
        let keep = self.most_important(most);
        let moment = self.moment(self.steps, None);
        let mut moved: Vec<Option<usize>> = vec![None; self.len()];
        let mut nodes: Vec<RecordedNode> = Vec::new();
        let mut unrecorded = self.by_depth.clone();
        for node in (0..self.len()).filter(|&node| keep[node]) {
            let Some(facts) = self.node(node) else { continue };
            moved[node] = Some(nodes.len());
            let parent = facts.parent.and_then(|parent| moved[parent]);
            if facts.state != NodeState::Skipped {
                if let Some(count) = unrecorded.get_mut(facts.depth) {
                    *count = count.saturating_sub(1);
                }
                if let Some(parent) = parent {
                    let above = &mut nodes[parent];
                    above.unrecorded = above.unrecorded.saturating_sub(1 + facts.below);
                }
            }
            let samples = moment.as_ref().and_then(|moment| self.sampled(node, moment));
            nodes.push(self.plain(node, facts, parent, samples));
        }
        while unrecorded.last() == Some(&0) {
            unrecorded.pop();
        }
        RecordedTree { version: VERSION, agents: self.agents.clone(), steps: self.steps, nodes, unrecorded }
    }

    /// Which nodes to take if there is room for that many.
    fn most_important(&self, most: usize) -> Vec<bool> {
        if self.len() <= most {
            return vec![true; self.len()];
        }
        let to = |depth: usize| {
            let chosen = self.places.iter().map(|place| place.chosen).collect();
            self.upper(chosen, depth, true)
        };
        let fits = |keep: &[bool]| keep.iter().filter(|&&keep| keep).count() <= most;
        // The first depth that does not fit.
        let (mut fitting, mut too_deep) = (0, self.depth());
        while fitting < too_deep {
            let middle = fitting.midpoint(too_deep);
            if fits(&to(middle)) { fitting = middle + 1 } else { too_deep = middle }
        }
        match fitting.checked_sub(1) {
            Some(depth) => to(depth),
            // Not even the root's line fits.
            None => (0..self.len()).map(|node| node == 0).collect(),
        }
    }

    fn plain(
        &self,
        node: usize,
        facts: NodeFacts<'_>,
        parent: Option<usize>,
        samples: Option<SampleFacts>,
    ) -> RecordedNode {
        RecordedNode {
            parent,
            action: facts.action.map(str::to_owned),
            weight: facts.weight,
            actor: facts.actor.map(|AgentId(actor)| actor),
            role: facts.role,
            state: facts.state,
            window: facts.window.map(|window| RecordedWindow { alpha: window.alpha, beta: window.beta }),
            value: facts.value,
            bound: facts.bound,
            cut: facts.cut.map(|cut| RecordedCut {
                kind: cut.kind,
                value: cut.value,
                limit: cut.limit,
                words: cut.kind.words(cut.value, cut.limit).to_string(),
                skipped: self.pruned(node),
                at: cut.at,
            }),
            entered_at: facts.entered_at,
            left_at: facts.left_at,
            chosen: facts.chosen,
            unrecorded: facts.below,
            samples: samples.and_then(|samples| {
                Some(RecordedSamples {
                    visits: samples.visits,
                    owner: samples.owner.0,
                    mean: samples.mean?,
                    error: samples.error,
                    bonus: samples.bonus,
                    proven: samples.proven,
                })
            }),
            ..RecordedNode::default()
        }
    }

    /// The pruned actions of a node.
    pub fn pruned(&self, node: usize) -> Vec<String> {
        self.pruned_children(node)
            .filter_map(|child| self.names.text(self.places[child].action))
            .map(str::to_owned)
            .collect()
    }
}
