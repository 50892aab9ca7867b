//! What an agent believes of the others.

use plylab_core::{
    AgentId, Choice, Feature, InputError, Key, Model, Params, Playable, Policy, Role, Source, Spec, Uniform,
    Weights,
};

/// A model of the other agents, with the policy by which they draw their moves where they do.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Others<P> {
    /// They are all against us.
    Min,
    /// They all play by chance: by a policy, or any move equally likely.
    Mean(Option<P>),
    /// The first of them is against us, the rest play by chance.
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
        "what the other agents do: all against us (min), any move equally likely (mean), as the setting policy \
         says (policy), or the first against us and the rest by chance (mixed)",
    )
}

/// The setting that chooses a policy for the others.
pub(super) fn policy<G: Playable>(game: &G) -> Key {
    let own = game.policies().into_iter().map(|kind| Choice { name: kind.name, about: kind.about });
    let random = Choice { name: "random".into(), about: "any move, each equally likely".into() };
    let about = "how the other agents draw their moves, with others=policy or mixed";
    Key::choice_of("policy", std::iter::once(random).chain(own), Source::Game, about)
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
