//! The observer that records a search.

use plylab_core::{Cut, Decision, Observer, Simulation, Thought, Visit};

use super::bounds::{ChildBounds, ValueRange};
use super::recording::{CutFacts, NOBODY, NONE, Recording, Searched, TreePlace};
use super::sampler::Sampler;
use super::tree::{CutKind, NodeRole, NodeState};

/// The default number of nodes that a recorder keeps.
pub const NODES_KEPT: usize = 1_000_000;

/// The number of bytes that a recording takes at most.
pub const BYTES_KEPT: usize = 100_000_000;

/// Bytes of a node, and of a cutoff.
const NODE: usize = size_of::<TreePlace>() + size_of::<Searched>();
const CUT: usize = size_of::<CutFacts>();

/// Records what a search does. Its memory is bounded: if there is no more room, it forgets the deepest nodes and only
/// counts them. It always keeps the root's children and every node above one that is kept; below the deepest level that
/// is kept whole, it keeps for each node the line that its value comes from, and with each cutoff the children that were
/// pruned.
#[derive(Clone, Debug)]
pub struct Recorder {
    limit: usize,
    bytes: usize,
    /// What is kept of a search by depth.
    kept: Recording,
    /// From the root to the node entered last and not left yet, as far as they are kept.
    path: Vec<OpenNode>,
    /// The number of nodes below the path that were entered and not left yet, but are not kept.
    beyond: usize,
    /// What is kept of a search by simulations.
    sampler: Sampler,
}

/// A node that was entered and not left yet.
#[derive(Clone, Debug)]
struct OpenNode {
    node: u32,
    /// The best value of its children so far, or the weight of the likeliest.
    best: Option<f64>,
    /// What is known of its children.
    parts: Vec<ChildBounds>,
    /// Were children not kept?
    missed: bool,
}

impl Default for Recorder {
    fn default() -> Recorder {
        Recorder::with_limit(NODES_KEPT)
    }
}

impl Recorder {
    /// Keeps at most [`NODES_KEPT`] nodes and [`BYTES_KEPT`] bytes.
    pub fn new() -> Recorder {
        Recorder::default()
    }

    /// Keeps at most that many nodes, two at least, and [`BYTES_KEPT`] bytes.
    pub fn with_limit(limit: usize) -> Recorder {
        Recorder {
            limit: limit.clamp(2, NONE as usize),
            bytes: BYTES_KEPT,
            kept: Recording::default(),
            path: Vec::new(),
            beyond: 0,
            sampler: Sampler::default(),
        }
    }

    /// Has nothing been recorded? Agents that do not search report nothing.
    pub fn is_empty(&self) -> bool {
        self.kept.places.is_empty() && self.sampler.is_empty()
    }

    /// The recording, with the line that the agent chose.
    pub fn finish_thought(self, thought: &Thought) -> Recording {
        let Decision { action, line, .. } = &thought.decision;
        // Some agents have a move and no line.
        self.finish(if line.is_empty() { std::slice::from_ref(action) } else { line })
    }

    /// The recording, with the line of these actions marked as chosen.
    pub fn finish(mut self, line: &[String]) -> Recording {
        let mut recording = if self.sampler.is_empty() {
            // A search that was stopped has not left these.
            while let Some(open) = self.path.pop() {
                self.count_above(open.node);
            }
            self.kept
        } else {
            self.sampler.finish()
        };
        recording.measure();
        recording.mark_line(line);
        recording
    }

    fn step(&mut self) -> u32 {
        self.kept.steps += 1;
        u32::try_from(self.kept.steps - 1).unwrap_or(NONE - 1)
    }

    fn is_full(&self) -> bool {
        let bytes = self.kept.places.len() * NODE + self.kept.cuts.len() * CUT;
        self.kept.places.len() >= self.limit || bytes + NODE + CUT > self.bytes
    }

    /// Makes room for one more node. False if that is impossible.
    fn make_room(&mut self) -> bool {
        if self.is_full() {
            self.forget();
        }
        !self.is_full()
    }

    /// Forgets about half of the nodes, the deepest first.
    fn forget(&mut self) {
        let mut levels: Vec<usize> = Vec::new();
        for place in &self.kept.places {
            let depth = place.depth as usize;
            if levels.len() <= depth {
                levels.resize(depth + 1, 0);
            }
            levels[depth] += 1;
        }
        let most = self.kept.places.len() / 2;
        let mut sum = 0;
        let whole = levels.iter().take_while(|&&count| {
            sum += count;
            sum <= most
        });
        let mut depth = whole.count().saturating_sub(1).max(1);
        let keep_to = |depth: usize, lines: bool| {
            let mut keep = vec![false; self.kept.len()];
            self.path.iter().for_each(|open| keep[open.node as usize] = true);
            self.kept.upper(keep, depth, lines)
        };
        let fits = |keep: &[bool]| keep.iter().filter(|&&keep| keep).count() <= most + most / 4;
        let mut keep = keep_to(depth, true);
        // The lines below that level may be many.
        while depth > 1 && !fits(&keep) {
            depth -= 1;
            keep = keep_to(depth, true);
        }
        if !fits(&keep) {
            keep = keep_to(depth, false);
        }
        self.compact(&keep);
    }

