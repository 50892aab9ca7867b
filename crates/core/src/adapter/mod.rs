//! The object-safe adapter: games, positions and agents of any kind behind text and plain data.
//!
//! Interfaces hold a `Box<dyn AnyGame>` and never a game's own types. Types are erased once per match or search, never per
//! node, so a search behind the adapter runs at full speed. External agents implement [`AnyAgent`] and play alongside typed
//! ones.

mod agent;
mod eval;
mod game;
mod observer;
mod position;

use std::any::Any;
use std::sync::Arc;

use serde::Serialize;
use serde_json::Value as Json;

pub use agent::{ForeignKind, Portable, PortableFile};
pub use eval::AnyEval;
pub use game::{adapt, adapt_with, typed, typed_agent, typed_position, typed_state};

use crate::agent::{AgentFailure, Decision, Watch};
use crate::budget::{Budget, StopFlag};
use crate::eval::Term;
use crate::game::{AgentId, GameInfo, Outcome, Turn};
use crate::input::InputError;
use crate::key::{Named, Text};
use crate::matches::MatchLimits;
use crate::message;
use crate::message::Message;
use crate::notation::UciPosition;
use crate::observer::{Branch, Observer, Reopened};
use crate::playout::Playouts;
use crate::record::{GameRecord, MoveRecord};
use crate::roster::{Listing, ResolvedAgent, check_seats};
use crate::scene::{Backdrop, CellWorth, Fact, Mark, Reach, Scene, WrittenNode};
use crate::seed::{Rng, Seed};
use crate::spec::Spec;

/// A decision of an agent, as text.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Thought {
    /// The agent.
    pub agent: Spec,
    /// The evaluation that it applies to states, if any.
    pub eval: Option<Text>,
    /// The evaluation that it applies to actions, if it evaluates actions instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub action_eval: Option<Text>,
    /// The decision.
    #[serde(flatten)]
    pub decision: Decision<String>,
    /// What it says about its move, in its own words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// What it draws on the board.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Mark>,
}

impl Thought {
    /// A decision without further remarks.
    pub fn plain(agent: Spec, decision: Decision<String>) -> Thought {
        Thought { agent, eval: None, action_eval: None, decision, note: None, marks: Vec::new() }
    }
}

/// How a search is watched, with actions as text.
pub type AnyWatch<'a> = Watch<'a, String, Thought>;

/// Sees the position after each move of a match, and the move.
pub type WatchMatch<'a> = &'a mut dyn FnMut(&dyn AnyPosition, &MoveRecord);

/// A game of any kind.
///
/// ```
/// use plylab_core::example::Heaps;
/// use plylab_core::{CoreAgents, MatchLimits, Seed, Spec, adapt};
///
/// let game = adapt(Heaps::default(), &CoreAgents);
/// let agents = game.seat(&[Spec::new("first"), Spec::new("random")])?;
/// let record = game.play(agents, Seed(1), &MatchLimits::none(), &mut |_, played| println!("{}", played.action))?;
/// assert_eq!(record.moves[0].action, "a1");
/// assert_eq!(record.outcomes.len(), 2);
/// # Ok::<(), plylab_core::InputError>(())
/// ```
pub trait AnyGame: Any + Send + Sync {
    /// Name, agents and depth unit.
    fn info(&self) -> &GameInfo;

    /// Its canonical spec, if a registry opened it.
    fn spec(&self) -> Option<&Spec>;

    /// The position that the game with this seed starts from.
    fn start(&self, seed: Seed) -> Box<dyn AnyPosition>;

    /// Reads a position.
    fn position(&self, text: &str) -> Result<Box<dyn AnyPosition>, InputError>;

    /// What all its pictures have in common.
    fn backdrop(&self) -> Backdrop;

    /// The nodes of a text of its files with their places; none if it reads no trees.
    fn written(&self, text: &str) -> Vec<WrittenNode>;

    /// The evaluations of states.
    fn evals(&self) -> Vec<Listing>;

    /// The evaluations of actions.
    fn action_evals(&self) -> Vec<Listing>;

    /// The agents that can play it.
    fn agents(&self) -> Vec<Listing>;

    /// Resolves a spec of an agent, with everything written out.
    fn resolve(&self, agent: &Spec) -> Result<ResolvedAgent, InputError>;

    /// The version of the program that runs this agent, as that program tells it. None for all but agents from outside.
    fn interpreter(&self, agent: &Spec) -> Option<String> {
        let _ = agent;
        None
    }

    /// What this agent needs to play on another machine that has the same program. None for all but agents from outside.
    fn portable(&self, agent: &Spec) -> Result<Option<Portable>, InputError> {
        let _ = agent;
        Ok(None)
    }

