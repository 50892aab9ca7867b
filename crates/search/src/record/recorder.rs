//! The observer that records a search.

use plylab_core::{Cut, Observer, Thought, Visit, Window};

use super::bounds;
use super::number::short_pair;
use super::tree::{
    CutKind, NodeRole, NodeState, RecordedCut, RecordedNode, RecordedTree, RecordedWindow, VERSION,
};

/// The default number of nodes that a recorder keeps: far more than a reader can use.
pub const NODES_KEPT: usize = 100_000;

/// Nodes of the upper levels are kept even beyond the limit: a picture in which some root moves are missing would
/// mislead.
const UPPER_LEVELS: usize = 2;

/// The limit for them: a root with 64 actions and as many replies to each. A larger picture would be unreadable.
const UPPER_ROOM: usize = 1 + 64 + 64 * 64;

/// Records what a search does. Its memory is bounded: beyond a number of nodes it only counts.
#[derive(Clone, Debug)]
pub struct Recorder {
    limit: usize,
    nodes: Vec<RecordedNode>,
    /// The kept nodes from the root to the one entered last and not left yet.
    path: Vec<usize>,
    /// The number of nodes below the path that were entered and not left yet, but are not kept.
    beyond: usize,
    steps: u64,
    unrecorded: Vec<u64>,
}

impl Default for Recorder {
    fn default() -> Recorder {
        Recorder::with_limit(NODES_KEPT)
    }
}

impl Recorder {
    /// Keeps at most [`NODES_KEPT`] nodes.
    pub fn new() -> Recorder {
        Recorder::default()
    }

    /// Keeps at most that many nodes, and up to a few thousand more of the upper two levels.
    pub fn with_limit(limit: usize) -> Recorder {
        Recorder { limit, nodes: Vec::new(), path: Vec::new(), beyond: 0, steps: 0, unrecorded: Vec::new() }
    }

    /// Has nothing been recorded? Agents that do not search report nothing.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The tree, with the line that the agent chose.
    pub fn finish_thought(self, thought: &Thought) -> RecordedTree {
        let decision = &thought.decision;
        // Some agents have a move and no line.
        if decision.line.is_empty() {
            self.finish(std::slice::from_ref(&decision.action))
        } else {
            self.finish(&decision.line)
        }
    }

    /// The tree, with the line of these actions marked as chosen.
    pub fn finish(self, line: &[String]) -> RecordedTree {
        let Recorder { mut nodes, steps, unrecorded, .. } = self;
        bounds::mark(&mut nodes);
        let mut tree = RecordedTree { version: VERSION, agents: Vec::new(), steps, nodes, unrecorded };
        mark_line(&mut tree, line);
        tree
    }

    fn step(&mut self) -> u64 {
        self.steps += 1;
        self.steps - 1
    }

    /// Is there room for one more node at that depth?
    fn has_room(&self, depth: usize) -> bool {
        self.nodes.len() < self.limit
            || (depth <= UPPER_LEVELS && self.nodes.len() < self.limit.saturating_add(UPPER_ROOM))
    }

    /// Counts a node that is not kept.
    fn count(&mut self, depth: usize) {
        if self.unrecorded.len() <= depth {
            self.unrecorded.resize(depth + 1, 0);
        }
        self.unrecorded[depth] += 1;
        if let Some(&last) = self.path.last() {
            self.nodes[last].unrecorded += 1;
        }
    }
}

impl Observer<String> for Recorder {
    fn restart(&mut self) {
        *self = Recorder::with_limit(self.limit);
    }

    fn enter(&mut self, visit: &Visit<String>) {
        // A second root: a search that started again without calling `restart`.
        if self.path.is_empty() && self.beyond == 0 && !self.nodes.is_empty() {
            self.restart();
        }
        let depth = self.path.len() + self.beyond;
        if self.beyond > 0 || !self.has_room(depth) {
            self.beyond += 1;
            return self.count(depth);
        }
        let entered_at = self.step();
        let Window { alpha, beta } = visit.window;
        self.nodes.push(RecordedNode {
            action: visit.action.clone(),
            weight: visit.weight,
            actor: visit.actor.map(|agent| agent.0),
            role: Some(NodeRole::from(visit.role)),
            state: NodeState::Open,
            window: Some(RecordedWindow { alpha, beta }),
            entered_at: Some(entered_at),
            ..blank(self.path.last().copied())
        });
        self.path.push(self.nodes.len() - 1);
    }

