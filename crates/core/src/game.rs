//! Rules: the one trait that a game must implement, and small optional ones beside it.

use std::fmt;
use std::hash::Hash;

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
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Player"))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
pub struct AgentId(pub u8);

impl AgentId {
    /// The agent whose value is maximised by default.
    pub const FIRST: AgentId = AgentId(0);

    /// The agent's index in lists with one entry per agent.
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
// Agents come first: look-ahead and perft are 4 % faster than with the dice first, the order in which serde could derive `Serialize`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Turn {
    /// An agent chooses.
    Agent(AgentId),
    /// Dice decide, by [`Game::odds`].
    Chance,
    /// No one: the game is over.
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
#[cfg(feature = "serde")]
impl serde::Serialize for Turn {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Turn::Agent(agent) => agent.serialize(serializer),
            Turn::Chance => serializer.serialize_str("chance"),
            Turn::Over => serializer.serialize_none(),
        }
    }
}

/// How a finished game ended for one agent.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
pub enum Outcome {
    /// The agent has won.
    Win,
    /// No agent has won.
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

/// General information about a game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct GameInfo {
    /// The name in specs: `connect4`.
    pub name: Text,
    /// The name in prose: `Connect Four`.
    pub title: Text,
    /// Every agent's name, by [`AgentId`].
    pub agents: Vec<String>,
    /// The default unit of search depth.
    pub depth_unit: DepthUnit,
    /// What a finished game is counted in.
    pub result: ResultKind,
    /// Can every agent take every seat? Then two agents can swap sides.
    pub seats_alike: bool,
    /// Warnings for users, such as about reconstructed rules.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub notes: Vec<Message>,
}

impl GameInfo {
    /// A game of two players who move in turn, differ only in who begins, and win, draw or lose.
    pub fn two_players(name: impl Into<Text>, title: impl Into<Text>, agents: [&str; 2]) -> GameInfo {
        GameInfo {
            name: name.into(),
            title: title.into(),
            agents: agents.map(str::to_owned).to_vec(),
            depth_unit: DepthUnit::Ply,
            result: ResultKind::Outcome,
            seats_alike: true,
            notes: Vec::new(),
        }
    }
}

/// What a finished game is counted in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum ResultKind {
    /// A win, a draw or a loss; the margin means nothing.
    Outcome,
    /// Points: the more, the better.
    Points,
    /// A number: the more, the better, and nobody wins or loses.
    Value,
}

/// The rules of a game.
///
/// Implementations hold what never changes during a game; [`Game::State`] holds the rest and should
/// be small, because a search copies it for every move instead of taking moves back.
///
/// ```
/// use plylab_core::{AgentId, Game, GameInfo, Hashed, Seed, Turn, mix};
///
/// /// A coin lies on one of five squares. Both agents push it; beyond the left edge agent 0 wins, beyond the right agent 1.
/// struct Push(GameInfo);
///
/// impl Game for Push {
///     type State = (i8, AgentId);
///     type Action = i8;
///     type Actions = Vec<i8>;
///
///     fn info(&self) -> &GameInfo {
///         &self.0
///     }
///
///     fn initial(&self, _: Seed) -> Self::State {
///         (0, AgentId(0))
///     }
///
///     fn turn(&self, &(square, mover): &Self::State) -> Turn {
///         if square.abs() > 2 { Turn::Over } else { Turn::Agent(mover) }
///     }
///
///     fn actions(&self, state: &Self::State, out: &mut Vec<i8>) {
///         out.clear();
///         if self.turn(state) != Turn::Over {
///             out.extend([-1, 1]);
///         }
///     }
///
///     fn apply(&self, (square, mover): &mut Self::State, step: i8) {
///         *square += step;
///         *mover = AgentId(1 - mover.0);
///     }
///
///     fn utility(&self, &(square, _): &Self::State, agent: AgentId) -> f64 {
///         if (square < 0) == (agent == AgentId(0)) { 1.0 } else { -1.0 }
///     }
/// }
///
/// // What a game can do beyond its rules are separate traits. With keys it can have a transposition table.
/// impl Hashed for Push {
///     fn key(&self, &(square, mover): &Self::State) -> u64 {
///         mix(u64::from(square.unsigned_abs()) << 2 | u64::from(square < 0) << 1 | u64::from(mover.0))
///     }
/// }
///
/// let game = Push(GameInfo::two_players("push", "Push", ["Left", "Right"]));
/// let mut state = game.initial(Seed::default());
/// for step in [-1, -1, -1] {
///     assert!(game.list_actions(&state).contains(&step));
///     game.apply(&mut state, step);
/// }
/// assert_eq!(game.turn(&state), Turn::Over);
/// assert_eq!(game.utility(&state, AgentId(0)), 1.0);
/// ```
pub trait Game: Send + Sync + 'static {
    /// A position. Equal states must behave identically.
    type State: Clone + Eq + Hash + fmt::Debug + Send + Sync + 'static;
    /// A move of one agent, or an outcome of the dice.
    type Action: Copy + Eq + Ord + Hash + fmt::Debug + Send + Sync + 'static;

    /// The list that holds the legal actions of a state: see [`ActionList`] for which to choose.
    type Actions: ActionList<Self::Action>;

    /// Can dice ever be to move? Playouts of games without dice skip the check.
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

    /// One of the legal actions: `pick` maps their number to the index of one, in the order of [`Game::actions`].
    /// None if the game is over. For playouts: a game may find one action without listing all.
    #[inline]
    fn pick_action(&self, state: &Self::State, pick: impl FnOnce(usize) -> usize) -> Option<Self::Action> {
        let actions = self.list_actions(state);
        if actions.is_empty() { None } else { actions.get(pick(actions.len())).copied() }
    }

    /// Plays `action`, which must be one of [`Game::actions`]. Deterministic: dice are actions of
    /// [`Turn::Chance`]. With any other action the state afterwards is meaningless, but it must not panic.
    fn apply(&self, state: &mut Self::State, action: Self::Action);

    /// What a finished game is worth to `agent`; finite. Meaningless until the game is over.
    fn utility(&self, state: &Self::State, agent: AgentId) -> f64;

    /// How a finished game ended for `agent`: by default, by the sign of its utility.
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

    /// The first error inside the game, if any. Rules written in Rust have nothing to report. A game in another process or
    /// language may fail in any of its methods: it then returns harmless answers, and reports the error here. Matches and
    /// searches through the adapter end with that error.
    fn failure(&self) -> Option<InputError> {
        None
    }

    /// Bytes of memory that the game holds at the moment, its states not counted. By default those of the value itself: a
    /// game with tables or texts elsewhere adds theirs.
    fn memory_bytes(&self) -> usize {
        size_of_val(self)
    }

    /// At [`Turn::Chance`]: how likely each of `actions` (all of them, in order) is. The sum is 1.
    /// By default all are equally likely.
    fn odds(&self, state: &Self::State, actions: &[Self::Action], out: &mut Weights) {
        let _ = state;
        out.clear();
        out.extend(actions.iter().map(|_| 1.0 / actions.len() as f64));
    }
}

