//! Evaluations of games of any kind.

use std::sync::Arc;

use super::AnyPosition;
use super::position::PositionAdapter;
use crate::eval::{Eval, Term};
use crate::game::AgentId;
use crate::playable::Playable;

/// An evaluation of the positions of any game, such as one in another language: see
/// [`AnyGame::with_eval`](super::AnyGame::with_eval).
///
/// ```
/// use std::sync::Arc;
///
/// use plylab_core::example::Heaps;
/// use plylab_core::{AgentId, AnyEval, AnyPosition, CoreAgents, Named, Term, adapt};
///
/// /// The fewer moves there are, the better.
/// struct Scarcity;
///
/// impl AnyEval for Scarcity {
///     fn eval(&self, position: Box<dyn AnyPosition>, _: AgentId) -> f64 {
///         -(position.actions().len() as f64)
///     }
///
///     fn explain(&self, position: Box<dyn AnyPosition>, agent: AgentId) -> Vec<Term> {
///         vec![Term::new("moves", self.eval(position, agent))]
///     }
/// }
///
/// let game = adapt(Heaps::default(), &CoreAgents);
/// let game = game.with_eval(&Named::new("scarcity", "few moves", Arc::new(Scarcity)));
/// assert!(game.evals().iter().any(|eval| eval.name == "scarcity"));
/// ```
pub trait AnyEval: Send + Sync {
    /// What `position` is worth to `agent`; higher is better for that agent.
    fn eval(&self, position: Box<dyn AnyPosition>, agent: AgentId) -> f64;

    /// The parts of the value.
    fn explain(&self, position: Box<dyn AnyPosition>, agent: AgentId) -> Vec<Term>;
}

/// An [`AnyEval`] as an evaluation of `G`.
pub(super) struct EvalAdapter<G> {
    pub game: Arc<G>,
    pub eval: Arc<dyn AnyEval>,
}

impl<G: Playable> EvalAdapter<G> {
    fn position(&self, state: &G::State) -> Box<dyn AnyPosition> {
        Box::new(PositionAdapter { game: Arc::clone(&self.game), state: state.clone() })
    }
}

impl<G: Playable> Eval<G> for EvalAdapter<G> {
    fn eval(&self, _: &G, state: &G::State, agent: AgentId) -> f64 {
        self.eval.eval(self.position(state), agent)
    }

    fn explain(&self, _: &G, state: &G::State, agent: AgentId) -> Vec<Term> {
        self.eval.explain(self.position(state), agent)
    }
}