    /// The agent that `spec` names, for the seat `me`; its game has not begun.
    fn agent(&self, spec: &Spec, me: AgentId) -> Result<Box<dyn AnyAgent>, InputError>;

    /// The same game, whose agents can also use that evaluation by its name. It takes the place of the game's own of
    /// the same name.
    fn with_eval(&self, eval: &Named<Arc<dyn AnyEval>>) -> Box<dyn AnyGame>;

    /// Bytes of memory that it holds at the moment, see [`Game::memory_bytes`](crate::Game::memory_bytes): its positions
    /// share them. What its agents hold in a game is in [`ResolvedAgent::megabytes`].
    fn memory_bytes(&self) -> usize;

    /// The first error inside the game, if any, see [`Game::failure`](crate::Game::failure).
    fn failure(&self) -> Option<InputError> {
        None
    }

    /// Plays one match, one agent for each seat in order. The agents begin a new game.
    fn play(
        &self,
        agents: Vec<Box<dyn AnyAgent>>,
        seed: Seed,
        limits: &MatchLimits,
        watch: WatchMatch<'_>,
    ) -> Result<GameRecord, InputError>;

    /// The agents that `specs` name, one for each seat in order.
    fn seat(&self, specs: &[Spec]) -> Result<Vec<Box<dyn AnyAgent>>, InputError> {
        check_seats(self.info(), specs.len())?;
        (0..).map(AgentId).zip(specs).map(|(me, spec)| self.agent(spec, me)).collect()
    }

    /// Makes an agent choose the next move of `position`.
    fn think(
        &self,
        position: &dyn AnyPosition,
        agent: &Spec,
        seed: Seed,
        budget: &Budget,
        watch: AnyWatch<'_>,
    ) -> Result<Thought, InputError> {
        let Some(me) = position.turn().agent() else {
            return Err(InputError::new(message!("nobody-to-move", "nobody is to move here"))
                .expected(position.legal()));
        };
        let mut agent = self.agent(agent, me)?;
        agent.begin(me, seed);
        Ok(agent.think(position, budget, watch)?)
    }
}

/// An agent of any kind. It may keep what it learns from move to move within a game.
///
/// ```
/// use plylab_core::example::Heaps;
/// use plylab_core::{
///     AgentFailure, AgentId, AnyAgent, AnyPosition, AnyWatch, Budget, CoreAgents, Decision, MatchLimits, Seed, Spec, Thought,
///     adapt,
/// };
///
/// /// Plays any game: takes the last of the legal moves.
/// struct Last;
///
/// impl AnyAgent for Last {
///     fn begin(&mut self, _: AgentId, _: Seed) {}
///
///     fn think(
///         &mut self,
///         position: &dyn AnyPosition,
///         _: &Budget,
///         _: AnyWatch<'_>,
///     ) -> Result<Thought, AgentFailure> {
///         let action = position.actions().pop().ok_or_else(AgentFailure::no_move)?;
///         Ok(Thought::plain(Spec::new("last"), Decision::plain(action)))
///     }
/// }
///
/// let game = adapt(Heaps::default(), &CoreAgents);
/// let agents: Vec<Box<dyn AnyAgent>> = vec![Box::new(Last), game.agent(&Spec::new("first"), AgentId(1))?];
/// let record = game.play(agents, Seed(1), &MatchLimits::none(), &mut |_, _| ())?;
/// assert_eq!(record.moves[0].action, "b2");
/// # Ok::<(), plylab_core::InputError>(())
/// ```
pub trait AnyAgent: Any + Send {
    /// A new game begins, in which it plays as `me`. Everything random it does comes from `seed`.
    fn begin(&mut self, me: AgentId, seed: Seed);

    /// Chooses the next move of `position`, which must be of its own game, with the agent to move.
    fn think(
        &mut self,
        position: &dyn AnyPosition,
        budget: &Budget,
        watch: AnyWatch<'_>,
    ) -> Result<Thought, AgentFailure>;

    /// Does it want to be told the moves that were made before it joined a game?
    fn observes(&self) -> bool {
        false
    }

    /// Sees every move of the game, its own and those of dice included, and the position after it.
    fn observe(&mut self, played: &MoveRecord, after: &dyn AnyPosition) {
        let _ = (played, after);
    }

    /// What it has written to its log since it was asked last.
    fn log(&mut self) -> String {
        String::new()
    }

    /// Can it play the game that has begun? An agent in another process may not have started; then it says why.
    fn ready(&self) -> Result<(), AgentFailure> {
        Ok(())
    }

    /// Does it forfeit by itself when its time is over? Such an agent knows better than the match loop when its answer was
    /// there.
    fn keeps_time(&self) -> bool {
        false
    }

