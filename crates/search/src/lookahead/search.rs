//! The recursion: the value of a state is backed up from the states that follow it.
//!
//! A search walks the tree of the game depth-first. A leaf, where the game is over or the depth is used up, has the
//! value that the evaluation gives it. Every other node has a [`Role`]: the root's agent takes the child with the
//! largest value ([`Role::Max`]), an opponent the one with the smallest ([`Role::Min`]), and dice or an agent that plays
//! at random make the mean of all children ([`Role::Mean`]). That is minimax and expectimax.
//!
//! Alpha-beta adds a window to each node, the values that can still change the decision at the root: `alpha` is what
//! the maximiser above already has elsewhere, `beta` what the minimiser has. A child whose value leaves the window
//! settles its parent, and the remaining children are cut off. A value outside the window is only a bound, from below
//! or from above, which is all that the nodes above need.
//!
//! [`Search::root`] and [`Search::choose`] are the same loop: the root also remembers what each move is worth. Every
//! node goes through these steps:
//!
//! 1. Is it a leaf?
//! 2. Does the transposition table have its value?
//! 3. Order the moves, those first that are likely to be good.
//! 4. Search each child with the window that is still open, and back up its value.
//! 5. Is the value outside the window? Then cut off the remaining children.
//! 6. Store the value in the table.

use plylab_core::{
    AgentFailure, AgentId, Cut, Decision, DepthUnit, Eval, Game, LimitReached, Meter, Model, Observer,
    Outcome, Role, SearchStats, Turn, Visit, Weights, Window,
};

use super::decide::{Iteration, ValuedMove};
use super::order::{MoveOrdering, sort_by_rank};
use super::settings::{CutRule, LookaheadSettings, Order, RootValues, Star, Ties, WIN};
use super::stack;
use super::table::{Bound, Entry, Transpositions};

/// The maximum depth of iterative deepening.
const MAX_DEPTH: u32 = 1000;

/// The maximum length of a line. The lines of all plies together need memory quadratic in it.
const MAX_LINE: usize = 4096;

/// Values beyond this are forced wins or losses, counted in moves from the root.
const FORCED: f64 = WIN / 2.0;

/// One search from one root.
pub(super) struct Search<'a, G: Game, M, E, O, T> {
    pub game: &'a G,
    pub model: &'a M,
    pub eval: &'a E,
    pub me: AgentId,
    pub settings: LookaheadSettings,
    pub table: &'a T,
    pub observer: O,
    pub meter: Meter<'a>,
    /// Set once a limit is reached; every value after that is meaningless.
    pub limit_reached: Option<LimitReached>,
    pub stats: SearchStats,
    pub ordering: MoveOrdering<G::Action>,
    /// For each ply, the principal variation from there on.
    pub lines: Vec<Vec<G::Action>>,
    /// The best action of the node at ply 1 that was left last.
    pub reply: Option<G::Action>,
    /// Bounds on the values of leaves, if chance nodes are to be pruned.
    pub bounds: Option<(f64, f64)>,
    /// The first ply for which the stack has not been checked.
    pub unchecked_ply: usize,
    /// The first ply that is not searched, because the stack cannot grow that far.
    pub max_ply: usize,
}

/// The last complete search, if there was one, and its statistics.
type Deepening<A> = (Option<Iteration<A>>, SearchStats);

/// A child as it is entered, before it is known who moves there.
fn child<A>(action: A, weight: Option<f64>, window: Window, left: u32) -> Visit<A> {
    Visit { action: Some(action), weight, actor: None, role: None, window, left }
}

