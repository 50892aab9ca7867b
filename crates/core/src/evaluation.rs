//! Evaluations by name: the game's own, and those from outside.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use crate::eval::{Eval, Term};
use crate::game::{AgentId, Game};
use crate::input::InputError;
use crate::key::Named;
use crate::playable::Playable;
use crate::spec::Params;

/// An evaluation that an agent uses: one of the game's own, or one from outside.
pub enum Evaluation<G: Playable> {
    /// One of [`Playable::evals`]: called without indirection.
    Own(G::Eval),
    /// Any other.
    Outside(Arc<dyn Eval<G>>),
}

/// Evaluations of games of type `G` that are not the game's own.
pub(crate) type OutsideEvals<G> = Vec<Named<Arc<dyn Eval<G>>>>;

/// The settings of an agent for games of type `G`, and the evaluations from outside that they may name.
pub struct AgentParams<'a, G: Game> {
    pub(crate) params: Params<'a>,
    pub(crate) evals: &'a OutsideEvals<G>,
}

impl<'a, G: Game> Deref for AgentParams<'a, G> {
    type Target = Params<'a>;

    fn deref(&self) -> &Params<'a> {
        &self.params
    }
}

impl<G: Playable> AgentParams<'_, G> {
    /// The evaluation that a setting names, or the first.
    ///
    /// # Errors
    ///
    /// If there is none of that name.
    pub fn evaluation(&self, game: &G, key: &str) -> Result<Named<Evaluation<G>>, InputError> {
        let name = self.value(key).unwrap_or_default();
        self.find_evaluation(game, name).ok_or_else(|| self.bad(key, name))
    }

    /// The evaluation of that name, from outside or of the game itself.
    pub fn find_evaluation(&self, game: &G, name: &str) -> Option<Named<Evaluation<G>>> {
        if let Some(eval) = self.evals.iter().find(|eval| eval.name == name) {
            return Some(eval.clone().map(Evaluation::Outside));
        }
        game.evals().into_iter().find(|eval| eval.name == name).map(|eval| eval.map(Evaluation::Own))
    }
}

impl<G: Playable> Clone for Evaluation<G> {
    fn clone(&self) -> Self {
        match self {
            Evaluation::Own(eval) => Evaluation::Own(eval.clone()),
            Evaluation::Outside(eval) => Evaluation::Outside(Arc::clone(eval)),
        }
    }
}

impl<G: Playable> fmt::Debug for Evaluation<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Evaluation::Own(_) => "Own",
            Evaluation::Outside(_) => "Outside",
        })
    }
}

impl<G: Playable> Eval<G> for Evaluation<G> {
    #[inline]
    fn eval(&self, game: &G, state: &G::State, agent: AgentId) -> f64 {
        match self {
            Evaluation::Own(eval) => eval.eval(game, state, agent),
            Evaluation::Outside(eval) => eval.eval(game, state, agent),
        }
    }

    fn explain(&self, game: &G, state: &G::State, agent: AgentId) -> Vec<Term> {
        match self {
            Evaluation::Own(eval) => eval.explain(game, state, agent),
            Evaluation::Outside(eval) => eval.explain(game, state, agent),
        }
    }

    fn bounds(&self, game: &G) -> Option<(f64, f64)> {
        match self {
            Evaluation::Own(eval) => eval.bounds(game),
            Evaluation::Outside(eval) => eval.bounds(game),
        }
    }
}
