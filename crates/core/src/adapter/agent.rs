//! Agents on both sides of the adapter: typed ones as [`AnyAgent`], and external ones as typed ones.

use std::any::Any;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value as Json;

use super::observer::TextObserver;
use super::position::PositionAdapter;
use super::{AnyAgent, AnyGame, AnyPosition, AnyWatch, Thought};
use crate::agent::{Agent, AgentFailure, Context, Decision, RootMove, Watch};
use crate::budget::Budget;
use crate::game::{AgentId, Turn};
use crate::input::InputError;
use crate::key::{Key, Text, Unit};
use crate::matches::{Forfeit, Played};
use crate::message;
use crate::message::Message;
use crate::observer::{Branch, Observer, Reopened};
use crate::playable::Playable;
use crate::record::MoveRecord;
use crate::roster::{Listing, ResolvedAgent};
use crate::seed::Seed;
use crate::spec::{Params, Spec};

/// A typed agent as an [`AnyAgent`].
pub(super) struct AgentAdapter<G: Playable> {
    pub game: Arc<G>,
    pub spec: Spec,
    pub me: AgentId,
    pub agent: Box<dyn Agent<G>>,
}

impl<G: Playable> AgentAdapter<G> {
    /// The failure, with the agent's name where it gives a reason.
    fn failed(&self, failure: AgentFailure) -> AgentFailure {
        match failure.0 {
            Forfeit::Crash { message } => {
                InputError::new(message).at(Message::quoted(self.spec.to_string())).into()
            }
            other => AgentFailure(other),
        }
    }

    /// The position, if it is one of its own game with the agent to move.
    fn own<'a>(&self, position: &'a dyn AnyPosition) -> Result<&'a PositionAdapter<G>, AgentFailure> {
        let any: &dyn Any = position;
        any.downcast_ref::<PositionAdapter<G>>()
            .filter(|position| position.turn() == Turn::Agent(self.me))
            .ok_or_else(|| self.failed(AgentFailure::new(message!("not-its-turn", "it is not its turn"))))
    }
}

impl<G: Playable> AnyAgent for AgentAdapter<G> {
    fn begin(&mut self, me: AgentId, seed: Seed) {
        self.me = me;
        self.agent.begin(&self.game, me, seed);
    }

    fn think(
        &mut self,
        position: &dyn AnyPosition,
        budget: &Budget,
        watch: AnyWatch<'_>,
    ) -> Result<Thought, AgentFailure> {
        let PositionAdapter { game, state } = self.own(position)?;
        let game = game.as_ref();
        let name = |name: Option<&str>| name.map(|name| Text::from(name.to_owned()));
        let (eval, action_eval) = (name(self.agent.eval_name()), name(self.agent.action_eval_name()));
        let spec = self.spec.clone();
        let thought = |decision: &Decision<G::Action>| {
            let (eval, action_eval) = (eval.clone(), action_eval.clone());
            Thought { eval, action_eval, ..Thought::plain(spec.clone(), as_text(game, state, decision)) }
        };
        let context = Context::new(game, state, budget);
        let decision = match watch {
            Watch::Off => self.agent.act(context),
            Watch::Search(observer) => {
                let mut observer = TextObserver::new(game, state, observer);
                self.agent.act(context.watch(Watch::Search(&mut observer)))
            }
            Watch::Progress(on_progress) => {
                let mut report = |so_far: &Decision<G::Action>| on_progress(&thought(so_far));
                self.agent.act(context.watch(Watch::Progress(&mut report)))
            }
        };
        if let Some(failure) = game.failure() {
            return Err(failure.into());
        }
        decision.map(|decision| thought(&decision)).map_err(|failure| self.failed(failure))
    }

    fn reopen(
        &mut self,
        position: &dyn AnyPosition,
        branch: &Branch<String>,
        budget: &Budget,
        observer: &mut dyn Observer<String>,
    ) -> Result<Option<Reopened>, InputError> {
        let PositionAdapter { game, state } = self.own(position)?;
        let (mut before, mut after) = (state.clone(), state.clone());
        let mut path = Vec::with_capacity(branch.path.len());
        for text in &branch.path {
            let action = game.parse_action(&after, text)?;
            before.clone_from(&after);
            game.apply(&mut after, action);
            path.push(action);
        }
        let branch = Branch { path, left: branch.left, window: branch.window };
        let mut observer = TextObserver::new(game.as_ref(), &before, observer);
        let context = Context::new(game.as_ref(), state, budget).watch(Watch::Search(&mut observer));
        let reopened = self.agent.reopen(context, &branch);
        if let Some(failure) = game.failure() {
            return Err(failure);
        }
        Ok(reopened.map_err(|failure| self.failed(failure))?)
    }
}

