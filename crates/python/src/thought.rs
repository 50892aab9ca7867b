//! `plylab.Thought`: what an agent thinks of a position, and `plylab.Value`.

use plylab_core::{Certainty, RootMove, Value, Worth};
use plylab_draw::escape;
use plylab_lab::words;
use pyo3::prelude::*;

use crate::shapes::TupleRow;

/// What a position or a move is worth to a seat, and how certain that is. ``float(value)`` orders the values of one seat.
#[pyclass(frozen, eq, name = "Value", module = "plylab")]
#[derive(Clone, Copy, PartialEq)]
pub struct PyValue(pub Value);

#[pymethods]
impl PyValue {
    /// The seat it is a value of.
    #[getter]
    fn seat(&self) -> u8 {
        self.0.of.0
    }

    /// The number of an evaluation, or the points of a finished game; None if the result is proven.
    #[getter]
    fn score(&self) -> Option<f64> {
        self.0.as_score()
    }

    /// The proven result: ``"win"``, ``"draw"`` or ``"loss"``; None if it is a score.
    #[getter]
    fn outcome(&self) -> Option<String> {
        self.0.outcome().map(|outcome| outcome.to_string())
    }

    /// The moves until a proven win or loss, where they are known.
    #[getter]
    fn plies(&self) -> Option<u32> {
        match self.0.worth {
            Worth::Win { plies } | Worth::Loss { plies } => plies,
            Worth::Draw | Worth::Score { .. } => None,
        }
    }

    /// The points of a solver that counts more than wins.
    #[getter]
    fn points(&self) -> Option<i32> {
        self.0.points
    }

    /// How certain it is: ``"exact"``, a bound (``"at-least"``, ``"at-most"``), or an ``"estimate"`` from samples.
    #[getter]
    fn certainty(&self) -> &'static str {
        match self.0.certainty {
            Certainty::Exact => "exact",
            Certainty::AtLeast => "at-least",
            Certainty::AtMost => "at-most",
            Certainty::Estimate => "estimate",
        }
    }

    fn __float__(&self) -> f64 {
        self.0.rank()
    }

    fn __str__(&self) -> String {
        words::value(&self.0).to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Value: {} for seat {}>", self.__str__(), self.0.of)
    }
}

/// A move that was evaluated at the root of a search.
#[pyclass(frozen, name = "RootMove", module = "plylab")]
#[derive(Clone)]
pub struct PyRootMove(RootMove<String>);

#[pymethods]
impl PyRootMove {
    /// The move.
    #[getter]
    fn r#move(&self) -> &str {
        &self.0.action
    }

    /// Its value, or a bound on it.
    #[getter]
    fn value(&self) -> PyValue {
        PyValue(self.0.value)
    }

    /// The expected reply, or the one that refutes the move.
    #[getter]
    fn reply(&self) -> Option<&str> {
        self.0.reply.as_deref()
    }

    fn __repr__(&self) -> String {
        format!("<RootMove {}: {}>", self.0.action, words::value(&self.0.value))
    }
}

/// The decision of an agent, and its reasons.
#[pyclass(frozen, name = "Thought", module = "plylab")]
#[derive(Clone)]
pub struct PyThought(pub plylab_core::Thought);

#[pymethods]
impl PyThought {
    /// The move that the agent chooses.
    #[getter]
    fn r#move(&self) -> &str {
        &self.0.decision.action
    }

    /// What the agent thinks it is worth, if it says so.
    #[getter]
    fn value(&self) -> Option<PyValue> {
        self.0.decision.value.map(PyValue)
    }

    /// The moves that the agent expects, its own first: the principal variation.
    #[getter]
    fn line(&self) -> TupleRow<String> {
        TupleRow(self.0.decision.line.clone())
    }

    /// Every move that was evaluated, in the game's order, as `RootMove`.
    #[getter]
    fn moves(&self) -> TupleRow<PyRootMove> {
        TupleRow(self.0.decision.moves.iter().cloned().map(PyRootMove).collect())
    }

    /// The positions that were visited; for Monte Carlo tree search, the simulations.
    #[getter]
    fn nodes(&self) -> u64 {
        self.0.decision.stats.nodes
    }

    /// Of those, the positions that were evaluated.
    #[getter]
    fn leaves(&self) -> u64 {
        self.0.decision.stats.leaves
    }

    /// The nodes whose remaining moves were pruned.
    #[getter]
    fn cuts(&self) -> u64 {
        self.0.decision.stats.cuts
    }

    /// The depth that was reached.
    #[getter]
    fn depth(&self) -> u32 {
        self.0.decision.stats.depth
    }

    /// How long it took.
    #[getter]
    fn seconds(&self) -> f64 {
        self.0.decision.stats.time.as_secs_f64()
    }

    /// The agent, by its spec.
    #[getter]
    fn agent(&self) -> String {
        self.0.agent.to_string()
    }

    /// The evaluation that it applies to positions, if any.
    #[getter]
    fn eval(&self) -> Option<&str> {
        self.0.eval.as_deref()
    }

    /// What the agent says about its move, in its own words.
    #[getter]
    fn note(&self) -> Option<&str> {
        self.0.note.as_deref()
    }

    fn __repr__(&self) -> String {
        let decision = &self.0.decision;
        let value = decision.value.map(|value| format!(", {}", words::value(&value))).unwrap_or_default();
        format!("<Thought {}{value}, {} nodes>", decision.action, decision.stats.nodes)
    }

    // The moves as a table, the chosen one in bold.
    fn _repr_html_(&self) -> String {
        let decision = &self.0.decision;
        let mut rows = String::new();
        for root in &decision.moves {
            let action = escape(&root.action);
            let action = if root.action == decision.action { format!("<b>{action}</b>") } else { action };
            let value = escape(&words::value(&root.value).to_string());
            let reply = escape(root.reply.as_deref().unwrap_or_default());
            rows += &format!("<tr><td>{action}</td><td>{value}</td><td>{reply}</td></tr>");
        }
        let value = decision.value.map(|value| words::value(&value).to_string()).unwrap_or_default();
        format!(
            "<table><caption>{agent}: <b>{action}</b> {value}, {nodes} nodes, line {line}</caption>\
             <thead><tr><th>move</th><th>value</th><th>reply</th></tr></thead><tbody>{rows}</tbody></table>",
            agent = escape(&self.0.agent.to_string()),
            action = escape(&decision.action),
            value = escape(&value),
            nodes = decision.stats.nodes,
            line = escape(&decision.line.join(" ")),
        )
    }
}
