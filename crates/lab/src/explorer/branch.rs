//! Branches that were not kept, searched again.

use std::ops::Range;

use plylab_core::{
    Branch, Budget, Cut, InputError, Message, Observer, Reopened, Simulation, Visit, Watch, Window, message,
};
use plylab_search::record::{RecordedNumber, Recorder, Recording};

use super::facts::TreeOpened;
use super::{BRANCHES, Explorer};

/// The maximum number of nodes of a branch that are kept.
const NODES: usize = 20_000;

/// A branch that was searched again. Its first node is the node where it was opened.
pub(super) struct OpenedBranch {
    /// The node where it was opened.
    pub at: usize,
    /// Its nodes are numbered from here on.
    pub base: usize,
    pub recording: Recording,
    /// The step of the whole search at which it starts, if that was made again.
    pub first_step: Option<u64>,
    pub outcome: TreeOpened,
}

impl OpenedBranch {
    /// The number of a node of the branch.
    pub fn number(&self, local: usize) -> usize {
        if local == 0 { self.at } else { self.base + local }
    }

    /// The numbers of its nodes, except the first.
    pub fn numbers(&self) -> Range<usize> {
        self.base + 1..self.base + self.recording.len()
    }
}

impl Explorer {
    /// Opens a branch that was not kept: searches it again. Does nothing if everything below the node is kept.
    ///
    /// # Errors
    ///
    /// If the search fails or is stopped.
    pub fn open(&mut self, node: usize, budget: &Budget) -> Result<(), InputError> {
        let Some(facts) = self.facts(node).filter(|facts| facts.unkept > 0) else { return Ok(()) };
        // Opening the root would be the same recording again.
        if node == 0 || self.opened(node).is_some() {
            return Ok(());
        }
        let had = facts.value;
        let had_nodes = facts.below;
        let window = facts.window.unwrap_or(Window::FULL);
        let branch = Branch { path: self.moves(node), left: facts.left.unwrap_or(0), window };
        let mut agent = self.game.agent(&self.thought.agent, self.me)?;
        agent.begin(self.me, self.seed);
        let mut recorder = Recorder::with_limit(NODES);
        let reopened = agent.reopen(self.root.as_ref(), &branch, budget, &mut recorder)?;
        let mut first_step = None;
        let (recording, reopened) = match reopened {
            Some(reopened) => (recorder.finish(&[]), reopened),
            None => {
                first_step = self.step_of(node);
                self.replay(&branch, first_step, budget)?
            }
        };
        let nodes = recording.visited().saturating_sub(1);
        self.set_moment(None);
        let had = had.or_else(|| self.sampled(node)?.mean).unwrap_or_default();
        let same = nodes == had_nodes && reopened.value == had;
        let mut outcome = TreeOpened {
            same,
            value: RecordedNumber(reopened.value),
            had: RecordedNumber(had),
            nodes,
            had_nodes,
            because: reopened.lacks.filter(|_| !same),
            words: Message::verbatim(""),
        };
        outcome.words = self.opened_words(&outcome);
        let base = self.next;
        self.next += recording.len();
        if self.branches.len() >= BRANCHES {
            let oldest = self.branches.remove(0);
            self.forget_inside(&oldest);
        }
        self.branches.push(OpenedBranch { at: node, base, recording, first_step, outcome });
        Ok(())
    }

    /// Forgets all branches that were opened; they can be opened again.
    pub fn close_branches(&mut self) {
        self.branches.clear();
    }

    /// Forgets the branches that were opened inside one that is forgotten.
    fn forget_inside(&mut self, forgotten: &OpenedBranch) {
        let is_inside = |branch: &OpenedBranch| forgotten.numbers().contains(&branch.at);
        while let Some(index) = self.branches.iter().position(is_inside) {
            let inside = self.branches.remove(index);
            self.forget_inside(&inside);
        }
    }

    /// The step of the whole search at which a node was entered, if it is known.
    fn step_of(&self, node: usize) -> Option<u64> {
        let (recording, local, within) = self.locate(node)?;
        let step = recording.node(local)?.entered_at?;
        match within {
            None => Some(step),
            Some(branch) => Some(branch.first_step? + step),
        }
    }

    /// Lets the agent make its whole decision again, and records the branch that starts at that step.
    fn replay(
        &self,
        branch: &Branch<String>,
        first_step: Option<u64>,
        budget: &Budget,
    ) -> Result<(Recording, Reopened), InputError> {
        let recorder = Recorder::with_limit(NODES);
        let mut filter = Filter { path: &branch.path, first_step, step: 0, inside: 0, recorder };
        let watch = Watch::Search(&mut filter);
        self.game.think(self.root.as_ref(), &self.thought.agent, self.seed, budget, watch)?;
        let recording = filter.recorder.finish(&[]);
        let Some(root) = recording.node(0) else {
            return Err(InputError::new(message!("branch-stopped", "the search was stopped before its end")));
        };
        let moment = recording.moment(recording.steps(), None);
        let mean = || moment.and_then(|moment| recording.sampled(0, &moment)?.mean);
        let value = root.value.or_else(mean).unwrap_or_default();
        Ok((recording, Reopened { value, lacks: None }))
    }

    /// Opens every branch on the way to the end of these actions, and returns the node there.
    ///
    /// # Errors
    ///
    /// If an action leads nowhere, or a search fails.
    pub fn open_path(&mut self, path: &[String], budget: &Budget) -> Result<usize, InputError> {
        let mut at = 0;
        for (depth, action) in path.iter().enumerate() {
            let action = self.spelled(at, action);
            if self.child(at, &action).is_none() {
                self.open(at, budget)?;
            }
            at = self.child(at, &action).ok_or_else(|| self.nowhere(at, &path[..depth], &action))?;
        }
        self.open(at, budget)?;
        Ok(at)
    }
}

/// Passes on what happens below one node: of a search, from the step at which the node is entered until it is left.
struct Filter<'a> {
    path: &'a [String],
    first_step: Option<u64>,
    step: u64,
    /// Open nodes of the branch.
    inside: usize,
    recorder: Recorder,
}

impl Observer<String> for Filter<'_> {
    fn restart(&mut self) {
        self.recorder.restart();
        (self.step, self.inside) = (0, 0);
    }

    fn enter(&mut self, visit: &Visit<String>) {
        if self.inside > 0 || Some(self.step) == self.first_step {
            self.inside += 1;
            self.recorder.enter(visit);
        }
        self.step += 1;
    }

    fn cut(&mut self, cut: Cut, skipped: &[String]) {
        if self.inside > 0 {
            self.recorder.cut(cut, skipped);
        }
        self.step += 1;
    }

    fn leave(&mut self, value: f64) {
        if self.inside > 0 {
            self.recorder.leave(value);
            self.inside -= 1;
        }
        self.step += 1;
    }

    fn simulate(&mut self, simulation: &Simulation<String>) {
        let actions = simulation.path.iter().skip(1).map(|node| node.action.as_ref());
        let is_below = simulation.path.len() > self.path.len()
            && actions.zip(self.path).all(|(action, wanted)| action == Some(wanted));
        if is_below {
            let path = simulation.path[self.path.len()..].to_vec();
            self.recorder.simulate(&Simulation { path, ..simulation.clone() });
        }
    }
}
