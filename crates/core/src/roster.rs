//! Agents from specs: presets, names and settings are resolved here, for the type-erased adapter and for typed games.

use std::fmt;
use std::sync::Arc;

use serde::Serialize;

use crate::agent::Agent;
use crate::eval::Eval;
use crate::evaluation::{AgentParams, OutsideEvals};
use crate::game::{AgentId, GameInfo};
use crate::input::InputError;
use crate::key::{Key, KeyKind, Named, Text};
use crate::kinds::{AgentKind, AgentSet};
use crate::message;
use crate::message::{Field, Message, Name};
use crate::playable::{Playable, PolicyKind, Preset};
use crate::spec::Spec;

/// An entry of a list: a name, a description and settings.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Listing {
    /// The name in specs.
    pub name: Text,
    /// The name for people.
    pub title: Text,
    /// What it does.
    pub about: Text,
    /// For presets: the spec it stands for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stands_for: Option<Text>,
    /// Its settings.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub keys: Vec<Key>,
}

impl<T> From<&Named<T>> for Listing {
    fn from(named: &Named<T>) -> Listing {
        let (name, title, about) = (named.name.clone(), named.title.clone(), named.about.clone());
        Listing { name, title, about, stands_for: None, keys: Vec::new() }
    }
}

/// What a spec of an agent means, with everything that determines how it plays.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ResolvedAgent {
    /// The spec with presets opened, aliases resolved and defaults written out.
    pub spec: Spec,
    /// The version of the agent's behaviour.
    pub version: Text,
    /// How many megabytes the agent uses during a game.
    pub megabytes: u64,
    /// Does it come from outside? Then another version may be all there is now.
    #[serde(skip)]
    pub outside: bool,
}

/// Every agent that can play `G`, by name.
pub struct Roster<G: Playable> {
    kinds: Vec<AgentKind<G>>,
    presets: Vec<Preset>,
    aliases: Vec<(Text, Text)>,
    /// The evaluations that are not the game's own.
    pub(crate) outside_evals: OutsideEvals<G>,
}

/// The setting that names an evaluation.
const EVAL: &str = "eval";

impl<G: Playable> Roster<G> {
    /// The agents of `set`, then the game's own. Settings for features that the game lacks are left out.
    pub fn new(game: &G, set: &impl AgentSet) -> Self {
        let mut kinds = set.kinds(game);
        kinds.extend(game.policies().into_iter().map(PolicyKind::into_agent));
        kinds.extend(game.agents());
        for kind in &mut kinds {
            kind.keys.retain(|key| key.only_for.is_none_or(|feature| game.has(feature)));
        }
        Roster { kinds, presets: game.presets(), aliases: game.setting_aliases(), outside_evals: Vec::new() }
    }

    /// The same agents, which can also use an evaluation that is not the game's own by the setting `eval`.
    #[must_use]
    pub(crate) fn with_eval(&self, eval: Named<Arc<dyn Eval<G>>>) -> Self {
        let mut roster = Roster {
            kinds: self.kinds.clone(),
            presets: self.presets.clone(),
            aliases: self.aliases.clone(),
            outside_evals: self.outside_evals.clone(),
        };
        for key in roster.kinds.iter_mut().flat_map(|kind| &mut kind.keys).filter(|key| key.name == EVAL) {
            if let KeyKind::Choice { choices, .. } = &mut key.kind {
                choices.push(eval.choice());
            }
        }
        roster.outside_evals.push(eval);
        roster
    }

    /// Bytes of memory that the agents' names and settings take.
    pub(crate) fn memory_bytes(&self) -> usize {
        let keys = |kind: &AgentKind<G>| size_of_val(kind) + size_of_val(kind.keys.as_slice());
        self.kinds.iter().map(keys).sum()
    }

    /// Adds an agent.
    pub fn add(&mut self, kind: AgentKind<G>) {
        self.kinds.push(kind);
    }