/// A game whose states have a 64-bit key, for transposition tables.
///
/// [`example`](crate::example) implements it.
///
/// ```
/// use plylab_core::example::{Heaps, Take};
/// use plylab_core::{Game, Hashed, Seed};
///
/// // The same position after the same moves in another order, from the example game.
/// let game = Heaps::default();
/// let after = |heaps: [u8; 3]| {
///     let mut state = game.initial(Seed(1));
///     heaps.map(|heap| game.apply(&mut state, Take { heap, coins: 1 }));
///     state
/// };
/// assert_eq!(game.key(&after([0, 0, 1])), game.key(&after([1, 0, 0])));
/// assert_ne!(game.key(&after([0, 0, 1])), game.key(&after([1, 1, 0])));
/// ```
pub trait Hashed: Game {
    /// Equal states have equal keys; different ones nearly always different keys.
    fn key(&self, state: &Self::State) -> u64;
}

/// A game that counts points during play, where the points so far do not affect the rest of the game: the utility of agent 0
/// at the end is its points.
///
/// [`example`](crate::example) implements it.
///
/// ```
/// use plylab_core::example::Heaps;
/// use plylab_core::{Notation, Scored};
///
/// let game = Heaps::default();
/// let state = game.parse_position("2/1 3 1")?;
/// assert_eq!(game.points(&state), 3.0);
/// assert_eq!(game.position_text(&game.without_points(&state)), "2/1 0 1");
/// # Ok::<(), plylab_core::InputError>(())
/// ```
pub trait Scored: Game {
    /// The points of agent 0 so far.
    fn points(&self, state: &Self::State) -> f64;

    /// The same position with no points.
    fn without_points(&self, state: &Self::State) -> Self::State;
}

/// A game with symmetries: maps of states and actions that preserve the rules and all values.
///
/// [`example`](crate::example) implements it.
///
/// ```
/// use plylab_core::example::{Heaps, Take};
/// use plylab_core::{Notation, Symmetric};
///
/// // Symmetry 1 of the example game swaps the heaps.
/// let game = Heaps::default();
/// let state = game.parse_position("2/1 0 0")?;
/// assert_eq!(game.position_text(&game.map_state(1, &state)), "1/2 0 0");
/// assert_eq!(game.map_action(1, Take { heap: 0, coins: 2 }), Take { heap: 1, coins: 2 });
/// # Ok::<(), plylab_core::InputError>(())
/// ```
pub trait Symmetric: Game {
    /// How many symmetries there are, the identity (number 0) included.
    fn symmetries(&self) -> usize;

    /// The state seen through symmetry number `which`.
    fn map_state(&self, which: usize, state: &Self::State) -> Self::State;

    /// The action seen through symmetry number `which`.
    fn map_action(&self, which: usize, action: Self::Action) -> Self::Action;
}
