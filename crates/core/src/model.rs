//! The roles of agents in a search: who maximises, who minimises, who plays by chance.
//!
//! The rules do not define them. Ghosts are MIN for alpha-beta and CHANCE for expectimax, in the same game.

use crate::eval::Never;
use crate::game::{AgentId, Game, Weights};

/// How a node of the search combines its children's values, which are all values for the root's agent.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum Role {
    /// The largest.
    Max,
    /// The smallest.
    Min,
    /// The mean, weighted by [`Model::weights`].
    Mean,
}

/// Gives every agent its role in a search made for one of them. Chance turns are always the mean, by
/// [`Game::odds`]; the model does not define them.
///
/// ```
/// use plylab_core::{AgentId, Game, Model, Policy, Role, Uniform, Weights};
///
/// /// Agent 1 is an opponent; all others move at random.
/// struct OneOpponent;
///
/// impl<G: Game> Model<G> for OneOpponent {
///     fn role(&self, root: AgentId, actor: AgentId) -> Role {
///         match actor {
///             _ if actor == root => Role::Max,
///             AgentId(1) => Role::Min,
///             _ => Role::Mean,
///         }
///     }
///
///     fn weights(&self, game: &G, state: &G::State, actor: AgentId, actions: &[G::Action], out: &mut Weights) {
///         Uniform.weights(game, state, actor, actions, out);
///     }
/// }
/// ```
pub trait Model<G: Game + ?Sized>: Send + Sync {
    /// The role of `actor` in a search on behalf of `root`.
    fn role(&self, root: AgentId, actor: AgentId) -> Role;

    /// Where the role is [`Role::Mean`]: how likely `actor` takes each of `actions` (all legal ones, in order).
    fn weights(&self, game: &G, state: &G::State, actor: AgentId, actions: &[G::Action], out: &mut Weights);
}

/// How an agent chooses by chance: a distribution that can be searched with or played by.
///
/// ```
/// use plylab_core::{AgentId, Game, Policy, PolicyPlayer, Weights};
///
/// /// Takes the first action twice as often as each of the others.
/// struct Habit;
///
/// impl<G: Game> Policy<G> for Habit {
///     fn weights(&self, _: &G, _: &G::State, _: AgentId, actions: &[G::Action], out: &mut Weights) {
///         let share = 1.0 / (actions.len() + 1) as f64;
///         out.clear();
///         out.extend((0..actions.len()).map(|index| if index == 0 { 2.0 * share } else { share }));
///     }
/// }
///
/// let player = PolicyPlayer::new(Habit);
/// ```
pub trait Policy<G: Game + ?Sized>: Send + Sync {
    /// How likely `actor` takes each of `actions` (all legal ones, in order). The sum is 1.
    fn weights(&self, game: &G, state: &G::State, actor: AgentId, actions: &[G::Action], out: &mut Weights);
}

impl<G: Game + ?Sized> Policy<G> for Never {
    fn weights(&self, _: &G, _: &G::State, _: AgentId, _: &[G::Action], _: &mut Weights) {
        match *self {}
    }
}

/// Every action equally likely.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Uniform;

impl<G: Game + ?Sized> Policy<G> for Uniform {
    #[inline]
    fn weights(&self, _: &G, _: &G::State, _: AgentId, actions: &[G::Action], out: &mut Weights) {
        out.clear();
        out.extend(actions.iter().map(|_| 1.0 / actions.len() as f64));
    }
}

/// All other agents play against the root's agent: minimax and alpha-beta.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Adversarial;

impl<G: Game + ?Sized> Model<G> for Adversarial {
    #[inline]
    fn role(&self, root: AgentId, actor: AgentId) -> Role {
        if actor == root { Role::Max } else { Role::Min }
    }

    fn weights(&self, game: &G, state: &G::State, actor: AgentId, actions: &[G::Action], out: &mut Weights) {
        Uniform.weights(game, state, actor, actions, out);
    }
}

/// All other agents play by a policy: expectimax with their real distribution.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Following<P>(pub P);

/// All other agents play uniformly at random: the reports' expectimax.
pub type Averaging = Following<Uniform>;

impl<G: Game + ?Sized, P: Policy<G>> Model<G> for Following<P> {
    #[inline]
    fn role(&self, root: AgentId, actor: AgentId) -> Role {
        if actor == root { Role::Max } else { Role::Mean }
    }

    #[inline]
    fn weights(&self, game: &G, state: &G::State, actor: AgentId, actions: &[G::Action], out: &mut Weights) {
        self.0.weights(game, state, actor, actions, out);
    }
}
