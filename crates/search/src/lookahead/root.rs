//! The root of a search: iterative deepening, aspiration windows, ties, threads, and the decision.

use std::thread;

use plylab_core::{
    AgentFailure, AgentId, Branch, Budget, Certainty, Decision, Depth, DepthUnit, Eval, Game, Model,
    Observer, Outcome, Rng, Role, RootMove, SearchStats, StopFlag, Value, Visit, Window, message,
};

use super::choice::{Choice, Level};
use super::search::{Search, Via};
use super::settings::{CutRule, Order, RootValues, Settings, Star, Ties, WIN};
use super::table::{Bound, Transpositions};
use crate::no_move;

/// The maximum depth of iterative deepening.
const MAX_DEPTH: u32 = 1000;

/// More plies than any forced win takes. Numbers further from [`WIN`] are scores, or means of wins and losses.
const LONGEST_WIN: f64 = 1e6;

/// A depth-limited search in one game: the parts that every decision shares.
#[derive(Clone, Copy, Debug)]
pub struct Lookahead<'a, G, M, E, T> {
    /// The rules.
    pub game: &'a G,
    /// The roles of the agents.
    pub model: &'a M,
    /// The evaluation of leaves.
    pub eval: &'a E,
    /// How to search.
    pub settings: Settings,
    /// A [`TranspositionTable`](super::TranspositionTable) if [`Settings::table`] or [`Settings::threads`] ask for one,
    /// [`NoTable`](super::NoTable) in a game whose states have no keys.
    pub table: &'a T,
}

/// The depth of a search: its own, or the budget's if that is smaller or in another unit.
pub fn depth_or_default(own: Depth, budget: &Budget) -> Depth {
    match budget.depth {
        Some(max) if max.unit == own.unit => Depth { count: own.count.min(max.count), unit: own.unit },
        Some(max) => max,
        None => own,
    }
}

/// The result of one search from the root to one depth.
#[derive(Clone)]
pub(super) struct Iteration<A> {
    moves: Vec<ScoredMove<A>>,
    best: A,
    value: f64,
    line: Vec<A>,
}

/// A root move and the value that the search found.
#[derive(Clone, Copy)]
pub(super) struct ScoredMove<A> {
    action: A,
    value: f64,
    /// Is `value` exact, or else a bound from above?
    exact: bool,
    reply: Option<A>,
}

impl<A> Iteration<A> {
    /// The decision: with [`Settings::prefer_short_wins`], numbers near [`WIN`] are wins and losses.
    fn decision(self, me: AgentId, prefer_short_wins: bool, stats: SearchStats) -> Decision<A> {
        let value = |number: f64| match WIN - number.abs() {
            plies if prefer_short_wins && plies < LONGEST_WIN => {
                let outcome = if number > 0.0 { Outcome::Win } else { Outcome::Loss };
                Value::proven(me, outcome, Some(plies as u32))
            }
            _ => Value::score(me, number),
        };
        let root_move = |scored: ScoredMove<A>| {
            let certainty = if scored.exact { Certainty::Exact } else { Certainty::AtMost };
            RootMove {
                action: scored.action,
                value: value(scored.value).with(certainty),
                reply: scored.reply,
            }
        };
        Decision {
            action: self.best,
            value: Some(value(self.value)),
            moves: self.moves.into_iter().map(root_move).collect(),
            line: self.line,
            wheel: None,
            stats,
        }
    }
}

