//! The root of a look-ahead: deepening, windows, ties, threads, and what is said of the decision.

use std::thread;

use plylab_core::{
    AgentFailure, AgentId, Budget, Certainty, Decision, Depth, DepthUnit, Eval, Game, Model, Observer,
    Outcome, Rng, Role, RootMove, SearchStats, StopFlag, Value, Visit, Window, message,
};

use super::choice::{Choice, Level};
use super::search::Search;
use super::settings::{CutRule, Order, RootValues, Settings, Star, Ties, WIN};
use super::table::{Bound, Transpositions};
use crate::no_move;

/// The deepest search that deepening without a limit comes to.
const DEEPEST: u32 = 1000;

/// A look-ahead in one game: the parts that every decision shares.
#[derive(Clone, Copy, Debug)]
pub struct Lookahead<'a, G, M, E, T> {
    /// The rules.
    pub game: &'a G,
    /// Who is for and who against.
    pub model: &'a M,
    /// What leaves are worth.
    pub eval: &'a E,
    /// How to look.
    pub settings: Settings,
    /// Where states already searched are kept: a [`Table`](super::Table) if [`Settings::table`] or [`Settings::threads`]
    /// ask for one, [`NoTable`](super::NoTable) in a game whose states have no keys.
    pub table: T,
}

/// The depth that a search has: its own, unless the budget's is smaller in the same unit.
pub fn depth_or_default(own: Depth, budget: &Budget) -> Depth {
    match budget.depth {
        Some(most) if most.unit == own.unit => Depth { count: own.count.min(most.count), unit: own.unit },
        Some(most) => most,
        None => own,
    }
}

/// What one search from the root to one depth has found.
#[derive(Clone)]
pub(super) struct Round<A> {
    moves: Vec<Weighed<A>>,
    best: A,
    value: f64,
    line: Vec<A>,
}

/// A root move as the search sees it.
#[derive(Clone, Copy)]
pub(super) struct Weighed<A> {
    action: A,
    value: f64,
    /// Is `value` exact, or else a bound from above?
    exact: bool,
    reply: Option<A>,
}

impl<A> Round<A> {
    /// What is said of it: with [`Settings::hasten`], numbers near [`WIN`] are wins and losses.
    fn decision(self, me: AgentId, hasten: bool, stats: SearchStats) -> Decision<A> {
        let value = |number: f64| match WIN - number.abs() {
            plies if hasten && plies < WIN / 2.0 => {
                let outcome = if number > 0.0 { Outcome::Win } else { Outcome::Loss };
                Value::proven(me, outcome, Some(plies as u32))
            }
            _ => Value::score(me, number),
        };
        let told = |weighed: Weighed<A>| {
            let certainty = if weighed.exact { Certainty::Exact } else { Certainty::AtMost };
            RootMove {
                action: weighed.action,
                value: value(weighed.value).with(certainty),
                reply: weighed.reply,
            }
        };
        Decision {
            action: self.best,
            value: Some(value(self.value)),
            moves: self.moves.into_iter().map(told).collect(),
            line: self.line,
            stats,
        }
    }
}