    fn cut(&mut self, cut: Cut, skipped: &[String]) {
        let Some(&index) = self.path.last().filter(|_| self.beyond == 0) else { return };
        let at = self.step();
        let window = self.nodes[index].window;
        self.nodes[index].cut = Some(RecordedCut { skipped: skipped.to_vec(), at, ..in_words(cut, window) });
        for action in skipped {
            if !self.has_room(self.path.len()) {
                break;
            }
            let child = RecordedNode { action: Some(action.clone()), ..blank(Some(index)) };
            self.nodes.push(child);
        }
    }

    fn leave(&mut self, value: f64) {
        if self.beyond > 0 {
            self.beyond -= 1;
        } else if let Some(index) = self.path.pop() {
            let left_at = self.step();
            let node = &mut self.nodes[index];
            node.value = Some(value);
            node.left_at = Some(left_at);
            node.state = NodeState::Done;
        }
    }
}

/// A node without any information.
pub(super) fn blank(parent: Option<usize>) -> RecordedNode {
    RecordedNode {
        parent,
        name: None,
        action: None,
        weight: None,
        actor: None,
        role: None,
        state: NodeState::Skipped,
        window: None,
        value: None,
        bound: None,
        cut: None,
        entered_at: None,
        left_at: None,
        chosen: false,
        unseen: None,
        unrecorded: 0,
    }
}

/// The reason for a cutoff at a node entered with that window.
fn in_words(cut: Cut, window: Option<RecordedWindow>) -> RecordedCut {
    let (kind, value, limit, words) = match cut {
        Cut::Alpha { value, alpha } => {
            let (left, right) = short_pair(value, alpha);
            let sign = if value < alpha { "<" } else { "<=" };
            (CutKind::Alpha, Some(value), Some(alpha), format!("cut: {left} {sign} alpha {right}"))
        }
        Cut::Beta { value, beta } => {
            let (left, right) = short_pair(value, beta);
            let sign = if value > beta { ">" } else { ">=" };
            (CutKind::Beta, Some(value), Some(beta), format!("cut: {left} {sign} beta {right}"))
        }
        Cut::Chance { bound, limit } => {
            let (left, right) = short_pair(bound, limit);
            // If the bound equals the limit, the window tells whether that is alpha or beta.
            let is_beta = window.is_some_and(|window| window.beta == limit && window.alpha != limit);
            let (kind, words) = if bound > limit || (bound == limit && is_beta) {
                (CutKind::ChanceHigh, format!("cut: at least {left}, beta is {right}"))
            } else {
                (CutKind::ChanceLow, format!("cut: at most {left}, alpha is {right}"))
            };
            (kind, Some(bound), Some(limit), words)
        }
        Cut::Table => (CutKind::Table, None, None, "from the transposition table".to_owned()),
    };
    RecordedCut { kind, value, limit, words, skipped: Vec::new(), at: 0 }
}

/// Follows `line` from the root, as far as it was recorded.
fn mark_line(tree: &mut RecordedTree, line: &[String]) {
    let children = tree.children();
    let mut here = 0;
    for action in line {
        // A child that was visited twice was chosen for the value of the second visit.
        let next = children.get(here).and_then(|children| {
            let leads = |&&child: &&usize| {
                let child = &tree.nodes[child];
                child.state != NodeState::Skipped && child.action.as_ref() == Some(action)
            };
            children.iter().rev().find(leads)
        });
        let Some(&next) = next else { break };
        tree.nodes[here].chosen = true;
        tree.nodes[next].chosen = true;
        here = next;
    }
}

#[cfg(test)]
mod tests {
    use plylab_core::{AgentId, Role};

    use super::*;
    use crate::record::Bound;

    fn inner(recorder: &mut Recorder, action: Option<&str>, role: Role, alpha: f64, beta: f64) {
        recorder.enter(&Visit {
            action: action.map(str::to_owned),
            weight: None,
            actor: Some(AgentId(0)),
            role: Some(role),
            window: Window { alpha, beta },
        });
    }

    fn leaf(recorder: &mut Recorder, action: &str, value: f64) {
        recorder.enter(&Visit {
            action: Some(action.to_owned()),
            weight: None,
            actor: None,
            role: None,
            window: Window::FULL,
        });
        recorder.leave(value);
    }

