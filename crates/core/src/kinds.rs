//! Agents by name, and collections of them.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use crate::agent::Agent;
use crate::evaluation::AgentParams;
use crate::game::{AgentId, Game};
use crate::input::InputError;
use crate::key::{Key, Text, Unit};
use crate::model::Uniform;
use crate::playable::Playable;
use crate::players::{First, PolicyPlayer};
use crate::spec::Params;

type Build<G> =
    dyn Fn(&G, AgentId, &AgentParams<'_, G>) -> Result<Box<dyn Agent<G>>, InputError> + Send + Sync;
type Memory = dyn Fn(&Params<'_>) -> u64 + Send + Sync;

/// An agent by name.
#[must_use]
pub struct AgentKind<G: Game> {
    /// The name in specs.
    pub name: Text,
    /// The name for people.
    pub title: Text,
    /// What it does.
    pub about: Text,
    /// Its settings.
    pub keys: Vec<Key>,
    /// The version of its behaviour. Raise it whenever the same settings and seed lead to other moves or counts: stored
    /// results of different versions are never mixed.
    pub version: u32,
    build: Arc<Build<G>>,
    memory: Option<Arc<Memory>>,
}

impl<G: Game> AgentKind<G> {
    /// An agent by name and how to make it. Its behaviour has version 1.
    pub fn new(
        name: impl Into<Text>,
        about: impl Into<Text>,
        keys: Vec<Key>,
        build: impl Fn(&G, AgentId, &AgentParams<'_, G>) -> Result<Box<dyn Agent<G>>, InputError>
        + Send
        + Sync
        + 'static,
    ) -> Self {
        let (name, about) = (name.into(), about.into());
        AgentKind { title: name.clone(), name, about, keys, version: 1, build: Arc::new(build), memory: None }
    }

    /// The same, with another name for people.
    pub fn titled(self, title: impl Into<Text>) -> Self {
        AgentKind { title: title.into(), ..self }
    }

    /// The same, of another version.
    pub fn version(self, version: u32) -> Self {
        AgentKind { version, ..self }
    }

    /// The same, with the megabytes that it uses during a game, where its settings do not give them.
    pub fn with_memory(self, megabytes: impl Fn(&Params<'_>) -> u64 + Send + Sync + 'static) -> Self {
        AgentKind { memory: Some(Arc::new(megabytes)), ..self }
    }

    /// The same agent, if `H` is the game it is for. This lets a collection offer agents for one game only, without the game
    /// knowing them.
    pub fn for_game<H: Game>(self) -> Option<AgentKind<H>> {
        let mut kind = Some(self);
        (&mut kind as &mut dyn Any).downcast_mut::<Option<AgentKind<H>>>()?.take()
    }

    /// Makes the agent, to play as `me`.
    pub fn build(
        &self,
        game: &G,
        me: AgentId,
        params: &AgentParams<'_, G>,
    ) -> Result<Box<dyn Agent<G>>, InputError> {
        (self.build)(game, me, params)
    }

    /// How many megabytes the agent uses during a game.
    pub fn megabytes(&self, params: &Params<'_>) -> u64 {
        match &self.memory {
            Some(memory) => memory(params),
            None => params.total(Unit::Megabytes),
        }
    }
}

impl<G: Game> Clone for AgentKind<G> {
    fn clone(&self) -> Self {
        AgentKind {
            name: self.name.clone(),
            title: self.title.clone(),
            about: self.about.clone(),
            keys: self.keys.clone(),
            version: self.version,
            build: Arc::clone(&self.build),
            memory: self.memory.clone(),
        }
    }
}

impl<G: Game> fmt::Debug for AgentKind<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AgentKind").field("name", &self.name).finish_non_exhaustive()
    }
}

/// A collection of agents that can play any game, or some of them.
///
/// ```
/// use plylab_core::example::Heaps;
/// use plylab_core::{AgentKind, AgentSet, CoreAgents, First, Playable, adapt};
///
/// /// The agents of the crate, and the first one by another name.
/// struct MyAgents;
///
/// impl AgentSet for MyAgents {
///     fn kinds<G: Playable>(&self, game: &G) -> Vec<AgentKind<G>> {
///         let mut kinds = CoreAgents.kinds(game);
///         kinds.push(AgentKind::new("mine", "takes the first move", Vec::new(), |_, _, _| Ok(Box::new(First))));
///         kinds
///     }
/// }
///
/// let game = adapt(Heaps::default(), &MyAgents);
/// let names: Vec<_> = game.agents().into_iter().map(|listing| listing.name).collect();
/// assert_eq!(names, ["random", "first", "mine"]);
/// ```
pub trait AgentSet {
    /// The agents, made for `game`.
    fn kinds<G: Playable>(&self, game: &G) -> Vec<AgentKind<G>>;
}

/// The agents that need no search: `random` and `first`.
#[derive(Clone, Copy, Debug, Default)]
pub struct CoreAgents;

impl AgentSet for CoreAgents {
    fn kinds<G: Playable>(&self, _: &G) -> Vec<AgentKind<G>> {
        vec![
            AgentKind::new("random", "takes any legal move, each equally likely", Vec::new(), |_, _, _| {
                Ok(Box::new(PolicyPlayer::new(Uniform)))
            })
            .titled("random moves"),
            AgentKind::new(
                "first",
                "takes the first legal move in the game's order",
                Vec::new(),
                |_, _, _| Ok(Box::new(First)),
            )
            .titled("first move"),
        ]
    }
}