impl<G: Game, M: Model<G>, E: Eval<G>, T: Transpositions<G>> Lookahead<'_, G, M, E, T> {
    /// The decision of the agent to move in `state`. `rng` breaks ties where that is asked for.
    ///
    /// At depth 0 nothing is searched: the first action is taken, with the value of the state itself.
    ///
    /// # Errors
    ///
    /// If no agent is to move, or if the search goes deeper than this thread's stack and the system cannot start
    /// another thread.
    pub fn decide<O: Observer<G::Action>>(
        &self,
        state: &G::State,
        budget: &Budget,
        rng: &mut Rng,
        observer: O,
    ) -> Result<Decision<G::Action>, AgentFailure> {
        self.decide_with_progress(state, budget, rng, observer, &mut |_| ())
    }

    /// The same; calls `on_progress` with the current decision after each completed depth, before ties are broken.
    ///
    /// # Errors
    ///
    /// As for [`Lookahead::decide`].
    pub fn decide_with_progress<O: Observer<G::Action>>(
        &self,
        state: &G::State,
        budget: &Budget,
        rng: &mut Rng,
        observer: O,
        on_progress: &mut dyn FnMut(&Decision<G::Action>),
    ) -> Result<Decision<G::Action>, AgentFailure> {
        let me = self.game.turn(state).agent().ok_or_else(no_move)?;
        if self.settings.threads > 1 && self.table.table().is_some() {
            return self.decide_together(state, me, budget, rng, on_progress);
        }
        self.decide_alone(state, me, budget, rng, observer, on_progress)
    }

    /// Searches a branch of the search at `state` again, with its window and remaining depth: no killer moves, no
    /// history, and only what is in the table.
    ///
    /// # Errors
    ///
    /// As for [`Lookahead::decide`], and if a limit is reached.
    pub fn reopen<O: Observer<G::Action>>(
        &self,
        state: &G::State,
        branch: &Branch<G::Action>,
        budget: &Budget,
        observer: O,
    ) -> Result<f64, AgentFailure> {
        let me = self.game.turn(state).agent().ok_or_else(no_move)?;
        let mut at = state.clone();
        for &action in &branch.path {
            self.game.apply(&mut at, action);
        }
        let mut search = self.start(me, budget, observer);
        search.observer.restart();
        let via = Via { action: branch.path.last().copied(), weight: None };
        let value = search.value(&at, branch.left, branch.path.len(), branch.window, via);
        if let Some(error) = search.no_thread {
            return Err(no_more_threads(&error));
        }
        match search.limit_reached {
            None => Ok(value),
            Some(_) => {
                Err(AgentFailure::new(message!("branch-stopped", "the search was stopped before its end")))
            }
        }
    }

    /// Helper threads search the same root with the same table, each starting with another move, until the decision is
    /// made.
    fn decide_together(
        &self,
        state: &G::State,
        me: AgentId,
        budget: &Budget,
        rng: &mut Rng,
        on_progress: &mut dyn FnMut(&Decision<G::Action>),
    ) -> Result<Decision<G::Action>, AgentFailure> {
        let done = StopFlag::default();
        thread::scope(|scope| {
            // If the system has no thread left, there are fewer helpers.
            let helpers: Vec<_> = (1..self.settings.threads)
                .map_while(|number| {
                    let budget = Budget { stop: done.clone(), counter: None, ..budget.clone() };
                    let helper = Lookahead {
                        settings: Settings {
                            order: Order::Dynamic,
                            iterative_deepening: true,
                            ..self.settings
                        },
                        ..*self
                    };
                    let help =
                        move || helper.start(me, &budget, ()).iterative_deepening(state, number, &mut |_| ());
                    thread::Builder::new().spawn_scoped(scope, help).ok()
                })
                .collect();
            let decision = self.decide_alone(state, me, budget, rng, (), on_progress);
            done.stop();
            let helped = helpers.into_iter().filter_map(|helper| helper.join().ok()?.ok());
            let nodes: u64 = helped.map(|(_, stats)| stats.nodes).sum();
            decision.map(|mut decision| {
                decision.stats.nodes += nodes;
                decision
            })
        })
    }

    fn decide_alone<O: Observer<G::Action>>(
        &self,
        state: &G::State,
        me: AgentId,
        budget: &Budget,
        rng: &mut Rng,
        observer: O,
        on_progress: &mut dyn FnMut(&Decision<G::Action>),
    ) -> Result<Decision<G::Action>, AgentFailure> {
        let (iteration, stats) =
            self.start(me, budget, observer).iterative_deepening(state, 0, on_progress)?;
        let Some(mut iteration) = iteration else {
            // Depth 0, or stopped before the first move was searched.
            let actions = self.game.list_actions(state);
            let &action = actions.first().ok_or_else(no_move)?;
            let value = self.eval.eval(self.game, state, me);
            return Ok(Decision { value: Some(Value::score(me, value)), stats, ..Decision::plain(action) });
        };
        sort(self.game, state, &mut iteration.moves);
        if self.settings.ties == Ties::Random {
            let equals: Vec<G::Action> = iteration
                .moves
                .iter()
                .filter(|scored| scored.exact && scored.value == iteration.value)
                .map(|scored| scored.action)
                .collect();
            if let Some(&action) = rng.pick(&equals)
                && action != iteration.best
            {
                iteration.best = action;
                let reply = iteration
                    .moves
                    .iter()
                    .find(|scored| scored.action == action)
                    .and_then(|scored| scored.reply);
                iteration.line = std::iter::once(action).chain(reply).collect();
            }
        }
        Ok(iteration.decision(me, self.settings.prefer_short_wins, stats))
    }
}

