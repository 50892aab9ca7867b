//! What a game needs to be played by name: evaluations, policies, agents of its own.

use crate::agent::Agent;
use crate::eval::{ActionEval, Eval};
use crate::game::{AgentId, Hashed};
use crate::input::InputError;
use crate::key::{Feature, Key, Named, Text};
use crate::kinds::AgentKind;
use crate::model::Policy;
use crate::notation::Notation;
use crate::players::PolicyPlayer;
use crate::scene::View;
use crate::spec::Params;

/// A game with everything that interfaces and agents by name need.
///
/// Evaluations and policies are types of the game, usually small enums, and not trait objects: a
/// search is compiled for them and calls them without indirection.
///
/// [`example`](crate::example) implements it.
///
/// ```
/// use plylab_core::example::Heaps;
/// use plylab_core::{AgentId, Eval, Notation, Playable};
///
/// // The example game has one evaluation.
/// let game = Heaps::default();
/// let state = game.parse_position("2/1 3 1")?;
/// let evals = game.evals();
/// assert_eq!(evals[0].name, "points");
/// assert_eq!(evals[0].item.eval(&game, &state, AgentId(1)), -3.0);
/// # Ok::<(), plylab_core::InputError>(())
/// ```
pub trait Playable: Hashed + Notation + View + Sized {
    /// The evaluations of states.
    type Eval: Eval<Self> + Clone + 'static;

    /// The evaluations of actions; [`Never`](crate::Never) if there are none.
    type ActionEval: ActionEval<Self> + Clone + 'static;

    /// The policies of the game besides the uniform one; [`Never`](crate::Never) if there are none.
    type Policy: Policy<Self> + Clone + 'static;

    /// The evaluations of states by name. The first is the default.
    fn evals(&self) -> Vec<Named<Self::Eval>>;

    /// The evaluations of actions by name.
    fn action_evals(&self) -> Vec<Named<Self::ActionEval>> {
        Vec::new()
    }

    /// The policies by name.
    fn policies(&self) -> Vec<PolicyKind<Self>> {
        Vec::new()
    }

    /// Agents with settings under a name: the reports' programs, as settings of the general agents.
    fn presets(&self) -> Vec<Preset> {
        Vec::new()
    }

    /// Agents that only this game has, besides those made of its policies.
    fn agents(&self) -> Vec<AgentKind<Self>> {
        Vec::new()
    }

    /// The game's own names for settings of agents, each with the setting's name: `ghosts` for `others`.
    fn setting_aliases(&self) -> Vec<(Text, Text)> {
        Vec::new()
    }

    /// How deep a search looks unless it is told a depth, in the game's own unit.
    fn search_depth(&self) -> u32 {
        2
    }

    /// The game as a report's own search modelled it, where that differs from the rules.
    fn as_searched_in_report(&self) -> Option<Self> {
        None
    }

    /// Does the game have this feature?
    fn has(&self, feature: Feature) -> bool {
        match feature {
            Feature::Policies => !self.policies().is_empty(),
            Feature::BoundedEvaluations => self.evals().iter().any(|eval| eval.item.bounds(self).is_some()),
            Feature::ReportRules => self.as_searched_in_report().is_some(),
        }
    }
}

/// A name for another agent with settings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Preset {
    /// The name in specs. Settings given with it override its own.
    pub name: Text,
    /// The name for people.
    pub title: Text,
    /// What it does.
    pub about: Text,
    /// The agent it stands for: `minimax:depth=4,eval=report`.
    pub spec: Text,
}

impl Preset {
    /// A name for an agent with settings.
    pub fn new(name: impl Into<Text>, about: impl Into<Text>, spec: impl Into<Text>) -> Preset {
        let name = name.into();
        Preset { title: name.clone(), name, about: about.into(), spec: spec.into() }
    }

    /// The same, with another name for people.
    #[must_use]
    pub fn titled(self, title: impl Into<Text>) -> Preset {
        Preset { title: title.into(), ..self }
    }
}

/// Makes a policy for an agent, unless the settings are wrong or the policy is not for that agent.
type BuildPolicy<G> =
    dyn Fn(&G, AgentId, &Params<'_>) -> Result<<G as Playable>::Policy, InputError> + Send + Sync;

/// A policy by name.
pub struct PolicyKind<G: Playable> {
    /// The name in specs.
    pub name: Text,
    /// The name for people.
    pub title: Text,
    /// What it does.
    pub about: Text,
    /// Its settings.
    pub keys: Vec<Key>,
    build: Box<BuildPolicy<G>>,
}

impl<G: Playable> PolicyKind<G> {
    /// A policy by name and how to make it.
    pub fn new(
        name: impl Into<Text>,
        about: impl Into<Text>,
        keys: Vec<Key>,
        build: impl Fn(&G, AgentId, &Params<'_>) -> Result<G::Policy, InputError> + Send + Sync + 'static,
    ) -> Self {
        let name = name.into();
        PolicyKind { title: name.clone(), name, about: about.into(), keys, build: Box::new(build) }
    }

    /// The same, with another name for people.
    #[must_use]
    pub fn titled(self, title: impl Into<Text>) -> Self {
        PolicyKind { title: title.into(), ..self }
    }

    /// Makes it for that agent.
    pub fn build(&self, game: &G, agent: AgentId, params: &Params<'_>) -> Result<G::Policy, InputError> {
        (self.build)(game, agent, params)
    }

    /// The agent that draws its moves from this policy.
    pub fn into_agent(self) -> AgentKind<G> {
        let build = self.build;
        AgentKind::new(self.name, self.about, self.keys, move |game: &G, me, params| {
            Ok(Box::new(PolicyPlayer::new(build(game, me, params)?)) as Box<dyn Agent<G>>)
        })
        .titled(self.title)
    }
}
