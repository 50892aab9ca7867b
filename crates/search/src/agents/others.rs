//! What an agent believes of the others.

use plylab_core::{AgentId, InputError, Key, Model, Params, Playable, Policy, Role, Spec, Uniform, Weights};

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

/// The settings that choose a model.
pub(super) const OTHERS: Key = Key {
    name: "others",
    about: "what the other agents do: all against us (min), any move equally likely (mean), as the setting policy \
            says (policy), or the first against us and the rest by chance (mixed)",
    default: "min; mean for expectimax",
    limits: "min, mean, policy or mixed",
};
pub(super) const GHOSTS: Key = Key {
    name: "ghosts",
    about: "the same as others, in Pac-Man's words",
    default: "as others",
    limits: "min, mean, policy or mixed",
};
pub(super) const POLICY: Key = Key {
    name: "policy",
    about: "how the other agents draw their moves, with others=policy or mixed",
    default: "random",
    limits: "random, or a policy of the game such as directional in Pac-Man",
};

impl<P> Others<P> {
    /// The model that the settings choose for `me`.
    pub(super) fn from_params<G: Playable<Policy = P>>(
        game: &G,
        me: AgentId,
        params: &Params<'_>,
        default: &str,
    ) -> Result<Self, InputError> {
        let key = if params.text("ghosts").is_some() { "ghosts" } else { "others" };
        let other = if me == AgentId::FIRST { AgentId(1) } else { AgentId::FIRST };
        let policy = || match params.text("policy") {
            None | Some("random") => Ok(None),
            Some(name) => {
                let kind = G::POLICIES.iter().find(|kind| kind.name == name).ok_or_else(|| {
                    let names: Vec<&str> =
                        std::iter::once("random").chain(G::POLICIES.iter().map(|kind| kind.name)).collect();
                    params.bad("policy", name, &format!("the game has {}", names.join(", ")))
                })?;
                let spec = Spec::new(name);
                (kind.build)(game, other, &spec.params(kind.keys)?).map(Some)
            }
        };
        match params.text(key).unwrap_or(default) {
            "min" => Ok(Others::Min),
            "mean" => Ok(Others::Mean(None)),
            "policy" => Ok(Others::Mean(policy()?)),
            "mixed" => Ok(Others::Mixed(policy()?)),
            odd => Err(params.bad(key, odd, "use min, mean, policy or mixed")),
        }
    }
}
