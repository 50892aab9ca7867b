//! The object-safe adapter: games, positions and agents of any kind behind text and plain data.
//!
//! Interfaces hold a `Box<dyn AnyGame>` and never a game's own types. Types are erased once a match or a search, never
//! once a node, so a search behind the adapter runs at full speed. Agents from elsewhere implement [`AnyAgent`] and sit
//! down beside those that are written here.

mod agent;
mod game;
mod observer;
mod position;

use std::any::Any;

use serde::Serialize;
use serde_json::Value as Json;

pub use agent::ForeignKind;
pub use game::{erase, erase_with, typed, typed_agent};

use crate::agent::{Decision, SearchStats};
use crate::budget::Budget;
use crate::eval::Term;
use crate::game::{AgentId, GameInfo, Outcome, Turn};
use crate::input::InputError;
use crate::key::Text;
use crate::matches::{Ending, Limits};
use crate::message;
use crate::message::Message;
use crate::observer::Observer;
use crate::roster::{Listing, Resolved, check_seats};
use crate::scene::{Backdrop, Scene};
use crate::seed::{Rng, Seed};
use crate::spec::Spec;

/// A match that was played, as text.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GameRecord {
    /// Its seed.
    pub seed: Seed,
    /// Every move.
    pub moves: Vec<MoveRecord>,
    /// What each of them cost, in the same order.
    #[serde(skip)]
    pub costs: Vec<SearchStats>,
    /// Why it ended.
    pub ending: Ending,
    /// How it ended for each agent by the rules; empty if it did not end by the rules.
    pub outcomes: Vec<Outcome>,
    /// What it was worth to each agent; empty if it did not end by the rules.
    pub utilities: Vec<f64>,
    /// The last position.
    pub end: String,
}

/// A move of a [`GameRecord`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MoveRecord {
    /// By whom.
    pub agent: Turn,
    /// The move.
    pub action: String,
}

/// What an agent thinks of a position, as text.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Thought {
    /// Who thinks.
    pub agent: Spec,
    /// The evaluation it judges states by, if it does.
    pub eval: Option<Text>,
    /// The evaluation it judges actions by, if it does that instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub action_eval: Option<Text>,
    /// The decision.
    #[serde(flatten)]
    pub decision: Decision<String>,
}

