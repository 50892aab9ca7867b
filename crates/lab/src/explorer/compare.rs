//! The same position by other algorithms, with the same evaluation, depth and model of the others.

use plylab_core::{Budget, InputError, Message, Outcome, ResultKind, Spec, Thought, Value, Watch};
use plylab_search::record::Number;
use serde::Serialize;

use super::Explorer;
use crate::compare::remarks;

/// An algorithm that can be compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Algorithm {
    /// The agent's own search.
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

/// A setting and its value.
type Setting = (&'static str, &'static str);

/// The agents that are compared, with the settings that make them so.
const OTHERS: [(Algorithm, &str, &[Setting]); 4] = [
    (Algorithm::Minimax, "minimax", &[]),
    (Algorithm::Strict, "alphabeta", &[("cut", "strict")]),
    (Algorithm::Inclusive, "alphabeta", &[("cut", "inclusive")]),
    (Algorithm::Expectimax, "expectimax", &[]),
];

/// The settings that decide the value of a search, and must therefore be the same.
const SHARED: [&str; 6] = ["unit", "eval", "others", "policy", "rules", "prefer-short-wins"];

/// What an algorithm finds, and what it costs.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "TreeComparisonRow"))]
pub struct Row {
    /// The full spec.
    pub agent: Spec,
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The value.
    pub value: Option<Value>,
    /// The same as a number, unless the result is proven.
    pub number: Option<Number>,
    /// The move.
    pub best: String,
    /// The principal variation.
    pub line: Vec<String>,
    /// Nodes visited.
    pub nodes: u64,
    /// Nodes evaluated.
    pub leaves: u64,
    /// Nodes whose rest was pruned.
    pub cuts: u64,
    /// Nodes answered by the transposition table.
    pub table_hits: u64,
    /// The depth reached.
    pub depth: u32,
    /// Does it find the same value as the agent's own search? A win is a win, however it is counted.
    pub agrees: bool,
}

/// A search beside others of the same position.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "TreeComparison"))]
pub struct Compared {
    /// What each finds, and what it costs.
    pub rows: Vec<Row>,
    /// Which of them agree, and what was saved.
    pub remarks: Vec<Message>,
}

impl Explorer {
    /// The agent's own search, and the same by other algorithms, as far as the game has them and the agent has their
    /// settings.
    ///
    /// # Errors
    ///
    /// If a search fails.
    pub fn compare(&self, budget: &Budget) -> Result<Compared, InputError> {
        let (mut algorithms, mut thoughts) = (vec![Algorithm::Own], vec![self.thought.clone()]);
        for (algorithm, spec) in self.comparable()? {
            algorithms.push(algorithm);
            thoughts.push(self.game.think(self.root.as_ref(), &spec, self.seed, budget, Watch::Off)?);
        }
        let names: Vec<String> = thoughts.iter().map(|thought| thought.agent.to_string()).collect();
        let rows =
            algorithms.into_iter().zip(&thoughts).map(|(algorithm, thought)| self.row(algorithm, thought));
        Ok(Compared { rows: rows.collect(), remarks: remarks(&thoughts, &names) })
    }

    /// The agents to compare with.
    fn comparable(&self) -> Result<Vec<(Algorithm, Spec)>, InputError> {
        let own = self.game.resolve(&self.thought.agent)?.spec;
        // An agent without a depth searches in another way.
        if own.setting("depth").is_none() || own.setting("eval").is_none() {
            return Ok(Vec::new());
        }
        let depth = self.thought.decision.stats.depth.to_string();
        let there = self.game.agents();
        let mut specs = Vec::new();
        for (algorithm, name, settings) in OTHERS {
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
            for &(key, value) in settings {
                spec = spec.with(key, value);
            }
            if self.game.resolve(&spec)?.spec != own {
                specs.push((algorithm, spec));
            }
        }
        Ok(specs)
    }

    fn row(&self, algorithm: Algorithm, thought: &Thought) -> Row {
        let decision = &thought.decision;
        let stats = decision.stats;
        let agrees = decision.value == self.thought.decision.value
            || self.outcome(thought).is_some_and(|outcome| Some(outcome) == self.outcome(&self.thought));
        Row {
            agent: thought.agent.clone(),
            algorithm,
            value: decision.value,
            number: decision.value.and_then(|value| value.as_score()).map(Number),
            best: decision.action.clone(),
            line: decision.line.clone(),
            nodes: stats.nodes,
            leaves: stats.leaves,
            cuts: stats.cuts,
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
