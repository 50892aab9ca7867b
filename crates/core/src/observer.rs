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
}

/// No observer.
impl<A> Observer<A> for () {}

impl<A, O: Observer<A> + ?Sized> Observer<A> for &mut O {
    fn restart(&mut self) {
        (**self).restart();
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
}
