//! What a game brings with it to be played by name: evaluations, policies, agents of its own.

use std::any::Any;
use std::fmt;

use crate::agent::Agent;
use crate::eval::{ActionEval, Eval};
use crate::game::{AgentId, Game, Hashed};
use crate::input::InputError;
use crate::model::{Policy, Uniform};
use crate::notation::Notation;
use crate::players::{First, PolicyPlayer};
use crate::scene::View;
use crate::spec::{Key, Params};
use crate::yardstick::Yardstick;

/// Something with a name and a sentence about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Named<T: 'static> {
    /// The name in specs.
    pub name: &'static str,
    /// What it is.
    pub about: &'static str,
    /// The thing.
    pub item: T,
}

/// A game with everything that interfaces and agents by name need.
///
/// Evaluations and policies are types of the game, usually small enums, and not trait objects: a
/// search is compiled for them and calls them without indirection.
pub trait Playable: Hashed + Notation + View + Sized {
    /// The evaluations of states.
    type Eval: Eval<Self> + Copy + 'static;
    /// Them by name. The first is the default.
    const EVALS: &'static [Named<Self::Eval>];

    /// The evaluations of actions; [`Never`](crate::Never) if there are none.
    type ActionEval: ActionEval<Self> + Copy + 'static;
    /// Them by name.
    const ACTION_EVALS: &'static [Named<Self::ActionEval>];

    /// How agents of this game may play by chance, other than uniformly; [`Never`](crate::Never) if in no other way.
    type Policy: Policy<Self> + Clone + 'static;
    /// Them by name.
    const POLICIES: &'static [PolicyKind<Self>];

    /// Agents by a name of their own: the reports' programs, as settings of the agents that play any game.
    const PRESETS: &'static [Preset] = &[];

    /// The game as a report's own search saw it, where that is not how it is played.
    fn as_searched_in_report(&self) -> Option<Self> {
        None
    }

    /// The most that a game can be worth to agent 0, where that is known. It may take a moment to find out.
    fn yardstick(&self) -> Option<Yardstick> {
        None
    }

    /// Agents that only this game has, besides those made of its policies.
    fn agents() -> Vec<AgentKind<Self>> {
        Vec::new()
    }
}

/// An agent that is another one with settings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Preset {
    /// The name in specs. Settings given with it go before its own.
    pub name: &'static str,
    /// What it does.
    pub about: &'static str,
    /// The agent it stands for: `minimax:depth=4,eval=report`.
    pub spec: &'static str,
}

/// A policy by name.
pub struct PolicyKind<G: Playable> {
    /// The name in specs.
    pub name: &'static str,
    /// What it does.
    pub about: &'static str,
    /// Its settings.
    pub keys: &'static [Key],
    /// Makes it for that agent, unless the settings are wrong or the agent cannot play so.
    pub build: fn(&G, AgentId, &Params<'_>) -> Result<G::Policy, InputError>,
}

/// An agent by name.
pub struct AgentKind<G: Game> {
    /// The name in specs.
    pub name: &'static str,
    /// What it does.
    pub about: &'static str,
    /// Its settings.
    pub keys: &'static [Key],
    build: Box<Build<G>>,
}

type Build<G> = dyn Fn(&G, AgentId, &Params<'_>) -> Result<Box<dyn Agent<G>>, InputError> + Send + Sync;

impl<G: Game> AgentKind<G> {
    /// An agent by name and how to make it.
    pub fn new(
        name: &'static str,
        about: &'static str,
        keys: &'static [Key],
        build: impl Fn(&G, AgentId, &Params<'_>) -> Result<Box<dyn Agent<G>>, InputError> + Send + Sync + 'static,
    ) -> Self {
        AgentKind { name, about, keys, build: Box::new(build) }
    }

    /// The same agent, if `H` is the game it is for. So a collection can offer agents for one game only, although the game
    /// knows nothing of them.
    pub fn for_game<H: Game>(self) -> Option<AgentKind<H>> {
        let mut kind = Some(self);
        (&mut kind as &mut dyn Any).downcast_mut::<Option<AgentKind<H>>>()?.take()
    }

    /// Makes the agent, to play as `me`.
    pub fn build(&self, game: &G, me: AgentId, params: &Params<'_>) -> Result<Box<dyn Agent<G>>, InputError> {
        (self.build)(game, me, params)
    }
}

impl<G: Playable> AgentKind<G> {
    /// The agent that draws its moves from this policy.
    pub fn from_policy(policy: &'static PolicyKind<G>) -> Self {
        AgentKind::new(policy.name, policy.about, policy.keys, |game, me, params| {
            Ok(Box::new(PolicyPlayer::new((policy.build)(game, me, params)?)))
        })
    }
}

impl<G: Game> fmt::Debug for AgentKind<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AgentKind").field("name", &self.name).finish_non_exhaustive()
    }
}

/// A collection of agents that can play any game, or some of them.
pub trait AgentBook {
    /// The agents, made for the game `G`.
    fn kinds<G: Playable>(&self) -> Vec<AgentKind<G>>;
}

/// The agents that need no search: `random` and `first`.
#[derive(Clone, Copy, Debug, Default)]
pub struct CoreAgents;

impl AgentBook for CoreAgents {
    fn kinds<G: Playable>(&self) -> Vec<AgentKind<G>> {
        vec![
            AgentKind::new("random", "takes any legal move, each equally likely", &[], |_, _, _| {
                Ok(Box::new(PolicyPlayer::new(Uniform)))
            }),
            AgentKind::new("first", "takes the first legal move in the game's order", &[], |_, _, _| {
                Ok(Box::new(First))
            }),
        ]
    }
}
