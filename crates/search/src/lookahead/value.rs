//! The recursion.

use plylab_core::{
    Actions, AgentId, Cut, DepthUnit, Eval, Hashed, Meter, Model, Observer, Outcome, Role, SearchStats,
    Spent, Turn, Visit, Weights, Window,
};

use super::order::{Experience, sort_by_rank};
use super::settings::{CutRule, Order, Settings, Star, WIN};
use super::stack::Plies;
use super::table::{Bound, Entry, Table};

/// Values beyond this are forced wins or losses, counted in moves from the root.
const FORCED: f64 = WIN / 2.0;

/// The most moves of a line. The lines of all plies take memory by the square of that.
const LONGEST_LINE: usize = 4096;

/// One search from one root, with everything it needs and learns.
pub(super) struct Search<'a, G: Hashed, M, E, O> {
    pub game: &'a G,
    pub model: &'a M,
    pub eval: &'a E,
    pub me: AgentId,
    pub settings: Settings,
    pub table: Option<&'a Table>,
    pub observer: O,
    pub meter: Meter<'a>,
    /// Set once a limit is reached; every value after that is meaningless.
    pub spent: Option<Spent>,
    pub stats: SearchStats,
    pub experience: Experience<G::Action>,
    /// For each distance from the root, the expected moves from there on.
    pub lines: Vec<Vec<G::Action>>,
    /// The best action of the node one move from the root that was left last.
    pub reply: Option<G::Action>,
    /// What no leaf's value exceeds, if chance nodes are to be pruned.
    pub bounds: Option<(f64, f64)>,
    /// The plies that the current thread has room for.
    pub plies: Plies,
    /// Why a search that went deeper could not go on.
    pub no_thread: Option<std::io::Error>,
}

/// How a node was reached.
pub(super) struct Via<A> {
    pub action: Option<A>,
    /// Below a chance node: how likely.
    pub weight: Option<f64>,
}