    fn compact(&mut self, keep: &[bool]) {
        let mut moved = vec![NONE; keep.len()];
        let mut kept = 0;
        let mut cuts = Vec::new();
        for node in (0..keep.len()).filter(|&node| keep[node]) {
            moved[node] = kept as u32;
            let place = self.kept.places[node];
            let parent = moved.get(place.parent as usize).copied().unwrap_or(NONE);
            self.kept.places[kept] = TreePlace { parent, ..place };
            self.kept.searched[kept] = self.kept.searched[node];
            if let Some(&cut) = self.kept.cuts.get(self.kept.searched[kept].cut as usize) {
                self.kept.searched[kept].cut = cuts.len() as u32;
                cuts.push(cut);
            }
            kept += 1;
        }
        self.kept.places.truncate(kept);
        self.kept.searched.truncate(kept);
        self.kept.cuts = cuts;
        for place in &mut self.kept.places {
            place.best = moved.get(place.best as usize).copied().unwrap_or(NONE);
        }
        for open in &mut self.path {
            open.node = moved[open.node as usize];
        }
    }

    /// Counts a node that is left for good, and the nodes below it, at its parent.
    fn count_above(&mut self, node: u32) {
        let TreePlace { parent, below, .. } = self.kept.places[node as usize];
        if let Some(above) = self.kept.places.get_mut(parent as usize) {
            above.below = above.below.saturating_add(below).saturating_add(1);
        }
    }
}

impl Observer<String> for Recorder {
    fn restart(&mut self) {
        *self = Recorder { bytes: self.bytes, ..Recorder::with_limit(self.limit) };
    }

    fn wins_at(&mut self, win: f64) {
        self.kept.wins_at = Some(win);
    }

    fn enter(&mut self, visit: &Visit<String>) {
        // A second root: a search that started again without calling `restart`.
        if self.path.is_empty() && self.beyond == 0 && !self.kept.places.is_empty() {
            self.restart();
        }
        let depth = self.path.len() + self.beyond;
        if self.kept.by_depth.len() <= depth {
            self.kept.by_depth.resize(depth + 1, 0);
        }
        self.kept.by_depth[depth] += 1;
        let entered_at = self.step();
        if self.beyond > 0 || !self.make_room() {
            self.beyond += 1;
            if let Some(open) = self.path.last_mut() {
                open.missed = true;
                let place = &mut self.kept.places[open.node as usize];
                place.below = place.below.saturating_add(1);
            }
            return;
        }
        let node = self.kept.places.len() as u32;
        let parent = self.path.last().map_or(NONE, |open| open.node);
        let action = visit.action.as_ref().map_or(NONE, |action| self.kept.names.number(action));
        self.kept.places.push(TreePlace {
            actor: visit.actor.map_or(NOBODY, |agent| agent.0),
            role: Some(NodeRole::from(visit.role)),
            state: NodeState::Open,
            weight: visit.weight.unwrap_or(f64::NAN),
            ..TreePlace::pruned(parent, action, depth as u32)
        });
        self.kept.searched.push(Searched {
            window: visit.window,
            entered_at,
            left: visit.left,
            ..Searched::NOTHING
        });
        self.path.push(OpenNode { node, best: None, parts: Vec::new(), missed: false });
    }

    fn cut(&mut self, cut: Cut, skipped: &[String]) {
        let at = self.step();
        if self.beyond > 0 || self.path.is_empty() {
            return;
        }
        let depth = self.path.len() as u32;
        for action in skipped {
            if !self.make_room() {
                break;
            }
            let parent = self.path.last().map_or(NONE, |open| open.node);
            let action = self.kept.names.number(action);
            self.kept.places.push(TreePlace::pruned(parent, action, depth));
            self.kept.searched.push(Searched::NOTHING);
        }
        let Some(open) = self.path.last() else { return };
        let node = &mut self.kept.searched[open.node as usize];
        node.cut = self.kept.cuts.len() as u32;
        let (kind, value, limit) = match cut {
            Cut::Alpha { value, alpha } => (CutKind::Alpha, Some(value), Some(alpha)),
            Cut::Beta { value, beta } => (CutKind::Beta, Some(value), Some(beta)),
            Cut::Chance { bound, limit } => {
                // If the bound equals the limit, the window tells whether that is alpha or beta.
                let is_beta = node.window.beta == limit && node.window.alpha != limit;
                let high = bound > limit || (bound == limit && is_beta);
                let kind = if high { CutKind::ChanceHigh } else { CutKind::ChanceLow };
                (kind, Some(bound), Some(limit))
            }
            Cut::Table => (CutKind::Table, None, None),
        };
        self.kept.cuts.push(CutFacts { kind, value, limit, skipped: skipped.len(), at: u64::from(at) });
    }