impl<G: Game, M: Model<G>, E: Eval<G>, T: Transpositions<G>> Lookahead<'_, G, M, E, T> {
    /// The decision of the agent to move in `state`. `rng` breaks ties where that is asked for.
    ///
    /// At depth 0 nothing is looked at: the first action is taken, at the value of the state itself.
    ///
    /// # Errors
    ///
    /// If no agent is to move, or if the search goes deeper than this thread's stack and the system has no other
    /// thread for it.
    pub fn decide<O: Observer<G::Action>>(
        &self,
        state: &G::State,
        budget: &Budget,
        rng: &mut Rng,
        observer: O,
    ) -> Result<Decision<G::Action>, AgentFailure> {
        self.decide_with_progress(state, budget, rng, observer, &mut |_| ())
    }

    /// The same; `on_progress` is told what would be decided after each depth that was searched whole, with ties not broken yet.
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

    /// Helpers search the same root on the same table, each from another move on, until the decision stands.
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
            // Where the system has no thread left, there are fewer helpers.
            let helpers: Vec<_> = (1..self.settings.threads)
                .map_while(|number| {
                    let budget = Budget { stop: done.clone(), tally: None, ..budget.clone() };
                    let helper = Lookahead {
                        settings: Settings { order: Order::Best, deepen: true, ..self.settings },
                        ..*self
                    };
                    let help = move || helper.start(me, &budget, ()).deepen(state, number, &mut |_| ());
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
        let (round, stats) = self.start(me, budget, observer).deepen(state, 0, on_progress)?;
        let Some(mut round) = round else {
            // Depth 0, or stopped before a single move was weighed.
            let actions = self.game.list_actions(state);
            let &action = actions.first().ok_or_else(no_move)?;
            let value = self.eval.eval(self.game, state, me);
            return Ok(Decision { value: Some(Value::score(me, value)), stats, ..Decision::plain(action) });
        };
        sort(self.game, state, &mut round.moves);
        if self.settings.ties == Ties::Random {
            let equals: Vec<G::Action> = round
                .moves
                .iter()
                .filter(|weighed| weighed.exact && weighed.value == round.value)
                .map(|weighed| weighed.action)
                .collect();
            if let Some(&action) = rng.pick(&equals)
                && action != round.best
            {
                round.best = action;
                let reply = round
                    .moves
                    .iter()
                    .find(|weighed| weighed.action == action)
                    .and_then(|weighed| weighed.reply);
                round.line = std::iter::once(action).chain(reply).collect();
            }
        }
        Ok(round.decision(me, self.settings.hasten, stats))
    }
}

/// The last full search, if there was one, and the work done.
type Deepened<A> = (Option<Round<A>>, SearchStats);

/// Puts root moves into the game's order, whatever the order of search.
fn sort<G: Game>(game: &G, state: &G::State, moves: &mut [Weighed<G::Action>]) {
    let natural = game.list_actions(state);
    moves.sort_by_key(|weighed| natural.iter().position(|&action| action == weighed.action));
}