    /// The agent that a spec names, and the spec with presets opened; none if there is no such agent.
    fn find(&self, spec: &Spec) -> Result<Option<(&AgentKind<G>, Spec)>, InputError> {
        let preset = self.presets.iter().find(|preset| preset.name == spec.name);
        let stands_for: Option<Spec> = preset.map(|preset| preset.spec.parse()).transpose()?;
        let name = stands_for.as_ref().map_or(&spec.name, |spec| &spec.name);
        let Some(kind) = self.kinds.iter().find(|kind| kind.name == *name) else { return Ok(None) };
        // An agent's own setting overrides the game's alias for another.
        let is_own = |word: &str| kind.keys.iter().any(|key| key.name == word);
        let words = self.aliases.iter().filter(|(word, _)| !is_own(word));
        let own = words.fold(spec.clone(), |spec, (word, key)| spec.renamed(word, key));
        let spec = match &stands_for {
            Some(preset) => own.named(&kind.keys).over(preset),
            None => own,
        };
        Ok(Some((kind, spec)))
    }

    /// Is there an agent of that name?
    pub fn has(&self, spec: &Spec) -> bool {
        self.find(spec).is_ok_and(|found| found.is_some())
    }

    /// The agent that `spec` names, to play as `me`; a preset is another agent with settings.
    pub fn agent(&self, game: &G, spec: &Spec, me: AgentId) -> Result<Box<dyn Agent<G>>, InputError> {
        let (kind, spec) = self.find(spec)?.ok_or_else(|| self.unknown(spec, game.info()))?;
        let params = spec.params(&kind.keys)?;
        kind.build(game, me, &AgentParams { params, evals: &self.outside_evals })
    }

    /// One agent per seat, in order.
    pub fn seat(&self, game: &G, specs: &[Spec]) -> Result<Vec<Box<dyn Agent<G>>>, InputError> {
        check_seats(game.info(), specs.len())?;
        (0..).map(AgentId).zip(specs).map(|(me, spec)| self.agent(game, spec, me)).collect()
    }

    /// Resolves `spec`.
    pub fn resolve(&self, game: &G, spec: &Spec) -> Result<ResolvedAgent, InputError> {
        let (kind, spec) = self.find(spec)?.ok_or_else(|| self.unknown(spec, game.info()))?;
        let params = spec.params(&kind.keys)?;
        Ok(ResolvedAgent {
            spec: params.canonical(),
            version: kind.version.to_string().into(),
            megabytes: kind.megabytes(&params),
            outside: false,
        })
    }

    fn unknown(&self, spec: &Spec, info: &GameInfo) -> InputError {
        unknown_agent(spec, &self.listings(), info)
    }

    /// All of them, presets last.
    pub fn listings(&self) -> Vec<Listing> {
        let kinds = self.kinds.iter().map(|kind| Listing {
            name: kind.name.clone(),
            title: kind.title.clone(),
            about: kind.about.clone(),
            stands_for: None,
            keys: kind.keys.clone(),
        });
        let presets = self.presets.iter().map(|preset| Listing {
            name: preset.name.clone(),
            title: preset.title.clone(),
            about: preset.about.clone(),
            stands_for: Some(preset.spec.clone()),
            keys: Vec::new(),
        });
        kinds.chain(presets).collect()
    }
}

impl<G: Playable> fmt::Debug for Roster<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Roster").field("kinds", &self.kinds).finish_non_exhaustive()
    }
}

/// Refuses more or fewer agents than there are seats.
pub fn check_seats(info: &GameInfo, agents: usize) -> Result<(), InputError> {
    let seats = &info.agents;
    if agents == seats.len() {
        return Ok(());
    }
    let wrong = message!(
        "wrong-seats",
        "{agents} {agents|agent is|agents are} given for {seats} players",
        seats = seats.len()
    );
    let right =
        message!("name-each", "name one each for {names}", names = Field::names(seats.iter().cloned()));
    Err(InputError::new(wrong).expected(right))
}

/// The error for an agent that the game does not have.
pub(crate) fn unknown_agent(spec: &Spec, agents: &[Listing], info: &GameInfo) -> InputError {
    unknown(message!("an-agent", "agent"), &spec.name, agents.iter().map(|agent| agent.name.as_ref()), info)
}

/// The error for a name that the game does not have.
pub(crate) fn unknown<'a>(
    what: Message,
    name: &str,
    names: impl Iterator<Item = &'a str>,
    info: &GameInfo,
) -> InputError {
    let game = Name::of(info.title.clone());
    InputError::new(message!("game-lacks", "{game} has no {what} '{name}'"))
        .expected(Message::it_has(names.collect()))
}
