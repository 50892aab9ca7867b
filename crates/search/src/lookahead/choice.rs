//! Nodes at which an agent chooses: move ordering, cutoffs and the transposition table.

use plylab_core::{AgentId, Cut, Eval, Game, Model, Observer, Window};

use super::order::sort_by_rank;
use super::search::{Search, Via};
use super::settings::{CutRule, Order, WIN};
use super::table::{Bound, Entry, Transpositions};

/// Values beyond this are forced wins or losses, counted in moves from the root.
const FORCED: f64 = WIN / 2.0;

/// A node at which an agent chooses.
pub(super) struct Choice<'a, G: Game> {
    pub state: &'a G::State,
    /// In the order in which they are searched.
    pub actions: &'a [G::Action],
    pub actor: AgentId,
    /// The remaining depth.
    pub left: u32,
    pub ply: usize,
    pub window: Window,
}

/// What differs between the root and the nodes below it.
pub(super) trait Level<A> {
    const IS_ROOT: bool;

    /// The window of the next child, where the node's own is still `open`.
    fn window(&self, open: Window) -> Window;

    /// The next child is about to be searched.
    fn begin(&mut self, reply: &mut Option<A>);

    /// A child has been searched.
    fn end(&mut self, action: A, value: f64, window: Window, reply: Option<A>);

    /// Does a later child replace an earlier one of the same value?
    fn prefers_later(&self) -> bool;

    /// Is it clear that the value lies outside the window?
    fn is_cut(&self, best: f64, window: Window) -> bool;
}

/// A node below the root.
struct Inner;

impl<A> Level<A> for Inner {
    const IS_ROOT: bool = false;

    #[inline(always)]
    fn window(&self, open: Window) -> Window {
        open
    }

    #[inline(always)]
    fn begin(&mut self, _: &mut Option<A>) {}

    #[inline(always)]
    fn end(&mut self, _: A, _: f64, _: Window, _: Option<A>) {}

    fn prefers_later(&self) -> bool {
        false
    }

    fn is_cut(&self, _: f64, _: Window) -> bool {
        false
    }
}

