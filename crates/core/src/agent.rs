//! Players and their decisions.

use std::fmt;
use std::time::Duration;

use crate::budget::Budget;
use crate::game::{AgentId, Game, Weights};
use crate::input::InputError;
use crate::matches::{Forfeit, Played};
use crate::message;
use crate::message::Message;
use crate::observer::{Branch, Observer, Reopened};
use crate::seed::Seed;
use crate::value::Value;

/// Chooses moves. An agent may keep what it learns from move to move within a game.
///
/// ```
/// use plylab_core::{Agent, AgentFailure, Context, Decision, Game};
///
/// /// Takes the last action of the list.
/// struct Last;
///
/// impl<G: Game> Agent<G> for Last {
///     fn act(&mut self, context: Context<'_, G>) -> Result<Decision<G::Action>, AgentFailure> {
///         let actions = context.game.list_actions(context.state);
///         actions.last().map(|&action| Decision::plain(action)).ok_or_else(AgentFailure::no_move)
///     }
/// }
/// ```
pub trait Agent<G: Game>: Send {
    /// Starts a new game, in which the agent plays as `me`. Everything random it does comes from `seed`.
    fn begin(&mut self, game: &G, me: AgentId, seed: Seed) {
        let _ = (game, me, seed);
    }

    /// Chooses one of the legal actions of the position in `context`, in which the agent is to move.
    ///
    /// # Errors
    ///
    /// If the agent has no move to offer.
    fn act(&mut self, context: Context<'_, G>) -> Result<Decision<G::Action>, AgentFailure>;

    /// Sees every move of the game, its own and those of dice included: `played` led from `before` to `after`.
    fn observe(&mut self, game: &G, before: &G::State, played: &Played<G::Action>, after: &G::State) {
        let _ = (game, before, played, after);
    }

    /// What it has written to its log since it was asked last.
    fn log(&mut self) -> String {
        String::new()
    }

    /// Does it forfeit by itself when its time is over? Such an agent knows better than the match loop when its answer was
    /// there.
    fn keeps_time(&self) -> bool {
        false
    }

    /// Writes the probability that the agent takes each of `actions` (all legal ones, in order) to `out`.
    ///
    /// # Errors
    ///
    /// If the agent does not know them: because they depend on more than the position, such as what it has learnt or a
    /// clock.
    fn odds(
        &mut self,
        context: Context<'_, G>,
        actions: &[G::Action],
        out: &mut Weights,
    ) -> Result<(), AgentFailure> {
        let _ = (context, actions, out);
        Err(AgentFailure::new(message!("odds-unknown", "its moves depend on more than the position")))
    }

    /// Searches a branch of its search at the position in `context` again, with nothing kept from before, and reports it to
    /// the observer in `context`. None if the agent can only make its whole decision again.
    ///
    /// # Errors
    ///
    /// If the search fails.
    fn reopen(
        &mut self,
        context: Context<'_, G>,
        branch: &Branch<G::Action>,
    ) -> Result<Option<Reopened>, AgentFailure> {
        let _ = (context, branch);
        Ok(None)
    }

    /// The name of the evaluation that it applies to states, if any.
    fn eval_name(&self) -> Option<&str> {
        None
    }

    /// The name of the evaluation that it applies to actions, if it evaluates actions instead.
    fn action_eval_name(&self) -> Option<&str> {
        None
    }
}

/// Everything an agent gets to make one decision.
///
/// ```
/// use plylab_core::example::Heaps;
/// use plylab_core::{Agent, AgentId, Budget, Context, First, Game, Seed};
///
/// let game = Heaps::default();
/// let state = game.initial(Seed(1));
/// let budget = Budget::unlimited();
/// let context = Context::new(&game, &state, &budget);
/// assert_eq!(context.me, AgentId(0));
/// assert_eq!(First.act(context)?.action, game.list_actions(&state)[0]);
/// # Ok::<(), plylab_core::AgentFailure>(())
/// ```
pub struct Context<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// The position.
    pub state: &'a G::State,
    /// The agent that decides. It is to move in `state`.
    pub me: AgentId,
    /// The limits of the decision.
    pub budget: &'a Budget,
    /// How the search is watched. Watching never changes the decision. Agents may ignore it.
    pub watch: Watch<'a, G::Action>,
}

impl<'a, G: Game> Context<'a, G> {
    /// A decision of the agent to move in `state`, not watched.
    pub fn new(game: &'a G, state: &'a G::State, budget: &'a Budget) -> Self {
        let me = game.turn(state).agent().unwrap_or(AgentId::FIRST);
        Context { game, state, me, budget, watch: Watch::Off }
    }

    /// The same decision, with its search or its progress watched.
    #[must_use]
    pub fn watch(self, watch: Watch<'a, G::Action>) -> Self {
        Context { watch, ..self }
    }
}

