//! Agents on both sides of the adapter: typed ones as [`AnyAgent`], and those from elsewhere as typed ones.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use super::observer::TextObserver;
use super::position::ErasedPosition;
use super::{AnyAgent, AnyGame, AnyPosition, Thought, Watch};
use crate::agent::{Agent, AgentFailure, Decision, RootMove};
use crate::budget::Budget;
use crate::game::{AgentId, Turn};
use crate::input::InputError;
use crate::key::{Key, Text, Unit};
use crate::message;
use crate::message::Message;
use crate::playable::Playable;
use crate::roster::{Listing, Resolved};
use crate::seed::Seed;
use crate::spec::{Params, Spec};

/// A typed agent as an [`AnyAgent`].
pub(super) struct ErasedAgent<G: Playable> {
    pub game: Arc<G>,
    pub spec: Spec,
    pub me: AgentId,
    pub agent: Box<dyn Agent<G>>,
}

impl<G: Playable> ErasedAgent<G> {
    fn failed(&self, failure: &AgentFailure) -> InputError {
        InputError::new(failure.0.clone()).at(Message::quoted(self.spec.to_string()))
    }
}

impl<G: Playable> AnyAgent for ErasedAgent<G> {
    fn begin(&mut self, me: AgentId, seed: Seed) {
        self.me = me;
        self.agent.begin(&self.game, me, seed);
    }

    fn think(
        &mut self,
        position: &dyn AnyPosition,
        budget: &Budget,
        watch: Watch<'_>,
    ) -> Result<Thought, InputError> {
        let position: &dyn Any = position;
        let own = position
            .downcast_ref::<ErasedPosition<G>>()
            .filter(|position| position.turn() == Turn::Agent(self.me));
        let Some(ErasedPosition { game, state }) = own else {
            return Err(InputError::new(message!("not-its-turn", "it is not its turn"))
                .at(Message::quoted(self.spec.to_string())));
        };
        let facts = Facts {
            spec: self.spec.clone(),
            eval: self.agent.eval_name().map(|name| Text::from(name.to_owned())),
            action_eval: self.agent.action_eval_name().map(|name| Text::from(name.to_owned())),
        };
        let decision = match watch {
            Watch::Off => self.agent.act(game, state, budget),
            Watch::Search(observer) => {
                let mut observer = TextObserver::new(game.as_ref(), state, observer);
                self.agent.act_watched(game, state, budget, &mut observer)
            }
            Watch::Progress(on_progress) => {
                let mut told = |so_far: &Decision<G::Action>| {
                    on_progress(&facts.thought(game.as_ref(), state, so_far));
                };
                self.agent.act_with_progress(game, state, budget, &mut told)
            }
        };
        if let Some(failure) = game.failure() {
            return Err(failure);
        }
        let decision = decision.map_err(|failure| self.failed(&failure))?;
        Ok(facts.thought(game.as_ref(), state, &decision))
    }
}

/// What there is to say of an agent whatever it decides.
struct Facts {
    spec: Spec,
    eval: Option<Text>,
    action_eval: Option<Text>,
}

impl Facts {
    fn thought<G: Playable>(&self, game: &G, state: &G::State, decision: &Decision<G::Action>) -> Thought {
        Thought {
            agent: self.spec.clone(),
            eval: self.eval.clone(),
            action_eval: self.action_eval.clone(),
            decision: as_text(game, state, decision),
        }
    }
}

/// A decision with its actions as text.
fn as_text<G: Playable>(game: &G, state: &G::State, decision: &Decision<G::Action>) -> Decision<String> {
    let text = |action: G::Action| game.action_text(state, action);
    let moves = decision.moves.iter().map(|weighed| {
        let mut after = state.clone();
        game.apply(&mut after, weighed.action);
        RootMove {
            action: text(weighed.action),
            value: weighed.value,
            reply: weighed.reply.map(|reply| game.action_text(&after, reply)),
        }
    });
    let mut at = state.clone();
    let line = decision.line.iter().map(|&action| {
        let text = game.action_text(&at, action);
        game.apply(&mut at, action);
        text
    });
    Decision {
        action: text(decision.action),
        value: decision.value,
        moves: moves.collect(),
        line: line.collect(),
        stats: decision.stats,
    }
}

