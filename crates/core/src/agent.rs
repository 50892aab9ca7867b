//! Players, and what they say of a decision.

use std::fmt;
use std::time::Duration;

use serde::Serialize;

use crate::budget::Budget;
use crate::game::{AgentId, Game, Weights};
use crate::message;
use crate::message::{English, Message};
use crate::observer::Observer;
use crate::seed::Seed;
use crate::value::Value;

/// Somebody who chooses moves. An agent may keep what it learns from move to move within a game.
pub trait Agent<G: Game>: Send {
    /// A new game begins, in which it plays as `me`. Everything random it does comes from `seed`.
    fn begin(&mut self, game: &G, me: AgentId, seed: Seed);

    /// Chooses one of the legal actions of `state`, in which it is to move.
    fn act(
        &mut self,
        game: &G,
        state: &G::State,
        budget: &Budget,
    ) -> Result<Decision<G::Action>, AgentFailure>;

    /// The same while somebody watches the search. Agents that do not search have nothing to show.
    fn act_watched(
        &mut self,
        game: &G,
        state: &G::State,
        budget: &Budget,
        observer: &mut dyn Observer<G::Action>,
    ) -> Result<Decision<G::Action>, AgentFailure> {
        let _ = observer;
        self.act(game, state, budget)
    }

    /// The same while its progress is followed: `on_progress` is told what the agent would decide, after each depth that
    /// it has searched whole, or whenever it knows more. That changes nothing of what it decides. Agents that know nothing
    /// before the end have nothing to tell.
    fn act_with_progress(
        &mut self,
        game: &G,
        state: &G::State,
        budget: &Budget,
        on_progress: &mut dyn FnMut(&Decision<G::Action>),
    ) -> Result<Decision<G::Action>, AgentFailure> {
        let _ = on_progress;
        self.act(game, state, budget)
    }

    /// How likely it takes each of `actions` (all legal ones of `state`, in order), into `out`.
    ///
    /// # Errors
    ///
    /// If that depends on more than the state: on its own dice in a way that it cannot tell, on what it has learnt, on a
    /// clock.
    fn odds(
        &mut self,
        game: &G,
        state: &G::State,
        actions: &[G::Action],
        budget: &Budget,
        out: &mut Weights,
    ) -> Result<(), AgentFailure> {
        let _ = (game, state, actions, budget, out);
        Err(AgentFailure(message!("odds-unknown", "its moves depend on more than the position")))
    }

    /// The name of the evaluation it judges states by, if it does.
    fn eval_name(&self) -> Option<&str> {
        None
    }

    /// The name of the evaluation it judges actions by, if it does that instead.
    fn action_eval_name(&self) -> Option<&str> {
        None
    }
}

/// The odds of an agent that takes any of the actions that are `chosen`, each equally likely.
pub fn share_equally<A>(actions: &[A], chosen: impl Fn(&A) -> bool, out: &mut Weights) {
    let count = actions.iter().filter(|action| chosen(action)).count();
    out.clear();
    out.extend(actions.iter().map(|action| if chosen(action) { 1.0 / count as f64 } else { 0.0 }));
}

/// Why an agent has no move to offer although the game has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AgentFailure(pub Message);

impl AgentFailure {
    /// It was asked where the game has no move either.
    pub fn no_move() -> AgentFailure {
        AgentFailure(message!("no-move-there", "asked for a move where there is none"))
    }
}

/// The code of a move that is not legal.
const ILLEGAL: &str = "illegal-move";

impl AgentFailure {
    /// It offered something that is no legal move.
    pub fn illegal_move(action: &str) -> AgentFailure {
        AgentFailure(message!("illegal-move", "illegal move {action}", action))
    }

    /// The move that it offered, if that was the failure.
    pub(crate) fn as_illegal_move(&self) -> Option<String> {
        (self.0.code() == ILLEGAL)
            .then(|| self.0.field("action").map(|action| action.say(&English)).unwrap_or_default())
    }
}

impl fmt::Display for AgentFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for AgentFailure {}

/// A move and the reasons for it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Decision<A> {
    /// The move.
    pub action: A,
    /// What the agent thinks it is worth.
    pub value: Option<Value>,
    /// Every move that was weighed, in the game's order; ties stay visible.
    pub moves: Vec<RootMove<A>>,
    /// How the agent thinks the game will go on, its own move first.
    pub line: Vec<A>,
    /// What the decision cost.
    pub stats: SearchStats,
}

impl<A> Decision<A> {
    /// A move without reasons.
    pub fn plain(action: A) -> Decision<A> {
        Decision { action, value: None, moves: Vec::new(), line: Vec::new(), stats: SearchStats::default() }
    }
}

/// One of the moves that were weighed.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct RootMove<A> {
    /// The move.
    pub action: A,
    /// What it is worth, or as much as is known of that.
    pub value: Value,
    /// The answer that the agent expects, or that refutes the move.
    pub reply: Option<A>,
}

/// What a decision cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct SearchStats {
    /// States that were looked at.
    pub nodes: u64,
    /// Of those, the ones that were evaluated.
    pub leaves: u64,
    /// Nodes whose remaining children were cut off.
    pub cuts: u64,
    /// Nodes answered by a table.
    pub table_hits: u64,
    /// The depth reached, in the unit the agent counts in.
    pub depth: u32,
    /// The time it took, by the budget's clock.
    pub time: Duration,
}