    const INF: f64 = f64::INFINITY;

    #[test]
    fn cuts_are_explained_in_words() {
        let words = |cut| in_words(cut, Some(RecordedWindow { alpha: 4.0, beta: 5.0 })).words;
        assert_eq!(words(Cut::Alpha { value: 2.0, alpha: 3.0 }), "cut: 2 < alpha 3");
        assert_eq!(words(Cut::Alpha { value: 2.0, alpha: 2.0 }), "cut: 2 <= alpha 2");
        assert_eq!(words(Cut::Beta { value: 7.0, beta: 5.0 }), "cut: 7 > beta 5");
        assert_eq!(words(Cut::Beta { value: 5.0, beta: 5.0 }), "cut: 5 >= beta 5");
        assert_eq!(words(Cut::Beta { value: 5.000_001, beta: 5.0 }), "cut: 5.000001 > beta 5");
        assert_eq!(words(Cut::Chance { bound: 3.5, limit: 4.0 }), "cut: at most 3.5, alpha is 4");
        assert_eq!(words(Cut::Chance { bound: 7.0, limit: 5.0 }), "cut: at least 7, beta is 5");
        assert_eq!(words(Cut::Chance { bound: 5.0, limit: 5.0 }), "cut: at least 5, beta is 5");
        assert_eq!(words(Cut::Chance { bound: 4.0, limit: 4.0 }), "cut: at most 4, alpha is 4");
        assert_eq!(words(Cut::Table), "from the transposition table");
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
        let tree = recorder.finish(&["b".to_owned(), "never".to_owned()]);
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
        assert_eq!((tree.steps, tree.visited(), tree.skipped()), (11, 4, 1));
        let chosen: Vec<bool> = tree.nodes.iter().map(|node| node.chosen).collect();
        assert_eq!(chosen, [true, false, false, false, false, true]);
        let bounds: Vec<_> = tree.nodes.iter().map(|node| node.bound).collect();
        assert_eq!(bounds, [None, None, Some(Bound::AtMost), None, None, None]);
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
        let tree = recorder.finish(&[]);
        assert_eq!((tree.nodes.len(), tree.nodes[0].value, tree.steps), (2, Some(2.0), 4));
        assert!(!tree.nodes[0].chosen);
    }

    #[test]
    fn a_search_that_was_stopped_leaves_nodes_open() {
        let mut recorder = Recorder::new();
        inner(&mut recorder, None, Role::Max, -INF, INF);
        inner(&mut recorder, Some("a"), Role::Min, -INF, INF);
        let tree = recorder.finish(&["a".to_owned()]);
        assert!(tree.nodes.iter().all(|node| node.state == NodeState::Open && node.value.is_none()));
    }

    #[test]
    fn beyond_the_limit_nodes_are_counted_and_root_moves_are_kept() {
        let mut recorder = Recorder::with_limit(5);
        inner(&mut recorder, None, Role::Max, -INF, INF);
        for root in ["a", "b", "c"] {
            inner(&mut recorder, Some(root), Role::Min, -INF, INF);
            inner(&mut recorder, Some("x"), Role::Max, -INF, INF);
            leaf(&mut recorder, "1", 1.0);
            inner(&mut recorder, Some("2"), Role::Min, -INF, INF);
            leaf(&mut recorder, "3", 1.0);
            recorder.cut(Cut::Table, &["4".to_owned()]);
            recorder.leave(1.0);
            recorder.leave(1.0);
            recorder.leave(1.0);
        }
        recorder.leave(1.0);
        let tree = recorder.finish(&[]);
        assert_eq!(tree.unrecorded, [0, 0, 0, 4, 3]);
        assert_eq!(tree.visited(), 15);
        let roots: Vec<_> = tree
            .nodes
            .iter()
            .filter(|node| node.parent == Some(0))
            .map(|node| node.action.as_deref())
            .collect();
        assert_eq!(roots, [Some("a"), Some("b"), Some("c")]);
        assert_eq!(tree.nodes.iter().map(|node| node.unrecorded).sum::<u64>(), 7);
        assert!(tree.nodes.iter().all(|node| node.state == NodeState::Done && node.value == Some(1.0)));
    }
}