impl<G: Hashed, M: Model<G>, E: Eval<G>, O: Observer<G::Action>> Search<'_, G, M, E, O> {
    /// The value of `state` to the root's agent: exact if it lies inside `window`, else a bound.
    pub fn value(
        &mut self,
        state: &G::State,
        left: u32,
        ply: usize,
        window: Window,
        via: Via<G::Action>,
    ) -> f64 {
        self.clear_line(ply);
        if left == 0 {
            return self.leaf(state, ply, window, via);
        }
        if self.spent.is_some() {
            return 0.0;
        }
        if self.plies.end_before(ply) {
            return self.value_on_new_stack(state, left, ply, window, via);
        }
        let mut actions = Actions::new();
        self.game.actions(state, &mut actions);
        let actor = match self.game.turn(state) {
            Turn::Agent(actor) if !actions.is_empty() => Some(actor),
            Turn::Chance if !actions.is_empty() => None,
            Turn::Agent(_) | Turn::Chance | Turn::Over => return self.leaf(state, ply, window, via),
        };
        let role = actor.map_or(Role::Mean, |actor| self.model.role(self.me, actor));
        self.observer.enter(&Visit {
            action: via.action,
            weight: via.weight,
            actor,
            role: Some(role),
            window,
        });
        let value = match (role, actor) {
            (Role::Max, Some(actor)) => self.choose::<true>(state, &mut actions, actor, left, ply, window),
            (Role::Min, Some(actor)) => self.choose::<false>(state, &mut actions, actor, left, ply, window),
            (Role::Mean, _) | (_, None) => self.mean(state, &actions, actor, left, ply, window),
        };
        self.observer.leave(value);
        value
    }

    /// Nothing is expected from here on yet.
    #[inline]
    fn clear_line(&mut self, ply: usize) {
        match self.lines.get_mut(ply) {
            Some(line) => line.clear(),
            None if ply < LONGEST_LINE => self.lines.resize_with(ply + 2, Vec::new),
            None => {}
        }
    }

    #[inline(always)]
    fn leaf(&mut self, state: &G::State, ply: usize, window: Window, via: Via<G::Action>) -> f64 {
        self.stats.leaves += 1;
        let value = if self.settings.hasten {
            self.hastened(state, ply)
        } else {
            self.eval.eval(self.game, state, self.me)
        };
        self.observer.enter(&Visit {
            action: via.action,
            weight: via.weight,
            actor: None,
            role: None,
            window,
        });
        self.observer.leave(value);
        value
    }

    /// A finished game by how soon it came; anything else by the evaluation.
    fn hastened(&self, state: &G::State, ply: usize) -> f64 {
        let over = self.game.turn(state) == Turn::Over;
        match over.then(|| self.game.outcome(state, self.me)) {
            Some(Outcome::Win) => WIN - ply as f64,
            Some(Outcome::Loss) => ply as f64 - WIN,
            Some(Outcome::Draw) | None => self.eval.eval(self.game, state, self.me),
        }
    }

    /// The successor by `action`, and how much depth is left there.
    #[inline(always)]
    pub fn successor(
        &mut self,
        state: &G::State,
        action: G::Action,
        by_agent: bool,
        left: u32,
    ) -> (G::State, u32) {
        let mut next = state.clone();
        self.game.apply(&mut next, action);
        if let Some(spent) = self.meter.node() {
            self.spent = Some(spent);
        }
        let left = match self.settings.depth.unit {
            // A ply is a move of an agent: dice do not count.
            DepthUnit::Ply => left - u32::from(by_agent),
            DepthUnit::Round => left - u32::from(self.game.turn(&next) == Turn::Agent(AgentId::FIRST)),
        };
        (next, left)
    }

    /// A node whose actor takes the largest value, or the smallest.
    fn choose<const MAX: bool>(
        &mut self,
        state: &G::State,
        actions: &mut Actions<G::Action>,
        actor: AgentId,
        left: u32,
        ply: usize,
        window: Window,
    ) -> f64 {
        let mut open = window;
        let known = match self.table {
            None => None,
            Some(table) => {
                let key = self.game.key(state);
                let known = table.get(key);
                if let Some(entry) = known
                    && let Some(value) = self.usable(&entry, left, ply, window)
                {
                    self.stats.table_hits += 1;
                    if ply == 1 {
                        self.reply = actions.get(usize::from(entry.best)).copied();
                    }
                    self.observer.cut(Cut::Table, &[]);
                    return value;
                }
                Some((key, known, actions.clone()))
            }
        };
        let from_table = known
            .as_ref()
            .and_then(|(_, known, natural)| {
                known.as_ref().and_then(|entry| natural.get(usize::from(entry.best)))
            })
            .copied();
        if self.settings.order != Order::Natural {
            self.order::<MAX>(state, actions, actor, ply, from_table);
        }

        let mut best = if MAX { f64::NEG_INFINITY } else { f64::INFINITY };
        let mut best_action = None;
        for place in 0..actions.len() {
            let action = actions[place];
            let (next, next_left) = self.successor(state, action, true, left);
            let via = Via { action: Some(action), weight: None };
            // Most nodes are leaves: no call for them, and no line after them.
            let is_leaf = next_left == 0;
            let value = if is_leaf {
                self.leaf(&next, ply + 1, open, via)
            } else {
                self.value(&next, next_left, ply + 1, open, via)
            };
            if self.spent.is_some() {
                return best;
            }
            if best_action.is_none() || (if MAX { value > best } else { value < best }) {
                best = value;
                best_action = Some(action);
                // Only a value inside the window is the node's own, and its line one that both sides want.
                if open.alpha < value && value < open.beta {
                    if is_leaf {
                        self.clear_line(ply + 1);
                    }
                    self.prepend(ply, action);
                }
            }
            if self.is_cut::<MAX>(best, window) {
                self.stats.cuts += 1;
                if self.settings.order == Order::Best {
                    self.experience.cut(actor, action, ply, left);
                }
                if place + 1 < actions.len() {
                    let cut = if MAX {
                        Cut::Beta { value: best, beta: window.beta }
                    } else {
                        Cut::Alpha { value: best, alpha: window.alpha }
                    };
                    self.observer.cut(cut, &actions[place + 1..]);
                }
                break;
            }
            if self.settings.cut != CutRule::Never {
                // Not `max` and `min`, which would look for numbers that are none first.
                if MAX && best > open.alpha {
                    open.alpha = best;
                } else if !MAX && best < open.beta {
                    open.beta = best;
                }
            }
        }
        if ply == 1 {
            self.reply = best_action;
        }
        if let (Some(table), Some((key, _, natural))) = (self.table, known) {
            let place = natural.iter().position(|&action| Some(action) == best_action).unwrap_or(0);
            let bound = if best <= window.alpha {
                Bound::Upper
            } else if best >= window.beta {
                Bound::Lower
            } else {
                Bound::Exact
            };
            table.put(key, &Entry { value: from_here(best, ply), bound, left, best: place as u8 });
        }
        best
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

    /// What the table says of a node, if that settles it.
    fn usable(&self, entry: &Entry, left: u32, ply: usize, window: Window) -> Option<f64> {
        let value = from_root(entry.value, ply);
        let settles = entry.left == left
            && match entry.bound {
                Bound::Exact => true,
                Bound::Lower => self.is_cut::<true>(value, window),
                Bound::Upper => self.is_cut::<false>(value, window),
            };
        settles.then_some(value)
    }

    /// Puts the actions into the order in which they are searched.
    pub fn order<const MAX: bool>(
        &self,
        state: &G::State,
        actions: &mut Actions<G::Action>,
        actor: AgentId,
        ply: usize,
        from_table: Option<G::Action>,
    ) {
        match self.settings.order {
            Order::Natural => {}
            Order::Reversed => actions.reverse(),
            Order::Best => self.experience.sort(actor, actions, ply, from_table),
            Order::Eval => sort_by_rank(actions, |action| {
                let mut next = state.clone();
                self.game.apply(&mut next, action);
                let value = self.eval.eval(self.game, &next, self.me);
                if MAX { value } else { -value }
            }),
        }
    }

    /// `action` and then the line found below it.
    pub fn prepend(&mut self, ply: usize, action: G::Action) {
        if let Some([line, rest, ..]) = self.lines.get_mut(ply..) {
            line.clear();
            line.push(action);
            line.extend_from_slice(rest);
        }
    }

    /// A node whose next move is drawn: the mean of its children.
    fn mean(
        &mut self,
        state: &G::State,
        actions: &[G::Action],
        actor: Option<AgentId>,
        left: u32,
        ply: usize,
        window: Window,
    ) -> f64 {
        let mut weights = Weights::new();
        match actor {
            Some(actor) => self.model.weights(self.game, state, actor, actions, &mut weights),
            None => self.game.odds(state, actions, &mut weights),
        }
        let pruned = self.bounds.filter(|_| self.settings.cut != CutRule::Never && window != Window::FULL);
        if let (Some(bounds), Star::Two) = (pruned, self.settings.star)
            && let Some(bound) =
                self.probe(state, actions, &weights, actor.is_some(), left, ply, window, bounds)
        {
            return bound;
        }
        let mut sum = 0.0;
        // How likely the outcomes after this one are.
        let mut later: f64 = weights.iter().sum();
        let mut likeliest = 0.0;
        for (place, (&action, &weight)) in actions.iter().zip(&weights).enumerate() {
            later -= weight;
            if weight <= 0.0 {
                continue;
            }
            // The child's value must lie in here for the node's to lie in the window.
            let open = match pruned {
                None => Window::FULL,
                Some((low, high)) => Window {
                    alpha: (window.alpha - sum - high * later) / weight,
                    beta: (window.beta - sum - low * later) / weight,
                },
            };
            let (next, next_left) = self.successor(state, action, actor.is_some(), left);
            let via = Via { action: Some(action), weight: Some(weight) };
            let value = self.value(&next, next_left, ply + 1, open, via);
            if self.spent.is_some() {
                return sum;
            }
            if weight > likeliest {
                likeliest = weight;
                self.prepend(ply, action);
                if ply == 1 {
                    self.reply = Some(action);
                }
            }
            sum += weight * value;
            if let Some((low, high)) = pruned
                && place + 1 < actions.len()
            {
                // Rounding must not carry a bound back into the window.
                let (bound, limit) = if value <= open.alpha {
                    ((sum + high * later).min(window.alpha), window.alpha)
                } else if value >= open.beta {
                    ((sum + low * later).max(window.beta), window.beta)
                } else {
                    continue;
                };
                self.stats.cuts += 1;
                self.observer.cut(Cut::Chance { bound, limit }, &actions[place + 1..]);
                return bound;
            }
        }
        sum
    }

    /// One answer to each outcome bounds its value: from below where the answerer maximises, from above where it
    /// minimises. The bounds may already put the node outside the window.
    #[expect(clippy::too_many_arguments, reason = "a part of `mean` that is long enough to stand alone")]
    fn probe(
        &mut self,
        state: &G::State,
        actions: &[G::Action],
        weights: &Weights,
        by_agent: bool,
        left: u32,
        ply: usize,
        window: Window,
        (low, high): (f64, f64),
    ) -> Option<f64> {
        let (mut least, mut most) = (0.0, 0.0);
        let mut later: f64 = weights.iter().sum();
        for (&action, &weight) in actions.iter().zip(weights) {
            later -= weight;
            if weight <= 0.0 {
                continue;
            }
            let (next, next_left) = self.successor(state, action, by_agent, left);
            let via = Via { action: Some(action), weight: Some(weight) };
            let (at_least, at_most) = self.probe_child(&next, next_left, ply + 1, via).unwrap_or((low, high));
            if self.spent.is_some() {
                return None;
            }
            least += weight * at_least.max(low);
            most += weight * at_most.min(high);
            let (bound, limit) = if least + low * later >= window.beta {
                (least + low * later, window.beta)
            } else if most + high * later <= window.alpha {
                (most + high * later, window.alpha)
            } else {
                continue;
            };
            self.stats.cuts += 1;
            self.observer.cut(Cut::Chance { bound, limit }, actions);
            return Some(bound);
        }
        None
    }

    /// What the first answer in a state shows of its value: at least so much, at most so much.
    fn probe_child(
        &mut self,
        state: &G::State,
        left: u32,
        ply: usize,
        via: Via<G::Action>,
    ) -> Option<(f64, f64)> {
        let actor = self.game.turn(state).agent().filter(|_| left > 0)?;
        let role = self.model.role(self.me, actor);
        let mut actions = Actions::new();
        self.game.actions(state, &mut actions);
        match role {
            Role::Max => self.order::<true>(state, &mut actions, actor, ply, None),
            Role::Min => self.order::<false>(state, &mut actions, actor, ply, None),
            Role::Mean => return None,
        }
        let &action = actions.first()?;
        self.observer.enter(&Visit {
            action: via.action,
            weight: via.weight,
            actor: Some(actor),
            role: Some(role),
            window: Window::FULL,
        });
        let (next, next_left) = self.successor(state, action, true, left);
        let value =
            self.value(&next, next_left, ply + 1, Window::FULL, Via { action: Some(action), weight: None });
        self.observer.leave(value);
        match role {
            Role::Max => Some((value, f64::INFINITY)),
            Role::Min | Role::Mean => Some((f64::NEG_INFINITY, value)),
        }
    }
}

/// A forced win counted in moves from the node instead of from the root: so it means the same wherever the table's
/// entry is used.
fn from_here(value: f64, ply: usize) -> f64 {
    if value > FORCED {
        value + ply as f64
    } else if value < -FORCED {
        value - ply as f64
    } else {
        value
    }
}

/// The way back from [`from_here`].
fn from_root(value: f64, ply: usize) -> f64 {
    if value > FORCED {
        value - ply as f64
    } else if value < -FORCED {
        value + ply as f64
    } else {
        value
    }
}