    /// Searches a branch of its search at `position` again. None if it can only think again.
    fn reopen(
        &mut self,
        position: &dyn AnyPosition,
        branch: &Branch<String>,
        budget: &Budget,
        observer: &mut dyn Observer<String>,
    ) -> Result<Option<Reopened>, InputError> {
        let _ = (position, branch, budget, observer);
        Ok(None)
    }
}

/// A position of a game of any kind.
///
/// ```
/// use plylab_core::example::Heaps;
/// use plylab_core::{AgentId, CoreAgents, Turn, adapt};
///
/// let game = adapt(Heaps::default(), &CoreAgents);
/// let mut position = game.position("2/0 1 1")?;
/// assert_eq!(position.actions(), ["a1", "a2"]);
/// position.play("a2")?;
/// assert_eq!(position.turn(), Turn::Over);
/// assert_eq!(position.utility(AgentId(1)), Some(1.0));
/// # Ok::<(), plylab_core::InputError>(())
/// ```
pub trait AnyPosition: Any + Send + Sync {
    /// Who moves next.
    fn turn(&self) -> Turn;

    /// The legal moves, in the game's order.
    fn actions(&self) -> Vec<String>;

    /// Plays a move in any spelling the game accepts, and returns its canonical spelling.
    fn play(&mut self, action: &str) -> Result<String, InputError>;

    /// The position after a move in any spelling the game accepts.
    fn after(&self, action: &str) -> Result<Box<dyn AnyPosition>, InputError>;

    /// Plays at random until the game is over or `moves` moves are made: each legal move equally likely, dice by their
    /// odds. Returns the last position and the number of moves.
    fn playout(&self, rng: &mut Rng, moves: u64) -> (Box<dyn AnyPosition>, u64);

    /// Plays `count` games like that, unless it is stopped before.
    fn playouts(&self, rng: &mut Rng, count: u64, moves: u64, stop: &StopFlag) -> Playouts;

    /// A number for hash tables: equal positions have equal keys.
    fn key(&self) -> u64;

    /// Is `other` an equal position? Both must be of the same game, with the same settings.
    fn equals(&self, other: &dyn AnyPosition) -> bool;

    /// A random outcome of the dice. None unless dice are to move.
    fn roll(&self, rng: &mut Rng) -> Option<String>;

    /// The probabilities of the legal moves, in their order, where dice are to move; empty elsewhere.
    fn odds(&self) -> Vec<f64>;

    /// The legal moves, for messages.
    fn legal(&self) -> Message;

    /// The position, on one line.
    fn text(&self) -> String;

    /// The position as engines that speak UCI write it; none where they do not know the game.
    fn uci(&self) -> Option<UciPosition>;

    /// Reads another position of the same game.
    fn read(&self, text: &str) -> Result<Box<dyn AnyPosition>, InputError>;

    /// The picture, before the game's backdrop.
    fn scene(&self) -> Scene;

    /// What is told of a finished game besides its result.
    fn closing(&self) -> Vec<Fact>;

    /// The cell of the board where `agent` stands, halves between two cells; none in games without pieces of agents.
    fn agent_cell(&self, agent: AgentId) -> Option<(f32, f32)>;

    /// The empty cells of the board, column and row from the bottom, where a stone of `agent` would win at once.
    fn threats(&self, agent: AgentId) -> Vec<(u16, u16)>;

    /// The value for the first agent, by the evaluation of that name, with it in each cell of the board where it can be. An
    /// error in games whose agents are not in cells.
    fn heat(&self, eval: &str) -> Result<Vec<CellWorth>, InputError>;

    /// Where each agent but the first can be after up to `moves` of its own moves. An error in games whose agents are not in
    /// cells.
    fn reach(&self, moves: u32) -> Result<Vec<Reach>, InputError>;

    /// The facts, as a JSON object.
    fn report(&self) -> Json;

    /// The terms of its value for `agent` by the evaluation of that name.
    fn explain(&self, eval: &str, agent: AgentId) -> Result<Vec<Term>, InputError>;

    /// The terms of the value of each legal action for the agent to move by the action evaluation of that name.
    fn explain_actions(&self, eval: &str) -> Result<Vec<(String, Vec<Term>)>, InputError>;

    /// How a finished game ended for `agent`; none before the end.
    fn outcome(&self, agent: AgentId) -> Option<Outcome>;

    /// What a finished game was worth to `agent`; none before the end.
    fn utility(&self, agent: AgentId) -> Option<f64>;

    /// The number of sequences of exactly `depth` moves.
    fn perft(&self, depth: u32) -> u64;

    /// The same by first move.
    fn perft_divide(&self, depth: u32) -> Vec<(String, u64)>;

    /// Bytes of memory that it holds besides its game.
    fn memory_bytes(&self) -> usize;

    /// A copy.
    fn boxed_clone(&self) -> Box<dyn AnyPosition>;
}
