//! The same position by other algorithms, with the same evaluation, depth and model of the others.

use plylab_core::{Budget, InputError, Message, Outcome, ResultKind, Spec, Thought, Value, Watch};
use plylab_draw::tree::words;
use plylab_search::record::{Pruned, RecordedNumber, Recording};
use serde::Serialize;

use super::{Explorer, recorded};
use crate::compare::remarks;

/// An algorithm that can be compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Algorithm {
    /// The agent's own search, where it is none of the others.
    Own,
    /// No pruning.
    Minimax,
    /// Alpha-beta that prunes outside the window only.
    Strict,
    /// Alpha-beta that prunes on the edge of the window too.
    Inclusive,
    /// The others move at random.
    Expectimax,
}

/// The most nodes of searches whose pruned branches are counted.
const SMALL: usize = 20_000;

/// The agents that are compared, and their setting `cut`.
const OTHERS: [(Algorithm, &str, Option<&str>); 4] = [
    (Algorithm::Minimax, "minimax", None),
    (Algorithm::Strict, "alphabeta", Some("strict")),
    (Algorithm::Inclusive, "alphabeta", Some("inclusive")),
    (Algorithm::Expectimax, "expectimax", None),
];

/// The settings that decide the value of a search, and must therefore be the same.
const SHARED: [&str; 6] = ["unit", "eval", "others", "policy", "rules", "prefer-short-wins"];

/// What an algorithm finds, and what it costs.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TreeComparisonRow {
    /// The full spec.
    pub agent: Spec,
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The value.
    pub value: Option<Value>,
    /// The same as a number, unless the result is proven.
    pub number: Option<RecordedNumber>,
    /// The move.
    pub best: String,
    /// The principal variation.
    pub line: Vec<String>,
    /// Nodes visited.
    pub nodes: u64,
    /// Nodes evaluated.
    pub leaves: u64,
    /// Nodes at which the search was cut off, with anything left to prune or not.
    pub cuts: u64,
    /// How much was pruned, where the searches are small enough to count it.
    pub pruned: Option<Pruned>,
    /// The same in words; none if nothing was.
    pub pruned_words: Option<Message>,
    /// Nodes answered by the transposition table.
    pub table_hits: u64,
    /// The depth reached.
    pub depth: u32,
    /// Does it find the same value as the agent's own search? A win is a win, however it is counted.
    pub agrees: bool,
}

/// A search beside others of the same position.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TreeComparison {
    /// What each finds, and what it costs.
    pub rows: Vec<TreeComparisonRow>,
    /// Which of them agree, and what was saved.
    pub remarks: Vec<Message>,
}

impl Explorer {
    /// The same search by other algorithms, as far as the game has them and the agent has their settings, with the agent's own
    /// among them, or else before them.
    ///
    /// # Errors
    ///
    /// If a search fails.
    pub fn compare(&self, budget: &Budget) -> Result<TreeComparison, InputError> {
        let own = self.game.resolve(&self.thought.agent)?.spec;
        let mut found = Vec::new();
        for (algorithm, spec) in self.comparable(&own)? {
            let is_own = self.game.resolve(&spec)?.spec == own;
            found.push(if is_own {
                self.own_row(algorithm)
            } else {
                self.other_row(algorithm, &spec, budget)?
            });
        }
        if !found.iter().any(|(row, _)| row.agent == self.thought.agent) {
            found.insert(0, self.own_row(Algorithm::Own));
        }
        let (rows, thoughts): (Vec<TreeComparisonRow>, Vec<Thought>) = found.into_iter().unzip();
        let names: Vec<String> = rows.iter().map(|row| row.agent.to_string()).collect();
        Ok(TreeComparison { remarks: remarks(&thoughts, &names), rows })
    }

    /// The agents to compare with.
    fn comparable(&self, own: &Spec) -> Result<Vec<(Algorithm, Spec)>, InputError> {
        // An agent without a depth searches in another way.
        if own.setting("depth").is_none() || own.setting("eval").is_none() {
            return Ok(Vec::new());
        }
        let depth = self.thought.decision.stats.depth.to_string();
        let there = self.game.agents();
        let mut specs = Vec::new();
        for (algorithm, name, cut) in OTHERS {
            let Some(listing) = there.iter().find(|listing| listing.name == name) else { continue };
            let has = |key: &str| listing.keys.iter().any(|known| known.name == key);
            let mut spec = Spec::new(name).with("depth", depth.as_str());
            for key in SHARED.into_iter().filter(|key| has(key)) {
                // Expectimax is about other agents that move at random.
                let is_model = key == "others" && algorithm == Algorithm::Expectimax;
                if let Some(value) = own.setting(key).filter(|_| !is_model) {
                    spec = spec.with(key, value);
                }
            }
            if let Some(cut) = cut {
                spec = spec.with("cut", cut);
            }
            specs.push((algorithm, spec));
        }
        Ok(specs)
    }

    fn own_row(&self, algorithm: Algorithm) -> (TreeComparisonRow, Thought) {
        let recording = self.is_small().then_some(&self.recording);
        (self.row(algorithm, &self.thought, recording), self.thought.clone())
    }

    fn other_row(
        &self,
        algorithm: Algorithm,
        spec: &Spec,
        budget: &Budget,
    ) -> Result<(TreeComparisonRow, Thought), InputError> {
        let (game, root) = (self.game.as_ref(), self.root.as_ref());
        // What is pruned is counted in a recording, which would slow large searches down.
        let (thought, recording) = if self.is_small() {
            let (thought, recording) = recorded(game, root, spec, self.seed, budget, SMALL)?;
            (thought, Some(recording))
        } else {
            (game.think(root, spec, self.seed, budget, Watch::Off)?, None)
        };
        Ok((self.row(algorithm, &thought, recording.as_ref()), thought))
    }

    fn is_small(&self) -> bool {
        self.recording.visited() < SMALL as u64
    }

    fn row(
        &self,
        algorithm: Algorithm,
        thought: &Thought,
        recording: Option<&Recording>,
    ) -> TreeComparisonRow {
        let pruned = recording.map(|recording| self.picture_of(recording, SMALL).pruned());
        let decision = &thought.decision;
        let stats = decision.stats;
        let agrees = decision.value == self.thought.decision.value
            || self.outcome(thought).is_some_and(|outcome| Some(outcome) == self.outcome(&self.thought));
        TreeComparisonRow {
            agent: thought.agent.clone(),
            algorithm,
            value: decision.value,
            number: decision.value.and_then(|value| value.as_score()).map(RecordedNumber),
            best: decision.action.clone(),
            line: decision.line.clone(),
            nodes: stats.nodes,
            leaves: stats.leaves,
            cuts: stats.cuts,
            pruned,
            pruned_words: pruned.and_then(words::pruned),
            table_hits: stats.table_hits,
            depth: stats.depth,
            agrees,
        }
    }

    /// The outcome that a decision foresees: by its value, or at the end of its line.
    fn outcome(&self, thought: &Thought) -> Option<Outcome> {
        let decision = &thought.decision;
        if let Some(outcome) = decision.value.and_then(|value| value.outcome()) {
            return Some(outcome);
        }
        let mut position = self.root.boxed_clone();
        for action in &decision.line {
            position.play(action).ok()?;
        }
        // Draws, and games that end with points or a value, are compared by their values.
        let counts = self.game.info().result == ResultKind::Outcome;
        position.outcome(self.me).filter(|outcome| counts && *outcome != Outcome::Draw)
    }
}