impl<G: Game, M: Model<G>, E: Eval<G>, O: Observer<G::Action>, T: Transpositions<G>>
    Search<'_, G, M, E, O, T>
{
    /// The last complete search within the budget, if there was one. Each helper starts with another move.
    pub fn iterative_deepening(
        mut self,
        state: &G::State,
        helper: usize,
        on_progress: &mut dyn FnMut(&Decision<G::Action>),
    ) -> Result<Deepening<G::Action>, AgentFailure> {
        let LookaheadSettings { depth, iterative_deepening, order, aspiration, .. } = self.settings;
        let mut actions = self.game.list_actions(state);
        self.order::<true>(state, &mut actions, self.me, 0, None);
        let offset = helper % actions.len().max(1);
        actions.rotate_left(offset);

        let mut last: Option<Iteration<G::Action>> = None;
        let depths =
            if iterative_deepening { 1..=depth.count.min(MAX_DEPTH) } else { depth.count..=depth.count };
        for count in depths.clone().filter(|&count| count > 0) {
            if order == Order::Dynamic
                && let Some(last) = &last
                && let Some(index) = actions.iter().position(|&action| action == last.best)
            {
                // The best so far goes first; the others keep their order.
                actions[..=index].rotate_right(1);
            }
            // With a table, a value may rest on the estimates of an earlier search.
            self.stats.exhaustive = self.table.table().is_none();
            let expected = last.as_ref().filter(|_| aspiration).map(|last| last.value);
            let iteration = self.aspire(state, &actions, count, expected);
            if self.limit_reached == Some(LimitReached::Stack) {
                self.stats.exhaustive = false;
                if last.is_none() {
                    return Err(stack::too_deep(self.max_ply));
                }
                break;
            }
            let Some(iteration) = iteration else { break };
            // The best move of the previous depth was searched first, so an incomplete search may be kept.
            let is_complete = self.limit_reached.is_none();
            if is_complete || last.is_none() || order == Order::Dynamic {
                last = Some(iteration);
            }
            if !is_complete {
                self.stats.exhaustive = false;
                break;
            }
            // A search without a limit has reached the ends of the game.
            self.stats.depth = if count == u32::MAX { self.deepest() } else { count };
            if count < *depths.end()
                && let Some(last) = &last
            {
                let mut iteration = last.clone();
                iteration.sort(self.game, state);
                self.extend_line(state, &mut iteration.line, count);
                let (nodes, time) = (self.meter.nodes(), self.meter.elapsed());
                let stats = SearchStats { nodes, time, ..self.stats };
                on_progress(&iteration.decision(self.me, self.settings.prefer_short_wins, stats));
            }
        }
        if let Some(last) = &mut last {
            self.extend_line(state, &mut last.line, self.stats.depth);
        }
        self.stats.nodes = self.meter.nodes();
        self.stats.time = self.meter.elapsed();
        Ok((last, self.stats))
    }

    /// Searches to one depth, with an aspiration window around the expected value, widened until the value falls inside.
    fn aspire(
        &mut self,
        state: &G::State,
        actions: &[G::Action],
        left: u32,
        expected: Option<f64>,
    ) -> Option<Iteration<G::Action>> {
        let Some(expected) = expected else { return self.root(state, actions, left, Window::FULL) };
        let mut radius = (expected.abs() / 8.0).max(1.0);
        let mut window = Window { alpha: expected - radius, beta: expected + radius };
        loop {
            let iteration = self.root(state, actions, left, window)?;
            if self.limit_reached.is_some()
                || (window.alpha < iteration.value && iteration.value < window.beta)
            {
                return Some(iteration);
            }
            radius *= 8.0;
            if iteration.value <= window.alpha {
                window.alpha = if radius > 1e6 { f64::NEG_INFINITY } else { expected - radius };
            } else {
                window.beta = if radius > 1e6 { f64::INFINITY } else { expected + radius };
            }
        }
    }

    /// The root: [`Search::choose`] for the agent that decides, with the value of each move. Steps 1 to 3 are done: it
    /// is no leaf, the table is not asked, and `actions` are in order. None if a limit was reached during the first move.
    fn root(
        &mut self,
        state: &G::State,
        actions: &[G::Action],
        left: u32,
        window: Window,
    ) -> Option<Iteration<G::Action>> {
        let LookaheadSettings { cut, star, ties, root, prefer_short_wins, .. } = self.settings;
        self.observer.restart();
        if prefer_short_wins {
            self.observer.wins_at(WIN);
        }
        let (actor, role) = (Some(self.me), Some(Role::Max));
        self.observer.enter(&Visit { action: None, weight: None, actor, role, window, left });
        let all_exact = root == RootValues::Exact || cut == CutRule::Never;
        let mut moves = Vec::with_capacity(actions.len());
        let mut open = window;
        let mut best = f64::NEG_INFINITY;
        let mut best_action = None;
        for (index, &action) in actions.iter().enumerate() {
            // 4. Search the child with the open window, or with the full one where its value must be exact.
            let (next, next_left) = self.successor(state, action, true, left);
            let within = if all_exact { Window::FULL } else { open };
            self.reply = None;
            let value = self.value_or_leaf(&next, 1, child(action, None, within, next_left));
            if self.limit_reached.is_some() {
                break;
            }
            // A value inside its window is exact; the strict rule never prunes on the edge, but chance nodes may.
            let on_edge = value == within.alpha && cut == CutRule::Strict && star == Star::Off;
            let is_inside = (value > within.alpha || on_edge) && value < within.beta;
            let exact = is_inside || within == Window::FULL;
            moves.push(ValuedMove { action, value, exact, reply: self.reply });
            if best_action.is_none() || value > best || (ties == Ties::Last && value == best) {
                best = value;
                best_action = Some(action);
                self.back_up_line(0, action, next_left);
            }
            // 5. A value on the edge of the window is searched again with a wider one, whatever the cut rule.
            if !all_exact && best >= window.beta {
                self.observer.cut(Cut::Beta { value: best, beta: window.beta }, &actions[index + 1..]);
                break;
            }
            if cut != CutRule::Never && best > open.alpha {
                open.alpha = best;
            }
        }
        if self.limit_reached.is_none() {
            self.observer.leave(best);
        }
        let line = self.lines.first().cloned().unwrap_or_default();
        best_action.map(|action| Iteration { moves, best: action, value: best, line })
    }

    /// A node at which an agent chooses: it takes the largest value, or the smallest.
    fn choose<const MAX: bool>(
        &mut self,
        state: &G::State,
        actions: &mut G::Actions,
        actor: AgentId,
        left: u32,
        ply: usize,
        window: Window,
    ) -> f64 {
        // 2. Does the table have the value?
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
        // 3. Order the moves.
        if self.settings.order != Order::Natural {
            let from_table = known
                .as_ref()
                .and_then(|(.., entry, natural)| natural.get(entry.as_ref()?.best as usize))
                .copied();
            self.order::<MAX>(state, actions, actor, ply, from_table);
        }
        let mut open = window;
        let mut best = if MAX { f64::NEG_INFINITY } else { f64::INFINITY };
        let mut best_action = None;
        for (index, &action) in actions.iter().enumerate() {
            // 4. Search the child with the open window, and back up its value.
            let (next, next_left) = self.successor(state, action, true, left);
            let value = self.value_or_leaf(&next, ply + 1, child(action, None, open, next_left));
            if self.limit_reached.is_some() {
                return best;
            }
            let is_better = if MAX { value > best } else { value < best };
            if best_action.is_none() || is_better {
                best = value;
                best_action = Some(action);
                // Only a value inside the window is exact, and only its line is a principal variation.
                if open.alpha < value && value < open.beta {
                    self.back_up_line(ply, action, next_left);
                }
            }
            // 5. Is the value outside the window? Then the remaining children do not matter.
            if self.is_cut::<MAX>(best, window) {
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
        if ply == 1 {
            self.reply = best_action;
        }
        // 6. Store the value.
        if let Some((table, key, _, natural)) = known {
            let best_index = natural.iter().position(|&action| Some(action) == best_action).unwrap_or(0);
            let bound = if best <= window.alpha {
                Bound::Upper
            } else if best >= window.beta {
                Bound::Lower
            } else {
                Bound::Exact
            };
            let value = count_from(best, ply as f64);
            table.put(key, &Entry { value, bound, left, best: best_index as u32 });
        }
        best
    }

    /// The value of a state to the root's agent: exact if it lies inside the window of `visit`, else a bound.
    pub fn value(&mut self, state: &G::State, ply: usize, visit: Visit<G::Action>) -> f64 {
        // 1. Is it a leaf: has the depth been used up, or is the game over?
        self.clear_line(ply);
        if visit.left == 0 {
            return self.leaf(state, ply, &visit);
        }
        if self.limit_reached.is_some() {
            return 0.0;
        }
        if ply >= self.unchecked_ply {
            return self.value_with_stack(state, ply, visit);
        }
        let mut actions = G::Actions::default();
        self.game.actions(state, &mut actions);
        let actor = match self.game.turn(state) {
            Turn::Agent(actor) if !actions.is_empty() => Some(actor),
            Turn::Chance if !actions.is_empty() => None,
            Turn::Agent(_) | Turn::Chance | Turn::Over => return self.leaf(state, ply, &visit),
        };
        // Steps 2 to 6 depend on the role.
        let role = actor.map_or(Role::Mean, |actor| self.model.role(self.me, actor));
        let Visit { window, left, .. } = visit;
        self.observer.enter(&Visit { actor, role: Some(role), ..visit });
        let value = match (role, actor) {
            (Role::Max, Some(actor)) => self.choose::<true>(state, &mut actions, actor, left, ply, window),
            (Role::Min, Some(actor)) => self.choose::<false>(state, &mut actions, actor, left, ply, window),
            (Role::Mean, _) | (_, None) => self.mean(state, &actions, actor, left, ply, window),
        };
        // Once a limit is reached, values mean nothing: the node stays open.
        if self.limit_reached.is_none() {
            self.observer.leave(value);
        }
        value
    }

    /// [`Search::value`], after a check that the stack is large enough for the next plies.
    #[cold]
    #[inline(never)]
    fn value_with_stack(&mut self, state: &G::State, ply: usize, visit: Visit<G::Action>) -> f64 {
        if ply >= self.max_ply {
            self.limit_reached = Some(LimitReached::Stack);
            return 0.0;
        }
        let unchecked_ply = std::mem::replace(&mut self.unchecked_ply, ply + stack::INTERVAL);
        let value = stack::ensure::<G, _>(|| self.value(state, ply, visit));
        self.unchecked_ply = unchecked_ply;
        value
    }

    /// [`Search::value`] without a call for leaves, which most nodes are; their lines are not cleared.
    #[inline(always)]
    fn value_or_leaf(&mut self, state: &G::State, ply: usize, visit: Visit<G::Action>) -> f64 {
        if visit.left == 0 { self.leaf(state, ply, &visit) } else { self.value(state, ply, visit) }
    }

    #[inline(always)]
    fn leaf(&mut self, state: &G::State, ply: usize, visit: &Visit<G::Action>) -> f64 {
        self.stats.leaves += 1;
        if self.stats.exhaustive && self.game.turn(state) != Turn::Over {
            self.stats.exhaustive = false;
        }
        let value = if self.settings.prefer_short_wins {
            self.with_distance(state, ply)
        } else {
            self.eval.eval(self.game, state, self.me)
        };
        self.observer.enter(visit);
        self.observer.leave(value);
        value
    }

    /// Values a finished game by its distance from the root, anything else by the evaluation.
    fn with_distance(&self, state: &G::State, ply: usize) -> f64 {
        let over = self.game.turn(state) == Turn::Over;
        match over.then(|| self.game.outcome(state, self.me)) {
            Some(Outcome::Win) => WIN - ply as f64,
            Some(Outcome::Loss) => ply as f64 - WIN,
            Some(Outcome::Draw) | None => self.eval.eval(self.game, state, self.me),
        }
    }

    /// A chance node: the weighted mean of its children. It is neither ordered nor stored. With Star1 and Star2 it is
    /// cut off when bounds on the remaining children put the mean outside the window.
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
        let (mut sum, mut plain_sum) = (0.0, 0.0);
        // The total probability of the outcomes after this one.
        let mut later: f64 = weights.iter().sum();
        let mut likeliest = 0.0;
        for (index, (&action, &weight)) in actions.iter().zip(&weights).enumerate() {
            later -= weight;
            if weight <= 0.0 {
                continue;
            }
            // 4. The node's value lies in its window only if the child's lies in here.
            let open = match pruned {
                None => Window::FULL,
                Some((low, high)) => Window {
                    alpha: (window.alpha - sum - high * later) / weight,
                    beta: (window.beta - sum - low * later) / weight,
                },
            };
            let (next, next_left) = self.successor(state, action, actor.is_some(), left);
            let value = self.value(&next, ply + 1, child(action, Some(weight), open, next_left));
            if self.limit_reached.is_some() {
                return sum;
            }
            if weight > likeliest {
                likeliest = weight;
                self.back_up_line(ply, action, next_left);
                if ply == 1 {
                    self.reply = Some(action);
                }
            }
            sum += weight * value;
            plain_sum += value;
            // 5. Can the remaining outcomes bring the mean back into the window?
            if let Some((low, high)) = pruned
                && index + 1 < actions.len()
            {
                // Rounding must not move a bound back into the window.
                let (bound, limit) = if value <= open.alpha {
                    ((sum + high * later).min(window.alpha), window.alpha)
                } else if value >= open.beta {
                    ((sum + low * later).max(window.beta), window.beta)
                } else {
                    continue;
                };
                self.stats.cuts += 1;
                self.observer.cut(Cut::Chance { bound, limit }, &actions[index + 1..]);
                return bound;
            }
        }
        // Equally likely outcomes are added and divided, as textbooks and the reports do: rounding decides ties.
        match equally_likely(&weights) {
            Some(count) => plain_sum / count as f64,
            None => sum,
        }
    }

    /// Star2: one reply to each outcome bounds its value, from below at a maximising node, from above at a minimising
    /// one. The bounds may already put the node outside the window.
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
        let (mut lower, mut upper) = (0.0, 0.0);
        let mut later: f64 = weights.iter().sum();
        for (&action, &weight) in actions.iter().zip(weights) {
            later -= weight;
            if weight <= 0.0 {
                continue;
            }
            let (next, next_left) = self.successor(state, action, by_agent, left);
            let visit = child(action, Some(weight), Window::FULL, next_left);
            let (at_least, at_most) = self.probe_child(&next, ply + 1, visit).unwrap_or((low, high));
            if self.limit_reached.is_some() {
                return None;
            }
            lower += weight * at_least.max(low);
            upper += weight * at_most.min(high);
            let (bound, limit) = if lower + low * later >= window.beta {
                (lower + low * later, window.beta)
            } else if upper + high * later <= window.alpha {
                (upper + high * later, window.alpha)
            } else {
                continue;
            };
            self.stats.cuts += 1;
            self.observer.cut(Cut::Chance { bound, limit }, actions);
            return Some(bound);
        }
        None
    }

    /// The lower and upper bound that the first reply gives for the value of a state.
    fn probe_child(&mut self, state: &G::State, ply: usize, visit: Visit<G::Action>) -> Option<(f64, f64)> {
        let left = visit.left;
        let actor = self.game.turn(state).agent().filter(|_| left > 0)?;
        let role = self.model.role(self.me, actor);
        let mut actions = self.game.list_actions(state);
        match role {
            Role::Max => self.order::<true>(state, &mut actions, actor, ply, None),
            Role::Min => self.order::<false>(state, &mut actions, actor, ply, None),
            Role::Mean => return None,
        }
        let &action = actions.first()?;
        self.observer.enter(&Visit { actor: Some(actor), role: Some(role), ..visit });
        let (next, next_left) = self.successor(state, action, true, left);
        let value = self.value(&next, ply + 1, child(action, None, Window::FULL, next_left));
        if self.limit_reached.is_none() {
            self.observer.leave(value);
        }
        match role {
            Role::Max => Some((value, f64::INFINITY)),
            Role::Min | Role::Mean => Some((f64::NEG_INFINITY, value)),
        }
    }

    /// The successor by `action`, and the depth left there.
    #[inline(always)]
    fn successor(
        &mut self,
        state: &G::State,
        action: G::Action,
        by_agent: bool,
        left: u32,
    ) -> (G::State, u32) {
        let mut next = state.clone();
        self.game.apply(&mut next, action);
        if let Some(limit) = self.meter.node() {
            self.limit_reached = Some(limit);
        }
        let left = match self.settings.depth.unit {
            // A ply is a move of an agent: dice do not count.
            DepthUnit::Ply => left - u32::from(by_agent),
            DepthUnit::Round => left - u32::from(self.game.turn(&next) == Turn::Agent(AgentId::FIRST)),
        };
        (next, left)
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
        let value = count_from(entry.value, -(ply as f64));
        let settles = entry.left == left
            && match entry.bound {
                Bound::Exact => true,
                Bound::Lower => self.is_cut::<true>(value, window),
                Bound::Upper => self.is_cut::<false>(value, window),
            };
        settles.then_some(value)
    }

    /// Sorts the actions into the order in which they are searched.
    fn order<const MAX: bool>(
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

    /// Clears the principal variation from this ply on.
    #[inline]
    fn clear_line(&mut self, ply: usize) {
        match self.lines.get_mut(ply) {
            Some(line) => line.clear(),
            None if ply <= MAX_LINE => self.lines.resize_with(ply + 1, Vec::new),
            None => {}
        }
    }

    /// Sets the line of this ply to `action` followed by the line of the next ply, where `next_left` of the depth is left.
    fn back_up_line(&mut self, ply: usize, action: G::Action, next_left: u32) {
        if next_left == 0 {
            self.clear_line(ply + 1);
        }
        if let Some([line, rest, ..]) = self.lines.get_mut(ply..) {
            line.clear();
            line.push(action);
            line.extend_from_slice(rest);
        }
    }

    /// Extends a principal variation that ended at a table hit with the table's moves.
    fn extend_line(&self, state: &G::State, line: &mut Vec<G::Action>, depth: u32) {
        let memory = self.table;
        let Some(table) = memory.table() else { return };
        let mut at = state.clone();
        for &action in line.iter() {
            self.game.apply(&mut at, action);
        }
        // A line is never longer than the search depth, so that cycles in the table end too.
        let max = depth as usize * self.game.info().agents.len();
        let mut actions = G::Actions::default();
        while line.len() < max
            && let Some(entry) = table.get(memory.key(self.game, &at))
            && entry.bound == Bound::Exact
        {
            self.game.actions(&at, &mut actions);
            let Some(&action) = actions.get(entry.best as usize) else { break };
            line.push(action);
            self.game.apply(&mut at, action);
        }
        if self.settings.depth.unit == DepthUnit::Ply {
            line.truncate(depth as usize);
        }
    }

    /// The deepest ply that was searched, as far as lines are kept.
    fn deepest(&self) -> u32 {
        u32::try_from(self.lines.len()).unwrap_or(u32::MAX).saturating_sub(1)
    }
}

/// The same value, with a forced win or loss counted in moves from `plies` further down. The table counts from the node
/// instead of from the root, so that an entry is valid at any ply.
fn count_from(value: f64, plies: f64) -> f64 {
    if value > FORCED {
        value + plies
    } else if value < -FORCED {
        value - plies
    } else {
        value
    }
}

/// How many outcomes there are that can happen, if all of them have the same weight to the last bit.
fn equally_likely(weights: &[f64]) -> Option<usize> {
    let mut possible = weights.iter().filter(|&&weight| weight > 0.0);
    let first = possible.next()?;
    let others = possible.try_fold(0, |count, weight| (weight == first).then_some(count + 1))?;
    Some(others + 1)
}