/// How a search is followed.
pub enum Watch<'a> {
    /// It is not.
    Off,
    /// Node by node.
    Search(&'a mut dyn Observer<String>),
    /// By what the agent would decide after each depth that it has searched whole.
    Progress(&'a mut dyn FnMut(&Thought)),
}

/// Sees the position after each move of a match, and the move.
pub type WatchMatch<'a> = &'a mut dyn FnMut(&dyn AnyPosition, &MoveRecord);

/// A game of any kind.
pub trait AnyGame: Any + Send + Sync {
    /// Name, agents and depth unit.
    fn info(&self) -> &GameInfo;

    /// The position that the game with this seed starts from.
    fn start(&self, seed: Seed) -> Box<dyn AnyPosition>;

    /// Reads a position.
    fn position(&self, text: &str) -> Result<Box<dyn AnyPosition>, InputError>;

    /// What all its pictures have in common.
    fn backdrop(&self) -> Backdrop;

    /// The evaluations of states.
    fn evals(&self) -> Vec<Listing>;

    /// The evaluations of actions.
    fn action_evals(&self) -> Vec<Listing>;

    /// The agents that can play it.
    fn agents(&self) -> Vec<Listing>;

    /// What a spec of an agent means, everything written out.
    fn resolve(&self, agent: &Spec) -> Result<Resolved, InputError>;

    /// The agent that `spec` names, for the seat `me`; its game has not begun.
    fn agent(&self, spec: &Spec, me: AgentId) -> Result<Box<dyn AnyAgent>, InputError>;

    /// What went wrong inside the game since it was opened, see [`Game::failure`](crate::Game::failure).
    fn failure(&self) -> Option<InputError> {
        None
    }

    /// Plays one match, one agent for each seat in order. The agents begin a new game.
    fn play(
        &self,
        agents: Vec<Box<dyn AnyAgent>>,
        seed: Seed,
        limits: &Limits,
        watch: WatchMatch<'_>,
    ) -> Result<GameRecord, InputError>;

    /// The agents that `specs` name, one for each seat in order.
    fn seat(&self, specs: &[Spec]) -> Result<Vec<Box<dyn AnyAgent>>, InputError> {
        check_seats(self.info(), specs.len())?;
        (0..).map(AgentId).zip(specs).map(|(me, spec)| self.agent(spec, me)).collect()
    }

    /// Lets a new agent think once about the next move of `position`.
    fn think(
        &self,
        position: &dyn AnyPosition,
        agent: &Spec,
        seed: Seed,
        budget: &Budget,
        watch: Watch<'_>,
    ) -> Result<Thought, InputError> {
        let Some(me) = position.turn().agent() else {
            return Err(InputError::new(message!("nobody-to-move", "nobody is to move here"))
                .expected(position.legal()));
        };
        let mut agent = self.agent(agent, me)?;
        agent.begin(me, seed);
        agent.think(position, budget, watch)
    }
}

/// An agent of any kind. It may keep what it learns from move to move within a game.
pub trait AnyAgent: Any + Send {
    /// A new game begins, in which it plays as `me`. Everything random it does comes from `seed`.
    fn begin(&mut self, me: AgentId, seed: Seed);

    /// Thinks about the next move of `position`, which must be of its own game and its own turn.
    fn think(
        &mut self,
        position: &dyn AnyPosition,
        budget: &Budget,
        watch: Watch<'_>,
    ) -> Result<Thought, InputError>;
}

/// A position of a game of any kind.
pub trait AnyPosition: Any + Send {
    /// Who moves next.
    fn turn(&self) -> Turn;

    /// The legal moves, in the game's order.
    fn actions(&self) -> Vec<String>;

    /// Plays a move in any spelling the game knows, and gives back its usual spelling.
    fn play(&mut self, action: &str) -> Result<String, InputError>;

    /// Where dice decide: what they show this time. None where an agent moves, or nobody.
    fn roll(&self, rng: &mut Rng) -> Option<String>;

    /// What is legal, for messages.
    fn legal(&self) -> Message;

    /// The position, on one line.
    fn text(&self) -> String;

    /// The picture, before the game's backdrop.
    fn scene(&self) -> Scene;

    /// Where `agent` stands on the board; none in games whose agents stand nowhere.
    fn place(&self, agent: AgentId) -> Option<(f32, f32)>;

    /// The position with `agent` in that cell of the board; none if it cannot be there.
    fn with_agent_at(&self, agent: AgentId, x: u16, y: u16) -> Option<Box<dyn AnyPosition>>;

    /// The position with the move given to `agent`; none if the game has no such positions.
    fn with_turn(&self, agent: AgentId) -> Option<Box<dyn AnyPosition>>;

    /// The facts, as a JSON object.
    fn report(&self) -> Json;

    /// What it is worth to `agent` by the evaluation of that name, and why.
    fn explain(&self, eval: &str, agent: AgentId) -> Result<Vec<Term>, InputError>;

    /// What each legal action is worth to the agent to move by the action evaluation of that name, and why.
    fn explain_actions(&self, eval: &str) -> Result<Vec<(String, Vec<Term>)>, InputError>;

    /// How a finished game ended for `agent`; none while it goes on.
    fn outcome(&self, agent: AgentId) -> Option<Outcome>;

    /// What a finished game was worth to `agent`; none while it goes on.
    fn utility(&self, agent: AgentId) -> Option<f64>;

    /// How many sequences of so many moves there are.
    fn perft(&self, depth: u32) -> u64;

    /// The same by first move.
    fn perft_divide(&self, depth: u32) -> Vec<(String, u64)>;

    /// A copy.
    fn boxed_clone(&self) -> Box<dyn AnyPosition>;
}