/// The system cannot start the thread that a deep search continues on.
fn no_more_threads(error: &std::io::Error) -> AgentFailure {
    AgentFailure::new(message!(
        "no-thread",
        "cannot start another thread for a search this deep: {error}",
        error = error.to_string()
    ))
}

/// The last complete search, if there was one, and its statistics.
type Deepening<A> = (Option<Iteration<A>>, SearchStats);

/// Sorts root moves into the game's order, whatever the order of search.
fn sort<G: Game>(game: &G, state: &G::State, moves: &mut [ScoredMove<G::Action>]) {
    let natural = game.list_actions(state);
    moves.sort_by_key(|scored| natural.iter().position(|&action| action == scored.action));
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
        let Settings { depth, iterative_deepening, order, aspiration, .. } = self.settings;
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
            let Some(iteration) = self.search_depth(state, &actions, count, expected) else { break };
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
                sort(self.game, state, &mut iteration.moves);
                self.extend_line(state, &mut iteration.line, count);
                let (nodes, time) = (self.meter.nodes(), self.meter.elapsed());
                let stats = SearchStats { nodes, time, ..self.stats };
                on_progress(&iteration.decision(self.me, self.settings.prefer_short_wins, stats));
            }
        }
        if let Some(error) = self.no_thread {
            return Err(no_more_threads(&error));
        }
        if let Some(last) = &mut last {
            self.extend_line(state, &mut last.line, self.stats.depth);
        }
        self.stats.nodes = self.meter.nodes();
        self.stats.time = self.meter.elapsed();
        Ok((last, self.stats))
    }

    /// Searches to one depth, with an aspiration window around the expected value, widened until the value falls inside.
    fn search_depth(
        &mut self,
        state: &G::State,
        actions: &[G::Action],
        left: u32,
        expected: Option<f64>,
    ) -> Option<Iteration<G::Action>> {
        let Some(expected) = expected else { return self.search_root(state, actions, left, Window::FULL) };
        let mut radius = (expected.abs() / 8.0).max(1.0);
        let mut window = Window { alpha: expected - radius, beta: expected + radius };
        loop {
            let iteration = self.search_root(state, actions, left, window)?;
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

    /// Searches every root move once. None if a limit was reached during the first.
    fn search_root(
        &mut self,
        state: &G::State,
        actions: &[G::Action],
        left: u32,
        window: Window,
    ) -> Option<Iteration<G::Action>> {
        self.observer.restart();
        if self.settings.prefer_short_wins {
            self.observer.wins_at(WIN);
        }
        self.observer.enter(&Visit {
            action: None,
            weight: None,
            actor: Some(self.me),
            role: Some(Role::Max),
            window,
            left,
        });
        let mut root = Root { settings: self.settings, moves: Vec::with_capacity(actions.len()) };
        let node = Choice { state, actions, actor: self.me, left, ply: 0, window };
        let (best, value) = self.best_child::<true, _>(&node, &mut root);
        if self.limit_reached.is_none() {
            self.observer.leave(value);
        }
        let line = self.lines.first().cloned().unwrap_or_default();
        best.map(|best| Iteration { moves: root.moves, best, value, line })
    }
}

/// The root, which collects the value of each move.
struct Root<A> {
    settings: Settings,
    moves: Vec<ScoredMove<A>>,
}

impl<A> Root<A> {
    /// Is every move searched to its exact value?
    fn is_exact(&self) -> bool {
        self.settings.root == RootValues::Exact || self.settings.cut == CutRule::Never
    }
}

impl<A> Level<A> for Root<A> {
    const IS_ROOT: bool = true;

    fn window(&self, open: Window) -> Window {
        if self.is_exact() { Window::FULL } else { open }
    }

    fn begin(&mut self, reply: &mut Option<A>) {
        *reply = None;
    }

    fn end(&mut self, action: A, value: f64, window: Window, reply: Option<A>) {
        // A value inside its window is exact; the strict rule never prunes on the edge, but chance nodes may.

        let is_strict = self.settings.cut == CutRule::Strict && self.settings.star == Star::Off;
        let is_inside = (value > window.alpha || (value == window.alpha && is_strict)) && value < window.beta;
        self.moves.push(ScoredMove { action, value, exact: is_inside || window == Window::FULL, reply });
    }

    fn prefers_later(&self) -> bool {
        self.settings.ties == Ties::Last
    }

    fn is_cut(&self, best: f64, window: Window) -> bool {
        !self.is_exact() && best >= window.beta
    }
}
