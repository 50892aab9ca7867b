//! Rules: the one trait that a game must implement, and the small optional powers beside it.

use std::fmt;
use std::hash::Hash;

use serde::{Deserialize, Serialize, Serializer};
use smallvec::SmallVec;

use crate::actions::ActionList;
use crate::budget::DepthUnit;
use crate::input::InputError;
use crate::key::Text;
use crate::message::Message;
use crate::seed::Seed;

/// Probabilities, one for each action of a list and in its order. Allocates beyond 64.
pub type Weights = SmallVec<[f64; 64]>;

/// One of the agents of a game, counted from 0. Agent 0 is the one whose value the reports maximise:
/// the first player of a board game, Pac-Man among his ghosts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct AgentId(pub u8);

impl AgentId {
    /// The agent whose value is maximised unless somebody says otherwise.
    pub const FIRST: AgentId = AgentId(0);

    /// The agent's place in lists that hold one entry an agent.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl fmt::Display for AgentId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// Who moves next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Turn {
    /// An agent chooses.
    Agent(AgentId),
    /// Dice decide, by [`Game::odds`].
    Chance,
    /// Nobody: the game is over.
    Over,
}

impl Turn {
    /// The agent to move, if one is.
    #[inline]
    pub fn agent(self) -> Option<AgentId> {
        match self {
            Turn::Agent(agent) => Some(agent),
            Turn::Chance | Turn::Over => None,
        }
    }
}

/// Written as the agent's number, `"chance"` or `null`.
impl Serialize for Turn {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Turn::Agent(agent) => agent.serialize(serializer),
            Turn::Chance => serializer.serialize_str("chance"),
            Turn::Over => serializer.serialize_none(),
        }
    }
}

/// How a finished game ended for one agent.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// The agent has won.
    Win,
    /// Nobody has won.
    Draw,
    /// The agent has lost.
    Loss,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::Win => "win",
            Outcome::Draw => "draw",
            Outcome::Loss => "loss",
        })
    }
}

/// What people should know of a game before they play it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct GameInfo {
    /// The name in specs: `connect4`.
    pub name: Text,
    /// The name in prose: `Connect Four`.
    pub title: Text,
    /// Every agent's name, by [`AgentId`].
    pub agents: Vec<String>,
    /// What one unit of search depth means unless an agent says otherwise.
    pub depth_unit: DepthUnit,
    /// What a finished game is counted in.
    pub result: ResultKind,
    /// Can every agent take every seat? Then two agents can change sides.
    pub seats_alike: bool,
    /// What people should be told before they trust what they see.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Message>,
}

/// What a finished game is counted in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ResultKind {
    /// A win, a draw or a loss: by how much says nothing more.
    Outcome,
    /// Points, which are worth more the more they are.
    Points,
}

/// The rules of a game.
///
/// Implementations hold what never changes during a game; [`Game::State`] holds the rest and should
/// be small, because a search copies it for every move instead of taking moves back.
pub trait Game: Send + Sync + 'static {
    /// A position. Equal states must behave alike in every way.
    type State: Clone + Eq + Hash + fmt::Debug + Send + Sync + 'static;
    /// A move of one agent, or an outcome of the dice.
    type Action: Copy + Eq + Ord + Hash + fmt::Debug + Send + Sync + 'static;

    /// The list that holds the legal actions of a state: see [`ActionList`] for which to choose.
    type Actions: ActionList<Self::Action>;

    /// Can it ever be the turn of dice? Playouts of games without need not ask.
    const DICE: bool = true;

    /// Name, agents and depth unit.
    fn info(&self) -> &GameInfo;

    /// Where a game starts. Games without a random start ignore the seed.
    fn initial(&self, seed: Seed) -> Self::State;

    /// Who moves next.
    fn turn(&self, state: &Self::State) -> Turn;

    /// Puts the legal actions into `out`, replacing what is there, in an order that is fixed and documented
    /// by the game: ties in a search are broken by it. None exactly when the game is over.
    fn actions(&self, state: &Self::State, out: &mut Self::Actions);

    /// The legal actions, in a new list.
    #[inline]
    fn list_actions(&self, state: &Self::State) -> Self::Actions {
        let mut actions = Self::Actions::default();
        self.actions(state, &mut actions);
        actions
    }

    /// One of the legal actions: `pick` is told how many there are and says which, in the order of [`Game::actions`].
    /// None if the game is over. For playouts: a game may find the one without listing all.
    #[inline]
    fn pick_action(&self, state: &Self::State, pick: impl FnOnce(usize) -> usize) -> Option<Self::Action> {
        let actions = self.list_actions(state);
        if actions.is_empty() { None } else { actions.get(pick(actions.len())).copied() }
    }

    /// Plays `action`, which must be one of [`Game::actions`]. Deterministic: dice are actions of
    /// [`Turn::Chance`]. With any other action the state afterwards is meaningless, but nothing worse.
    fn apply(&self, state: &mut Self::State, action: Self::Action);

    /// What a finished game is worth to `agent`; finite. Meaningless while the game goes on.
    fn utility(&self, state: &Self::State, agent: AgentId) -> f64;

    /// How a finished game ended for `agent`: by the sign of its utility, unless the game knows better.
    fn outcome(&self, state: &Self::State, agent: AgentId) -> Outcome {
        let utility = self.utility(state, agent);
        if utility > 0.0 {
            Outcome::Win
        } else if utility < 0.0 {
            Outcome::Loss
        } else {
            Outcome::Draw
        }
    }

    /// What went wrong inside the game since it was made. Rules that are written here have nothing to report; a game that
    /// lives in another process or language may fail in any of its methods, answers something harmless from then on, and
    /// says here what happened. Matches and searches through the adapter end with that error.
    fn failure(&self) -> Option<InputError> {
        None
    }

    /// At [`Turn::Chance`]: how likely each of `actions` (all of them, in order) is. The sum is 1.
    /// Equally likely unless the game says otherwise.
    fn odds(&self, state: &Self::State, actions: &[Self::Action], out: &mut Weights) {
        let _ = state;
        out.clear();
        out.extend(actions.iter().map(|_| 1.0 / actions.len() as f64));
    }
}

/// A game whose states have a 64-bit key, for transposition tables.
pub trait Hashed: Game {
    /// Equal states have equal keys; different ones nearly always different keys.
    fn key(&self, state: &Self::State) -> u64;
}

/// A game that counts points as it goes, and in which what is to come does not depend on them: the utility of agent 0 at the
/// end is its points.
pub trait Scored: Game {
    /// The points of agent 0 so far.
    fn points(&self, state: &Self::State) -> f64;

    /// The same position with no points.
    fn without_points(&self, state: &Self::State) -> Self::State;
}

/// A game with symmetries: maps of states and actions that change nothing that matters.
pub trait Symmetric: Game {
    /// How many symmetries there are, the identity (number 0) included.
    fn symmetries(&self) -> usize;

    /// The state seen through symmetry number `which`.
    fn map_state(&self, which: usize, state: &Self::State) -> Self::State;

    /// The action seen through symmetry number `which`.
    fn map_action(&self, which: usize, action: Self::Action) -> Self::Action;
}