/// A decision with its actions as text.
fn as_text<G: Playable>(game: &G, state: &G::State, decision: &Decision<G::Action>) -> Decision<String> {
    let text = |action: G::Action| game.action_text(state, action);
    let moves = decision.moves.iter().map(|evaluated| {
        let mut after = state.clone();
        game.apply(&mut after, evaluated.action);
        RootMove {
            action: text(evaluated.action),
            value: evaluated.value,
            reply: evaluated.reply.map(|reply| game.action_text(&after, reply)),
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
        wheel: decision.wheel.clone(),
        stats: decision.stats,
    }
}

/// An external agent as a typed one.
pub(super) struct ForeignAgent<G: Playable> {
    pub game: Arc<G>,
    pub agent: Box<dyn AnyAgent>,
    pub last: LastThought,
}

/// The thought behind the move that was chosen last: a typed decision has no place for words and marks.
#[derive(Clone, Default)]
pub(super) struct LastThought(Arc<Mutex<Option<Thought>>>);

impl LastThought {
    fn set(&self, thought: Thought) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(thought);
    }

    pub fn take(&self) -> Option<Thought> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl<G: Playable> Agent<G> for ForeignAgent<G> {
    fn begin(&mut self, _: &G, me: AgentId, seed: Seed) {
        self.agent.begin(me, seed);
    }

    fn act(&mut self, context: Context<'_, G>) -> Result<Decision<G::Action>, AgentFailure> {
        let Context { game, state, budget, .. } = context;
        let position = PositionAdapter { game: Arc::clone(&self.game), state: state.clone() };
        let thought = match context.watch {
            Watch::Progress(on_progress) => {
                let mut report = |so_far: &Thought| {
                    if let Ok(decision) = as_actions(game, state, &so_far.decision) {
                        on_progress(&decision);
                    }
                };
                self.agent.think(&position, budget, Watch::Progress(&mut report))
            }
            // An external search reports no nodes.
            Watch::Off | Watch::Search(_) => self.agent.think(&position, budget, Watch::Off),
        };
        let thought = thought?;
        let decision = as_actions(game, state, &thought.decision);
        self.last.set(thought);
        decision
    }

    fn observe(&mut self, game: &G, before: &G::State, played: &Played<G::Action>, after: &G::State) {
        let action = game.action_text(before, played.action);
        let position = PositionAdapter { game: Arc::clone(&self.game), state: after.clone() };
        self.agent.observe(&MoveRecord::new(played.turn, action), &position);
    }

    fn log(&mut self) -> String {
        self.agent.log()
    }

    fn keeps_time(&self) -> bool {
        self.agent.keeps_time()
    }
}

/// A decision with its actions read. Only its own move must be legal: the rest is kept as far as it can be read.
fn as_actions<G: Playable>(
    game: &G,
    state: &G::State,
    decision: &Decision<String>,
) -> Result<Decision<G::Action>, AgentFailure> {
    let read = |state: &G::State, text: &str| game.parse_action(state, text).ok();
    let action = game.parse_action(state, &decision.action);
    let action = action.map_err(|_| AgentFailure::illegal_move(decision.action.as_str()))?;
    let moves = decision.moves.iter().filter_map(|evaluated| {
        let action = read(state, &evaluated.action)?;
        let mut after = state.clone();
        game.apply(&mut after, action);
        let reply = evaluated.reply.as_ref().and_then(|reply| read(&after, reply));
        Some(RootMove { action, value: evaluated.value, reply })
    });
    let mut at = state.clone();
    let line = decision.line.iter().map_while(|text| {
        let action = read(&at, text)?;
        game.apply(&mut at, action);
        Some(action)
    });
    let (moves, line) = (moves.collect::<Vec<_>>(), line.collect());
    // A slice belongs to a move: with fewer moves the wheel says nothing.
    let wheel = decision.wheel.clone().filter(|wheel| wheel.slices.len() == moves.len());
    Ok(Decision { action, value: decision.value, moves, line, wheel, stats: decision.stats })
}

/// An agent from outside, to be sent to another machine that has the same program.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Portable {
    /// How to make it there, in the maker's own format; `None` if its spec is enough.
    pub made: Option<Json>,
    /// The files that it is made of.
    pub files: Vec<PortableFile>,
}

/// A file of an agent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PortableFile {
    /// Where it is: below the agent's own folder, or below the current one if its spec says how it is made.
    pub path: String,
    /// May it be run?
    pub executable: bool,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// Makes an agent for a seat of a game.
type Build =
    dyn Fn(&dyn AnyGame, AgentId, &Params<'_>) -> Result<Box<dyn AnyAgent>, InputError> + Send + Sync;

/// Something that depends on the settings of an agent.
type BySettings<T> = Option<Box<dyn Fn(&Params<'_>) -> T + Send + Sync>>;

/// An external agent by name: it plays any game, by the texts of positions and moves.
#[must_use]
pub struct ForeignKind {
    /// The name in specs.
    pub name: Text,
    /// The name for people.
    pub title: Text,
    /// What it does.
    pub about: Text,
    /// Its settings.
    pub keys: Vec<Key>,
    /// Identifies its behaviour: a version, or the hash of its files.
    pub version: Text,
    /// The version where it depends on the settings.
    version_of: BySettings<Result<Text, InputError>>,
    /// The version of the program that runs it.
    interpreter_of: BySettings<Option<String>>,
    /// What it needs on another machine.
    portable_of: BySettings<Result<Portable, InputError>>,
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
        let name = name.into();
        ForeignKind {
            title: name.clone(),
            name,
            about: about.into(),
            keys,
            version: version.into(),
            version_of: None,
            interpreter_of: None,
            portable_of: None,
            build: Box::new(build),
        }
    }

    /// The same, with another name for people.
    pub fn titled(self, title: impl Into<Text>) -> Self {
        ForeignKind { title: title.into(), ..self }
    }

    /// The same, with a version that depends on the settings.
    pub fn versioned_by(
        self,
        version: impl Fn(&Params<'_>) -> Result<Text, InputError> + Send + Sync + 'static,
    ) -> Self {
        ForeignKind { version_of: Some(Box::new(version)), ..self }
    }

    /// The same, run by a program whose version is worth recording, though it does not identify the agent.
    pub fn interpreted_by(
        self,
        interpreter: impl Fn(&Params<'_>) -> Option<String> + Send + Sync + 'static,
    ) -> Self {
        ForeignKind { interpreter_of: Some(Box::new(interpreter)), ..self }
    }

    /// The same, for which `portable` says what it needs on another machine.
    pub fn moved_by(
        self,
        portable: impl Fn(&Params<'_>) -> Result<Portable, InputError> + Send + Sync + 'static,
    ) -> Self {
        ForeignKind { portable_of: Some(Box::new(portable)), ..self }
    }

    /// What it needs on another machine. One that does not say it cannot leave this one.
    pub(super) fn portable(&self, spec: &Spec) -> Result<Portable, InputError> {
        match &self.portable_of {
            Some(portable) => portable(&spec.params(&self.keys)?),
            None => Err(InputError::new(message!("agent-stays", "it cannot play on another machine"))
                .expected(message!("agent-of-file", "use an agent in a file or by a command"))
                .at(Message::quoted(spec.to_string()))),
        }
    }

    pub(super) fn interpreter(&self, spec: &Spec) -> Option<String> {
        self.interpreter_of.as_ref()?(&spec.params(&self.keys).ok()?)
    }

    pub(super) fn listing(&self) -> Listing {
        let (name, title, about) = (self.name.clone(), self.title.clone(), self.about.clone());
        Listing { name, title, about, stands_for: None, keys: self.keys.clone() }
    }

    pub(super) fn resolve(&self, spec: &Spec) -> Result<ResolvedAgent, InputError> {
        let params = spec.params(&self.keys)?;
        let megabytes = params.total(Unit::Megabytes);
        let version = self.version_of.as_ref().map(|version| version(&params)).transpose()?;
        Ok(ResolvedAgent {
            spec: params.canonical(),
            version: version.unwrap_or_else(|| self.version.clone()),
            megabytes,
            outside: true,
        })
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