impl<G: Game, M: Model<G>, E: Eval<G>, O: Observer<G::Action>, T: Transpositions<G>>
    Search<'_, G, M, E, O, T>
{
    /// A node whose actor takes the largest value, or the smallest.
    pub fn choose<const MAX: bool>(
        &mut self,
        state: &G::State,
        actions: &mut G::Actions,
        actor: AgentId,
        left: u32,
        ply: usize,
        window: Window,
    ) -> f64 {
        let memory = self.table;
        let known = match memory.table() {
            None => None,
            Some(table) => {
                let key = memory.key(self.game, state);
                let entry = table.get(key);
                if let Some(entry) = entry
                    && let Some(value) = self.usable(&entry, left, ply, window)
                {
                    self.stats.table_hits += 1;
                    if ply == 1 {
                        self.reply = actions.get(entry.best as usize).copied();
                    }
                    self.observer.cut(Cut::Table, &[]);
                    return value;
                }
                Some((table, key, entry, actions.clone()))
            }
        };
        if self.settings.order != Order::Natural {
            let from_table = known
                .as_ref()
                .and_then(|(.., entry, natural)| natural.get(entry.as_ref()?.best as usize))
                .copied();
            self.order::<MAX>(state, actions, actor, ply, from_table);
        }
        let node = Choice { state, actions, actor, left, ply, window };
        let (best_action, best) = self.best_child::<MAX, _>(&node, &mut Inner);
        if self.limit_reached.is_some() {
            return best;
        }
        if ply == 1 {
            self.reply = best_action;
        }
        if let Some((table, key, _, natural)) = known {
            let best_index = natural.iter().position(|&action| Some(action) == best_action).unwrap_or(0);
            let bound = if best <= window.alpha {
                Bound::Upper
            } else if best >= window.beta {
                Bound::Lower
            } else {
                Bound::Exact
            };
            table.put(key, &Entry { value: to_stored(best, ply), bound, left, best: best_index as u32 });
        }
        best
    }

    /// Searches the children of a node one by one until the best is clear; none if a limit was reached during the
    /// first.
    #[inline]
    pub fn best_child<const MAX: bool, L: Level<G::Action>>(
        &mut self,
        node: &Choice<'_, G>,
        level: &mut L,
    ) -> (Option<G::Action>, f64) {
        let &Choice { state, actions, actor, left, ply, window } = node;
        let mut open = window;
        let mut best = if MAX { f64::NEG_INFINITY } else { f64::INFINITY };
        let mut best_action = None;
        for (index, &action) in actions.iter().enumerate() {
            let (next, next_left) = self.successor(state, action, true, left);
            let via = Via { action: Some(action), weight: None };
            let child = level.window(open);
            level.begin(&mut self.reply);
            // Most nodes are leaves: they need no recursive call and have no line.
            let is_leaf = next_left == 0;
            let value = if is_leaf {
                self.leaf(&next, 0, ply + 1, child, via)
            } else {
                self.value(&next, next_left, ply + 1, child, via)
            };
            if self.limit_reached.is_some() {
                break;
            }
            level.end(action, value, child, self.reply);
            let is_better = if MAX { value > best } else { value < best };
            if best_action.is_none() || is_better || (L::IS_ROOT && level.prefers_later() && value == best) {
                best = value;
                best_action = Some(action);
                // Only a value inside the window is exact, and only its line is a principal variation.
                if L::IS_ROOT || (open.alpha < value && value < open.beta) {
                    if is_leaf {
                        self.clear_line(ply + 1);
                    }
                    self.prepend(ply, action);
                }
            }
            if L::IS_ROOT {
                // A value on the edge of the root's window is searched again with a wider one, whatever the cut rule.
                if level.is_cut(best, window) {
                    self.observer.cut(Cut::Beta { value: best, beta: window.beta }, &actions[index + 1..]);
                    break;
                }
            } else if self.is_cut::<MAX>(best, window) {
                self.stats.cuts += 1;
                if self.settings.order == Order::Dynamic {
                    self.ordering.record_cutoff(actor, action, ply, left);
                }
                if index + 1 < actions.len() {
                    let cut = if MAX {
                        Cut::Beta { value: best, beta: window.beta }
                    } else {
                        Cut::Alpha { value: best, alpha: window.alpha }
                    };
                    self.observer.cut(cut, &actions[index + 1..]);
                }
                break;
            }
            if self.settings.cut != CutRule::Never {
                // Not `max` and `min`, which would check for NaN first.
                if MAX && best > open.alpha {
                    open.alpha = best;
                } else if !MAX && best < open.beta {
                    open.beta = best;
                }
            }
        }
        (best_action, best)
    }

    #[inline]
    fn is_cut<const MAX: bool>(&self, best: f64, window: Window) -> bool {
        match (self.settings.cut, MAX) {
            (CutRule::Never, _) => false,
            (CutRule::Strict, true) => best > window.beta,
            (CutRule::Strict, false) => best < window.alpha,
            (CutRule::Inclusive, true) => best >= window.beta,
            (CutRule::Inclusive, false) => best <= window.alpha,
        }
    }

    /// The value of a table entry, if it settles the node.
    fn usable(&self, entry: &Entry, left: u32, ply: usize, window: Window) -> Option<f64> {
        let value = from_stored(entry.value, ply);
        let settles = entry.left == left
            && match entry.bound {
                Bound::Exact => true,
                Bound::Lower => self.is_cut::<true>(value, window),
                Bound::Upper => self.is_cut::<false>(value, window),
            };
        settles.then_some(value)
    }

    /// Sorts the actions into the order in which they are searched.
    pub fn order<const MAX: bool>(
        &self,
        state: &G::State,
        actions: &mut [G::Action],
        actor: AgentId,
        ply: usize,
        from_table: Option<G::Action>,
    ) {
        match self.settings.order {
            Order::Natural => {}
            Order::Reversed => actions.reverse(),
            Order::Dynamic => self.ordering.sort(actor, actions, ply, from_table),
            Order::Eval => sort_by_rank(actions, |action| {
                let mut next = state.clone();
                self.game.apply(&mut next, action);
                let value = self.eval.eval(self.game, &next, self.me);
                if MAX { value } else { -value }
            }),
        }
    }
}

/// The value as it is stored in the table: a forced win is counted in moves from the node instead of from the root, so
/// that the entry is valid at any ply.
fn to_stored(value: f64, ply: usize) -> f64 {
    if value > FORCED {
        value + ply as f64
    } else if value < -FORCED {
        value - ply as f64
    } else {
        value
    }
}

/// The inverse of [`to_stored`].
fn from_stored(value: f64, ply: usize) -> f64 {
    if value > FORCED {
        value - ply as f64
    } else if value < -FORCED {
        value + ply as f64
    } else {
        value
    }
}