    fn leave(&mut self, value: f64) {
        let left_at = self.step();
        if self.beyond > 0 {
            self.beyond -= 1;
            return;
        }
        let Some(mut open) = self.path.pop() else { return };
        let node = open.node as usize;
        let place = &mut self.kept.places[node];
        place.state = NodeState::Done;
        let TreePlace { action, role, weight, .. } = *place;
        let searched = &mut self.kept.searched[node];
        let cut = self
            .kept
            .cuts
            .get(searched.cut as usize)
            .filter(|cut| cut.skipped > 0 || cut.kind == CutKind::Table);
        let interval = match cut.map(|cut| cut.kind) {
            Some(CutKind::Alpha | CutKind::ChanceLow) => ValueRange::at_most(value),
            Some(CutKind::Beta | CutKind::ChanceHigh) => ValueRange::at_least(value),
            Some(CutKind::Table) => ValueRange::by_window(value, searched.window),
            None if open.missed => ValueRange::by_window(value, searched.window),
            None => ValueRange::combine(role, &mut open.parts).unwrap_or(ValueRange::point(value)),
        };
        searched.value = value;
        searched.left_at = left_at;
        searched.bound = interval.bound(value);
        self.count_above(open.node);
        let Some(above) = self.path.last_mut() else { return };
        above.parts.push(ChildBounds { action, weight, interval });
        let TreePlace { role: parent_role, best: so_far, .. } = self.kept.places[above.node as usize];
        let merit = if parent_role == Some(NodeRole::Mean) { weight } else { value };
        let is_better = match (above.best, parent_role) {
            (None, _) => true,
            (Some(best), Some(NodeRole::Min)) => merit < best,
            // Of two visits to the likeliest outcome, the last counts.
            (Some(best), Some(NodeRole::Mean)) => {
                merit > best
                    || self.kept.places.get(so_far as usize).is_some_and(|best| best.action == action)
            }
            (Some(best), _) => merit > best,
        };
        if is_better {
            above.best = Some(merit);
            self.kept.places[above.node as usize].best = node as u32;
        }
    }

    fn simulate(&mut self, simulation: &Simulation<String>) {
        self.sampler.add(simulation, self.limit, self.bytes);
    }
}

#[cfg(test)]
mod tests {
    use plylab_core::{AgentId, Role, Window};

    use super::*;
    use crate::record::{NODES_PICTURED, TreeBound};

    fn inner(recorder: &mut Recorder, action: Option<&str>, role: Role, alpha: f64, beta: f64) {
        recorder.enter(&Visit {
            action: action.map(str::to_owned),
            weight: None,
            actor: Some(AgentId(0)),
            role: Some(role),
            window: Window { alpha, beta },
            left: 1,
        });
    }

    fn leaf(recorder: &mut Recorder, action: &str, value: f64) {
        recorder.enter(&Visit {
            action: Some(action.to_owned()),
            weight: None,
            actor: None,
            role: None,
            window: Window::FULL,
            left: 0,
        });
        recorder.leave(value);
    }

    const INF: f64 = f64::INFINITY;

    #[test]
    fn a_chance_cut_on_the_edge_is_told_by_the_window() {
        let kind = |bound: f64, limit: f64| {
            let mut recorder = Recorder::new();
            inner(&mut recorder, None, Role::Mean, 4.0, 5.0);
            recorder.cut(Cut::Chance { bound, limit }, &["a".to_owned()]);
            recorder.leave(bound);
            recorder.finish(&[]).node(0).unwrap().cut.unwrap().kind
        };
        assert_eq!([kind(3.5, 4.0), kind(4.0, 4.0)], [CutKind::ChanceLow; 2]);
        assert_eq!([kind(7.0, 5.0), kind(5.0, 5.0)], [CutKind::ChanceHigh; 2]);
    }

