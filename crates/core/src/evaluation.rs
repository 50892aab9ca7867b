//! Evaluations by name: the game's own, and those that are passed as a value.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use crate::eval::{Eval, Term};
use crate::game::AgentId;
use crate::input::InputError;
use crate::key::Named;
use crate::playable::Playable;
use crate::spec::Params;

/// An evaluation that an agent uses: one of the game's own, or one that was brought as a value.
pub enum Evaluation<G: Playable> {
    /// One of [`Playable::evals`]: called without indirection.
    Own(G::Eval),
    /// Any other.
    Brought(Arc<dyn Eval<G>>),
}

/// The evaluations that were brought for games of type `G`.
pub(crate) type BroughtEvals<G> = Vec<Named<Arc<dyn Eval<G>>>>;

impl<'a> Params<'a> {
    /// The same, with values that settings may name besides what the game declares.
    pub(crate) fn bringing(mut self, values: &'a dyn Any) -> Params<'a> {
        self.brought = Some(values);
        self
    }

    /// The evaluation that a setting names, or the first.
    ///
    /// # Errors
    ///
    /// If there is none of that name.
    pub fn evaluation<G: Playable>(&self, game: &G, key: &str) -> Result<Named<Evaluation<G>>, InputError> {
        let name = self.value(key).unwrap_or_default();
        self.find_evaluation(game, name).ok_or_else(|| self.bad(key, name))
    }

    /// The evaluation of that name, brought or of the game itself.
    pub fn find_evaluation<G: Playable>(&self, game: &G, name: &str) -> Option<Named<Evaluation<G>>> {
        let brought = self.brought.and_then(|brought| brought.downcast_ref::<BroughtEvals<G>>());
        if let Some(eval) = brought.into_iter().flatten().find(|eval| eval.name == name) {
            return Some(eval.clone().map(Evaluation::Brought));
        }
        game.evals().into_iter().find(|eval| eval.name == name).map(|eval| eval.map(Evaluation::Own))
    }
}

impl<G: Playable> Clone for Evaluation<G> {
    fn clone(&self) -> Self {
        match self {
            Evaluation::Own(eval) => Evaluation::Own(eval.clone()),
            Evaluation::Brought(eval) => Evaluation::Brought(Arc::clone(eval)),
        }
    }
}

impl<G: Playable> fmt::Debug for Evaluation<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Evaluation::Own(_) => "Own",
            Evaluation::Brought(_) => "Brought",
        })
    }
}

impl<G: Playable> Eval<G> for Evaluation<G> {
    #[inline]
    fn eval(&self, game: &G, state: &G::State, agent: AgentId) -> f64 {
        match self {
            Evaluation::Own(eval) => eval.eval(game, state, agent),
            Evaluation::Brought(eval) => eval.eval(game, state, agent),
        }
    }

    fn explain(&self, game: &G, state: &G::State, agent: AgentId) -> Vec<Term> {
        match self {
            Evaluation::Own(eval) => eval.explain(game, state, agent),
            Evaluation::Brought(eval) => eval.explain(game, state, agent),
        }
    }

    fn bounds(&self, game: &G) -> Option<(f64, f64)> {
        match self {
            Evaluation::Own(eval) => eval.bounds(game),
            Evaluation::Brought(eval) => eval.bounds(game),
        }
    }
}
