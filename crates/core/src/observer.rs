//! Watching a search from inside.
//!
//! A search is generic over its observer. With `()` every call disappears when the search is compiled;
//! a recorder builds the tree for drawings; another streams it to a page.

use crate::game::AgentId;
use crate::model::Role;

/// The open interval of values that still matter to a node when it is entered.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Window {
    /// The value that the maximiser is already sure of.
    pub alpha: f64,
    /// The value that the minimiser is already sure of.
    pub beta: f64,
}

impl Window {
    /// Every value matters.
    pub const FULL: Window = Window { alpha: f64::NEG_INFINITY, beta: f64::INFINITY };
}

/// A node as the search enters it.
#[derive(Clone, PartialEq, Debug)]
pub struct Visit<A> {
    /// The action that led here; none at the root.
    pub action: Option<A>,
    /// How likely that action is, below a node of role [`Role::Mean`].
    pub weight: Option<f64>,
    /// The agent to move; none for dice and finished games.
    pub actor: Option<AgentId>,
    /// How the node will combine its children; none if it is a leaf.
    pub role: Option<Role>,
    /// The window it is searched with.
    pub window: Window,
    /// The remaining depth, in the unit that the search counts in; 0 where the depth limit ends it.
    pub left: u32,
}

/// Why the remaining children of a node were pruned.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Cut {
    /// A minimising node fell to `value`; the maximiser above already has `alpha`.
    Alpha {
        /// The value found.
        value: f64,
        /// What it was compared with.
        alpha: f64,
    },
    /// A maximising node rose to `value`; the minimiser above already has `beta`.
    Beta {
        /// The value found.
        value: f64,
        /// What it was compared with.
        beta: f64,
    },
    /// The other outcomes of a chance node cannot raise it to alpha, or cannot lower it to beta.
    Chance {
        /// The bound of the node's value.
        bound: f64,
        /// What it was compared with.
        limit: f64,
    },
    /// The transposition table had the value.
    Table,
}

/// A node on the path of a [`Simulation`].
#[derive(Clone, PartialEq, Debug)]
pub struct SampledNode<A> {
    /// The action that led here; none at the root.
    pub action: Option<A>,
    /// How likely that action is, if dice or a random agent chose it.
    pub weight: Option<f64>,
    /// The agent to move here; none for dice and finished games.
    pub actor: Option<AgentId>,
    /// How the next node is chosen here; none where the game is over.
    pub role: Option<Role>,
    /// The agent whose rewards the node sums up: the one that chose it.
    pub owner: AgentId,
    /// The reward that the simulation adds to the sum.
    pub reward: f64,
    /// The proven value for the owner, once there is one.
    pub proven: Option<f64>,
    /// The factor of the exploration term where an agent chooses here: c in mean + c sqrt(ln N / n).
    pub exploration: f64,
}

/// How a simulation ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "SimulationEnded"))]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum SimulationEnd {
    /// By a playout.
    Playout,
    /// The game was over at the last node.
    Over,
    /// The value of the last node was proven before.
    Proven,
}

/// One simulation of Monte Carlo tree search, reported when it is over.
#[derive(Clone, PartialEq, Debug)]
pub struct Simulation<A> {
    /// The nodes that it went through, the root first: what selection chose, and the node that expansion added.
    pub path: Vec<SampledNode<A>>,
    /// Was the last node of the path visited for the first time?
    pub expands: bool,
    /// How it ended.
    pub end: SimulationEnd,
    /// The moves of the playout.
    pub playout: Vec<A>,
    /// The reward of each agent.
    pub rewards: Vec<f64>,
    /// The visits that every node starts with in means and in UCB1, besides those counted.
    pub head_start: u32,
}

/// A branch of a search, to be searched again.
#[derive(Clone, PartialEq, Debug)]
pub struct Branch<A> {
    /// The actions from the root to its first node; at least one.
    pub path: Vec<A>,
    /// The remaining depth there.
    pub left: u32,
    /// The window that it was entered with.
    pub window: Window,
}

/// A branch that was searched again.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Reopened {
    /// Its value.
    pub value: f64,
    /// What the whole search had that may make its value or its nodes differ.
    pub lacks: Option<MissingContext>,
}

/// What a whole search knows and the search of one branch does not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum MissingContext {
    /// The entries of a transposition table from other branches.
    Table,
    /// The killer moves and the history of other branches.
    Ordering,
    /// The node was only probed, by its first reply.
    Probe,
}

/// Receives every event of a search, in order. Every method is optional.
///
/// It can be sent to another thread, because a deep search continues in one with a larger stack; it is never called by
/// two threads at once.
///
/// ```
/// use plylab_core::{Cut, Observer, Visit};
///
/// /// Counts nodes, and children that were pruned.
/// #[derive(Default)]
/// struct Count {
///     nodes: usize,
///     skipped: usize,
/// }
///
/// impl<A> Observer<A> for Count {
///     fn enter(&mut self, _: &Visit<A>) {
///         self.nodes += 1;
///     }
///
///     fn cut(&mut self, _: Cut, skipped: &[A]) {
///         self.skipped += skipped.len();
///     }
/// }
/// ```
pub trait Observer<A>: Send {
    /// A search from the root begins. Earlier events were of a shallower search, or of one with too small a
    /// window.
    fn restart(&mut self) {}

    /// Values near this number are forced wins: it less the number of plies from the root. Their negatives are losses.
    fn wins_at(&mut self, win: f64) {
        let _ = win;
    }

    /// A node is entered.
    fn enter(&mut self, visit: &Visit<A>) {
        let _ = visit;
    }

    /// The children `skipped` of the node entered last and not left yet are pruned.
    fn cut(&mut self, cut: Cut, skipped: &[A]) {
        let _ = (cut, skipped);
    }

    /// That node is left with this value: exact, or a bound if it was cut.
    fn leave(&mut self, value: f64) {
        let _ = value;
    }

    /// A simulation is over. Searches by simulations report nothing else.
    fn simulate(&mut self, simulation: &Simulation<A>) {
        let _ = simulation;
    }
}

/// No observer.
impl<A> Observer<A> for () {}

impl<A, O: Observer<A> + ?Sized> Observer<A> for &mut O {
    fn restart(&mut self) {
        (**self).restart();
    }

    fn wins_at(&mut self, win: f64) {
        (**self).wins_at(win);
    }

    fn enter(&mut self, visit: &Visit<A>) {
        (**self).enter(visit);
    }

    fn cut(&mut self, cut: Cut, skipped: &[A]) {
        (**self).cut(cut, skipped);
    }

    fn leave(&mut self, value: f64) {
        (**self).leave(value);
    }

    fn simulate(&mut self, simulation: &Simulation<A>) {
        (**self).simulate(simulation);
    }
}
