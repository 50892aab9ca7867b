//! A search step by step: what happened at a step, and what was known then.

use plylab_core::{InputError, Message, SimulationEnd, message};
use plylab_search::record::{RecordedNumber, SampleLog, StepEvent};
use serde::Serialize;

use super::Explorer;
use super::facts::{DrawnNow, TreeQuestion, TreeView};
use super::view::ViewOptions;

/// What a simulation added to a node.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Backed {
    /// The node.
    pub node: usize,
    /// Its visits after it.
    pub visits: u64,
    /// Its mean after it.
    pub mean: Option<RecordedNumber>,
}

/// What happened at a step.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum TreeEvent {
    /// A node was entered.
    Entered {
        /// The node.
        node: usize,
    },
    /// The rest of a node's children were pruned, or its value came from the transposition table.
    Cut {
        /// The node.
        node: usize,
    },
    /// A node was left with a value.
    Left {
        /// The node.
        node: usize,
    },
    /// Something in a branch of this node that was not kept.
    Inside {
        /// The node.
        node: usize,
    },
    /// A simulation.
    Simulation {
        /// Its number, counted from 1.
        number: u64,
        /// The nodes that selection went through, the root first.
        selection: Vec<usize>,
        /// The node that expansion added.
        expansion: Option<usize>,
        /// The moves of the playout; none if they were not kept.
        playout: Option<Vec<String>>,
        /// How it ended.
        ended: SimulationEnd,
        /// The reward of each agent.
        rewards: Vec<RecordedNumber>,
        /// What was added to each node, the root first.
        backpropagation: Vec<Backed>,
        /// The moves from the root to the last node.
        moves: Vec<String>,
    },
    /// Nothing yet, or nothing that was kept.
    None,
}

/// A step and what was known then.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TreeStep {
    /// The step.
    pub step: u64,
    /// The number of steps.
    pub steps: u64,
    /// The nearest step before that is about a node that is kept.
    pub previous: Option<u64>,
    /// The nearest step after that is about a node that is kept.
    pub next: Option<u64>,
    /// What happened.
    pub event: TreeEvent,
    /// The same in a sentence.
    pub words: Message,
    /// What happens next, as a question.
    pub question: Option<TreeQuestion>,
    /// What was known of the nodes of a picture, in the order in which they were asked for.
    pub drawn: Vec<DrawnNow>,
    /// The node that it is about, or the one that was asked for; at the last step with all that is known.
    pub view: TreeView,
}

/// What to tell of a step.
#[derive(Clone, Debug, Default)]
pub struct StepOptions {
    /// How to look at nodes; its step is not used.
    pub look: ViewOptions,
    /// The node in focus; the one that the step is about by default.
    pub focus: Option<usize>,
    /// Nodes of a picture.
    pub drawn: Vec<usize>,
}

impl Explorer {
    /// A step of the search, counted from 0; for simulations, the state after that many of them.
    ///
    /// # Errors
    ///
    /// If moves cannot be played.
    pub fn step(&mut self, step: u64, options: &StepOptions) -> Result<TreeStep, InputError> {
        let steps = self.recording.steps();
        let (step, (previous, next), event, node) = match self.recording.samples() {
            Some(log) => {
                let logged = log.logged();
                let step = step.min(steps);
                // Beyond the simulations that are kept one by one there is only the end.
                let next = if step < logged { Some(step + 1) } else { Some(steps).filter(|&end| step < end) };
                let previous = if step > logged { Some(logged) } else { step.checked_sub(1) };
                self.set_moment(Some(step));
                let event = self.simulation(step);
                let node = match &event {
                    TreeEvent::Simulation { selection, expansion, .. } => {
                        expansion.or(selection.last().copied())
                    }
                    _ => None,
                };
                (step, (previous, next), event, node)
            }
            None => {
                let step = step.min(steps.saturating_sub(1));
                let event = self.recording.event(step);
                let node = event.map(StepEvent::node);
                (step, self.recording.neighbours(step), event.map_or(TreeEvent::None, happened), node)
            }
        };
        let is_last = step + u64::from(self.recording.samples().is_none()) >= steps;
        let words = match self.recording.samples() {
            Some(_) if is_last => message!("step-done", "All {n} simulations are done.", n = steps),
            _ => self.step_words(&event),
        };
        let question = next.and_then(|next| {
            self.set_moment(Some(next));
            self.question(next)
        });
        let drawn = self.drawn(&options.drawn, step);
        // The end of a search is about all of it.
        let node = options.focus.or(node.filter(|_| !is_last)).unwrap_or(0);
        let view = self.view(node, ViewOptions { step: Some(step).filter(|_| !is_last), ..options.look })?;
        Ok(TreeStep { step, steps, previous, next, event, words, question, drawn, view })
    }

    /// The first simulations of a search, at most that many, as [`TreeEvent::Simulation`]; none of a search by depth.
    pub fn simulations(&mut self, most: u64) -> Vec<TreeEvent> {
        let logged = self.recording.samples().map_or(0, SampleLog::logged);
        let told = |step| {
            self.set_moment(Some(step));
            self.simulation(step)
        };
        (1..=logged.min(most)).map(told).collect()
    }

    /// The simulation that led to the state after `step` of them.
    pub(super) fn simulation(&self, step: u64) -> TreeEvent {
        let facts = step.checked_sub(1).and_then(|number| self.recording.simulation(number));
        let Some(facts) = facts else { return TreeEvent::None };
        let (mut selection, last) = (facts.path.clone(), facts.path.last().copied());
        let expansion = last.filter(|_| facts.expands && facts.path.len() > 1);
        if expansion.is_some() {
            selection.pop();
        }
        let backed = |&node: &usize| {
            let sampled = self.sampled(node)?;
            Some(Backed { node, visits: sampled.visits, mean: sampled.mean.map(RecordedNumber) })
        };
        TreeEvent::Simulation {
            number: step,
            selection,
            expansion,
            playout: facts.playout,
            ended: facts.end,
            rewards: facts.rewards.iter().copied().map(RecordedNumber).collect(),
            backpropagation: facts.path.iter().filter_map(backed).collect(),
            moves: last.map(|last| self.moves(last)).unwrap_or_default(),
        }
    }
}

fn happened(event: StepEvent) -> TreeEvent {
    match event {
        StepEvent::Entered(node) => TreeEvent::Entered { node },
        StepEvent::Cut(node) => TreeEvent::Cut { node },
        StepEvent::Left(node) => TreeEvent::Left { node },
        StepEvent::Inside(node) => TreeEvent::Inside { node },
    }
}
