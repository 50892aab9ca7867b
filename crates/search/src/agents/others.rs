//! How a search models the other agents.

use plylab_core::{
    AgentId, Choice, ChoiceSource, Feature, InputError, Key, Model, Params, Playable, Policy, Role, Spec,
    Uniform, Weights,
};

/// A model of the other agents, with the policy they play by where they play at random.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Others<P> {
    /// They all minimise.
    Min,
    /// They all play at random: by a policy, or every move equally likely.
    Mean(Option<P>),
    /// The first of them minimises, the others play at random.
    Mixed(Option<P>),
}

impl<G: Playable<Policy = P>, P: Policy<G>> Model<G> for Others<P> {
    #[inline]
    fn role(&self, root: AgentId, actor: AgentId) -> Role {
        let first_other = if root == AgentId::FIRST { AgentId(1) } else { AgentId::FIRST };
        match self {
            _ if actor == root => Role::Max,
            Others::Min => Role::Min,
            Others::Mixed(_) if actor == first_other => Role::Min,
            Others::Mean(_) | Others::Mixed(_) => Role::Mean,
        }
    }

    #[inline]
    fn weights(&self, game: &G, state: &G::State, actor: AgentId, actions: &[G::Action], out: &mut Weights) {
        match self {
            Others::Mean(Some(policy)) | Others::Mixed(Some(policy)) => {
                policy.weights(game, state, actor, actions, out);
            }
            Others::Min | Others::Mean(None) | Others::Mixed(None) => {
                Uniform.weights(game, state, actor, actions, out);
            }
        }
    }
}

/// The setting that chooses a model.
pub(super) fn others() -> Key {
    Key::choice(
        "others",
        ["min", "mean", "policy", "mixed"],
        "model of the other agents: all minimise (min), every move equally likely (mean), moves drawn by the setting \
         policy (policy), or the first minimises and the others play at random (mixed)",
    )
}

/// The models in which some of the others play by chance.
pub(super) const OTHERS_BY_CHANCE: [&str; 3] = ["mean", "policy", "mixed"];

/// The setting that chooses a policy for the others.
pub(super) fn policy<G: Playable>(game: &G) -> Key {
    let own = game.policies().into_iter().map(|kind| Choice { name: kind.name, about: kind.about });
    let random = Choice { name: "random".into(), about: "every move equally likely".into() };
    let about = "with others=policy or mixed: how the other agents choose their moves";
    Key::choice_of("policy", std::iter::once(random).chain(own), ChoiceSource::Game, about)
        .only_for(Feature::Policies)
}

impl<P> Others<P> {
    /// The model that the settings choose for `me`.
    pub(super) fn from_params<G: Playable<Policy = P>>(
        game: &G,
        me: AgentId,
        params: &Params<'_>,
    ) -> Result<Self, InputError> {
        let other = if me == AgentId::FIRST { AgentId(1) } else { AgentId::FIRST };
        let policy = || {
            let name = params.value("policy").unwrap_or_default();
            let Some(kind) = game.policies().into_iter().find(|kind| kind.name == name) else {
                return Ok(None);
            };
            let spec = Spec::new(name);
            kind.build(game, other, &spec.params(&kind.keys)?).map(Some)
        };
        match params.value("others").unwrap_or_default() {
            "mean" => Ok(Others::Mean(None)),
            "policy" => Ok(Others::Mean(policy()?)),
            "mixed" => Ok(Others::Mixed(policy()?)),
            _ => Ok(Others::Min),
        }
    }
}