/// How a search is watched, in actions `A` and progress reports `P`.
pub enum Watch<'a, A, P = Decision<A>> {
    /// Not at all.
    Off,
    /// Node by node. Agents that do not search report nothing.
    Search(&'a mut dyn Observer<A>),
    /// By the decision after each completed depth, or whenever the agent knows more.
    Progress(&'a mut dyn FnMut(&P)),
}

/// The probabilities of an agent that draws one of the `chosen` actions, each equally likely.
pub fn share_equally<A>(actions: &[A], chosen: impl Fn(&A) -> bool, out: &mut Weights) {
    let count = actions.iter().filter(|action| chosen(action)).count();
    out.clear();
    out.extend(actions.iter().map(|action| if chosen(action) { 1.0 / count as f64 } else { 0.0 }));
}

/// Why an agent has no move although the game has some: what a match would call it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AgentFailure(pub Forfeit);

impl AgentFailure {
    /// The agent itself failed.
    pub fn new(message: Message) -> AgentFailure {
        AgentFailure(Forfeit::Crash { message })
    }

    /// The agent was asked in a position without legal moves.
    pub fn no_move() -> AgentFailure {
        AgentFailure::new(message!("no-move-there", "asked for a move where there is none"))
    }

    /// The agent chose a move that is not legal.
    pub fn illegal_move(action: impl Into<String>) -> AgentFailure {
        AgentFailure(Forfeit::IllegalMove { action: action.into() })
    }
}

impl fmt::Display for AgentFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl From<AgentFailure> for InputError {
    fn from(failure: AgentFailure) -> InputError {
        InputError::new(failure.0.message())
    }
}

impl From<InputError> for AgentFailure {
    fn from(error: InputError) -> AgentFailure {
        AgentFailure::new(error.into())
    }
}

impl std::error::Error for AgentFailure {}

/// A move and the reasons for it.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Decision<A> {
    /// The move.
    pub action: A,
    /// The agent's estimate of its value.
    pub value: Option<Value>,
    /// Every move that was evaluated, in the game's order; ties stay visible.
    pub moves: Vec<RootMove<A>>,
    /// The principal variation, the agent's own move first.
    pub line: Vec<A>,
    /// How the move was drawn, if the agent spins a wheel.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub wheel: Option<Wheel>,
    /// What the decision cost.
    pub stats: SearchStats,
}

/// A roulette wheel with a slice for every move that was evaluated.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Wheel {
    /// How the slices follow from the values.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub rule: WheelRule,
    /// The chance of each of the [moves](Decision::moves), in their order. The sum is 1.
    pub slices: Vec<f64>,
}

/// How the slices of a [`Wheel`] follow from the values of the moves.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "rule", rename_all = "kebab-case"))]
pub enum WheelRule {
    /// In proportion to the values, none of which is negative. All slices are equal if all values are 0.
    Proportional,
    /// In proportion to how far the values are above the least, which is negative. All slices are equal if all values are.
    Shifted {
        /// The least value.
        least: f64,
    },
    /// In proportion to `exp(value / temperature)`.
    Softmax {
        /// The lower, the greedier.
        temperature: f64,
    },
}

impl<A> Decision<A> {
    /// A move without reasons.
    pub fn plain(action: A) -> Decision<A> {
        Decision {
            action,
            value: None,
            moves: Vec::new(),
            line: Vec::new(),
            wheel: None,
            stats: SearchStats::default(),
        }
    }
}

/// A move that was evaluated at the root.
#[derive(Clone, Copy, PartialEq, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "RootMove"))]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct RootMove<A> {
    /// The move.
    pub action: A,
    /// Its value, or a bound on it.
    pub value: Value,
    /// The expected reply, or the one that refutes the move.
    pub reply: Option<A>,
}

/// A time as every answer in JSON has it.
#[cfg(feature = "serde")]
fn in_seconds<S: serde::Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(time.as_secs_f64())
}

/// What a decision cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct SearchStats {
    /// Nodes visited.
    pub nodes: u64,
    /// Of those, the nodes that were evaluated.
    pub leaves: u64,
    /// Nodes whose remaining children were pruned.
    pub cuts: u64,
    /// Nodes answered by the transposition table.
    pub table_hits: u64,
    /// The depth reached, in the unit the agent counts in.
    pub depth: u32,
    /// The time it took, by the budget's clock; in JSON, a number of seconds.
    #[cfg_attr(feature = "serde", serde(rename = "seconds", serialize_with = "in_seconds"))]
    #[cfg_attr(feature = "schema", schemars(with = "f64"))]
    pub time: Duration,
    /// Did the search reach the end of the game on every line? Then its values are those of the game, not estimates.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub exhaustive: bool,
}