impl<G: Game, M: Model<G>, E: Eval<G>, O: Observer<G::Action>, T: Transpositions<G>>
    Search<'_, G, M, E, O, T>
{
    /// The last full search within the budget, if there was one. A helper starts with another move than the others.
    pub fn deepen(
        mut self,
        state: &G::State,
        helper: usize,
        on_progress: &mut dyn FnMut(&Decision<G::Action>),
    ) -> Result<Deepened<G::Action>, AgentFailure> {
        let Settings { depth, deepen, order, aspiration, .. } = self.settings;
        let mut actions = self.game.list_actions(state);
        self.order::<true>(state, &mut actions, self.me, 0, None);
        let turned = helper % actions.len().max(1);
        actions.rotate_left(turned);

        let mut last: Option<Round<G::Action>> = None;
        let depths = if deepen { 1..=depth.count.min(DEEPEST) } else { depth.count..=depth.count };
        for count in depths.clone().filter(|&count| count > 0) {
            if order == Order::Best
                && let Some(last) = &last
                && let Some(place) = actions.iter().position(|&action| action == last.best)
            {
                // The best so far goes first; the others keep their order.
                actions[..=place].rotate_right(1);
            }
            let expected = last.as_ref().filter(|_| aspiration).map(|last| last.value);
            let Some(round) = self.deepened(state, &actions, count, expected) else { break };
            // A move that was weighed after the one known to be best may be kept although the search did not end.
            let whole = self.spent.is_none();
            if whole || last.is_none() || order == Order::Best {
                last = Some(round);
            }
            if !whole {
                break;
            }
            self.stats.depth = count;
            if count < *depths.end()
                && let Some(last) = &last
            {
                let mut round = last.clone();
                sort(self.game, state, &mut round.moves);
                self.extend_line(state, &mut round.line, count);
                let (nodes, time) = (self.meter.nodes(), self.meter.elapsed());
                let stats = SearchStats { nodes, time, ..self.stats };
                on_progress(&round.decision(self.me, self.settings.hasten, stats));
            }
        }
        if let Some(error) = self.no_thread {
            return Err(AgentFailure(message!(
                "no-thread",
                "there is no thread to search this deep: {error}",
                error = error.to_string()
            )));
        }
        if let Some(last) = &mut last {
            self.extend_line(state, &mut last.line, self.stats.depth);
        }
        self.stats.nodes = self.meter.nodes();
        self.stats.time = self.meter.elapsed();
        Ok((last, self.stats))
    }

    /// Searches to one depth, with a window around the value expected and again with wider ones until it fits.
    fn deepened(
        &mut self,
        state: &G::State,
        actions: &[G::Action],
        left: u32,
        expected: Option<f64>,
    ) -> Option<Round<G::Action>> {
        let Some(expected) = expected else { return self.round(state, actions, left, Window::FULL) };
        let mut reach = (expected.abs() / 8.0).max(1.0);
        let mut window = Window { alpha: expected - reach, beta: expected + reach };
        loop {
            let round = self.round(state, actions, left, window)?;
            if self.spent.is_some() || (window.alpha < round.value && round.value < window.beta) {
                return Some(round);
            }
            reach *= 8.0;
            if round.value <= window.alpha {
                window.alpha = if reach > 1e6 { f64::NEG_INFINITY } else { expected - reach };
            } else {
                window.beta = if reach > 1e6 { f64::INFINITY } else { expected + reach };
            }
        }
    }

    /// A line that ended in the table goes on as the table says.
    fn extend_line(&self, state: &G::State, line: &mut Vec<G::Action>, depth: u32) {
        let memory = self.table;
        let Some(table) = memory.table() else { return };
        let mut at = state.clone();
        for &action in line.iter() {
            self.game.apply(&mut at, action);
        }
        // A line is never longer than the search was deep, so that a table full of circles ends too.
        let most = depth as usize * self.game.info().agents.len();
        let mut actions = G::Actions::default();
        while line.len() < most
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

    /// Searches every root move once. None if the budget was spent before the first was known.
    fn round(
        &mut self,
        state: &G::State,
        actions: &[G::Action],
        left: u32,
        window: Window,
    ) -> Option<Round<G::Action>> {
        self.observer.restart();
        self.observer.enter(&Visit {
            action: None,
            weight: None,
            actor: Some(self.me),
            role: Some(Role::Max),
            window,
        });
        let mut root = Root { settings: self.settings, moves: Vec::with_capacity(actions.len()) };
        let node = Choice { state, actions, actor: self.me, left, ply: 0, window };
        let (best, value) = self.best_child::<true, _>(&node, &mut root);
        self.observer.leave(value);
        let line = self.lines.first().cloned().unwrap_or_default();
        best.map(|best| Round { moves: root.moves, best, value, line })
    }
}

/// The root, which keeps what is found of each move.
struct Root<A> {
    settings: Settings,
    moves: Vec<Weighed<A>>,
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
        // Inside its window a value is exact; the strict rule never cuts on its edge, but chance nodes may.
        let is_strict = self.settings.cut == CutRule::Strict && self.settings.star == Star::Off;
        let is_inside = (value > window.alpha || (value == window.alpha && is_strict)) && value < window.beta;
        self.moves.push(Weighed { action, value, exact: is_inside || window == Window::FULL, reply });
    }

    fn prefers_later(&self) -> bool {
        self.settings.ties == Ties::Last
    }

    fn is_cut(&self, best: f64, window: Window) -> bool {
        !self.is_exact() && best >= window.beta
    }
}