/// An agent from elsewhere as a typed one.
pub(super) struct ForeignAgent<G: Playable> {
    pub game: Arc<G>,
    pub agent: Box<dyn AnyAgent>,
}

impl<G: Playable> ForeignAgent<G> {
    fn decide(
        &mut self,
        state: &G::State,
        budget: &Budget,
        watch: Watch<'_>,
    ) -> Result<Decision<G::Action>, AgentFailure> {
        let position = ErasedPosition { game: Arc::clone(&self.game), state: state.clone() };
        let thought = self.agent.think(&position, budget, watch);
        let thought = thought.map_err(|error| AgentFailure(error.into()))?;
        as_actions(self.game.as_ref(), state, &thought.decision)
    }
}

impl<G: Playable> Agent<G> for ForeignAgent<G> {
    fn begin(&mut self, _: &G, me: AgentId, seed: Seed) {
        self.agent.begin(me, seed);
    }

    fn act(&mut self, _: &G, state: &G::State, budget: &Budget) -> Result<Decision<G::Action>, AgentFailure> {
        self.decide(state, budget, Watch::Off)
    }
}

/// A decision with its actions read. Only its own move must be legal: what else it says is kept as far as it can be read.
fn as_actions<G: Playable>(
    game: &G,
    state: &G::State,
    decision: &Decision<String>,
) -> Result<Decision<G::Action>, AgentFailure> {
    let read = |state: &G::State, text: &str| game.parse_action(state, text).ok();
    let action = game.parse_action(state, &decision.action);
    let action = action.map_err(|_| AgentFailure::illegal_move(&decision.action))?;
    let moves = decision.moves.iter().filter_map(|weighed| {
        let action = read(state, &weighed.action)?;
        let mut after = state.clone();
        game.apply(&mut after, action);
        let reply = weighed.reply.as_ref().and_then(|reply| read(&after, reply));
        Some(RootMove { action, value: weighed.value, reply })
    });
    let mut at = state.clone();
    let line = decision.line.iter().map_while(|text| {
        let action = read(&at, text)?;
        game.apply(&mut at, action);
        Some(action)
    });
    let (moves, line) = (moves.collect(), line.collect());
    Ok(Decision { action, value: decision.value, moves, line, stats: decision.stats })
}

/// Makes an agent for a seat of a game.
type Build =
    dyn Fn(&dyn AnyGame, AgentId, &Params<'_>) -> Result<Box<dyn AnyAgent>, InputError> + Send + Sync;

/// An agent from elsewhere, by name: it plays any game, by the texts of positions and moves.
pub struct ForeignKind {
    /// The name in specs.
    pub name: Text,
    /// What it does.
    pub about: Text,
    /// Its settings.
    pub keys: Vec<Key>,
    /// What tells its behaviour from any other: a version, or the hash of its files.
    pub version: Text,
    build: Box<Build>,
}

impl ForeignKind {
    /// An agent by name and how to make it.
    pub fn new(
        name: impl Into<Text>,
        about: impl Into<Text>,
        keys: Vec<Key>,
        version: impl Into<Text>,
        build: impl Fn(&dyn AnyGame, AgentId, &Params<'_>) -> Result<Box<dyn AnyAgent>, InputError>
        + Send
        + Sync
        + 'static,
    ) -> Self {
        ForeignKind {
            name: name.into(),
            about: about.into(),
            keys,
            version: version.into(),
            build: Box::new(build),
        }
    }

    pub(super) fn listing(&self) -> Listing {
        let (name, about) = (self.name.clone(), self.about.clone());
        Listing { name, about, stands_for: None, keys: self.keys.clone() }
    }

    pub(super) fn resolve(&self, spec: &Spec) -> Result<Resolved, InputError> {
        let params = spec.params(&self.keys)?;
        let megabytes = params.total(Unit::Megabytes);
        Ok(Resolved { spec: params.canonical(), version: self.version.clone(), megabytes })
    }

    pub(super) fn build(
        &self,
        game: &dyn AnyGame,
        me: AgentId,
        spec: &Spec,
    ) -> Result<Box<dyn AnyAgent>, InputError> {
        (self.build)(game, me, &spec.params(&self.keys)?)
    }
}

impl fmt::Debug for ForeignKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ForeignKind").field("name", &self.name).finish_non_exhaustive()
    }
}