    #[test]
    fn steps_are_counted_and_the_chosen_line_is_marked() {
        let mut recorder = Recorder::new();
        inner(&mut recorder, None, Role::Max, -INF, INF);
        leaf(&mut recorder, "a", 1.0);
        inner(&mut recorder, Some("b"), Role::Min, 1.0, INF);
        leaf(&mut recorder, "c", 0.0);
        recorder.cut(Cut::Alpha { value: 0.0, alpha: 1.0 }, &["d".to_owned()]);
        recorder.leave(0.0);
        // Visited again, and found to be better.
        leaf(&mut recorder, "b", 2.0);
        recorder.leave(2.0);
        let tree = recorder.finish(&["b".to_owned(), "never".to_owned()]).tree(NODES_PICTURED);
        let steps: Vec<_> = tree.nodes.iter().map(|node| (node.entered_at, node.left_at)).collect();
        assert_eq!(
            steps,
            [
                (Some(0), Some(10)),
                (Some(1), Some(2)),
                (Some(3), Some(7)),
                (Some(4), Some(5)),
                (None, None),
                (Some(8), Some(9))
            ]
        );
        assert_eq!((tree.steps, tree.visited(), tree.pruned().branches), (11, 4, 1));
        let chosen: Vec<bool> = tree.nodes.iter().map(|node| node.chosen).collect();
        assert_eq!(chosen, [true, false, false, false, false, true]);
        let bounds: Vec<_> = tree.nodes.iter().map(|node| node.bound).collect();
        assert_eq!(bounds, [None, None, Some(TreeBound::AtMost), None, None, None]);
    }

    #[test]
    fn a_restart_forgets_and_so_does_a_second_root() {
        let mut recorder = Recorder::new();
        inner(&mut recorder, None, Role::Max, -INF, INF);
        leaf(&mut recorder, "a", 1.0);
        recorder.restart();
        assert!(recorder.is_empty());
        for value in [1.0, 2.0] {
            inner(&mut recorder, None, Role::Max, -INF, INF);
            leaf(&mut recorder, "a", value);
            recorder.leave(value);
        }
        let tree = recorder.finish(&[]).tree(NODES_PICTURED);
        assert_eq!((tree.nodes.len(), tree.nodes[0].value, tree.steps), (2, Some(2.0), 4));
        assert!(!tree.nodes[0].chosen);
    }

    #[test]
    fn a_search_that_was_stopped_leaves_nodes_open() {
        let mut recorder = Recorder::new();
        inner(&mut recorder, None, Role::Max, -INF, INF);
        inner(&mut recorder, Some("a"), Role::Min, -INF, INF);
        let recording = recorder.finish(&["a".to_owned()]);
        assert_eq!(recording.node(0).map(|root| root.below), Some(1));
        let tree = recording.tree(NODES_PICTURED);
        assert!(tree.nodes.iter().all(|node| node.state == NodeState::Open && node.value.is_none()));
    }

    #[test]
    fn beyond_the_limit_nodes_are_counted_and_root_moves_are_kept() {
        let mut recorder = Recorder::with_limit(12);
        inner(&mut recorder, None, Role::Max, -INF, INF);
        for (root, value) in [("a", 1.0), ("b", 3.0), ("c", 2.0)] {
            inner(&mut recorder, Some(root), Role::Min, -INF, INF);
            for reply in ["x", "y"] {
                inner(&mut recorder, Some(reply), Role::Max, -INF, INF);
                leaf(&mut recorder, "1", value - 1.0);
                inner(&mut recorder, Some("2"), Role::Min, -INF, INF);
                leaf(&mut recorder, "3", value);
                recorder.cut(Cut::Alpha { value, alpha: 9.0 }, &["4".to_owned()]);
                recorder.leave(value);
                recorder.leave(value);
            }
            recorder.leave(value);
        }
        recorder.leave(3.0);
        let recording = recorder.finish(&["b".to_owned()]);
        assert!(recording.len() <= 12, "{}", recording.len());
        assert_eq!((recording.visited(), recording.steps()), (28, 62));
        let roots: Vec<_> = recording.children(0).map(|node| recording.node(node).unwrap()).collect();
        assert_eq!(
            roots.iter().map(|root| root.action).collect::<Vec<_>>(),
            [Some("a"), Some("b"), Some("c")]
        );
        assert!(roots.iter().all(|root| root.below == 8));
        assert_eq!(roots.iter().map(|root| root.value).collect::<Vec<_>>(), [1.0, 3.0, 2.0].map(Some));
        let tree = recording.tree(NODES_PICTURED);
        let unrecorded: u64 = tree.nodes.iter().map(|node| node.unrecorded).sum();
        let kept = tree.nodes.iter().filter(|node| node.state != NodeState::Skipped).count() as u64;
        assert_eq!((1 + tree.visited(), kept + unrecorded), (28, 28));
    }
}
