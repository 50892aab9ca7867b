//! Watching a search from inside.
//!
//! A search is generic over its observer. With `()` every call disappears when the search is compiled;
//! a recorder builds the tree that people see; another streams it to a page.

use crate::game::AgentId;
use crate::model::Role;

/// The open interval of values that still matter to a node when it is entered.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Window {
    /// What the maximiser has for sure elsewhere.
    pub alpha: f64,
    /// What the minimiser has for sure elsewhere.
    pub beta: f64,
}

impl Window {
    /// Everything matters.
    pub const FULL: Window = Window { alpha: f64::NEG_INFINITY, beta: f64::INFINITY };
}

/// A node as the search enters it.
#[derive(Clone, PartialEq, Debug)]
pub struct Visit<A> {
    /// The action that led here; none at the root.
    pub action: Option<A>,
    /// How likely that action is, below a node of role [`Role::Mean`].
    pub weight: Option<f64>,
    /// Whose turn it is here; none for dice and finished games.
    pub actor: Option<AgentId>,
    /// How the node will combine its children; none if it is a leaf.
    pub role: Option<Role>,
    /// The window it is searched with.
    pub window: Window,
}

/// Why the rest of a node's children were not looked at.
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
    /// The other outcomes of a chance node cannot lift it to what the maximiser has elsewhere, or cannot lower it to
    /// what the minimiser has.
    Chance {
        /// The bound of the node's value.
        bound: f64,
        /// What it was compared with.
        limit: f64,
    },
    /// A table had the answer.
    Table,
}

/// Hears everything a search does, in the order it does it. Every method may be left out.
///
/// It can be sent to another thread, because a search that goes deep goes on in one with a larger stack; it is never
/// called by two at once.
pub trait Observer<A>: Send {
    /// A search from the root begins. What was seen before was a shallower search, or one with too small a
    /// window.
    fn restart(&mut self) {}

    /// A node is entered.
    fn enter(&mut self, visit: &Visit<A>) {
        let _ = visit;
    }

    /// The children `skipped` of the node entered last and not left yet are cut off.
    fn cut(&mut self, cut: Cut, skipped: &[A]) {
        let _ = (cut, skipped);
    }

    /// That node is left with this value: exact, or a bound if it was cut.
    fn leave(&mut self, value: f64) {
        let _ = value;
    }
}

/// Nobody watches.
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
