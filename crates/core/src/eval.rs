//! Evaluating a position without searching further, term by term.

use crate::game::{AgentId, Game, Turn};

/// One named part of an evaluation.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Term {
    /// What it measures, in a few words: `distance to the nearest food`.
    pub name: String,
    /// What it adds to the value.
    pub value: f64,
}

impl Term {
    /// A term.
    pub fn new(name: impl Into<String>, value: f64) -> Term {
        // Adding zero turns -0, which a weight of nothing gives, into 0.
        Term { name: name.into(), value: value + 0.0 }
    }
}

/// The sum of terms, in their order: the value they explain.
pub fn total(terms: &[Term]) -> f64 {
    terms.iter().map(|term| term.value).sum()
}

/// An estimate of what a state is worth.
///
/// ```
/// use plylab_core::{AgentId, Eval, Game, Term, total};
///
/// /// The more actions there are, the better for agent 0.
/// struct Mobility;
///
/// impl<G: Game> Eval<G> for Mobility {
///     fn eval(&self, game: &G, state: &G::State, agent: AgentId) -> f64 {
///         total(&self.explain(game, state, agent))
///     }
///
///     fn explain(&self, game: &G, state: &G::State, agent: AgentId) -> Vec<Term> {
///         let count = game.list_actions(state).len() as f64;
///         vec![Term::new("actions", if agent == AgentId::FIRST { count } else { -count })]
///     }
/// }
/// ```
pub trait Eval<G: Game + ?Sized>: Send + Sync {
    /// What `state` is worth to `agent`; higher is better for that agent. Also defined for finished games.
    fn eval(&self, game: &G, state: &G::State, agent: AgentId) -> f64;

    /// The parts of the value: their sum is [`Eval::eval`], up to rounding.
    fn explain(&self, game: &G, state: &G::State, agent: AgentId) -> Vec<Term>;

    /// Bounds that no state's value exceeds, if any are known; pruning at chance nodes needs them.
    fn bounds(&self, game: &G) -> Option<(f64, f64)> {
        let _ = game;
        None
    }
}

/// An estimate of what an action is worth, for agents that do not search.
///
/// ```
/// use plylab_core::{ActionEval, AgentId, Game, Outcome, Term, Turn};
///
/// /// Likes actions that win at once.
/// struct WinNow;
///
/// impl<G: Game> ActionEval<G> for WinNow {
///     fn eval(&self, game: &G, _: &G::State, _: G::Action, after: &G::State, agent: AgentId) -> f64 {
///         let won = game.turn(after) == Turn::Over && game.outcome(after, agent) == Outcome::Win;
///         f64::from(won)
///     }
///
///     fn explain(&self, game: &G, before: &G::State, action: G::Action, after: &G::State, agent: AgentId) -> Vec<Term> {
///         vec![Term::new("wins", self.eval(game, before, action, after, agent))]
///     }
/// }
/// ```
pub trait ActionEval<G: Game + ?Sized>: Send + Sync {
    /// What taking `action` in `before`, which leads to `after`, is worth to `agent`.
    fn eval(&self, game: &G, before: &G::State, action: G::Action, after: &G::State, agent: AgentId) -> f64;

    /// The parts of the value: their sum is [`ActionEval::eval`], up to rounding.
    fn explain(
        &self,
        game: &G,
        before: &G::State,
        action: G::Action,
        after: &G::State,
        agent: AgentId,
    ) -> Vec<Term>;
}

/// Knows only the end: a finished game is worth its [`Game::utility`], and an unfinished game nothing. Enough for a search
/// that reaches the end of every line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Utility;

impl<G: Game + ?Sized> Eval<G> for Utility {
    fn eval(&self, game: &G, state: &G::State, agent: AgentId) -> f64 {
        if game.turn(state) == Turn::Over { game.utility(state, agent) } else { 0.0 }
    }

    fn explain(&self, game: &G, state: &G::State, agent: AgentId) -> Vec<Term> {
        vec![Term::new("utility", self.eval(game, state, agent))]
    }
}

/// The evaluation, or policy, where there is none: there is no value of this type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Never {}

impl<G: Game + ?Sized> Eval<G> for Never {
    fn eval(&self, _: &G, _: &G::State, _: AgentId) -> f64 {
        match *self {}
    }

    fn explain(&self, _: &G, _: &G::State, _: AgentId) -> Vec<Term> {
        match *self {}
    }
}

impl<G: Game + ?Sized> ActionEval<G> for Never {
    fn eval(&self, _: &G, _: &G::State, _: G::Action, _: &G::State, _: AgentId) -> f64 {
        match *self {}
    }

    fn explain(&self, _: &G, _: &G::State, _: G::Action, _: &G::State, _: AgentId) -> Vec<Term> {
        match *self {}
    }
}
